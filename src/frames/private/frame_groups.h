/* Presents to frames: those that belong together because frames were generated
 * between them count as one. */
#ifndef HB_FRAMES_FRAME_GROUPS_H
#define HB_FRAMES_FRAME_GROUPS_H

#include "frames/private/frame_window.h"
#include "frames/frames.h"

#define FRAME_GROUPS_HELD 9u /* presents at the beginning, until a usual distance is known */

struct frame_groups {
    struct frame_window distances;
    int64_t held[FRAME_GROUPS_HELD];
    uint32_t held_count;
    bool settled; /* nothing is held any more */
    int64_t start, last;
    uint32_t presents; /* of the group that began at `start`; 0: none */
    uint64_t left_out;
};

typedef void frame_groups_fn(void *ctx, const struct frame *f);

void frame_groups_init(struct frame_groups *g);
/* Each frame that is complete with this present: from, to and presents. */
void frame_groups_add(struct frame_groups *g, int64_t time, frame_groups_fn *emit, void *ctx);
void frame_groups_end(struct frame_groups *g, frame_groups_fn *emit, void *ctx);

#endif
