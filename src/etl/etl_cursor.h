/* A cursor over the bytes of a trace: every read is checked.
 *
 * The first read that finds too few bytes sets `failed` and moves nothing;
 * every read after that gives zero. So a reader takes all the fields of a
 * record in their order and tests `failed` once. Values are little-endian,
 * at any alignment. What a cursor hands out as pointers borrows from the bytes
 * it was made over. */
#ifndef HB_ETL_ETL_CURSOR_H
#define HB_ETL_ETL_CURSOR_H

#include "base/guid.h"
#include "base/text.h"

struct etl_cursor {
    const uint8_t *at;
    const uint8_t *end;
    bool failed;
};

static inline struct etl_cursor etl_cursor_of(const uint8_t *bytes, size_t len)
{
    struct etl_cursor c = {bytes, bytes, false};
    if (len)
        c.end = bytes + len;
    return c;
}

static inline size_t etl_left(const struct etl_cursor *c)
{
    return (size_t)(c->end - c->at);
}

/* The next `len` bytes, or NULL (and failed) where fewer are left. */
static inline const uint8_t *etl_take(struct etl_cursor *c, size_t len)
{
    const uint8_t *bytes = c->at;
    if (c->failed || len > etl_left(c)) {
        c->failed = true;
        return NULL;
    }
    c->at += len;
    return bytes;
}

/* Values out of a block that etl_take handed out. */
static inline uint16_t etl_get_u16(const uint8_t *b)
{
    return (uint16_t)(b[0] | (uint16_t)b[1] << 8);
}
static inline uint32_t etl_get_u32(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}
static inline uint64_t etl_get_u64(const uint8_t *b)
{
    return (uint64_t)etl_get_u32(b) | (uint64_t)etl_get_u32(b + 4) << 32;
}
static inline int64_t etl_get_i64(const uint8_t *b)
{
    return (int64_t)etl_get_u64(b);
}

static inline struct guid etl_get_guid(const uint8_t *b)
{
    struct guid g;
    g.data1 = etl_get_u32(b);
    g.data2 = etl_get_u16(b + 4);
    g.data3 = etl_get_u16(b + 6);
    for (int i = 0; i < 8; i++)
        g.data4[i] = b[8 + i];
    return g;
}

static inline uint8_t etl_take_u8(struct etl_cursor *c)
{
    const uint8_t *b = etl_take(c, 1);
    return b ? b[0] : 0;
}
static inline uint16_t etl_take_u16(struct etl_cursor *c)
{
    const uint8_t *b = etl_take(c, 2);
    return b ? etl_get_u16(b) : 0;
}
static inline uint32_t etl_take_u32(struct etl_cursor *c)
{
    const uint8_t *b = etl_take(c, 4);
    return b ? etl_get_u32(b) : 0;
}
static inline uint64_t etl_take_u64(struct etl_cursor *c)
{
    const uint8_t *b = etl_take(c, 8);
    return b ? etl_get_u64(b) : 0;
}
static inline int64_t etl_take_i64(struct etl_cursor *c)
{
    return (int64_t)etl_take_u64(c);
}
/* A pointer or size of the program that wrote the record: 4 or 8 bytes. */
static inline uint64_t etl_take_ptr(struct etl_cursor *c, uint32_t ptr_size)
{
    return ptr_size == 4 ? etl_take_u32(c) : etl_take_u64(c);
}

static inline void etl_skip(struct etl_cursor *c, size_t len)
{
    (void)etl_take(c, len);
}

struct guid etl_take_guid(struct etl_cursor *c);

/* A NUL-terminated string of bytes; NULL (and failed) without a NUL. The bytes
 * are in the code page of the machine that wrote them, not always UTF-8. */
const char *etl_take_ansi(struct etl_cursor *c);

/* Adds a NUL-terminated UTF-16 string to `out` as UTF-8, and moves behind its
 * NUL. Half surrogates become U+FFFD. Fails without a NUL, adding nothing. */
void etl_take_utf16(struct etl_cursor *c, struct text *out);

/* A security id (8 bytes and 4 for each sub-authority); NULL and failed where
 * its own count of sub-authorities is over 15 or passes the end. */
const uint8_t *etl_take_sid(struct etl_cursor *c, size_t *len);

/* Adds `len` bytes of UTF-16, up to a NUL if one stands there, as UTF-8. */
void etl_add_utf16(struct text *out, const uint8_t *bytes, size_t len);

#endif
