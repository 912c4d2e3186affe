#include "tests/support/play_frames.h"

#include "tests/support/suite.h"

#include <string.h>

static void on_frame(void *ctx, const struct frame *f)
{
    struct played *p = ctx;
    if (p->count < PLAYED_MOST)
        p->list[p->count] = *f;
    p->count++;
}

static void on_finding(void *ctx, const struct frame_finding *f)
{
    struct played *p = ctx;
    assert_true(p->finding_count < 512);
    p->findings[p->finding_count++] = *f;
}

static void on_segment(void *ctx, const struct frame_segment *s)
{
    struct played *p = ctx;
    assert_true(p->segment_count < 32);
    p->segments[p->segment_count++] = *s;
}

void played_begin(struct played *p, int64_t start)
{
    struct frames_sink sink = {p, on_frame, on_finding, on_segment};
    memset(p, 0, sizeof *p);
    p->frames = frames_open(&sink);
    assert_non_null(p->frames);
    p->now = start;
    frames_add(p->frames, start);
}

void played_frame(struct played *p, int64_t us)
{
    p->now += us * 10;
    p->presents++;
    frames_add(p->frames, p->now);
}

void played_frames(struct played *p, uint32_t count, int64_t us)
{
    for (uint32_t i = 0; i < count; i++)
        played_frame(p, us + us * (int64_t)((p->presents * 2654435761u >> 16) % 17) / 256 - us / 32);
}

void played_at(struct played *p, uint32_t seconds, uint32_t fps)
{
    played_frames(p, seconds * fps, 1000000 / fps);
}

void played_end(struct played *p)
{
    frames_end(p->frames);
    frames_close(p->frames);
    p->frames = NULL;
}
