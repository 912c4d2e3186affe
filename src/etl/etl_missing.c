#include "etl/private/etl_missing.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"

#define RUNS_MOST 256u
#define SILENT 0.5       /* of what the CPU's own buffers last: it lost one */
#define HARDLY_SILENT 0.25 /* less than that: it lost none */

struct silence {
    int64_t from, to;
    uint64_t cpus;
    double share;
};

/* Numbers without a buffer, one after the other. */
struct run {
    int64_t low, high;
    enum etl_hole_cause cause;
    uint64_t buffers, bytes;
    struct silence sure, best, at_end; /* cpus 0: none */
};

struct runs {
    struct etl_line_up *line;
    struct run list[RUNS_MOST]; /* by number */
    uint32_t count;
    struct run front, tail; /* before and behind all numbers; buffers 0: none */
    bool rises; /* numbers with time */
};

int64_t etl_line_up_last(struct etl_line_up *line, struct etl_kept *kept)
{
    if (!kept->is_walked)
        etl_survey_walk(line->survey, kept);
    return kept->last;
}

int64_t etl_line_up_until(struct etl_line_up *line, struct etl_kept *kept)
{
    int64_t last = etl_line_up_last(line, kept);
    return kept->stamp > last && kept->stamp <= line->end ? kept->stamp : last;
}

struct etl_kept *etl_line_up_next(struct etl_line_up *line, struct etl_kept *kept)
{
    struct etl_kept *next = kept + 1;
    return next < line->survey->kept + line->timed && next->cpu == kept->cpu ? next : NULL;
}

struct etl_kept *etl_line_up_previous(struct etl_line_up *line, struct etl_kept *kept)
{
    return kept > line->survey->kept && kept[-1].cpu == kept->cpu ? kept - 1 : NULL;
}

/* ---- which numbers are missing ---- */

