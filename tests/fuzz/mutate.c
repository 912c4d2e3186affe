/* The mutator: besides libFuzzer's own changes of bytes it knows what a trace is
 * made of, so that what it makes is still read as one: stamps, sizes, names,
 * items, payloads, buffers and headers of it are changed one at a time. */
#include <stdbool.h>
#include <string.h>

#include "tests/fuzz/parts.h"
#include "etl/etl_cursor.h"
#include "tests/fuzz/records.h"
#include "tests/fuzz/told.h"
#include "tests/support/etl_write.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_len, const uint8_t *other, size_t other_len, uint8_t *out,
                                 size_t max, unsigned seed);

#define CHANGES_MOST 4u
#define MOVED_MOST 4096u
#define FILETIME_OF_2024 UINT64_C(133500000000000000)
#define STRAY_BIT (UINT64_C(1) << 62)
#define AT_EVENT_FLAGS 4u
#define AT_EVENT_GUID 0x18u
#define AT_EVENT_ID 0x28u
#define AT_EVENT_VERSION 0x2Au
#define AT_EVENT_ITEMS 0x50u
#define AT_HOOK 6u

struct work {
    uint8_t *data;
    size_t trace, size, max; /* the trace comes first, then what lies beside it */
    uint64_t dice;
};

static uint64_t throw(struct work *w)
{
    w->dice ^= w->dice << 13;
    w->dice ^= w->dice >> 7;
    w->dice ^= w->dice << 17;
    return w->dice * UINT64_C(0x2545F4914F6CDD1D);
}

static size_t below(struct work *w, size_t most)
{
    return most ? (size_t)(throw(w) >> 16) % most : 0;
}

/* A number at which arithmetic goes wrong, or one that is near the old one. */
static uint64_t hostile(struct work *w, uint64_t old)
{
    static const uint64_t known[] = {0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000u, 0xFFFFFFFFu,
                                     INT64_MAX, UINT64_C(1) << 63, UINT64_MAX, FILETIME_OF_2024, STRAY_BIT};
    switch (below(w, 4)) {
    case 0:
        return known[below(w, sizeof known / sizeof known[0])];
    case 1:
        return old ^ UINT64_C(1) << below(w, 64);
    case 2:
        return old + below(w, 33) - 16;
    default:
        return old + (throw(w) >> below(w, 64));
    }
}

static void change(struct work *w, size_t at, size_t len)
{
    uint8_t bytes[8] = {0};
    if (at > w->trace || len > w->trace - at || len > sizeof bytes)
        return;
    memcpy(bytes, w->data + at, len);
    etlw_u64(bytes, hostile(w, etl_get_u64(bytes)));
    memcpy(w->data + at, bytes, len);
}

static bool pick_buffer(struct work *w, struct fuzz_buffer *b)
{
    size_t count = fuzz_buffer_count(w->data, w->trace);
    return fuzz_buffer_find(w->data, w->trace, below(w, count), b);
}

static bool pick_record(struct work *w, struct fuzz_buffer *b, struct fuzz_record *r)
{
    if (!pick_buffer(w, b))
        return false;
    size_t count = fuzz_record_count(w->data, b);
    return count && fuzz_record_find(w->data, b, below(w, count), r);
}

/* ---- records ---- */

static void change_stamp(struct work *w)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    if (pick_record(w, &b, &r) && r.at_time)
        change(w, r.at + r.at_time, 8);
}

/* All that comes behind it in its buffer comes later, or earlier. */
static void shift_stamps(struct work *w)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    if (!pick_record(w, &b, &r))
        return;
    uint64_t by = throw(w) >> (24 + below(w, 40));
    by = below(w, 3) ? by : 0 - by;
    for (size_t at = r.at; fuzz_record_at(w->data, &b, at, &r); at += r.room) {
        if (r.at_time)
            etlw_u64(w->data + at + r.at_time, etl_get_u64(w->data + at + r.at_time) + by);
    }
}

static void change_size(struct work *w)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    if (pick_record(w, &b, &r))
        change(w, r.at + r.at_size, 2);
}

static void change_head(struct work *w)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    if (pick_record(w, &b, &r))
        change(w, r.at + below(w, r.header), (size_t)1 << below(w, 3));
}

