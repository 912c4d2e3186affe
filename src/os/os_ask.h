/* Asking the running recorder for a snapshot, for `hitch save`. One
 * implementation for each platform (src/win, src/posix), chosen by the linker;
 * where there is no Windows, os_ask_open says WHY_needs_windows.
 *
 * Order: os_ask_open, os_ask_send once, os_ask_next until the answer is the last
 * that is wanted, os_ask_close. Windows: one registered message to the recorder's
 * window, with a window of the asker's to answer to; no rights are needed, and
 * nothing that the asker says is a path or a name. */
#ifndef HB_OS_OS_ASK_H
#define HB_OS_OS_ASK_H

#include "os/ask_answer.h"

struct os_ask;

/* WHY_window_create, WHY_out_of_memory. */
struct outcome os_ask_open(struct os_ask **ask);
/* NULL is fine. */
void os_ask_close(struct os_ask *ask);

enum os_ask_sent {
    OS_ASK_SENT,
    OS_ASK_ABSENT, /* no recorder runs */
    OS_ASK_HIDDEN, /* one runs, but cannot be seen: it starts, or is another user's */
    OS_ASK_ENDS,   /* it ends */
    OS_ASK_CLOSED  /* it takes nothing from outside now: too many messages came */
};
enum os_ask_sent os_ask_send(struct os_ask *ask);

/* Waits up to `ms` for an answer; *answer is empty before, and the caller's to
 * free. False: none came. */
bool os_ask_next(struct os_ask *ask, uint32_t ms, struct ask_answer *answer);

#endif
