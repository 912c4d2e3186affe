/* Rights: is this process elevated, and starting others without that. */
#ifndef HB_WIN_ELEVATE_H
#define HB_WIN_ELEVATE_H

#include "base/outcome.h"
#include "base/text.h"

/* Does the process run with administrator rights? Yes, too, where Windows does
 * not say. */
bool elevate_is_elevated(void);
/* Do programs of the same user run without them, under the same name? Not
 * where User Account Control is off, nor for Windows's own Administrator. */
bool elevate_has_lower_self(void);

/* From here on DLLs come from System32 only. First call of main. */
void elevate_guard_dlls(void);

/* Starts `exe` (full path) with `line` as its whole command line, program
 * name included (core/viewer_plan.h builds it), in the system folder, with the
 * rights of the desktop's shell: an elevated process borrows Explorer's token.
 * Where this process is not elevated it starts the program as it is itself.
 * Never starts anything elevated: a shell that was itself raised lends nothing,
 * and where Windows does not say whether this process is elevated, it is.
 * Where the service Secondary Logon is switched off, the program is started as
 * the shell's child instead, which gives it the same rights.
 * WHY_viewer_shell: no shell (os 0), a raised one (5), or its token cannot be
 * had. WHY_viewer_account: the shell is another account's, which lets this one
 * have nothing (5). WHY_viewer_start: the start failed. With Windows's code. */
struct outcome elevate_start_plain(const char *exe, const char *line);

#endif
