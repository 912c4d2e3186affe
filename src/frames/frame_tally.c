#include "frames/frames.h"

#include <stdlib.h>
#include <string.h>

/* Bins of lengths: exact up to 2 * STEPS, then STEPS for each doubling. */
#define STEPS 2048u
#define DOUBLINGS 29u /* up to 30 hours; the last bin holds what is longer */
#define BINS (2 * STEPS + DOUBLINGS * STEPS)

struct bin {
    uint64_t count;
    uint64_t sum;
};

struct frame_tally {
    uint64_t presents, frames, grouped, time;
    int64_t longest;
    const struct frame_span *excused; /* from here on, the rest lies behind the frames */
    uint32_t excused_count;
    struct bin bins[BINS];
};

struct frame_tally *frame_tally_open(void)
{
    return calloc(1, sizeof(struct frame_tally));
}

void frame_tally_close(struct frame_tally *t)
{
    free(t);
}

void frame_tally_clear(struct frame_tally *t)
{
    memset(t, 0, sizeof *t);
}

static uint32_t bin_of(uint64_t length)
{
    uint32_t doublings = 0;
    while (length >> doublings >= 2 * STEPS)
        doublings++;
    if (doublings > DOUBLINGS)
        return BINS - 1;
    return doublings * STEPS + (uint32_t)(length >> doublings);
}

void frame_tally_excuse(struct frame_tally *t, const struct frame_span *spans, uint32_t count)
{
    t->excused = spans;
    t->excused_count = count;
}

static bool is_excused(struct frame_tally *t, const struct frame *f)
{
    while (t->excused_count && t->excused->to <= f->from) {
        t->excused++;
        t->excused_count--;
    }
    return t->excused_count && t->excused->from < f->to;
}

void frame_tally_add(struct frame_tally *t, const struct frame *f)
{
    if (f->to < f->from || is_excused(t, f))
        return;
    uint64_t length = (uint64_t)f->to - (uint64_t)f->from;
    if (length > (uint64_t)INT64_MAX - t->time)
        return;
    struct bin *b = &t->bins[bin_of(length)];
    b->count++;
    b->sum += length;
    t->frames++;
    t->presents += f->presents;
    t->grouped += f->presents > 1;
    t->time += length;
    if ((int64_t)length > t->longest)
        t->longest = (int64_t)length;
}

static int64_t percentile(const struct frame_tally *t, uint32_t per_mille)
{
    uint64_t want = t->frames / 1000 * per_mille + t->frames % 1000 * per_mille / 1000, sum = 0;
    for (uint32_t i = 0; i < BINS; i++) {
        sum += t->bins[i].count;
        if (sum > want)
            return (int64_t)(t->bins[i].sum / t->bins[i].count);
    }
    return t->longest;
}

/* Frames in 1,000 s, of so many in so long a time. */
static uint32_t rate(uint64_t count, uint64_t time)
{
    double mfps = time ? (double)count * 1e10 / (double)time : 0;
    return mfps < UINT32_MAX ? (uint32_t)(mfps + 0.5) : UINT32_MAX;
}

static uint32_t low(const struct frame_tally *t, uint64_t of)
{
    uint64_t left = t->frames / of, time = 0;
    if (!left)
        return 0;
    for (uint32_t i = BINS; left && i-- > 0;) {
        const struct bin *b = &t->bins[i];
        uint64_t taken = b->count < left ? b->count : left;
        if (!taken)
            continue;
        time += taken == b->count ? b->sum : b->sum / b->count * taken;
        left -= taken;
    }
    return rate(t->frames / of, time);
}

void frame_tally_figures(const struct frame_tally *t, struct frame_figures *out)
{
    memset(out, 0, sizeof *out);
    out->presents = t->presents;
    out->frames = t->frames;
    out->grouped = t->grouped;
    out->time = (int64_t)t->time;
    out->longest = t->longest;
    if (!t->frames)
        return;
    out->median = percentile(t, 500);
    out->p99 = percentile(t, 990);
    out->p999 = percentile(t, 999);
    out->average_mfps = rate(t->presents, t->time);
    out->low_1_mfps = low(t, 100);
    out->low_01_mfps = low(t, 1000);
}
