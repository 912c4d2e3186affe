#include "report/phrases.h"

#include "strings/format.h"

#define TOLD_EXCUSED 40u
#define MS_SPEEDS 100000u /* from here on a rate is told without its tenth */

#define GET(id) string_get(language, STR_##id)

void phrases_rate(struct text *out, enum language language, uint32_t mfps)
{
    if (!mfps)
        text_add(out, GET(report_na));
    else if (mfps < MS_SPEEDS)
        text_addf(out, "%u.%u", (unsigned)((mfps + 50) / 1000), (unsigned)((mfps + 50) % 1000 / 100));
    else
        text_addf(out, "%u", (unsigned)((mfps + 500) / 1000));
}

void phrases_rate_of(struct text *out, enum language language, int64_t frame)
{
    uint64_t mfps = frame > 0 ? (uint64_t)SECOND * 1000 / (uint64_t)frame : 0;
    phrases_rate(out, language, mfps < UINT32_MAX ? (uint32_t)mfps : UINT32_MAX);
}

void phrases_game_name(struct text *out, const struct verdict *v)
{
    const struct stream *s = verdict_game(v);
    const char *name = s ? verdict_str(v, machine_process_name(&v->trace.machine, s->pid, s->count ? s->times[0] : 0)) : "";
    if (*name)
        text_add(out, name);
    else if (s)
        text_addf(out, "pid %u", (unsigned)s->pid);
}

/* ---- the game and its figures ---- */

static void tell_others(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    const struct stream *game = verdict_game(v);
    struct text t = TEXT_EMPTY;
    for (uint32_t i = 0; i < v->trace.stream_count; i++) {
        const struct stream *s = &v->trace.streams[i];
        uint32_t told = v->moments.figures[i].told;
        const char *name = verdict_str(v, machine_process_name(&v->trace.machine, s->pid, s->count ? s->times[0] : 0));
        if (!told || !*name || s->screen || s->source == TRACE_dxgkrnl || s->pid == game->pid || s->pid == v->trace.dwm)
            continue;
        text_clear(&t);
        text_addf(&t, GET(report_others), name, (unsigned)told);
        line(ctx, text_str(&t));
    }
    text_done(&t);
}

void phrases_game(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    static const enum string_id ids[] = {
        STR_colon, /* of none */
#define WHY(name) STR_why_##name,
        GAME_WHY_LIST(WHY)
#undef WHY
    };
    struct text t = TEXT_EMPTY, name = TEXT_EMPTY;
    if (v->options.game && *v->options.game && v->moments.why != GAME_asked) {
        text_addf(&t, GET(report_asked_missing), v->options.game);
        line(ctx, text_str(&t));
        text_clear(&t);
    }
    if (v->moments.game) {
        phrases_game_name(&name, v);
        text_addf(&t, GET(report_judged), text_str(&name), string_get(language, ids[v->moments.why]));
        line(ctx, text_str(&t));
        tell_others(v, language, line, ctx);
    }
    text_done(&t);
    text_done(&name);
}

static void tell_times(const struct frame_figures *f, enum language language, phrases_line_fn *line, void *ctx)
{
    const int64_t spans[] = {f->median, f->p99, f->p999};
    struct text t = TEXT_EMPTY, longest = TEXT_EMPTY, span[3] = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY},
                fps[3] = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY}, rate = TEXT_EMPTY;
    for (unsigned i = 0; i < 3; i++) {
        text_clear(&rate);
        phrases_span(&span[i], language, spans[i]);
        phrases_rate_of(&rate, language, spans[i]);
        text_addf(&fps[i], GET(report_fps), text_str(&rate));
    }
    phrases_span(&longest, language, f->longest);
    text_addf(&t, GET(report_times), text_str(&span[0]), text_str(&fps[0]), text_str(&span[1]), text_str(&fps[1]),
              text_str(&span[2]), text_str(&fps[2]), text_str(&longest));
    line(ctx, text_str(&t));
    for (unsigned i = 0; i < 3; i++) {
        text_done(&span[i]);
        text_done(&fps[i]);
    }
    text_done(&t);
    text_done(&rate);
    text_done(&longest);
}

static void tell_rates(const struct frame_figures *f, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, average = TEXT_EMPTY, low = TEXT_EMPTY, lowest = TEXT_EMPTY;
    phrases_rate(&average, language, f->average_mfps);
    phrases_rate(&low, language, f->low_1_mfps);
    phrases_rate(&lowest, language, f->low_01_mfps);
    text_addf(&t, GET(report_rates), text_str(&average), text_str(&low), text_str(&lowest));
    line(ctx, text_str(&t));
    text_done(&t);
    text_done(&average);
    text_done(&low);
    text_done(&lowest);
}

static void tell_generated(const struct frame_figures *f, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, grouped = TEXT_EMPTY, all = TEXT_EMPTY, rate = TEXT_EMPTY;
    format_count(&grouped, f->grouped);
    format_count(&all, f->frames);
    phrases_rate_of(&rate, language, f->time / (int64_t)f->frames);
    text_addf(&t, GET(report_generated), text_str(&grouped), text_str(&all), text_str(&rate));
    line(ctx, text_str(&t));
    text_done(&t);
    text_done(&grouped);
    text_done(&all);
    text_done(&rate);
}

