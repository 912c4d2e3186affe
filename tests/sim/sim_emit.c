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
#define SLICE_TICKS (80 * SIM_TICKS_PER_MS)
#define SLOW_KEEPS 150u /* and what it does not keep makes the busy ones ten times as fast */
#define PARKED_KEEPS 1u

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

/* CPUs of one kind lie next to those of another, the same way wherever the
 * machine's seed is the same. */
static uint32_t rank_of(const struct sim *s, uint32_t cpu)
{
    return (uint32_t)((cpu + s->options.seed) % s->options.cpu_count);
}

static uint32_t parked_count(const struct sim *s)
{
    uint32_t cpus = s->options.cpu_count, parked = sim_habit(s, SIM_HABIT_parked);
    return parked == SIM_PARKED_HALF ? cpus / 2 : parked == SIM_PARKED_ONE && cpus > 1 ? 1 : 0;
}

/* Of how many thousand slices of time a CPU keeps its events. */
static uint32_t keeps(const struct sim *s, uint32_t rank)
{
    uint32_t awake = s->options.cpu_count - parked_count(s);
    if (rank >= awake)
        return PARKED_KEEPS;
    return sim_habit(s, SIM_HABIT_load) == SIM_LOAD_TENFOLD && rank % 2 ? SLOW_KEEPS : 1000;
}

uint32_t sim_cpu_of(const struct sim *s, uint32_t cpu, int64_t at)
{
    uint32_t rank = rank_of(s, cpu), awake = s->options.cpu_count - parked_count(s);
    uint64_t slice = (uint64_t)(at / SLICE_TICKS);
    if (keeps(s, rank) == 1000 || sim_random_of(s, 0xCB05 + cpu, slice) % 1000 < keeps(s, rank))
        return cpu;
    uint32_t busy = sim_habit(s, SIM_HABIT_load) == SIM_LOAD_TENFOLD ? (awake + 1) / 2 : awake;
    uint32_t to = (uint32_t)(sim_random_of(s, 0xCB06 + cpu, slice) % busy);
    to *= sim_habit(s, SIM_HABIT_load) == SIM_LOAD_TENFOLD ? 2 : 1;
    return (uint32_t)((to + s->options.cpu_count - s->options.seed % s->options.cpu_count) % s->options.cpu_count);
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
    uint32_t cpu = sim_cpu_of(s, w->cpu % s->options.cpu_count, w->at);
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
