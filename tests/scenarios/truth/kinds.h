/* The incidents of the truth set, each in three strengths, and the ordinary
 * noise that must be taken for none. */
#ifndef HB_TESTS_TRUTH_KINDS_H
#define HB_TESTS_TRUTH_KINDS_H

#include "core/verdict.h"
#include "tests/scenarios/truth/deep.h"

struct run {
    struct sim *s;
    struct deep deep;
    bool is_deep;
};
/* Advances the machine, with its kernel records where the run has them. */
void advance(struct run *r, double seconds);

struct truth_kind {
    const char *name;
    enum suspect_kind expected;
    void (*play)(struct run *r, unsigned strength);
    bool deep; /* needs kernel records */
};
extern const struct truth_kind truth_kinds[];
extern const unsigned truth_kind_count;

typedef void quiet_fn(struct run *r);
extern quiet_fn *const truth_quiet[4];
extern const char *const truth_quiet_names[4];

#endif
