#include "report/private/html.h"

#include <stdlib.h>

#define WIDE 10000 /* units of the pictures' width */
#define COLUMNS 500u
#define LEAST_MARK 28 /* units: still seen on a small screen */
#define MAX_MARKS 1000u
#define SAME_PLACE 12 /* units: marks closer than this hide each other */
#define MAX_BARS 3000u
#define TICK_COUNT 5

struct axis {
    int64_t from, to;
};

static int x_of(const struct axis *a, int64_t time)
{
    if (time <= a->from)
        return 0;
    if (time >= a->to)
        return WIDE;
    return (int)u64_scaled(i64_ahead(time, a->from), WIDE, i64_ahead(a->to, a->from));
}

static void open_row(struct text *out, const char *class, const char *label, int height)
{
    text_addf(out, "<div class=\"row %s\"><span>", class);
    html_text(out, label);
    text_addf(out, "</span><svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\">", WIDE, height);
}

/* "Frames, up to 412 ms": the picture has no other scale. */
static void open_frames(struct text *out, enum language language, const char *class, int64_t tallest)
{
    struct text label = TEXT_EMPTY, span = TEXT_EMPTY;
    phrases_span(&span, language, tallest);
    text_addf(&label, string_get(language, STR_report_up_to), text_str(&span));
    open_row(out, class, text_str(&label), 1000);
    text_done(&label);
    text_done(&span);
}

static void close_row(struct text *out)
{
    text_add(out, "</svg></div>\n");
}

static void put_rect(struct text *out, const char *class, int x, int y, int wide, int high, const char *title)
{
    text_addf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", class, x, y, wide, high);
    if (!title) {
        text_add(out, "/>");
        return;
    }
    text_add(out, "><title>");
    html_text(out, title);
    text_add(out, "</title></rect>");
}

static void put_axis(struct text *out, const struct axis *a)
{
    text_add(out, "<div class=\"axis\">");
    for (int i = 0; i < TICK_COUNT; i++) {
        int64_t time = a->from + (a->to - a->from) / (TICK_COUNT - 1) * i;
        text_add(out, "<span>");
        if (a->to - a->from < 60 * SECOND)
            phrases_time_ms(out, time);
        else
            phrases_time(out, time);
        text_add(out, "</span>");
    }
    text_add(out, "</div>\n");
}

/* A shade over what is not there, or not judged. */
static void put_shade(struct text *out, const char *class, const struct axis *a, int64_t from, int64_t to, int height)
{
    int x = x_of(a, from), wide = x_of(a, to) - x;
    if (to > a->from && from < a->to)
        put_rect(out, class, x, 0, wide < LEAST_MARK ? LEAST_MARK : wide, height, NULL);
}

/* What nobody judges, and the moment itself, as bands behind a lane; and the
 * press of the key. */
static void put_bands(struct text *out, const struct verdict *v, const struct axis *a, int height)
{
    const struct fact_list *list = &v->trace.facts.lanes[LANE_RECORDER];
    put_shade(out, "e", a, a->from, v->trace.complete_from, height);
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i].kind == FACT_hole)
            put_shade(out, "h", a, list->items[i].from, list->items[i].to, height);
    }
    for (uint32_t i = 0; i < v->moments.count; i++) {
        const struct moment *m = &v->moments.list[i];
        if ((!m->is_hitch && !m->is_slow_spell) || m->to < a->from || m->from > a->to)
            continue;
        int x = x_of(a, m->from), wide = x_of(a, m->to) - x;
        put_rect(out, "s", x, 0, wide < 8 ? 8 : wide, height, NULL);
    }
    if (v->options.pressed >= a->from && v->options.pressed <= a->to)
        put_rect(out, "k", x_of(a, v->options.pressed), 0, 12, height, NULL);
}

static const struct hitch *hitch_at(const struct verdict *v, int64_t from, int64_t to)
{
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        if (!h->excuse && h->stream + 1u == v->moments.game && h->from < to && h->to > from)
            return h;
    }
    return NULL;
}

/* The game's frames as they are judged: of generated ones a group is one, and one
 * that was waited for at the end is the last. Frame i lies from times[i - 1] to
 * times[i]. */
struct drawn {
    int64_t *times; /* NULL where there are none */
    uint32_t count;
};

static void add_drawn(void *ctx, const struct frame *f)
{
    struct drawn *d = ctx;
    if (!d->count)
        d->times[d->count++] = f->from;
    d->times[d->count++] = f->to;
}

