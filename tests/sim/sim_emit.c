#include <string.h>

#include "tests/sim/sim_internal.h"

#define MAX_PAYLOAD 8192u
#define PROPERTY_SID 0x01u
#define PROPERTY_TS_ID 0x02u
#define PROPERTY_STACK 0x04u
#define PROPERTY_PROCESS_KEY 0x80u
#define ITEM_SID 2
#define ITEM_TS_ID 3
#define ITEM_STACK64 6
#define ITEM_PROCESS_KEY 0x0D
#define STACK_DEPTH 12

static const uint8_t LOCAL_SYSTEM[12] = {1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0};

/* The extended items that the session asked for; returns their number. */
static uint32_t items_of(const struct sim *s, const struct sim_enable *e, const struct sim_where *w,
                         struct etlw_item *items, uint8_t *room)
{
    uint32_t count = 0;
    if (e->property & PROPERTY_SID)
        items[count++] = (struct etlw_item){ITEM_SID, sizeof LOCAL_SYSTEM, LOCAL_SYSTEM};
    if (e->property & PROPERTY_TS_ID) {
        etlw_u32(room, 1);
        items[count++] = (struct etlw_item){ITEM_TS_ID, 4, room};
    }
    if (e->property & PROPERTY_STACK) {
        etlw_u64(room + 8, 0);
        for (uint32_t i = 0; i < STACK_DEPTH; i++)
            etlw_u64(room + 16 + 8 * i, UINT64_C(0xFFFFF80000000000) + (sim_random_of(s, w->tid, i) & 0xFFFFFFF));
        items[count++] = (struct etlw_item){ITEM_STACK64, 8 + 8 * STACK_DEPTH, room + 8};
    }
    if (e->property & PROPERTY_PROCESS_KEY) {
        etlw_u64(room + 128, UINT64_C(0x0001000000000000) + w->pid);
        items[count++] = (struct etlw_item){ITEM_PROCESS_KEY, 8, room + 128};
    }
    return count;
}

void sim_emit(struct sim *s, struct sim_def *d, const struct sim_where *w, const struct sim_value *values,
          size_t count)
{
    uint8_t payload[MAX_PAYLOAD], room[136];
    struct etlw_item items[4];
    struct etlw_record r;
    if (!d)
        return;
    d->emitted++;
    s->emitted++;
    if (!d->sessions)
        return;
    memset(&r, 0, sizeof r);
    r.kind = ETLW_EVENT64;
    r.tid = w->tid;
    r.pid = w->pid;
    r.guid = s->providers[d->provider].guid;
    r.id = d->id;
    r.version = d->version;
    r.level = d->level;
    r.opcode = d->opcode;
    r.keyword = d->keyword;
    r.processor_time = (uint64_t)w->at / 64;
    r.payload = payload;
    r.payload_len = sim_payload_encode(s, d, w->at, w->pid, w->tid, values, count, payload, sizeof payload);
    uint32_t cpu = w->cpu % s->options.cpu_count;
    for (uint32_t slot = 0; slot < SIM_MAX_SESSIONS; slot++) {
        if (!(d->sessions >> slot & 1))
            continue;
        struct sim_session *n = &s->sessions[slot];
        const struct sim_enable *e = &n->enables[d->provider];
        r.time = sim_session_time(s, n, w->at);
        r.items = items;
        r.item_count = e->property ? items_of(s, e, w, items, room) : 0;
        sim_ring_add(s, n, cpu, &r);
    }
}
