#include "etl/private/etl_xpress.h"

#include "etl/etl_cursor.h"

#include <string.h>

#define MIN_MATCH 3u
#define SHORT_TOP 7u
#define NIBBLE_TOP 15u
#define BYTE_TOP 255u
#define STEP 8u
#define LONG_LEAST (SHORT_TOP + NIBBLE_TOP) /* what a written-out length counts in */

/* Length of a match behind its distance; `half` remembers where the unused
 * upper half of a shared length byte stands. */
static size_t match_len(struct etl_cursor *c, uint32_t low, const uint8_t **half)
{
    if (low < SHORT_TOP)
        return low + MIN_MATCH;
    uint32_t len;
    if (*half) {
        len = **half >> 4;
        *half = NULL;
    } else {
        *half = c->at;
        len = etl_take_u8(c) & NIBBLE_TOP;
    }
    if (len == NIBBLE_TOP) {
        uint32_t byte = etl_take_u8(c);
        if (byte == BYTE_TOP) {
            uint32_t whole = etl_take_u16(c);
            if (!whole)
                whole = etl_take_u32(c);
            if (whole < LONG_LEAST)
                c->failed = true;
            byte = whole - LONG_LEAST;
        }
        len = byte + NIBBLE_TOP;
    }
    return (size_t)len + SHORT_TOP + MIN_MATCH;
}

/* `room` is what is left of the output. Most matches are short and lie far
 * back: they go in steps of eight where the last step may pass their end. */
static void copy_match(uint8_t *out, size_t distance, size_t len, size_t room)
{
    const uint8_t *from = out - distance;
    if (distance >= STEP && room >= len + STEP) {
        for (size_t i = 0; i < len; i += STEP)
            memcpy(out + i, from + i, STEP);
    } else if (distance == 1) {
        memset(out, *from, len);
    } else {
        for (size_t i = 0; i < len; i++)
            out[i] = from[i];
    }
}

enum etl_unpacked etl_xpress_unpack(const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len, size_t *made)
{
    struct etl_cursor c = etl_cursor_of(in, in_len);
    const uint8_t *half = NULL;
    uint32_t flags = 0, flag_count = 0;
    size_t at = 0;
    enum etl_unpacked how = ETL_UNPACKED_WHOLE;
    while (at < out_len) {
        if (!flag_count) {
            flags = etl_take_u32(&c);
            flag_count = 32;
        }
        flag_count--;
        bool is_match = (flags >> flag_count & 1) != 0;
        if (c.failed || !etl_left(&c)) {
            how = ETL_UNPACKED_SHORT;
            break;
        }
        if (!is_match) {
            out[at++] = *c.at++;
            continue;
        }
        uint32_t v = etl_take_u16(&c);
        size_t distance = (v >> 3) + 1u, before = etl_left(&c);
        size_t len = match_len(&c, v & SHORT_TOP, &half);
        if (c.failed) {
            how = before < 8 ? ETL_UNPACKED_SHORT : ETL_UNPACKED_BAD;
            break;
        }
        if (distance > at || len > out_len - at) {
            how = ETL_UNPACKED_BAD;
            break;
        }
        copy_match(out + at, distance, len, out_len - at);
        at += len;
    }
    *made = at;
    return how;
}
