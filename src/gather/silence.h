/* When nobody logged anything: a bit for each millisecond of a trace, so that
 * events can come in any order. A bit for an hour is 450 KB; pages of 65 s are
 * made as events come. */
#ifndef HB_GATHER_SILENCE_H
#define HB_GATHER_SILENCE_H

#include <stdbool.h>
#include <stdint.h>

#define SILENCE_PAGES 2048u /* 37 hours around the first event; the rest is not looked at */

struct silence {
    uint8_t *pages[SILENCE_PAGES];
    int64_t base; /* FILETIME of the first bit */
    bool begun;
    bool short_of_memory; /* there may be gaps that are none */
};

void silence_done(struct silence *s);
/* An event at this time (FILETIME units). */
void silence_mark(struct silence *s, int64_t time);
/* Calls `gap` for each stretch of at least `shortest` (FILETIME units) without
 * an event, between the first and the last one. Its ends are within a
 * millisecond of the events there. */
typedef void silence_gap_fn(void *ctx, int64_t from, int64_t to);
void silence_each(const struct silence *s, int64_t shortest, silence_gap_fn *gap, void *ctx);

#endif
