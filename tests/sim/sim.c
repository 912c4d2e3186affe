#include "tests/sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"

#define DEFAULT_CAPACITY_KB_S (64u * 1024)

struct sim_options sim_options_default(void)
{
    struct sim_options o = {0};
    o.seed = 1;
    o.os_build = 22631;
    o.cpu_count = 8;
    o.speed = 1.0;
    o.habits = sim_habits_here();
    return o;
}

/* Sessions of the system itself, as every Windows has them. */
static void start_foreign(struct sim *s)
{
    static const char *const names[] = {"Circular Kernel Context Logger", "EventLog-System", "DiagLog"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct sim_session *n = sim_session_take(s, names[i]);
        n->foreign = true;
        n->mode = MODE_BUFFERING | (i == 0 ? MODE_SYSTEM_LOGGER : 0);
        n->clock = 1;
        n->buffer_bytes = 64 * 1024;
        n->guid.data1 = 0xF0E1 + (uint32_t)i;
    }
}

struct sim *sim_open(const struct sim_options *options)
{
    struct sim *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->options = *options;
    if (s->options.cpu_count < 1 || s->options.cpu_count > SIM_MAX_CPUS)
        s->options.cpu_count = 8;
    if (s->options.os_build != 19045 && s->options.os_build != 26100)
        s->options.os_build = 22631;
    s->rate = 1.0;
    s->habits = s->options.habits;
    s->behaviour.capacity_kb_s = DEFAULT_CAPACITY_KB_S;
    sim_clock_init(&s->clock, &s->options);
    s->done_until = sim_clock_now(&s->clock);
    s->sessions = calloc(SIM_MAX_SESSIONS, sizeof *s->sessions);
    if (!s->sessions || !sim_providers_init(s) || !sim_load_init(s)) {
        sim_close(s);
        return NULL;
    }
    start_foreign(s);
    const char *off = getenv("HITCHBOX_SIM_RULE_OFF");
    if (off)
        sim_set_rule(s, off, false);
    return s;
}

void sim_close(struct sim *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->sessions && i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used)
            sim_session_drop(s, &s->sessions[i]);
    sim_load_done(s);
    sim_providers_done(s);
    sim_truth_done(s);
    text_done(&s->call_log);
    text_done(&s->number_log);
    free(s->sessions);
    free(s->tasks);
    free(s->processes);
    free(s);
}

/* Timers of file sessions, and the end of those whose file failed. */
static void tend_sessions(struct sim *s)
{
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++) {
        struct sim_session *n = &s->sessions[i];
        if (n->used && n->dead)
            sim_session_drop(s, n);
        if (n->used && n->next_flush && n->next_flush <= s->done_until) {
            n->next_flush = s->done_until + (int64_t)n->flush_timer * SIM_TICKS_PER_S;
            if (sim_rule(s, SIM_RULE_timer_flushes))
                sim_ring_flush(s, n);
        }
    }
}

static int64_t next_timer(const struct sim *s, int64_t until)
{
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used && s->sessions[i].next_flush && s->sessions[i].next_flush < until)
            until = s->sessions[i].next_flush;
    return until;
}

void sim_advance(struct sim *s)
{
    struct sim_task t;
    int64_t now = sim_clock_now(&s->clock);
    while (s->done_until < now) {
        int64_t until = next_timer(s, now);
        while (sim_task_pop_until(s, until, &t)) {
            if (t.at > s->done_until)
                s->done_until = t.at;
            sim_load_run(s, &t);
        }
        if (until > s->done_until)
            s->done_until = until;
        tend_sessions(s);
    }
}

void sim_advance_by(struct sim *s, double seconds)
{
    sim_advance(s);
    sim_clock_skip(&s->clock, (int64_t)(seconds * SIM_TICKS_PER_S));
    sim_advance(s);
}

void sim_sleep(struct sim *s, double seconds)
{
    int64_t ticks = (int64_t)(seconds * SIM_TICKS_PER_S);
    sim_advance(s);
    sim_clock_skip(&s->clock, ticks);
    sim_tasks_put_off(s, ticks);
    s->done_until += ticks;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->sessions[i].used && s->sessions[i].next_flush)
            s->sessions[i].next_flush += ticks;
}

int64_t sim_now_raw(const struct sim *s)
{
    return sim_clock_now(&s->clock);
}

int64_t sim_now_utc(const struct sim *s)
{
    return sim_clock_utc(&s->clock, sim_clock_now(&s->clock));
}

void sim_listen(struct sim *s, sim_listen_fn *fn, void *ctx)
{
    s->listen = fn;
    s->listen_ctx = ctx;
}

static void count_call(struct sim *s, const struct sim_call *call)
{
    for (uint32_t i = 0; i < s->counter_count; i++)
        if (s->counters[i].function == (uint32_t)call->function && s->counters[i].code == call->code) {
            s->counters[i].count++;
            return;
        }
    if (s->counter_count < sizeof s->counters / sizeof s->counters[0])
        s->counters[s->counter_count++] = (struct sim_counter){call->function, call->code, 1};
}

uint32_t sim_call_count(const struct sim *s, enum sim_function function, uint32_t code)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->counter_count; i++)
        if (s->counters[i].function == (uint32_t)function && (code == SIM_ANY_CODE || s->counters[i].code == code))
            count += s->counters[i].count;
    return count;
}

static struct sim_fault *fault_for(struct sim *s, const struct sim_call *call, bool holds)
{
    for (uint32_t i = 0; i < SIM_MAX_FAULTS; i++) {
        struct sim_fault *f = &s->faults[i];
        if (!f->used || (f->hold != SIM_HOLD_NO) != holds || f->function != call->function ||
            (f->code_filter != SIM_ANY_CODE && f->code_filter != call->code))
            continue;
        if (f->after) {
            f->after--;
            continue;
        }
        if (--f->times == 0)
            f->used = false;
        return f;
    }
    return NULL;
}

enum sim_hold sim_hold_for(struct sim *s, const struct sim_call *call)
{
    const struct sim_fault *f = fault_for(s, call, true);
    return f ? f->hold : SIM_HOLD_NO;
}

uint64_t sim_releases(const struct sim *s)
{
    return s->releases;
}

void sim_set_held(struct sim *s, uint32_t count)
{
    s->held = count;
}

struct sim_reply sim_do(struct sim *s, const struct sim_call *call)
{
    static struct sim_reply (*const functions[SIM_FUNCTION_COUNT])(struct sim *, const struct sim_call *) = {
        sim_start_trace, sim_control_trace,   sim_enable_trace,
        sim_query_all,   sim_set_information, sim_query_information,
    };
    struct sim_reply reply = {0};
    sim_advance(s);
    count_call(s, call);
    const struct sim_fault *f = fault_for(s, call, false);
    if (!f || f->act)
        reply = functions[call->function](s, call);
    if (f)
        reply.code = f->nothing ? 0 : f->error;
    sim_log_call(s, call, &reply);
    return reply;
}
