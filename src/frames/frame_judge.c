#include "frames/private/frame_judge.h"

#include <string.h>

/* Bounded on both sides: a fast game's frames vary by whole frames that nobody
 * feels, a slow one's late frame is felt before it took twice as long. Nor may
 * a game that is uneven all the time hide a stutter. Chosen with the frame
 * times of real captures (make frames). */
#define LEAST (10 * FRAMES_PER_MS)
#define ENOUGH (25 * FRAMES_PER_MS)
#define SPREADS 3
#define BEFORE 20u
#define FEWEST_BEFORE 8u
#define FEWEST_AFTER 5u

int64_t frame_judge_least(int64_t usual)
{
    if (usual > ENOUGH)
        return ENOUGH;
    return usual > LEAST ? usual : LEAST;
}

/* From the median to the 87th percentile. */
static int64_t spread(const struct frame_window *w)
{
    int64_t apart = frame_window_rank(w, 14) - frame_window_rank(w, 8);
    return apart > ENOUGH / SPREADS ? ENOUGH : apart * SPREADS;
}

void frame_judge_init(struct frame_judge *j)
{
    memset(j, 0, sizeof *j);
    j->before.room = BEFORE;
    j->after.room = FRAMES_LATE;
}

/* The oldest that is held, once `after` is what follows it. The slower side
 * counts, so that the step to another speed is no row of late frames. */
static void judge(struct frame_judge *j, frame_judge_fn *emit, void *ctx)
{
    struct frame f = j->held[j->first];
    j->first = (j->first + 1) % FRAMES_LATE;
    j->count--;
    bool known = j->before.count >= FEWEST_BEFORE;
    int64_t length = f.to - f.from;
    struct frame_sides sides = {0, 0};
    sides.before = frame_window_rank(&j->before, 8);
    if (j->after.count >= FEWEST_AFTER)
        sides.after = frame_window_rank(&j->after, 8);
    f.usual = sides.after > sides.before ? sides.after : sides.before;
    if (f.usual) {
        f.jolt = length - f.usual >= frame_judge_least(f.usual);
        f.is_long = f.jolt && length - f.usual >= spread(known ? &j->before : &j->after);
    }
    if (!f.is_long)
        frame_window_add(&j->before, length);
    emit(ctx, &f, &sides);
}

void frame_judge_add(struct frame_judge *j, const struct frame *f, frame_judge_fn *emit, void *ctx)
{
    frame_window_add(&j->after, f->to - f->from);
    if (j->count == FRAMES_LATE)
        judge(j, emit, ctx);
    j->held[(j->first + j->count++) % FRAMES_LATE] = *f;
}

void frame_judge_end(struct frame_judge *j, frame_judge_fn *emit, void *ctx)
{
    while (j->count) {
        while (j->after.count >= j->count)
            frame_window_drop(&j->after);
        judge(j, emit, ctx);
    }
}
