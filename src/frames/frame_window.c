#include "frames/private/frame_window.h"

void frame_window_drop(struct frame_window *w)
{
    if (!w->count)
        return;
    int64_t value = w->values[w->first];
    uint32_t at = 0;
    while (w->sorted[at] != value)
        at++;
    w->count--;
    for (; at < w->count; at++)
        w->sorted[at] = w->sorted[at + 1];
    w->first = (w->first + 1) % w->room;
}

void frame_window_add(struct frame_window *w, int64_t value)
{
    if (w->count == w->room)
        frame_window_drop(w);
    w->values[(w->first + w->count) % w->room] = value;
    uint32_t at = w->count++;
    for (; at > 0 && w->sorted[at - 1] > value; at--)
        w->sorted[at] = w->sorted[at - 1];
    w->sorted[at] = value;
}

void frame_window_clear(struct frame_window *w)
{
    w->count = 0;
}

int64_t frame_window_at(const struct frame_window *w, uint32_t i)
{
    return w->values[(w->first + i) % w->room];
}

int64_t frame_window_rank(const struct frame_window *w, uint32_t sixteenths)
{
    return w->count ? w->sorted[w->count * sixteenths / 16] : 0;
}
