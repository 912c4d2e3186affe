#include "report/phrases.h"

#include "strings/format.h"

#define WIDTH 78u
#define TOLD_HITCHES 10u

#define GET(id) string_get(language, STR_##id)

static size_t char_len(const char *at)
{
    unsigned char lead = (unsigned char)*at;
    size_t need = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4, len = 1;
    /* A character that is cut short, as a file's name may be, ends at what is none of it. */
    while (len < need && ((unsigned char)at[len] & 0xC0) == 0x80)
        len++;
    return len;
}

/* Breaks lines at blanks; a CJK character is two columns wide and may be
 * broken behind. */
static void wrap(struct text *out, const char *indent, const char *str)
{
    size_t column = 0, indent_len = 0, line = out->len, space = 0;
    for (const char *at = indent; *at; at++)
        indent_len++;
    text_add(out, indent);
    column = indent_len;
    for (const char *at = str; *at;) {
        size_t len = char_len(at), width = len >= 3 ? 2 : 1;
        if (*at == ' ')
            space = out->len;
        if (column + width > WIDTH && (space > line + indent_len || len >= 3)) {
            if (space > line + indent_len && len < 3 && space < out->len) {
                struct text rest = TEXT_EMPTY;
                text_add(&rest, text_str(out) + space + 1);
                out->len = space;
                out->bytes[space] = '\0';
                text_addf(out, "\n%s%s", indent, text_str(&rest));
                column = indent_len + rest.len;
                line = out->len - indent_len - rest.len;
                text_done(&rest);
            } else {
                text_addf(out, "\n%s", indent);
                column = indent_len;
                line = out->len - indent_len;
                if (*at == ' ') {
                    at++;
                    space = 0;
                    continue;
                }
            }
            space = 0;
        }
        text_add_bytes(out, at, len);
        column += width;
        at += len;
    }
    text_add_char(out, '\n');
}

static void heading(struct text *out, const char *str)
{
    text_addf(out, "\n%s\n", str);
}

static void put_suspects(struct text *out, enum language language, const struct verdict *v)
{
    struct text t = TEXT_EMPTY;
    if (v->suspect_count)
        heading(out, GET(report_suspects));
    for (uint32_t i = 0; i < v->suspect_count; i++) {
        const struct suspect *s = &v->suspects[i];
        text_clear(&t);
        text_addf(&t, GET(report_suspect), i + 1, tell_kind(language, s->kind), tell_sureness(language, s->score), s->score);
        tell_suspect(&t, language, v, s);
        text_add(&t, GET(word_stop));
        wrap(out, "  ", text_str(&t));
        for (uint32_t k = 0; k < s->proof_count; k++) {
            text_clear(&t);
            tell_time_ms(&t, s->proofs[k].from);
            text_add(&t, "  ");
            tell_fact(&t, language, v, &s->proofs[k]);
            if (s->proofs[k].source) {
                text_add(&t, " [");
                tell_origin(&t, &s->proofs[k]);
                text_add(&t, "]");
            }
            wrap(out, "       ", text_str(&t));
        }
        wrap(out, "     > ", tell_next(language, s->kind));
    }
    text_done(&t);
}

static void put_frames(struct text *out, enum language language, const struct verdict *v)
{
    const struct stream *s = verdict_game(v);
    heading(out, GET(report_frames));
    if (!s || s->count < 2) {
        wrap(out, "  ", GET(report_no_frames));
        return;
    }
    struct text t = TEXT_EMPTY, a = TEXT_EMPTY, b = TEXT_EMPTY, c = TEXT_EMPTY, d = TEXT_EMPTY;
    const char *name = store_process_name(v, s->pid, s->times[0]);
    format_count(&a, s->count);
    tell_span(&b, language, s->times[s->count - 1] - s->times[0]);
    if (!*name) {
        text_addf(&c, "pid %u", s->pid);
        name = text_str(&c);
    }
    text_addf(&t, GET(report_frames_of), name, text_str(&a), text_str(&b));
    wrap(out, "  ", text_str(&t));
    if (s->median) {
        text_clear(&t);
        text_clear(&a);
        text_clear(&b);
        text_clear(&c);
        tell_span(&a, language, s->median);
        tell_span(&b, language, s->low_1);
        tell_span(&c, language, s->low_01);
        tell_span(&d, language, s->longest);
        text_addf(&t, GET(report_frame_figures), text_str(&a), (unsigned)((SECOND + s->median / 2) / s->median), text_str(&b),
                  text_str(&c), text_str(&d));
        wrap(out, "  ", text_str(&t));
    }
    text_done(&t);
    text_done(&a);
    text_done(&b);
    text_done(&c);
    text_done(&d);
}

static void put_line(void *ctx, const char *line)
{
    wrap(ctx, "", line);
}

static void put_inner(void *ctx, const char *line)
{
    wrap(ctx, "  ", line);
}

struct section {
    struct text *out;
    enum language language;
    bool begun;
};

static void put_story(void *ctx, int64_t time, const char *name, const char *story)
{
    struct section *s = ctx;
    struct text t = TEXT_EMPTY;
    if (!s->begun)
        heading(s->out, string_get(s->language, STR_report_stories));
    s->begun = true;
    tell_time_ms(&t, time);
    text_add(&t, "  ");
    if (*name) {
        text_add(&t, name);
        text_add(&t, string_get(s->language, STR_colon));
    }
    text_add(&t, story);
    wrap(s->out, "  ", text_str(&t));
    text_done(&t);
}

static void put_missing(void *ctx, const char *line)
{
    struct section *s = ctx;
    if (!s->begun)
        heading(s->out, string_get(s->language, STR_report_missing));
    s->begun = true;
    wrap(s->out, "  ", line);
}

static void put_head(struct text *out, enum language language, const struct verdict *v)
{
    struct text t = TEXT_EMPTY;
    verdict_sentence(v, language, &t);
    text_add(&t, GET(word_stop));
    wrap(out, "", text_str(&t));
    text_add(out, "\n");
    for (uint32_t i = 0; i < 2; i++) {
        if (v->file_names[i].len) {
            text_clear(&t);
            text_addf(&t, "%s%s%s", GET(report_file), GET(colon), text_str(&v->file_names[i]));
            wrap(out, "", text_str(&t));
        }
    }
    tell_run(v, language, put_line, out);
    text_done(&t);
}

void verdict_text(const struct verdict *v, enum language language, struct text *out)
{
    struct section stories = {out, language, false}, missing = {out, language, false};
    put_head(out, language, v);
    put_suspects(out, language, v);
    put_frames(out, language, v);
    if (v->game) {
        heading(out, GET(report_hitches));
        tell_hitches(v, language, TOLD_HITCHES, put_inner, put_inner, out);
    }
    tell_stories(v, language, put_story, &stories);
    tell_missing(v, language, put_missing, &missing);
    text_add_char(out, '\n');
    wrap(out, "", GET(report_foot));
}
