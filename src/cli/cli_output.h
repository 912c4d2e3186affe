/* Where an answer is written that goes into a file. */
#ifndef HB_CLI_CLI_OUTPUT_H
#define HB_CLI_CLI_OUTPUT_H

#include "cli/hitch.h"

/* May it be written to `path`? `head` is how each of its kind begins; what begins
 * otherwise is somebody's file and stays. Says why not. */
bool cli_output_may_write(struct hitch *h, const char *path, const char *head);
/* Writes it, with the same question before; "-" is standard output. An exit code. */
int cli_output_write(struct hitch *h, const char *path, const char *head, const struct text *t);

#endif
