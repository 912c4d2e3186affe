#include "report/phrases.h"

#include "base/json.h"
#include "strings/format.h"

#define REPORT_JSON_VERSION 2u /* docs/report-json.md */

/* null for what nobody knows. */
static void put_time(struct text *out, const char *name, int64_t time)
{
    text_addf(out, "\"%s\": ", name);
    if (time <= 0) {
        text_add(out, "null");
        return;
    }
    text_add_char(out, '"');
    format_utc(out, time);
    text_add_char(out, '"');
}

static void put_us(struct text *out, const struct verdict *v, const char *name, int64_t span)
{
    if (v->trace.files[0].state.has_clock)
        text_addf(out, "\"%s_us\": %lld", name, (long long)(span / 10));
    else
        text_addf(out, "\"%s_us\": null", name);
}

static void put_fact(struct text *out, enum language language, const struct verdict *v, const struct fact *f)
{
    struct text t = TEXT_EMPTY;
    text_addf(out, "{\"what\": \"%s\", ", fact_name((enum fact_kind)f->kind));
    put_time(out, "time", f->from);
    text_add(out, ", ");
    put_us(out, v, "length", f->to - f->from);
    text_add(out, ", \"provider\": ");
    json_add_string(out, f->source ? trace_source_name((enum trace_source)f->source) : "");
    text_addf(out, ", \"id\": %u, \"pid\": %u, \"text\": ", f->id, f->pid);
    phrases_fact(&t, language, v, f);
    json_add_string(out, text_str(&t));
    text_add(out, "}");
    text_done(&t);
}

static void put_suspect(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    struct text t = TEXT_EMPTY;
    text_addf(out, "    {\"kind\": \"%s\", \"score\": %u, \"name\": ", suspect_name(s->kind), s->score);
    json_add_string(out, verdict_str(v, s->name));
    if (s->kind == SUSPECT_device_lost) {
        text_add(out, ", \"device\": ");
        phrases_device(&t, language, verdict_str(v, s->name), verdict_device_name(v, verdict_str(v, s->name)));
        json_add_string(out, text_str(&t));
        text_clear(&t);
    }
    text_add(out, ", \"text\": ");
    phrases_suspect(&t, language, v, s);
    json_add_string(out, text_str(&t));
    text_add(out, ", \"next\": ");
    json_add_string(out, phrases_next(language, s->kind));
    if (!s->standing && s->moment < v->moments.count) {
        text_add(out, ", ");
        put_time(out, "moment", v->moments.list[s->moment].from);
    }
    text_add(out, ", \"evidence\": [");
    for (uint32_t i = 0; i < s->proof_count; i++) {
        text_add(out, i ? ", " : "");
        put_fact(out, language, v, &s->proofs[i]);
    }
    text_add(out, "]}");
    text_done(&t);
}

static void put_times(struct text *out, const struct verdict *v, const struct frame_figures *f)
{
    put_us(out, v, "median", f->median);
    text_add(out, ", ");
    put_us(out, v, "p99", f->p99);
    text_add(out, ", ");
    put_us(out, v, "p999", f->p999);
    text_add(out, ", ");
    put_us(out, v, "longest", f->longest);
}

static void put_stream(struct text *out, const struct verdict *v, const struct stream *s, const struct figures *g)
{
    text_add(out, "    {\"process\": ");
    json_add_string(out, verdict_str(v, machine_process_name(&v->trace.machine, s->pid, s->count ? s->times[0] : 0)));
    text_addf(out, ", \"pid\": %u, \"api\": ", s->pid);
    json_add_string(out, trace_source_name((enum trace_source)s->source));
    text_addf(out, ", \"screen\": %s, \"frames\": %u, \"hitches\": %u, ", s->screen ? "true" : "false", s->count, g->hitches);
    put_times(out, v, &g->all);
    text_add(out, "}");
}

static void put_rate(struct text *out, const char *name, uint32_t mfps)
{
    if (mfps)
        text_addf(out, "\"%s\": %u.%03u", name, (unsigned)(mfps / 1000), (unsigned)(mfps % 1000));
    else
        text_addf(out, "\"%s\": null", name);
}

static void put_suspects(struct text *out, enum language language, const struct verdict *v, uint32_t hitch)
{
    const struct suspect *s;
    text_add(out, "\"suspects\": [");
    for (uint32_t i = 0; (s = phrases_suspect_of(v, hitch, i)) != NULL; i++) {
        text_add(out, i ? ",\n" : "\n");
        put_suspect(out, language, v, s);
    }
    text_add(out, "]");
}

