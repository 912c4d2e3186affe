#include "config/settings.h"

#include <string.h>

#include "config/private/ini_problem.h"

#define PAGE_KB 4

enum setting_type { TYPE_NUMBER, TYPE_BOOL, TYPE_TEXT };

/* One row of settings_list.h. */
struct setting {
    const char *key;
    enum setting_type type;
    size_t offset; /* in struct settings */
    size_t line;   /* the same, of its line */
    int32_t standard, least, most;
    const char *unit;
    const char *standard_text;
    const char *english, *chinese;
};

#define LINE_OF(key) offsetof(struct settings, lines) + offsetof(struct settings_lines, key)

static const struct setting rows[] = {
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh) \
    {#key, TYPE_NUMBER, offsetof(struct settings, key), LINE_OF(key), standard, least, most, unit, NULL, en, zh},
#define SETTING_BOOL(key, standard, en, zh) \
    {#key, TYPE_BOOL, offsetof(struct settings, key), LINE_OF(key), standard, 0, 1, NULL, NULL, en, zh},
#define SETTING_TEXT(key, standard, en, zh) \
    {#key, TYPE_TEXT, offsetof(struct settings, key), LINE_OF(key), 0, 0, 0, NULL, standard, en, zh},
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

struct settings_reader {
    struct settings *settings;
    const char *name;
    struct problems *problems;
    bool seen[ROW_COUNT];
    bool good;
};

static uint32_t *line_of(struct settings *s, const struct setting *row)
{
    return (uint32_t *)(void *)((char *)s + row->line);
}

static int32_t *number_of(struct settings *s, const struct setting *row)
{
    return (int32_t *)(void *)((char *)s + row->offset);
}

static bool *bool_of(struct settings *s, const struct setting *row)
{
    return (bool *)(void *)((char *)s + row->offset);
}

static struct text *text_of(struct settings *s, const struct setting *row)
{
    return (struct text *)(void *)((char *)s + row->offset);
}

void settings_init(struct settings *s)
{
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].type == TYPE_NUMBER)
            *number_of(s, &rows[i]) = rows[i].standard;
        else if (rows[i].type == TYPE_BOOL)
            *bool_of(s, &rows[i]) = rows[i].standard != 0;
        else
            text_set(text_of(s, &rows[i]), rows[i].standard_text);
    }
}

void settings_done(struct settings *s)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].type == TYPE_TEXT)
            text_done(text_of(s, &rows[i]));
}

static bool copy_texts(struct settings *to, const struct settings *from)
{
    bool whole = true;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].type != TYPE_TEXT)
            continue;
        const struct text *value = (const struct text *)(const void *)((const char *)from + rows[i].offset);
        text_init(text_of(to, &rows[i]));
        text_add(text_of(to, &rows[i]), text_str(value));
        whole = whole && !text_of(to, &rows[i])->failed;
    }
    return whole;
}

bool settings_copy(struct settings *to, const struct settings *from)
{
    struct settings copy = *from;
    bool whole = copy_texts(&copy, from);
    if (!whole) {
        settings_done(&copy);
        return false;
    }
    settings_done(to);
    *to = copy;
    return true;
}

const char *const *settings_keys(void)
{
    static const char *const keys[] = {
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh) #key,
#define SETTING_BOOL(key, standard, en, zh) #key,
#define SETTING_TEXT(key, standard, en, zh) #key,
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
        NULL};
    return keys;
}

static const struct setting *find_row(const char *key)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (str_equal(rows[i].key, key))
            return &rows[i];
    return NULL;
}

bool settings_value(const struct settings *s, const char *key, struct text *out)
{
    const struct setting *row = find_row(key);
    if (!row)
        return false;
    const void *at = (const char *)s + row->offset;
    if (row->type == TYPE_NUMBER)
        text_addf(out, "%d", (int)*(const int32_t *)at);
    else if (row->type == TYPE_BOOL)
        text_add(out, *(const bool *)at ? "yes" : "no");
    else
        text_add(out, text_str(at));
    return true;
}

/* False, for its caller to return. */
static bool complain(struct settings_reader *r, uint32_t line, enum string_id what,
                     const char *value, enum string_id remedy)
{
    r->good = false;
    problems_add(r->problems, r->name, line, what, value, remedy);
    return false;
}

