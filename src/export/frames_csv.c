#include "export/private/frames_row.h"

#include "base/checked.h"
#include "events/payload.h"

#include <stdlib.h>
#include <string.h>

#define CALLS_MOST 256u  /* presents that wait for their answer, one a thread */
#define CHAINS_MOST 256u

/* A present whose answer has not come yet. */
struct call {
    uint32_t tid;
    bool open;
    struct frames_row row;
};

struct chain {
    uint32_t pid;
    uint64_t address;
    int64_t raw;   /* of its last frame */
    int64_t ended; /* of that call; INT64_MIN: not known */
};

struct table {
    const struct trace *t;
    const struct etl_clock_base *clock;
    enum frames_columns columns;
    int64_t first;
    bool has_first;
    struct call calls[CALLS_MOST];
    struct chain chains[CHAINS_MOST];
    uint32_t chain_count;
    struct text *out;
};

static uint64_t ns_between(const struct table *t, int64_t from, int64_t to)
{
    return etl_span_ns(t->clock, i64_of_u64_capped(i64_ahead(to, from)));
}

static struct chain *chain_of(struct table *t, const struct frames_row *r, bool *is_new)
{
    for (uint32_t i = 0; i < t->chain_count; i++) {
        struct chain *c = &t->chains[i];
        *is_new = false;
        if (c->pid == r->pid && c->address == r->chain)
            return c;
    }
    *is_new = true;
    if (t->chain_count == CHAINS_MOST)
        t->chain_count = 0; /* who comes back begins anew */
    struct chain *c = &t->chains[t->chain_count++];
    c->pid = r->pid;
    c->address = r->chain;
    return c;
}

/* `ended` is when the call came back; INT64_MIN: nobody said. */
static void put_row(struct table *t, struct frames_row *r, int64_t ended)
{
    bool is_new = false;
    struct chain *c = chain_of(t, r, &is_new);
    r->knows_before = !is_new;
    r->between_ns = is_new ? 0 : ns_between(t, c->raw, r->raw);
    r->knows_cpu = !is_new && c->ended != INT64_MIN;
    r->cpu_start_raw = r->knows_cpu ? c->ended : 0;
    r->cpu_busy_ns = r->knows_cpu ? ns_between(t, c->ended, r->raw) : 0;
    r->knows_in_api = ended != INT64_MIN;
    r->in_api_ns = r->knows_in_api ? ns_between(t, r->raw, ended) : 0;
    c->raw = r->raw;
    c->ended = ended;
    frames_row_add(t->out, t->columns, r);
}

static void end_call(struct table *t, struct call *c, int64_t ended)
{
    c->open = false;
    put_row(t, &c->row, ended);
}

static struct call *call_of(struct table *t, uint32_t tid)
{
    struct call *free_one = NULL;
    for (uint32_t i = 0; i < CALLS_MOST; i++) {
        if (t->calls[i].open && t->calls[i].tid == tid)
            return &t->calls[i];
        if (!t->calls[i].open && !free_one)
            free_one = &t->calls[i];
    }
    return free_one;
}

static void begin_row(const struct table *t, const struct etl_event *e, const struct present *p, const char *runtime,
                      struct frames_row *r)
{
    memset(r, 0, sizeof *r);
    r->process = names_str(&t->t->names, machine_process_name(&t->t->machine, e->pid, trace_time(t->t, e->time)));
    r->pid = e->pid;
    r->chain = p->chain;
    r->runtime = runtime;
    r->flags = p->flags;
    r->interval = p->interval;
    r->knows_flags = p->has_flags;
    r->knows_interval = p->has_interval;
    r->raw = e->time;
    r->from_begin_ns = ns_between(t, t->first, e->time);
}

static void on_start(struct table *t, const struct etl_event *e, enum trace_source source)
{
    struct present p;
    if (!payload_present(e, source, &p) || p.test)
        return;
    struct call *c = call_of(t, e->tid);
    if (c && c->open)
        end_call(t, c, INT64_MIN);
    struct frames_row row;
    begin_row(t, e, &p, source == TRACE_dxgi ? "DXGI" : "D3D9", &row);
    if (!c) {
        put_row(t, &row, INT64_MIN);
        return;
    }
    c->open = true;
    c->tid = e->tid;
    c->row = row;
}

