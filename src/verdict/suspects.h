/* What may have caused it, the most likely first: the last step's result. */
#ifndef HB_VERDICT_SUSPECTS_H
#define HB_VERDICT_SUSPECTS_H

#include "verdict/moments.h"
#include "verdict/verdict.h"

#define MAX_SUSPECTS 8u
#define MAX_OTHERS 24u
#define MAX_PROOFS 6u

struct suspect {
    enum suspect_kind kind;
    uint32_t score; /* 0 to 100 */
    uint32_t name;  /* driver, process, device */
    uint32_t moment;
    int64_t span;   /* the main number: a length in 100 ns */
    uint64_t value, more;
    uint32_t place; /* in the order of being found: the last word of equals */
    bool standing;  /* of itself, without a hitch */
    bool own;       /* the game itself did it, which may follow from others */
    struct fact proofs[MAX_PROOFS];
    uint32_t proof_count;
};

struct suspects {
    struct suspect list[MAX_SUSPECTS]; /* of the moment that the report is about */
    uint32_t count;
    struct suspect others[MAX_OTHERS]; /* of the other moments, a few of each */
    uint32_t other_count;
    uint32_t headline; /* moment that the report is about: index + 1; 0: nothing was felt */
};

/* WHY_out_of_memory. */
struct outcome weigh(const struct trace *t, struct patience *patience, const struct moments *moments,
                     struct suspects *suspects);

#endif
