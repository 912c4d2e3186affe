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
    text_share_loss(out, str);
    text_add(out, indent);
    column = indent_len;
    for (const char *at = str; *at && !out->failed;) {
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
    if (v->suspects.count)
        heading(out, GET(report_suspects));
    for (uint32_t i = 0; i < v->suspects.count; i++) {
        const struct suspect *s = &v->suspects.list[i];
        text_clear(&t);
        text_addf(&t, GET(report_suspect), i + 1, phrases_kind(language, s->kind), phrases_sureness(language, s->score), s->score);
        phrases_suspect(&t, language, v, s);
        text_add(&t, GET(word_stop));
        wrap(out, "  ", text_str(&t));
        for (uint32_t k = 0; k < s->proof_count; k++) {
            text_clear(&t);
            phrases_time_ms(&t, s->proofs[k].from);
            text_add(&t, "  ");
            phrases_fact(&t, language, v, &s->proofs[k]);
            if (s->proofs[k].source) {
                text_add(&t, " [");
                phrases_origin(&t, &s->proofs[k]);
                text_add(&t, "]");
            }
            wrap(out, "       ", text_str(&t));
        }
        wrap(out, "     > ", phrases_next(language, s->kind));
    }
    text_done(&t);
}

static void put_line(void *ctx, const char *line)
{
    wrap(ctx, "", line);
}

static void put_inner(void *ctx, const char *line)
{
    wrap(ctx, "  ", line);
}

static void put_frames(struct text *out, enum language language, const struct verdict *v)
{
    const struct stream *s = verdict_game(v);
    heading(out, GET(report_frames));
    if (!s || s->count < 2) {
        wrap(out, "  ", GET(report_no_frames));
        phrases_game(v, language, put_inner, out);
        return;
    }
    struct text t = TEXT_EMPTY, count = TEXT_EMPTY, span = TEXT_EMPTY, name = TEXT_EMPTY;
    phrases_game_name(&name, v);
    format_count(&count, s->count);
    phrases_span(&span, language, s->times[s->count - 1] - s->times[0]);
    text_addf(&t, v->trace.files[0].state.has_clock ? GET(report_frames_of) : GET(report_frames_no_clock), text_str(&name),
              text_str(&count), text_str(&span));
    wrap(out, "  ", text_str(&t));
    phrases_figures(v, language, put_inner, out);
    phrases_game(v, language, put_inner, out);
    text_done(&t);
    text_done(&count);
    text_done(&span);
    text_done(&name);
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
    phrases_time_ms(&t, time);
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
    phrases_state(v, language, put_line, out);
    if (out->len)
        text_add_char(out, '\n');
    report_sentence(v, language, &t);
    text_add(&t, GET(word_stop));
    wrap(out, "", text_str(&t));
    text_add(out, "\n");
    for (uint32_t i = 0; i < 2; i++) {
        if (v->trace.file_names[i].len) {
            text_clear(&t);
            text_addf(&t, "%s%s%s", GET(report_file), GET(colon), text_str(&v->trace.file_names[i]));
            wrap(out, "", text_str(&t));
        }
    }
    phrases_run(v, language, put_line, out);
    text_done(&t);
}

void report_text(const struct verdict *v, enum language language, struct text *out)
{
    struct section stories = {out, language, false}, missing = {out, language, false};
    put_head(out, language, v);
    put_suspects(out, language, v);
    put_frames(out, language, v);
    if (v->moments.game) {
        heading(out, GET(report_hitches));
        phrases_hitches(v, language, TOLD_HITCHES, put_inner, put_inner, out);
    }
    phrases_stories(v, language, put_story, &stories);
    phrases_missing(v, language, put_missing, &missing);
    text_add_char(out, '\n');
    wrap(out, "", GET(report_foot));
}
