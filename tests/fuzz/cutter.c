#include "tests/fuzz/cutter.h"

#include <stdlib.h>
#include <string.h>

#include "etl/etl_cursor.h"
#include "tests/fuzz/records.h"
#include "tests/support/etl_write.h"

#define SMALL 1024u /* of a buffer, where the header fits into it, */
#define LARGE 4096u /* and at most */
#define KINDS_MOST 1024u
#define SPAN_MOST 512u /* so many of each kind are kept of the span, before the budget halves it, */
#define WHOLE_MOST 4u  /* and so many of the whole */
#define CPUS_MOST ETLW_MAX_CPUS
#define FREQ_AT 0x168u
#define USUAL_FREQ 10000000.0

struct kind {
    uint8_t name[24];
    uint32_t everywhere, in_span;
};

struct cutter {
    const uint8_t *bytes;
    size_t len;
    uint32_t unit; /* of a buffer */
    int64_t from, to; /* raw */
    uint32_t span_most, whole_most;
    struct kind kinds[KINDS_MOST];
    size_t kind_count;
    uint8_t open[CPUS_MOST][LARGE];
    size_t used[CPUS_MOST];
    uint16_t flags[CPUS_MOST];
    int64_t stamp[CPUS_MOST];
    int64_t sequence;
    struct text *out;
};

static void name_of(const struct cutter *c, const struct fuzz_record *r, uint8_t *name)
{
    const uint8_t *at = c->bytes + r->at;
    memset(name, 0, 24);
    name[0] = at[2];
    if (r->form == FUZZ_KERNEL)
        memcpy(name + 1, at + 6, 2);
    if (r->form == FUZZ_EVENT || r->form == FUZZ_CLASSIC)
        memcpy(name + 4, at + 0x18, 16);
    if (r->form == FUZZ_EVENT)
        memcpy(name + 20, at + 0x28, 3);
    if (r->form == FUZZ_CLASSIC)
        name[20] = at[4];
}

static struct kind *kind_of(struct cutter *c, const struct fuzz_record *r)
{
    uint8_t name[24];
    name_of(c, r, name);
    for (size_t i = 0; i < c->kind_count; i++) {
        if (memcmp(c->kinds[i].name, name, sizeof name) == 0)
            return &c->kinds[i];
    }
    if (c->kind_count == KINDS_MOST)
        return NULL;
    struct kind *k = &c->kinds[c->kind_count++];
    memset(k, 0, sizeof *k);
    memcpy(k->name, name, sizeof name);
    return k;
}

static void put_buffer(struct cutter *c, uint32_t cpu)
{
    if (c->used[cpu] <= ETLW_BUFFER_HEADER)
        return;
    struct etlw_buffer b = {c->open[cpu], c->unit, (uint32_t)c->used[cpu], 0};
    etlw_buffer_end(&b, cpu, 0, ++c->sequence, c->stamp[cpu], c->flags[cpu]);
    text_add_bytes(c->out, c->open[cpu], c->unit);
    c->used[cpu] = ETLW_BUFFER_HEADER;
}

static bool keep(struct cutter *c, const struct fuzz_record *r, int64_t *time)
{
    struct kind *k = kind_of(c, r);
    *time = r->at_time ? (int64_t)etl_get_u64(c->bytes + r->at + r->at_time) : *time;
    if (!k || r->room > c->unit - ETLW_BUFFER_HEADER)
        return false;
    if (k->everywhere < c->whole_most)
        return ++k->everywhere;
    return *time >= c->from && *time <= c->to && k->in_span++ < c->span_most;
}

static void take_buffer(struct cutter *c, const struct fuzz_buffer *b)
{
    uint32_t cpu = etl_get_u16(c->bytes + b->at + BUFFER_AT_CPU) % CPUS_MOST;
    uint16_t flags = etl_get_u16(c->bytes + b->at + BUFFER_AT_FLAGS);
    int64_t time = 0;
    struct fuzz_record r;
    if (flags != c->flags[cpu])
        put_buffer(c, cpu);
    c->flags[cpu] = flags;
    for (size_t at = b->at + ETLW_BUFFER_HEADER; fuzz_record_at(c->bytes, b, at, &r); at += r.room) {
        if (!keep(c, &r, &time))
            continue;
        if (c->used[cpu] + r.room > c->unit)
            put_buffer(c, cpu);
        memcpy(c->open[cpu] + c->used[cpu], c->bytes + at, r.room);
        c->used[cpu] += r.room;
        c->stamp[cpu] = time;
    }
}

