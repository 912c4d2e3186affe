/* Late frames to findings that do not overlap. */
#ifndef HB_FRAMES_FRAME_FINDINGS_H
#define HB_FRAMES_FRAME_FINDINGS_H

#include "frames/private/frame_judge.h"
#include "frames/private/frame_list.h"
#include "frames/private/frame_slow.h"

#define FRAME_JOLTS 512u

struct frame_findings {
    struct frame_list list;
    struct frame_slow slow;
    struct frame_finding stutter; /* that may go on; count 0: none */
    struct frame last;      /* the frame before, where it was late against those before it */
    bool has_last;
    struct frame jolts[FRAME_JOLTS]; /* a ring: none further than a second from the one before */
    uint32_t first_jolt, jolt_count;
    bool was_jolt;          /* the last frame */
    struct frame_finding uneven;  /* that may go on; count 0: none */
};

void frame_findings_init(struct frame_findings *s);
void frame_findings_add(struct frame_findings *s, const struct frame *f, const struct frame_sides *sides,
                        frame_list_fn *emit, void *ctx);
void frame_findings_end(struct frame_findings *s, frame_list_fn *emit, void *ctx);

#endif