static int by_number(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Where there are too many, each becomes one with its neighbour. */
static void add_run(struct runs *r, int64_t low, int64_t high)
{
    if (r->count == RUNS_MOST) {
        for (uint32_t i = 0; i < RUNS_MOST / 2; i++) {
            struct run *to = &r->list[i];
            *to = r->list[2 * i];
            to->high = r->list[2 * i + 1].high;
            to->buffers = u64_add_capped(to->buffers, r->list[2 * i + 1].buffers);
        }
        r->count = RUNS_MOST / 2;
    }
    struct run *n = &r->list[r->count++];
    memset(n, 0, sizeof *n);
    n->low = low;
    n->high = high;
    n->cause = ETL_HOLE_MISSING;
    n->buffers = u64_add_capped(i64_ahead(high, low), 1);
}

static bool find_runs(struct runs *r)
{
    const struct etl_survey *s = r->line->survey;
    uint32_t n = 0;
    int64_t *numbers = malloc((s->count ? s->count : 1) * sizeof *numbers);
    if (!numbers)
        return false;
    for (uint32_t i = 0; i < s->count; i++) {
        /* A buffer that gave nothing is as good as none. */
        if (s->kept[i].is_timed || !s->kept[i].is_broken)
            numbers[n++] = s->kept[i].sequence;
    }
    if (n)
        qsort(numbers, n, sizeof *numbers, by_number);
    for (uint32_t i = 1; i < n; i++) {
        if (numbers[i] > numbers[i - 1] && numbers[i] - 1 > numbers[i - 1])
            add_run(r, numbers[i - 1] + 1, numbers[i] - 1);
    }
    free(numbers);
    return true;
}

/* ---- which slot of the file they would have stood in ---- */

static void explain(struct run *run, struct etl_skip *skip)
{
    run->cause = skip->zeros ? ETL_HOLE_ZEROS : ETL_HOLE_DAMAGED;
    run->bytes = u64_add_capped(run->bytes, skip->bytes);
    if (run->low > run->high)
        run->buffers += skip->slots;
    skip->is_used = true;
}

/* Strictest first: exactly the numbers between the slot's neighbours; some of
 * them; any that nothing explains. */
static bool matches(const struct run *run, const struct etl_skip *skip, int how)
{
    int64_t low = skip->before < skip->after ? skip->before : skip->after;
    int64_t high = skip->before < skip->after ? skip->after : skip->before;
    bool between = low < run->low && run->high < high;
    if (how == 0)
        return between && run->low - 1 == low && run->high + 1 == high;
    return run->cause == ETL_HOLE_MISSING && (between || how == 2);
}

static void explain_runs(struct runs *r)
{
    struct etl_survey *s = r->line->survey;
    for (int how = 0; how < 3; how++) {
        for (uint32_t k = 0; k < s->skip_count; k++) {
            bool at_end = s->skips[k].before == INT64_MIN || s->skips[k].after == INT64_MAX;
            for (uint32_t i = 0; i < r->count && !s->skips[k].is_used && !(at_end && how == 2); i++) {
                if (matches(&r->list[i], &s->skips[k], how))
                    explain(&r->list[i], &s->skips[k]);
            }
        }
    }
    for (uint32_t i = 0; i < s->count; i++) {
        const struct etl_kept *k = &s->kept[i];
        for (uint32_t j = 0; !k->is_timed && k->is_broken && j < r->count; j++) {
            if (r->list[j].low <= k->sequence && k->sequence <= r->list[j].high) {
                r->list[j].cause = ETL_HOLE_DAMAGED;
                r->list[j].bytes += k->size;
            }
        }
    }
    for (uint32_t k = 0; k < s->skip_count; k++) {
        bool at_front = s->skips[k].before == INT64_MIN, at_tail = s->skips[k].after == INT64_MAX;
        if (!s->skips[k].is_used && at_front != at_tail)
            explain(at_front == (s->rising >= s->falling) ? &r->front : &r->tail, &s->skips[k]);
    }
}

/* ---- which CPU was silent across them ---- */

static double share_of(uint64_t silence, uint64_t lasts)
{
    return lasts ? (double)silence / (double)lasts : silence ? (HARDLY_SILENT + SILENT) / 2 : 0;
}

static uint64_t lasts(struct runs *r, struct etl_kept *k)
{
    return k ? i64_ahead(etl_line_up_last(r->line, k), k->first) : 0;
}

static void weigh(struct run *run, const struct silence *s)
{
    if (s->share < SILENT) {
        if (!run->best.cpus || s->share > run->best.share)
            run->best = *s;
        return;
    }
    if (!run->sure.cpus)
        run->sure = *s;
    run->sure.from = s->from < run->sure.from ? s->from : run->sure.from;
    run->sure.to = s->to > run->sure.to ? s->to : run->sure.to;
    run->sure.cpus |= s->cpus;
}

/* A CPU's silence before its first or behind its last buffer may be a parked
 * CPU's: only where no other explains the numbers, and then the shortest. */
static void weigh_end(struct run *run, const struct silence *s)
{
    const struct silence *old = &run->at_end;
    if (s->share >= SILENT && (!old->cpus || i64_ahead(s->to, s->from) < i64_ahead(old->to, old->from)))
        run->at_end = *s;
}

static struct silence silence_of(struct runs *r, struct etl_kept *before, struct etl_kept *after)
{
    struct silence s;
    uint64_t a = lasts(r, before), b = lasts(r, after);
    s.from = !before ? r->line->begin : after ? etl_line_up_last(r->line, before) : etl_line_up_until(r->line, before);
    s.to = after ? after->first : r->line->end;
    if (s.to < s.from)
        s.to = s.from;
    s.cpus = etl_cpu_bit(before ? before->cpu : after->cpu);
    s.share = share_of(i64_ahead(s.to, s.from), a > b ? a : b);
    return s;
}

static void weigh_between(struct runs *r, struct etl_kept *x, struct etl_kept *y)
{
    int64_t low = x->sequence < y->sequence ? x->sequence : y->sequence;
    int64_t high = x->sequence < y->sequence ? y->sequence : x->sequence;
    uint32_t from = 0, to = r->count;
    while (from < to) {
        uint32_t half = from + (to - from) / 2;
        if (r->list[half].high < low)
            from = half + 1;
        else
            to = half;
    }
    if (from == r->count || r->list[from].low > high)
        return;
    struct silence s = silence_of(r, x, y);
    for (uint32_t i = from; i < r->count && r->list[i].low < high; i++)
        weigh(&r->list[i], &s);
}

/* `x` is its CPU's first or last buffer. */
static void weigh_ends(struct runs *r, struct etl_kept *x, bool is_first)
{
    struct run *all = is_first ? &r->front : &r->tail;
    struct silence s = silence_of(r, is_first ? NULL : x, is_first ? x : NULL);
    if (all->buffers)
        weigh(all, &s);
    for (uint32_t i = 0; i < r->count; i++) {
        bool above = r->list[i].low > x->sequence;
        if (above == (r->rises != is_first))
            weigh_end(&r->list[i], &s);
    }
}

static void weigh_all(struct runs *r)
{
    struct etl_line_up *l = r->line;
    uint32_t up = 0, down = 0;
    for (uint32_t i = 0; i < l->timed; i++) {
        struct etl_kept *k = &l->survey->kept[i], *next = etl_line_up_next(l, k);
        up += next && next->sequence > k->sequence;
        down += next && next->sequence < k->sequence;
    }
    r->rises = up >= down;
    for (uint32_t i = 0; i < l->timed; i++) {
        struct etl_kept *k = &l->survey->kept[i], *next = etl_line_up_next(l, k);
        if (next)
            weigh_between(r, k, next);
        else
            weigh_ends(r, k, false);
        if (!etl_line_up_previous(l, k))
            weigh_ends(r, k, true);
    }
}

static void give(const struct runs *r, const struct run *run, etl_hole_fn *add, void *ctx)
{
    struct silence all = {r->line->begin, r->line->end, UINT64_MAX, 1};
    const struct silence *s = run->sure.cpus ? &run->sure : &run->best;
    if (run->cause == ETL_HOLE_MISSING && (!s->cpus || s->share < HARDLY_SILENT))
        return;
    if (s == &run->best && run->at_end.cpus && run->best.share < HARDLY_SILENT)
        s = &run->at_end;
    if (!s->cpus)
        s = &all;
    struct etl_hole h = {s->from, s->to, s->cpus, run->cause, run->buffers, run->bytes};
    add(ctx, &h);
}

/* A slot that no number tells of: what its neighbours in the file leave open. */
static void give_slot(struct runs *r, const struct etl_skip *skip, etl_hole_fn *add, void *ctx)
{
    struct etl_survey *s = r->line->survey;
    struct etl_kept *before = NULL, *after = NULL;
    for (uint32_t i = 0; i < r->line->timed; i++) {
        struct etl_kept *k = &s->kept[i];
        if (k->offset == skip->behind)
            before = k;
        if (k->offset > skip->behind && (!after || k->offset < after->offset))
            after = k;
    }
    struct etl_hole h = {r->line->begin, r->line->end, UINT64_MAX, ETL_HOLE_DAMAGED, skip->slots, skip->bytes};
    if (skip->zeros)
        h.cause = ETL_HOLE_ZEROS;
    if (before)
        h.from = etl_line_up_last(r->line, before);
    if (after)
        h.to = after->first;
    if (h.to < h.from)
        h.to = h.from;
    add(ctx, &h);
}

bool etl_missing_find(struct etl_line_up *line, uint64_t cut_buffers, uint64_t cut_bytes, etl_hole_fn *add, void *ctx)
{
    struct runs *r = calloc(1, sizeof *r);
    bool rises = line->survey->rising >= line->survey->falling;
    if (!r)
        return false;
    r->line = line;
    r->front.low = r->tail.low = 1;
    /* Appended sessions count anew, so their numbers tell nothing. */
    if (line->survey->findings.segments <= 1 && !find_runs(r)) {
        free(r);
        return false;
    }
    explain_runs(r);
    if (cut_buffers || cut_bytes) {
        struct run *to = rises ? &r->tail : &r->front;
        to->cause = ETL_HOLE_CUT;
        to->buffers += cut_buffers ? cut_buffers : 1;
        to->bytes = u64_add_capped(to->bytes, cut_bytes);
    }
    if (r->count || r->front.buffers || r->tail.buffers)
        weigh_all(r);
    for (uint32_t i = 0; i < r->count; i++)
        give(r, &r->list[i], add, ctx);
    for (uint32_t k = 0; k < line->survey->skip_count; k++) {
        if (!line->survey->skips[k].is_used)
            give_slot(r, &line->survey->skips[k], add, ctx);
    }
    if (r->front.buffers && !line->has_turned)
        give(r, &r->front, add, ctx);
    if (r->tail.buffers)
        give(r, &r->tail, add, ctx);
    free(r);
    return true;
}
