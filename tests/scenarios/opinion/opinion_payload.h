/* Payloads with dice in their fields. */
#ifndef HB_TESTS_SCENARIOS_OPINION_OPINION_PAYLOAD_H
#define HB_TESTS_SCENARIOS_OPINION_OPINION_PAYLOAD_H

#include "tests/sim/sim_internal.h"

struct opinion_payload {
    uint8_t bytes[512];
    uint32_t len;
};

uint64_t opinion_dice(uint64_t *state);
/* Adds a field with dice in it and returns its number; of a string, that which
 * stands in its name (OPINION_NAME).
 *   1 2 4 8  integers           P  pointer         T  a moment before `time`
 *   A U      strings with NUL   B  an address with its length before it
 *   z        no user            w  a user with a token and a SID
 *   F        u32 without the bits of I/O priority
 *   S        as a pointer, not above 32 bits */
uint64_t opinion_add(struct opinion_payload *p, char type, size_t pointer, int64_t time, uint64_t *state);
#define OPINION_NAME "\\Name\\%08x.sys"

#endif
