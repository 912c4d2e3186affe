#include "verdict/private/weigh.h"

#define SLOW_LEAST (25 * MILLISECOND)
#define SLOW_EACH (6 * MILLISECOND)

/* Half of the responses outside of the moments were shorter than twice this. */
static int64_t usual_latency(const struct baseline *b)
{
    uint64_t total = 0, sum = 0;
    for (unsigned i = 0; i < DISK_POWERS; i++)
        total += b->latency[i];
    for (unsigned i = 0; i < DISK_POWERS && total; i++) {
        sum += b->latency[i];
        if (sum * 2 >= total)
            return (int64_t)1 << i;
    }
    return 0;
}

/* How many operations outside of the moments took about as long. */
static uint64_t as_slow(const struct baseline *b, int64_t span)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < DISK_POWERS; i++) {
        if ((int64_t)1 << i >= span / 2)
            count += b->latency[i];
    }
    return count;
}

/* Each of them took that long: how much of the moment they fill together. */
struct slow_ops {
    int64_t filled;
    uint32_t count;
    uint32_t usual; /* percent of the time that such fill elsewhere */
};

static struct slow_ops slow_ops_of(const struct scales *s, int64_t least)
{
    const struct disk_use *d = &s->m->disk;
    struct slow_ops o = {0, 0, 0};
    uint64_t together[DISK_SLICES / 64] = {0}, elsewhere = 0;
    for (unsigned p = 0; p < DISK_POWERS; p++) {
        if ((int64_t)1 << p < least)
            continue;
        o.count += d->count[p];
        elsewhere = u64_add_capped(elsewhere, u64_mul_capped(s->all->base.latency[p], UINT64_C(1) << p));
        for (unsigned i = 0; i < DISK_SLICES / 64; i++)
            together[i] |= d->slices[p][i];
    }
    uint32_t filled = 0;
    for (unsigned i = 0; i < DISK_SLICES; i++)
        filled += together[i / 64] >> i % 64 & 1;
    o.filled = s->len / DISK_SLICES * filled;
    o.usual = share_of(i64_of_u64_capped(elsewhere), s->all->base.span);
    return o;
}

static uint32_t busiest_process(const struct scales *s, const struct moment *m)
{
    uint32_t best = s->t->machine.process_count;
    for (uint32_t i = 0; i < s->t->machine.process_count; i++) {
        if (m->processes[i].disk_bytes && (best == s->t->machine.process_count || m->processes[i].disk_bytes > m->processes[best].disk_bytes))
            best = i;
    }
    return best;
}

static bool flood(struct scales *s)
{
    const struct moment *m = s->m;
    uint64_t rate = m->bytes * 1000 / (uint64_t)(s->len / MILLISECOND + 1);
    uint64_t usual = s->all->base.disk_bytes * 1000 / (uint64_t)(s->all->base.span / MILLISECOND + 1);
    uint64_t ops_usual = s->all->base.disk_ops * (uint64_t)(s->len / MILLISECOND + 1) / (uint64_t)(s->all->base.span / MILLISECOND + 1);
    if (m->ops < 40 || m->bytes < 8u * MB || rate < usual * 5 || m->ops < ops_usual)
        return false;
    uint32_t queue = share_of(i64_of_u64_capped(m->op_time), s->len * 4), who = busiest_process(s, m);
    struct suspect *c = weigh_add(s, SUSPECT_disk_flood, score_of(55, 35, queue, 60));
    c->span = s->len;
    c->value = m->bytes;
    c->more = m->ops;
    if (who < s->t->machine.process_count)
        c->name = s->t->machine.processes[who].name;
    c->own = who >= s->t->machine.process_count || weigh_is_game(s, s->t->machine.processes[who].pid);
    if (m->slowest.kind != FACT_count)
        weigh_proof(c, &m->slowest);
    weigh_proofs(&s->t->facts, c, FACT_disk_read, m->from, m->to);
    weigh_proofs(&s->t->facts, c, FACT_disk_write, m->from, m->to);
    return true;
}

static void prove_resets(struct scales *s, struct suspect *c)
{
    weigh_proofs(&s->t->facts, c, FACT_disk_reset, s->m->from - SECOND, s->m->to + SECOND);
    weigh_proofs(&s->t->facts, c, FACT_disk_failing, s->m->from - SECOND, s->m->to + SECOND);
}

static uint32_t resets_near(const struct scales *s)
{
    return facts_in(&s->t->facts, FACT_disk_reset, s->m->from - SECOND, s->m->to + SECOND) +
           facts_in(&s->t->facts, FACT_disk_failing, s->m->from - SECOND, s->m->to + SECOND);
}

