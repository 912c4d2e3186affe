/* What the world outside tells the simulated machine: events that a program
 * writes itself, and the processes that really come and go. */
#ifndef HB_TESTS_SIM_SIM_WRITE_H
#define HB_TESTS_SIM_SIM_WRITE_H

#include "tests/sim/sim.h"

/* One EventWrite. The payload is borrowed. */
struct sim_written {
    struct guid provider;
    uint16_t id, task;
    uint8_t version, channel, level, opcode;
    uint64_t keyword;
    uint32_t pid, tid, cpu;
    const void *payload;
    uint32_t len;
};
/* Offers it to every session that enabled the provider; the same tests decide
 * as for the machine's own events. */
void sim_event_write(struct sim *s, const struct sim_written *w);

/* A process of the real machine began, or ended with `exit_code`. */
void sim_process_began(struct sim *s, uint32_t pid, uint32_t parent, const char *image);
void sim_process_ended(struct sim *s, uint32_t pid, uint32_t parent, const char *image, uint32_t exit_code);

#endif