static void change_payload(struct work *w)
{
    static const size_t aligned[] = {1, 2, 4, 8};
    struct fuzz_buffer b;
    struct fuzz_record r;
    if (!pick_record(w, &b, &r) || r.size <= r.header)
        return;
    size_t len = r.size - r.header, step = aligned[below(w, 4)];
    if (below(w, 4))
        change(w, r.at + r.header + below(w, len) / step * step, step);
    else
        LLVMFuzzerMutate(w->data + r.at + r.header, len, len);
}

static void put_guid(uint8_t *at, const struct guid *g)
{
    etlw_u32(at, g->data1);
    etlw_u16(at + 4, g->data2);
    etlw_u16(at + 6, g->data3);
    memcpy(at + 8, g->data4, sizeof g->data4);
}

/* It becomes an event that the verdict looks at, with the payload that it has. */
static void rename_record(struct work *w)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    if (!pick_record(w, &b, &r) || (r.form != FUZZ_EVENT && r.form != FUZZ_KERNEL))
        return;
    size_t from = below(w, told_count);
    for (size_t i = 0; i < told_count; i++) {
        const struct told *t = &told_events[(from + i) % told_count];
        if (trace_source_is_kernel(t->source) != (r.form == FUZZ_KERNEL))
            continue;
        if (r.form == FUZZ_KERNEL) {
            etlw_u16(w->data + r.at + AT_HOOK, t->id);
            return;
        }
        put_guid(w->data + r.at + AT_EVENT_GUID, trace_source_guid(t->source));
        etlw_u16(w->data + r.at + AT_EVENT_ID, t->id);
        w->data[r.at + AT_EVENT_VERSION] = (uint8_t)below(w, TOLD_VERSIONS);
        return;
    }
}

/* The bytes behind the header become extended items: a chain of some, of any
 * type, whose sizes need not fit. */
static void change_items(struct work *w)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    if (!pick_record(w, &b, &r) || r.form != FUZZ_EVENT || r.size < AT_EVENT_ITEMS + 8)
        return;
    uint8_t *at = w->data + r.at + AT_EVENT_ITEMS;
    size_t left = r.size - AT_EVENT_ITEMS;
    w->data[r.at + AT_EVENT_FLAGS] |= ETLW_FLAG_EXTENDED;
    for (size_t more = 1 + below(w, 3); more && left >= 8; more--) {
        size_t size = 8 + 8 * below(w, left / 8);
        etlw_u16(at, (uint16_t)(below(w, 8) ? size : hostile(w, size)));
        etlw_u16(at + 2, (uint16_t)below(w, 19));
        etlw_u16(at + 4, more > 1 || !below(w, 8));
        etlw_u16(at + 6, (uint16_t)(below(w, 4) ? size - 8 : hostile(w, size)));
        size = size > left ? left : size;
        at += size;
        left -= size;
    }
}

/* ---- buffers ---- */

static void set_used(struct work *w, const struct fuzz_buffer *b, size_t used)
{
    etlw_u32(w->data + b->at + BUFFER_AT_USED, (uint32_t)used);
    etlw_u32(w->data + b->at + BUFFER_AT_USED_TOO, (uint32_t)used);
}

/* Makes room in the buffer's filler, or takes bytes out; false where it cannot. */
static bool move_tail(struct work *w, const struct fuzz_buffer *b, size_t at, size_t room, bool open)
{
    uint8_t *here = w->data + at;
    size_t tail = b->at + b->used - at;
    if (open && b->len - b->used < room)
        return false;
    if (open)
        memmove(here + room, here, tail);
    else
        memmove(here, here + room, tail - room);
    set_used(w, b, open ? b->used + room : b->used - room);
    return true;
}

static void drop_record(struct work *w)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    if (pick_record(w, &b, &r))
        move_tail(w, &b, r.at, r.room, false);
}

static void repeat_record(struct work *w)
{
    struct fuzz_buffer b;
    struct fuzz_record r;
    static uint8_t copy[UINT16_MAX + 8];
    if (!pick_record(w, &b, &r))
        return;
    memcpy(copy, w->data + r.at, r.room);
    size_t count = 1 + below(w, 4);
    for (size_t i = 0; i < count && pick_record(w, &b, &r) && move_tail(w, &b, r.at, r.room, true); i++)
        memcpy(w->data + r.at, copy, r.room);
}

