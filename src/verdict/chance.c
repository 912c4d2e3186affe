#include "verdict/private/chance.h"

#define WEIGHT (60 * SECOND)
#define HOUR (3600 * SECOND)
#define SMALL 0.006
#define SURELY_SMALL 0.003
#define LESS_SURE 10u
#define FAR (5 * SECOND)
#define LEAST_WIDTH (20 * MILLISECOND)

/* Any of these may lie near a stutter without having to do with it. */
static const enum fact_kind kinds[] = {
    FACT_sleep,      FACT_resume,        FACT_gpu_timeout,   FACT_hardware, FACT_device_gone,   FACT_device_reset,
    FACT_device_new, FACT_device_trouble, FACT_radio,        FACT_mains,    FACT_power_setting, FACT_timer,
    FACT_net_down,   FACT_process_crash, FACT_process_start, FACT_glitch,   FACT_display_mode, FACT_focus_taken};

uint32_t chance_kinds(const struct trace *t)
{
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        count += facts_first(&t->facts, kinds[i], t->complete_from, t->last) != NULL;
    return count;
}

static bool is_one(const struct scales *s, const struct chance *c, const struct fact *f)
{
    return f->kind == c->fact && (!c->same || c->same(s, f, c->like));
}

static const struct fact_list *list_of(const struct scales *s, const struct chance *c)
{
    return &s->t->facts.lanes[fact_lane(c->fact)];
}

int64_t chance_distance(const struct scales *s, const struct fact *f)
{
    return f->to < s->m->from ? s->m->from - f->to : f->from > s->m->from ? f->from - s->m->from : 0;
}

struct nearby {
    uint32_t count;   /* within reach */
    int64_t distance; /* of the nearest from the begin, where a cause is */
};

static struct nearby nearby_of(const struct scales *s, const struct chance *c)
{
    const struct fact_list *list = list_of(s, c);
    struct nearby n = {0, INT64_MAX};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->to < s->m->from - c->before || f->from > s->until + c->after || !is_one(s, c, f))
            continue;
        int64_t distance = chance_distance(s, f);
        n.distance = distance < n.distance ? distance : n.distance;
        n.count++;
    }
    return n;
}

/* A stutter of the game that is not the moment's, and far from it. */
static bool is_other(const struct scales *s, const struct hitch *h)
{
    return !h->excuse && h->kind == FINDING_stutter && (h->to < s->m->from - FAR || h->from > s->m->to + FAR);
}

/* How much of the trace is elsewhere, and how many other stutters have one of
 * them within reach. */
struct others {
    int64_t time, length;
    uint32_t count, with;
    bool apart; /* most have one: they are not elsewhere */
};

static bool is_elsewhere(const struct scales *s, const struct chance *c, const struct others *o, const struct fact *f)
{
    return f->from >= s->t->complete_from && (f->to < s->m->from - FAR || f->from > s->m->to + FAR) &&
           !(o->apart && weigh_stuttered(s, f->from - c->after, f->to + c->before));
}

/* Spans of a width that lie elsewhere and have `least` of them. */
static uint32_t spans_elsewhere(const struct scales *s, const struct chance *c, const struct others *o, int64_t width, uint32_t least)
{
    const struct fact_list *list = list_of(s, c);
    uint32_t spans = 0, count = 0;
    int64_t begin = INT64_MIN;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (!is_one(s, c, f) || !is_elsewhere(s, c, o, f))
            continue;
        if (begin == INT64_MIN || f->from - begin > width) {
            begin = f->from;
            count = 0;
        }
        spans += ++count == least;
    }
    return spans;
}

static struct others others_of(const struct scales *s, const struct chance *c)
{
    struct others o = {trace_judged(s->t) - overlap(s->t->complete_from, s->t->last, s->m->from - FAR, s->m->to + FAR), 0, 0, 0, false};
    for (uint32_t i = s->first_hitch; i < s->first_hitch + s->game_hitches; i++) {
        const struct hitch *h = &s->all->hitches[i];
        if (!is_other(s, h))
            continue;
        int64_t from = h->from - c->before, to = h->to + c->after;
        const struct fact_list *list = list_of(s, c);
        bool has = false;
        for (uint32_t k = 0; k < list->count && !has; k++)
            has = list->items[k].to >= from && list->items[k].from <= to && is_one(s, c, &list->items[k]);
        o.count++;
        o.with += has;
        o.length += to - from;
    }
    o.apart = o.with * 2 > o.count;
    if (o.apart)
        o.time = o.time > o.length ? o.time - o.length : 0;
    return o;
}

static double rate_of(const struct scales *s, const struct chance *c, const struct others *o, int64_t width, uint32_t least)
{
    double prior = (double)c->per_hour * (double)WEIGHT / (double)HOUR;
    for (uint32_t i = 1; i < least && prior > 1e-9; i++)
        prior /= 2; /* they come in groups: each further one is half as likely */
    /* Of what comes elsewhere, too, the one that lies near is no more than another. */
    uint32_t spans = spans_elsewhere(s, c, o, width, least);
    return (spans + (spans > 0) + prior) / ((double)o->time + (double)WEIGHT);
}

static double at_most_one(double chance)
{
    return chance < 1 ? chance : 1;
}

/* That so many of the other stutters have one by chance. */
static double chance_of_others(const struct scales *s, const struct chance *c, const struct others *o)
{
    if (!o->apart)
        return 1;
    double each = at_most_one(rate_of(s, c, o, o->length / o->count, 1) * (double)o->length / o->count), all = 1;
    for (uint32_t i = 0; i < o->with && all > 1e-12; i++)
        all = all * each * (o->count - i) / (i + 1);
    return at_most_one(all);
}

static double chance_of(const struct scales *s, const struct chance *c)
{
    struct nearby n = nearby_of(s, c);
    if (!n.count)
        return 1;
    struct others o = others_of(s, c);
    int64_t whole = c->before + s->until - s->m->from + c->after;
    int64_t width = (n.distance < c->before ? n.distance : c->before) + (n.distance < whole - c->before ? n.distance : whole - c->before);
    width = width > LEAST_WIDTH ? width : LEAST_WIDTH;
    double chance = rate_of(s, c, &o, width, 1) * (double)width;
    if (n.count > 1) {
        double many = rate_of(s, c, &o, whole, n.count) * (double)whole;
        chance = 2 * many < chance ? 2 * many : chance;
    }
    return at_most_one(chance) * chance_of_others(s, c, &o);
}

uint32_t chance_points(const struct scales *s, const struct chance *c, uint32_t score)
{
    double chance = chance_of(s, c) * s->kinds;
    if (chance > SMALL)
        return 0;
    if (chance <= SURELY_SMALL || score <= SCORE_NAMED)
        return score;
    return score < SCORE_NAMED + LESS_SURE ? SCORE_NAMED : score - LESS_SURE;
}
