/* Rights: is this process elevated, and starting others without that. */
#ifndef HB_WIN_ELEVATE_H
#define HB_WIN_ELEVATE_H

#include "base/outcome.h"
#include "base/text.h"
#include "win/win.h"

/* Does the process run with administrator rights? Yes, too, where Windows does
 * not say. */
bool elevate_is_elevated(void);
/* Do programs of the same user run without them, under the same name? Not
 * where User Account Control is off, nor for Windows's own Administrator. */
bool elevate_has_lower_self(void);

/* Somebody's account, as Windows numbers it: the SID is in `user`, and points
 * behind it. */
union elevate_user {
    TOKEN_USER user;
    unsigned char bytes[sizeof(TOKEN_USER) + 128];
};
/* Of this process. */
bool elevate_own_user(union elevate_user *user);
/* Of the desktop's shell; false where there is none or it lets nobody in. */
bool elevate_desktop_user(union elevate_user *user);

/* First call of main: from here on DLLs come from System32 only, and with
 * administrator rights, where Windows knows how (11, and 10 since 21H2), no
 * junction is followed that a program without them made: ERROR_UNTRUSTED_MOUNT_POINT
 * (448). */
void elevate_guard_process(void);

/* Starts `exe` (full path) with `line` as its whole command line, program
 * name included (tray/viewer_plan.h builds it), in the system folder, with the
 * rights of the desktop's shell: an elevated process borrows Explorer's token.
 * Where this process is not elevated it starts the program as it is itself.
 * Never starts anything elevated: a shell that was itself raised lends nothing,
 * and where Windows does not say whether this process is elevated, it is.
 * Where that fails, for whatever reason (the service Secondary Logon is switched
 * off, the token may not be used, ...), the program is started as the shell's
 * child instead, which gives it the same rights. A shell that belongs to another
 * account, as with Administrator protection or where another account's password
 * raised this process, is opened with the right to debug, which administrators
 * have, taken for that one call.
 * WHY_viewer_shell: no shell (os 0), a raised one (5), or its token cannot be
 * had. WHY_viewer_account: the shell is another account's, which lets this one
 * have nothing even so (5). WHY_viewer_start: the start failed. With Windows's code. */
struct outcome elevate_start_plain(const char *exe, const char *line);

#endif
