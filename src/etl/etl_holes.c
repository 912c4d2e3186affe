#include "etl/etl_holes.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "etl/etl_check.h"
#include "etl/private/etl_missing.h"

const char *etl_hole_cause_name(enum etl_hole_cause cause)
{
    static const char *const names[] = {
#define HOLE(name, words) words,
        ETL_HOLE_LIST(HOLE)
#undef HOLE
    };
    return (unsigned)cause < ETL_HOLE_count ? names[cause] : "an unknown cause";
}

/* ---- the list ---- */

struct gathered {
    struct etl_holes holes;
    int64_t begin;
};

static void join(struct etl_hole *to, const struct etl_hole *h)
{
    to->from = h->from < to->from ? h->from : to->from;
    to->to = h->to > to->to ? h->to : to->to;
    to->cpus |= h->cpus;
    to->cause = h->cause < to->cause ? h->cause : to->cause;
    to->buffers = u64_add_capped(to->buffers, h->buffers);
    to->bytes = u64_add_capped(to->bytes, h->bytes);
}

static int by_begin(const void *a, const void *b)
{
    const struct etl_hole *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->cause != y->cause)
        return x->cause < y->cause ? -1 : 1;
    return x->cpus < y->cpus ? -1 : x->cpus > y->cpus;
}

/* Sorts, and makes one of those that touch for the same cause. */
static void tidy(struct etl_holes *h)
{
    uint32_t kept = 0;
    qsort(h->list, h->count, sizeof h->list[0], by_begin);
    for (uint32_t i = 0; i < h->count; i++) {
        uint32_t to = kept;
        for (uint32_t k = 0; k < kept && to == kept; k++) {
            if (h->list[k].cause == h->list[i].cause && h->list[k].to >= h->list[i].from)
                to = k;
        }
        if (to < kept)
            join(&h->list[to], &h->list[i]);
        else
            h->list[kept++] = h->list[i];
    }
    h->count = kept;
}

static void make_room(struct etl_holes *h)
{
    uint32_t near = 0;
    uint64_t least = UINT64_MAX;
    tidy(h);
    if (h->count < ETL_HOLES_MOST)
        return;
    for (uint32_t i = 0; i + 1 < h->count; i++) {
        uint64_t apart = i64_ahead(h->list[i + 1].from, h->list[i].to);
        if (apart < least) {
            least = apart;
            near = i;
        }
    }
    join(&h->list[near], &h->list[near + 1]);
    h->count--;
    memmove(&h->list[near + 1], &h->list[near + 2], (h->count - near - 1) * sizeof h->list[0]);
}

static void add_hole(void *ctx, const struct etl_hole *hole)
{
    struct gathered *g = ctx;
    struct etl_hole h = *hole;
    if (h.to < g->begin || (h.to == g->begin && h.from < h.to))
        return;
    if (h.from < g->begin)
        h.from = g->begin;
    if (g->holes.count == ETL_HOLES_MOST)
        make_room(&g->holes);
    g->holes.list[g->holes.count++] = h;
}

/* ---- losses that buffers tell of themselves ---- */

static void add_loss(struct etl_line_up *line, struct etl_kept *k, struct gathered *g)
{
    struct etl_kept *before = etl_line_up_previous(line, k);
    struct etl_hole h = {0};
    h.from = before ? etl_line_up_last(line, before) : line->has_turned ? k->first : line->begin;
    h.to = k->first;
    if (h.from > h.to)
        h.from = h.to;
    struct etl_gap gap = etl_survey_walk(line->survey, k);
    if (i64_ahead(gap.to, gap.from) > i64_ahead(h.to, h.from)) {
        /* Of a buffer whose events are in no order it may lie before the first one. */
        h.from = gap.from < h.from ? gap.from : h.from;
        h.to = gap.to > h.to ? gap.to : h.to;
    }
    h.cpus = etl_cpu_bit(k->cpu);
    h.cause = k->flags & ETL_FLAG_BUFFER_LOST ? ETL_HOLE_BUFFERS_LOST : ETL_HOLE_EVENTS_LOST;
    add_hole(g, &h);
}

static void add_rest(struct etl_line_up *line, struct etl_kept *k, struct gathered *g)
{
    const struct etl_kept *next = etl_line_up_next(line, k);
    struct etl_hole h = {0};
    h.from = etl_line_up_last(line, k);
    h.to = next ? next->first : line->end;
    if (h.to < h.from)
        h.to = h.from;
    h.cpus = etl_cpu_bit(k->cpu);
    h.cause = k->is_cut ? ETL_HOLE_CUT : ETL_HOLE_DAMAGED;
    h.bytes = k->rest;
    add_hole(g, &h);
}

/* ---- all of them ---- */

