#include "frames/frames.h"

#include <stdlib.h>

#define SECOND (1000 * FRAMES_PER_MS)
#define FEWEST_REGULAR 5u
#define MOST_REGULAR 64u
#define MINUTE (60 * (int64_t)SECOND)
#define ALONE (300 * FRAMES_PER_MS)
#define FEWEST_GAPS 3u
#define WHOLE_SPAN (15 * (int64_t)SECOND)

static int compare(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int64_t frame_patterns_period(const struct frame_finding *list, uint32_t count, int64_t from, int64_t to)
{
    int64_t apart[MOST_REGULAR], last = 0;
    uint32_t stutters = 0, near_usual = 0;
    for (uint32_t i = 0; i < count && stutters < MOST_REGULAR; i++) {
        if (list[i].kind != FINDING_stutter || list[i].from < from || list[i].to > to)
            continue;
        if (stutters)
            apart[stutters - 1] = list[i].from - last;
        last = list[i].from;
        stutters++;
    }
    if (stutters < FEWEST_REGULAR)
        return 0;
    uint32_t n = stutters - 1;
    qsort(apart, n, sizeof apart[0], compare);
    int64_t usual = apart[n / 2];
    for (uint32_t i = 0; i < n; i++) {
        int64_t off = apart[i] > usual ? apart[i] - usual : usual - apart[i];
        near_usual += off <= usual / 10;
    }
    return near_usual * 5 >= n * 4 ? usual : 0;
}

static bool is_gap(const struct frame_finding *f)
{
    return f->kind == FINDING_stutter && (f->to - f->from) / f->count / 10 >= f->usual;
}

/* Nothing late is beside it; another gap may be where `gaps_too`. */
static bool is_alone(const struct frame_finding *list, uint32_t count, uint32_t i, bool gaps_too)
{
    const struct frame_finding *f = &list[i];
    bool before = i == 0 || f->from - list[i - 1].to >= ALONE || (gaps_too && is_gap(&list[i - 1]));
    bool after = i + 1 == count || list[i + 1].from - f->to >= ALONE || (gaps_too && is_gap(&list[i + 1]));
    return is_gap(f) && before && after;
}

struct gaps {
    uint32_t count;
    int64_t idle, longest, end;
};

/* A freeze beside two stutters fills as much time, but it does it alone. */
static bool are_idle(const struct gaps *g, int64_t span)
{
    return g->count >= FEWEST_GAPS && g->idle >= span / 3 && g->idle - g->longest >= (span - g->longest) / 3;
}

static struct gaps gaps_within(const struct frame_finding *list, uint32_t count, uint32_t first, int64_t span, bool gaps_too)
{
    struct gaps g = {0, 0, 0, 0};
    for (uint32_t k = first; k < count && list[k].to - list[first].from <= span; k++) {
        if (!is_alone(list, count, k, gaps_too))
            continue;
        g.count++;
        int64_t length = list[k].to - list[k].from;
        g.idle += length;
        g.longest = length > g.longest ? length : g.longest;
        g.end = list[k].to;
    }
    return g;
}

bool frame_patterns_on_change(const struct frame_finding *list, uint32_t count, int64_t span)
{
    struct gaps all = gaps_within(list, count, 0, INT64_MAX, true);
    if (span >= WHOLE_SPAN && are_idle(&all, span))
        return true;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_alone(list, count, i, false))
            continue;
        struct gaps g = gaps_within(list, count, i, MINUTE, false);
        if (are_idle(&g, g.end - list[i].from))
            return true;
    }
    return false;
}
