/* The one table of hitch's verbs and their options: the words are read by it,
 * and help is printed out of it. */
#ifndef HB_CLI_VERBS_H
#define HB_CLI_VERBS_H

#include "cli/cli_strings.h"

#define VERB_OPTIONS_MOST 6u
#define VERB_ANY_NUMBER 0xFFFFu

struct hitch;
struct words;

struct verb_option {
    const char *name;          /* "--from"; NULL behind the last one */
    enum cli_string_id value;  /* what is written behind it; CLI_count: nothing is */
    enum cli_string_id help;
};

struct verb {
    const char *name;
    int (*run)(struct hitch *h, const struct words *words); /* gives an enum hitch_exit */
    uint16_t files_least, files_most;
    bool folders; /* a folder stands for the traces in it */
    enum cli_string_id brief, usage, about, exits;
    struct verb_option options[VERB_OPTIONS_MOST + 1];
};

/* NULL where there is no verb of this name, or none of this number. */
const struct verb *verbs_find(const char *name);
const struct verb *verbs_at(size_t index);

/* What hitch --help and hitch VERB --help print. */
void verbs_put_usage(FILE *to, enum language language);
void verbs_put_help(FILE *to, enum language language, const struct verb *verb);

#endif
