#include "frames/private/frame_groups.h"

#include <string.h>

#define MOST_PRESENTS 4u
#define LOOKED 16u
#define FURTHEST ((int64_t)1 << 61) /* so that no distance of two overflows */

void frame_groups_init(struct frame_groups *g)
{
    memset(g, 0, sizeof *g);
    g->distances.room = FRAME_WINDOW;
}

/* Of four generated frames three distances are short: the usual one is that of
 * the longest quarter, less the few that are stutters. */
static int64_t usual_distance(const struct frame_groups *g)
{
    return frame_window_rank(&g->distances, 13);
}

/* Short distances lie alone or by twos and threes between long ones, again and
 * again: more in a row are a program that became quicker, a few once are what a
 * stutter left behind. */
static bool are_generated(const struct frame_groups *g, int64_t usual)
{
    const struct frame_window *w = &g->distances;
    uint32_t looked = w->count < LOOKED ? w->count : LOOKED, row = 0, rows = 0, count = 0;
    for (uint32_t i = w->count - looked; i < w->count; i++) {
        row = frame_window_at(w, i) < usual / 2 ? row + 1 : 0;
        rows += row == 1;
        count += frame_window_at(w, i) < usual / 4;
        if (row >= MOST_PRESENTS)
            return false;
    }
    return count * 4 >= looked && rows * 6 >= looked;
}

/* Measured from the first of a group, so that a quick game between two jolts is
 * no group. */
static bool belongs(const struct frame_groups *g, int64_t time)
{
    int64_t usual = usual_distance(g);
    return g->presents < MOST_PRESENTS && time - g->start < usual / 4 && are_generated(g, usual);
}

static void take(struct frame_groups *g, int64_t time, frame_groups_fn *emit, void *ctx)
{
    if (g->presents && belongs(g, time)) {
        g->presents++;
        return;
    }
    if (g->presents) {
        struct frame f;
        memset(&f, 0, sizeof f);
        f.from = g->start;
        f.to = time;
        f.presents = g->presents;
        emit(ctx, &f);
    }
    g->start = time;
    g->presents = 1;
}

static void settle(struct frame_groups *g, frame_groups_fn *emit, void *ctx)
{
    g->settled = true;
    for (uint32_t i = 1; i < g->held_count; i++)
        frame_window_add(&g->distances, g->held[i] - g->held[i - 1]);
    for (uint32_t i = 0; i < g->held_count; i++)
        take(g, g->held[i], emit, ctx);
}

void frame_groups_add(struct frame_groups *g, int64_t time, frame_groups_fn *emit, void *ctx)
{
    bool first = !g->settled && !g->held_count;
    if (time > FURTHEST || time < -FURTHEST || (!first && time < g->last)) {
        g->left_out++;
        return;
    }
    if (g->settled) {
        take(g, time, emit, ctx);
        frame_window_add(&g->distances, time - g->last);
    } else {
        g->held[g->held_count++] = time;
    }
    g->last = time;
    if (!g->settled && g->held_count == FRAME_GROUPS_HELD)
        settle(g, emit, ctx);
}

void frame_groups_end(struct frame_groups *g, frame_groups_fn *emit, void *ctx)
{
    if (!g->settled)
        settle(g, emit, ctx);
}
