#include "verdict/private/unsure.h"

#include "verdict/private/shares.h"
#include "verdict/thresholds.h"

#define HOLE_SHARE 25u
#define JUMP_SHARE 60u
#define NEAR_BEGIN (1 * SECOND)

/* ---- holes ---- */

struct parts {
    int64_t from, to; /* the longest part without a hole so far */
    int64_t last;     /* where the part begins that lies behind all holes */
    uint64_t missing;
    bool any;
};

static void add_part(struct parts *p, int64_t from, int64_t to)
{
    if (to - from > p->to - p->from) {
        p->from = from;
        p->to = to;
    }
}

/* Holes are by begin. One without a length may stand for a loss of any. */
static struct parts parts_of(const struct trace *t, const struct hitch *h)
{
    const struct fact_list *list = &t->facts.lanes[LANE_RECORDER];
    struct parts p = {h->from, h->from, 0, 0, false};
    int64_t at = h->from;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind != FACT_hole || f->to < h->from || f->from > h->to)
            continue;
        p.any = true;
        if (f->from == f->to)
            p.missing = u64_add_capped(p.missing, (uint64_t)(h->to - h->from));
        if (f->from > at)
            add_part(&p, at, f->from);
        p.missing = u64_add_capped(p.missing, (uint64_t)overlap(at, h->to, f->from, f->to));
        if (f->to > at)
            at = f->to;
    }
    p.last = at;
    if (at < h->to)
        add_part(&p, at, h->to);
    return p;
}

static bool is_in_hole(const struct trace *t, struct hitch *h, int64_t least_excess)
{
    struct parts p = parts_of(t, h);
    if (!p.any)
        return false;
    if (h->open) { /* what goes on is what lies behind them */
        p.from = p.last;
        p.to = h->to;
        least_excess = OPEN_LEAST;
    }
    if (h->kind != FINDING_stutter)
        return share_of(i64_of_u64_capped(p.missing), h->to - h->from) >= HOLE_SHARE;
    if (share_of(i64_of_u64_capped(p.missing), h->to - h->from) >= HOLE_SHARE || p.to - p.from - h->usual < least_excess)
        return true;
    h->from = p.from;
    h->to = p.to;
    h->longest = p.to - p.from;
    return false;
}

/* ---- clocks ---- */

/* A trace that is stamped with the system's time jumps with it, on all CPUs. */
static bool may_be_jump(const struct trace *t, const struct hitch *h)
{
    const struct fact_list *list = &t->facts.lanes[LANE_DRIVER];
    if (etl_header(t->files[0].reader)->clock.clock != ETL_CLOCK_SYSTEM)
        return false;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == FACT_silence && share_of(overlap(f->from, f->to, h->from, h->to), h->to - h->from) >= JUMP_SHARE)
            return true;
    }
    return false;
}

enum excuse unsure_excuse(const struct trace *t, struct hitch *hitch, int64_t least_excess)
{
    if (is_in_hole(t, hitch, least_excess))
        return EXCUSE_hole;
    return may_be_jump(t, hitch) ? EXCUSE_clock : EXCUSE_none;
}

bool unsure_is_older(const struct trace *t, const struct stream *s)
{
    return s->count && (s->early || s->times[0] - t->complete_from < NEAR_BEGIN);
}
