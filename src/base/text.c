#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const char text_lost[] = "";

void text_init(struct text *t)
{
    memset(t, 0, sizeof *t);
}

void text_init_over(struct text *t, char *room, size_t len)
{
    text_init(t);
    t->bytes = room;
    t->room = len;
    t->is_fixed = true;
    room[0] = 0;
}

void text_done(struct text *t)
{
    if (!t->is_fixed)
        free(t->bytes);
    text_init(t);
}

void text_clear(struct text *t)
{
    t->len = 0;
    t->failed = false;
    if (t->bytes)
        t->bytes[0] = 0;
}

const char *text_str(const struct text *t)
{
    return t->failed ? text_lost : t->bytes ? t->bytes : "";
}

bool text_is_empty(const struct text *t)
{
    return !t->len && !t->failed;
}

static bool text_grow(struct text *t, size_t more)
{
    if (t->failed || more > SIZE_MAX / 2 - t->len - 1) {
        t->failed = true;
        return false;
    }
    size_t need = t->len + more + 1;
    if (need <= t->room)
        return true;
    if (t->is_fixed) {
        t->failed = true;
        return false;
    }
    size_t room = t->room ? t->room : 32;
    while (room < need)
        room *= 2;
    char *bytes = realloc(t->bytes, room);
    if (!bytes) {
        t->failed = true;
        return false;
    }
    t->bytes = bytes;
    t->room = room;
    return true;
}

void text_add_bytes(struct text *t, const void *bytes, size_t len)
{
    text_share_loss(t, bytes);
    if (!text_grow(t, len))
        return;
    if (len)
        memcpy(t->bytes + t->len, bytes, len);
    t->len += len;
    t->bytes[t->len] = 0;
}

void text_add(struct text *t, const char *str)
{
    text_add_bytes(t, str, strlen(str));
}

void text_add_char(struct text *t, char c)
{
    text_add_bytes(t, &c, 1);
}

void text_share_loss(struct text *t, const char *str)
{
    t->failed = t->failed || str == text_lost;
}

void text_set(struct text *t, const char *str)
{
    struct text fresh = TEXT_EMPTY;
    text_add(&fresh, str);
    text_done(t);
    *t = fresh;
}

void text_move(struct text *t, struct text *from)
{
    text_done(t);
    *t = *from;
    text_init(from);
}

struct spec {
    bool left, zero, upper, has_precision;
    size_t width, precision;
};

static void add_fill(struct text *t, char c, size_t count)
{
    while (count-- > 0)
        text_add_char(t, c);
}

static void add_padded(struct text *t, const struct spec *s, const char *bytes, size_t len)
{
    size_t fill = s->width > len ? s->width - len : 0;
    if (!s->left)
        add_fill(t, ' ', fill);
    text_add_bytes(t, bytes, len);
    if (s->left)
        add_fill(t, ' ', fill);
}

static void add_number(struct text *t, const struct spec *s, uint64_t value, bool negative, unsigned base)
{
    char digits[24];
    size_t at = sizeof digits;
    const char *set = s->upper ? "0123456789ABCDEF" : "0123456789abcdef";
    do {
        digits[--at] = set[value % base];
        value /= base;
    } while (value);
    if (s->zero && !s->left) {
        size_t len = sizeof digits - at + (negative ? 1 : 0);
        if (negative)
            text_add_char(t, '-');
        add_fill(t, '0', s->width > len ? s->width - len : 0);
        text_add_bytes(t, digits + at, sizeof digits - at);
        return;
    }
    if (negative)
        digits[--at] = '-';
    add_padded(t, s, digits + at, sizeof digits - at);
}

static size_t bounded_len(const char *str, const struct spec *s)
{
    size_t len = 0;
    while ((!s->has_precision || len < s->precision) && str[len])
        len++;
    return len;
}

