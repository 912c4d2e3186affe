#include "verdict/private/search.h"

#include <stdlib.h>
#include <string.h>

#define MOST_OF_OTHERS 256u /* findings of a stream that is not the game's */
#define FRAMES_AFTER 16u
#define FEWEST_AFTER 5u
#define LATE_AT_BEGIN (10 * MILLISECOND)

struct finder {
    struct search *q;
    struct frame_tally *tally;
    struct frame_finding *list; /* MAX_HITCHES */
    uint32_t count;
    uint32_t stream;
    struct frame last;
    bool open; /* the last one of the list was going on at the end */
};

static void on_frame(void *ctx, const struct frame *f)
{
    struct finder *d = ctx;
    frame_tally_add(d->tally, f);
    d->last = *f;
}

static void on_finding(void *ctx, const struct frame_finding *f)
{
    struct finder *d = ctx;
    d->q->all->figures[d->stream].hitches++;
    if (d->count < MAX_HITCHES)
        d->list[d->count++] = *f;
}

static void on_segment(void *ctx, const struct frame_segment *s)
{
    struct finder *d = ctx;
    struct moments *all = d->q->all;
    if (d->stream + 1u != all->game)
        return;
    if (all->segment_count == MAX_SEGMENTS) { /* the rest is one */
        all->segments[MAX_SEGMENTS - 1].to = s->to;
        return;
    }
    all->segments[all->segment_count].from = s->from;
    all->segments[all->segment_count++].to = s->to;
}

static int64_t median_of_first(const struct stream *s)
{
    int64_t sorted[FRAMES_AFTER];
    uint32_t count = 0;
    for (uint32_t k = 1; k < s->count && count < FRAMES_AFTER; k++) {
        int64_t value = s->times[k] - s->times[k - 1];
        uint32_t at = count++;
        for (; at > 0 && sorted[at - 1] > value; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = value;
    }
    return count >= FEWEST_AFTER ? sorted[count / 2] : 0;
}

static struct hitch *add_hitch(struct search *q, uint32_t stream, int64_t from, int64_t to, int64_t usual)
{
    struct hitch *h = &q->all->hitches[q->all->hitch_count++];
    memset(h, 0, sizeof *h);
    h->from = from;
    h->to = to;
    h->usual = usual;
    h->longest = to - from;
    h->count = 1;
    h->stream = (uint16_t)stream;
    h->kind = FINDING_stutter;
    return h;
}

/* The late frame during which the trace becomes complete: whether it was one
 * present or several that are gone is not known. */
static void find_across_begin(struct search *q, uint32_t stream)
{
    const struct stream *s = &q->t->streams[stream];
    int64_t usual = median_of_first(s);
    if (!s->early || !usual || s->times[0] - s->times[-1] - usual < LATE_AT_BEGIN || q->all->hitch_count == MAX_HITCHES)
        return;
    add_hitch(q, stream, s->times[-1], s->times[0], usual)->excuse = EXCUSE_began_before;
}

/* The gap behind the last frame, which no present ends. */
static void find_open(struct finder *d)
{
    struct frame_finding f = {FINDING_stutter, d->last.to, 0, d->last.usual, 0, 1};
    f.to = d->count < MAX_HITCHES ? open_freeze_until(d->q, d->stream, &d->last) : 0;
    f.longest = f.to - f.from;
    d->open = f.to != 0;
    if (d->open)
        on_finding(d, &f);
}

static void keep_findings(struct finder *d)
{
    struct search *q = d->q;
    uint32_t most = d->stream + 1u == q->all->game || d->count < MOST_OF_OTHERS ? d->count : MOST_OF_OTHERS;
    for (uint32_t i = 0; i < most && q->all->hitch_count < MAX_HITCHES; i++) {
        const struct frame_finding *f = &d->list[i];
        struct hitch *h = add_hitch(q, d->stream, f->from, f->to, f->usual);
        h->longest = f->longest;
        h->count = f->count;
        h->kind = (uint8_t)f->kind;
        h->open = d->open && i + 1 == d->count;
    }
}

static struct outcome find_in(struct finder *d, uint32_t stream)
{
    const struct stream *s = &d->q->t->streams[stream];
    struct frames_sink sink = {d, on_frame, on_finding, on_segment};
    struct frames *f = frames_open(&sink);
    if (!f)
        return outcome_of(WHY_out_of_memory, 0);
    d->stream = stream;
    d->count = 0;
    memset(&d->last, 0, sizeof d->last);
    frame_tally_clear(d->tally);
    for (uint32_t i = 0; i < s->count && !patience_ends(d->q->patience); i++)
        frames_add(f, s->times[i]);
    frames_end(f);
    frames_close(f);
    find_open(d);
    frame_tally_figures(d->tally, &d->q->all->figures[stream].all);
    find_across_begin(d->q, stream);
    keep_findings(d);
    return outcome_ok();
}

static struct outcome find_in_all(struct finder *d)
{
    struct search *q = d->q;
    struct outcome o = outcome_ok();
    for (uint32_t turn = 0; turn <= q->t->stream_count && !outcome_failed(o) && !q->patience->given_up; turn++) {
        uint32_t i = turn ? turn - 1 : q->all->game ? q->all->game - 1 : q->t->stream_count;
        bool again = turn && i + 1u == q->all->game;
        if (i < q->t->stream_count && !again && q->t->streams[i].count >= FEWEST_FRAMES &&
            q->t->streams[i].screen != SCREEN_refresh)
            o = find_in(d, i);
    }
    return o;
}

struct outcome late_frames_find(struct search *q)
{
    struct finder d;
    memset(&d, 0, sizeof d);
    d.q = q;
    d.tally = frame_tally_open();
    d.list = calloc(MAX_HITCHES, sizeof *d.list);
    struct outcome o = d.tally && d.list ? find_in_all(&d) : outcome_of(WHY_out_of_memory, 0);
    frame_tally_close(d.tally);
    free(d.list);
    return o;
}
