/* The scales: rules that turn what was measured into suspects. Private to
 * weigh*.c.
 *
 * A score is how well a suspect explains a moment: 95 and more cannot well be
 * doubted; thresholds.h says from where on it is very likely, likely, possible.
 * A rule first asks whether the thing is unusual for this trace, then how much
 * of the lost time it covers. */
#ifndef HB_VERDICT_WEIGH_H
#define HB_VERDICT_WEIGH_H

#include "verdict/private/shares.h"
#include "verdict/suspects.h"
#include "verdict/thresholds.h"

#define MAX_CANDIDATES 384u

struct scales {
    const struct trace *t;
    struct patience *patience;
    const struct moments *all;
    const struct moment *m;
    uint32_t index; /* of the moment */
    int64_t len;    /* of the moment */
    int64_t lost;   /* what was lost: len less a usual frame */
    int64_t until;  /* what began it happened before: its end, or the begin of what went on slowly */
    uint32_t first_hitch, game_hitches; /* in the verdict's list, the game's own */
    uint32_t kinds; /* that could lie near by chance; see chance.h */
    struct suspect list[MAX_CANDIDATES];
    uint32_t count;
    uint32_t places; /* were given */
};

/* A candidate on the scales; its proofs are to be added. Never NULL: when the
 * list is full, the last place is used again. */
struct suspect *weigh_add(struct scales *s, enum suspect_kind kind, uint32_t score);
void weigh_proof(struct suspect *suspect, const struct fact *fact);
/* Facts of a kind that touch a span: how many, the first few as proofs. */
uint32_t weigh_proofs(const struct facts *facts, struct suspect *suspect, enum fact_kind kind, int64_t from, int64_t to);

/* base + room * share / full, where `full` percent and more get all of `room`. */
static inline uint32_t score_of(uint32_t base, uint32_t room, uint32_t share, uint32_t full)
{
    return base + room * (share < full ? share : full) / full;
}

void weigh_machine(struct scales *s); /* silence, drivers, clock, memory */
void weigh_disk(struct scales *s);    /* disk, faults */
void weigh_programs(struct scales *s); /* processes, threads, GPU work */
void weigh_changes_begin(struct scales *s); /* before the next ones */
void weigh_changes(struct scales *s); /* what happened right then */
void weigh_focus(struct scales *s); /* who took the focus and gave it back */
void weigh_network(struct scales *s);
void weigh_timer(struct scales *s); /* what changed with the trouble's begin and end */
/* Did the game stutter in that span? */
bool weigh_stuttered(const struct scales *s, int64_t from, int64_t to);
/* Is it the program that the report is about? */
bool weigh_is_game(const struct scales *s, uint32_t pid);
/* Of what is sorted, best first: causes go before what they bring. */
void weigh_causes_first(struct scales *s);
/* What is told without a stutter, in a span or, from complete_from to the end, anywhere. */
void weigh_standing(struct scales *s, int64_t from, int64_t to);
void weigh_network_standing(struct scales *s, int64_t from, int64_t to);

#endif