static void on_answer(struct table *t, const struct etl_event *e)
{
    uint32_t result = 0;
    struct call *c = call_of(t, e->tid);
    if (!c || !c->open || !payload_present_stop(e, &result))
        return;
    if (PRESENT_FAILED(result) || result == PRESENT_OCCLUDED || result == PRESENT_D3D9_OCCLUDED)
        c->open = false; /* nothing was shown: no frame */
    else
        end_call(t, c, e->time);
}

/* DxgKrnl tells of every program; where the program's own side is seen, too, that
 * counts. */
static bool is_only_seen_by_kernel(const struct table *t, uint32_t pid)
{
    for (uint32_t i = 0; i < t->t->stream_count; i++) {
        const struct stream *s = &t->t->streams[i];
        if (s->pid == pid && (s->source == TRACE_dxgi || s->source == TRACE_d3d9))
            return false;
    }
    return true;
}

static void on_kernel(struct table *t, const struct etl_event *e)
{
    struct present p;
    struct frames_row row;
    if ((e->id != 184 && e->id != 251) || !is_only_seen_by_kernel(t, e->pid) || !payload_kernel_present(e, &p))
        return;
    begin_row(t, e, &p, "Other", &row);
    put_row(t, &row, INT64_MIN);
}

static void take(struct table *t, const struct etl_event *e)
{
    enum trace_source source = trace_source_of(&e->provider);
    if (!t->has_first)
        t->first = e->time;
    t->has_first = true;
    if (source == TRACE_dxgkrnl)
        on_kernel(t, e);
    else if (source == TRACE_dxgi && (e->id == 42 || e->id == 55))
        on_start(t, e, source);
    else if (source == TRACE_d3d9 && e->id == 1)
        on_start(t, e, source);
    else if ((source == TRACE_dxgi && (e->id == 43 || e->id == 56)) || (source == TRACE_d3d9 && e->id == 2))
        on_answer(t, e);
}

static void walk(struct table *t, struct etl_reader *r)
{
    struct etl_event e = {0};
    etl_rewind(r);
    while (etl_next(r, &e)) {
        if (e.has_time)
            take(t, &e);
    }
    for (uint32_t i = 0; i < CALLS_MOST; i++) {
        if (t->calls[i].open)
            end_call(t, &t->calls[i], INT64_MIN);
    }
}

struct outcome frames_csv_add(const struct trace *trace, enum frames_columns columns, struct text *out)
{
    struct etl_reader *reader = trace->files[0].reader;
    struct table *t = calloc(1, sizeof *t);
    if (!t)
        return outcome_of(WHY_out_of_memory, 0);
    t->t = trace;
    t->clock = &etl_header(reader)->clock;
    t->columns = columns;
    t->out = out;
    walk(t, reader);
    free(t);
    return etl_error(reader);
}

void frames_csv_head(struct text *out, enum frames_columns columns)
{
    text_add(out, FRAMES_CSV_HEAD);
    if (columns == FRAMES_COLUMNS_1)
        text_add(out, "Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,"
                      "PresentMode,msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msFlipDelay,msUntilRenderStart,"
                      "msGPUActive,msGPUVideoActive,msSinceInput,QPCTime\n");
    else
        text_add(out, "PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,FrameType,TimeInQPC,"
                      "MsBetweenSimulationStart,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,"
                      "MsUntilDisplayed,MsPCLatency,CPUStartQPC,MsBetweenAppStart,MsCPUBusy,MsCPUWait,MsGPULatency,MsGPUTime,"
                      "MsGPUBusy,MsGPUWait,MsVideoBusy,MsAnimationError,AnimationTime,MsFlipDelay,MsAllInputToPhotonLatency,"
                      "MsClickToPhotonLatency,MsInstrumentedLatency\n");
}
