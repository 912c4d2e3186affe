#include "os/os_live.h"

uint32_t os_live_build(void)
{
    return 0;
}

struct outcome os_live_open(const struct providers *providers, struct os_live **live, uint32_t *refused)
{
    (void)providers;
    (void)live;
    (void)refused;
    return outcome_of(WHY_needs_windows, 0);
}

bool os_live_wait(struct os_live *live, uint32_t ms)
{
    (void)live;
    (void)ms;
    return false;
}

struct outcome os_live_look(struct os_live *live, struct os_live_files *files)
{
    (void)live;
    (void)files;
    return outcome_of(WHY_needs_windows, 0);
}

void os_live_close(struct os_live *live)
{
    (void)live;
}
