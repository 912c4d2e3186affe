#include "verdict/private/weigh.h"

#define FEWEST_LOST 5u
#define FEWEST_LOST_ALONE 8u
#define BURST (2 * SECOND)

/* What other programs' connections do is no affair of the game's; of a packet of
 * nobody knows whose connection all may be told. */
static bool is_foreign(const struct scales *s, const struct fact *f)
{
    return f->pid && !weigh_is_game(s, f->pid);
}

static bool is_lost(const struct scales *s, const struct fact *f)
{
    return f->kind == FACT_net_drops || (f->kind == FACT_retransmit && !is_foreign(s, f));
}

static uint32_t lost_packets(const struct scales *s, int64_t from, int64_t to)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_NETWORK];
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        count += list->items[i].to >= from && list->items[i].from <= to && is_lost(s, &list->items[i]);
    return count;
}

static struct suspect *add(struct scales *s, uint32_t score, enum fact_kind kind, uint32_t count, bool standing)
{
    struct suspect *c = weigh_add(s, SUSPECT_network_loss, score);
    c->more = kind;
    c->value = count;
    c->standing = standing;
    return c;
}

static void prove(const struct scales *s, struct suspect *c, enum fact_kind kind, int64_t from, int64_t to)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_NETWORK];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == kind && f->to >= from && f->from <= to && !is_foreign(s, f))
            weigh_proof(c, f);
    }
}

static void packets(struct scales *s, int64_t from, int64_t to, uint32_t score, uint32_t fewest, bool standing)
{
    uint32_t near = lost_packets(s, from, to), all = lost_packets(s, s->t->complete_from, s->t->last);
    int64_t rest = trace_judged(s->t) - (to - from);
    uint64_t others = all > near ? all - near : 0;
    uint64_t expected = rest > 0 ? u64_scaled(others, i64_ahead(to, from), (uint64_t)rest) : 0;
    if (near < fewest || near <= u64_mul_capped(expected, 4))
        return;
    struct suspect *c = add(s, score, FACT_retransmit, near, standing);
    c->span = to - from;
    prove(s, c, FACT_retransmit, from, to);
    prove(s, c, FACT_net_drops, from, to);
}

/* A connection of the game itself. */
static void cut(struct scales *s, int64_t from, int64_t to, uint32_t score, bool standing)
{
    static const enum fact_kind kinds[] = {FACT_net_abort, FACT_net_reset};
    const struct fact_list *list = &s->t->facts.lanes[LANE_NETWORK];
    for (size_t k = 0; k < 2; k++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < list->count; i++) {
            const struct fact *f = &list->items[i];
            count += f->kind == kinds[k] && f->to >= from && f->from <= to && weigh_is_game(s, f->pid);
        }
        if (count)
            prove(s, add(s, score, kinds[k], count, standing), kinds[k], from, to);
    }
}

void weigh_network(struct scales *s)
{
    int64_t from = s->m->from - SECOND, to = s->until + SECOND;
    packets(s, from, to, 54, FEWEST_LOST, false);
    cut(s, from, to, 58, false);
}

void weigh_network_standing(struct scales *s, int64_t from, int64_t to)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_NETWORK];
    int64_t best = from;
    uint32_t most = 0;
    for (uint32_t i = 0; i < list->count && most <= 200; i++) {
        const struct fact *f = &list->items[i];
        uint32_t count = f->from < from || f->from > to || !is_lost(s, f) ? 0 : lost_packets(s, f->from, f->from + BURST);
        if (count <= most)
            continue;
        most = count;
        best = f->from;
    }
    packets(s, best, most ? best + BURST : to, 58, FEWEST_LOST_ALONE, true);
    cut(s, from, to, 62, true);
}