static void change_buffer(struct work *w)
{
    static const struct {
        uint8_t at, len;
    } fields[] = {{0, 4}, {BUFFER_AT_USED_TOO, 4}, {8, 4}, {ETLW_AT_BUFFER_STAMP, 8}, {ETLW_AT_BUFFER_SEQUENCE, 8},
                  {BUFFER_AT_CPU, 2}, {0x2C, 4}, {BUFFER_AT_USED, 4}, {BUFFER_AT_FLAGS, 2}, {0x36, 2}};
    struct fuzz_buffer b;
    if (!pick_buffer(w, &b))
        return;
    size_t i = below(w, sizeof fields / sizeof fields[0]);
    change(w, b.at + fields[i].at, fields[i].len);
}

static void flag_buffer(struct work *w)
{
    static const uint16_t flags[] = {ETLW_BUFFER_EVENTS_LOST, ETLW_BUFFER_BUFFER_LOST, ETLW_BUFFER_COMPRESSED, 0};
    struct fuzz_buffer b;
    if (pick_buffer(w, &b))
        etlw_u16(w->data + b.at + BUFFER_AT_FLAGS, (uint16_t)(ETLW_BUFFER_PROC_INDEX | flags[below(w, 4)]));
}

static void renumber_buffer(struct work *w)
{
    struct fuzz_buffer b;
    if (!pick_buffer(w, &b))
        return;
    etlw_u16(w->data + b.at + BUFFER_AT_CPU, (uint16_t)below(w, 5));
    if (below(w, 2))
        etlw_u64(w->data + b.at + ETLW_AT_BUFFER_SEQUENCE, below(w, 600));
}

/* Opens or closes `len` bytes at `at`, with the parts behind it. */
static bool resize(struct work *w, size_t at, size_t len, bool open)
{
    if (open && w->max - w->size < len)
        return false;
    if (open)
        memmove(w->data + at + len, w->data + at, w->size - at);
    else
        memmove(w->data + at, w->data + at + len, w->size - at - len);
    w->size = open ? w->size + len : w->size - len;
    w->trace = open ? w->trace + len : w->trace - len;
    return true;
}

static void drop_buffer(struct work *w)
{
    struct fuzz_buffer b;
    if (pick_buffer(w, &b) && b.at)
        resize(w, b.at, b.len, false);
}

static void repeat_buffer(struct work *w)
{
    struct fuzz_buffer b, to;
    if (!pick_buffer(w, &b) || !pick_buffer(w, &to) || !to.at || !resize(w, to.at, b.len, true))
        return;
    size_t from = b.at >= to.at ? b.at + b.len : b.at;
    memmove(w->data + to.at, w->data + from, b.len);
}

static void swap_buffers(struct work *w)
{
    struct fuzz_buffer a, b;
    if (!pick_buffer(w, &a) || !pick_buffer(w, &b) || a.len != b.len || !a.at || !b.at)
        return;
    for (size_t i = 0; i < a.len; i++) {
        uint8_t byte = w->data[a.at + i];
        w->data[a.at + i] = w->data[b.at + i];
        w->data[b.at + i] = byte;
    }
}

static void zero_buffer(struct work *w)
{
    struct fuzz_buffer b;
    if (pick_buffer(w, &b) && b.at)
        memset(w->data + b.at, 0, below(w, 2) ? b.len : b.len / 2);
}

static void cut(struct work *w)
{
    struct fuzz_buffer b;
    if (!pick_buffer(w, &b) || !b.at)
        return;
    size_t at = b.at + below(w, b.len);
    resize(w, at, w->trace - at, false);
}

/* ---- the file's header ---- */

static void change_file(struct work *w)
{
    static const struct {
        uint16_t at, len;
    } fields[] = {{FILE_AT_BUFFER_SIZE, 4}, {0x6C, 4}, {0x70, 4}, {0x74, 4}, {0x78, 8}, {0x80, 4}, {0x84, 4}, {0x88, 4},
                  {0x8C, 4}, {0x90, 4}, {0x94, 4}, {0x98, 4}, {0x9C, 4}, {0xB0, 4}, {0x160, 8}, {0x168, 8}, {0x170, 8},
                  {0x178, 4}, {0x17C, 4}, {0x158, 8}};
    size_t i = below(w, sizeof fields / sizeof fields[0]);
    change(w, fields[i].at, fields[i].len);
}

