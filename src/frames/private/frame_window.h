/* The last few numbers of a row, in order of size as well. */
#ifndef HB_FRAMES_FRAME_WINDOW_H
#define HB_FRAMES_FRAME_WINDOW_H

#include <stdint.h>

#define FRAME_WINDOW 32u

/* All zero but for `room`, which is at most FRAME_WINDOW: an empty one. */
struct frame_window {
    int64_t values[FRAME_WINDOW]; /* a ring, from `first` on */
    int64_t sorted[FRAME_WINDOW];
    uint32_t room, first, count;
};

/* The oldest goes where there is no room. */
void frame_window_add(struct frame_window *w, int64_t value);
void frame_window_drop(struct frame_window *w); /* the oldest */
void frame_window_clear(struct frame_window *w);
/* In the order of their coming; `i` is less than `count`. */
int64_t frame_window_at(const struct frame_window *w, uint32_t i);
/* The one that `sixteenths` of all are smaller than; 0 of none. 8: the median. */
int64_t frame_window_rank(const struct frame_window *w, uint32_t sixteenths);

#endif
