/* Allocations of the recorder and of the program that fail. There are too many
 * for a rule each, so what is held is what must be true of all: the promises of
 * every case (nothing is lost, the next press saves, nothing waits for ever),
 * and that whatever ended otherwise is told of. */
#include <string.h>

#include "strings/strings.h"
#include "tests/faults/faults.h"

#define LAST_ONES 2u

static uint32_t allocations(enum fault_step step)
{
    static uint32_t known[STEP_count];
    if (!known[step]) {
        struct fault_case none = {step, CALL_count, 0, false, 0};
        struct fault_result r = {0};
        fault_positions(step); /* the first of a step says what is usual */
        fault_play(&none, &r);
        known[step] = fault_count(CALL_MEMORY) + 1;
        fault_result_done(&r);
    }
    return known[step] - 1;
}

void faults_memory(uint32_t every, const char *wanted, void (*fn)(const struct fault_case *c))
{
    for (int step = 0; step < STEP_count; step++) {
        if (wanted && strcmp(fault_step_names[step], wanted) != 0)
            continue;
        uint32_t all = allocations((enum fault_step)step);
        for (uint32_t nth = 1 + (uint32_t)step % every; nth <= all; nth += every) {
            struct fault_case c = {(enum fault_step)step, CALL_MEMORY, nth, false, 8};
            fn(&c);
            c.on = true;
            fn(&c);
        }
    }
}

static bool says_memory(const struct fault_result *r)
{
    return r->outcome.why == WHY_out_of_memory || strstr(text_str(&r->log), outcome_name(WHY_out_of_memory)) ||
           strstr(text_str(&r->log), " os=8\r\n") || /* ERROR_NOT_ENOUGH_MEMORY */
           strstr(text_str(&r->said), string_get(r->language, STR_why_out_of_memory)) ||
           strstr(text_str(&r->said), string_get(r->language, STR_os_8));
}

void fault_judge_memory(const struct fault_case *c, struct fault_result *r)
{
    if (!fault_hits(0))
        return; /* two threads do not always come to the same number */
    if (r->ends && !says_memory(r))
        fault_wrong(r, "it ended otherwise, and nothing is said of memory");
    if ((r->ends & NO_START) && !strstr(text_str(&r->said), string_get(r->language, STR_why_out_of_memory)))
        fault_wrong(r, "no box says why it did not start");
    (void)c;
}
