#include "tests/sim/sim_block.h"

#include <string.h>

#include "tests/sim/sim_internal.h"

#define WNODE_TRACED_GUID 0x00020000u

void sim_block_init(struct sim_block *b, const char *file)
{
    memset(b, 0, sizeof *b);
    sim_block_set(b, SIM_AT_BUFFER_SIZE, SIM_BLOCK_SIZE);
    sim_block_set(b, SIM_AT_CLOCK, 1);
    sim_block_set(b, SIM_AT_FLAGS, WNODE_TRACED_GUID);
    sim_block_set(b, SIM_AT_NAME_OFFSET, SIM_BLOCK_NAME);
    if (file) {
        sim_block_set(b, SIM_AT_FILE_OFFSET, SIM_BLOCK_FILE);
        sim_props_put_name(b->bytes, SIM_BLOCK_FILE, SIM_BLOCK_SIZE, file);
    }
}

uint32_t sim_block_get(const struct sim_block *b, uint32_t at)
{
    const uint8_t *p = b->bytes + at;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

void sim_block_set(struct sim_block *b, uint32_t at, uint32_t value)
{
    etlw_u32(b->bytes + at, value);
}

static uint32_t start(struct sim *s, const char *name, struct sim_block *b, uint64_t *handle)
{
    struct sim_call call = {0};
    call.function = SIM_START_TRACE;
    call.pid = 4;
    call.tid = 8;
    call.name = name;
    call.block = b->bytes;
    call.block_len = sizeof b->bytes;
    struct sim_reply reply = sim_do(s, &call);
    if (!reply.code && handle)
        *handle = reply.handle;
    return reply.code;
}

uint32_t sim_start_ring(struct sim *s, const char *name, uint32_t ring_mb, uint32_t buffer_kb, uint64_t *handle)
{
    struct sim_block b;
    sim_block_init(&b, NULL);
    sim_block_set(&b, SIM_AT_MODE, MODE_BUFFERING | MODE_INDEPENDENT);
    sim_block_set(&b, SIM_AT_BUFFER_KB, buffer_kb);
    sim_block_set(&b, SIM_AT_MIN_BUFFERS, ring_mb * 1024 / buffer_kb);
    return start(s, name, &b, handle);
}

uint32_t sim_start_file(struct sim *s, const char *name, const char *file, uint32_t max_mb, uint32_t buffer_kb,
                        uint64_t *handle)
{
    struct sim_block b;
    sim_block_init(&b, file);
    sim_block_set(&b, SIM_AT_MODE, MODE_CIRCULAR | MODE_INDEPENDENT | MODE_STOP_HYBRID);
    sim_block_set(&b, SIM_AT_BUFFER_KB, buffer_kb);
    sim_block_set(&b, SIM_AT_MAX_FILE, max_mb);
    sim_block_set(&b, SIM_AT_FLUSH_TIMER, 60);
    return start(s, name, &b, handle);
}

uint32_t sim_control(struct sim *s, const char *name, uint32_t code, struct sim_block *b)
{
    struct sim_call call = {0};
    call.function = SIM_CONTROL_TRACE;
    call.name = name;
    call.code = code;
    call.block = b->bytes;
    call.block_len = sizeof b->bytes;
    return sim_do(s, &call).code;
}

static uint32_t flush_once(struct sim *s, const char *name, const char *file)
{
    struct sim_block b;
    sim_block_init(&b, file);
    return sim_control(s, name, SIM_CONTROL_FLUSH, &b);
}

uint32_t sim_flush_to(struct sim *s, const char *name, const char *file)
{
    struct os_stat st;
    uint32_t code = flush_once(s, name, file);
    if (code != E_MORE_DATA || !file)
        return code;
    return outcome_failed(os_stat(file, &st)) ? flush_once(s, name, file) : 0;
}

uint32_t sim_enable(struct sim *s, uint64_t handle, const struct guid *provider, uint8_t level, uint64_t any,
                    const uint16_t *ids, uint32_t count)
{
    uint8_t list[4 + 2 * 65] = {1, 0};
    struct sim_call call = {0};
    call.function = SIM_ENABLE_TRACE;
    call.handle = handle;
    call.provider = provider;
    call.code = SIM_ENABLE_ON;
    call.level = level;
    call.match_any = any;
    call.has_params = true;
    call.params_version = 2;
    if (count) {
        etlw_u16(list + 2, (uint16_t)count);
        for (uint32_t i = 0; i < count && i < 65; i++)
            etlw_u16(list + 4 + 2 * i, ids[i]);
        call.filter_count = 1;
        call.filters[0].type = 0x80000200;
        call.filters[0].size = 4 + 2 * count;
        call.filters[0].bytes = list;
    }
    return sim_do(s, &call).code;
}

uint32_t sim_capture(struct sim *s, uint64_t handle, const struct guid *provider, uint32_t timeout_ms)
{
    struct sim_call call = {0};
    call.function = SIM_ENABLE_TRACE;
    call.handle = handle;
    call.provider = provider;
    call.code = SIM_ENABLE_CAPTURE;
    call.level = 5;
    call.match_any = UINT64_MAX;
    call.timeout_ms = timeout_ms;
    return sim_do(s, &call).code;
}
