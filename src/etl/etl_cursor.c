#include "etl/etl_cursor.h"

#include <string.h>

#define SID_FIXED 8u
#define SID_MAX_SUBS 15u

struct guid etl_take_guid(struct etl_cursor *c)
{
    static const struct guid none = {0, 0, 0, {0}};
    const uint8_t *b = etl_take(c, 16);
    return b ? etl_get_guid(b) : none;
}

const char *etl_take_ansi(struct etl_cursor *c)
{
    const uint8_t *start = c->at;
    const uint8_t *nul = !c->failed && etl_left(c) ? memchr(start, 0, etl_left(c)) : NULL;
    if (!nul) {
        c->failed = true;
        return NULL;
    }
    c->at = nul + 1;
    return (const char *)start;
}

static void add_code_point(struct text *out, uint32_t cp)
{
    if (cp < 0x80) {
        text_add_char(out, (char)cp);
    } else if (cp < 0x800) {
        text_add_char(out, (char)(0xC0 | cp >> 6));
        text_add_char(out, (char)(0x80 | (cp & 0x3F)));
    } else if (cp < 0x10000) {
        text_add_char(out, (char)(0xE0 | cp >> 12));
        text_add_char(out, (char)(0x80 | (cp >> 6 & 0x3F)));
        text_add_char(out, (char)(0x80 | (cp & 0x3F)));
    } else {
        text_add_char(out, (char)(0xF0 | cp >> 18));
        text_add_char(out, (char)(0x80 | (cp >> 12 & 0x3F)));
        text_add_char(out, (char)(0x80 | (cp >> 6 & 0x3F)));
        text_add_char(out, (char)(0x80 | (cp & 0x3F)));
    }
}

void etl_add_utf16(struct text *out, const uint8_t *bytes, size_t len)
{
    struct etl_cursor c = etl_cursor_of(bytes, len & ~(size_t)1);
    while (etl_left(&c)) {
        uint32_t unit = etl_take_u16(&c);
        if (!unit)
            return;
        if (unit >= 0xD800 && unit <= 0xDFFF) {
            uint32_t low = unit < 0xDC00 && etl_left(&c) ? etl_get_u16(c.at) : 0;
            if (low >= 0xDC00 && low <= 0xDFFF) {
                etl_skip(&c, 2);
                unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            } else {
                unit = 0xFFFD;
            }
        }
        add_code_point(out, unit);
    }
}

void etl_take_utf16(struct etl_cursor *c, struct text *out)
{
    const uint8_t *start = c->at;
    struct etl_cursor seek = *c;
    while (!seek.failed && etl_take_u16(&seek)) {
    }
    if (!seek.failed)
        etl_add_utf16(out, start, (size_t)(seek.at - start));
    else
        seek.at = start;
    *c = seek;
}

const uint8_t *etl_take_sid(struct etl_cursor *c, size_t *len)
{
    size_t need = SID_FIXED;
    if (!c->failed && etl_left(c) >= 2)
        need += 4u * c->at[1];
    if (need > SID_FIXED + 4u * SID_MAX_SUBS)
        c->failed = true;
    const uint8_t *sid = etl_take(c, need);
    if (sid)
        *len = need;
    return sid;
}