static void put_hitch(struct text *out, enum language language, const struct verdict *v, uint32_t index)
{
    static const char *const excuses[] = {
        "",
#define EXCUSE(name) #name,
        EXCUSE_LIST(EXCUSE)
#undef EXCUSE
    };
    const struct hitch *h = &v->moments.hitches[index];
    int64_t frame = h->count ? (h->to - h->from) / h->count : 0;
    text_add(out, "    {");
    put_time(out, "time", h->from);
    text_add(out, ", ");
    put_us(out, v, "length", h->to - h->from);
    if (h->kind == FINDING_slow) {
        text_add(out, ", ");
        put_us(out, v, "frame", frame);
    } else if (h->kind == FINDING_uneven) {
        text_addf(out, ", \"jolts\": %u, ", (unsigned)h->count);
        put_rate(out, "jolts_per_s", frame ? (uint32_t)(SECOND * 1000 / frame) : 0);
    }
    text_add(out, ", ");
    put_us(out, v, "usual", h->usual);
    if (h->kind == FINDING_stutter)
        text_addf(out, ", \"open\": %s", h->open ? "true" : "false");
    text_addf(out, ", \"excuse\": \"%s\", ", excuses[h->excuse]);
    put_suspects(out, language, v, index);
    text_add(out, "}");
}

/* The game's findings of a kind, those with an excuse as well. */
static void put_hitches(struct text *out, enum language language, const struct verdict *v, const char *name,
                        enum frame_finding_kind kind)
{
    bool begun = false;
    text_addf(out, "\"%s\": [", name);
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        if (h->stream + 1u != v->moments.game || h->kind != kind)
            continue;
        text_add(out, begun ? ",\n" : "\n");
        put_hitch(out, language, v, i);
        begun = true;
    }
    text_add(out, "]");
}

/* What the report is about: null where nothing was felt. */
static void put_headline(struct text *out, const struct verdict *v)
{
    static const char *const kinds[] = {"stutter", "slow", "uneven"};
    const struct moment *m = verdict_headline(v);
    text_add(out, "\"headline\": ");
    if (!m) {
        text_add(out, "null");
        return;
    }
    const char *what = m->hitch ? kinds[v->moments.hitches[m->hitch - 1].kind] : "slow";
    text_addf(out, "{\"what\": \"%s\", ", what);
    put_time(out, "time", m->from);
    text_add(out, ", ");
    put_us(out, v, "length", m->to - m->from);
    text_add(out, "}");
}

static void put_rates(struct text *out, const struct frame_figures *f)
{
    put_rate(out, "average_fps", f->average_mfps);
    text_add(out, ", ");
    put_rate(out, "low_1_percent_fps", f->low_1_mfps);
    text_add(out, ", ");
    put_rate(out, "low_01_percent_fps", f->low_01_mfps);
}

static void put_segments(struct text *out, const struct verdict *v)
{
    text_add(out, "\"segments\": [");
    for (uint32_t i = 0; i < v->moments.segment_count; i++) {
        const struct segment *s = &v->moments.segments[i];
        text_add(out, i ? ",\n    {" : "\n    {");
        put_time(out, "time", s->from);
        text_add(out, ", ");
        put_us(out, v, "length", s->to - s->from);
        text_addf(out, ", \"chosen\": %s, \"frames\": %llu, ", i + 1 == v->moments.segment ? "true" : "false",
                  (unsigned long long)s->figures.presents);
        put_rates(out, &s->figures);
        text_add(out, ", ");
        put_times(out, v, &s->figures);
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void put_game(struct text *out, const struct verdict *v)
{
    static const char *const whys[] = {
        "",
#define WHY(name) #name,
        GAME_WHY_LIST(WHY)
#undef WHY
    };
    const struct stream *s = verdict_game(v);
    text_add(out, "\"game\": ");
    if (!s) {
        text_add(out, "null");
        return;
    }
    text_add(out, "{\"process\": ");
    json_add_string(out, verdict_str(v, machine_process_name(&v->trace.machine, s->pid, s->count ? s->times[0] : 0)));
    text_addf(out, ", \"pid\": %u, \"why\": \"%s\", \"frames\": %u, ", (unsigned)s->pid, whys[v->moments.why], (unsigned)s->count);
    put_rates(out, verdict_frames(v));
    text_add(out, ", ");
    put_times(out, v, verdict_frames(v));
    text_add(out, "}");
}

static void put_pacing(struct text *out, const struct verdict *v)
{
    const struct hitch *worst = NULL;
    const struct frame_figures *f = verdict_frames(v);
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        bool counts = h->stream + 1u == v->moments.game && h->kind == FINDING_uneven && !h->excuse;
        if (counts && (!worst || h->to - h->from > worst->to - worst->from))
            worst = h;
    }
    int64_t apart = worst && worst->count ? (worst->to - worst->from) / worst->count : 0;
    text_addf(out, "\"pacing\": {\"uneven\": %s, ", worst ? "true" : "false");
    put_rate(out, "jolts_per_s", apart ? (uint32_t)(SECOND * 1000 / apart) : 0);
    text_addf(out, ", \"generated\": %s, ", f && frame_figures_generated(f) ? "true" : "false");
    put_rate(out, "groups_per_s", f && f->time > 0 ? (uint32_t)(f->frames * 1000 * SECOND / (uint64_t)f->time) : 0);
    text_add(out, ", ");
    put_us(out, v, "stutters_every", v->moments.period);
    text_add(out, "}");
}

struct list {
    struct text *out;
    bool begun;
};

static void put_line(void *ctx, const char *line)
{
    struct list *l = ctx;
    text_add(l->out, l->begun ? ", " : "");
    json_add_string(l->out, line);
    l->begun = true;
}

static void put_holes(struct text *out, const struct verdict *v)
{
    const struct fact_list *list = &v->trace.facts.lanes[LANE_RECORDER];
    bool begun = false;
    text_add(out, "\"holes\": [");
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind != FACT_hole)
            continue;
        text_add(out, begun ? ", {" : "{");
        put_time(out, "from", f->from);
        text_add(out, ", ");
        put_us(out, v, "length", f->to - f->from);
        text_add(out, ", \"cause\": ");
        json_add_string(out, etl_hole_cause_name((enum etl_hole_cause)f->more));
        text_add_char(out, '}');
        begun = true;
    }
    text_add_char(out, ']');
}