static int by_line_up(const void *a, const void *b)
{
    const struct etl_kept *x = a, *y = b;
    if (x->is_timed != y->is_timed)
        return x->is_timed ? -1 : 1;
    if (x->cpu != y->cpu)
        return x->cpu < y->cpu ? -1 : 1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->sequence != y->sequence)
        return x->sequence < y->sequence ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void line_up(struct etl_line_up *line, bool walk)
{
    struct etl_survey *s = line->survey;
    const struct etl_header *h = s->scan.header;
    for (uint32_t i = 0; i < s->count; i++) {
        line->timed += etl_survey_ask(s, &s->kept[i]);
        if (walk && s->kept[i].is_timed)
            etl_survey_walk(s, &s->kept[i]);
    }
    if (s->count)
        qsort(s->kept, s->count, sizeof *s->kept, by_line_up);
    line->end = line->begin;
    if (h->clock.clock != ETL_CLOCK_UNKNOWN && h->end_time > h->start_time)
        line->end = etl_raw_time(&h->clock, h->end_time);
    for (uint32_t i = 0; i < line->timed; i++) {
        struct etl_kept *k = &s->kept[i];
        if (!etl_line_up_next(line, k) && etl_line_up_last(line, k) > line->end)
            line->end = k->last;
    }
}

/* What the file lacks at its end. */
struct lack {
    uint64_t buffers, bytes;
};

static struct lack lack_of(const struct etl_survey *s, bool has_turned)
{
    const struct etl_header *h = s->scan.header;
    const struct etl_findings *f = &s->findings;
    uint64_t present = f->buffers + f->buffers_skipped, len = s->scan.len;
    bool is_short = !has_turned && !(h->mode & ETL_MODE_BUFFERING) && h->end_time > 0 && h->buffers_written > present;
    struct lack l = {0, 0};
    if (is_short)
        l.buffers = h->buffers_written - present;
    if (h->mode & ETL_MODE_COMPRESSED)
        l.bytes = u64_mul_capped(l.buffers, present ? len / present : 0);
    else if (is_short)
        l.bytes = u64_sub_capped(u64_mul_capped(h->buffers_written, h->unit), len);
    else if (f->cut && len % h->unit)
        l.bytes = h->unit - len % h->unit;
    return l;
}

static bool anything_is_wrong(const struct etl_survey *s, const struct lack *lack, bool walk)
{
    const struct etl_findings *f = &s->findings;
    return walk || f->lossy_buffers || f->buffers_skipped || f->sequence_gaps || f->cut || lack->buffers;
}

static bool find(struct etl_survey *s, const struct etl_complete *complete, bool walk, struct gathered *g)
{
    struct etl_line_up line = {0};
    struct lack lack = lack_of(s, complete->wrapped);
    line.survey = s;
    line.begin = g->begin = complete->raw;
    line.has_turned = complete->wrapped;
    g->holes.missing_bytes = u64_add_capped(s->findings.bytes_skipped, lack.bytes);
    g->holes.whole_bytes = u64_add_capped(s->scan.len, lack.bytes);
    if (!anything_is_wrong(s, &lack, walk))
        return true;
    line_up(&line, walk);
    for (uint32_t i = 0; i < s->count; i++) {
        struct etl_kept *k = &s->kept[i];
        uint64_t unread = k->is_timed ? k->rest : k->is_broken ? k->size : 0;
        g->holes.missing_bytes = u64_add_capped(g->holes.missing_bytes, unread);
        if (!k->is_timed)
            continue;
        if (k->flags & (ETL_FLAG_EVENTS_LOST | ETL_FLAG_BUFFER_LOST))
            add_loss(&line, k, g);
        if (k->is_cut || k->is_broken)
            add_rest(&line, k, g);
    }
    return etl_missing_find(&line, lack.buffers, lack.bytes, add_hole, g);
}

bool etl_holes_find(const uint8_t *bytes, uint64_t len, const struct etl_header *header, const struct etl_findings *findings,
                    const struct etl_complete *complete, struct etl_holes *holes)
{
    struct etl_survey *s = malloc(sizeof *s);
    struct gathered *g = calloc(1, sizeof *g);
    bool done = false;
    if (s && g) {
        done = etl_survey_make(s, bytes, len, header) &&
               find(s, complete, findings->events_broken || findings->buffers_broken, g) && !s->findings.short_of_memory;
        etl_survey_done(s);
    }
    if (done) {
        tidy(&g->holes);
        /* A search through a packed file may pass over the same bytes twice. */
        if (g->holes.missing_bytes > g->holes.whole_bytes)
            g->holes.missing_bytes = g->holes.whole_bytes;
        *holes = g->holes;
    }
    free(s);
    free(g);
    return done;
}
