/* Which frames are late, against those before and after them. */
#ifndef HB_FRAMES_FRAME_JUDGE_H
#define HB_FRAMES_FRAME_JUDGE_H

#include "frames/private/frame_window.h"
#include "frames/frames.h"

struct frame_judge {
    struct frame_window before, after;
    struct frame held[FRAMES_LATE];
    uint32_t first, count;
};

/* Medians on both sides of a frame; 0: too few. */
struct frame_sides {
    int64_t before, after;
};

typedef void frame_judge_fn(void *ctx, const struct frame *f, const struct frame_sides *sides);

/* What a frame has to take longer than usual to be felt. */
int64_t frame_judge_least(int64_t usual);

void frame_judge_init(struct frame_judge *j);
void frame_judge_add(struct frame_judge *j, const struct frame *f, frame_judge_fn *emit, void *ctx);
void frame_judge_end(struct frame_judge *j, frame_judge_fn *emit, void *ctx);

#endif