/* Where memory is short, `out` fails. The caller frees the times. */
static struct drawn drawn_of(struct text *out, const struct verdict *v)
{
    const struct stream *s = verdict_game(v);
    struct drawn d = {NULL, 0};
    if (!s || s->count < 2)
        return d;
    struct frames_sink sink = {&d, add_drawn, NULL, NULL};
    struct frames *f = frames_open(&sink);
    d.times = calloc((size_t)s->count + 1, sizeof *d.times);
    for (uint32_t i = 0; f && d.times && i < s->count; i++)
        frames_add(f, s->times[i]);
    if (f && d.times)
        frames_end(f);
    else
        out->failed = true;
    frames_close(f);
    for (uint32_t i = 0; d.count && i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        if (h->open && h->from >= d.times[d.count - 1])
            d.times[d.count++] = h->to;
    }
    return d;
}

/* A frame's length; 0 where some of it lies in a hole, so that nobody knows it. */
static int64_t known_frame(const struct verdict *v, const struct drawn *d, uint32_t i)
{
    int64_t frame = d->times[i] - d->times[i - 1];
    bool is_long = frame > verdict_frames(v)->median * 2;
    return is_long && trace_hole_at(&v->trace, d->times[i - 1], d->times[i]) && !hitch_at(v, d->times[i - 1], d->times[i]) ? 0 : frame;
}

static int64_t tallest_frame(const struct verdict *v, const struct drawn *d, const struct axis *a)
{
    int64_t most = verdict_frames(v)->median * 3;
    for (uint32_t i = 1; i < d->count; i++) {
        int64_t frame = d->times[i] - d->times[i - 1];
        /* A loading screen or a pause must not flatten the rest. */
        if (d->times[i] >= a->from && d->times[i - 1] <= a->to && frame > most && (frame < 3 * SECOND || hitch_at(v, d->times[i - 1], d->times[i])))
            most = frame;
    }
    return most > 0 ? most : 1;
}

/* Root of a share of 1000: a hitch is tall, and usual frames still show. */
static int height_of(int64_t frame, int64_t tallest)
{
    int64_t share = frame >= tallest ? 1000000 : (int64_t)u64_scaled((uint64_t)frame, 1000000, (uint64_t)tallest);
    int high = 0;
    for (int step = 512; step; step /= 2) {
        if ((int64_t)(high + step) * (high + step) <= share)
            high += step;
    }
    return high < 12 ? 12 : high;
}

enum frame_look { FRAME_usual, FRAME_late, FRAME_early };

static void put_frame(struct text *out, enum language language, const struct axis *a, int64_t from, int64_t to,
                      int64_t frame, int64_t tallest, enum frame_look look)
{
    static const char *const classes[] = {"f", "l", "g"};
    bool late = look == FRAME_late;
    struct text title = TEXT_EMPTY;
    int high = height_of(frame, tallest), x = x_of(a, from), wide = x_of(a, to) - x;
    if (late && wide < LEAST_MARK)
        wide = LEAST_MARK;
    phrases_time_ms(&title, from);
    text_add(&title, "  ");
    phrases_span(&title, language, frame);
    /* A hair of room between two frames, where there is any. */
    put_rect(out, classes[look], x, 1000 - high, wide > 16 ? wide - 6 : wide < 4 ? 4 : wide, high, text_str(&title));
    text_done(&title);
}

/* The longest frame of each column before the trace is complete; the first
 * judged present ends the last of them. */
static void put_early(struct text *out, enum language language, const struct verdict *v, const struct axis *a, int64_t tallest)
{
    const struct stream *s = verdict_game(v);
    const int64_t *times = s->times - s->early;
    int64_t step = (a->to - a->from) / COLUMNS + 1;
    for (uint32_t i = 1; i <= s->early && i < s->early + s->count;) {
        if (times[i] < a->from || times[i - 1] > a->to) {
            i++;
            continue;
        }
        int64_t from = times[i - 1] > a->from ? times[i - 1] : a->from, end = from, most = 0;
        for (; i <= s->early && i < s->early + s->count && end < from + step; i++) {
            end = times[i];
            most = end - times[i - 1] > most ? end - times[i - 1] : most;
        }
        put_frame(out, language, a, from, end, most, tallest, FRAME_early);
    }
}

