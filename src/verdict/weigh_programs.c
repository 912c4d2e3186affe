#include "verdict/private/weigh.h"

static bool is_system(const struct process *p)
{
    return p->pid == 0;
}

static uint32_t process_of_game(const struct scales *s, const struct moment *m)
{
    return machine_process_at(&s->t->machine, s->t->streams[m->stream].pid, m->from);
}

static uint64_t own_cpu(const struct process_use *u)
{
    return u->cpu > u->stolen ? u->cpu - u->stolen : 0;
}

/* The other process that used most CPU in the moment, by switches or samples. */
static uint32_t hungriest(const struct scales *s, const struct moment *m, uint32_t game, bool by_samples)
{
    uint32_t best = s->t->machine.process_count;
    uint64_t most = 0;
    for (uint32_t i = 0; i < s->t->machine.process_count; i++) {
        uint64_t use = by_samples ? m->processes[i].samples : own_cpu(&m->processes[i]);
        if (i != game && !is_system(&s->t->machine.processes[i]) && use > most) {
            most = use;
            best = i;
        }
    }
    return best;
}

static void prove_start(struct scales *s, struct suspect *c, uint32_t pid)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_PROCESSES];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == FACT_process_start && f->pid == pid && f->from <= s->m->to)
            weigh_proof(c, f);
    }
}

/* What was added up over many events is proved by where they begin and end. */
static void prove_span(struct suspect *c, enum fact_kind kind, int64_t from, int64_t to, enum trace_source source,
                       uint16_t id, uint32_t pid)
{
    struct fact f = {0};
    f.kind = (uint8_t)kind;
    f.from = from;
    f.to = to;
    f.source = (uint8_t)source;
    f.id = id;
    f.pid = pid;
    weigh_proof(c, &f);
}

static void burst(struct scales *s)
{
    const struct moment *m = s->m;
    bool by_samples = !(s->t->kinds_seen & SEEN_switches);
    if (by_samples && !(s->t->kinds_seen & SEEN_samples))
        return;
    uint32_t game = process_of_game(s, m), who = hungriest(s, m, game, by_samples);
    if (who == s->t->machine.process_count)
        return;
    int64_t room = by_samples ? (int64_t)m->samples : s->len * (s->t->cpu_count ? s->t->cpu_count : 1);
    int64_t used = (int64_t)(by_samples ? m->processes[who].samples : own_cpu(&m->processes[who]));
    int64_t rest_room = by_samples ? (int64_t)s->all->base.samples : i64_of_u64_capped(u64_mul_capped((uint64_t)s->all->base.span, s->t->cpu_count ? s->t->cpu_count : 1));
    int64_t rest_used = (int64_t)(by_samples ? s->all->base.processes[who].samples : s->all->base.processes[who].cpu);
    uint32_t share = share_of(used, room), usual = share_of(rest_used, rest_room);
    uint32_t kept_waiting = share_of(m->ready, s->lost);
    bool starved = kept_waiting >= 25 && share >= 15;
    if (by_samples && m->samples < 40)
        return;
    if ((share < 40 && !starved) || share < usual * 2 + 5)
        return;
    struct suspect *c = weigh_add(s, SUSPECT_process_burst, score_of(52, 40, starved ? kept_waiting + 30 : share, 80));
    c->name = s->t->machine.processes[who].name;
    c->value = share;
    c->more = usual;
    c->span = m->ready;
    prove_span(c, FACT_cpu_use, m->from, m->to, by_samples ? TRACE_k_perf : TRACE_k_thread, by_samples ? 0x0F2E : 0x0524,
               s->t->machine.processes[who].pid);
    prove_start(s, c, s->t->machine.processes[who].pid);
}

static void thread(struct scales *s)
{
    const struct moment *m = s->m;
    if (!(s->t->kinds_seen & SEEN_switches) || !m->is_hitch)
        return;
    int64_t running = m->running - m->stolen;
    if (share_of(running, s->lost) >= 60) {
        struct suspect *c = weigh_add(s, SUSPECT_game_busy, 58);
        c->span = running;
        c->value = share_of(running, s->lost);
        prove_span(c, FACT_cpu_use, m->ran_from, m->ran_to, TRACE_k_thread, 0x0524, s->t->streams[m->stream].pid);
        return;
    }
    if (share_of(m->waiting, s->lost) < 50 || !m->readied_by)
        return;
    uint32_t waker = machine_thread_process(&s->t->machine, m->readied_by), game = process_of_game(s, m);
    bool foreign = waker < s->t->machine.process_count && waker != game && s->t->machine.processes[waker].pid > 4;
    struct suspect *c = weigh_add(s, SUSPECT_thread_wait, foreign ? 62 : 47);
    c->span = m->waiting;
    c->value = m->readied_by;
    c->name = waker < s->t->machine.process_count ? s->t->machine.processes[waker].name : 0;
    c->more = waker == game;
    prove_span(c, FACT_waited, m->waited_from, m->waited_to, TRACE_k_thread, 0x0524, s->t->streams[m->stream].pid);
}

