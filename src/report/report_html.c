#include "report/private/html.h"

#include "strings/format.h"
#include "verdict/thresholds.h"

#define TOLD_HITCHES 12u

#define GET(id) string_get(language, STR_##id)

static void begin_section(struct text *out, const char *heading)
{
    text_add(out, "<section><h2>");
    html_text(out, heading);
    text_add(out, "</h2>\n");
}

static void put_between(struct text *out, const char *begin, const char *str, const char *end)
{
    text_add(out, begin);
    html_text(out, str);
    text_add(out, end);
}

static void put_line(void *ctx, const char *str)
{
    put_between(ctx, "<div>", str, "</div>\n");
}

static void put_state(void *ctx, const char *str)
{
    put_between(ctx, "<div class=\"state\">", str, "</div>\n");
}

static void put_file(struct text *out, const struct text *path)
{
    const char *name = text_str(path);
    text_share_loss(out, name);
    for (const char *at = name; *at; at++) {
        if (*at == '\\' || *at == '/')
            name = at + 1;
    }
    if (*name)
        put_line(out, name);
}

static void put_head(struct text *out, enum language language, const struct verdict *v)
{
    struct text s = TEXT_EMPTY;
    report_sentence(v, language, &s);
    text_addf(out, "<header%s><div class=\"brand\">", v->suspects.count ? "" : " class=\"calm\"");
    html_text(out, GET(report_title));
    text_add(out, "</div>\n");
    phrases_state(v, language, put_state, out);
    text_add(out, "<h1>");
    html_text(out, text_str(&s));
    text_add(out, "</h1>\n<div class=\"meta\">\n");
    for (unsigned i = 0; i < 2; i++)
        put_file(out, &v->trace.file_names[i]);
    phrases_run(v, language, put_line, out);
    text_add(out, "</div></header>\n");
    text_done(&s);
}

static void put_figure(struct text *out, const char *value, const char *label)
{
    text_add(out, "<div><b>");
    html_text(out, value);
    text_add(out, "</b><span>");
    html_text(out, label);
    text_add(out, "</span></div>\n");
}

/* A span with the rate beside its label. */
static void put_span(struct text *out, enum language language, int64_t span, const char *label)
{
    struct text t = TEXT_EMPTY, rate = TEXT_EMPTY, fps = TEXT_EMPTY, full = TEXT_EMPTY;
    phrases_span(&t, language, span);
    phrases_rate_of(&rate, language, span);
    text_addf(&fps, GET(report_fps), text_str(&rate));
    text_addf(&full, label, text_str(&fps));
    put_figure(out, text_str(&t), text_str(&full));
    text_done(&t);
    text_done(&rate);
    text_done(&fps);
    text_done(&full);
}

static void put_rate(struct text *out, enum language language, uint32_t mfps, enum string_id id)
{
    struct text t = TEXT_EMPTY;
    phrases_rate(&t, language, mfps);
    put_figure(out, text_str(&t), string_get(language, id));
    text_done(&t);
}

static void put_row(void *ctx, const char *line)
{
    put_between(ctx, "<div class=\"li\">", line, "</div>\n");
}

static void put_note(void *ctx, const char *line)
{
    put_between(ctx, "<p class=\"soft\">", line, "</p>\n");
}

/* The figures as sentences, whose they are, and what they mean. */
static void put_about(struct text *out, enum language language, const struct verdict *v)
{
    static const enum string_id ids[] = {STR_about_average, STR_about_percentiles, STR_about_lows, STR_about_excused};
    text_add(out, "<section>\n");
    phrases_game(v, language, put_row, out);
    phrases_figures(v, language, put_row, out);
    text_add(out, "<details><summary>");
    html_text(out, GET(figures_about));
    text_add(out, "</summary>\n");
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        put_note(out, string_get(language, ids[i]));
    text_add(out, "</details></section>\n");
}

