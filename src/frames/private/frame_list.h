/* The findings that are not final yet, in order of time and without overlap. */
#ifndef HB_FRAMES_FRAME_LIST_H
#define HB_FRAMES_FRAME_LIST_H

#include "frames/frames.h"

#define FRAME_LIST_MOST 256u

struct frame_list {
    struct frame_finding items[FRAME_LIST_MOST];
    uint32_t count;
};

/* Begins a finding that has no frame yet, or lets it go on. */
static inline void frame_finding_extend(struct frame_finding *f, enum frame_finding_kind kind, const struct frame *frame, int64_t usual)
{
    int64_t length = frame->to - frame->from;
    if (!f->count) {
        f->kind = kind;
        f->from = frame->from;
        f->usual = usual;
        f->longest = length;
    }
    f->to = frame->to;
    f->count++;
    f->longest = length > f->longest ? length : f->longest;
}

typedef void frame_list_fn(void *ctx, const struct frame_finding *f);

/* Puts a finding in its place. Of others of its kind or a lesser one only what
 * lies outside of it stays; where one of a greater kind lies over it, only what
 * sticks out is put. The list has room for some (frame_list_release made it). */
void frame_list_put(struct frame_list *l, const struct frame_finding *f);
/* Hands on, in order, what ended before `before`, and the oldest where hardly
 * any room is left. */
void frame_list_release(struct frame_list *l, int64_t before, frame_list_fn *emit, void *ctx);

#endif
