/* What a recorder that was asked for a snapshot answers (os/os_ask.h), said to the
 * user. Each of the three phases (taken, saved, checked) has one deadline, which no
 * answer that repeats itself moves. */
#ifndef HB_CLI_SAVE_LISTEN_H
#define HB_CLI_SAVE_LISTEN_H

#include "cli/hitch.h"
#include "os/ask_answer.h"

/* Where the answers come from, and the time. */
struct save_source {
    void *ctx;
    bool (*next)(void *ctx, uint32_t ms, struct ask_answer *answer); /* as os_ask_next */
    int64_t (*now_ns)(void *ctx);
};

struct save_wish {
    bool wait;        /* for the verdict, too */
    uint32_t seconds; /* for how long */
};

/* hitch's exit code. */
int save_listen(struct hitch *h, const struct save_source *from, struct save_wish wish);

#endif
