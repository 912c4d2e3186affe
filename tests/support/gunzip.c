#include "tests/support/gunzip.h"

#include <string.h>

#include "os/os.h"

#define MOST (256u << 20)
#define GZIP_HEADER 10u
#define HAS_NAME 8u
#define LENGTHS 288u
#define DISTANCES 32u
#define BITS 15u

struct bits {
    const uint8_t *at, *end;
    uint32_t held;
    unsigned count;
    bool failed;
};

/* Canonical Huffman codes: how many there are of each length, and what they mean. */
struct codes {
    uint16_t count[BITS + 1];
    uint16_t symbol[LENGTHS];
};

static uint32_t take(struct bits *b, unsigned count)
{
    while (b->count < count) {
        if (b->at == b->end) {
            b->failed = true;
            return 0;
        }
        b->held |= (uint32_t)*b->at++ << b->count;
        b->count += 8;
    }
    uint32_t value = b->held & ((1u << count) - 1);
    b->held >>= count;
    b->count -= count;
    return value;
}

static void make_codes(struct codes *c, const uint8_t *lengths, unsigned count)
{
    uint16_t at[BITS + 2] = {0};
    memset(c, 0, sizeof *c);
    for (unsigned i = 0; i < count; i++)
        c->count[lengths[i]]++;
    c->count[0] = 0;
    for (unsigned i = 1; i <= BITS; i++)
        at[i + 1] = (uint16_t)(at[i] + c->count[i]);
    for (unsigned i = 0; i < count; i++) {
        if (lengths[i])
            c->symbol[at[lengths[i]]++] = (uint16_t)i;
    }
}

static unsigned decode(struct bits *b, const struct codes *c)
{
    int code = 0, first = 0, index = 0;
    for (unsigned len = 1; len <= BITS && !b->failed; len++) {
        code |= (int)take(b, 1);
        int count = c->count[len];
        if (code - count < first)
            return c->symbol[index + (code - first)];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    b->failed = true;
    return 256;
}

static void copy_back(struct bits *b, struct text *out, unsigned symbol, const struct codes *distances)
{
    static const uint16_t length_base[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27,
                                           31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_more[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    unsigned which = symbol - 257;
    if (which >= sizeof length_more) {
        b->failed = true;
        return;
    }
    size_t len = length_base[which] + take(b, length_more[which]);
    unsigned far = decode(b, distances);
    unsigned more = far < 4 ? 0 : far / 2 - 1;
    size_t distance = far < 4 ? far + 1 : ((size_t)(2 + far % 2) << more) + 1;
    if (far < 30)
        distance += take(b, more);
    if (far >= 30 || distance > out->len) {
        b->failed = true;
        return;
    }
    for (; len && !out->failed; len--)
        text_add_char(out, out->bytes[out->len - distance]);
}

static void unpack(struct bits *b, struct text *out, const struct codes *lengths, const struct codes *distances)
{
    while (!b->failed && !out->failed && out->len < MOST) {
        unsigned symbol = decode(b, lengths);
        if (symbol == 256)
            return;
        if (symbol < 256)
            text_add_char(out, (char)symbol);
        else
            copy_back(b, out, symbol, distances);
    }
}

static void fixed_codes(struct codes *lengths, struct codes *distances)
{
    uint8_t l[LENGTHS];
    for (unsigned i = 0; i < LENGTHS; i++)
        l[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_codes(lengths, l, LENGTHS);
    memset(l, 5, DISTANCES);
    make_codes(distances, l, 30);
}

static void own_codes(struct bits *b, struct codes *lengths, struct codes *distances)
{
    static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t l[LENGTHS + DISTANCES] = {0};
    unsigned length_count = take(b, 5) + 257, distance_count = take(b, 5) + 1, count = take(b, 4) + 4;
    for (unsigned i = 0; i < count; i++)
        l[order[i]] = (uint8_t)take(b, 3);
    make_codes(lengths, l, 19);
    memset(l, 0, sizeof l);
    for (unsigned i = 0; i < length_count + distance_count && !b->failed;) {
        unsigned symbol = decode(b, lengths);
        unsigned again = symbol < 16 ? 1 : symbol == 16 ? 3 + take(b, 2) : symbol == 17 ? 3 + take(b, 3) : 11 + take(b, 7);
        uint8_t value = symbol < 16 ? (uint8_t)symbol : symbol == 16 && i ? l[i - 1] : 0;
        b->failed |= i + again > length_count + distance_count;
        for (; again && !b->failed; again--)
            l[i++] = value;
    }
    make_codes(lengths, l, length_count < LENGTHS ? length_count : LENGTHS);
    make_codes(distances, l + length_count, distance_count);
}

static void stored(struct bits *b, struct text *out)
{
    b->held = 0;
    b->count = 0;
    size_t len = b->end - b->at >= 4 ? (size_t)(b->at[0] | b->at[1] << 8) : SIZE_MAX;
    if (len == SIZE_MAX || (size_t)(b->end - b->at) - 4 < len) {
        b->failed = true;
        return;
    }
    text_add_bytes(out, b->at + 4, len);
    b->at += 4 + len;
}

bool gunzip(const char *path, struct text *out)
{
    struct text packed = TEXT_EMPTY;
    struct codes lengths, distances;
    struct bits b = {0};
    bool last = false;
    if (outcome_failed(os_file_read(path, MOST, &packed)) || packed.len < GZIP_HEADER || packed.bytes[3] & ~HAS_NAME) {
        text_done(&packed);
        return false;
    }
    b.at = (const uint8_t *)packed.bytes + GZIP_HEADER;
    b.end = (const uint8_t *)packed.bytes + packed.len;
    if (packed.bytes[3] & HAS_NAME)
        b.at += strlen((const char *)b.at) + 1;
    while (!last && !b.failed && !out->failed) {
        last = take(&b, 1) != 0;
        unsigned kind = take(&b, 2);
        if (kind == 0) {
            stored(&b, out);
            continue;
        }
        if (kind == 1)
            fixed_codes(&lengths, &distances);
        else
            own_codes(&b, &lengths, &distances);
        b.failed |= kind == 3;
        unpack(&b, out, &lengths, &distances);
    }
    text_done(&packed);
    return !b.failed && !out->failed;
}
