#include "os/os_autostart.h"

struct outcome os_autostart_offered(const char *exe, struct text *what)
{
    (void)exe;
    (void)what;
    return outcome_of(WHY_needs_windows, 0);
}

void os_autostart_done(struct os_autostart *found)
{
    text_done(&found->exe);
    text_done(&found->said);
}

struct outcome os_autostart_look(const char *exe, struct os_autostart *found)
{
    (void)exe;
    (void)found;
    return outcome_of(WHY_needs_windows, 0);
}

struct outcome os_autostart_on(const char *exe, struct os_autostart *done)
{
    (void)exe;
    (void)done;
    return outcome_of(WHY_needs_windows, 0);
}

struct outcome os_autostart_off(struct os_autostart *done)
{
    (void)done;
    return outcome_of(WHY_needs_windows, 0);
}
