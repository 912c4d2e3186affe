#include "frames/private/frame_slow.h"

#include "frames/private/frame_judge.h"
#include "frames/private/frame_list.h"

#include <string.h>

#define FEWEST 4u
#define FEWEST_BEFORE 8u
#define SHORTEST (300 * FRAMES_PER_MS)
/* A row that lasts as long as a segment is another speed (a menu before the
 * play), except where no game means to be that slow. */
#define STEP (5000 * FRAMES_PER_MS)
#define SURELY_SLOW (40 * FRAMES_PER_MS)

void frame_slow_init(struct frame_slow *s)
{
    memset(s, 0, sizeof *s);
    s->normal.room = FRAME_WINDOW;
    s->each.room = FRAME_WINDOW;
}

static void end_part(struct frame_slow *s)
{
    if (s->part.count >= FEWEST && s->part.to - s->part.from >= SHORTEST && s->part_count < FRAME_SLOW_PARTS)
        s->parts[s->part_count++] = s->part;
    memset(&s->part, 0, sizeof s->part);
}

/* Parts what is held of the row at frames that are no part of a slowness. */
static void look(struct frame_slow *s)
{
    struct frame_window w;
    memset(&w, 0, sizeof w);
    w.room = FRAME_WINDOW;
    for (uint32_t i = 0; i < s->held_count; i++)
        frame_window_add(&w, s->held[i].to - s->held[i].from);
    if (!s->median || s->held_count >= FRAME_SLOW_HELD / 4)
        s->median = frame_window_rank(&w, 8);
    for (uint32_t i = 0; i < s->held_count; i++) {
        int64_t length = s->held[i].to - s->held[i].from;
        if (length / 5 * 2 > s->median)
            end_part(s);
        else
            frame_finding_extend(&s->part, FINDING_slow, &s->held[i], s->usual);
    }
    s->held_count = 0;
}

/* Generated frames that lose their even distance make longer frames of as many
 * presents: nothing became slower. */
static bool is_slow(const struct frame_slow *s)
{
    return (s->to - s->from) / s->presents >= s->usual_each + s->usual_each / 4;
}

static bool surely_slow(const struct frame_slow *s)
{
    return (s->to - s->from) / s->count >= SURELY_SLOW;
}

static void give(struct frame_slow *s, frame_slow_fn *emit, void *ctx)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        emit(ctx, &s->parts[i]);
    s->part_count = 0;
}

static void close_row(struct frame_slow *s, bool good, frame_slow_fn *emit, void *ctx)
{
    look(s);
    end_part(s);
    if (good && is_slow(s))
        give(s, emit, ctx);
    s->part_count = 0;
    s->open = false;
}

static void extend_row(struct frame_slow *s, const struct frame *f, frame_slow_fn *emit, void *ctx)
{
    s->to = f->to;
    s->count++;
    s->presents += f->presents;
    s->held[s->held_count++] = *f;
    if (s->held_count == FRAME_SLOW_HELD)
        look(s);
    if (s->to - s->from < STEP || s->count < FEWEST)
        return;
    if (surely_slow(s) && is_slow(s)) {
        give(s, emit, ctx);
        return;
    }
    close_row(s, false, emit, ctx);
    frame_window_clear(&s->normal);
    frame_window_clear(&s->each);
}

void frame_slow_add(struct frame_slow *s, const struct frame *f, int64_t after, frame_slow_fn *emit, void *ctx)
{
    int64_t length = f->to - f->from, usual = s->open ? s->usual : frame_window_rank(&s->normal, 8);
    int64_t late = usual + frame_judge_least(usual);
    bool known = s->open || s->normal.count >= FEWEST_BEFORE, is_late = known && length >= late;
    if (is_late && !s->open) {
        s->open = true;
        s->from = f->from;
        s->usual = usual;
        s->usual_each = frame_window_rank(&s->each, 8);
        s->count = 0;
        s->presents = 0;
        s->median = 0;
    }
    /* One quick frame does not end a row that goes on behind it. */
    if (s->open && (is_late || (s->count >= FEWEST && after >= late))) {
        extend_row(s, f, emit, ctx);
        return;
    }
    if (s->open)
        close_row(s, true, emit, ctx);
    frame_window_add(&s->normal, length);
    frame_window_add(&s->each, length / f->presents);
}

void frame_slow_end(struct frame_slow *s, frame_slow_fn *emit, void *ctx)
{
    if (s->open)
        close_row(s, surely_slow(s), emit, ctx);
}