/* The clock that the stamps are of, and 32-bit pointers or 64-bit ones. */
static void change_kind(struct work *w)
{
    if (w->trace < 0x180)
        return;
    if (below(w, 2))
        etlw_u32(w->data + 0x178, (uint32_t)below(w, 5));
    else
        etlw_u32(w->data + 0x94, below(w, 2) ? 4 : 8);
}

/* ---- what lies beside the trace ---- */

static void change_beside(struct work *w)
{
    size_t len = w->size - w->trace;
    if (len)
        w->size = w->trace + LLVMFuzzerMutate(w->data + w->trace, len, w->max - w->trace);
}

static void change_trace_bytes(struct work *w)
{
    if (w->trace)
        LLVMFuzzerMutate(w->data, w->trace, w->trace);
}

typedef void change_fn(struct work *w);
/* Some stand here more than once: they are tried so much oftener. */
static change_fn *const changes[] = {
    change_stamp,   change_stamp,   shift_stamps,   shift_stamps,  change_size,    change_head,     change_head,
    change_payload, change_payload, change_payload, change_payload, rename_record, rename_record,   rename_record,
    change_items,   drop_record,    repeat_record,  repeat_record, change_buffer,  change_buffer,   flag_buffer,
    renumber_buffer, drop_buffer,   repeat_buffer,  swap_buffers,  zero_buffer,    cut,             change_file,
    change_kind,    change_beside,  change_beside,  change_trace_bytes};

static struct work begin(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    struct fuzz_parts parts;
    struct work w = {data, 0, size, max, (uint64_t)seed << 1 | 1};
    fuzz_parts_split(data, size, &parts);
    w.trace = parts.of[PART_TRACE].len;
    throw(&w);
    throw(&w);
    return w;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    struct work w = begin(data, size, max, seed);
    if (w.trace < ETLW_BUFFER_HEADER || !below(&w, 10))
        return LLVMFuzzerMutate(data, size, max);
    for (size_t more = 1 + below(&w, CHANGES_MOST); more; more--)
        changes[below(&w, sizeof changes / sizeof changes[0])](&w);
    return w.size;
}

/* ---- two of them ---- */

/* Some records of the other one, as they are, into a buffer's filler. */
static void take_records(struct work *w, struct work *from)
{
    struct fuzz_buffer b, source;
    struct fuzz_record r, at;
    if (!pick_record(from, &source, &r) || !pick_record(w, &b, &at))
        return;
    size_t begin_at = r.at, len = 0;
    for (size_t more = 1 + below(w, 16); more && len < MOVED_MOST; more--) {
        if (!fuzz_record_at(from->data, &source, begin_at + len, &r))
            break;
        len += r.room;
    }
    if (move_tail(w, &b, at.at, len, true))
        memcpy(w->data + at.at, from->data + begin_at, len);
}

static void take_buffer(struct work *w, struct work *from)
{
    struct fuzz_buffer b, to;
    if (pick_buffer(from, &b) && pick_buffer(w, &to) && to.at && resize(w, to.at, b.len, true))
        memcpy(w->data + to.at, from->data + b.at, b.len);
}

/* The other one lies beside it as its key events. */
static void take_beside(struct work *w, struct work *from)
{
    size_t len = PART_MARK_LEN + from->trace;
    if (w->max - w->trace < len)
        return;
    w->size = w->trace + len;
    memcpy(w->data + w->trace, PART_MARK "k\n", PART_MARK_LEN);
    memcpy(w->data + w->trace + PART_MARK_LEN, from->data, from->trace);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_len, const uint8_t *other, size_t other_len, uint8_t *out,
                                 size_t max, unsigned seed)
{
    static void (*const ways[])(struct work *, struct work *) = {take_records, take_records, take_buffer, take_beside};
    if (one_len > max)
        return 0;
    memcpy(out, one, one_len);
    struct work w = begin(out, one_len, max, seed);
    struct work from = begin((uint8_t *)(uintptr_t)other, other_len, other_len, seed ^ 0x5A5A);
    ways[below(&w, sizeof ways / sizeof ways[0])](&w, &from);
    return w.size;
}
