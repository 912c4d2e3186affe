/* The words behind a verb, read by the verb's line in the table (cli/verbs.h). */
#ifndef HB_CLI_WORDS_H
#define HB_CLI_WORDS_H

#include "os/os_names.h"
#include "cli/verbs.h"

struct words {
    const struct verb *verb;
    const char *values[VERB_OPTIONS_MOST]; /* as the table has them; "" for one without a value */
    struct os_names files; /* wildcards and, where the verb says so, folders expanded */
};

/* False after having said what is wrong; words_done is to be called all the
 * same. A word that begins with -- and is no option is refused; "--" ends the
 * options, and "-" is a file. --lang was taken out by hitch_run. */
bool words_read(struct hitch *h, const struct verb *verb, int word_count, char **words, struct words *read);
void words_done(struct words *words);

/* NULL where the option was not given. */
const char *words_value(const struct words *words, const char *option);
/* The file of this number; NULL where there are fewer. */
const char *words_file(const struct words *words, size_t index);

#endif
