#include "verdict/private/measure.h"

#include <stdlib.h>
#include <string.h>

int64_t measure_span(const struct measuring *s, int64_t ticks)
{
    return (int64_t)(etl_span_ns(&etl_header(s->t->files[0].reader)->clock, ticks) / 100);
}

int64_t measure_between(const struct measuring *s, int64_t from, int64_t to)
{
    return measure_span(s, i64_of_u64_capped(i64_ahead(to, from)));
}

bool measure_has_hole(const struct measuring *s, int64_t from, int64_t to)
{
    return s->has_holes && trace_hole_at(s->t, trace_time(s->t, from), trace_time(s->t, to));
}

int64_t measure_part(const struct measuring *s, const struct moment *m, int64_t from, int64_t to)
{
    int64_t part = overlap(from, to, m->raw_from, m->raw_to);
    return part ? measure_span(s, part) : 0;
}

/* Where the machine stood still, so that what was under way then can be told
 * from what was slow. */
static void place_silence(struct measuring *s)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_DRIVER];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        bool inside = false;
        if (f->kind != FACT_silence)
            continue;
        for (uint32_t k = 0; k < s->all->count; k++) {
            struct moment *m = &s->all->list[k];
            int64_t part = overlap(f->from, f->to, m->from, m->to);
            inside = inside || part;
            if (part > overlap(m->silent_from, m->silent_to, m->from, m->to)) {
                m->silent_from = f->from;
                m->silent_to = f->to;
            }
        }
        if (!inside && f->to - f->from > s->all->base.longest_silence)
            s->all->base.longest_silence = f->to - f->from;
    }
}

static void kernel_event(struct measuring *s, const struct etl_event *e)
{
    switch (e->id) {
    case 0x0524:
        measure_switch(s, e);
        break;
    case 0x0532:
        measure_woken(s, e);
        break;
    case 0x0F32:
    case 0x0F42:
    case 0x0F43:
    case 0x0F44:
    case 0x0F45:
        measure_interrupt(s, e);
        break;
    case 0x0F2E:
        measure_sample(s, e);
        break;
    case 0x0220:
        measure_fault(s, e);
        break;
    default:
        break;
    }
}

static void take(struct measuring *s, const struct etl_event *e, enum trace_source source)
{
    struct disk_record record;
    switch (source) {
    case TRACE_k_thread:
    case TRACE_k_perf:
    case TRACE_k_fault:
        kernel_event(s, e);
        break;
    case TRACE_k_disk:
    case TRACE_disk:
        if (s->t->disk.cut && disk_record_read(e, source, &record))
            measure_disk(s, &record);
        break;
    case TRACE_dxgkrnl:
        if (e->id >= 175 && e->id <= 180)
            measure_gpu(s, e);
        break;
    default:
        break;
    }
}

/* Before the trace is complete only who queues GPU work is of use: a name. */
static bool is_wanted(const struct measuring *s, const struct etl_event *e, enum trace_source source)
{
    return e->time >= s->t->complete_raw || (source == TRACE_dxgkrnl && e->id == 178);
}

/* Switches and the GPU's work have a before and after over all CPUs; the rest
 * can be read as it lies, which is quicker. */
static void walk(struct measuring *s)
{
    struct etl_reader *r = s->t->files[0].reader;
    struct etl_event e = {0};
    bool in_order = (s->t->kinds_seen & (SEEN_switches | SEEN_ready | SEEN_gpu | SEEN_gpu_queue)) != 0;
    etl_rewind(r);
    while (!patience_ends(s->patience) && (in_order ? etl_next(r, &e) : etl_next_stored(r, &e))) {
        if (!e.has_time)
            continue;
        enum trace_source source = trace_source_of(&e.provider);
        s->now = e.time;
        if (is_wanted(s, &e, source))
            take(s, &e, source);
        if (source == TRACE_k_thread && e.id == 0x0524 && e.cpu < MAX_CPUS)
            s->switched[e.cpu] = e.time;
    }
    measure_switch_end(s);
}

static bool make_tables(struct measuring *s)
{
    bool good = true;
    s->all->base.drivers = calloc((size_t)s->t->machine.module_count + 1, sizeof *s->all->base.drivers);
    s->all->base.processes = calloc((size_t)s->t->machine.process_count + 1, sizeof *s->all->base.processes);
    for (uint32_t i = 0; i < s->all->count; i++) {
        struct moment *m = &s->all->list[i];
        m->drivers = calloc((size_t)s->t->machine.module_count + 1, sizeof *m->drivers);
        m->processes = calloc((size_t)s->t->machine.process_count + 1, sizeof *m->processes);
        m->raw_from = trace_raw(s->t, m->from);
        m->raw_to = trace_raw(s->t, m->to);
        good = good && m->drivers && m->processes;
    }
    return good && s->all->base.drivers && s->all->base.processes;
}

static void measure_base(struct measuring *s)
{
    const struct coverage *c = s->t->coverage;
    for (unsigned i = 0; i < TRACE_source_count; i++) {
        bool graphics = i == TRACE_dxgi || i == TRACE_d3d9 || i == TRACE_dxgkrnl;
        s->all->base.events_other += graphics ? 0 : c[i].judged;
    }
    s->all->base.span = trace_judged(s->t);
    for (uint32_t i = 0; i < s->all->count; i++)
        s->all->base.span -= s->all->list[i].to - s->all->list[i].from;
    if (s->all->base.span < 1)
        s->all->base.span = 1;
}

static void measure_disks(struct measuring *s)
{
    for (uint32_t i = 0; i < s->t->disk.count && !patience_ends(s->patience); i++) {
        if (s->t->disk.list[i].time >= s->t->complete_raw)
            measure_disk(s, &s->t->disk.list[i]);
    }
}

struct outcome measure(const struct trace *t, struct patience *patience, struct moments *moments)
{
    struct measuring *s = calloc(1, sizeof *s);
    if (!s)
        return outcome_of(WHY_out_of_memory, 0);
    s->t = t;
    s->all = moments;
    s->patience = patience;
    if (!make_tables(s)) {
        free(s);
        return outcome_of(WHY_out_of_memory, 0);
    }
    s->near_from = INT64_MAX;
    s->near_to = INT64_MIN;
    for (uint32_t i = 0; i < s->all->count; i++) {
        if (s->all->list[i].raw_from < s->near_from)
            s->near_from = s->all->list[i].raw_from;
        if (s->all->list[i].raw_to > s->near_to)
            s->near_to = s->all->list[i].raw_to;
    }
    if (s->all->game) {
        s->game_pid = s->t->streams[s->all->game - 1].pid;
        s->game_tid = s->t->streams[s->all->game - 1].tid;
    }
    s->kernel_disk = s->t->coverage[TRACE_k_disk].count > 0;
    s->has_holes = trace_hole_at(t, INT64_MIN, INT64_MAX) != NULL;
    s->first_raw = trace_raw(t, t->first);
    for (uint32_t i = 0; i < MAX_CPUS; i++)
        s->switched[i] = s->dpc_ended[i] = INT64_MIN;
    s->gpu_queue = !(t->kinds_seen & SEEN_gpu);
    place_silence(s);
    measure_disks(s);
    if (s->t->kinds_seen || s->t->disk.cut)
        walk(s);
    measure_base(s);
    free(s);
    return etl_error(t->files[0].reader);
}
