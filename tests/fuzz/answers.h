/* Is what a verb answered what any file may make it answer? */
#ifndef HB_TESTS_FUZZ_ANSWERS_H
#define HB_TESTS_FUZZ_ANSWERS_H

#include <stddef.h>

enum answer_form { ANSWER_TEXT, ANSWER_JSON, ANSWER_HTML };

struct answer {
    int code;
    const char *out, *err;
    size_t out_len, err_len;
};

/* NULL where it is, else what is wrong with it: a code that the help does not
 * name, no UTF-8, control characters, nothing said of a failure, no whole page or
 * one with a script of the trace's, no JSON. */
const char *answer_fault(const struct answer *a, enum answer_form form);

#endif