/* The longest frame of each column, where there are more frames than room. */
static void put_columns(struct text *out, enum language language, const struct verdict *v, const struct axis *a,
                        const struct drawn *d, int64_t tallest)
{
    int64_t step = (a->to - a->from) / COLUMNS + 1, median = verdict_frames(v)->median;
    uint32_t i = 1;
    for (int64_t from = a->from; from < a->to; from += step) {
        int64_t most = 0;
        for (; i < d->count && d->times[i] < from + step; i++) {
            if (d->times[i] >= from && known_frame(v, d, i) > most)
                most = known_frame(v, d, i);
        }
        const struct hitch *h = most > median * 2 ? hitch_at(v, from - most, from + step) : NULL;
        if (h && h->to < from + step)
            put_frame(out, language, a, h->from, h->to, most, tallest, FRAME_late);
        else if (most)
            put_frame(out, language, a, from, from + step, most, tallest, h ? FRAME_late : FRAME_usual);
    }
}

/* Of what is not complete, which may be hours of one sleepy CPU, so much that it
 * is seen, and the press of the key, wherever it was. */
static struct axis whole_axis(const struct verdict *v)
{
    struct axis a = {v->trace.first, v->trace.last};
    int64_t meant = v->trace.complete_from, pressed = v->options.pressed;
    if (pressed >= a.from && pressed < meant)
        meant = pressed;
    int64_t shown = i64_down_capped(meant, i64_ahead(a.to, meant) / 8);
    if (shown > a.from)
        a.from = shown;
    return a;
}

void html_overview(struct text *out, enum language language, const struct verdict *v)
{
    struct drawn d = drawn_of(out, v);
    struct axis a = whole_axis(v);
    if (d.times && a.to > a.from) {
        int64_t tallest = tallest_frame(v, &d, &a);
        open_frames(out, language, "whole", tallest);
        put_bands(out, v, &a, 1000);
        put_early(out, language, v, &a, tallest);
        put_columns(out, language, v, &a, &d, tallest);
        close_row(out);
        put_axis(out, &a);
    }
    free(d.times);
}

static void put_bars(struct text *out, enum language language, const struct verdict *v, const struct axis *a,
                     const struct drawn *d, int64_t tallest)
{
    uint32_t first = 1, behind;
    while (first < d->count && d->times[first] < a->from)
        first++;
    for (behind = first; behind < d->count && d->times[behind - 1] <= a->to;)
        behind++;
    if (behind - first > MAX_BARS) {
        put_columns(out, language, v, a, d, tallest);
        return;
    }
    for (uint32_t i = first; i < behind; i++) {
        int64_t from = d->times[i - 1], to = d->times[i], frame = known_frame(v, d, i);
        if (!frame && trace_hole_at(&v->trace, from, to))
            continue;
        put_frame(out, language, a, from, to, frame, tallest,
                  frame > verdict_frames(v)->median * 2 && hitch_at(v, from, to) ? FRAME_late : FRAME_usual);
    }
}

static void put_frames(struct text *out, enum language language, const struct verdict *v, const struct axis *a)
{
    struct drawn d = drawn_of(out, v);
    if (d.times) {
        int64_t tallest = tallest_frame(v, &d, a);
        open_frames(out, language, "frames", tallest);
        put_bands(out, v, a, 1000);
        put_early(out, language, v, a, tallest);
        put_bars(out, language, v, a, &d, tallest);
        close_row(out);
    }
    free(d.times);
}

/* What the first suspect is accused by stands out. */
static bool is_proof(const struct verdict *v, const struct fact *f)
{
    const struct suspect *s = v->suspects.count ? &v->suspects.list[0] : NULL;
    for (uint32_t i = 0; s && i < s->proof_count; i++) {
        if (s->proofs[i].kind == f->kind && s->proofs[i].from == f->from)
            return true;
    }
    return false;
}

static void put_mark(struct text *out, enum language language, const struct verdict *v, const struct axis *a,
                     const struct fact *f, bool early)
{
    struct text title = TEXT_EMPTY;
    int x = x_of(a, f->from), wide = x_of(a, f->to) - x;
    if (wide < LEAST_MARK)
        wide = LEAST_MARK;
    if (x > WIDE - wide)
        x = WIDE - wide;
    phrases_time_ms(&title, f->from);
    text_add(&title, "  ");
    phrases_fact(&title, language, v, f);
    if (f->source) {
        text_add(&title, "  [");
        phrases_origin(&title, f);
        text_add(&title, "]");
    }
    const char *story = phrases_story(v, language, f);
    if (story) {
        text_add(&title, "  ");
        text_add(&title, story);
    }
    put_rect(out, early ? "g" : is_proof(v, f) ? "l" : "m", x, 20, wide, 60, text_str(&title));
    text_done(&title);
}