static void tell_segments(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, from = TEXT_EMPTY, to = TEXT_EMPTY, average = TEXT_EMPTY, low = TEXT_EMPTY;
    for (uint32_t turn = 0; turn <= v->moments.segment_count; turn++) {
        uint32_t i = turn ? turn - 1 : v->moments.segment - 1;
        const struct segment *s = &v->moments.segments[i];
        if (turn && i + 1 == v->moments.segment)
            continue;
        struct text *const all[] = {&t, &from, &to, &average, &low};
        for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
            text_clear(all[k]);
        phrases_time(&from, s->from);
        phrases_time(&to, s->to);
        phrases_rate(&average, language, s->figures.average_mfps);
        phrases_rate(&low, language, s->figures.low_1_mfps);
        if (turn)
            text_addf(&t, GET(report_segment), text_str(&from), text_str(&to), text_str(&average), text_str(&low));
        else
            text_addf(&t, GET(report_of_segment), text_str(&from), text_str(&to));
        line(ctx, text_str(&t));
    }
    text_done(&t);
    text_done(&from);
    text_done(&to);
    text_done(&average);
    text_done(&low);
}

void phrases_figures(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    const struct frame_figures *f = verdict_frames(v);
    if (!f || !f->median)
        return;
    tell_rates(f, language, line, ctx);
    tell_times(f, language, line, ctx);
    if (frame_figures_generated(f))
        tell_generated(f, language, line, ctx);
    if (v->moments.segment_count > 1)
        tell_segments(v, language, line, ctx);
}

/* ---- what the frames say ---- */

static void add_jolts(struct text *out, enum language language, const struct hitch *h)
{
    int64_t span = h->to - h->from;
    phrases_rate_of(out, language, h->count ? span / h->count : 0);
}

static void add_open(struct text *out, enum language language, const struct hitch *h, const char *words)
{
    if (h->open)
        text_addf(out, GET(verdict_open), words);
    else
        text_add(out, words);
}

void phrases_begin(struct text *out, enum language language, const struct hitch *h)
{
    struct text time = TEXT_EMPTY;
    phrases_time(&time, h->from);
    add_open(out, language, h, text_str(&time));
    text_done(&time);
}

/* "21:14:07.123  412 ms instead of 16.7 ms" */
static void add_hitch(struct text *out, enum language language, const struct hitch *h)
{
    struct text time = TEXT_EMPTY, span = TEXT_EMPTY, usual = TEXT_EMPTY, rate = TEXT_EMPTY;
    phrases_time_ms(&time, h->from);
    phrases_span(&span, language, h->to - h->from);
    if (h->kind == FINDING_slow) {
        phrases_rate_of(&rate, language, h->count ? (h->to - h->from) / h->count : 0);
        phrases_rate_of(&usual, language, h->usual);
        text_addf(out, GET(report_slow), text_str(&time), text_str(&span), text_str(&rate), text_str(&usual));
    } else if (h->kind == FINDING_uneven) {
        add_jolts(&rate, language, h);
        text_addf(out, GET(report_uneven), text_str(&time), text_str(&span), text_str(&rate));
    } else {
        struct text line = TEXT_EMPTY;
        phrases_span(&usual, language, h->usual);
        text_addf(&line, GET(report_hitch), text_str(&time), text_str(&span), text_str(&usual));
        add_open(out, language, h, text_str(&line));
        text_done(&line);
    }
    text_done(&time);
    text_done(&span);
    text_done(&usual);
    text_done(&rate);
}

const struct suspect *phrases_suspect_of(const struct verdict *v, uint32_t hitch, uint32_t nth)
{
    const struct suspects *s = &v->suspects;
    const struct suspect *const lists[] = {s->list, s->others};
    const uint32_t counts[] = {s->count, s->other_count};
    for (unsigned l = 0; l < 2; l++) {
        for (uint32_t i = 0; i < counts[l]; i++) {
            const struct suspect *c = &lists[l][i];
            if (!c->standing && c->moment < v->moments.count && v->moments.list[c->moment].hitch == hitch + 1 && !nth--)
                return c;
        }
    }
    return NULL;
}

static void tell_hitch(const struct verdict *v, uint32_t index, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY;
    const struct suspect *s = phrases_suspect_of(v, index, 0);
    add_hitch(&t, language, &v->moments.hitches[index]);
    if (s) {
        text_add(&t, GET(colon));
        phrases_suspect(&t, language, v, s);
    }
    line(ctx, text_str(&t));
    text_done(&t);
}

