#include "verdict/private/measure.h"

#define WAITING 5u
#define THREADED_DPC 0x0F42u
#define DPC 0x0F44u
#define TIMER_DPC 0x0F45u
#define TOLD_INTERRUPT (1 * MILLISECOND)

/* A span on a CPU, of one process, goes to the moments it touches or to the rest. */
static void book_process(struct measuring *s, uint32_t tid, int64_t from, int64_t to)
{
    uint32_t at = machine_thread_process(&s->t->machine, tid);
    bool inside = false;
    if (to > s->near_from && from < s->near_to) {
        for (uint32_t i = 0; i < s->all->count; i++) {
            int64_t part = measure_part(s, &s->all->list[i], from, to);
            s->all->list[i].processes[at].cpu += (uint64_t)part;
            inside = inside || part;
        }
    }
    if (!inside)
        s->all->base.processes[at].cpu += (uint64_t)measure_between(s, from, to);
}

/* The longest stretch so far, for the proof. */
static void keep_longest(const struct measuring *s, int64_t raw_from, int64_t raw_to, int64_t *from, int64_t *to)
{
    int64_t began = trace_time(s->t, raw_from), ended = trace_time(s->t, raw_to);
    if (ended - began > *to - *from) {
        *from = began;
        *to = ended;
    }
}

static void book_state(struct measuring *s, int64_t to)
{
    int64_t from = s->state_since;
    if (s->state == THREAD_unknown || to <= s->near_from || from >= s->near_to || measure_has_hole(s, from, to))
        return;
    for (uint32_t i = 0; i < s->all->count; i++) {
        struct moment *m = &s->all->list[i];
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
    }
}

static void enter(struct measuring *s, enum thread_state state)
{
    book_state(s, s->now);
    s->state = state;
    s->state_since = s->now;
}

void measure_switch(struct measuring *s, const struct etl_event *e)
{
    struct cswitch c;
    if (!payload_cswitch(e, &c) || e->cpu >= MAX_CPUS)
        return;
    if (s->since[e->cpu] && c.old_tid && !measure_has_hole(s, s->since[e->cpu], s->now))
        book_process(s, c.old_tid, s->since[e->cpu], s->now);
    s->running[e->cpu] = c.new_tid;
    s->since[e->cpu] = s->now;
    if (!s->game_tid)
        return;
    if (c.old_tid == s->game_tid)
        enter(s, c.old_state == WAITING ? THREAD_waiting : THREAD_ready);
    if (c.new_tid == s->game_tid)
        enter(s, THREAD_running);
}

void measure_woken(struct measuring *s, const struct etl_event *e)
{
    uint32_t tid;
    if (!s->game_tid || !payload_ready(e, &tid) || tid != s->game_tid || s->state == THREAD_running)
        return;
    s->woken_by = e->has_thread && e->tid ? e->tid : e->cpu < MAX_CPUS ? s->running[e->cpu] : 0;
    for (uint32_t i = 0; i < s->all->count; i++) {
        struct moment *m = &s->all->list[i];
        if (measure_part(s, m, s->state_since, s->now) > 0)
            m->readied_by = s->woken_by;
    }
    enter(s, THREAD_ready);
}

void measure_switch_end(struct measuring *s)
{
    for (uint32_t cpu = 0; cpu < MAX_CPUS; cpu++) {
        if (s->since[cpu] && s->running[cpu] && !measure_has_hole(s, s->since[cpu], s->now))
            book_process(s, s->running[cpu], s->since[cpu], s->now);
    }
    book_state(s, s->now);
}

static void book_driver(struct driver_use *use, int64_t part, int64_t whole, int64_t from, uint16_t id)
{
    use->time = u64_add_capped(use->time, (uint64_t)part);
    use->count++;
    if ((uint64_t)whole > use->longest) {
        use->longest = (uint64_t)whole;
        use->longest_from = from;
        use->longest_id = id;
    }
}

/* Of what lies behind the present event the order in the file says nothing. */
static int64_t later_of(const struct measuring *s, int64_t began, int64_t bound)
{
    return bound <= s->now && bound > began ? bound : began;
}

