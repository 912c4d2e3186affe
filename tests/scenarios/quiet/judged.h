/* What the product says of a played machine, beside the truth. */
#ifndef HB_TESTS_SCENARIOS_QUIET_JUDGED_H
#define HB_TESTS_SCENARIOS_QUIET_JUDGED_H

#include "tests/scenarios/quiet/played.h"

struct judged {
    int64_t early, late; /* ticks: complete_from before or behind the truth; or 0 */
    int64_t key_early;   /* the same of the key events */
    int64_t buffer;      /* ticks: the longest buffer of the busiest CPU */
    int64_t longest;     /* of any CPU */
    bool slept; /* late because a CPU that has two buffers was silent across the true moment */
    double covered;      /* of what is complete, at most 1 */
    uint32_t told, suspects; /* stutters and suspects in all */
    uint32_t elsewhere; /* of the stutters: not at the planted one's time */
    bool is_main;       /* the planted one is the main moment, at its time */
    struct text says;   /* the sentence, for whom something failed */
};

/* False where a file could not be read. */
bool judged_make(const struct plan *plan, const struct played *played, const char *snapshot, struct judged *judged);
void judged_done(struct judged *judged);

#endif
