/* UTF-16, which lives in src/win only: one growable buffer, and the ways
 * between it and the product's UTF-8.
 *
 * Works as struct text does: always ends in a zero unit, a failed addition
 * sets `failed` and changes nothing; build, then test `failed` once. Input
 * that is no valid UTF-8 or UTF-16 becomes U+FFFD, never an error. */
#ifndef HB_WIN_UTF16_H
#define HB_WIN_UTF16_H

#include <wchar.h>

#include "base/text.h"

struct wide {
    wchar_t *units;
    size_t count; /* units, without the final zero */
    size_t room;
    bool failed;
};

/* An empty one that owns nothing yet: struct wide w = WIDE_EMPTY; */
#define WIDE_EMPTY {NULL, 0, 0, false}

void wide_init(struct wide *w);
void wide_done(struct wide *w);
void wide_clear(struct wide *w);
/* Never NULL: L"" for an empty one and for one that failed. Valid until the next
 * change. */
const wchar_t *wide_str(const struct wide *w);

void wide_add(struct wide *w, const wchar_t *str);
void wide_add_units(struct wide *w, const wchar_t *units, size_t count);
/* text_lost makes it failed. */
void wide_add_utf8(struct wide *w, const char *str);
/* Makes room for `count` more units and returns where they go (NULL: no
 * memory), for calls that fill a buffer; wide_filled then says how many did. */
wchar_t *wide_reserve(struct wide *w, size_t count);
void wide_filled(struct wide *w, size_t count);

/* Adds a UTF-8 path in the form that file calls take at any length: absolute,
 * with \ between folders, without . and .., and from 248 units on with \\?\
 * (\\?\UNC\server\share for shares) before it. Shorter paths stay plain,
 * because ETW and other programs show and understand those. A path that
 * begins with \\?\ or \\.\ is added as it is. */
void wide_add_path(struct wide *w, const char *path);

void text_add_wide(struct text *t, const wchar_t *str);
void text_add_wide_units(struct text *t, const wchar_t *units, size_t count);
/* The same without \\?\ and \\?\UNC\ in front: a path that people read. */
void text_add_wide_path(struct text *t, const wchar_t *path);

/* Copies `str` into a fixed field of `room` units, cut at a whole character
 * and ended by a zero. Returns false if something was cut off. Needs no memory. */
bool utf16_copy_cut(wchar_t *field, size_t room, const char *str);

#endif
