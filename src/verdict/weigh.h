/* The scales: rules that turn what was measured into suspects. Private to
 * weigh*.c.
 *
 * A score is how well a suspect explains a moment: 95 and more cannot well be
 * doubted, 80 very likely, 60 likely, 40 possible; below that it is not named.
 * A rule first asks whether the thing is unusual for this trace, then how much
 * of the lost time it covers. */
#ifndef HB_CORE_WEIGH_H
#define HB_CORE_WEIGH_H

#include "verdict/verdict_model.h"

#define SCORE_NAMED 40u
#define MAX_CANDIDATES 96u

struct scales {
    struct verdict *v;
    const struct moment *m;
    uint32_t index; /* of the moment */
    int64_t len;    /* of the moment */
    int64_t lost;   /* what was lost: len less a usual frame */
    uint32_t first_hitch, game_hitches; /* in the verdict's list, the game's own */
    bool timer_told;        /* the trace tells each new timer resolution */
    struct suspect list[MAX_CANDIDATES];
    uint32_t count;
};

/* A candidate on the scales; its proofs are to be added. Never NULL: when the
 * list is full, the last place is used again. */
struct suspect *weigh_add(struct scales *s, enum suspect_kind kind, uint32_t score);
void weigh_proof(struct suspect *suspect, const struct fact *fact);
/* Facts of a kind that touch a span: how many, and the first few as proofs. */
uint32_t weigh_count(const struct verdict *v, enum fact_kind kind, int64_t from, int64_t to);
uint32_t weigh_proofs(const struct verdict *v, struct suspect *suspect, enum fact_kind kind, int64_t from, int64_t to);
const struct fact *weigh_first(const struct verdict *v, enum fact_kind kind, int64_t from, int64_t to);

/* part of whole in percent, at most 100. */
static inline uint32_t share_of(int64_t part, int64_t whole)
{
    if (whole <= 0 || part <= 0)
        return 0;
    return part >= whole ? 100 : (uint32_t)(part * 100 / whole);
}
/* base + room * share / full, where `full` percent and more get all of `room`. */
static inline uint32_t score_of(uint32_t base, uint32_t room, uint32_t share, uint32_t full)
{
    return base + room * (share < full ? share : full) / full;
}

void weigh_machine(struct scales *s); /* silence, drivers, clock, memory */
void weigh_disk(struct scales *s);    /* disk, faults */
void weigh_programs(struct scales *s); /* processes, threads, GPU work */
void weigh_changes_begin(struct scales *s); /* before the next two */
void weigh_changes(struct scales *s); /* what happened right then */
void weigh_standing(struct scales *s, int64_t from, int64_t to);

#endif
