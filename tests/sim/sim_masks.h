/* The masks with which a recorder for game stutter would listen: for suites
 * and tools that want a full trace without the product's own configuration. */
#ifndef HB_TESTS_SIM_SIM_MASKS_H
#define HB_TESTS_SIM_SIM_MASKS_H

#include "tests/sim/sim.h"

/* Enables the providers of the ring, or of the circular file, by the
 * recommended positive masks. The first error, or 0. */
uint32_t sim_enable_usual(struct sim *s, uint64_t handle, bool file_session);
/* CAPTURE_STATE for all of the ring's providers. */
void sim_capture_usual(struct sim *s, uint64_t handle);
/* Is the provider, by its index, one of these? */
bool sim_is_usual(uint32_t provider);
/* The GUID of a provider by its name, with or without "Microsoft-Windows-";
 * NULL where the simulator has none. */
const struct guid *sim_provider_guid(const struct sim *s, const char *name);

#endif
