#include "report/phrases.h"

#define MOST_ALSO 2u /* moments beside the headline */

#define GET(id) string_get(language, STR_##id)

static void of_standing(struct text *out, enum language language, const struct verdict *v, const struct suspect *s,
                        const char *reason)
{
    struct text time = TEXT_EMPTY;
    if (v->moments.game) {
        text_addf(out, GET(verdict_standing), reason);
    } else {
        phrases_time(&time, s->proof_count ? s->proofs[0].from : v->trace.last);
        text_addf(out, GET(verdict_standing_no_frames), text_str(&time), reason);
    }
    text_done(&time);
}

/* The longest gap of the game's frames in a hole, or NULL. */
static const struct hitch *longest_hole(const struct verdict *v)
{
    const struct hitch *longest = NULL;
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        bool counts = h->stream + 1u == v->moments.game && h->excuse == EXCUSE_hole;
        if (counts && (!longest || h->to - h->from > longest->to - longest->from))
            longest = h;
    }
    return longest;
}

static void of_hole(struct text *out, enum language language, const struct verdict *v, const struct hitch *h)
{
    const struct fact *f = trace_hole_at(&v->trace, h->from, h->to);
    struct text span = TEXT_EMPTY, time = TEXT_EMPTY;
    phrases_span(&span, language, f->to - f->from);
    phrases_time(&time, f->from);
    text_addf(out, GET(verdict_hole), text_str(&span), text_str(&time));
    text_done(&span);
    text_done(&time);
}

static bool is_told_before(const struct suspects *s, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++) {
        if (s->others[i].moment == s->others[index].moment)
            return true;
    }
    return false;
}

/* What else has a cause. */
static void add_also(struct text *out, enum language language, const struct verdict *v)
{
    struct text span = TEXT_EMPTY, time = TEXT_EMPTY, reason = TEXT_EMPTY;
    uint32_t told = 0;
    for (uint32_t i = 0; i < v->suspects.other_count && told < MOST_ALSO; i++) {
        const struct suspect *s = &v->suspects.others[i];
        const struct moment *m = s->moment < v->moments.count ? &v->moments.list[s->moment] : NULL;
        if (!m || !m->hitch || is_told_before(&v->suspects, i))
            continue;
        text_clear(&span);
        text_clear(&time);
        text_clear(&reason);
        phrases_span(&span, language, m->to - m->from);
        phrases_begin(&time, language, &v->moments.hitches[m->hitch - 1]);
        phrases_suspect(&reason, language, v, s);
        text_add(out, told ? GET(word_comma) : GET(verdict_also));
        text_addf(out, GET(verdict_also_one), text_str(&span), text_str(&time), text_str(&reason));
        told++;
    }
    text_done(&span);
    text_done(&time);
    text_done(&reason);
}

static const char *quiet(const struct verdict *v, enum language language)
{
    if (!v->moments.game)
        return GET(verdict_no_frames);
    for (uint32_t i = 0; i < v->moments.count; i++) {
        if (v->moments.list[i].after)
            return GET(verdict_quiet_before);
    }
    return GET(verdict_quiet);
}

void report_sentence(const struct verdict *v, enum language language, struct text *out)
{
    const struct suspect *s = v->suspects.count ? &v->suspects.list[0] : NULL;
    const struct moment *m = verdict_headline(v);
    struct text reason = TEXT_EMPTY;
    if (s)
        phrases_suspect(&reason, language, v, s);
    if (m)
        phrases_moment(out, language, v, m, s ? text_str(&reason) : GET(verdict_nothing));
    else if (s)
        of_standing(out, language, v, s, text_str(&reason));
    else if (longest_hole(v))
        of_hole(out, language, v, longest_hole(v));
    else
        text_add(out, quiet(v, language));
    if (m)
        add_also(out, language, v);
    text_done(&reason);
}

static void felt_moment(struct text *felt, enum language language, const struct verdict *v, const struct moment *m)
{
    const struct hitch *h = m->hitch ? &v->moments.hitches[m->hitch - 1] : NULL;
    struct text span = TEXT_EMPTY, rate = TEXT_EMPTY;
    phrases_span(&span, language, h ? h->to - h->from : m->to - m->from);
    if (h && h->kind == FINDING_slow) {
        phrases_rate_of(&rate, language, h->count ? (h->to - h->from) / h->count : 0);
        text_addf(felt, GET(felt_slow_stretch), text_str(&rate), text_str(&span));
    } else {
        text_addf(felt, !h ? GET(felt_slow) : h->kind == FINDING_stutter ? GET(felt_stutter) : GET(felt_uneven), text_str(&span));
    }
    text_done(&span);
    text_done(&rate);
}

void report_pieces(const struct verdict *v, enum language language, struct text *game, struct text *cause, struct text *felt)
{
    const struct suspect *s = v->suspects.count ? &v->suspects.list[0] : NULL;
    const struct moment *m = verdict_headline(v);
    const struct hitch *hole = !m && !s ? longest_hole(v) : NULL;
    const struct stream *frames = verdict_game(v);
    if (frames)
        text_add(game, verdict_str(v, machine_process_name(&v->trace.machine, frames->pid, frames->count ? frames->times[0] : 0)));
    if (s)
        phrases_suspect(cause, language, v, s);
    else if (m)
        text_add(cause, GET(verdict_nothing));
    if (m) {
        felt_moment(felt, language, v, m);
    } else if (hole) {
        const struct fact *f = trace_hole_at(&v->trace, hole->from, hole->to);
        struct text span = TEXT_EMPTY;
        phrases_span(&span, language, f->to - f->from);
        text_addf(felt, GET(felt_hole), text_str(&span));
        text_done(&span);
    } else {
        text_add(felt, v->moments.game ? GET(felt_nothing) : GET(felt_no_frames));
    }
}
