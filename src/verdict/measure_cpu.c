#include "verdict/measure.h"

#define WAITING 5u
#define TOLD_INTERRUPT (1 * MILLISECOND)

/* A span on a CPU, of one process, goes to the moments it touches or to the rest. */
static void book_process(struct measuring *s, uint32_t tid, int64_t from, int64_t to)
{
    struct verdict *v = s->v;
    uint32_t at = store_thread_process(v, tid);
    bool inside = false;
    if (to > s->near_from && from < s->near_to) {
        for (uint32_t i = 0; i < v->moment_count; i++) {
            int64_t part = measure_part(s, &v->moments[i], from, to);
            v->moments[i].processes[at].cpu += (uint64_t)part;
            inside = inside || part;
        }
    }
    if (!inside)
        v->base.processes[at].cpu += (uint64_t)measure_span(s, to - from);
}

/* The longest stretch so far, for the proof. */
static void keep_longest(const struct measuring *s, int64_t raw_from, int64_t raw_to, int64_t *from, int64_t *to)
{
    int64_t began = verdict_time(s->v, raw_from), ended = verdict_time(s->v, raw_to);
    if (ended - began > *to - *from) {
        *from = began;
        *to = ended;
    }
}

static void book_state(struct measuring *s, int64_t to)
{
    int64_t from = s->state_since;
    if (s->state == THREAD_unknown || to <= s->near_from || from >= s->near_to)
        return;
    for (uint32_t i = 0; i < s->v->moment_count; i++) {
        struct moment *m = &s->v->moments[i];
        int64_t part = measure_part(s, m, from, to);
        if (s->state == THREAD_running)
            m->running += part;
        else if (s->state == THREAD_waiting)
            m->waiting += part;
        else
            m->ready += part;
        if (part && s->state == THREAD_running)
            keep_longest(s, from, to, &m->ran_from, &m->ran_to);
        if (part && s->state == THREAD_waiting)
            keep_longest(s, from, to, &m->waited_from, &m->waited_to);
        if (part && s->state == THREAD_ready && part > m->longest_ready)
            m->longest_ready = part;
    }
}

static void enter(struct measuring *s, enum thread_state state)
{
    book_state(s, s->now);
    s->state = state;
    s->state_since = s->now;
}

/* Who had the CPU until the game's thread got it. */
static void note_taker(struct measuring *s, uint32_t tid)
{
    for (uint32_t i = 0; i < s->v->moment_count; i++) {
        struct moment *m = &s->v->moments[i];
        int64_t part = measure_part(s, m, s->state_since, s->now);
        if (part && part >= m->longest_ready)
            m->taken_by = tid;
    }
}

void measure_switch(struct measuring *s, const struct etl_event *e)
{
    struct cswitch c;
    if (!payload_cswitch(e, &c) || e->cpu >= MAX_CPUS)
        return;
    if (s->since[e->cpu] && c.old_tid)
        book_process(s, c.old_tid, s->since[e->cpu], s->now);
    s->running[e->cpu] = c.new_tid;
    s->since[e->cpu] = s->now;
    if (!s->game_tid)
        return;
    if (c.old_tid == s->game_tid)
        enter(s, c.old_state == WAITING ? THREAD_waiting : THREAD_ready);
    if (c.new_tid == s->game_tid) {
        if (s->state == THREAD_ready)
            note_taker(s, c.old_tid);
        enter(s, THREAD_running);
    }
}

void measure_woken(struct measuring *s, const struct etl_event *e)
{
    uint32_t tid;
    if (!s->game_tid || !payload_ready(e, &tid) || tid != s->game_tid || s->state == THREAD_running)
        return;
    s->woken_by = e->has_thread && e->tid ? e->tid : e->cpu < MAX_CPUS ? s->running[e->cpu] : 0;
    for (uint32_t i = 0; i < s->v->moment_count; i++) {
        struct moment *m = &s->v->moments[i];
        if (measure_part(s, m, s->state_since, s->now) > 0)
            m->readied_by = s->woken_by;
    }
    enter(s, THREAD_ready);
}

void measure_switch_end(struct measuring *s)
{
    for (uint32_t cpu = 0; cpu < MAX_CPUS; cpu++) {
        if (s->since[cpu] && s->running[cpu])
            book_process(s, s->running[cpu], s->since[cpu], s->now);
    }
    book_state(s, s->now);
}

static void book_driver(struct driver_use *use, int64_t part, int64_t whole, int64_t from, uint16_t id)
{
    use->time += (uint64_t)part;
    use->count++;
    if ((uint64_t)whole > use->longest) {
        use->longest = (uint64_t)whole;
        use->longest_from = from;
        use->longest_id = id;
    }
}

void measure_interrupt(struct measuring *s, const struct etl_event *e)
{
    struct verdict *v = s->v;
    struct interrupt in;
    if (!payload_interrupt(e, &in) || in.began > s->now)
        return;
    uint32_t module = store_module_at(v, in.routine);
    int64_t whole = measure_span(s, s->now - in.began);
    bool is_isr = e->id == 0x0F43 || e->id == 0x0F32, inside = false;
    measure_bucket(s, s->now)->driver_us += (uint32_t)(whole / 10);
    if (s->now > s->near_from && in.began < s->near_to) {
        for (uint32_t i = 0; i < v->moment_count; i++) {
            struct moment *m = &v->moments[i];
            int64_t part = measure_part(s, m, in.began, s->now);
            if (!part && (s->now <= m->raw_from || in.began >= m->raw_to))
                continue;
            inside = true;
            int64_t from = verdict_time(v, in.began);
            /* A machine that stood still also stood still in its DPCs. */
            part -= overlap(from, from + whole, m->silent_from, m->silent_to);
            if (part > 0)
                book_driver(&m->drivers[module], part, part, from, e->id);
        }
    }
    if (!inside)
        book_driver(&v->base.drivers[module], whole, whole, 0, e->id);
    if (whole < TOLD_INTERRUPT)
        return;
    int64_t from = verdict_time(v, in.began);
    struct fact *f = store_fact(v, is_isr ? FACT_isr : FACT_dpc, from, from + whole, e, TRACE_k_perf);
    if (!f)
        return;
    f->name = module < v->module_count ? v->modules[module].name : 0;
    f->value = e->cpu;
    f->more = in.routine;
}

void measure_sample(struct measuring *s, const struct etl_event *e)
{
    struct verdict *v = s->v;
    uint32_t tid;
    bool inside = false;
    if (!payload_sample(e, &tid))
        return;
    uint32_t at = store_thread_process(v, tid); /* idle ones are of no process */
    if (s->now > s->near_from && s->now < s->near_to) {
        for (uint32_t i = 0; i < v->moment_count; i++) {
            struct moment *m = &v->moments[i];
            if (s->now <= m->raw_from || s->now >= m->raw_to)
                continue;
            m->processes[at].samples++;
            m->samples++;
            inside = true;
        }
    }
    if (!inside) {
        v->base.processes[at].samples++;
        v->base.samples++;
    }
}
