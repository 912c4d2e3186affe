#include "win/autostart_thread.h"

#include <stdlib.h>
#include <string.h>

static DWORD WINAPI run(void *argument)
{
    struct autostart *a = argument;
    const char *exe = text_str(&a->exe);
    if (a->doing == AUTOSTART_LOOK) {
        a->offered = os_autostart_offered(exe, &a->what);
        a->looked = os_autostart_look(exe, &a->found);
    } else {
        a->set = a->doing == AUTOSTART_ON ? os_autostart_on(exe, &a->done) : os_autostart_off(&a->done);
    }
    PostMessageW(a->window, a->message, 0, 0);
    return 0;
}

struct outcome autostart_begin(struct autostart *a, enum autostart_doing doing)
{
    struct os_autostart *fresh = doing == AUTOSTART_LOOK ? &a->found : &a->done;
    a->doing = doing;
    os_autostart_done(fresh);
    memset(fresh, 0, sizeof *fresh);
    fresh->stop = &a->stop;
    if (doing == AUTOSTART_LOOK) {
        text_clear(&a->what);
        a->offered = outcome_ok();
    }
    a->thread = CreateThread(NULL, 0, run, a, 0, NULL);
    return a->thread ? outcome_ok() : outcome_of(WHY_thread_start, GetLastError());
}

bool autostart_ended(struct autostart *a, DWORD wait_ms)
{
    if (!a->thread || WaitForSingleObject(a->thread, wait_ms) != WAIT_OBJECT_0)
        return false;
    CloseHandle(a->thread);
    a->thread = NULL;
    return true;
}

void autostart_close(struct autostart *a)
{
    if (!a || a->thread)
        return;
    os_autostart_done(&a->found);
    os_autostart_done(&a->done);
    text_done(&a->exe);
    text_done(&a->what);
    free(a);
}