/* One operation. */
static struct suspect *slow_one(struct scales *s)
{
    const struct moment *m = s->m;
    int64_t part = m->slowest_overlap, whole = m->slowest.to - m->slowest.from;
    if (m->slowest.kind == FACT_count || part < SLOW_LEAST || whole < usual_latency(&s->all->base) * 6 || share_of(part, s->lost) < 25)
        return NULL;
    uint32_t score = score_of(42, 54, share_of(part, s->lost), 70);
    if (as_slow(&s->all->base, whole) > 4)
        score = score * 6 / 10; /* this disk does it without a stutter, too */
    struct suspect *c = weigh_add(s, SUSPECT_disk_slow, score);
    c->span = whole;
    c->value = m->slowest.value;
    c->more = m->slowest.kind;
    return c;
}

/* Several, one after the other or in a queue, none of which explains it alone. */
static struct suspect *slow_together(struct scales *s)
{
    int64_t least = usual_latency(&s->all->base) * 6;
    struct slow_ops o = slow_ops_of(s, least > SLOW_EACH ? least : SLOW_EACH);
    uint32_t share = share_of(o.filled, s->lost);
    if (o.count < 2 || o.filled < SLOW_LEAST || share < 50 || share < o.usual * 3)
        return NULL;
    struct suspect *c = weigh_add(s, SUSPECT_disk_slow, score_of(42, 50, share, 90));
    c->span = o.filled < s->lost ? o.filled : s->lost;
    c->value = o.count;
    c->more = FACT_count;
    return c;
}

static void slow(struct scales *s, bool flooded)
{
    const struct moment *m = s->m;
    uint32_t resets = resets_near(s);
    struct suspect *c = share_of(m->slowest_overlap, s->lost) >= 60 ? slow_one(s) : NULL;
    c = c ? c : slow_together(s);
    c = c ? c : slow_one(s);
    if (!c && resets)
        prove_resets(s, weigh_add(s, SUSPECT_disk_slow, 70));
    if (!c)
        return;
    if (flooded && !resets)
        c->score -= 25;
    c->score += resets && c->score <= 96 ? 4 : 0;
    c->name = m->slowest.pid ? machine_process_name(&s->t->machine, m->slowest.pid, m->from) : 0;
    weigh_proof(c, &m->slowest);
    prove_resets(s, c);
}

/* Without records of faults: reads of the pager that come one after the other
 * and fill the time, which they do not elsewhere. */
static bool is_paging(const struct scales *s, uint64_t usual_reads)
{
    const struct moment *m = s->m;
    uint32_t share = share_of(m->paging_time, s->lost), usual = share_of(s->all->base.paging_time, s->all->base.span);
    if (m->paging_reads < 24 || m->paging_reads * 2 < m->ops)
        return false;
    return m->paging_reads > usual_reads * 6 || (m->paging_reads > usual_reads * 2 && share >= 45 && share >= usual * 4);
}

static void faults(struct scales *s)
{
    const struct moment *m = s->m;
    const struct baseline *b = &s->all->base;
    uint64_t usual_faults = b->faults * (uint64_t)(s->len / MILLISECOND + 1) / (uint64_t)(b->span / MILLISECOND + 1);
    uint64_t usual_paging = b->paging_reads * (uint64_t)(s->len / MILLISECOND + 1) / (uint64_t)(b->span / MILLISECOND + 1);
    bool one_slow = share_of(m->slowest_overlap, s->lost) >= 60;
    struct suspect *c = NULL;
    if (m->game_faults >= 8 && m->game_faults > usual_faults * 4 && share_of(m->game_fault_time, s->lost) >= 20)
        c = weigh_add(s, SUSPECT_hard_faults, score_of(58, 36, share_of(m->game_fault_time, s->lost), 60) - one_slow * 25u);
    else if (m->faults >= 30 && m->faults > usual_faults * 6)
        c = weigh_add(s, SUSPECT_hard_faults, 62 - one_slow * 20u);
    else if (is_paging(s, usual_paging))
        c = weigh_add(s, SUSPECT_hard_faults, 66 - one_slow * 20u);
    if (!c)
        return;
    c->value = m->faults ? m->faults : m->paging_reads;
    c->more = m->game_faults;
    c->span = m->game_fault_time;
    if (!weigh_proofs(&s->t->facts, c, FACT_hard_fault, m->from, m->to) && m->slowest.kind != FACT_count)
        weigh_proof(c, &m->slowest);
}

void weigh_disk(struct scales *s)
{
    bool flooded = flood(s);
    slow(s, flooded);
    faults(s);
}
