#include "report/html.h"

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
    /* Traces of an hour fit: 3.6e10 units times 1e4. */
    return (int)((time - a->from) * WIDE / (a->to - a->from));
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
    tell_span(&span, language, tallest);
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
        int64_t time = a->from + (a->to - a->from) * i / (TICK_COUNT - 1);
        text_add(out, "<span>");
        if (a->to - a->from < 60 * SECOND)
            tell_time_ms(out, time);
        else
            tell_time(out, time);
        text_add(out, "</span>");
    }
    text_add(out, "</div>\n");
}

/* The moment itself as a band behind a lane, and the press of the key. */
static void put_bands(struct text *out, const struct verdict *v, const struct axis *a, int height)
{
    for (uint32_t i = 0; i < v->moment_count; i++) {
        const struct moment *m = &v->moments[i];
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
    for (uint32_t i = 0; i < v->hitch_count; i++) {
        const struct hitch *h = &v->hitches[i];
        if (!h->excuse && h->stream + 1u == v->game && h->from < to && h->to > from)
            return h;
    }
    return NULL;
}

static int64_t tallest_frame(const struct verdict *v, const struct stream *s, const struct axis *a)
{
    int64_t most = s->median * 3;
    for (uint32_t i = 1; i < s->count; i++) {
        int64_t frame = s->times[i] - s->times[i - 1];
        /* A loading screen or a pause must not flatten the rest. */
        if (s->times[i] >= a->from && s->times[i - 1] <= a->to && frame > most && (frame < 3 * SECOND || hitch_at(v, s->times[i - 1], s->times[i])))
            most = frame;
    }
    return most > 0 ? most : 1;
}

/* Root of a share of 1000: a hitch is tall, and usual frames still show. */
static int height_of(int64_t frame, int64_t tallest)
{
    int64_t share = frame >= tallest ? 1000000 : frame * 1000000 / tallest;
    int high = 0;
    for (int step = 512; step; step /= 2) {
        if ((int64_t)(high + step) * (high + step) <= share)
            high += step;
    }
    return high < 12 ? 12 : high;
}

static void put_frame(struct text *out, enum language language, const struct axis *a, int64_t from, int64_t to,
                      int64_t frame, int64_t tallest, bool late)
{
    struct text title = TEXT_EMPTY;
    int high = height_of(frame, tallest), x = x_of(a, from), wide = x_of(a, to) - x;
    if (late && wide < LEAST_MARK)
        wide = LEAST_MARK;
    tell_time_ms(&title, from);
    text_add(&title, "  ");
    tell_span(&title, language, frame);
    /* A hair of room between two frames, where there is any. */
    put_rect(out, late ? "l" : "f", x, 1000 - high, wide > 16 ? wide - 6 : wide < 4 ? 4 : wide, high, text_str(&title));
    text_done(&title);
}

/* The longest frame of each column, where there are more frames than room. */
static void put_columns(struct text *out, enum language language, const struct verdict *v, const struct axis *a,
                        int64_t tallest)
{
    const struct stream *s = verdict_game(v);
    int64_t step = (a->to - a->from) / COLUMNS + 1;
    uint32_t i = 1;
    for (int64_t from = a->from; from < a->to; from += step) {
        int64_t most = 0;
        for (; i < s->count && s->times[i] < from + step; i++) {
            if (s->times[i] >= from && s->times[i] - s->times[i - 1] > most)
                most = s->times[i] - s->times[i - 1];
        }
        const struct hitch *h = most > s->median * 2 ? hitch_at(v, from - most, from + step) : NULL;
        if (h && h->to < from + step)
            put_frame(out, language, a, h->from, h->to, most, tallest, true);
        else if (most)
            put_frame(out, language, a, from, from + step, most, tallest, h != NULL);
    }
}

void html_overview(struct text *out, enum language language, const struct verdict *v)
{
    const struct stream *s = verdict_game(v);
    struct axis a = {v->first, v->last};
    if (!s || s->count < 2 || a.to <= a.from)
        return;
    int64_t tallest = tallest_frame(v, s, &a);
    open_frames(out, language, "whole", tallest);
    put_bands(out, v, &a, 1000);
    put_columns(out, language, v, &a, tallest);
    close_row(out);
    put_axis(out, &a);
}

static void put_frames(struct text *out, enum language language, const struct verdict *v, const struct axis *a)
{
    const struct stream *s = verdict_game(v);
    uint32_t first = 1, behind;
    if (!s || s->count < 2)
        return;
    int64_t tallest = tallest_frame(v, s, a);
    while (first < s->count && s->times[first] < a->from)
        first++;
    for (behind = first; behind < s->count && s->times[behind - 1] <= a->to;)
        behind++;
    open_frames(out, language, "frames", tallest);
    put_bands(out, v, a, 1000);
    if (behind - first > MAX_BARS) {
        put_columns(out, language, v, a, tallest);
        first = behind;
    }
    for (uint32_t i = first; i < behind; i++) {
        int64_t frame = s->times[i] - s->times[i - 1];
        put_frame(out, language, a, s->times[i - 1], s->times[i], frame, tallest,
                  frame > s->median * 2 && hitch_at(v, s->times[i - 1], s->times[i]));
    }
    close_row(out);
}

/* What the first suspect is accused by stands out. */
static bool is_proof(const struct verdict *v, const struct fact *f)
{
    const struct suspect *s = v->suspect_count ? &v->suspects[0] : NULL;
    for (uint32_t i = 0; s && i < s->proof_count; i++) {
        if (s->proofs[i].kind == f->kind && s->proofs[i].from == f->from)
            return true;
    }
    return false;
}

static void put_mark(struct text *out, enum language language, const struct verdict *v, const struct axis *a,
                     const struct fact *f)
{
    struct text title = TEXT_EMPTY;
    int x = x_of(a, f->from), wide = x_of(a, f->to) - x;
    if (wide < LEAST_MARK)
        wide = LEAST_MARK;
    if (x > WIDE - wide)
        x = WIDE - wide;
    tell_time_ms(&title, f->from);
    text_add(&title, "  ");
    tell_fact(&title, language, v, f);
    if (f->source) {
        text_add(&title, "  [");
        tell_origin(&title, f);
        text_add(&title, "]");
    }
    const char *story = tell_story(v, language, f);
    if (story) {
        text_add(&title, "  ");
        text_add(&title, story);
    }
    put_rect(out, is_proof(v, f) ? "l" : "m", x, 20, wide, 60, text_str(&title));
    text_done(&title);
}

/* Those that prove nothing, or those that do; `count` goes on. */
static void put_marks(struct text *out, enum language language, const struct verdict *v, const struct axis *a,
                      enum lane lane, bool proofs, uint32_t *count)
{
    const struct fact_list *list = &v->facts[lane];
    int last = -WIDE;
    for (uint32_t i = 0; i < list->count && (proofs || *count < MAX_MARKS); i++) {
        const struct fact *f = &list->items[i];
        if (f->to < a->from || f->from > a->to || is_proof(v, f) != proofs)
            continue;
        /* Quiet stretches are everywhere; only one that is meant is drawn. */
        if (!proofs && (f->kind == FACT_silence || (f->to == f->from && x_of(a, f->from) - last < SAME_PLACE)))
            continue;
        last = x_of(a, f->from);
        if (!(*count)++) {
            open_row(out, "", tell_lane(language, lane), 100);
            put_bands(out, v, a, 100);
        }
        put_mark(out, language, v, a, f);
    }
}

/* What proves comes last, so that nothing lies on it. */
static void put_lane(struct text *out, enum language language, const struct verdict *v, const struct axis *a, enum lane lane)
{
    uint32_t count = 0;
    put_marks(out, language, v, a, lane, false, &count);
    put_marks(out, language, v, a, lane, true, &count);
    if (count)
        close_row(out);
}

static struct axis around(const struct verdict *v)
{
    const struct moment *m = verdict_moment(v);
    const struct suspect *top = v->suspect_count ? &v->suspects[0] : NULL;
    struct axis a = {v->first, v->last};
    int64_t from = 0, to = 0;
    if (top && !top->standing && top->moment < v->moment_count)
        m = &v->moments[top->moment];
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
    } all[] = {{"f", STR_legend_frame}, {"l", STR_legend_late}, {"m", STR_legend_mark}, {"k", STR_legend_press}};
    text_add(out, "<p class=\"legend\">");
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if ((i == 0 && !v->game) || (i == 3 && !v->options.pressed))
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