static void put_header(struct cutter *c)
{
    uint8_t header[LARGE];
    memcpy(header, c->bytes, c->unit);
    etlw_u32(header, c->unit);
    etlw_u32(header + FILE_AT_BUFFER_SIZE, c->unit);
    text_clear(c->out);
    text_add_bytes(c->out, header, c->unit);
}

static void cut_once(struct cutter *c)
{
    struct fuzz_buffer b;
    int64_t first = INT64_MAX;
    put_header(c);
    c->kind_count = 0;
    for (uint32_t cpu = 0; cpu < CPUS_MOST; cpu++)
        c->used[cpu] = ETLW_BUFFER_HEADER;
    for (size_t i = 1; fuzz_buffer_find(c->bytes, c->len, i, &b); i++) {
        int64_t sequence = (int64_t)etl_get_u64(c->bytes + b.at + ETLW_AT_BUFFER_SEQUENCE);
        first = sequence < first ? sequence : first;
    }
    c->sequence = first - 1;
    for (size_t i = 1; fuzz_buffer_find(c->bytes, c->len, i, &b); i++)
        take_buffer(c, &b);
    for (uint32_t cpu = 0; cpu < CPUS_MOST; cpu++)
        put_buffer(c, cpu);
    etlw_u32((uint8_t *)c->out->bytes + ETLW_AT_BUFFERS_WRITTEN, (uint32_t)(c->out->len / c->unit));
}

static int64_t last_time(const struct cutter *c)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    int64_t last = 0;
    for (size_t i = 1; fuzz_buffer_find(c->bytes, c->len, i, &b); i++) {
        for (size_t at = b.at + ETLW_BUFFER_HEADER; fuzz_record_at(c->bytes, &b, at, &r); at += r.room) {
            int64_t time = r.at_time ? (int64_t)etl_get_u64(c->bytes + at + r.at_time) : 0;
            last = time > last && time < INT64_MAX / 4 ? time : last;
        }
    }
    return last;
}

bool cut_trace(const uint8_t *bytes, size_t len, const struct cut_to *to, struct text *out)
{
    struct cutter *c = calloc(1, sizeof *c);
    struct text seed = TEXT_EMPTY;
    if (!c)
        return false;
    bool plain = len >= LARGE && etl_get_u32(bytes) >= LARGE && etl_get_u32(bytes + BUFFER_AT_USED) <= LARGE &&
                 etl_get_u32(bytes + FILE_AT_BUFFER_SIZE) == etl_get_u32(bytes) &&
                 !(len > etl_get_u32(bytes) + ETLW_BUFFER_HEADER &&
                   etl_get_u16(bytes + etl_get_u32(bytes) + BUFFER_AT_FLAGS) & ETLW_BUFFER_COMPRESSED);
    if (plain) {
        double freq = (double)etl_get_u64(bytes + FREQ_AT);
        freq = freq >= 1 && freq < 1e11 ? freq : USUAL_FREQ;
        c->bytes = bytes;
        c->len = len;
        c->out = &seed;
        for (c->unit = SMALL; c->unit < etl_get_u32(bytes + BUFFER_AT_USED); c->unit *= 2)
            ;
        int64_t last = last_time(c);
        c->from = last - (int64_t)(to->from_end_s * freq);
        c->to = last - (int64_t)(to->to_end_s * freq);
        c->span_most = SPAN_MOST;
        do {
            c->whole_most = c->span_most < WHOLE_MOST ? c->span_most : WHOLE_MOST;
            cut_once(c);
            c->span_most /= 2;
        } while (c->span_most && seed.len > to->most);
        text_add_bytes(out, seed.bytes, seed.len);
    }
    plain = plain && !seed.failed;
    text_done(&seed);
    free(c);
    return plain;
}
