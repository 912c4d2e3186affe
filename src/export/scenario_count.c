#include "export/scenario_count.h"

#include "events/payload.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 1024u
/* Memory counts as gone where less than this share of the quiet time's is left. */
#define SCARCE_SHARE 4u
#define SLOWER_SHARE 2u /* the same for the clock */

void scenario_count_init(struct scenario_count *c)
{
    memset(c, 0, sizeof *c);
}

void scenario_count_done(struct scenario_count *c)
{
    free(c->spans);
    free(c->rows);
    free(c->slots);
    memset(c, 0, sizeof *c);
}

static uint32_t hash_of(const struct guid *guid, uint16_t id)
{
    uint32_t h = guid->data1 ^ (uint32_t)guid->data2 << 16 ^ guid->data3;
    h ^= (uint32_t)id * 2654435761u;
    h ^= h >> 15;
    return h * 2246822519u;
}

static void place(struct scenario_count *c, uint32_t row)
{
    uint32_t at = hash_of(&c->rows[row].provider, c->rows[row].id) & (c->slot_count - 1);
    while (c->slots[at])
        at = (at + 1) & (c->slot_count - 1);
    c->slots[at] = row + 1;
}

static bool grow(struct scenario_count *c)
{
    uint32_t room = c->row_room ? c->row_room * 2 : FIRST_ROOM;
    struct scenario_row *rows = realloc(c->rows, room * sizeof *rows);
    if (rows)
        c->rows = rows;
    uint32_t *slots = rows ? calloc((size_t)room * 2, sizeof *slots) : NULL;
    if (!slots)
        return false;
    free(c->slots);
    c->slots = slots;
    c->slot_count = room * 2;
    c->row_room = room;
    for (uint32_t i = 0; i < c->row_count; i++)
        place(c, i);
    return true;
}

struct scenario_row *scenario_count_row(struct scenario_count *c, const struct etl_event *e)
{
    if (c->slot_count) {
        uint32_t at = hash_of(&e->provider, e->id) & (c->slot_count - 1);
        for (; c->slots[at]; at = (at + 1) & (c->slot_count - 1)) {
            if (etl_event_is(e, &c->rows[c->slots[at] - 1].provider, c->rows[c->slots[at] - 1].id))
                return &c->rows[c->slots[at] - 1];
        }
    }
    if (c->row_count == SCENARIO_COUNT_MOST)
        return NULL;
    if (c->row_count == c->row_room && !grow(c)) {
        c->short_of_memory = true;
        return NULL;
    }
    struct scenario_row *row = &c->rows[c->row_count++];
    memset(row, 0, sizeof *row);
    row->provider = e->provider;
    row->id = e->id;
    place(c, c->row_count - 1);
    return row;
}

/* ---- payloads that are about what was done ---- */

/* Later samples weigh more; that is good enough to tell a fourth. */
static void learn(struct scenario_usual *u, uint64_t value)
{
    u->value = u->samples++ ? u->value / 2 + value / 2 : value;
}

static bool is_child(const struct scenario_info *info, uint32_t pid)
{
    for (uint32_t i = 0; i < info->child_count; i++) {
        if (info->children[i].pid == pid)
            return true;
    }
    return false;
}

/* Kernel-Process 5 and 6: base and size, then the process. */
static bool image_pid(const struct etl_event *e, uint32_t *pid)
{
    struct etl_cursor c = etl_payload(e);
    etl_skip(&c, 2u * e->ptr_size);
    *pid = etl_take_u32(&c);
    return !c.failed;
}

static bool tells_of_child(const struct etl_event *e, const struct scenario_info *info)
{
    struct text image = TEXT_EMPTY;
    struct process_start start = {0};
    struct process_end end = {0};
    uint32_t pid = 0;
    bool known = false;
    if (e->id == 1) {
        known = payload_process_start(e, &start, &image);
        pid = start.pid;
    } else if (e->id == 2) {
        known = payload_process_end(e, &end, &image);
        pid = end.pid;
    } else if (e->id == 5 || e->id == 6) {
        known = image_pid(e, &pid);
    }
    text_done(&image);
    return known && is_child(info, pid);
}

static bool tells_of_memory(const struct etl_event *e, struct scenario_evidence *v, bool in_window)
{
    struct memory_info m;
    if (e->id != 1 || !payload_memory_info(e, &m))
        return false;
    uint64_t available = m.free / 2 + m.standby / 2; /* halves: the sum of two numbers of a file may not fit */
    if (!in_window)
        learn(&v->memory, available);
    return in_window && v->memory.samples && available < v->memory.value / SCARCE_SHARE;
}

static bool tells_of_clock(const struct etl_event *e, struct scenario_evidence *v, bool in_window)
{
    struct delivered d;
    if (e->id != 111 || !payload_delivered(e, &d))
        return false;
    if (!in_window)
        learn(&v->clock, d.percent);
    return in_window && v->clock.samples && d.percent < v->clock.value / SLOWER_SHARE;
}

/* GUID_PROCESSOR_THROTTLE_MAXIMUM and GUID_ACTIVE_POWERSCHEME (winnt.h). */
static bool tells_of_plan(const struct etl_event *e)
{
    static const struct guid maximum = {0xbc5038f7, 0x23e0, 0x4960, {0x96, 0xda, 0x33, 0xab, 0xaf, 0x59, 0x35, 0xec}};
    static const struct guid scheme = {0x31f9f286, 0x5084, 0x42fe, {0xb7, 0x20, 0x2b, 0x02, 0x64, 0x99, 0x37, 0x63}};
    struct guid setting;
    return e->id == 112 && payload_power_setting(e, &setting) && (guid_equal(&setting, &maximum) || guid_equal(&setting, &scheme));
}

static bool tells(const struct etl_event *e, struct scenario_evidence *v, bool in_window)
{
    enum trace_source source = trace_source_of(&e->provider);
    if (source == TRACE_process)
        return in_window && tells_of_child(e, v->info);
    if (source == TRACE_memory)
        return tells_of_memory(e, v, in_window);
    if (source == TRACE_processor)
        return tells_of_clock(e, v, in_window);
    return source == TRACE_power && in_window && v->info->kind == SCENARIO_cpu_throttling && tells_of_plan(e);
}

/* ---- events ---- */

enum scenario_phase scenario_phase_of(const struct scenario_info *info, int64_t time)
{
    if (time < info->effect_from)
        return SCENARIO_PHASE_QUIET;
    return time <= info->effect_to + SCENARIO_TAIL_TICKS ? SCENARIO_PHASE_WINDOW : SCENARIO_PHASE_AFTER;
}

void scenario_count_full(struct scenario_count *c, struct scenario_evidence *v, enum scenario_phase phase, const struct etl_event *e)
{
    struct scenario_row *row = scenario_count_row(c, e);
    if (!row) {
        c->others++;
        return;
    }
    row->level = e->level;
    row->keyword = e->keyword;
    row->bytes += e->size;
    row->total++;
    row->quiet += phase == SCENARIO_PHASE_QUIET;
    row->during[v->info->kind] += phase == SCENARIO_PHASE_WINDOW;
    if (phase != SCENARIO_PHASE_AFTER)
        row->telling[v->info->kind] += tells(e, v, phase == SCENARIO_PHASE_WINDOW);
}
