#include "base/json.h"

#include <string.h>

void json_add_string(struct text *out, const char *str)
{
    text_share_loss(out, str);
    text_add_char(out, '"');
    for (; *str; str++) {
        unsigned char c = (unsigned char)*str;
        if (c == '"' || c == '\\')
            text_addf(out, "\\%c", c);
        else if (c < 0x20)
            text_addf(out, "\\u%04x", c);
        else
            text_add_char(out, *str);
    }
    text_add_char(out, '"');
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
        at++;
    return at;
}

/* Where the value of that member begins. Inside a string the quote behind a name
 * has a backslash, so that no text is taken for a member. */
static const char *find_value(const char *json, const char *end, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = strstr(json, name); at && at + len < end; at = strstr(at + len, name)) {
        const char *colon = at[len] == '"' ? skip_blanks(at + len + 1) : "";
        if (at > json && at[-1] == '"' && *colon == ':')
            return skip_blanks(colon + 1);
    }
    return NULL;
}

static void add_code_point(struct text *out, unsigned code)
{
    if (code < 0x80) {
        text_add_char(out, (char)(code ? code : '?'));
    } else if (code < 0x800) {
        text_add_char(out, (char)(0xC0 | code >> 6));
        text_add_char(out, (char)(0x80 | (code & 0x3F)));
    } else if (code >= 0xD800 && code < 0xE000) {
        text_add_char(out, '?');
    } else {
        text_add_char(out, (char)(0xE0 | code >> 12));
        text_add_char(out, (char)(0x80 | (code >> 6 & 0x3F)));
        text_add_char(out, (char)(0x80 | (code & 0x3F)));
    }
}

/* `at` is behind the backslash; what follows the escape. */
static const char *take_escape(const char *at, struct text *value)
{
    static const char letters[] = "bfnrt", means[] = "\b\f\n\r\t";
    const char *letter = strchr(letters, *at);
    char hex[] = "0x0000";
    uint64_t code;
    if (*at == 'u' && strlen(at) > 4) {
        memcpy(hex + 2, at + 1, 4);
        if (str_to_u64(hex, &code)) {
            add_code_point(value, (unsigned)code);
            return at + 5;
        }
    }
    text_add_char(value, letter ? means[letter - letters] : *at);
    return at + 1;
}

static bool take_string(const char *at, struct text *value)
{
    while (*at && *at != '"' && *at != '\n') {
        if (*at == '\\' && at[1])
            at = take_escape(at + 1, value);
        else
            text_add_char(value, *at++);
    }
    return *at == '"';
}

bool json_find(const char *json, const char *end, const char *name, struct text *value)
{
    const char *at = find_value(json, end, name);
    if (value->failed)
        return false;
    text_clear(value);
    if (!at)
        return false;
    if (*at == '"')
        return take_string(at + 1, value) && !value->failed;
    while (*at && !strchr(",}]\r\n\t ", *at))
        text_add_char(value, *at++);
    return !value->failed;
}

bool json_find_u64(const char *json, const char *end, const char *name, struct text *scratch, uint64_t *value)
{
    return json_find(json, end, name, scratch) && str_to_u64(text_str(scratch), value);
}

/* Behind a string whose quote stands at `at`. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++) {
        if (*at == '\\' && at + 1 < end)
            at++;
    }
    return at < end ? at + 1 : end;
}

/* Behind an object that begins at `at`; NULL for one that does not end. */
static const char *skip_object(const char *at, const char *end)
{
    size_t depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = skip_string(at, end);
            continue;
        }
        depth += *at == '{';
        if (*at++ == '}' && --depth == 0)
            return at;
    }
    return NULL;
}

bool json_next_object(const char *json, const char *end, const char *name, const char **object, const char **object_end)
{
    const char *at = *object ? skip_blanks(*object_end) : find_value(json, end, name);
    if (!at || at >= end || *at != (*object ? ',' : '['))
        return false;
    at = skip_blanks(at + 1);
    const char *behind = at < end && *at == '{' ? skip_object(at, end) : NULL;
    if (!behind)
        return false;
    *object = at;
    *object_end = behind;
    return true;
}