static void tell_excused(const struct verdict *v, enum language language, uint32_t count, phrases_line_fn *line,
                         phrases_line_fn *note, void *ctx)
{
    static const enum string_id ids[] = {
        STR_colon, /* of no excuse */
#define EXCUSE(name) STR_excuse_##name,
        EXCUSE_LIST(EXCUSE)
#undef EXCUSE
    };
    struct text t = TEXT_EMPTY, one = TEXT_EMPTY;
    uint32_t told = 0;
    text_addf(&t, GET(report_excused), count);
    note(ctx, text_str(&t));
    for (uint32_t i = 0; i < v->moments.hitch_count && told < TOLD_EXCUSED; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        if (h->stream + 1u != v->moments.game || !h->excuse)
            continue;
        text_clear(&t);
        text_clear(&one);
        add_hitch(&one, language, h);
        text_addf(&t, GET(report_excused_line), text_str(&one), string_get(language, ids[h->excuse]));
        line(ctx, text_str(&t));
        told++;
    }
    text_clear(&t);
    if (count > told) {
        text_addf(&t, GET(report_more_excused), count - told);
        note(ctx, text_str(&t));
    }
    text_done(&t);
    text_done(&one);
}

static void tell_period(const struct verdict *v, enum language language, phrases_line_fn *note, void *ctx)
{
    struct text t = TEXT_EMPTY, span = TEXT_EMPTY;
    phrases_span(&span, language, v->moments.period);
    text_addf(&t, GET(report_period), text_str(&span));
    note(ctx, text_str(&t));
    text_done(&t);
    text_done(&span);
}

void phrases_hitches(const struct verdict *v, enum language language, uint32_t most, phrases_line_fn *line, phrases_line_fn *note,
                     void *ctx)
{
    uint32_t count = 0, excused = 0;
    struct text t = TEXT_EMPTY;
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        if (h->stream + 1u != v->moments.game)
            continue;
        excused += h->excuse != EXCUSE_none;
        if (!h->excuse && count++ < most)
            tell_hitch(v, i, language, line, ctx);
    }
    if (!count && !excused)
        note(ctx, GET(report_no_hitches));
    if (count > most) {
        text_addf(&t, GET(report_more_hitches), count - most);
        note(ctx, text_str(&t));
    }
    if (v->moments.period)
        tell_period(v, language, note, ctx);
    if (excused)
        tell_excused(v, language, excused, line, note, ctx);
    text_done(&t);
}

/* ---- the sentence's first half ---- */

static void add_stutter(struct text *out, enum language language, const struct verdict *v, const struct hitch *h,
                        const char *reason)
{
    struct text span = TEXT_EMPTY, time = TEXT_EMPTY, every = TEXT_EMPTY;
    bool longest = true;
    uint32_t count = v->moments.real_hitches;
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *o = &v->moments.hitches[i];
        longest = longest && (o->stream != h->stream || o->kind != FINDING_stutter || o->excuse || o->to - o->from <= h->to - h->from);
    }
    phrases_span(&span, language, h->to - h->from);
    phrases_begin(&time, language, h);
    phrases_span(&every, language, v->moments.period);
    if (count < 2)
        text_addf(out, GET(verdict_stutter), text_str(&span), text_str(&time), reason);
    else if (v->moments.period)
        text_addf(out, GET(verdict_stutter_every), text_str(&span), text_str(&time), count, text_str(&every), reason);
    else if (longest)
        text_addf(out, GET(verdict_stutter_many), text_str(&span), text_str(&time), count, reason);
    else
        text_addf(out, GET(verdict_stutter_one), text_str(&span), text_str(&time), count, reason);
    text_done(&span);
    text_done(&time);
    text_done(&every);
}

static void add_slow(struct text *out, enum language language, const struct hitch *h, const char *reason)
{
    struct text span = TEXT_EMPTY, time = TEXT_EMPTY, rate = TEXT_EMPTY, usual = TEXT_EMPTY;
    phrases_span(&span, language, h->to - h->from);
    phrases_time(&time, h->from);
    if (h->kind == FINDING_slow) {
        phrases_rate_of(&rate, language, h->count ? (h->to - h->from) / h->count : 0);
        phrases_rate_of(&usual, language, h->usual);
        text_addf(out, GET(verdict_slow_stretch), text_str(&rate), text_str(&usual), text_str(&span), text_str(&time), reason);
    } else {
        add_jolts(&rate, language, h);
        text_addf(out, GET(verdict_uneven), text_str(&span), text_str(&time), text_str(&rate), reason);
    }
    text_done(&span);
    text_done(&time);
    text_done(&rate);
    text_done(&usual);
}

void phrases_moment(struct text *out, enum language language, const struct verdict *v, const struct moment *m, const char *reason)
{
    const struct hitch *h = m->hitch ? &v->moments.hitches[m->hitch - 1] : NULL;
    struct text span = TEXT_EMPTY, time = TEXT_EMPTY;
    if (h && h->kind == FINDING_stutter) {
        add_stutter(out, language, v, h, reason);
    } else if (h) {
        add_slow(out, language, h, reason);
    } else {
        phrases_span(&span, language, m->to - m->from);
        phrases_time(&time, m->from);
        text_addf(out, GET(verdict_slow), text_str(&span), text_str(&time), reason);
    }
    text_done(&span);
    text_done(&time);
}
