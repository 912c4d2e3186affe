/* The words of a control line. */
#ifndef HB_TESTS_SIM_SIM_WORDS_H
#define HB_TESTS_SIM_SIM_WORDS_H

#include <stdint.h>

#define SIM_MAX_WORDS 16

/* What is too long for it is cut off. */
struct sim_words {
    char text[512];
    char *word[SIM_MAX_WORDS];
    int count;
};

void sim_words_split(const char *line, struct sim_words *w);
/* The value behind "key=" after the first word, or NULL. */
const char *sim_words_value(const struct sim_words *w, const char *key);
uint64_t sim_words_number(const struct sim_words *w, const char *key, uint64_t otherwise);
/* What follows the line's first word, as one string: names hold spaces. */
const char *sim_words_rest(const char *line);

#endif
