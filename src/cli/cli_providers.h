/* providers.ini for the verbs that need it. */
#ifndef HB_CLI_CLI_PROVIDERS_H
#define HB_CLI_CLI_PROVIDERS_H

#include "cli/hitch.h"
#include "config/providers.h"

#define CLI_PROVIDERS_NAME "providers.ini"

/* Adds `given`, or where it is NULL providers.ini beside the program, and there
 * only: an elevated hitch takes no orders from whatever folder it is called in.
 * Adds nothing where the program does not know its folder. */
void cli_providers_path(const struct hitch *h, const char *given, struct text *path);

/* Reads it as it applies to a Windows build. *p must be initialised. False after
 * having said what is wrong, each finding with its line. */
bool cli_providers_read(struct hitch *h, const char *given, uint32_t build, struct providers *p);

#endif