static void put_figures(struct text *out, enum language language, const struct verdict *v)
{
    const struct stream *s = verdict_game(v);
    const struct frame_figures *f = verdict_frames(v);
    struct text t = TEXT_EMPTY, label = TEXT_EMPTY, name = TEXT_EMPTY;
    if (!s || !f->median)
        return;
    text_add(out, "<section class=\"figures\">\n");
    put_rate(out, language, f->average_mfps, STR_figure_rate);
    put_rate(out, language, f->low_1_mfps, STR_figure_low_1);
    put_rate(out, language, f->low_01_mfps, STR_figure_low_01);
    put_span(out, language, f->median, GET(figure_median));
    put_span(out, language, f->p99, GET(figure_p99));
    put_span(out, language, f->p999, GET(figure_p999));
    phrases_span(&t, language, f->longest);
    put_figure(out, text_str(&t), GET(figure_longest));
    text_clear(&t);
    text_addf(&t, "%u", v->moments.real_hitches);
    put_figure(out, text_str(&t), GET(figure_hitches));
    text_clear(&t);
    format_count(&t, s->count);
    phrases_game_name(&name, v);
    text_addf(&label, GET(figure_frames), text_is_empty(&name) ? GET(word_some_process) : text_str(&name));
    put_figure(out, text_str(&t), text_str(&label));
    text_add(out, "</section>\n");
    put_about(out, language, v);
    text_done(&label);
    text_done(&name);
    text_done(&t);
}

