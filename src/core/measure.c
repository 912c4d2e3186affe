#include "core/measure.h"

#include <stdlib.h>
#include <string.h>

#define SHORTEST_SILENCE (40 * MILLISECOND)

int64_t measure_span(const struct measuring *s, int64_t ticks)
{
    return (int64_t)(etl_span_ns(&etl_header(s->v->files[0].reader)->clock, ticks) / 100);
}

int64_t measure_part(const struct measuring *s, const struct moment *m, int64_t from, int64_t to)
{
    int64_t part = overlap(from, to, m->raw_from, m->raw_to);
    return part ? measure_span(s, part) : 0;
}

/* Nobody logged anything between two events. */
static void note_silence(struct measuring *s, int64_t from, int64_t to)
{
    struct verdict *v = s->v;
    int64_t span = measure_span(s, to - from);
    bool inside = false;
    if (span < SHORTEST_SILENCE)
        return;
    int64_t began = verdict_time(v, from), ended = verdict_time(v, to);
    for (uint32_t i = 0; i < v->moment_count; i++) {
        struct moment *m = &v->moments[i];
        int64_t part = measure_part(s, m, from, to);
        inside = inside || part > 0;
        if (part > overlap(m->silent_from, m->silent_to, m->from, m->to)) {
            m->silent_from = began;
            m->silent_to = ended;
        }
    }
    if (!inside && began >= v->all_cpus && span > v->base.longest_silence)
        v->base.longest_silence = span;
    (void)store_fact(v, FACT_silence, began, ended, NULL, TRACE_other);
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
    switch (source) {
    case TRACE_k_thread:
    case TRACE_k_perf:
    case TRACE_k_fault:
        kernel_event(s, e);
        break;
    case TRACE_k_disk:
    case TRACE_disk:
        measure_disk(s, e, source);
        break;
    case TRACE_dxgkrnl:
        if (e->id >= 175 && e->id <= 180)
            measure_gpu(s, e);
        break;
    default:
        break;
    }
}

static void count_event(struct measuring *s, const struct etl_event *e)
{
    struct verdict *v = s->v;
    bool own = e->has_thread && s->game_pid && e->pid == s->game_pid, inside = false;
    if (s->bucket)
        s->bucket->events++;
    if (e->time >= s->near_from && e->time <= s->near_to) {
        for (uint32_t i = 0; i < v->moment_count; i++) {
            struct moment *m = &v->moments[i];
            if (e->time > m->raw_from && e->time < m->raw_to) {
                m->events += !own;
                inside = true;
            }
        }
    }
    if (!own && !inside)
        v->base.events_other++;
}

static void walk(struct measuring *s)
{
    struct verdict *v = s->v;
    struct etl_reader *r = v->files[0].reader;
    struct etl_event e = {0};
    int64_t before = 0, first = verdict_raw(v, v->first), last = verdict_raw(v, v->last);
    int64_t step = (last - first) / BUCKETS + 1, bucket_end = first + step;
    uint32_t bucket = 0;
    etl_rewind(r);
    while (etl_next(r, &e)) {
        if (!e.has_time || (e.provider.data1 == 0x68fdd900u && etl_is_kernel(&e)))
            continue;
        while (e.time >= bucket_end && bucket + 1 < BUCKETS) {
            bucket++;
            bucket_end += step;
        }
        s->bucket = &v->buckets[bucket];
        s->now = e.time;
        if (before && e.time > before)
            note_silence(s, before, e.time);
        before = e.time;
        count_event(s, &e);
        take(s, &e, trace_source_of(&e.provider));
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
    v->base.span = v->last - v->first;
    for (uint32_t i = 0; i < v->moment_count; i++)
        v->base.span -= v->moments[i].to - v->moments[i].from;
    if (v->base.span < 1)
        v->base.span = 1;
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
    walk(s);
    measure_base(v);
    store_sort_facts(v);
    free(s);
    return etl_error(v->files[0].reader);
}