/* Those that nobody judges, those that prove nothing, or those that do; `count`
 * goes on. */
enum marks { MARKS_early, MARKS_usual, MARKS_proofs };

static void put_marks(struct text *out, enum language language, const struct verdict *v, const struct axis *a,
                      enum lane lane, enum marks which, uint32_t *count)
{
    const struct fact_list *list = which == MARKS_early ? &v->trace.early.lanes[lane] : &v->trace.facts.lanes[lane];
    bool proofs = which == MARKS_proofs;
    int last = -WIDE;
    for (uint32_t i = 0; i < list->count && (proofs || *count < MAX_MARKS); i++) {
        const struct fact *f = &list->items[i];
        if (f->to < a->from || f->from > a->to || (which != MARKS_early && is_proof(v, f) != proofs))
            continue;
        /* Quiet stretches are everywhere; only one that is meant is drawn. */
        if (!proofs && (f->kind == FACT_silence || (f->to == f->from && x_of(a, f->from) - last < SAME_PLACE)))
            continue;
        last = x_of(a, f->from);
        if (!(*count)++) {
            open_row(out, "", phrases_lane(language, lane), 100);
            put_bands(out, v, a, 100);
        }
        put_mark(out, language, v, a, f, which == MARKS_early);
    }
}

/* What proves comes last, so that nothing lies on it. */
static void put_lane(struct text *out, enum language language, const struct verdict *v, const struct axis *a, enum lane lane)
{
    uint32_t count = 0;
    put_marks(out, language, v, a, lane, MARKS_early, &count);
    put_marks(out, language, v, a, lane, MARKS_usual, &count);
    put_marks(out, language, v, a, lane, MARKS_proofs, &count);
    if (count)
        close_row(out);
}

static struct axis around(const struct verdict *v)
{
    const struct moment *m = verdict_moment(v);
    const struct suspect *top = v->suspects.count ? &v->suspects.list[0] : NULL;
    struct axis a = whole_axis(v);
    int64_t from = 0, to = 0;
    if (top && !top->standing && top->moment < v->moments.count)
        m = &v->moments.list[top->moment];
    else if (verdict_headline(v))
        m = verdict_headline(v);
    if (top && top->standing && top->proof_count) {
        from = top->proofs[0].from;
        to = top->proofs[top->proof_count - 1].to;
    } else if (m) {
        from = m->from;
        to = m->to;
    }
    if (!from)
        return a;
    int64_t room = (to - from) * 3 / 2;
    if (room < SECOND)
        room = SECOND;
    if (from - room > a.from)
        a.from = from - room;
    if (to + room < a.to)
        a.to = to + room;
    return a;
}

static void put_legend(struct text *out, enum language language, const struct verdict *v)
{
    static const struct {
        const char *class;
        enum string_id words;
    } all[] = {{"f", STR_legend_frame}, {"l", STR_legend_late}, {"m", STR_legend_mark}, {"k", STR_legend_press}, {"e", STR_legend_early}, {"h", STR_legend_hole}};
    bool early = v->trace.complete_from > v->trace.first, hole = trace_hole_at(&v->trace, INT64_MIN, INT64_MAX) != NULL;
    text_add(out, "<p class=\"legend\">");
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if ((i == 0 && !v->moments.game) || (i == 3 && !v->options.pressed) || (i == 4 && !early) || (i == 5 && !hole))
            continue;
        text_addf(out, "<span><i class=\"%s\"></i>", all[i].class);
        html_text(out, string_get(language, all[i].words));
        text_add(out, "</span>");
    }
    text_add(out, "</p>\n");
}

void html_closeup(struct text *out, enum language language, const struct verdict *v)
{
    struct axis a = around(v);
    if (a.to <= a.from)
        return;
    put_frames(out, language, v, &a);
    for (unsigned lane = 0; lane < LANE_count; lane++)
        put_lane(out, language, v, &a, (enum lane)lane);
    put_axis(out, &a);
    put_legend(out, language, v);
    text_add(out, "<p id=\"picked\" class=\"soft\">");
    html_text(out, string_get(language, STR_report_hover));
    text_add(out, "</p>\n");
}
