/* Frame times: from the moments at which a program presented to what a player
 * felt. Numbers only: no file, no clock, no thread.
 *
 *   struct frames *f = frames_open(&sink);
 *   frames_add(f, time);     for each present of one stream, in order of time
 *   frames_end(f);           none follows: what was held back is told
 *   frames_close(f);
 *
 * The same code judges files and what comes live, so both tell the same list.
 * All memory is had by frames_open, however long the stream is. Times are units
 * of 100 ns since any moment.
 *
 * Generated frames come first: presents closer together than a quarter of the
 * usual distance, again and again, are groups of 2 to 4, and "frame" means the
 * time from one group to the next. A frame is told 16 frames late, with what was
 * usual around it: the larger of the medians of the 20 frames before and the 16
 * after it. It is a jolt when it took longer than usual by 10 ms and by the
 * usual time itself (25 ms are enough), and long when it also stands out of the
 * spread of the frames before it.
 *
 * Findings do not overlap, come in order of time and are final. They come some
 * 6 s late, or once what they lie in has ended:
 *   stutter  long frames that touch
 *   slow     four and more frames in a row, for 0.3 s and more, late against
 *            those before the row and none over 2.5 times their own median. Of
 *            any length if fewer than 25 come a second, else up to 5 s: what
 *            lasts longer is another speed
 *   uneven   more than 3 jolts a second for 5 s and more; swallows both others,
 *            but no freeze of a second
 * Where the speed changes by half for 5 s and more, another segment begins. */
#ifndef HB_FRAMES_FRAMES_H
#define HB_FRAMES_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#define FRAMES_LATE 16u /* so many frames after it a frame is told */
#define FRAMES_PER_MS 10000

struct frame {
    int64_t from, to;
    int64_t usual;     /* 0: nothing around it to know by */
    uint32_t presents; /* in this time: 2 to 4 where frames were generated */
    bool jolt;
    bool is_long; /* a jolt, too */
};

enum frame_finding_kind { FINDING_stutter, FINDING_slow, FINDING_uneven };

struct frame_finding {
    enum frame_finding_kind kind;
    int64_t from, to;
    int64_t usual;   /* the length of a frame otherwise */
    int64_t longest; /* the longest frame in it */
    uint32_t count;  /* stutter, slow: frames; uneven: jolts, those that touch being one */
};

struct frame_segment {
    int64_t from, to;
    int64_t usual; /* the median of its last seconds' medians */
};

/* Calls that are NULL are not made. What they are given lives until they return. */
struct frames_sink {
    void *ctx;
    void (*frame)(void *ctx, const struct frame *f);
    void (*finding)(void *ctx, const struct frame_finding *f);
    void (*segment)(void *ctx, const struct frame_segment *s); /* once it has ended */
};

struct frames;

/* NULL where memory is short. `sink` is copied. */
struct frames *frames_open(const struct frames_sink *sink);
void frames_close(struct frames *f);
/* A present before the last one, or further than 2^61 from zero, is left out. */
void frames_add(struct frames *f, int64_t time);
/* Nothing may be added afterwards. */
void frames_end(struct frames *f);
uint64_t frames_left_out(const struct frames *f);

/* ---- figures, as the field knows them ---- */

struct frame_figures {
    uint64_t presents, frames;
    uint64_t grouped; /* frames with more than one present */
    int64_t time;     /* all of them together */
    int64_t median, p99, p999, longest;
    uint32_t average_mfps; /* presents in 1,000 s */
    uint32_t low_1_mfps;   /* 1 / mean of the slowest 1 % of frames; 0: under 100 frames */
    uint32_t low_01_mfps;  /* of the slowest 0.1 %; 0: under 1,000 frames */
};

/* Frames counted by length: 1 MB, however many. Sums are exact, percentiles to
 * 1/2048 of themselves. */
struct frame_tally;

struct frame_span {
    int64_t from, to;
};

struct frame_tally *frame_tally_open(void); /* NULL where memory is short */
void frame_tally_close(struct frame_tally *t);
void frame_tally_clear(struct frame_tally *t);
/* Frames that lie in one of these spans, even in part, do not count from now on:
 * gaps that have an excuse. The spans are the caller's, in order of time, as the
 * frames are that follow. */
void frame_tally_excuse(struct frame_tally *t, const struct frame_span *spans, uint32_t count);
void frame_tally_add(struct frame_tally *t, const struct frame *f);
void frame_tally_figures(const struct frame_tally *t, struct frame_figures *out);

/* Were frames generated? Half of them and more hold more than one present. */
static inline bool frame_figures_generated(const struct frame_figures *f)
{
    return f->frames && f->grouped * 2 >= f->frames;
}

/* ---- what a list of findings, as the sink was given it, says as a whole ---- */

/* How far apart the stutters that begin in [from, to] come, where they are
 * regular: five and more, four in five of their distances within a tenth of the
 * usual one. Else 0. */
int64_t frame_patterns_period(const struct frame_finding *list, uint32_t count, int64_t from, int64_t to);

/* Did the program present only when something changed? So it seems where three
 * and more gaps of ten usual frames within a minute, each alone (0.3 s of even
 * frames on both sides), fill a third of the time from the first to the last; or
 * where they, with nothing but each other beside them, fill a third of `span`,
 * the stream's whole length, of 15 s and more; each time without the longest,
 * too, which may be a freeze. Its gaps are idle then, no stutters. */
bool frame_patterns_on_change(const struct frame_finding *list, uint32_t count, int64_t span);

#endif
