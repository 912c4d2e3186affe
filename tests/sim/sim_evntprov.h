/* The provider's side of ETW inside this process: EventRegister and its
 * neighbours, answered by the machine of sim_client.h. A machine in another
 * process (HITCHBOX_SIM) does not hear such events. */
#ifndef HB_TESTS_SIM_SIM_EVNTPROV_H
#define HB_TESTS_SIM_SIM_EVNTPROV_H

#include "tests/sim/sim.h"

/* Calls the provider's callback on a thread of its own, as Windows does, and
 * waits for it for at most timeout_ms; 0: not at all. False when it took
 * longer. True too where nobody registered that provider. */
bool sim_evntprov_notify(const struct sim_call *call);

#endif