/* Windows writes a buffer as it stands, and disks of 4 KB sectors refuse the rest. */
static int32_t round_to_pages(struct settings_reader *r, const struct setting *row, const struct ini_entry *e, int32_t value)
{
    int32_t rounded = (value + PAGE_KB - 1) / PAGE_KB * PAGE_KB;
    if (strcmp(row->unit, "KB") != 0 || rounded == value)
        return value;
    struct text t = TEXT_EMPTY;
    text_addf(&t, "%s = %s -> %d", e->key, e->value, (int)rounded);
    problems_add_advice(r->problems, r->name, e->line, STR_bad_pages, text_str(&t), STR_mend_pages);
    r->good = false;
    text_done(&t);
    return rounded;
}

static void read_number(struct settings_reader *r, const struct setting *row,
                        const struct ini_entry *e)
{
    int64_t value;
    if (!str_to_i64(e->value, &value)) {
        complain(r, e->line, STR_bad_number, e->value, STR_mend_number);
        return;
    }
    if (value < row->least || value > row->most) {
        struct text t = TEXT_EMPTY;
        text_addf(&t, "%s = %s (%d ... %d)", e->key, e->value, (int)row->least, (int)row->most);
        complain(r, e->line, STR_bad_range, text_str(&t), STR_mend_range);
        text_done(&t);
        return;
    }
    *number_of(r->settings, row) = round_to_pages(r, row, e, (int32_t)value);
    *line_of(r->settings, row) = e->line;
}

bool settings_is_folder(const char *value)
{
    return path_is_full(value) || !(value[0] == '\\' || value[0] == '/' || (value[0] && value[1] == ':'));
}

/* A comment stands on a line of its own; behind a value it would be part of it. */
static bool has_comment(const char *value)
{
    return strstr(value, " ;") || strstr(value, "\t;") || strstr(value, " # ");
}

static bool begins_with_tilde(const char *value)
{
    return value[0] == '~' && (!value[1] || value[1] == '/' || value[1] == '\\');
}

bool settings_expand(const char *value, settings_variable_fn *get, void *ctx, struct text *out)
{
    struct text name = TEXT_EMPTY;
    bool known = true;
    while (known && *value) {
        const char *end = *value == '%' ? strchr(value + 1, '%') : NULL;
        if (*value != '%') {
            text_add_char(out, *value++);
            continue;
        }
        text_clear(&name);
        if (end)
            text_add_bytes(&name, value + 1, (size_t)(end - value - 1));
        known = name.len > 0 && get(ctx, text_str(&name), out);
        value = end ? end + 1 : value;
    }
    text_done(&name);
    return known && !out->failed;
}

/* Some texts are one of a few words. */
static bool is_known_word(struct settings_reader *r, const struct text *t, const struct ini_entry *e)
{
    static const struct {
        size_t offset;
        enum string_id what, remedy;
        const char *words[3];
    } lists[] = {
        {offsetof(struct settings, language), STR_bad_language, STR_mend_language, {"auto", "en", "zh-CN"}},
        {offsetof(struct settings, click), STR_bad_click, STR_mend_click, {"auto", "viewer", "report"}},
        {offsetof(struct settings, sounds), STR_bad_sounds, STR_mend_sounds, {"own", "windows", NULL}},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if ((const char *)t != (const char *)r->settings + lists[i].offset)
            continue;
        for (size_t w = 0; w < 3 && lists[i].words[w]; w++)
            if (str_equal_nocase(e->value, lists[i].words[w]))
                return true;
        return complain(r, e->line, lists[i].what, e->value, lists[i].remedy);
    }
    return true;
}

static bool is_good_text(struct settings_reader *r, const struct setting *row, const struct ini_entry *e)
{
    const struct text *t = text_of(r->settings, row);
    if (!*e->value && *row->standard_text)
        return complain(r, e->line, STR_bad_empty, e->key, STR_mend_empty);
    if (strchr(e->value, '"'))
        return complain(r, e->line, STR_bad_quotes, e->value, STR_mend_quotes);
    if (has_comment(e->value))
        return complain(r, e->line, STR_bad_comment, e->value, STR_mend_comment);
    if (begins_with_tilde(e->value))
        return complain(r, e->line, STR_bad_tilde, e->value, STR_mend_tilde);
    if (t == &r->settings->folder && !settings_is_folder(e->value))
        return complain(r, e->line, STR_bad_folder, e->value, STR_mend_folder);
    return is_known_word(r, t, e);
}

