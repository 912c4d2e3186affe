#include "frames/frames.h"

#include "frames/private/frame_findings.h"
#include "frames/private/frame_groups.h"
#include "frames/private/frame_judge.h"
#include "frames/private/frame_segments.h"

#include <stdlib.h>

struct frames {
    struct frames_sink sink;
    struct frame_groups groups;
    struct frame_judge judge;
    struct frame_findings findings;
    struct frame_segments segments;
};

static void tell_finding(void *ctx, const struct frame_finding *f)
{
    struct frames *all = ctx;
    if (all->sink.finding)
        all->sink.finding(all->sink.ctx, f);
}

static void tell_segment(void *ctx, const struct frame_segment *s)
{
    struct frames *all = ctx;
    if (all->sink.segment)
        all->sink.segment(all->sink.ctx, s);
}

static void on_judged(void *ctx, const struct frame *f, const struct frame_sides *sides)
{
    struct frames *all = ctx;
    if (all->sink.frame)
        all->sink.frame(all->sink.ctx, f);
    frame_findings_add(&all->findings, f, sides, tell_finding, all);
    frame_segments_add(&all->segments, f, tell_segment, all);
}

static void on_frame(void *ctx, const struct frame *f)
{
    struct frames *all = ctx;
    frame_judge_add(&all->judge, f, on_judged, all);
}

struct frames *frames_open(const struct frames_sink *sink)
{
    struct frames *f = malloc(sizeof *f);
    if (!f)
        return NULL;
    f->sink = *sink;
    frame_groups_init(&f->groups);
    frame_judge_init(&f->judge);
    frame_findings_init(&f->findings);
    frame_segments_init(&f->segments);
    return f;
}

void frames_close(struct frames *f)
{
    free(f);
}

void frames_add(struct frames *f, int64_t time)
{
    frame_groups_add(&f->groups, time, on_frame, f);
}

void frames_end(struct frames *f)
{
    frame_groups_end(&f->groups, on_frame, f);
    frame_judge_end(&f->judge, on_judged, f);
    frame_findings_end(&f->findings, tell_finding, f);
    frame_segments_end(&f->segments, tell_segment, f);
}

uint64_t frames_left_out(const struct frames *f)
{
    return f->groups.left_out;
}
