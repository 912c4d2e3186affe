/* One scenario from beginning to end: checks, both sessions, quiet time, the
 * side effect, quiet time, scenario.json. */
#ifndef HB_TESTS_SCENARIOS_SCENARIO_H
#define HB_TESTS_SCENARIOS_SCENARIO_H

#include <stdio.h>

#include "config/providers.h"
#include "tests/scenarios/effect.h"

struct scenario_plan {
    enum scenario_kind kind;
    const char *folder; /* that receives a folder of the scenario's name */
    uint32_t before_s, seconds, after_s;
    uint32_t memory_percent;
    const struct providers *providers;
    FILE *out; /* progress, and what went wrong */
};

enum scenario_end { SCENARIO_DONE, SCENARIO_CUT_SHORT, SCENARIO_REFUSED, SCENARIO_BROKEN };

/* REFUSED: nothing was begun, nothing was written. CUT_SHORT: Ctrl+C; what was
 * recorded is there, and scenario.json says so. BROKEN: the side effect or a
 * session failed; the same. *info must be initialised; it receives the facts. */
enum scenario_end scenario_run(const struct scenario_plan *plan, struct scenario_info *info);

/* One sentence on what it does to the machine. */
const char *scenario_brief(enum scenario_kind kind);

#endif
