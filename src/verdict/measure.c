#include "verdict/measure.h"

#include <stdlib.h>
#include <string.h>

int64_t measure_span(const struct measuring *s, int64_t ticks)
{
    return (int64_t)(etl_span_ns(&etl_header(s->v->files[0].reader)->clock, ticks) / 100);
}

int64_t measure_part(const struct measuring *s, const struct moment *m, int64_t from, int64_t to)
{
    int64_t part = overlap(from, to, m->raw_from, m->raw_to);
    return part ? measure_span(s, part) : 0;
}

/* Where the machine stood still, so that what was under way then can be told
 * from what was slow. */
static void place_silence(struct verdict *v)
{
    const struct fact_list *list = &v->facts[LANE_DRIVER];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        bool inside = false;
        if (f->kind != FACT_silence)
            continue;
        for (uint32_t k = 0; k < v->moment_count; k++) {
            struct moment *m = &v->moments[k];
            int64_t part = overlap(f->from, f->to, m->from, m->to);
            inside = inside || part;
            if (part > overlap(m->silent_from, m->silent_to, m->from, m->to)) {
                m->silent_from = f->from;
                m->silent_to = f->to;
            }
        }
        if (!inside && f->from >= v->all_cpus && f->to - f->from > v->base.longest_silence)
            v->base.longest_silence = f->to - f->from;
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
        if (s->v->disk_cut && store_read_disk(e, source, &record))
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

struct bucket *measure_bucket(const struct measuring *s, int64_t raw)
{
    struct verdict *v = s->v;
    int64_t at = verdict_time(v, raw) - v->first, span = v->last - v->first + 1;
    return &v->buckets[at <= 0 ? 0 : at >= span ? BUCKETS - 1 : (uint64_t)at * BUCKETS / (uint64_t)span];
}

/* Switches and the GPU's work have a before and after over all CPUs; the rest
 * can be read as it lies, which is quicker. */
static void walk(struct measuring *s)
{
    struct verdict *v = s->v;
    struct etl_reader *r = v->files[0].reader;
    struct etl_event e = {0};
    bool in_order = (v->kinds_seen & (SEEN_switches | SEEN_ready | SEEN_gpu)) != 0;
    etl_rewind(r);
    while (!verdict_gives_up(v) && (in_order ? etl_next(r, &e) : etl_next_stored(r, &e))) {
        enum trace_source source = e.has_time ? trace_source_of(&e.provider) : TRACE_other;
        s->now = e.time;
        take(s, &e, source);
    }
    measure_switch_end(s);
}

static bool make_tables(struct verdict *v)
{
    bool good = true;
    v->buckets = calloc(BUCKETS, sizeof *v->buckets);
    v->base.drivers = calloc((size_t)v->module_count + 1, sizeof *v->base.drivers);
    v->base.processes = calloc((size_t)v->process_count + 1, sizeof *v->base.processes);
    for (uint32_t i = 0; i < v->moment_count; i++) {
        struct moment *m = &v->moments[i];
        m->drivers = calloc((size_t)v->module_count + 1, sizeof *m->drivers);
        m->processes = calloc((size_t)v->process_count + 1, sizeof *m->processes);
        m->raw_from = verdict_raw(v, m->from);
        m->raw_to = verdict_raw(v, m->to);
        good = good && m->drivers && m->processes;
    }
    return good && v->buckets && v->base.drivers && v->base.processes;
}

static void measure_base(struct verdict *v)
{
    const struct coverage *c = v->coverage;
    v->base.events_other = v->events - c[TRACE_dxgi].count - c[TRACE_d3d9].count - c[TRACE_dxgkrnl].count;
    v->base.span = v->last - v->first;
    for (uint32_t i = 0; i < v->moment_count; i++)
        v->base.span -= v->moments[i].to - v->moments[i].from;
    if (v->base.span < 1)
        v->base.span = 1;
}

static void measure_disks(struct measuring *s)
{
    for (uint32_t i = 0; i < s->v->disk_count && !verdict_gives_up(s->v); i++)
        measure_disk(s, &s->v->disk_records[i]);
}

struct outcome measure(struct verdict *v)
{
    struct measuring *s = calloc(1, sizeof *s);
    if (!s || !make_tables(v)) {
        free(s);
        return outcome_of(WHY_out_of_memory, 0);
    }
    s->v = v;
    s->near_from = INT64_MAX;
    s->near_to = INT64_MIN;
    for (uint32_t i = 0; i < v->moment_count; i++) {
        if (v->moments[i].raw_from < s->near_from)
            s->near_from = v->moments[i].raw_from;
        if (v->moments[i].raw_to > s->near_to)
            s->near_to = v->moments[i].raw_to;
    }
    if (v->game) {
        s->game_pid = v->streams[v->game - 1].pid;
        s->game_tid = v->streams[v->game - 1].tid;
    }
    s->kernel_disk = v->coverage[TRACE_k_disk].count > 0;
    v->file = 0;
    place_silence(v);
    measure_disks(s);
    if (v->kinds_seen || v->disk_cut)
        walk(s);
    measure_base(v);
    store_sort_facts(v);
    free(s);
    return etl_error(v->files[0].reader);
}
