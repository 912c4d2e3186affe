/* Plays a plan: the machine runs, and its files stand in the folder. */
#ifndef HB_TESTS_SCENARIOS_QUIET_PLAYED_H
#define HB_TESTS_SCENARIOS_QUIET_PLAYED_H

#include "tests/scenarios/quiet/plan.h"

struct played {
    int64_t start;         /* raw time when the machine began */
    int64_t complete_from; /* the truth, raw */
    int64_t until;
    bool wrapped;
    int64_t stutter;      /* when it began, raw; -1: none */
    int64_t flush_before; /* FILETIME, as a recorder knows it; 0: none */
    int64_t key_from;     /* the truth of the key events' file */
};

/* `snapshot` and `other` (for earlier FLUSHes) are overwritten. False where a
 * call failed. */
bool played_make(const struct plan *plan, const char *snapshot, const char *other, struct played *played);

#endif