/* While a DPC or an interrupt had the CPU, it went to no other thread and no
 * other DPC ended there; a damaged record cannot make it longer than that. What
 * else was written there proves nothing: DPCs write events themselves. Threaded
 * DPCs are preempted like any thread. */
static int64_t begin_of(struct measuring *s, const struct etl_event *e, int64_t began)
{
    bool is_dpc = e->id == DPC || e->id == TIMER_DPC;
    began = later_of(s, began, s->first_raw);
    if (e->cpu >= MAX_CPUS || e->id == THREADED_DPC)
        return began;
    began = later_of(s, later_of(s, began, s->switched[e->cpu]), s->dpc_ended[e->cpu]);
    if (is_dpc)
        s->dpc_ended[e->cpu] = s->now;
    return began;
}

/* What a DPC or an interrupt had of a CPU, the thread that it interrupted had not. */
static void book_stolen(struct measuring *s, uint32_t cpu, int64_t began)
{
    uint32_t tid = cpu < MAX_CPUS && s->since[cpu] ? s->running[cpu] : 0;
    if (!tid)
        return;
    began = began > s->since[cpu] ? began : s->since[cpu];
    uint32_t at = machine_thread_process(&s->t->machine, tid);
    for (uint32_t i = 0; i < s->all->count; i++) {
        struct moment *m = &s->all->list[i];
        int64_t part = measure_part(s, m, began, s->now);
        m->processes[at].stolen += (uint64_t)part;
        m->stolen += tid == s->game_tid && s->state == THREAD_running ? part : 0;
    }
}

void measure_interrupt(struct measuring *s, const struct etl_event *e)
{
    struct interrupt in;
    if (!payload_interrupt(e, &in) || in.began > s->now)
        return;
    in.began = begin_of(s, e, in.began);
    if (measure_has_hole(s, in.began, s->now))
        return;
    uint32_t module = machine_module_at(&s->t->machine, in.routine);
    int64_t whole = measure_between(s, in.began, s->now);
    bool is_isr = e->id == 0x0F43 || e->id == 0x0F32, inside = false;
    if (s->now > s->near_from && in.began < s->near_to) {
        if (e->id != THREADED_DPC)
            book_stolen(s, e->cpu, in.began);
        for (uint32_t i = 0; i < s->all->count; i++) {
            struct moment *m = &s->all->list[i];
            int64_t part = measure_part(s, m, in.began, s->now);
            if (!part && (s->now <= m->raw_from || in.began >= m->raw_to))
                continue;
            inside = true;
            int64_t from = trace_time(s->t, in.began);
            /* A machine that stood still also stood still in its DPCs. */
            part -= overlap(from, from + whole, m->silent_from, m->silent_to);
            if (part > 0)
                book_driver(&m->drivers[module], part, part, from, e->id);
        }
    }
    if (!inside)
        book_driver(&s->all->base.drivers[module], whole, whole, 0, e->id);
    if (whole < TOLD_INTERRUPT)
        return;
    int64_t from = trace_time(s->t, in.began);
    struct fact *f = facts_add(&s->all->found, is_isr ? FACT_isr : FACT_dpc, from, from + whole, e, TRACE_k_perf);
    if (!f)
        return;
    f->name = module < s->t->machine.module_count ? s->t->machine.modules[module].name : 0;
    f->value = e->cpu;
    f->more = in.routine;
}

void measure_sample(struct measuring *s, const struct etl_event *e)
{
    uint32_t tid;
    bool inside = false;
    if (!payload_sample(e, &tid))
        return;
    uint32_t at = machine_thread_process(&s->t->machine, tid); /* idle ones are of no process */
    if (s->now > s->near_from && s->now < s->near_to) {
        for (uint32_t i = 0; i < s->all->count; i++) {
            struct moment *m = &s->all->list[i];
            if (s->now <= m->raw_from || s->now >= m->raw_to)
                continue;
            m->processes[at].samples++;
            m->samples++;
            inside = true;
        }
    }
    if (!inside) {
        s->all->base.processes[at].samples++;
        s->all->base.samples++;
    }
}
