#include "report/phrases.h"

#include "strings/format.h"

static void put_string(struct text *out, const char *str)
{
    text_add_char(out, '"');
    for (const char *at = str; *at; at++) {
        unsigned char c = (unsigned char)*at;
        if (c == '"' || c == '\\')
            text_addf(out, "\\%c", c);
        else if (c < 0x20)
            text_addf(out, "\\u%04x", c);
        else
            text_add_char(out, *at);
    }
    text_add_char(out, '"');
}

static void put_time(struct text *out, const char *name, int64_t time)
{
    text_addf(out, "\"%s\": \"", name);
    format_utc(out, time);
    text_add(out, "\"");
}

static void put_us(struct text *out, const char *name, int64_t span)
{
    text_addf(out, "\"%s_us\": %lld", name, (long long)(span / 10));
}

static void put_fact(struct text *out, enum language language, const struct verdict *v, const struct fact *f)
{
    struct text t = TEXT_EMPTY;
    text_addf(out, "{\"what\": \"%s\", ", fact_name((enum fact_kind)f->kind));
    put_time(out, "time", f->from);
    text_add(out, ", ");
    put_us(out, "length", f->to - f->from);
    text_add(out, ", \"provider\": ");
    put_string(out, f->source ? trace_source_name((enum trace_source)f->source) : "");
    text_addf(out, ", \"id\": %u, \"pid\": %u, \"text\": ", f->id, f->pid);
    tell_fact(&t, language, v, f);
    put_string(out, text_str(&t));
    text_add(out, "}");
    text_done(&t);
}

static void put_suspect(struct text *out, enum language language, const struct verdict *v, const struct suspect *s)
{
    struct text t = TEXT_EMPTY;
    text_addf(out, "    {\"kind\": \"%s\", \"score\": %u, \"name\": ", suspect_name(s->kind), s->score);
    put_string(out, store_str(v, s->name));
    text_add(out, ", \"text\": ");
    tell_suspect(&t, language, v, s);
    put_string(out, text_str(&t));
    text_add(out, ", \"next\": ");
    put_string(out, tell_next(language, s->kind));
    if (!s->standing && s->moment < v->moment_count) {
        text_add(out, ", ");
        put_time(out, "moment", v->moments[s->moment].from);
    }
    text_add(out, ", \"evidence\": [");
    for (uint32_t i = 0; i < s->proof_count; i++) {
        text_add(out, i ? ", " : "");
        put_fact(out, language, v, &s->proofs[i]);
    }
    text_add(out, "]}");
    text_done(&t);
}

static void put_stream(struct text *out, const struct verdict *v, const struct stream *s)
{
    text_add(out, "    {\"process\": ");
    put_string(out, store_process_name(v, s->pid, s->count ? s->times[0] : 0));
    text_addf(out, ", \"pid\": %u, \"api\": ", s->pid);
    put_string(out, trace_source_name((enum trace_source)s->source));
    text_addf(out, ", \"screen\": %s, \"frames\": %u, \"hitches\": %u, ", s->screen ? "true" : "false", s->count, s->hitches);
    put_us(out, "median", s->median);
    text_add(out, ", ");
    put_us(out, "low_1_percent", s->low_1);
    text_add(out, ", ");
    put_us(out, "low_01_percent", s->low_01);
    text_add(out, ", ");
    put_us(out, "longest", s->longest);
    text_add(out, "}");
}

static void put_hitch(struct text *out, const struct hitch *h)
{
    static const char *const excuses[] = {"", "first_frames", "loading", "focus", "covered", "pause", "end"};
    text_add(out, "    {");
    put_time(out, "time", h->from);
    text_add(out, ", ");
    put_us(out, "length", h->to - h->from);
    text_add(out, ", ");
    put_us(out, "usual", h->usual);
    text_addf(out, ", \"excuse\": \"%s\"}", excuses[h->excuse]);
}

struct list {
    struct text *out;
    bool begun;
};

static void put_line(void *ctx, const char *line)
{
    struct list *l = ctx;
    text_add(l->out, l->begun ? ", " : "");
    put_string(l->out, line);
    l->begun = true;
}

void verdict_json(const struct verdict *v, enum language language, struct text *out)
{
    struct text t = TEXT_EMPTY;
    struct list missing = {out, false};
    bool begun = false;
    verdict_sentence(v, language, &t);
    text_addf(out, "{\n  \"verdict\": \"%s\",\n  \"sentence\": ", suspect_name(verdict_top(v)));
    put_string(out, text_str(&t));
    text_add(out, ",\n  ");
    put_time(out, "first", v->first);
    text_add(out, ",\n  ");
    put_time(out, "last", v->last);
    text_addf(out, ",\n  \"events\": %llu,\n  \"events_lost\": %llu,\n  \"buffers_lost\": %llu,\n  \"os_build\": %u,\n  \"suspects\": [",
              (unsigned long long)v->events, (unsigned long long)v->lost_events, (unsigned long long)v->lost_buffers,
              v->os_build);
    for (uint32_t i = 0; i < v->suspect_count; i++) {
        text_add(out, i ? ",\n" : "\n");
        put_suspect(out, language, v, &v->suspects[i]);
    }
    text_add(out, "],\n  \"streams\": [");
    for (uint32_t i = 0; i < v->stream_count; i++) {
        text_add(out, i ? ",\n" : "\n");
        put_stream(out, v, &v->streams[i]);
    }
    text_add(out, "],\n  \"hitches\": [");
    for (uint32_t i = 0; i < v->hitch_count; i++) {
        if (v->hitches[i].stream + 1u != v->game)
            continue;
        text_add(out, begun ? ",\n" : "\n");
        put_hitch(out, &v->hitches[i]);
        begun = true;
    }
    text_add(out, "],\n  \"not_shown\": [");
    tell_missing(v, language, put_line, &missing);
    text_add(out, "]\n}\n");
    text_done(&t);
}
