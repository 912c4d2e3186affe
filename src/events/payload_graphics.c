#include "events/payload.h"

#define TEST_FLAG 0x1u

bool payload_present(const struct etl_event *e, enum trace_source source, struct present *out)
{
    struct etl_cursor c = etl_payload(e);
    struct present p = {0};
    p.chain = etl_take_ptr(&c, e->ptr_size);
    p.flags = etl_take_u32(&c);
    p.test = source == TRACE_dxgi && (p.flags & TEST_FLAG) != 0;
    p.has_flags = true;
    if (c.failed)
        return false;
    p.interval = source == TRACE_dxgi ? etl_take_u32(&c) : 0;
    p.has_interval = source == TRACE_dxgi && !c.failed;
    *out = p;
    return true;
}

bool payload_present_stop(const struct etl_event *e, uint32_t *result)
{
    struct etl_cursor c = etl_payload(e);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *result = value;
    return !c.failed;
}

bool payload_kernel_present(const struct etl_event *e, struct present *out)
{
    struct etl_cursor c = etl_payload(e);
    struct present p = {0};
    p.chain = etl_take_u32(&c);
    if (e->id == 184) {
        uint64_t window = etl_take_ptr(&c, e->ptr_size);
        etl_skip(&c, e->version == 0 ? 12 : 16); /* v1 put FlipInterval in between */
        if (window)
            p.chain = window;
    } else {
        etl_skip(&c, e->version < 2 ? 24 : 28);
    }
    if (c.failed)
        return false;
    *out = p;
    return true;
}

bool payload_flip(const struct etl_event *e, uint32_t *vidpn_source)
{
    struct etl_cursor c = etl_payload(e);
    if (e->id == 116 || e->id == 168 || e->id == 259 || e->id == 386)
        (void)etl_take_ptr(&c, e->ptr_size);
    uint32_t source = etl_take_u32(&c);
    if (!c.failed)
        *vidpn_source = source;
    return !c.failed;
}

bool payload_vsync(const struct etl_event *e, uint64_t *adapter)
{
    struct etl_cursor c = etl_payload(e);
    uint64_t value = etl_take_ptr(&c, e->ptr_size);
    /* Behind it the number of planes decides how long some fields are. */
    etl_skip(&c, 12);
    if (!c.failed)
        *adapter = value;
    return !c.failed;
}

static void queue_packet(struct etl_cursor *c, const struct etl_event *e, struct gpu_packet *p)
{
    p->type = etl_take_u32(c);
    p->sequence = etl_take_u32(c);
    if (e->id == 180) {
        etl_skip(c, 4);
        p->timed_out = etl_take_u32(c) != 0;
    } else {
        etl_skip(c, 20);
    }
}

static void dma_packet(struct etl_cursor *c, const struct etl_event *e, struct gpu_packet *p)
{
    if (e->id == 175 && e->version >= 1)
        (void)etl_take_ptr(c, e->ptr_size);
    p->type = etl_take_u32(c);
    etl_skip(c, 8);
    p->sequence = etl_take_u32(c);
}

bool payload_gpu_packet(const struct etl_event *e, struct gpu_packet *out)
{
    struct etl_cursor c = etl_payload(e);
    struct gpu_packet p = {0};
    p.context = etl_take_ptr(&c, e->ptr_size);
    if (e->id == 178 || e->id == 180)
        queue_packet(&c, e, &p);
    else
        dma_packet(&c, e, &p);
    if (c.failed)
        return false;
    *out = p;
    return true;
}
