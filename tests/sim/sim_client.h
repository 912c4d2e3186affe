/* How the replaced ETW functions reach a machine: the one of simetw at
 * HITCHBOX_SIM=127.0.0.1:PORT, or one inside this process where that is not
 * set. Safe from several threads. */
#ifndef HB_TESTS_SIM_SIM_CLIENT_H
#define HB_TESTS_SIM_SIM_CLIENT_H

#include "tests/sim/sim_write.h"

/* Does the call and waits as long as it is to take. Where simetw cannot be
 * reached the code is 1722 (the RPC server is unavailable). */
struct sim_reply sim_client_do(const struct sim_call *call);

/* Hands events and processes of this program to the machine inside it. */
void sim_client_write(const struct sim_written *w);
void sim_client_process(uint32_t pid, const char *image, bool ended, uint32_t exit_code);

/* The machine inside this process, made at the first use; for suites that
 * look into it or inject failures. */
struct sim *sim_client_machine(void);
/* Throws it away and makes another, or with NULL only the former. */
void sim_client_reset(const struct sim_options *options);

#endif