/* A card that hung for the two seconds after which Windows resets it has no
 * work either; builds that tell of no reset cannot tell the two apart. */
static bool may_have_hung(const struct scales *s)
{
    return s->t->os_build < FIRST_BUILD_WITH_TDR && s->len >= 2 * SECOND;
}

/* At most one packet of a hundred took half as long elsewhere. */
static bool is_rarely_that_long(const struct baseline *b, int64_t span)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < GPU_POWERS; i++)
        count += (int64_t)1 << i >= span / 2 ? b->gpu_long[i] : 0;
    return count * 100 <= b->gpu_packets;
}

/* The other program that the card worked most for. */
static uint32_t heaviest(const struct scales *s, const struct moment *m)
{
    uint32_t best = s->t->machine.process_count, game = process_of_game(s, m);
    for (uint32_t i = 0; i <= s->t->machine.process_count; i++) {
        if (i != game && (best == s->t->machine.process_count || m->processes[i].gpu > m->processes[best].gpu))
            best = i;
    }
    return best;
}

static void moved_memory(struct scales *s)
{
    int64_t from = s->m->from - SECOND, to = s->m->to + SECOND / 2;
    if (!facts_first(&s->t->facts, FACT_gpu_paging, from, to))
        return;
    struct suspect *c = weigh_add(s, SUSPECT_gpu_busy, 68);
    c->more = 2;
    weigh_proofs(&s->t->facts, c, FACT_gpu_paging, from, to);
}

static void long_packet(struct scales *s, int64_t longest)
{
    const struct moment *m = s->m;
    bool foreign = m->gpu_longest.pid != s->t->streams[m->stream].pid;
    struct suspect *c = weigh_add(s, SUSPECT_gpu_busy, score_of(foreign ? 60 : 55, 30, share_of(longest, s->lost), 90));
    c->span = longest;
    c->more = m->gpu_longest.pid ? foreign : 3;
    c->name = machine_process_name(&s->t->machine, m->gpu_longest.pid, m->from);
    weigh_proof(c, &m->gpu_longest);
}

static void many_packets(struct scales *s, uint32_t share)
{
    const struct moment *m = s->m;
    uint32_t who = heaviest(s, m);
    struct suspect *c = weigh_add(s, SUSPECT_gpu_busy, score_of(55, 30, share, 100));
    c->span = m->gpu_other < s->len ? m->gpu_other : s->len;
    c->more = 1;
    if (who < s->t->machine.process_count)
        c->name = s->t->machine.processes[who].name;
    if (m->gpu_longest.kind != FACT_count)
        weigh_proof(c, &m->gpu_longest);
}

static void graphics(struct scales *s)
{
    const struct moment *m = s->m;
    const struct baseline *b = &s->all->base;
    uint32_t other = share_of(m->gpu_other, s->lost), own = share_of(m->gpu_game, s->len);
    int64_t longest = m->gpu_longest.kind == FACT_count ? 0 : m->gpu_longest.to - m->gpu_longest.from;
    uint32_t usual = share_of(b->gpu_busy, b->span);
    if (!(s->t->kinds_seen & (SEEN_gpu | SEEN_gpu_queue)))
        return;
    if (longest && share_of(longest, s->lost) >= 40 && is_rarely_that_long(b, longest)) {
        long_packet(s, longest);
    } else if (other >= 50 && other >= share_of(b->gpu_other, b->span) * 2) {
        many_packets(s, other);
    } else if (m->is_hitch && b->gpu_packets >= 100 && usual >= 15 && own + other <= usual / 3 && !may_have_hung(s)) {
        struct suspect *c = weigh_add(s, SUSPECT_gpu_starved, 44);
        c->span = s->len;
        c->value = usual;
        prove_span(c, FACT_gpu_idle, m->from, m->to, TRACE_dxgkrnl, s->t->kinds_seen & SEEN_gpu ? 176 : 180, s->t->streams[m->stream].pid);
    }
}

void weigh_programs(struct scales *s)
{
    burst(s);
    thread(s);
    moved_memory(s);
    graphics(s);
}
