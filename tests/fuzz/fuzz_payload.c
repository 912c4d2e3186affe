/* The payload cursor: the first half of the input says what to take, the
 * second half is what it is taken from. */
#include <stdlib.h>
#include <string.h>

#include "etl/etl_cursor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take(struct etl_cursor *c, uint8_t what, struct text *t)
{
    size_t len = 0;
    const uint8_t *sid;
    switch (what % 12) {
    case 0:
        (void)etl_take_u8(c);
        break;
    case 1:
        (void)etl_take_u16(c);
        break;
    case 2:
        (void)etl_take_u32(c);
        break;
    case 3:
        (void)etl_take_i64(c);
        break;
    case 4:
        (void)etl_take_ptr(c, 4);
        break;
    case 5:
        (void)etl_take_ptr(c, 8);
        break;
    case 6:
        (void)etl_take_guid(c);
        break;
    case 7:
        etl_take_utf16(c, t);
        break;
    case 8:
        if (etl_take_ansi(c) && c->at[-1] != 0)
            abort();
        break;
    case 9:
        sid = etl_take_sid(c, &len);
        if (sid && sid[len - 1] == 0xEE)
            text_clear(t);
        break;
    case 10:
        etl_skip(c, what / 12u);
        break;
    default:
        etl_add_utf16(t, c->at, etl_left(c));
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t half = size / 2;
    uint8_t *bytes = malloc(half ? half : 1);
    struct text t = TEXT_EMPTY;
    if (!bytes)
        return 0;
    memcpy(bytes, data + (size - half), half);
    struct etl_cursor c = etl_cursor_of(bytes, half);
    for (size_t i = 0; i < half; i++) {
        bool failed = c.failed;
        const uint8_t *at = c.at;
        take(&c, data[i], &t);
        /* Sticky, and never past the end. */
        if (c.at < bytes || c.at > bytes + half || (failed && (!c.failed || c.at != at)))
            abort();
    }
    if (!utf8_valid(text_str(&t), t.len))
        abort();
    text_done(&t);
    free(bytes);
    return 0;
}
