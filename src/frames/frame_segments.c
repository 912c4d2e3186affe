#include "frames/private/frame_segments.h"

#include <stdlib.h>
#include <string.h>

#define SECOND (1000 * FRAMES_PER_MS)
#define SECONDS_TO_CHANGE 5u
#define ALIKE_IN_A_ROW 4u
/* A game that falls to so few frames is slow, not elsewhere. */
#define SLOW (40 * FRAMES_PER_MS)

void frame_segments_init(struct frame_segments *s)
{
    memset(s, 0, sizeof *s);
    s->medians.room = FRAME_WINDOW;
    s->other.room = FRAME_WINDOW;
    s->every = 1;
}

static int compare(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int64_t cell_median(struct frame_segments *s)
{
    qsort(s->lengths, s->length_count, sizeof s->lengths[0], compare);
    return s->lengths[s->length_count / 2];
}

static void add_to_cell(struct frame_segments *s, int64_t length)
{
    if (++s->skipped < s->every)
        return;
    s->skipped = 0;
    if (s->length_count == FRAME_CELL) {
        for (uint32_t i = 0; i < FRAME_CELL / 2; i++)
            s->lengths[i] = s->lengths[i * 2];
        s->length_count = FRAME_CELL / 2;
        s->every *= 2;
    }
    s->lengths[s->length_count++] = length;
}

static int sense_of(int64_t level, int64_t median)
{
    if (median - level >= level / 2)
        return 1;
    return level - median >= median / 2 ? -1 : 0;
}

static void change(struct frame_segments *s, frame_segments_fn *emit, void *ctx)
{
    s->segment.to = s->border;
    s->segment.usual = frame_window_rank(&s->medians, 8);
    if (s->segment.from < s->segment.to)
        emit(ctx, &s->segment);
    s->segment.from = s->border;
    s->medians = s->other;
    frame_window_clear(&s->other);
}

static void end_cell(struct frame_segments *s, frame_segments_fn *emit, void *ctx)
{
    int64_t median = cell_median(s), level = frame_window_rank(&s->medians, 8);
    int sense = level ? sense_of(level, median) : 0;
    s->length_count = 0;
    s->every = 1;
    s->skipped = 0;
    if (sense > 0 && median >= SLOW)
        return;
    if (!sense || sense != s->sense)
        frame_window_clear(&s->other);
    s->sense = sense;
    if (!sense) {
        frame_window_add(&s->medians, median);
        return;
    }
    if (!s->other.count)
        s->border = s->last_alike;
    frame_window_add(&s->other, median);
    if (s->other.count == SECONDS_TO_CHANGE)
        change(s, emit, ctx);
}

static void note_alike(struct frame_segments *s, const struct frame *f)
{
    int64_t level = frame_window_rank(&s->medians, 8), length = f->to - f->from;
    bool alike = !level || (length * 4 <= level * 5 && level * 4 <= length * 5);
    s->alike = alike ? s->alike + 1 : 0;
    if (s->alike >= ALIKE_IN_A_ROW)
        s->last_alike = f->to;
}

void frame_segments_add(struct frame_segments *s, const struct frame *f, frame_segments_fn *emit, void *ctx)
{
    int64_t length = f->to - f->from;
    if (!s->begun) {
        s->begun = true;
        s->segment.from = s->last_alike = f->from;
        s->cell_end = f->from + SECOND;
    }
    s->segment.to = f->to;
    if (f->to > s->cell_end) {
        if (s->length_count)
            end_cell(s, emit, ctx);
        s->cell_end = length >= SECOND ? f->to + SECOND : s->cell_end + SECOND;
    }
    if (length >= SECOND) /* a freeze, or a break: of no speed */
        return;
    note_alike(s, f);
    add_to_cell(s, length);
}

void frame_segments_end(struct frame_segments *s, frame_segments_fn *emit, void *ctx)
{
    if (!s->begun)
        return;
    s->segment.usual = frame_window_rank(&s->medians, 8);
    if (!s->segment.usual && s->length_count)
        s->segment.usual = cell_median(s);
    emit(ctx, &s->segment);
}
