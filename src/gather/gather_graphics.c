#include "gather/private/gather_parts.h"

#include <stdlib.h>

static struct stream *stream_of(struct trace *t, uint32_t pid, uint64_t chain, enum trace_source source,
                                enum screen_kind screen)
{
    for (uint32_t i = 0; i < t->stream_count; i++) {
        struct stream *s = &t->streams[i];
        if (s->pid == pid && s->chain == chain && s->source == source && s->screen == screen)
            return s;
    }
    if (t->stream_count == MAX_STREAMS)
        return NULL;
    struct stream *s = &t->streams[t->stream_count++];
    s->pid = pid;
    s->chain = chain;
    s->source = (uint8_t)source;
    s->screen = (uint8_t)screen;
    return s;
}

static void add_frame(struct trace *t, struct stream *s, int64_t time)
{
    if (t->frame_count == MAX_FRAMES) {
        t->frames_cut = true;
        return;
    }
    if (s->count == s->room) {
        uint32_t room = s->room ? s->room * 2 : 256;
        int64_t *times = realloc(s->times, room * sizeof *times);
        if (!times) {
            t->short_of_memory = true;
            return;
        }
        s->times = times;
        s->room = room;
    }
    s->times[s->count++] = time;
    t->frame_count++;
}

/* The thread that presents most: a vote that changes sides when it is empty. */
static void vote(struct stream *s, uint32_t tid)
{
    if (s->tid == tid) {
        s->tid_votes++;
    } else if (s->tid_votes) {
        s->tid_votes--;
    } else {
        s->tid = tid;
        s->tid_votes = 1;
    }
}

static void add_present(struct trace *t, const struct etl_event *e, enum trace_source source, const struct present *p)
{
    if (p->test || t->file)
        return;
    struct stream *s = stream_of(t, e->pid, p->chain, source, SCREEN_none);
    if (!s) {
        t->frames_cut = true;
        return;
    }
    vote(s, e->tid);
    add_frame(t, s, trace_time(t, e->time));
}

static void note_covered(struct trace *t, struct stream *s, const struct etl_event *e)
{
    int64_t time = trace_time(t, e->time);
    if (s->last_covered && time - s->last_covered < SECOND / 2)
        return;
    s->last_covered = time;
    struct fact *f = gather_fact(t, FACT_covered, time, time, e, (enum trace_source)s->source);
    if (f)
        f->pid = e->pid;
}

static void note_refusal(struct trace *t, const struct etl_event *e, enum trace_source source)
{
    if (t->refusal_count == t->refusal_room) {
        uint32_t room = t->refusal_room ? t->refusal_room * 2 : 256;
        struct refusal *more = room <= 2 * MAX_FRAMES ? realloc(t->refusals, room * sizeof *more) : NULL;
        if (!more) {
            t->frames_cut = true;
            t->short_of_memory = t->short_of_memory || room <= 2 * MAX_FRAMES;
            return;
        }
        t->refusals = more;
        t->refusal_room = room;
    }
    struct refusal *r = &t->refusals[t->refusal_count++];
    r->time = trace_time(t, e->time);
    r->pid = e->pid;
    r->tid = e->tid;
    r->source = (uint8_t)source;
}

static void note_removed(struct trace *t, const struct etl_event *e, enum trace_source source)
{
    int64_t time = trace_time(t, e->time);
    struct fact_list *list = &t->facts.lanes[fact_lane(FACT_gpu_removed)];
    /* A game may ask again and again. */
    if (list->count && list->items[list->count - 1].kind == FACT_gpu_removed && time - list->items[list->count - 1].from < SECOND)
        return;
    struct fact *f = gather_fact(t, FACT_gpu_removed, time, time, e, source);
    if (f)
        f->pid = e->pid;
}

/* The answer to a present does not name its swap chain: take the stream of the
 * same thread. */
static void add_answer(struct trace *t, const struct etl_event *e, enum trace_source source)
{
    uint32_t result;
    if (t->file || !payload_present_stop(e, &result))
        return;
    bool covered = result == PRESENT_OCCLUDED || result == PRESENT_D3D9_OCCLUDED;
    if (covered || PRESENT_FAILED(result))
        note_refusal(t, e, source);
    if (PRESENT_REMOVED(result))
        note_removed(t, e, source);
    if (!covered)
        return;
    for (uint32_t i = 0; i < t->stream_count; i++) {
        struct stream *s = &t->streams[i];
        if (s->pid == e->pid && s->tid == e->tid && s->source == source)
            note_covered(t, s, e);
    }
}

static void simple_fact(struct trace *t, const struct etl_event *e, enum fact_kind kind, enum trace_source source)
{
    int64_t time = trace_time(t, e->time);
    struct fact *f = gather_fact(t, kind, time, time, e, source);
    if (f)
        f->value = e->id;
}

/* These come from interrupts, so the process that they name had nothing to do
 * with them. */
static void add_screen(struct trace *t, const struct etl_event *e, uint64_t which, enum screen_kind kind)
{
    struct stream *s = t->file ? NULL : stream_of(t, 0, which, TRACE_dxgkrnl, kind);
    if (s)
        add_frame(t, s, trace_time(t, e->time));
}

static void dxgkrnl(struct trace *t, const struct etl_event *e)
{
    struct present p;
    struct gpu_packet g;
    uint64_t adapter;
    uint32_t screen;
    switch (e->id) {
    case 184:
    case 251:
        if (payload_kernel_present(e, &p))
            add_present(t, e, TRACE_dxgkrnl, &p);
        break;
    case 17:
    case 273:
        if (payload_vsync(e, &adapter))
            add_screen(t, e, adapter, SCREEN_refresh);
        break;
    case 116:
    case 168:
    case 252:
    case 259:
    case 386:
        if (payload_flip(e, &screen))
            add_screen(t, e, screen, SCREEN_flips);
        break;
    case 1:
    case 2:
        simple_fact(t, e, FACT_gpu_paging, TRACE_dxgkrnl);
        break;
    case 540:
    case 541:
    case 547:
    case 548:
        simple_fact(t, e, FACT_gpu_timeout, TRACE_dxgkrnl);
        break;
    case 180:
        t->kinds_seen |= SEEN_gpu_queue;
        if (payload_gpu_packet(e, &g) && g.timed_out)
            simple_fact(t, e, FACT_gpu_timeout, TRACE_dxgkrnl);
        break;
    case 175:
    case 176:
        t->kinds_seen |= SEEN_gpu;
        break;
    case 456:
    case 457:
        simple_fact(t, e, FACT_device_trouble, TRACE_dxgkrnl);
        break;
    case 10000:
    case 10001:
        simple_fact(t, e, FACT_display_mode, TRACE_dxgkrnl);
        break;
    default:
        break;
    }
}

void gather_graphics(struct trace *t, const struct etl_event *e, enum trace_source source)
{
    struct present p;
    bool start = source == TRACE_dxgi ? e->id == 42 || e->id == 55 : e->id == 1;
    bool stop = source == TRACE_dxgi ? e->id == 43 || e->id == 56 : e->id == 2;
    if (source == TRACE_dxgkrnl) {
        dxgkrnl(t, e);
    } else if (source == TRACE_dwm) {
        t->dwm = e->pid;
        if (e->id == 24)
            simple_fact(t, e, FACT_desktop_glitch, source);
    } else if (start && payload_present(e, source, &p)) {
        add_present(t, e, source, &p);
    } else if (stop) {
        add_answer(t, e, source);
    }
}
