#include "events/payload.h"

#define ADDRESS_MAX 128u

bool payload_interface(const struct etl_event *e, struct net_interface *out)
{
    struct etl_cursor c = etl_payload(e);
    struct net_interface n = {0};
    n.index = etl_take_u32(&c);
    if (e->id == 1130)
        n.status = etl_take_u32(&c);
    if (c.failed)
        return false;
    *out = n;
    return true;
}

static void skip_address(struct etl_cursor *c)
{
    uint32_t len = etl_take_u32(c);
    if (len > ADDRESS_MAX)
        c->failed = true;
    etl_skip(c, len);
}

bool payload_tcp(const struct etl_event *e, struct tcp_event *out)
{
    struct etl_cursor c = etl_payload(e);
    struct tcp_event t = {0};
    switch (e->id) {
    case 1034:
    case 1039:
    case 1040:
    case 1044:
    case 1468:
        skip_address(&c);
        skip_address(&c);
        t.status = etl_take_u32(&c);
        t.pid = etl_take_u32(&c);
        etl_skip(&c, 4);
        t.tcb = etl_take_ptr(&c, e->ptr_size);
        break;
    case 1300:
        t.tcb = etl_take_ptr(&c, e->ptr_size);
        skip_address(&c);
        skip_address(&c);
        etl_skip(&c, 4);
        t.pid = etl_take_u32(&c);
        break;
    default:
        t.tcb = etl_take_ptr(&c, e->ptr_size);
        break;
    }
    if (c.failed)
        return false;
    *out = t;
    return true;
}

bool payload_drops(const struct etl_event *e, uint32_t *packets)
{
    struct etl_cursor c = etl_payload(e);
    etl_skip(&c, 12);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *packets = value;
    return !c.failed;
}
