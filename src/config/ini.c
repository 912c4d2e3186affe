#include "config/ini.h"

#include <string.h>

#include "base/text.h"

struct reader {
    ini_entry_fn *entry;
    ini_fault_fn *fault;
    void *ctx;
    struct text section;
    struct text line;
    uint32_t number;
    uint32_t entries;
    bool whole;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The text between the blanks of [from, to), ended by a NUL in place. */
static char *trim(char *from, char *to)
{
    while (from < to && is_blank(*from))
        from++;
    while (to > from && is_blank(to[-1]))
        to--;
    *to = 0;
    return from;
}

static bool report(struct reader *r, enum ini_fault fault, const char *str)
{
    r->whole = false;
    return r->fault(r->ctx, fault, r->number, str);
}

static bool give(struct reader *r, const char *key, const char *value)
{
    if (r->section.failed)
        return false;
    if (++r->entries > INI_MAX_ENTRIES) {
        report(r, INI_TOO_MANY, key ? key : text_str(&r->section));
        return false;
    }
    struct ini_entry e = {text_str(&r->section), key, value, r->number};
    return r->entry(r->ctx, &e);
}

static bool read_section(struct reader *r, char *from, char *to)
{
    if (to[-1] != ']')
        return report(r, INI_BAD_SECTION, from);
    char *name = trim(from + 1, to - 1);
    if (!*name)
        return report(r, INI_BAD_SECTION, from);
    text_set(&r->section, name);
    return give(r, NULL, NULL);
}

static bool read_line(struct reader *r)
{
    char *from = trim(r->line.bytes, r->line.bytes + r->line.len);
    char *to = from + strlen(from);
    if (!*from || *from == ';' || *from == '#')
        return true;
    if (*from == '[')
        return read_section(r, from, to);
    char *equals = strchr(from, '=');
    if (!equals)
        return report(r, INI_NO_EQUALS, from);
    char *value = trim(equals + 1, to);
    char *key = trim(from, equals);
    if (!*key)
        return report(r, INI_EMPTY_KEY, value);
    return give(r, key, value);
}

/* Faults of the whole file, found before any line is given out. */
static bool file_is_text(struct reader *r, const char *bytes, size_t len)
{
    const unsigned char *b = (const unsigned char *)bytes;
    if (len > INI_MAX_BYTES) {
        report(r, INI_TOO_BIG, "");
        return false;
    }
    if (len >= 2 && ((b[0] == 0xFF && b[1] == 0xFE) || (b[0] == 0xFE && b[1] == 0xFF))) {
        r->number = 1;
        report(r, INI_UTF16, "");
        return false;
    }
    const char *nul = len ? memchr(bytes, 0, len) : NULL;
    if (nul) {
        r->number = 1;
        for (const char *at = bytes; at < nul; at++)
            r->number += *at == '\n' ? 1 : 0;
        report(r, INI_NUL, "");
        return false;
    }
    return true;
}

static bool read_raw_line(struct reader *r, const char *from, size_t len)
{
    r->number++;
    if (len && from[len - 1] == '\r')
        len--;
    if (len > INI_MAX_LINE)
        return report(r, INI_LONG_LINE, "");
    if (!utf8_valid(from, len))
        return report(r, INI_BAD_UTF8, "");
    text_clear(&r->line);
    text_add_bytes(&r->line, from, len);
    if (r->line.failed)
        return false;
    return read_line(r);
}

bool ini_read(const char *bytes, size_t len, ini_entry_fn *entry, ini_fault_fn *fault, void *ctx)
{
    struct reader r = {entry, fault, ctx, TEXT_EMPTY, TEXT_EMPTY, 0, 0, true};
    if (!file_is_text(&r, bytes, len))
        goto out;
    size_t at = len >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < len) {
        const char *end = memchr(bytes + at, '\n', len - at);
        size_t line_len = end ? (size_t)(end - (bytes + at)) : len - at;
        if (!read_raw_line(&r, bytes + at, line_len)) {
            r.whole = false;
            break;
        }
        at += line_len + 1;
    }
out:
    text_done(&r.section);
    text_done(&r.line);
    return r.whole;
}
