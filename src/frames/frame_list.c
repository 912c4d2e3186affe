#include "frames/private/frame_list.h"

#include <string.h>

static void drop(struct frame_list *l, uint32_t at)
{
    l->count--;
    memmove(&l->items[at], &l->items[at + 1], (l->count - at) * sizeof l->items[0]);
}

static void insert(struct frame_list *l, uint32_t at, const struct frame_finding *f)
{
    memmove(&l->items[at + 1], &l->items[at], (l->count - at) * sizeof l->items[0]);
    l->items[at] = *f;
    l->count++;
}

static void limit(struct frame_finding *f)
{
    if (f->longest > f->to - f->from)
        f->longest = f->to - f->from;
}

/* What stays of the item at `at` beside `f`; the index behind it. */
static uint32_t cut(struct frame_list *l, uint32_t at, const struct frame_finding *f)
{
    struct frame_finding left = l->items[at], right = left;
    left.to = f->from;
    right.from = f->to;
    limit(&left);
    limit(&right);
    drop(l, at);
    if (left.from < left.to)
        insert(l, at++, &left);
    if (right.from < right.to && l->count < FRAME_LIST_MOST)
        insert(l, at++, &right);
    return at;
}

static bool overlaps(const struct frame_finding *a, const struct frame_finding *b)
{
    return a->to > b->from && a->from < b->to;
}

/* What sticks out of the first item of a greater kind that lies over it. */
static bool put_outside(struct frame_list *l, const struct frame_finding *f)
{
    for (uint32_t i = 0; i < l->count; i++) {
        struct frame_finding o = l->items[i], left = *f, right = *f;
        if (o.kind <= f->kind || !overlaps(&o, f))
            continue;
        left.to = o.from;
        right.from = o.to;
        limit(&left);
        limit(&right);
        if (left.from < left.to)
            frame_list_put(l, &left);
        if (right.from < right.to)
            frame_list_put(l, &right);
        return true;
    }
    return false;
}

void frame_list_put(struct frame_list *l, const struct frame_finding *f)
{
    uint32_t at = 0;
    if (put_outside(l, f))
        return;
    for (uint32_t i = 0; i < l->count;)
        i = overlaps(&l->items[i], f) ? cut(l, i, f) : i + 1;
    while (at < l->count && l->items[at].from < f->from)
        at++;
    if (l->count < FRAME_LIST_MOST)
        insert(l, at, f);
}

void frame_list_release(struct frame_list *l, int64_t before, frame_list_fn *emit, void *ctx)
{
    while (l->count && (l->items[0].to < before || l->count > FRAME_LIST_MOST - 8)) {
        emit(ctx, &l->items[0]);
        drop(l, 0);
    }
}
