#include "tests/scenarios/quiet/judged.h"

#include <string.h>

#include "etl/etl_reader.h"
#include "report/report.h"
#include "tests/sim/sim_internal.h"
#include "verdict/verdict_model.h"

#define BETWEEN_EVENTS (10 * SIM_TICKS_PER_MS) /* of the busiest CPU, when the ring was emptied */
#define AROUND (60 * SIM_TICKS_PER_MS) /* frames before and behind a gap */

/* ---- the file, by the reader ---- */

struct cpu {
    uint64_t bytes; /* from the true moment on */
    uint64_t buffer; /* the one before, by its offset */
    int64_t begin, longest; /* of its buffers */
    int64_t first;
    uint32_t buffers;
};

static void take(struct cpu *c, const struct etl_event *e, const struct played *p)
{
    if (c->buffer != e->buffer_offset) {
        if (c->buffers && e->time - c->begin > c->longest)
            c->longest = e->time - c->begin;
        if (!c->buffers)
            c->first = e->time;
        c->begin = e->time;
        c->buffers++;
    }
    c->buffer = e->buffer_offset;
    c->bytes += e->time >= p->complete_from ? e->size : 0;
}

static bool walk(struct etl_reader *r, const struct played *p, struct cpu *cpus)
{
    struct etl_event e;
    memset(cpus, 0, SIM_MAX_CPUS * sizeof *cpus);
    while (etl_next(r, &e))
        if (e.cpu < SIM_MAX_CPUS && e.has_time && e.buffer_offset)
            take(&cpus[e.cpu], &e, p);
    for (uint32_t i = 0; i < SIM_MAX_CPUS; i++)
        if (cpus[i].buffers && p->until - cpus[i].begin > cpus[i].longest)
            cpus[i].longest = p->until - cpus[i].begin;
    return !outcome_failed(etl_error(r));
}

static void lateness(const struct cpu *cpus, const struct played *p, int64_t said, struct judged *j)
{
    const struct cpu *busiest = cpus;
    bool decides = false;
    for (uint32_t i = 0; i < SIM_MAX_CPUS; i++) {
        if (cpus[i].bytes > busiest->bytes)
            busiest = &cpus[i];
        if (cpus[i].longest > j->longest)
            j->longest = cpus[i].longest;
        decides = decides || (cpus[i].buffers > 1 && cpus[i].first + 1 == said);
    }
    int64_t whole = p->until - p->complete_from;
    j->buffer = busiest->longest + BETWEEN_EVENTS;
    j->early = said < p->complete_from ? p->complete_from - said : 0;
    j->late = said > p->complete_from ? said - p->complete_from : 0;
    j->slept = decides && j->late > j->buffer;
    j->covered = whole > j->late ? (double)(whole - j->late) / (double)whole : 0;
}

static bool key_events(const struct plan *plan, const struct played *p, struct judged *j)
{
    struct etl_reader *r = NULL;
    struct etl_complete c;
    bool fine = !outcome_failed(etl_open(plan->quiet.key_file, &r)) && !outcome_failed(etl_complete_from(r, 0, &c));
    if (fine && c.raw < p->key_from && c.wrapped)
        j->key_early = p->key_from - c.raw;
    etl_close(r);
    return fine;
}

static bool completeness(const struct played *p, const char *snapshot, struct judged *j)
{
    static struct cpu cpus[SIM_MAX_CPUS];
    struct etl_reader *r = NULL;
    struct etl_complete c;
    bool fine = !outcome_failed(etl_open(snapshot, &r)) && walk(r, p, cpus) &&
                !outcome_failed(etl_complete_from(r, p->flush_before, &c));
    if (fine)
        lateness(cpus, p, c.raw, j);
    etl_close(r);
    return fine;
}

/* ---- the verdict ---- */

static void stutters(const struct verdict *v, const struct plan *plan, const struct played *p, struct judged *j)
{
    const struct etl_clock_base *clock = &etl_header(v->trace.files[0].reader)->clock;
    int64_t from = etl_filetime(clock, p->stutter), to = from + plan->stutter_ms * SIM_TICKS_PER_MS;
    const struct moment *main = verdict_moment(v);
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        if (h->excuse || h->stream + 1u != v->moments.game)
            continue;
        j->told++;
        j->elsewhere += p->stutter < 0 || h->from < from - AROUND || h->to > to + AROUND;
    }
    j->is_main = p->stutter >= 0 && main && main->is_hitch && main->from >= from - AROUND && main->to <= to + AROUND &&
                 overlap(main->from, main->to, from, to) * 2 > to - from;
    j->suspects = v->suspects.count;
    report_sentence(v, LANGUAGE_ENGLISH, &j->says);
}

bool judged_make(const struct plan *plan, const struct played *played, const char *snapshot, struct judged *j)
{
    struct verdict *v = NULL;
    struct verdict_options options = {.flush_before = played->flush_before};
    *j = (struct judged){.says = TEXT_EMPTY};
    if (!completeness(played, snapshot, j) || !key_events(plan, played, j) ||
        outcome_failed(verdict_open(snapshot, plan->quiet.key_file, &options, &v)))
        return false;
    stutters(v, plan, played, j);
    verdict_close(v);
    return true;
}

void judged_done(struct judged *j)
{
    text_done(&j->says);
}