static const char *read_number(const char *at, size_t *value)
{
    *value = 0;
    while (*at >= '0' && *at <= '9')
        *value = *value * 10 + (size_t)(*at++ - '0');
    return at;
}

enum size_mark { SIZE_INT, SIZE_LONG, SIZE_LONG_LONG, SIZE_SIZE };

static const char *read_size(const char *at, enum size_mark *size)
{
    *size = SIZE_INT;
    if (*at == 'z') {
        *size = SIZE_SIZE;
        return at + 1;
    }
    if (*at == 'l') {
        *size = at[1] == 'l' ? SIZE_LONG_LONG : SIZE_LONG;
        return at + (at[1] == 'l' ? 2 : 1);
    }
    return at;
}

/* A va_list may be an array, and then only a pointer to one that va_copy made
 * can be handed on. */
struct arguments {
    va_list list;
};

static uint64_t take_unsigned(struct arguments *args, enum size_mark size)
{
    switch (size) {
    case SIZE_LONG: return va_arg(args->list, unsigned long);
    case SIZE_LONG_LONG: return va_arg(args->list, unsigned long long);
    case SIZE_SIZE: return va_arg(args->list, size_t);
    default: return va_arg(args->list, unsigned int);
    }
}

static int64_t take_signed(struct arguments *args, enum size_mark size)
{
    switch (size) {
    case SIZE_LONG: return va_arg(args->list, long);
    case SIZE_LONG_LONG: return va_arg(args->list, long long);
    case SIZE_SIZE: return (int64_t)va_arg(args->list, size_t);
    default: return va_arg(args->list, int);
    }
}

static size_t take_count(struct arguments *args)
{
    int value = va_arg(args->list, int);
    return value > 0 ? (size_t)value : 0;
}

static const char *read_spec(const char *at, struct spec *s, struct arguments *args)
{
    memset(s, 0, sizeof *s);
    for (; *at == '-' || *at == '0'; at++) {
        s->left = s->left || *at == '-';
        s->zero = s->zero || *at == '0';
    }
    if (*at == '*') {
        s->width = take_count(args);
        at++;
    } else {
        at = read_number(at, &s->width);
    }
    if (*at != '.')
        return at;
    s->has_precision = true;
    at++;
    if (*at == '*') {
        s->precision = take_count(args);
        return at + 1;
    }
    return read_number(at, &s->precision);
}

static void add_conversion(struct text *t, struct spec *s, enum size_mark size, char kind,
                           struct arguments *args)
{
    char c;
    int64_t number;
    const char *str;
    switch (kind) {
    case 's':
        str = va_arg(args->list, const char *);
        str = str ? str : "(null)";
        text_share_loss(t, str);
        add_padded(t, s, str, bounded_len(str, s));
        break;
    case 'c':
        c = (char)va_arg(args->list, int);
        add_padded(t, s, &c, 1);
        break;
    case 'd':
        number = take_signed(args, size);
        add_number(t, s, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, number < 0, 10);
        break;
    case 'u':
        add_number(t, s, take_unsigned(args, size), false, 10);
        break;
    case 'x':
    case 'X':
        s->upper = kind == 'X';
        add_number(t, s, take_unsigned(args, size), false, 16);
        break;
    default:
        text_add_char(t, '%');
        if (kind && kind != '%')
            text_add_char(t, kind);
        break;
    }
}

void text_vaddf(struct text *t, const char *fmt, va_list list)
{
    struct arguments args;
    va_copy(args.list, list);
    for (const char *at = fmt; *at;) {
        if (*at != '%') {
            text_add_char(t, *at++);
            continue;
        }
        struct spec s;
        enum size_mark size;
        at = read_size(read_spec(at + 1, &s, &args), &size);
        add_conversion(t, &s, size, *at, &args);
        at += *at ? 1 : 0;
    }
    va_end(args.list);
}

void text_addf(struct text *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    text_vaddf(t, fmt, args);
    va_end(args);
}
