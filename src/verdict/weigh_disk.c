#include "verdict/weigh.h"

#define SLOW_LEAST (25 * MILLISECOND)
#define MB (1024u * 1024u)

/* Half of the responses outside of the moments were shorter than twice this. */
static int64_t usual_latency(const struct baseline *b)
{
    uint64_t total = 0, sum = 0;
    for (unsigned i = 0; i < 48; i++)
        total += b->latency[i];
    for (unsigned i = 0; i < 48 && total; i++) {
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
    for (unsigned i = 0; i < 48; i++) {
        if ((int64_t)1 << i >= span / 2)
            count += b->latency[i];
    }
    return count;
}

static uint32_t busiest_process(const struct verdict *v, const struct moment *m)
{
    uint32_t best = v->process_count;
    for (uint32_t i = 0; i < v->process_count; i++) {
        if (m->processes[i].disk_bytes && (best == v->process_count || m->processes[i].disk_bytes > m->processes[best].disk_bytes))
            best = i;
    }
    return best;
}

static bool flood(struct scales *s)
{
    const struct verdict *v = s->v;
    const struct moment *m = s->m;
    uint64_t rate = m->bytes * 1000 / (uint64_t)(s->len / MILLISECOND + 1);
    uint64_t usual = v->base.disk_bytes * 1000 / (uint64_t)(v->base.span / MILLISECOND + 1);
    uint64_t ops_usual = v->base.disk_ops * (uint64_t)(s->len / MILLISECOND + 1) / (uint64_t)(v->base.span / MILLISECOND + 1);
    if (m->ops < 40 || m->bytes < 8u * MB || rate < usual * 5 || m->ops < ops_usual)
        return false;
    uint32_t queue = share_of((int64_t)m->op_time, s->len * 4), who = busiest_process(v, m);
    struct suspect *c = weigh_add(s, SUSPECT_disk_flood, score_of(55, 35, queue, 60));
    c->span = s->len;
    c->value = m->bytes;
    c->more = m->ops;
    if (who < v->process_count)
        c->name = v->processes[who].name;
    if (m->slowest.kind != FACT_count)
        weigh_proof(c, &m->slowest);
    weigh_proofs(v, c, FACT_disk_read, m->from, m->to);
    weigh_proofs(v, c, FACT_disk_write, m->from, m->to);
    return true;
}

static void slow(struct scales *s, bool flooded)
{
    const struct moment *m = s->m;
    const struct baseline *b = &s->v->base;
    int64_t part = m->slowest_overlap, whole = m->slowest.to - m->slowest.from;
    uint32_t resets = weigh_count(s->v, FACT_disk_reset, m->from - SECOND, m->to + SECOND) +
                      weigh_count(s->v, FACT_disk_failing, m->from - SECOND, m->to + SECOND);
    if (m->slowest.kind == FACT_count || part < SLOW_LEAST || whole < usual_latency(b) * 6 || share_of(part, s->lost) < 25) {
        if (!resets)
            return;
        struct suspect *c = weigh_add(s, SUSPECT_disk_slow, 70);
        weigh_proofs(s->v, c, FACT_disk_reset, m->from - SECOND, m->to + SECOND);
        weigh_proofs(s->v, c, FACT_disk_failing, m->from - SECOND, m->to + SECOND);
        return;
    }
    uint32_t score = score_of(42, 54, share_of(part, s->lost), 70);
    if (as_slow(b, whole) > 4)
        score = score * 6 / 10; /* this disk does it without a stutter, too */
    if (flooded && !resets)
        score -= 25;
    struct suspect *c = weigh_add(s, SUSPECT_disk_slow, score + (resets ? 4 : 0));
    c->span = whole;
    c->value = m->slowest.value;
    c->more = m->slowest.kind;
    c->name = m->slowest.pid ? store_name(s->v, store_process_name(s->v, m->slowest.pid, m->from)) : 0;
    weigh_proof(c, &m->slowest);
    weigh_proofs(s->v, c, FACT_disk_reset, m->from - SECOND, m->to + SECOND);
    weigh_proofs(s->v, c, FACT_disk_failing, m->from - SECOND, m->to + SECOND);
}

/* Without records of faults: reads of the pager that come one after the other
 * and fill the time, which they do not elsewhere. */
static bool is_paging(const struct scales *s, uint64_t usual_reads)
{
    const struct moment *m = s->m;
    uint32_t share = share_of(m->paging_time, s->lost), usual = share_of(s->v->base.paging_time, s->v->base.span);
    if (m->paging_reads < 24 || m->paging_reads * 2 < m->ops)
        return false;
    return m->paging_reads > usual_reads * 6 || (m->paging_reads > usual_reads * 2 && share >= 45 && share >= usual * 4);
}

static void faults(struct scales *s)
{
    const struct moment *m = s->m;
    const struct baseline *b = &s->v->base;
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
    if (!weigh_proofs(s->v, c, FACT_hard_fault, m->from, m->to) && m->slowest.kind != FACT_count)
        weigh_proof(c, &m->slowest);
}

void weigh_disk(struct scales *s)
{
    bool flooded = flood(s);
    slow(s, flooded);
    faults(s);
}