static void put_proofs(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    struct text t = TEXT_EMPTY;
    text_add(out, "<details open><summary>");
    html_text(out, GET(report_evidence));
    text_add(out, "</summary><table class=\"proofs\">\n");
    for (uint32_t i = 0; i < s->proof_count; i++) {
        text_add(out, "<tr><td class=\"t\">");
        phrases_time_ms(out, s->proofs[i].from);
        text_add(out, "</td><td>");
        text_clear(&t);
        phrases_fact(&t, language, v, &s->proofs[i]);
        html_text(out, text_str(&t));
        text_add(out, "</td><td class=\"o\">");
        text_clear(&t);
        phrases_origin(&t, &s->proofs[i]);
        html_text(out, text_str(&t));
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</table></details>\n");
    text_done(&t);
}

static void put_suspect(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    struct text t = TEXT_EMPTY;
    text_add(out, "<div class=\"suspect\"><h3>");
    html_text(out, phrases_kind(language, s->kind));
    text_addf(out, "<span class=\"pill %s\">", s->score >= SCORE_SURE ? "sure" : s->score >= SCORE_LIKELY ? "likely" : "possible");
    text_addf(&t, GET(report_score), phrases_sureness(language, s->score), s->score);
    html_text(out, text_str(&t));
    text_add(out, "</span></h3>\n<p class=\"says\">");
    text_clear(&t);
    phrases_suspect(&t, language, v, s);
    html_text(out, text_str(&t));
    html_text(out, GET(word_stop));
    text_add(out, "</p>\n<p class=\"next\">");
    html_text(out, phrases_next(language, s->kind));
    text_add(out, "</p>\n");
    if (s->proof_count)
        put_proofs(out, language, v, s);
    text_add(out, "</div>\n");
    text_done(&t);
}

static void put_suspects(struct text *out, enum language language, const struct verdict *v)
{
    begin_section(out, GET(report_suspects));
    for (uint32_t i = 0; i < v->suspects.count; i++)
        put_suspect(out, language, v, &v->suspects.list[i]);
    if (!v->suspects.count) {
        text_add(out, "<p>");
        html_text(out, phrases_kind(language, SUSPECT_none));
        html_text(out, GET(word_stop));
        text_add(out, "</p><p class=\"next\">");
        html_text(out, phrases_next(language, SUSPECT_none));
        text_add(out, "</p>\n");
    }
    text_add(out, "</section>\n");
}

static void put_hitches(struct text *out, enum language language, const struct verdict *v)
{
    if (!v->moments.game)
        return;
    begin_section(out, GET(report_hitches));
    phrases_hitches(v, language, TOLD_HITCHES, put_row, put_note, out);
    text_add(out, "</section>\n");
}

struct section {
    struct text *out;
    enum language language;
    bool begun;
};

static void put_story(void *ctx, int64_t time, const char *name, const char *story)
{
    struct section *s = ctx;
    if (!s->begun) {
        begin_section(s->out, string_get(s->language, STR_report_stories));
        text_add(s->out, "<table>\n");
    }
    s->begun = true;
    text_add(s->out, "<tr><td class=\"t\">");
    phrases_time_ms(s->out, time);
    text_add(s->out, "</td><td><b>");
    html_text(s->out, name);
    text_add(s->out, "</b> ");
    html_text(s->out, story);
    text_add(s->out, "</td></tr>\n");
}

static void put_stories(struct text *out, enum language language, const struct verdict *v)
{
    struct section s = {out, language, false};
    phrases_stories(v, language, put_story, &s);
    if (s.begun)
        text_add(out, "</table></section>\n");
}

static void put_percent(struct text *out, const char *name, int64_t part, int64_t whole)
{
    uint64_t share = whole > 0 && part > 0 ? u64_scaled((uint64_t)part, 1000, (uint64_t)whole) : 0;
    if (share > 1000) /* the key events last longer than the snapshot */
        share = 1000;
    text_addf(out, "%s:%u.%u%%;", name, (unsigned)(share / 10), (unsigned)(share % 10));
}

static void put_coverage(struct text *out, enum language language, const struct verdict *v)
{
    begin_section(out, GET(report_coverage));
    text_add(out, "<table>\n");
    for (unsigned i = 1; i < TRACE_source_count; i++) {
        const struct coverage *c = &v->trace.coverage[i];
        if (!c->count)
            continue;
        text_add(out, "<tr><td>");
        html_text(out, trace_source_name((enum trace_source)i));
        text_add(out, "</td><td class=\"t\">");
        format_count(out, c->count);
        text_add(out, "</td><td><div class=\"bar\"><i style=\"");
        put_percent(out, "left", c->first - v->trace.first, v->trace.last - v->trace.first);
        put_percent(out, "right", v->trace.last - c->last, v->trace.last - v->trace.first);
        text_add(out, "\"></i></div></td></tr>\n");
    }
    text_add(out, "</table></section>\n");
}

static void put_missing_item(void *ctx, const char *line)
{
    struct section *s = ctx;
    if (!s->begun) {
        begin_section(s->out, string_get(s->language, STR_report_missing));
        text_add(s->out, "<ul>\n");
    }
    s->begun = true;
    text_add(s->out, "<li>");
    html_text(s->out, line);
    text_add(s->out, "</li>\n");
}

static void put_missing(struct text *out, enum language language, const struct verdict *v)
{
    struct section s = {out, language, false};
    phrases_missing(v, language, put_missing_item, &s);
    if (s.begun)
        text_add(out, "</ul></section>\n");
}

void report_html(const struct verdict *v, enum language language, struct text *out)
{
    struct text title = TEXT_EMPTY;
    text_addf(&title, "%s%s", GET(report_title), GET(colon));
    report_sentence(v, language, &title);
    html_begin(out, language, text_str(&title));
    text_done(&title);
    put_head(out, language, v);
    put_figures(out, language, v);
    begin_section(out, GET(report_picture));
    html_closeup(out, language, v);
    text_add(out, "</section>\n");
    put_suspects(out, language, v);
    /* Without a moment the picture above shows the whole already. */
    if (v->moments.game && (v->suspects.count || verdict_moment(v))) {
        begin_section(out, GET(report_whole));
        html_overview(out, language, v);
        text_add(out, "</section>\n");
    }
    put_hitches(out, language, v);
    put_stories(out, language, v);
    put_missing(out, language, v);
    put_coverage(out, language, v);
    text_add(out, "<p class=\"soft\">");
    html_text(out, GET(report_foot));
    text_add(out, " ");
    html_text(out, GET(report_privacy));
    text_add(out, "</p>\n");
    html_end(out);
}
