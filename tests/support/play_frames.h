/* Hand-made streams of presents, and all that the room frames says of them. */
#ifndef HB_TESTS_SUPPORT_PLAY_FRAMES_H
#define HB_TESTS_SUPPORT_PLAY_FRAMES_H

#include "frames/frames.h"

#define PLAYED_MOST 8192u

struct played {
    struct frames *frames;
    int64_t now;
    uint32_t presents;
    struct frame list[PLAYED_MOST];
    uint32_t count; /* of all frames, those that the list has no room for, too */
    struct frame_finding findings[512];
    uint32_t finding_count;
    struct frame_segment segments[32];
    uint32_t segment_count;
};

/* The first present is at `start`. */
void played_begin(struct played *p, int64_t start);
/* One frame of this length; or many, of `us` and up to 1/32 more or less. */
void played_frame(struct played *p, int64_t us);
void played_frames(struct played *p, uint32_t count, int64_t us);
/* `seconds` at so many frames a second. */
void played_at(struct played *p, uint32_t seconds, uint32_t fps);
void played_end(struct played *p);

#endif
