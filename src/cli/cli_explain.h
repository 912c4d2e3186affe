/* What went wrong, in the console tool's words: where the recorder's remedy
 * speaks of its settings, which hitch does not read, it has one of its own. */
#ifndef HB_CLI_CLI_EXPLAIN_H
#define HB_CLI_CLI_EXPLAIN_H

#include "base/outcome.h"
#include "cli/cli_strings.h"

struct hitch;

/* As string_explain. */
void cli_explain(enum language language, struct outcome outcome, const char *what, struct text *out);

/* A line of its own on err, with its values. */
void cli_say(struct hitch *h, enum cli_string_id id, ...);
/* The same with "Did you mean ...?" behind it; `near` may be NULL. */
void cli_say_near(struct hitch *h, const char *near, enum cli_string_id id, ...);

/* The reader's English words for a fault or for why a header cannot be
 * (etl_fault_name, etl_header()->reason), in the language. */
const char *cli_fault(enum language language, const char *english);

#endif
