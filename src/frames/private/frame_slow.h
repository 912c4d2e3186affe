/* Slow stretches: frames in a row that are late against those before the row. */
#ifndef HB_FRAMES_FRAME_SLOW_H
#define HB_FRAMES_FRAME_SLOW_H

#include "frames/private/frame_window.h"
#include "frames/frames.h"

#define FRAME_SLOW_HELD 32u
#define FRAME_SLOW_PARTS 16u

struct frame_slow {
    struct frame_window normal; /* outside of rows */
    struct frame_window each;   /* of those the time for one present */
    bool open;
    int64_t from, to; /* of the row */
    int64_t usual, usual_each;
    uint32_t count, presents;
    int64_t median; /* of its frames, as of the last look */
    struct frame held[FRAME_SLOW_HELD];
    uint32_t held_count;
    struct frame_finding part; /* no frame over 2.5 times the median in it; count 0: none */
    struct frame_finding parts[FRAME_SLOW_PARTS];
    uint32_t part_count;
};

typedef void frame_slow_fn(void *ctx, const struct frame_finding *f);

void frame_slow_init(struct frame_slow *s);
/* Frames as they were judged, `after` being the median of what follows. */
void frame_slow_add(struct frame_slow *s, const struct frame *f, int64_t after, frame_slow_fn *emit, void *ctx);
void frame_slow_end(struct frame_slow *s, frame_slow_fn *emit, void *ctx);

#endif
