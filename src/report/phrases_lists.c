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

static void tell_day(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, day = TEXT_EMPTY, zone = TEXT_EMPTY;
    struct os_date d = os_date_local(v->trace.first);
    text_addf(&day, "%04d-%02d-%02d", (int)d.year, (int)d.month, (int)d.day);
    add_zone(&zone, v->trace.first);
    text_addf(&t, GET(report_day), text_str(&day), text_str(&zone));
    line(ctx, text_str(&t));
    text_done(&t);
    text_done(&day);
    text_done(&zone);
}

static void tell_losses(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, part = TEXT_EMPTY;
    phrases_losses(v, language, line, ctx);
    if (v->trace.frames_cut)
        line(ctx, GET(report_frames_cut));
    if (v->trace.files[1].failed) {
        text_clear(&t);
        text_clear(&part);
        string_explain(language, v->trace.files[1].outcome, text_str(&v->trace.file_names[1]), &part);
        text_addf(&t, GET(report_keyevents_failed), text_str(&part));
        line(ctx, text_str(&t));
    }
    text_done(&t);
    text_done(&part);
}

void phrases_run(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx)
{
    struct text t = TEXT_EMPTY, part = TEXT_EMPTY;
    bool has_clock = v->trace.files[0].state.has_clock;
    phrases_span(&part, language, v->trace.last - v->trace.complete_from);
    text_addf(&t, has_clock ? GET(report_system) : GET(report_system_no_clock), v->trace.os_build, v->trace.cpu_count,
              text_str(&part));
    line(ctx, text_str(&t));
    if (v->trace.first > 0)
        tell_day(v, language, line, ctx);
    if (v->trace.complete_from > v->trace.first) {
        text_clear(&t);
        text_clear(&part);
        phrases_time_ms(&part, v->trace.complete_from);
        text_addf(&t, GET(report_complete), text_str(&part));
        line(ctx, text_str(&t));
    }
    if (v->options.pressed) {
        text_clear(&t);
        text_clear(&part);
        phrases_time_ms(&part, v->options.pressed);
        text_addf(&t, GET(report_pressed), text_str(&part));
        line(ctx, text_str(&t));
    }
    tell_losses(v, language, line, ctx);
    text_done(&t);
    text_done(&part);
}

/* ---- stories ---- */

static int earlier_first(const void *a, const void *b)
{
    return facts_compare(*(const struct fact *const *)a, *(const struct fact *const *)b);
}

static bool same_again(const struct fact *a, const struct fact *b)
{
    return a && a->source == b->source && a->id == b->id && a->name == b->name && a->pid == b->pid;
}

void phrases_stories(const struct verdict *v, enum language language, phrases_story_fn *row, void *ctx)
{
    const struct moment *m = verdict_moment(v);
    int64_t from = m ? m->from - STORY_REACH : v->trace.last - LAST_STORIES, to = m ? m->to + STORY_REACH : v->trace.last;
    const struct fact *near[MAX_LOOKED_AT], *last = NULL;
    uint32_t count = 0, told = 0;
    for (unsigned lane = 0; lane < LANE_count; lane++) {
        for (uint32_t i = 0; i < v->trace.facts.lanes[lane].count && count < MAX_LOOKED_AT; i++) {
            const struct fact *f = &v->trace.facts.lanes[lane].items[i];
            if (f->from >= from && f->from <= to && !phrases_is_routine((enum fact_kind)f->kind) && phrases_story(v, language, f))
                near[count++] = f;
        }
    }
    qsort(near, count, sizeof near[0], earlier_first);
    for (uint32_t i = 0; i < count && told < MAX_STORIES; i++) {
        const struct fact *f = near[i];
        if (!same_again(last, f)) {
            row(ctx, f->from, f->name ? verdict_str(v, f->name) : verdict_str(v, machine_process_name(&v->trace.machine, f->pid, f->from)),
                phrases_story(v, language, f));
            told++;
        }
        last = f;
    }
}
