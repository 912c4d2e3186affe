/* Property blocks and calls as a program on 64-bit Windows would make them,
 * for suites and tools that talk to the simulator without Windows. */
#ifndef HB_TESTS_SIM_SIM_BLOCK_H
#define HB_TESTS_SIM_SIM_BLOCK_H

#include "tests/sim/sim.h"

#define SIM_BLOCK_NAME 120u /* where the session's name stands */
#define SIM_BLOCK_FILE (120u + 2048u)
#define SIM_BLOCK_SIZE (120u + 2u * 2048u)

/* Offsets of the fields of EVENT_TRACE_PROPERTIES. */
#define SIM_AT_BUFFER_SIZE 0u
#define SIM_AT_HANDLE 8u
#define SIM_AT_CLOCK 40u
#define SIM_AT_FLAGS 44u
#define SIM_AT_BUFFER_KB 48u
#define SIM_AT_MIN_BUFFERS 52u
#define SIM_AT_MAX_FILE 60u
#define SIM_AT_MODE 64u
#define SIM_AT_FLUSH_TIMER 68u
#define SIM_AT_BUFFERS 80u
#define SIM_AT_EVENTS_LOST 88u
#define SIM_AT_WRITTEN 92u
#define SIM_AT_FILE_OFFSET 112u
#define SIM_AT_NAME_OFFSET 116u

struct sim_block {
    uint8_t bytes[SIM_BLOCK_SIZE];
};

/* Zeroed, with size, flags, QPC and both offsets; with `file` NULL the file
 * offset is 0, else the name is copied. */
void sim_block_init(struct sim_block *b, const char *file);
uint32_t sim_block_get(const struct sim_block *b, uint32_t at);
void sim_block_set(struct sim_block *b, uint32_t at, uint32_t value);

/* The calls themselves; each makes its block where it needs one. */
uint32_t sim_start_ring(struct sim *s, const char *name, uint32_t ring_mb, uint32_t buffer_kb, uint64_t *handle);
uint32_t sim_start_file(struct sim *s, const char *name, const char *file, uint32_t max_mb, uint32_t buffer_kb,
                        uint64_t *handle);
uint32_t sim_control(struct sim *s, const char *name, uint32_t code, struct sim_block *b);
/* As a program does that knows what 234 may mean: it looks for the file, and
 * asks once more where there is none. */
uint32_t sim_flush_to(struct sim *s, const char *name, const char *file);
/* `ids` are let in and nothing else; count 0: no filter. */
uint32_t sim_enable(struct sim *s, uint64_t handle, const struct guid *provider, uint8_t level, uint64_t any,
                    const uint16_t *ids, uint32_t count);
uint32_t sim_capture(struct sim *s, uint64_t handle, const struct guid *provider, uint32_t timeout_ms);

#endif
