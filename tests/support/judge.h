/* A played trace through the verdict: what it answers is held against what is
 * right, and where it differs, the whole report is shown. Each call saves the
 * trace, and ends it. */
#ifndef HB_TESTS_SUPPORT_JUDGE_H
#define HB_TESTS_SUPPORT_JUDGE_H

#include "tests/support/play.h"
#include "verdict/verdict.h"

/* The caller closes it. `options` may be NULL. */
struct verdict *judge_open(struct play *p, const struct verdict_options *options);
/* The top suspect, and words of the sentence (NULL: any). `options` may be
 * NULL. */
void judge_sentence(struct play *p, const struct verdict_options *options, enum suspect_kind kind, const char *words);
/* The top suspect, words of the report, and words that it must not have (NULL: any). */
void judge_page(struct play *p, enum suspect_kind kind, const char *words, const char *absent);

#endif
