/* What every answer of hitch in Chinese keeps: no English, straight columns. */
#ifndef HB_TESTS_SUPPORT_ZH_ANSWER_H
#define HB_TESTS_SUPPORT_ZH_ANSWER_H

#include <stddef.h>

#include "tests/support/hitch_call.h"

/* Where `word`, looked for from there on, ends in its line, in places of a
 * console; fails the test where it is not. */
int zh_answer_end_of(const struct hitch_answer *answer, const char *from, const char *word);
/* Fails the test for a word of Latin letters that is not among `own`: those
 * stand for themselves in every language, as the scenarios' names do. */
void zh_answer_speaks_no_english(const struct hitch_answer *answer, const char *const *own, size_t count);

#endif
