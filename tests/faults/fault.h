/* A layer between the product's objects and the system, bound at link time:
 * it counts each call and lets chosen ones fail. Two faults can be armed at
 * once. Calls that the simulated ETW makes for itself are not the product's:
 * they are neither counted nor failed. */
#ifndef HB_TESTS_FAULTS_FAULT_H
#define HB_TESTS_FAULTS_FAULT_H

#include <stdbool.h>
#include <stdint.h>

enum fault_action { FAULT_LOST, FAULT_DONE };

enum fault_call {
#define FAULT(symbol, ...) CALL_##symbol,
#include "tests/faults/fault_calls.h"
#undef FAULT
    CALL_count
};

#define FAULT_CODES_MOST 20u
struct fault_kind {
    const char *name;
    enum fault_action action;
    uint32_t codes[FAULT_CODES_MOST];
    uint32_t code_count;
};
extern const struct fault_kind fault_kinds[CALL_count];

/* The nth call (1 is the next) fails with the code; `on`: and all after it. */
void fault_arm(unsigned slot, enum fault_call call, uint32_t nth, bool on, uint32_t code);
void fault_disarm(void);
/* How often an armed call was failed since it was armed. */
uint32_t fault_hits(unsigned slot);

/* Counting begins anew; how often each was called since. */
void fault_count_reset(void);
uint32_t fault_count(enum fault_call call);

/* The message boxes since the last call of this: how many, and the last one's
 * text as UTF-8 (static storage). No box is shown; each is answered with OK. */
uint32_t fault_boxes(const char **text);

#endif
