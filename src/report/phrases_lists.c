#include "report/phrases.h"

#include "strings/format.h"
#include "os/os.h"

#include <stdlib.h>

#define STORY_REACH (5 * SECOND)
#define LAST_STORIES (10 * SECOND)
#define MAX_STORIES 24u
#define MAX_LOOKED_AT 1024u

#define GET(id) string_get(language, STR_##id)

/* ---- the recording ---- */

static void add_zone(struct text *out, int64_t time)
{
    struct os_date here = os_date_local(time), there = os_date_utc(time);
    int minutes = ((int)here.hour - (int)there.hour) * 60 + (int)here.minute - (int)there.minute;
    if (here.day != there.day) /* a new month begins with day 1 */
        minutes += (here.day > there.day) == (here.month == there.month) ? 1440 : -1440;
    unsigned size = (unsigned)(minutes < 0 ? -minutes : minutes);
    text_addf(out, "UTC%s%02u:%02u", minutes < 0 ? "-" : "+", size / 60, size % 60);
}

static void tell_day(const struct verdict *v, enum language language, tell_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, day = TEXT_EMPTY, zone = TEXT_EMPTY;
    struct os_date d = os_date_local(v->first);
    text_addf(&day, "%04d-%02d-%02d", (int)d.year, (int)d.month, (int)d.day);
    add_zone(&zone, v->first);
    text_addf(&t, GET(report_day), text_str(&day), text_str(&zone));
    line(ctx, text_str(&t));
    text_done(&t);
    text_done(&day);
    text_done(&zone);
}

static void tell_losses(const struct verdict *v, enum language language, tell_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, part = TEXT_EMPTY;
    if (v->lost_events || v->lost_buffers) {
        format_count(&part, v->lost_events);
        text_addf(&t, GET(report_lost), text_str(&part), (unsigned)v->lost_buffers);
        line(ctx, text_str(&t));
    }
    if (v->frames_cut)
        line(ctx, GET(report_frames_cut));
    if (v->files[1].failed) {
        text_clear(&t);
        text_clear(&part);
        string_explain(language, v->files[1].outcome, text_str(&v->file_names[1]), &part);
        text_addf(&t, GET(report_keyevents_failed), text_str(&part));
        line(ctx, text_str(&t));
    }
    text_done(&t);
    text_done(&part);
}

void tell_run(const struct verdict *v, enum language language, tell_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, part = TEXT_EMPTY;
    tell_span(&part, language, v->last - v->first);
    text_addf(&t, GET(report_system), v->os_build, v->cpu_count, text_str(&part));
    line(ctx, text_str(&t));
    if (v->first > 0)
        tell_day(v, language, line, ctx);
    if (v->options.pressed) {
        text_clear(&t);
        text_clear(&part);
        tell_time_ms(&part, v->options.pressed);
        text_addf(&t, GET(report_pressed), text_str(&part));
        line(ctx, text_str(&t));
    }
    tell_losses(v, language, line, ctx);
    text_done(&t);
    text_done(&part);
}

/* ---- stutters ---- */

static void tell_hitch(const struct hitch *h, enum language language, tell_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, time = TEXT_EMPTY, span = TEXT_EMPTY, usual = TEXT_EMPTY;
    tell_time_ms(&time, h->from);
    tell_span(&span, language, h->to - h->from);
    tell_span(&usual, language, h->usual);
    text_addf(&t, GET(report_hitch), text_str(&time), text_str(&span), text_str(&usual));
    line(ctx, text_str(&t));
    text_done(&t);
    text_done(&time);
    text_done(&span);
    text_done(&usual);
}

void tell_hitches(const struct verdict *v, enum language language, uint32_t most, tell_line_fn *line, tell_line_fn *note,
                  void *ctx)
{
    uint32_t count = 0, excused = 0;
    struct text t = TEXT_EMPTY;
    for (uint32_t i = 0; i < v->hitch_count; i++) {
        const struct hitch *h = &v->hitches[i];
        if (h->stream + 1u != v->game)
            continue;
        excused += h->excuse != EXCUSE_none;
        if (!h->excuse && count++ < most)
            tell_hitch(h, language, line, ctx);
    }
    if (!count)
        note(ctx, GET(report_no_hitches));
    if (count > most) {
        text_addf(&t, GET(report_more_hitches), count - most);
        note(ctx, text_str(&t));
        text_clear(&t);
    }
    if (excused) {
        text_addf(&t, GET(report_excused), excused);
        note(ctx, text_str(&t));
    }
    text_done(&t);
}

/* ---- stories ---- */

static int earlier_first(const void *a, const void *b)
{
    const struct fact *x = *(const struct fact *const *)a, *y = *(const struct fact *const *)b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static bool same_again(const struct fact *a, const struct fact *b)
{
    return a && a->source == b->source && a->id == b->id && a->name == b->name && a->pid == b->pid;
}

void tell_stories(const struct verdict *v, enum language language, tell_story_fn *row, void *ctx)
{
    const struct moment *m = verdict_moment(v);
    int64_t from = m ? m->from - STORY_REACH : v->last - LAST_STORIES, to = m ? m->to + STORY_REACH : v->last;
    const struct fact *near[MAX_LOOKED_AT], *last = NULL;
    uint32_t count = 0, told = 0;
    for (unsigned lane = 0; lane < LANE_count; lane++) {
        for (uint32_t i = 0; i < v->facts[lane].count && count < MAX_LOOKED_AT; i++) {
            const struct fact *f = &v->facts[lane].items[i];
            if (f->from >= from && f->from <= to && !tell_is_routine((enum fact_kind)f->kind) && tell_story(v, language, f))
                near[count++] = f;
        }
    }
    qsort(near, count, sizeof near[0], earlier_first);
    for (uint32_t i = 0; i < count && told < MAX_STORIES; i++) {
        const struct fact *f = near[i];
        if (!same_again(last, f)) {
            row(ctx, f->from, f->name ? store_str(v, f->name) : store_process_name(v, f->pid, f->from),
                tell_story(v, language, f));
            told++;
        }
        last = f;
    }
}
