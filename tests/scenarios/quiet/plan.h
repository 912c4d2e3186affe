/* What happens to one quiet machine, all of it from a seed: its size, how long
 * it runs, earlier FLUSHes, a loss. The habits are the seed's too, by
 * sim_quiet_open. */
#ifndef HB_TESTS_SCENARIOS_QUIET_PLAN_H
#define HB_TESTS_SCENARIOS_QUIET_PLAN_H

#include "base/text.h"
#include "tests/sim/sim_quiet.h"

#define PLAN_MOST_FLUSHES 2u

/* Ticks of 100 ns since the machine's start. */
struct plan {
    struct sim_quiet quiet;
    int64_t end;
    int64_t flushes[PLAN_MOST_FLUSHES]; /* ascending */
    uint32_t flush_count;
    int64_t hole;
    uint32_t hole_ms; /* 0: there is none */
    int64_t stutter;
    uint32_t stutter_ms; /* 0: there is none */
    const char *stutter_kind;
};

/* Without a stutter. `key_file` is borrowed. */
void plan_make(struct plan *plan, uint64_t seed, const char *key_file);
/* Plants one between the two moments, near the first one or anywhere, and `apart`
 * from the loss, which goes where there is no room beside it. False where there
 * is no room at all. */
bool plan_stutter(struct plan *plan, int64_t from, int64_t to, int64_t apart);
/* All that the seed chose, as words "name=value" between spaces. */
void plan_add_words(const struct plan *plan, struct text *words);

#endif
