/* Recordings of scenarios, walked through for their counts (export/scenario_count.h). */
#ifndef HB_CLI_SCENARIO_ADD_H
#define HB_CLI_SCENARIO_ADD_H

#include "cli/hitch.h"
#include "export/scenario_count.h"

/* Adds the recordings in `folder`: its own, or those of the folders in it. One
 * that was added already, under whatever name, is said to be left out.
 * False after having said what is wrong. */
bool scenario_add(struct hitch *h, struct scenario_count *c, const char *folder);

#endif
