/* Text: one growable UTF-8 buffer, and the few things done to strings.
 *
 * A text always ends in NUL once anything was added, so `text_str` can be
 * given to any call that wants a C string. It may hold NUL bytes inside
 * (file contents); `len` counts bytes without the final NUL.
 *
 * Memory: an addition that cannot be had sets `failed` and leaves `bytes` and
 * `len` as they were; further additions do nothing. Build a whole text, then
 * test `failed` once. A text that failed reads as text_lost, an empty string of
 * its own: what is made of that has failed, too, and it is no path (os.h), so
 * half a name is never opened, written or shown. `text_done` frees; the struct
 * may then be used again. */
#ifndef HB_BASE_TEXT_H
#define HB_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define HB_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#elif defined(__GNUC__)
/* C99's conversions under mingw too, where plain printf means the old CRT's. */
#define HB_PRINTF(fmt, first) __attribute__((format(gnu_printf, fmt, first)))
#else
#define HB_PRINTF(fmt, first)
#endif

struct text {
    char *bytes;
    size_t len;
    size_t room;
    bool failed;
    bool is_fixed; /* over the caller's room */
};

/* An empty text that owns nothing yet: struct text t = TEXT_EMPTY; */
#define TEXT_EMPTY {NULL, 0, 0, false, false}

void text_init(struct text *t);
/* An empty text in the caller's room, for what must be said without memory: it
 * fails where that is full. Not for text_set. */
void text_init_over(struct text *t, char *room, size_t len);
void text_done(struct text *t);
void text_clear(struct text *t);
/* Never NULL: "" for an empty text, text_lost for one that failed. Valid until
 * the next change. */
const char *text_str(const struct text *t);
extern const char text_lost[];
/* Was nothing added, and nothing lost? Ask this where an empty text is left out
 * or replaced: one that failed has no bytes either. */
bool text_is_empty(const struct text *t);

void text_add(struct text *t, const char *str);
void text_add_bytes(struct text *t, const void *bytes, size_t len);
void text_add_char(struct text *t, char c);
/* For what takes a string apart instead of adding it: text_lost makes `t` fail. */
void text_share_loss(struct text *t, const char *str);
/* printf's %s %c %d %u %x %X %% with flags 0 and -, width, precision for %s,
 * '*' for both, and the sizes ll, l and z. No floating point, no locale.
 * A NULL string prints as "(null)". */
void text_addf(struct text *t, const char *fmt, ...) HB_PRINTF(2, 3);
void text_vaddf(struct text *t, const char *fmt, va_list args);
/* Replaces the content. `str` may point into the text itself. */
void text_set(struct text *t, const char *str);
/* Replaces the content by that of `from`, which is empty then; needs no memory. */
void text_move(struct text *t, struct text *from);
/* Makes what stands from `from` on, a name out of a file, fit for a line on a
 * screen: ASCII control characters become blanks; bytes that are not UTF-8, and
 * characters that steer a terminal, break a line or turn the writing's
 * direction, become "?". It never grows. */
void text_clean(struct text *t, size_t from);
/* Leaves at most `len` bytes, and no half character of valid UTF-8. */
void text_cut(struct text *t, size_t len);

bool str_equal(const char *a, const char *b);
/* ASCII letters compare without case; other bytes exactly. */
bool str_equal_nocase(const char *a, const char *b);
/* Do the first `len` bytes of both agree, and are there so many? */
bool str_begins_nocase(const char *str, const char *with, size_t len);
bool str_starts(const char *str, const char *prefix);
bool str_ends(const char *str, const char *suffix);

/* Decimal, or hexadecimal after 0x; the whole string or nothing. Both fail on
 * overflow and leave *value untouched. */
bool str_to_u64(const char *str, uint64_t *value);
bool str_to_i64(const char *str, int64_t *value);

/* What a hexadecimal digit is worth, in any case; 99 for any other character. */
unsigned str_digit(char c);

/* Does a Windows path begin with its drive and folder (C:\ or C:/) or with a
 * share (\\)? Not so: C:name and \name, which depend on a current folder. */
bool path_is_full(const char *path);

/* Is it well-formed UTF-8 (no overlong forms, no surrogates)? */
bool utf8_valid(const char *bytes, size_t len);

#include "base/banned.h"

#endif
