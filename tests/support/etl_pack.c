#include "tests/support/etl_pack.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/etl_write.h"

#define WINDOW 8192u
#define HASHES 4096u
#define AT_MODE 0x88u
#define MODE_COMPRESSED 0x04000000u
#define FORMAT_XPRESS 3u
#define FIRST_ALIGN 512u

size_t pack_room(size_t len)
{
    return len + len / 8 + 64;
}

struct packer {
    uint8_t *out;
    size_t at, flags_at;
    uint32_t flags, count;
    uint8_t *half;
};

static void put_flag(struct packer *p, uint32_t flag)
{
    if (!p->count) {
        p->flags_at = p->at;
        p->at += 4;
        p->flags = 0;
    }
    p->flags |= flag << (31 - p->count);
    p->count = (p->count + 1) % 32;
    etlw_u32(p->out + p->flags_at, p->flags);
}

static void put_match(struct packer *p, size_t distance, size_t len)
{
    size_t left = len - 3;
    put_flag(p, 1);
    etlw_u16(p->out + p->at, (uint16_t)((distance - 1) << 3 | (left < 7 ? left : 7)));
    p->at += 2;
    if (left < 7)
        return;
    left -= 7;
    uint8_t nibble = (uint8_t)(left < 15 ? left : 15);
    if (p->half) {
        *p->half |= (uint8_t)(nibble << 4);
        p->half = NULL;
    } else {
        p->half = &p->out[p->at];
        p->out[p->at++] = nibble;
    }
    if (left < 15)
        return;
    left -= 15;
    p->out[p->at++] = (uint8_t)(left < 255 ? left : 255);
    if (left < 255)
        return;
    left += 22;
    etlw_u16(p->out + p->at, (uint16_t)(left <= 0xFFFF ? left : 0));
    p->at += 2;
    if (left > 0xFFFF) {
        etlw_u32(p->out + p->at, (uint32_t)left);
        p->at += 4;
    }
}

static uint32_t hash(const uint8_t *b)
{
    return ((uint32_t)b[0] * 2654435761u ^ (uint32_t)b[1] * 40503u ^ (uint32_t)b[2] * 97u) % HASHES;
}

size_t pack_xpress(const uint8_t *in, size_t len, uint8_t *out)
{
    size_t *last = calloc(HASHES, sizeof *last); /* position + 1 */
    struct packer p = {out, 0, 0, 0, 0, NULL};
    size_t at = 0;
    while (at < len) {
        size_t run = 0, from = 0;
        if (last && len - at >= 3) {
            uint32_t h = hash(in + at);
            from = last[h];
            last[h] = at + 1;
        }
        if (from && at - (from - 1) <= WINDOW) {
            while (at + run < len && in[from - 1 + run] == in[at + run])
                run++;
        }
        if (run >= 3) {
            put_match(&p, at - (from - 1), run);
            at += run;
        } else {
            put_flag(&p, 0);
            out[p.at++] = in[at++];
        }
    }
    /* A stream ends in a match that has no more input. */
    put_flag(&p, 1);
    free(last);
    return p.at;
}

static uint32_t get_u32(const uint8_t *b)
{
    return (uint32_t)(b[0] | b[1] << 8 | b[2] << 16) | (uint32_t)b[3] << 24;
}

static void pack_header(const uint8_t *buffer, struct text *out)
{
    uint32_t filled = get_u32(buffer + 0x30);
    uint32_t size = (filled + FIRST_ALIGN - 1) / FIRST_ALIGN * FIRST_ALIGN;
    uint8_t *copy = malloc(size);
    if (!copy)
        return;
    memset(copy, 0xFF, size);
    memcpy(copy, buffer, filled);
    etlw_u32(copy, size);
    etlw_u32(copy + 0x2C, FORMAT_XPRESS);
    etlw_u32(copy + AT_MODE, get_u32(copy + AT_MODE) | MODE_COMPRESSED);
    text_add_bytes(out, copy, size);
    free(copy);
}

static void pack_buffer(const uint8_t *buffer, struct text *out)
{
    uint32_t filled = get_u32(buffer + 0x30);
    uint8_t *copy = malloc(ETLW_BUFFER_HEADER + pack_room(filled));
    if (!copy)
        return;
    memcpy(copy, buffer, ETLW_BUFFER_HEADER);
    size_t packed = pack_xpress(buffer + ETLW_BUFFER_HEADER, filled - ETLW_BUFFER_HEADER, copy + ETLW_BUFFER_HEADER);
    etlw_u32(copy, (uint32_t)(ETLW_BUFFER_HEADER + packed));
    etlw_u16(copy + 0x34, ETLW_BUFFER_PROC_INDEX | ETLW_BUFFER_COMPRESSED);
    text_add_bytes(out, copy, ETLW_BUFFER_HEADER + packed);
    free(copy);
}

void pack_trace(const struct text *plain, struct text *out)
{
    const uint8_t *bytes = (const uint8_t *)plain->bytes;
    uint32_t size = get_u32(bytes);
    pack_header(bytes, out);
    for (size_t at = size; at + size <= plain->len; at += size)
        pack_buffer(bytes + at, out);
}
