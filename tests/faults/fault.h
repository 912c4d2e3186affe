/* A layer between the product's objects and the system, bound at link time:
 * it counts each call and lets chosen ones fail. Two faults can be armed at
 * once. Calls that the simulated ETW or the harness make for themselves are not
 * the product's: they are neither counted nor failed.
 *
 * Calls of one kind differ in what they are for: their role, which is the
 * session, the file's name without its numbers, the message, the registry
 * value and so on. "" where there is only one. */
#ifndef HB_TESTS_FAULTS_FAULT_H
#define HB_TESTS_FAULTS_FAULT_H

#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

enum fault_call {
#define FAULT(symbol, ...) CALL_##symbol,
#include "tests/faults/fault_calls.h"
#undef FAULT
    CALL_count,  /* of calls to the system; as a case's call: none */
    CALL_MEMORY, /* malloc, calloc and realloc, without roles */
    CALL_kinds
};

#define FAULT_CODES_MOST 20u
struct fault_kind {
    const char *name;
    uint32_t codes[FAULT_CODES_MOST];
    uint32_t code_count;
};
extern const struct fault_kind fault_kinds[CALL_count];

/* The nth call (1 is the next) fails with the code; `on`: and all after it. */
void fault_arm(unsigned slot, enum fault_call call, uint32_t nth, bool on, uint32_t code);
void fault_disarm(void);
/* How often an armed call was failed since it was armed, and the role of the
 * first; static storage, "" without one. */
uint32_t fault_hits(unsigned slot);
const char *fault_hit_role(unsigned slot);

/* Counting begins anew; it ends with fault_disarm. The roles of at most FAULT_NTH_MOST calls of each kind
 * are kept; static storage. */
#define FAULT_NTH_MOST 512u
void fault_count_reset(void);
uint32_t fault_count(enum fault_call call);
const char *fault_role(enum fault_call call, uint32_t nth);

/* The folder of the case, as a full path: what lies above it has the role "above". */
void fault_role_base(const wchar_t *path);

/* Between these the thread's calls are not the product's. They nest. */
void fault_harness_enter(void);
void fault_harness_leave(void);

#endif
