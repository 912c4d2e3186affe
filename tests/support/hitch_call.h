/* hitch, called as a command, with what it answered. */
#ifndef HB_TESTS_SUPPORT_HITCH_CALL_H
#define HB_TESTS_SUPPORT_HITCH_CALL_H

#include "base/text.h"

struct hitch_answer {
    int code;
    struct text out;
    struct text err;
};

/* Words are separated by NULL at the end. The answer is replaced. */
void hitch_call(struct hitch_answer *answer, ...);

/* The same with what is around the command. */
struct hitch_around {
    const void *in; /* what standard input gives; NULL: there is none */
    size_t in_len;
    const char *home; /* the folder that hitch takes for its own */
};
void hitch_call_with(struct hitch_answer *answer, const struct hitch_around *around, ...);
void hitch_answer_done(struct hitch_answer *answer);

#endif
