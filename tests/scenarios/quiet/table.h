/* Results by what the seeds chose: one line for each value of each switch. */
#ifndef HB_TESTS_SCENARIOS_QUIET_TABLE_H
#define HB_TESTS_SCENARIOS_QUIET_TABLE_H

#include "tests/scenarios/quiet/judged.h"

struct result {
    struct text words; /* plan_add_words */
    double covered;
    double late; /* in buffers of the busiest CPU */
    bool false_alarm, early, too_late, slept;
    bool planted, told;
};

struct table {
    struct result *results;
    uint32_t count, room;
};

/* Takes `result` over; false where memory is short. */
bool table_add(struct table *table, const struct result *result);
/* Of all results: how much of the truly complete span is covered, the median. */
double table_covered(const struct table *table);
void table_print(const struct table *table);
void table_done(struct table *table);

#endif
