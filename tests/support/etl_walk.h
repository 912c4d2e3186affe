/* Walks the buffers and EVENT records of an .etl file in memory: the plainest
 * reading there is, for tests that look at what the simulator wrote without
 * the product's reader. Stops a test (fail_msg) at the first thing that does
 * not fit. Uncompressed files only. */
#ifndef HB_TESTS_SUPPORT_ETL_WALK_H
#define HB_TESTS_SUPPORT_ETL_WALK_H

#include "base/guid.h"
#include "base/text.h"

struct etl_walked {
    uint32_t buffer, cpu, flags;
    int64_t sequence, flush_time;
    bool is_event; /* else a kernel record, of which only the hook is known */
    uint16_t hook, id, version;
    uint8_t level, opcode;
    uint32_t pid, tid;
    uint64_t keyword;
    int64_t time;
    struct guid guid;
    const uint8_t *payload; /* extended items, where the record has some, stand first */
    uint32_t payload_len, size;
};

typedef void etl_walk_fn(void *ctx, const struct etl_walked *event);
/* Returns the number of buffers, the header's among them. Events in a buffer
 * must be in time order and none later than the buffer's flush time. */
uint32_t etl_walk(const void *bytes, size_t len, etl_walk_fn *fn, void *ctx);
/* Reads the file first. */
uint32_t etl_walk_file(const char *path, etl_walk_fn *fn, void *ctx);

uint16_t etl_walk_u16(const uint8_t *at);
uint32_t etl_walk_u32(const uint8_t *at);
uint64_t etl_walk_u64(const uint8_t *at);

#endif
