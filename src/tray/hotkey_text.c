#include "tray/hotkey_text.h"

#include <string.h>

enum {
    KEY_CANCEL = 0x03,
    KEY_TAB = 0x09,
    KEY_PAUSE = 0x13,
    KEY_ESCAPE = 0x1B,
    KEY_SPACE = 0x20,
    KEY_PRINT_SCREEN = 0x2C,
    KEY_INSERT = 0x2D,
    KEY_DELETE = 0x2E,
    KEY_NUM0 = 0x60,
    KEY_NUM9 = 0x69,
    KEY_NUM_DECIMAL = 0x6E,
    KEY_NUM_DIVIDE = 0x6F,
    KEY_F1 = 0x70,
    KEY_F4 = 0x73,
    KEY_F12 = 0x7B,
    KEY_F24 = 0x87,
    KEY_SCROLL_LOCK = 0x91
};

struct name {
    const char *str;
    uint32_t value;
};

/* The first name of a value is the one that is written back. */
static const struct name modifier_names[] = {
    {"Ctrl", HOTKEY_CTRL},  {"Alt", HOTKEY_ALT},       {"Shift", HOTKEY_SHIFT},
    {"Win", HOTKEY_WIN},    {"Control", HOTKEY_CTRL},  {"Strg", HOTKEY_CTRL},
    {"Menu", HOTKEY_ALT},   {"Umschalt", HOTKEY_SHIFT}, {"Windows", HOTKEY_WIN},
};

