#include "os/os_ask.h"

struct outcome os_ask_open(struct os_ask **ask)
{
    (void)ask;
    return outcome_of(WHY_needs_windows, 0);
}

void os_ask_close(struct os_ask *ask)
{
    (void)ask;
}

enum os_ask_sent os_ask_send(struct os_ask *ask)
{
    (void)ask;
    return OS_ASK_ABSENT;
}

bool os_ask_next(struct os_ask *ask, uint32_t ms, struct ask_answer *answer)
{
    (void)ask;
    (void)ms;
    (void)answer;
    return false;
}
