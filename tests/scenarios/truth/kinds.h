/* The incidents of the truth set, each in three strengths, and the ordinary
 * noise that must be taken for none. */
#ifndef HB_TESTS_SCENARIOS_TRUTH_KINDS_H
#define HB_TESTS_SCENARIOS_TRUTH_KINDS_H

#include "verdict/verdict.h"
#include "tests/scenarios/truth/deep.h"
#include "tests/scenarios/truth/gpu.h"

/* What a run records beside the product's own configuration. */
enum truth_extra {
    EXTRA_none,
    EXTRA_kernel,  /* context switches, DPCs, ISRs, hard faults */
    EXTRA_profile, /* DPCs, ISRs and a sampled profile */
    EXTRA_gpu,     /* each packet of GPU work: DxgKrnl's keyword Base */
    EXTRA_radio    /* the channels of BTHPORT */
};

struct run {
    struct sim *s;
    struct deep deep;
    struct gpu_work gpu;
    enum truth_extra extra;
};
static inline bool run_is_deep(const struct run *r)
{
    return r->extra == EXTRA_kernel || r->extra == EXTRA_profile;
}
/* Advances the machine, with its kernel records where the run has them. */
void advance(struct run *r, double seconds);

struct truth_kind {
    const char *name;
    enum suspect_kind expected;
    void (*play)(struct run *r, unsigned strength);
    enum truth_extra extra;
    uint32_t first_build; /* before it, Windows says nothing of this and nobody may be named */
};
extern const struct truth_kind truth_kinds[];
extern const unsigned truth_kind_count;

/* kinds_rare.c */
void play_gpu_foreign(struct run *r, unsigned n);
void play_gpu_own(struct run *r, unsigned n);
void play_gpu_starved(struct run *r, unsigned n);
void play_hardware_error(struct run *r, unsigned n);
void play_heat(struct run *r, unsigned n);
void play_radio_alone(struct run *r, unsigned n);
void play_radio_state(struct run *r, unsigned n);
void play_pnp_lost(struct run *r, unsigned n);
void play_retransmits(struct run *r, unsigned n);
void play_timer(struct run *r, unsigned n);
void play_power_plan(struct run *r, unsigned n);
void play_no_buffers(struct run *r, unsigned n);
void play_light_paging(struct run *r, unsigned n);
void play_focus_taken(struct run *r, unsigned n);

/* For the plays: an incident of the simulator, and a gap in the game's frames. */
void run_incident(struct run *r, const char *name, const char *parameter, uint64_t value);
void run_gap(struct run *r, uint64_t ms);
/* Processes of the simulated machine. */
#define RUN_GAME 9412u
#define RUN_EXPLORER 6120u
#define RUN_OVERLAY 8024u
/* The focus goes from one process to another. */
void run_focus(struct run *r, uint32_t from, uint32_t to);
/* Pages of the game come back one after the other for so long. */
void run_paging(struct run *r, uint64_t ms);

typedef void quiet_fn(struct run *r);
extern quiet_fn *const truth_quiet[4];
extern const char *const truth_quiet_names[4];

#endif
