#include "verdict/private/weigh.h"

#define LONG_INTERRUPT (2 * MILLISECOND)
#define SHORTEST_STILL (60 * MILLISECOND)

static void silence(struct scales *s)
{
    int64_t still = overlap(s->m->silent_from, s->m->silent_to, s->m->from, s->m->to);
    uint64_t expected = u64_scaled(s->all->base.events_other, (uint64_t)still / MILLISECOND,
                                   (uint64_t)trace_judged(s->t) / MILLISECOND + 1);
    if (still < SHORTEST_STILL || share_of(still, s->lost) < 60 || expected < 8 || s->all->base.longest_silence * 3 >= still)
        return;
    struct suspect *c = weigh_add(s, SUSPECT_machine_silent, score_of(55, 40, share_of(still, s->lost), 95));
    c->span = s->m->silent_to - s->m->silent_from;
    c->value = expected;
    const struct fact *f = facts_first(&s->t->facts, FACT_silence, s->m->silent_from, s->m->silent_to);
    if (f)
        weigh_proof(c, f);
}

static void prove_driver(struct scales *s, struct suspect *c, const struct driver_use *use, uint32_t name)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_DRIVER];
    struct fact f = {0};
    f.kind = use->longest_id == 0x0F43 || use->longest_id == 0x0F32 ? FACT_isr : FACT_dpc;
    f.from = use->longest_from;
    f.to = use->longest_from + (int64_t)use->longest;
    f.name = name;
    f.id = use->longest_id;
    f.source = TRACE_k_perf;
    f.value = UINT64_MAX; /* its CPU, where it was long enough to be kept */
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *o = &list->items[i];
        if (o->kind == f.kind && o->from == f.from && o->name == name)
            f = *o;
    }
    weigh_proof(c, &f);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *o = &list->items[i];
        bool same = o->kind == FACT_dpc || o->kind == FACT_isr;
        if (same && o->name == name && o->from != f.from && o->to >= s->m->from && o->from <= s->m->to)
            weigh_proof(c, o);
    }
}

static void drivers(struct scales *s)
{
    for (uint32_t i = 0; i <= s->t->machine.module_count && s->m->drivers; i++) {
        const struct driver_use *use = &s->m->drivers[i], *rest = &s->all->base.drivers[i];
        uint32_t name = i < s->t->machine.module_count ? s->t->machine.modules[i].name : 0;
        uint32_t long_share = share_of((int64_t)use->longest, s->lost);
        uint32_t share = share_of((int64_t)use->time, s->len), usual = share_of((int64_t)rest->time, s->all->base.span);
        struct suspect *c = NULL;
        if (s->m->is_hitch && use->longest >= (uint64_t)LONG_INTERRUPT && long_share >= 20 && use->longest >= rest->longest * 3) {
            c = weigh_add(s, SUSPECT_driver_long, score_of(50, 46, long_share, 60));
            c->span = (int64_t)use->longest;
        } else if ((use->count >= 20 || use->longest >= (uint64_t)LONG_INTERRUPT / 2) && share >= 15 && share >= usual * 3) {
            c = weigh_add(s, SUSPECT_driver_storm, score_of(45, 48, share, 60));
            c->span = (int64_t)use->time;
        }
        if (!c)
            continue;
        c->name = name;
        c->value = share;
        c->more = usual;
        prove_driver(s, c, use, name);
    }
}

/* The median of the clock's percentages over the whole trace. */
static uint32_t usual_clock(const struct scales *s)
{
    uint64_t total = 0, sum = 0;
    for (uint32_t p = 0; p < 256; p++)
        total += s->t->clocks[p];
    for (uint32_t p = 0; p < 256 && total >= 8; p++) {
        sum += s->t->clocks[p];
        if (sum * 2 >= total)
            return p;
    }
    return 0;
}

static void clock(struct scales *s)
{
    int64_t from = s->m->from - SECOND, to = s->m->to + SECOND;
    const struct fact_list *list = &s->t->facts.lanes[LANE_POWER];
    const struct fact *worst = NULL;
    uint32_t score = 0, usual = usual_clock(s);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        uint32_t points = 0;
        if (f->to < from || f->from > to)
            continue;
        if (f->kind == FACT_overheated)
            points = 88;
        else if (f->kind == FACT_throttle)
            points = 78;
        else if (f->kind == FACT_cap_percent && f->value < 90)
            points = 74;
        else if (f->kind == FACT_cap && f->value)
            points = 72;
        else if (f->kind == FACT_slow_clock && usual && f->value * 10 <= usual * 6u)
            points = 66;
        if (points > score) {
            score = points;
            worst = f;
        }
    }
    if (!worst)
        return;
    struct suspect *c = weigh_add(s, SUSPECT_cpu_capped, score);
    c->name = worst->name;
    c->value = worst->value;
    c->more = worst->kind;
    c->span = worst->to - worst->from;
    weigh_proof(c, worst);
    weigh_proofs(&s->t->facts, c, FACT_heat, from, to);
}

static void memory(struct scales *s)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_FAULTS];
    const struct fact *least = NULL;
    uint64_t most = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind != FACT_memory)
            continue;
        if (f->value > most)
            most = f->value;
        if (f->from >= s->m->from - 3 * SECOND && f->from <= s->m->to + 3 * SECOND && (!least || f->value < least->value))
            least = f;
    }
    if (!least)
        return;
    uint64_t left = least->value * PAGE;
    bool scarce = least->value < PAGES_FEWEST || (left < 1024ull * MB && least->value < most / 6);
    if (!scarce)
        return;
    bool paged = s->m->faults >= 10 || s->m->paging_reads >= 10;
    struct suspect *c = weigh_add(s, SUSPECT_memory_low, 66 + (paged ? 24u : 0u));
    c->value = left;
    c->more = s->m->faults ? s->m->faults : s->m->paging_reads;
    weigh_proof(c, least);
}

void weigh_machine(struct scales *s)
{
    if (s->m->is_hitch)
        silence(s);
    drivers(s);
    clock(s);
    memory(s);
}
