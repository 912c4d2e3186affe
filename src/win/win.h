/* The only place that includes the Windows headers. The rooms win, recorder, windows,
 * app and mingw see it, as `make check` holds them to, and Windows's suites.
 *
 * The room `win` answers os/os.h and os/os_console.h, and has what the Windows
 * programs share beside them:
 *   elevate.h        rights, and starting programs without them; first call of
 *                    hitchbox.exe's main: elevate_guard_dlls
 *   guard.h          folders that nobody can take away: guard_open, ... guard_close
 *   devices.h        what Windows calls a device: devices_open, ... devices_close
 *   utf16.h          strings for Windows's calls, and back
 *   resource.h, language.h, windows_build.h    what exe, user and system say
 * They ask Windows each time, and what they open is the caller's to close; any
 * thread may call them. Strings that go in or out are UTF-8; UTF-16 is made for
 * the call and freed behind it. A call that fails leaves its outputs as they
 * were and returns GetLastError's number in its outcome.
 *
 * The build gives -DUNICODE -D_UNICODE -DWINVER=0x0A00 -D_WIN32_WINNT=0x0A00
 * and -DWMIAPI=__stdcall -D_SHELL32_=: without the last two the SDK declares
 * StartTraceW, Shell_NotifyIconW and their neighbours dllimport, and a test
 * could not put its own functions in their place at link time. */
#ifndef HB_WIN_WIN_H
#define HB_WIN_WIN_H

#if !defined(UNICODE) || !defined(WMIAPI) || !defined(_SHELL32_)
#error "compile with UNICODE, WMIAPI and _SHELL32_ as win/win.h says"
#endif

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <shellapi.h>
#include <shlobj.h>
#include <commctrl.h>
#include <evntrace.h>
#include <evntcons.h>

/* Banned as in base/banned.h; here, because the Windows headers define the
 * names themselves. */
#undef wsprintf
#define wsprintf wsprintf_is_banned_use_text_instead
#undef wsprintfW
#define wsprintfW wsprintfW_is_banned_use_text_instead
#undef lstrcpyW
#define lstrcpyW lstrcpyW_is_banned_use_wide_instead
#undef lstrcatW
#define lstrcatW lstrcatW_is_banned_use_wide_instead

#endif
