#include "tests/support/etl_walk.h"

#include <string.h>

#include "os/os.h"
#include "tests/support/suite.h"

#define HEADER 72u

uint16_t etl_walk_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

uint32_t etl_walk_u32(const uint8_t *at)
{
    return (uint32_t)etl_walk_u16(at) | (uint32_t)etl_walk_u16(at + 2) << 16;
}

uint64_t etl_walk_u64(const uint8_t *at)
{
    return (uint64_t)etl_walk_u32(at) | (uint64_t)etl_walk_u32(at + 4) << 32;
}

static uint32_t read_record(const uint8_t *at, uint32_t room, struct etl_walked *e)
{
    bool is_event = (at[2] == 0x13 || at[2] == 0x12) && at[3] == 0xC0;
    uint32_t size = is_event ? etl_walk_u16(at) : etl_walk_u16(at + 4);
    uint32_t head = is_event ? 0x50 : at[2] == 0x11 ? 0x10 : 0x20;
    if (at[3] != 0xC0 || size < head || size > room)
        fail_msg("no record here: type 0x%02x flags 0x%02x size %u", at[2], at[3], (unsigned)size);
    e->is_event = is_event;
    e->size = size;
    e->payload = at + head;
    e->payload_len = size - head;
    e->hook = is_event ? 0 : etl_walk_u16(at + 6);
    if (!is_event) {
        e->time = (int64_t)etl_walk_u64(at + (head == 0x10 ? 8 : 16));
        return size;
    }
    e->tid = etl_walk_u32(at + 8);
    e->pid = etl_walk_u32(at + 12);
    e->time = (int64_t)etl_walk_u64(at + 16);
    e->guid = guid_from_bytes(at + 0x18);
    e->id = etl_walk_u16(at + 0x28);
    e->version = at[0x2A];
    e->level = at[0x2C];
    e->opcode = at[0x2D];
    e->keyword = etl_walk_u64(at + 0x30);
    return size;
}

static void walk_buffer(const uint8_t *b, uint32_t size, struct etl_walked *e, etl_walk_fn *fn, void *ctx)
{
    uint32_t end = etl_walk_u32(b + 0x30);
    int64_t last = INT64_MIN;
    if (end < HEADER || end > size)
        fail_msg("buffer %u says it is filled to %u of %u", (unsigned)e->buffer, (unsigned)end, (unsigned)size);
    e->flush_time = (int64_t)etl_walk_u64(b + 0x10);
    e->sequence = (int64_t)etl_walk_u64(b + 0x18);
    e->cpu = etl_walk_u16(b + 0x28);
    e->flags = etl_walk_u16(b + 0x34);
    for (uint32_t at = HEADER; at < end;) {
        uint32_t len = read_record(b + at, end - at, e);
        if (e->time < last || (e->buffer && e->time > e->flush_time))
            fail_msg("buffer %u: an event at %lld after %lld, flushed %lld", (unsigned)e->buffer, (long long)e->time,
                     (long long)last, (long long)e->flush_time);
        last = e->time;
        if (fn)
            fn(ctx, e);
        at += (len + 7) & ~7u;
    }
    for (uint32_t at = end; at < size; at++)
        assert_int_equal(b[at], 0xFF);
}

uint32_t etl_walk(const void *bytes, size_t len, etl_walk_fn *fn, void *ctx)
{
    const uint8_t *at = bytes;
    uint32_t count = 0;
    while (len) {
        struct etl_walked e;
        if (len < HEADER)
            fail_msg("%u bytes are left over", (unsigned)len);
        uint32_t size = etl_walk_u32(at);
        if (size < HEADER || size > len)
            fail_msg("buffer %u: size %u, %u left", (unsigned)count, (unsigned)size, (unsigned)len);
        memset(&e, 0, sizeof e);
        e.buffer = count;
        walk_buffer(at, size, &e, fn, ctx);
        at += size;
        len -= size;
        count++;
    }
    return count;
}

uint32_t etl_walk_file(const char *path, etl_walk_fn *fn, void *ctx)
{
    struct os_map map;
    if (outcome_failed(os_map_open(path, &map)))
        fail_msg("cannot open %s", path);
    uint32_t count = etl_walk(map.bytes, (size_t)map.len, fn, ctx);
    os_map_close(&map);
    return count;
}