static void read_text(struct settings_reader *r, const struct setting *row,
                      const struct ini_entry *e)
{
    struct text value = TEXT_EMPTY;
    if (!is_good_text(r, row, e))
        return;
    text_set(&value, e->value);
    if (value.failed) {
        r->good = false;
        r->problems->short_of_memory = true;
        return;
    }
    text_move(text_of(r->settings, row), &value);
    *line_of(r->settings, row) = e->line;
}

static bool on_entry(void *ctx, const struct ini_entry *e)
{
    struct settings_reader *r = ctx;
    if (!e->key) {
        complain(r, e->line, STR_bad_settings_section, e->section, STR_mend_settings_section);
        return true;
    }
    const struct setting *row = find_row(e->key);
    if (!row) {
        complain(r, e->line, STR_bad_setting, e->key, STR_mend_setting);
        return true;
    }
    size_t i = (size_t)(row - rows);
    if (r->seen[i]) {
        complain(r, e->line, STR_bad_twice, e->key, STR_mend_twice);
        return true;
    }
    r->seen[i] = true;
    if (rows[i].type == TYPE_NUMBER)
        read_number(r, &rows[i], e);
    else if (rows[i].type == TYPE_TEXT)
        read_text(r, &rows[i], e);
    else if (!ini_bool(e->value, bool_of(r->settings, &rows[i])))
        complain(r, e->line, STR_bad_bool, e->value, STR_mend_bool);
    return true;
}

static bool on_fault(void *ctx, enum ini_fault fault, uint32_t line, const char *str)
{
    struct settings_reader *r = ctx;
    r->good = false;
    ini_problem_add(r->problems, r->name, fault, line, str);
    return true;
}

bool settings_read(struct settings *s, const char *name, const char *bytes, size_t len,
                   struct problems *problems)
{
    struct settings_reader r = {s, name, problems, {false}, true};
    bool whole = ini_read(bytes, len, on_entry, on_fault, &r);
    if (!whole && r.good)
        problems->short_of_memory = true;
    return whole && r.good;
}

/* A blank and the unit; nothing for a bare number. */
static void add_unit(struct text *out, const char *unit, bool chinese)
{
    static const char *const words[][2] = {{"days", "天"}, {"s", "秒"}, {"ms", "毫秒"}};
    for (size_t i = 0; chinese && i < sizeof words / sizeof words[0]; i++)
        if (strcmp(unit, words[i][0]) == 0)
            unit = words[i][1];
    text_addf(out, "%s%s", *unit ? " " : "", unit);
}

static void write_number(struct text *out, const struct setting *row)
{
    int least = (int)row->least, most = (int)row->most, standard = (int)row->standard;
    text_addf(out, "; Number, %d to %d", least, most);
    add_unit(out, row->unit, false);
    text_addf(out, "; default %d.\n; 数字，%d 到 %d", standard, least, most);
    add_unit(out, row->unit, true);
    text_addf(out, "；默认 %d。\n%s = %d\n", standard, row->key, standard);
}

static void write_row(struct text *out, const struct setting *row)
{
    text_addf(out, "\n; %s\n; %s\n", row->english, row->chinese);
    if (row->type == TYPE_NUMBER)
        write_number(out, row);
    else if (row->type == TYPE_BOOL)
        text_addf(out,
                  "; yes or no; default %s.\n"
                  "; yes（是）或 no（否）；默认 %s。\n%s = %s\n",
                  row->standard ? "yes" : "no", row->standard ? "yes" : "no", row->key,
                  row->standard ? "yes" : "no");
    else if (*row->standard_text)
        text_addf(out, "; Text; default %s.\n; 文本；默认 %s。\n%s = %s\n", row->standard_text,
                  row->standard_text, row->key, row->standard_text);
    else
        text_addf(out, "; Text; empty by default.\n; 文本；默认为空。\n%s =\n", row->key);
}

void settings_write_default(struct text *out)
{
    text_add(out,
             "; Settings of Hitchbox. Save this file as UTF-8 and start Hitchbox again.\n"
             "; A line that begins with ; is a comment; a key that is missing has its default.\n"
             "; Hitchbox 的设置。请以 UTF-8 保存，然后重新启动 Hitchbox。\n"
             "; 以 ; 开头的行是注释；缺少的键使用默认值。\n");
    for (size_t i = 0; i < ROW_COUNT; i++)
        write_row(out, &rows[i]);
}
