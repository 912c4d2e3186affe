/* The control lines by name: sim_control_ask.c has those that ask, and
 * sim_control_tell.c those that change the machine. */
#ifndef HB_TESTS_SIM_SIM_CONTROL_H
#define HB_TESTS_SIM_SIM_CONTROL_H

#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_words.h"

/* Adds its answer to `out`; NULL, or why it could not. `rest` is the line
 * after its first word. */
typedef const char *sim_line_fn(struct sim *s, const struct sim_words *w, const char *rest, struct text *out);

/* NULL where there is none of that name. */
sim_line_fn *sim_control_ask(const char *name);
sim_line_fn *sim_control_tell(const char *name);

/* The provider of that name, also without "Microsoft-Windows-", or
 * SIM_MAX_PROVIDERS. */
uint32_t sim_control_provider(const struct sim *s, const char *name);

#endif
