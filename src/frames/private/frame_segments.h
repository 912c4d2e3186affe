/* Segments: where the program changed to another speed and kept it. */
#ifndef HB_FRAMES_FRAME_SEGMENTS_H
#define HB_FRAMES_FRAME_SEGMENTS_H

#include "frames/private/frame_window.h"
#include "frames/frames.h"

#define FRAME_CELL 128u /* lengths of a second, thinned evenly where there are more */

struct frame_segments {
    struct frame_segment segment; /* that goes on */
    struct frame_window medians; /* of its seconds */
    bool begun;
    int64_t cell_end;
    int64_t lengths[FRAME_CELL];
    uint32_t length_count, every, skipped;
    struct frame_window other; /* medians of the seconds that are of another speed */
    int sense;                 /* they are longer (1), shorter (-1) */
    int64_t border;            /* where they began */
    int64_t last_alike;        /* end of the last four frames in a row at the segment's speed */
    uint32_t alike;
};

typedef void frame_segments_fn(void *ctx, const struct frame_segment *s);

void frame_segments_init(struct frame_segments *s);
void frame_segments_add(struct frame_segments *s, const struct frame *f, frame_segments_fn *emit, void *ctx);
void frame_segments_end(struct frame_segments *s, frame_segments_fn *emit, void *ctx);

#endif