static void put_recording(struct text *out, const struct verdict *v)
{
    const struct file_state *s = &v->trace.files[0].state;
    text_addf(out, "\"recording\": {\"state\": \"%s\", ", etl_state_name(s->state));
    put_time(out, "first", v->trace.first);
    text_add(out, ", ");
    put_time(out, "last", v->trace.last);
    text_add(out, ", ");
    put_time(out, "complete_from", v->trace.complete_from);
    text_add(out, ", ");
    put_us(out, v, "covers", v->trace.last - v->trace.complete_from);
    text_addf(out, ",\n    \"events\": %llu, \"events_lost\": %llu, \"buffers_lost\": %llu, \"missing_bytes\": %llu, ",
              (unsigned long long)v->trace.events, (unsigned long long)v->trace.loss.events,
              (unsigned long long)v->trace.loss.buffers, (unsigned long long)s->holes.missing_bytes);
    text_addf(out, "\"whole_bytes\": %llu, \"stray_times\": %llu, \"os_build\": %u,\n    ", (unsigned long long)s->holes.whole_bytes,
              (unsigned long long)s->stray_times, (unsigned)v->trace.os_build);
    put_holes(out, v);
    text_add_char(out, '}');
}

static void put_frames(struct text *out, enum language language, const struct verdict *v)
{
    put_headline(out, v);
    text_add(out, ",\n  ");
    put_game(out, v);
    text_add(out, ",\n  ");
    put_recording(out, v);
    text_add(out, ",\n  ");
    put_pacing(out, v);
    text_add(out, ",\n  ");
    put_hitches(out, language, v, "hitches", FINDING_stutter);
    text_add(out, ",\n  ");
    put_hitches(out, language, v, "slow_stretches", FINDING_slow);
    text_add(out, ",\n  ");
    put_hitches(out, language, v, "uneven_stretches", FINDING_uneven);
    text_add(out, ",\n  ");
    put_segments(out, v);
}

void report_json(const struct verdict *v, enum language language, struct text *out)
{
    struct text t = TEXT_EMPTY;
    struct list missing = {out, false};
    report_sentence(v, language, &t);
    text_addf(out, "{\n  \"verdict\": \"%s\",\n  \"version\": %u,\n  \"sentence\": ", suspect_name(verdict_top(v)), REPORT_JSON_VERSION);
    json_add_string(out, text_str(&t));
    text_add(out, ",\n  \"suspects\": [");
    for (uint32_t i = 0; i < v->suspects.count; i++) {
        text_add(out, i ? ",\n" : "\n");
        put_suspect(out, language, v, &v->suspects.list[i]);
    }
    text_add(out, "],\n  ");
    put_frames(out, language, v);
    text_add(out, ",\n  \"streams\": [");
    for (uint32_t i = 0; i < v->trace.stream_count; i++) {
        text_add(out, i ? ",\n" : "\n");
        put_stream(out, v, &v->trace.streams[i], &v->moments.figures[i]);
    }
    text_add(out, "],\n  \"not_shown\": [");
    phrases_missing(v, language, put_line, &missing);
    text_add(out, "]\n}\n");
    text_done(&t);
}
