/* Frame times of captures: a file holds one length in microseconds a line. And
 * how others judge them. Lengths and times here are units of 100 ns. */
#ifndef HB_TESTS_FRAMES_SERIES_H
#define HB_TESTS_FRAMES_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#define SERIES_MOST 64u

struct series {
    char name[64];
    int64_t *lengths;
    uint32_t count;
};

struct series_list {
    struct series items[SERIES_MOST];
    uint32_t count;
};

/* Those that the folder's MANIFEST.tsv names; false where there is none. */
bool series_load(struct series_list *list, const char *folder);
void series_done(struct series_list *list);

/* Since the series began, when frame `i` begins. */
int64_t series_time(const struct series *s, uint32_t i);
/* The larger of the medians of the 24 frames on each side of it, but for those
 * that hardly take time: where frames are generated, the distance of the others
 * is meant. */
int64_t series_speed(const struct series *s, uint32_t i);
/* Generated frames come in pairs on one side of it and evenly on the other: it
 * has no one speed, and is a long frame of the even ones as it is. */
bool series_changes(const struct series *s, uint32_t i);
/* Over 2.5 times the mean of the last round(10 * sqrt(mean in ms)) frames and
 * itself; one over 3 times the frame before counts as that there. */
bool series_capframex(const struct series *s, uint32_t i);
/* Who sees a frame that begins in [from, to): CapFrameX's rule; `felt`: over
 * twice the larger of the medians of the 24 frames on each side and more than
 * 8 ms over it. */
void series_others(const struct series *s, int64_t from, int64_t to, bool *capframex, bool *felt);

#endif
