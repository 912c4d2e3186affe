/* Work of the graphics card beside the simulated providers: a game that keeps
 * it busy for half of each frame, the desktop, and what may hold its queue. The
 * events are DxgKrnl's packets (175, 176, 178, 180), which a session sees only
 * with the keyword Base. */
#ifndef HB_TESTS_SCENARIOS_TRUTH_GPU_H
#define HB_TESTS_SCENARIOS_TRUTH_GPU_H

#include "tests/sim/sim_load.h"

enum gpu_kind { GPU_ordinary, GPU_foreign, GPU_own };

struct gpu_work {
    struct sim *s;
    bool fresh;     /* the game presented since the last look */
    uint32_t waiting; /* packets of the game in the queue */
    uint64_t context; /* whose packet runs; 0: idle */
    int64_t ends, desktop_due; /* raw */
    uint64_t sequence;
    enum gpu_kind next; /* how the next packet will be */
    int64_t held;       /* its length, in ticks */
};

/* From now on the card works; the machine's listener is taken. */
void gpu_begin(struct gpu_work *g, struct sim *s);
/* Advances the machine and the card. */
void gpu_advance(struct gpu_work *g, double seconds);
/* The next packet holds the queue for so long: one of another program, or one
 * of the game itself. */
void gpu_hold(struct gpu_work *g, enum gpu_kind kind, int64_t ms);
void gpu_end(struct gpu_work *g);

#endif