static const struct name key_names[] = {
    {"Pause", KEY_PAUSE},
    {"Pause", KEY_CANCEL},
    {"ScrollLock", KEY_SCROLL_LOCK},
    {"PrintScreen", KEY_PRINT_SCREEN},
    {"Insert", KEY_INSERT},
    {"Delete", KEY_DELETE},
    {"Home", 0x24},
    {"End", 0x23},
    {"PageUp", 0x21},
    {"PageDown", 0x22},
    {"Left", 0x25},
    {"Up", 0x26},
    {"Right", 0x27},
    {"Down", 0x28},
    {"Space", KEY_SPACE},
    {"Tab", KEY_TAB},
    {"Enter", 0x0D},
    {"Backspace", 0x08},
    {"Esc", KEY_ESCAPE},
    {"Num*", 0x6A},
    {"Num+", 0x6B},
    {"Num-", 0x6D},
    {"Num.", KEY_NUM_DECIMAL},
    {"Num/", KEY_NUM_DIVIDE},
    {"Break", KEY_PAUSE},
    {"Scroll", KEY_SCROLL_LOCK},
    {"PrtScr", KEY_PRINT_SCREEN},
    {"PrtSc", KEY_PRINT_SCREEN},
    {"Print", KEY_PRINT_SCREEN},
    {"Ins", KEY_INSERT},
    {"Del", KEY_DELETE},
    {"PgUp", 0x21},
    {"PgDn", 0x22},
    {"PgDown", 0x22},
    {"Return", 0x0D},
    {"Back", 0x08},
    {"Escape", KEY_ESCAPE},
    {"NumMultiply", 0x6A},
    {"NumAdd", 0x6B},
    {"NumPlus", 0x6B},
    {"NumSubtract", 0x6D},
    {"NumMinus", 0x6D},
    {"NumDecimal", KEY_NUM_DECIMAL},
    {"NumDivide", KEY_NUM_DIVIDE},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool find_name(const struct name *names, size_t count, const char *str, uint32_t *value)
{
    for (size_t i = 0; i < count; i++) {
        if (str_equal_nocase(names[i].str, str)) {
            *value = names[i].value;
            return true;
        }
    }
    return false;
}

/* A number of one or two digits without a leading zero, or 0 itself. */
static bool short_number(const char *str, uint64_t most, uint32_t *value)
{
    uint64_t number = 0;
    if (str[0] < '0' || str[0] > '9' || strlen(str) > 2 || (str[0] == '0' && str[1]))
        return false;
    if (!str_to_u64(str, &number) || number > most)
        return false;
    *value = (uint32_t)number;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool begins_nocase(const char *str, const char *word)
{
    char head[8] = {0};
    size_t len = strlen(word);
    if (len >= sizeof head || strlen(str) < len)
        return false;
    memcpy(head, str, len);
    return str_equal_nocase(head, word);
}

/* What of a name follows "Num", "NumPad" and blanks: "5" of "Num 5"; NULL for the
 * name of another key. */
static const char *after_num(const char *str)
{
    if (!begins_nocase(str, "Num"))
        return NULL;
    str += begins_nocase(str, "NumPad") ? 6 : 3;
    while (is_blank(*str))
        str++;
    return *str ? str : NULL;
}

static bool find_num_key(const char *rest, uint32_t *key)
{
    char name[20] = "Num";
    uint32_t number = 0;
    if (!rest[1] && short_number(rest, 9, &number)) {
        *key = KEY_NUM0 + number;
        return true;
    }
    if (strlen(rest) + 4 > sizeof name)
        return false;
    memcpy(name + 3, rest, strlen(rest) + 1);
    return find_name(key_names, COUNT(key_names), name, key);
}

static bool find_key(const char *str, uint32_t *key)
{
    uint32_t number = 0;
    char c = str[0];
    if (c && !str[1]) {
        if (c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
            *key = (uint32_t)c; /* their virtual-key codes are their ASCII codes */
            return true;
        }
        return false;
    }
    if ((c == 'F' || c == 'f') && short_number(str + 1, 24, &number) && number > 0) {
        *key = KEY_F1 + number - 1;
        return true;
    }
    return after_num(str) ? find_num_key(after_num(str), key) : find_name(key_names, COUNT(key_names), str, key);
}

/* Takes the next name off *rest; false for an empty one. `more`: a + follows,
 * so another name must. The + of "Num+" belongs to the name. */
static bool next_name(const char **rest, char *name, size_t room, bool *more)
{
    const char *at = *rest;
    size_t len = 0;
    while (is_blank(*at))
        at++;
    while (at[len] && at[len] != '+')
        len++;
    if (at[len] == '+' && ((len == 3 && begins_nocase(at, "Num")) || (len == 6 && begins_nocase(at, "NumPad"))))
        len++;
    const char *end = at + len;
    while (len > 0 && is_blank(at[len - 1]))
        len--;
    while (is_blank(*end))
        end++;
    if (len == 0 || len >= room || (*end && *end != '+'))
        return false;
    memcpy(name, at, len);
    name[len] = 0;
    *more = *end == '+';
    *rest = *more ? end + 1 : end;
    return true;
}

/* Is the key one that does something in every program when pressed alone? */
static bool is_typing_key(uint32_t key)
{
    bool alone = (key >= KEY_F1 && key <= KEY_F24) || (key >= KEY_NUM0 && key <= KEY_NUM_DIVIDE) ||
                 key == KEY_PAUSE || key == KEY_SCROLL_LOCK || key == KEY_PRINT_SCREEN ||
                 key == KEY_INSERT || key == KEY_CANCEL;
    return !alone;
}

static bool is_reserved(const struct hotkey *h)
{
    bool ctrl_alt = (h->modifiers & HOTKEY_CTRL) && (h->modifiers & HOTKEY_ALT);
    if (h->modifiers & HOTKEY_WIN)
        return true;
    if (h->key == KEY_F12 || h->key == KEY_ESCAPE)
        return true;
    if (h->key == KEY_DELETE && ctrl_alt)
        return true;
    if (h->key == KEY_TAB && (h->modifiers & HOTKEY_ALT))
        return true;
    if ((h->key == KEY_F4 || h->key == KEY_SPACE) && h->modifiers == HOTKEY_ALT)
        return true;
    return (h->modifiers & HOTKEY_SHIFT) &&
           ((h->key >= KEY_NUM0 && h->key <= KEY_NUM9) || h->key == KEY_NUM_DECIMAL);
}

struct outcome hotkey_parse(const char *str, struct hotkey *hotkey)
{
    struct hotkey h = {0, 0};
    char name[16];
    bool more = true;
    while (more) {
        uint32_t value = 0;
        if (!next_name(&str, name, sizeof name, &more))
            return outcome_of(WHY_hotkey_syntax, 0);
        if (find_name(modifier_names, COUNT(modifier_names), name, &value)) {
            if (h.modifiers & value)
                return outcome_of(WHY_hotkey_syntax, 0);
            h.modifiers |= value;
        } else if (h.key || !find_key(name, &h.key)) {
            return outcome_of(WHY_hotkey_syntax, 0);
        }
    }
    if (!h.key)
        return outcome_of(WHY_hotkey_syntax, 0);
    if ((h.modifiers & HOTKEY_CTRL) && (h.key == KEY_PAUSE || h.key == KEY_SCROLL_LOCK))
        h.key = KEY_CANCEL;
    if (is_reserved(&h))
        return outcome_of(WHY_hotkey_reserved, 0);
    if (is_typing_key(h.key) && !(h.modifiers & (HOTKEY_CTRL | HOTKEY_ALT)))
        return outcome_of(WHY_hotkey_syntax, 0);
    *hotkey = h;
    return outcome_ok();
}

bool hotkey_may_type(const struct hotkey *hotkey)
{
    uint32_t modifiers = hotkey->modifiers & (HOTKEY_CTRL | HOTKEY_ALT);
    return modifiers == (HOTKEY_CTRL | HOTKEY_ALT) &&
           ((hotkey->key >= 'A' && hotkey->key <= 'Z') || (hotkey->key >= '0' && hotkey->key <= '9'));
}

void hotkey_add_modifiers(struct text *t, uint32_t modifiers)
{
    for (size_t i = 0; i < 4; i++) {
        if (modifiers & modifier_names[i].value)
            text_addf(t, "%s+", modifier_names[i].str);
    }
}

void hotkey_add(struct text *t, const struct hotkey *hotkey)
{
    hotkey_add_modifiers(t, hotkey->modifiers);
    uint32_t key = hotkey->key;
    if (key >= KEY_F1 && key <= KEY_F24) {
        text_addf(t, "F%u", key - KEY_F1 + 1);
    } else if (key >= KEY_NUM0 && key <= KEY_NUM9) {
        text_addf(t, "Num%u", key - KEY_NUM0);
    } else if ((key >= 'A' && key <= 'Z') || (key >= '0' && key <= '9')) {
        text_add_char(t, (char)key);
    } else {
        for (size_t i = 0; i < COUNT(key_names); i++) {
            if (key_names[i].value == key) {
                text_add(t, key_names[i].str);
                return;
            }
        }
        text_addf(t, "0x%02X", key);
    }
}
