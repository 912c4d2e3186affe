/* Start with Windows: the task in Task Scheduler (os/autostart_task.h), made,
 * looked at and removed by Windows's own schtasks.exe. One implementation for each
 * platform (src/win, src/posix), chosen by the linker; where there is no Windows,
 * all say WHY_needs_windows.
 *
 * Each call stands for itself and blocks: for a second usually, for 20 s at most,
 * where schtasks.exe hangs and is ended, or sooner by `stop`. So not on a thread with
 * a window. `exe` is the full path of hitchbox.exe. Administrator rights are needed for
 * all of them: WHY_not_elevated. */
#ifndef HB_OS_OS_AUTOSTART_H
#define HB_OS_OS_AUTOSTART_H

#include <stdbool.h>
#include <stdint.h>

#include "base/outcome.h"
#include "base/text.h"

/* May it be offered? WHY_autostart_account: this process runs under another account
 * than the desktop's, or that is not known. WHY_autostart_open: programs without
 * rights may replace the exe; `what` (empty before) receives the file or folder that
 * they may change. WHY_bad_argument: its path cannot stand in a task. */
struct outcome os_autostart_offered(const char *exe, struct text *what);

struct os_autostart {
    const volatile bool *stop; /* set by another thread: schtasks.exe is ended at once; NULL: by nobody */
    bool there;       /* a task of our name is there */
    bool ours;        /* and it starts that exe */
    struct text exe;  /* what it starts; "" */
    uint32_t code;    /* schtasks.exe's exit code */
    struct text said; /* and its words, cleaned; without task: why it found none */
};
void os_autostart_done(struct os_autostart *found);

/* *found is zeroed before, but for `stop`. WHY_autostart_tool: schtasks.exe could not be started (its
 * number). WHY_autostart_hung: it did not end. WHY_autostart_unknown: it found none, but
 * the file of one is there or cannot be looked for; code and said are set. */
struct outcome os_autostart_look(const char *exe, struct os_autostart *found);
/* Makes the task, in place of one that is there, or removes it. Asks first whether
 * it may be offered, and fails so. Of *done (zeroed before, but for `stop`) code and said are set;
 * WHY_autostart_tool with os 0 where the code is not 0. */
struct outcome os_autostart_on(const char *exe, struct os_autostart *done);
struct outcome os_autostart_off(struct os_autostart *done);

#endif
