#include "base/text.h"

#include <string.h>

bool str_equal(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool str_equal_nocase(const char *a, const char *b)
{
    while (*a && ascii_lower(*a) == ascii_lower(*b)) {
        a++;
        b++;
    }
    return ascii_lower(*a) == ascii_lower(*b);
}

bool str_begins_nocase(const char *str, const char *with, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (!str[i] || ascii_lower(str[i]) != ascii_lower(with[i]))
            return false;
    }
    return true;
}

bool str_starts(const char *str, const char *prefix)
{
    return strncmp(str, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *str, const char *suffix)
{
    size_t len = strlen(str), suffix_len = strlen(suffix);
    return len >= suffix_len && memcmp(str + len - suffix_len, suffix, suffix_len) == 0;
}

unsigned str_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    c = ascii_lower(c);
    return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : 99;
}

bool str_to_u64(const char *str, uint64_t *value)
{
    unsigned base = 10;
    if (str[0] == '0' && ascii_lower(str[1]) == 'x') {
        base = 16;
        str += 2;
    }
    if (!*str)
        return false;
    uint64_t sum = 0;
    for (; *str; str++) {
        unsigned digit = str_digit(*str);
        if (digit >= base || sum > (UINT64_MAX - digit) / base)
            return false;
        sum = sum * base + digit;
    }
    *value = sum;
    return true;
}

bool str_to_i64(const char *str, int64_t *value)
{
    bool negative = *str == '-';
    uint64_t size;
    if (!str_to_u64(str + (negative ? 1 : 0), &size))
        return false;
    if (size > (uint64_t)INT64_MAX + (negative ? 1 : 0))
        return false;
    *value = negative ? (int64_t)(0 - size) : (int64_t)size;
    return true;
}

/* Bytes of the character that starts here, 0 where none does. */
static size_t utf8_step(const unsigned char *at, size_t left)
{
    if (at[0] < 0x80)
        return 1;
    size_t need = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    if (at[0] < 0xC2 || at[0] > 0xF4 || left < need)
        return 0;
    for (size_t i = 1; i < need; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F) ||
        (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F))
        return 0;
    return need;
}

bool utf8_valid(const char *bytes, size_t len)
{
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t i = 0; i < len;) {
        size_t step = utf8_step(at + i, len - i);
        if (!step)
            return false;
        i += step;
    }
    return true;
}

/* Bytes of a character that no name may show, 0 for any other: the C1 controls,
 * line and paragraph separators, and what turns the direction (UAX #9). */
static size_t steering_step(const unsigned char *at)
{
    if (at[0] == 0xC2)
        return at[1] >= 0x80 && at[1] <= 0x9F ? 2 : 0;
    if (at[0] == 0xD8)
        return at[1] == 0x9C ? 2 : 0;
    if (at[0] != 0xE2)
        return 0;
    if (at[1] == 0x80)
        return at[2] == 0x8E || at[2] == 0x8F || (at[2] >= 0xA8 && at[2] <= 0xAE) ? 3 : 0;
    return at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9 ? 3 : 0;
}

void text_clean(struct text *t, size_t from)
{
    if (t->failed || t->len <= from)
        return;
    unsigned char *bytes = (unsigned char *)t->bytes;
    bool good = utf8_valid(t->bytes + from, t->len - from);
    size_t to = from;
    for (size_t i = from; i < t->len;) {
        size_t step = good ? steering_step(bytes + i) : bytes[i] >= 0x80;
        bool control = bytes[i] < 0x20 || bytes[i] == 0x7F;
        bytes[to++] = step ? '?' : control ? ' ' : bytes[i];
        i += step ? step : 1;
    }
    t->len = to;
    bytes[to] = 0;
}

void text_cut(struct text *t, size_t len)
{
    if (t->len <= len)
        return;
    while (len > 0 && ((unsigned char)t->bytes[len] & 0xC0) == 0x80)
        len--;
    t->len = len;
    t->bytes[len] = 0;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool path_is_full(const char *path)
{
    if (is_letter(path[0]) && path[1] == ':')
        return path[2] == '\\' || path[2] == '/';
    return path[0] == '\\' && path[1] == '\\' && path[2] != 0;
}
