#include "verdict/moments.h"

#include <stdlib.h>
#include <string.h>

struct settling {
    struct moments *all;
    struct frame_tally *tally;
    const struct frame_span *spans;
    uint32_t span_count;
    uint32_t segment; /* that is being counted */
};

static int earlier(const void *a, const void *b)
{
    const struct frame_span *s = a, *t = b;
    if (s->from != t->from)
        return s->from < t->from ? -1 : 1;
    return (s->to > t->to) - (s->to < t->to);
}

/* Holes and gaps that have an excuse: how long a frame took there is not known,
 * or does not count. In order, those that touch being one. */
static uint32_t excused_spans(const struct trace *t, const struct moments *all, struct frame_span *spans)
{
    const struct fact_list *holes = &t->facts.lanes[LANE_RECORDER];
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < holes->count; i++) {
        const struct fact *f = &holes->items[i];
        if (f->kind == FACT_hole)
            spans[count++] = (struct frame_span){f->from, f->to > f->from ? f->to : f->from + 1};
    }
    for (uint32_t i = 0; i < all->hitch_count; i++) {
        const struct hitch *h = &all->hitches[i];
        if (h->excuse && h->stream + 1u == all->game)
            spans[count++] = (struct frame_span){h->from, h->to};
    }
    if (count)
        qsort(spans, count, sizeof *spans, earlier);
    for (uint32_t i = 0; i < count; i++) {
        if (kept && spans[i].from <= spans[kept - 1].to)
            spans[kept - 1].to = spans[i].to > spans[kept - 1].to ? spans[i].to : spans[kept - 1].to;
        else
            spans[kept++] = spans[i];
    }
    return kept;
}

static void begin(struct settling *s)
{
    frame_tally_clear(s->tally);
    frame_tally_excuse(s->tally, s->spans, s->span_count);
}

static void on_frame(void *ctx, const struct frame *f)
{
    struct settling *s = ctx;
    while (s->segment + 1 < s->all->segment_count && f->from >= s->all->segments[s->segment].to) {
        frame_tally_figures(s->tally, &s->all->segments[s->segment++].figures);
        begin(s);
    }
    frame_tally_add(s->tally, f);
}

/* A frame that never came counts with the time that it was waited for. */
static void count_open(struct settling *s)
{
    for (uint32_t i = 0; i < s->all->hitch_count; i++) {
        const struct hitch *h = &s->all->hitches[i];
        struct frame f = {h->from, h->to, h->usual, 0, true, true};
        if (h->open)
            on_frame(s, &f);
    }
}

static struct outcome count_segments(const struct trace *t, struct settling *s)
{
    const struct stream *game = &t->streams[s->all->game - 1];
    struct frames_sink sink = {s, on_frame, NULL, NULL};
    struct frames *f = frames_open(&sink);
    if (!f)
        return outcome_of(WHY_out_of_memory, 0);
    begin(s);
    for (uint32_t i = 0; i < game->count; i++)
        frames_add(f, game->times[i]);
    frames_end(f);
    frames_close(f);
    count_open(s);
    frame_tally_figures(s->tally, &s->all->segments[s->segment].figures);
    return outcome_ok();
}

/* Where the headline lies; without one, where the game was longest. */
static uint32_t chosen_segment(const struct moments *all, const struct moment *m)
{
    uint32_t longest = 0;
    for (uint32_t i = 0; i < all->segment_count; i++) {
        const struct segment *s = &all->segments[i];
        bool last = i + 1 == all->segment_count;
        if (m && m->from >= s->from && (m->from < s->to || last))
            return i;
        if (s->to - s->from > all->segments[longest].to - all->segments[longest].from)
            longest = i;
    }
    return longest;
}

/* How far apart the stutters come that were told. */
static struct outcome find_period(struct moments *all)
{
    struct frame_finding *list = all->hitch_count ? calloc(all->hitch_count, sizeof *list) : NULL;
    uint32_t count = 0;
    if (all->hitch_count && !list)
        return outcome_of(WHY_out_of_memory, 0);
    for (uint32_t i = 0; i < all->hitch_count; i++) {
        const struct hitch *h = &all->hitches[i];
        if (h->excuse || h->kind != FINDING_stutter || h->stream + 1u != all->game)
            continue;
        list[count].from = h->from;
        list[count++].to = h->to;
    }
    all->period = frame_patterns_period(list, count, INT64_MIN, INT64_MAX);
    free(list);
    return outcome_ok();
}

struct outcome figures_settle(const struct trace *t, struct moments *all, const struct moment *headline)
{
    struct settling s;
    memset(&s, 0, sizeof s);
    if (!all->game || !all->segment_count)
        return outcome_ok();
    struct frame_span *spans = calloc((size_t)all->hitch_count + t->facts.lanes[LANE_RECORDER].count + 1, sizeof *spans);
    struct outcome o = outcome_of(WHY_out_of_memory, 0);
    s.all = all;
    s.tally = frame_tally_open();
    s.spans = spans;
    if (spans && s.tally) {
        s.span_count = excused_spans(t, all, spans);
        o = count_segments(t, &s);
    }
    frame_tally_close(s.tally);
    free(spans);
    if (!outcome_failed(o)) {
        all->segment = chosen_segment(all, headline) + 1;
        all->figures[all->game - 1].all = all->segments[all->segment - 1].figures;
        o = find_period(all);
    }
    return o;
}
