/* Kernel records beside the simulated providers: who runs on the game's CPU,
 * who wakes its thread, and what drivers do there. Layouts as Windows writes
 * them: PerfInfo for DPCs, CSwitch v4, ReadyThread v2, thread and image lists at
 * the end. */
#ifndef HB_TESTS_SCENARIOS_TRUTH_DEEP_H
#define HB_TESTS_SCENARIOS_TRUTH_DEEP_H

#include "tests/sim/sim_load.h"

#define DEEP_GAME_TID 9416u /* the thread that presents */

enum deep_kind {
    DEEP_ordinary,
    DEEP_long_dpc,
    DEEP_long_isr,
    DEEP_storm,
    DEEP_isr_storm,
    DEEP_wait,
    DEEP_taken,
    DEEP_busy
};

struct deep {
    struct sim *s;
    struct sim_session *ring;
    bool sampled; /* a profile instead of context switches */
    uint64_t dice;
    bool fresh;   /* the game presented since the last look */
    enum deep_kind kind;
    int64_t from, to; /* of the incident, raw */
};

/* From now on records go into the session; the machine's listener is taken. */
void deep_begin(struct deep *d, struct sim *s, const char *session, uint64_t seed, bool sampled);
/* Advances the machine and what its CPUs do. */
void deep_advance(struct deep *d, double seconds);
/* From now on for so long the CPUs are held by `kind`. */
void deep_incident(struct deep *d, enum deep_kind kind, int64_t ms);
/* The game's thread got a page back from disk; it waited so many ticks. */
void deep_hard_fault(struct deep *d, int64_t ticks, uint64_t n);
/* The lists of threads and drivers that a kernel session ends with. */
void deep_end(struct deep *d);

#endif
