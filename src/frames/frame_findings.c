#include "frames/private/frame_findings.h"

#include <string.h>

#define SECOND (1000 * FRAMES_PER_MS)
#define UNEVEN_SPAN (5 * (int64_t)SECOND)
#define UNEVEN_RATE 3
/* Jolts are no further apart than a second, so this is how far back from now
 * an uneven stretch can begin that nobody has seen yet. */
#define REACH (UNEVEN_SPAN + SECOND)

void frame_findings_init(struct frame_findings *s)
{
    memset(s, 0, sizeof *s);
    frame_slow_init(&s->slow);
}

/* ---- stutters ---- */

static void end_stutter(struct frame_findings *s)
{
    if (s->stutter.count)
        frame_list_put(&s->list, &s->stutter);
    s->stutter.count = 0;
}

/* A stutter that leads to a slower speed begins with the first frame that was
 * late against the old one. */
static void add_to_stutter(struct frame_findings *s, const struct frame *f, int64_t before)
{
    if (!f->is_long) {
        end_stutter(s);
        s->has_last = before && f->to - f->from - before >= frame_judge_least(before);
        s->last = *f;
        return;
    }
    if (!s->stutter.count && s->has_last)
        frame_finding_extend(&s->stutter, FINDING_stutter, &s->last, s->last.usual);
    s->has_last = false;
    frame_finding_extend(&s->stutter, FINDING_stutter, f, f->usual);
}

/* ---- uneven pacing ---- */

static const struct frame *jolt_at(const struct frame_findings *s, uint32_t i)
{
    return &s->jolts[(s->first_jolt + i) % FRAME_JOLTS];
}

static void drop_jolt(struct frame_findings *s)
{
    s->first_jolt = (s->first_jolt + 1) % FRAME_JOLTS;
    s->jolt_count--;
}

/* It stands in the list from its first moment on, and takes the place of what
 * lies in it as it grows. */
static void grow_uneven(struct frame_findings *s, const struct frame *j, bool counts)
{
    s->uneven.to = j->to;
    s->uneven.count += counts;
    if (j->to - j->from > s->uneven.longest)
        s->uneven.longest = j->to - j->from;
}

static void extend_uneven(struct frame_findings *s)
{
    uint32_t i = 0;
    if (!s->uneven.count) {
        memset(&s->uneven, 0, sizeof s->uneven);
        s->uneven.kind = FINDING_uneven;
        s->uneven.from = jolt_at(s, 0)->from;
        s->uneven.usual = jolt_at(s, 0)->usual;
        s->uneven.to = s->uneven.from;
    }
    for (; i < s->jolt_count; i++) {
        if (jolt_at(s, i)->from >= s->uneven.to)
            grow_uneven(s, jolt_at(s, i), true);
    }
    frame_list_put(&s->list, &s->uneven);
}

static bool is_uneven(const struct frame_findings *s)
{
    int64_t span = jolt_at(s, s->jolt_count - 1)->to - jolt_at(s, 0)->to;
    return span >= UNEVEN_SPAN && (s->jolt_count - 1) * (int64_t)SECOND > UNEVEN_RATE * span;
}

/* Jolts that touch are one; a freeze of a second is no matter of pacing. */
static void add_jolt(struct frame_findings *s, const struct frame *f)
{
    bool touches = f->jolt && s->was_jolt, is_freeze = f->to - f->from >= SECOND;
    s->was_jolt = f->jolt;
    if (is_freeze || (s->jolt_count && f->to - jolt_at(s, s->jolt_count - 1)->to > SECOND)) {
        s->jolt_count = 0;
        s->uneven.count = 0;
    }
    if (!f->jolt || is_freeze)
        return;
    if (touches) {
        if (s->uneven.count && s->uneven.to == f->from) {
            grow_uneven(s, f, false);
            frame_list_put(&s->list, &s->uneven);
        }
        return;
    }
    if (s->jolt_count == FRAME_JOLTS)
        drop_jolt(s);
    s->jolts[(s->first_jolt + s->jolt_count++) % FRAME_JOLTS] = *f;
    while (s->jolt_count > 2 && f->to - jolt_at(s, 1)->to >= UNEVEN_SPAN)
        drop_jolt(s);
    if (is_uneven(s))
        extend_uneven(s);
}

/* ---- all three ---- */

static void add_slow(void *ctx, const struct frame_finding *f)
{
    struct frame_findings *s = ctx;
    frame_list_put(&s->list, f);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void frame_findings_add(struct frame_findings *s, const struct frame *f, const struct frame_sides *sides,
                        frame_list_fn *emit, void *ctx)
{
    add_to_stutter(s, f, sides->before);
    frame_slow_add(&s->slow, f, sides->after, add_slow, s);
    add_jolt(s, f);
    int64_t before = f->to - REACH;
    if (s->slow.open)
        before = earlier(before, s->slow.from);
    if (s->uneven.count)
        before = earlier(before, s->uneven.from);
    if (s->stutter.count)
        before = earlier(before, s->stutter.from);
    frame_list_release(&s->list, before, emit, ctx);
}

void frame_findings_end(struct frame_findings *s, frame_list_fn *emit, void *ctx)
{
    end_stutter(s);
    frame_slow_end(&s->slow, add_slow, s);
    frame_list_release(&s->list, INT64_MAX, emit, ctx);
}
