/* providers.ini for the verbs that need it. */
#ifndef HB_CLI_CLI_PROVIDERS_H
#define HB_CLI_CLI_PROVIDERS_H

#include "cli/hitch.h"
#include "config/providers.h"

/* Reads `given`, or where it is NULL providers.ini beside the program, in the
 * working folder or in config/ below it, as it applies to a Windows build. *p must be initialised.
 * False after having said what is wrong, each finding with its line. */
bool cli_providers_read(struct hitch *h, const char *given, uint32_t build, struct providers *p);

#endif
