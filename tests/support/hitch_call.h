/* hitch, called as a command, with what it answered. */
#ifndef HB_TESTS_HITCH_CALL_H
#define HB_TESTS_HITCH_CALL_H

#include "base/text.h"

struct hitch_answer {
    int code;
    struct text out;
    struct text err;
};

/* Words are separated by NULL at the end. The answer is replaced. */
void hitch_call(struct hitch_answer *answer, ...);
void hitch_answer_done(struct hitch_answer *answer);

#endif
