#include "verdict/weigh.h"

static bool is_system(const struct process *p)
{
    return p->pid == 0;
}

static uint32_t process_of_game(const struct verdict *v, const struct moment *m)
{
    const struct process *p = store_process_at((struct verdict *)v, v->streams[m->stream].pid, m->from);
    return p ? (uint32_t)(p - v->processes) : v->process_count;
}

/* The other process that used most CPU in the moment, by switches or samples. */
static uint32_t hungriest(const struct verdict *v, const struct moment *m, uint32_t game, bool by_samples)
{
    uint32_t best = v->process_count;
    uint64_t most = 0;
    for (uint32_t i = 0; i < v->process_count; i++) {
        uint64_t use = by_samples ? m->processes[i].samples : m->processes[i].cpu;
        if (i != game && !is_system(&v->processes[i]) && use > most) {
            most = use;
            best = i;
        }
    }
    return best;
}

static void prove_start(struct scales *s, struct suspect *c, uint32_t pid)
{
    const struct fact_list *list = &s->v->facts[LANE_PROCESSES];
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
    const struct verdict *v = s->v;
    const struct moment *m = s->m;
    bool by_samples = !(v->kinds_seen & SEEN_switches);
    if (by_samples && !(v->kinds_seen & SEEN_samples))
        return;
    uint32_t game = process_of_game(v, m), who = hungriest(v, m, game, by_samples);
    if (who == v->process_count)
        return;
    int64_t room = by_samples ? (int64_t)m->samples : s->len * (v->cpu_count ? v->cpu_count : 1);
    int64_t used = (int64_t)(by_samples ? m->processes[who].samples : m->processes[who].cpu);
    int64_t rest_room = by_samples ? (int64_t)v->base.samples : v->base.span * (v->cpu_count ? v->cpu_count : 1);
    int64_t rest_used = (int64_t)(by_samples ? v->base.processes[who].samples : v->base.processes[who].cpu);
    uint32_t share = share_of(used, room), usual = share_of(rest_used, rest_room);
    uint32_t kept_waiting = share_of(m->ready, s->lost);
    bool starved = kept_waiting >= 25 && share >= 15;
    if (by_samples && m->samples < 40)
        return;
    if ((share < 40 && !starved) || share < usual * 2 + 5)
        return;
    struct suspect *c = weigh_add(s, SUSPECT_process_burst, score_of(52, 40, starved ? kept_waiting + 30 : share, 80));
    c->name = v->processes[who].name;
    c->value = share;
    c->more = usual;
    c->span = m->ready;
    prove_span(c, FACT_cpu_use, m->from, m->to, by_samples ? TRACE_k_perf : TRACE_k_thread, by_samples ? 0x0F2E : 0x0524,
               v->processes[who].pid);
    prove_start(s, c, v->processes[who].pid);
}

static void thread(struct scales *s)
{
    const struct verdict *v = s->v;
    const struct moment *m = s->m;
    if (!(v->kinds_seen & SEEN_switches) || !m->is_hitch)
        return;
    if (share_of(m->running, s->lost) >= 60) {
        struct suspect *c = weigh_add(s, SUSPECT_game_busy, 58);
        c->span = m->running;
        c->value = share_of(m->running, s->lost);
        prove_span(c, FACT_cpu_use, m->ran_from, m->ran_to, TRACE_k_thread, 0x0524, v->streams[m->stream].pid);
        return;
    }
    if (share_of(m->waiting, s->lost) < 50 || !m->readied_by)
        return;
    uint32_t waker = store_thread_process(v, m->readied_by), game = process_of_game(v, m);
    bool foreign = waker < v->process_count && waker != game && v->processes[waker].pid > 4;
    struct suspect *c = weigh_add(s, SUSPECT_thread_wait, foreign ? 62 : 47);
    c->span = m->waiting;
    c->value = m->readied_by;
    c->name = waker < v->process_count ? v->processes[waker].name : 0;
    c->more = waker == game;
    prove_span(c, FACT_waited, m->waited_from, m->waited_to, TRACE_k_thread, 0x0524, v->streams[m->stream].pid);
}

/* A card that hung for the two seconds after which Windows resets it has no
 * work either; builds that tell of no reset cannot tell the two apart. */
static bool may_have_hung(const struct scales *s)
{
    return s->v->os_build < FIRST_BUILD_WITH_TDR && s->len >= 2 * SECOND;
}

static void graphics(struct scales *s)
{
    const struct verdict *v = s->v;
    const struct moment *m = s->m;
    const struct fact *f = weigh_first(v, FACT_gpu_paging, m->from - SECOND, m->to + SECOND / 2);
    uint32_t other = share_of(m->gpu_other, s->lost), own = share_of(m->gpu_game, s->len);
    int64_t longest = m->gpu_longest.kind == FACT_count ? 0 : m->gpu_longest.to - m->gpu_longest.from;
    uint32_t usual = share_of(v->base.gpu_busy, v->base.span);
    if (f) {
        struct suspect *c = weigh_add(s, SUSPECT_gpu_busy, 68);
        c->more = 2;
        weigh_proofs(v, c, FACT_gpu_paging, m->from - SECOND, m->to + SECOND / 2);
    }
    if (!(v->kinds_seen & SEEN_gpu))
        return;
    if (longest && share_of(longest, s->lost) >= 40) {
        bool foreign = m->gpu_longest.pid != v->streams[m->stream].pid;
        struct suspect *c = weigh_add(s, SUSPECT_gpu_busy, score_of(foreign ? 60 : 55, 30, share_of(longest, s->lost), 90));
        c->span = longest;
        c->more = m->gpu_longest.pid ? foreign : 3;
        c->name = store_name(s->v, store_process_name(v, m->gpu_longest.pid, m->from));
        weigh_proof(c, &m->gpu_longest);
    } else if (other >= 50) {
        struct suspect *c = weigh_add(s, SUSPECT_gpu_busy, score_of(55, 30, other, 100));
        c->span = m->gpu_other;
        c->more = 1;
        if (m->gpu_longest.kind != FACT_count) {
            c->name = store_name(s->v, store_process_name(v, m->gpu_longest.pid, m->from));
            weigh_proof(c, &m->gpu_longest);
        }
    } else if (m->is_hitch && v->base.gpu_packets >= 100 && usual >= 15 && own + other <= usual / 3 &&
               !may_have_hung(s)) {
        struct suspect *c = weigh_add(s, SUSPECT_gpu_starved, 44);
        c->span = s->len;
        c->value = usual;
        prove_span(c, FACT_gpu_idle, m->from, m->to, TRACE_dxgkrnl, 176, v->streams[m->stream].pid);
    }
}

void weigh_programs(struct scales *s)
{
    burst(s);
    thread(s);
    graphics(s);
}
