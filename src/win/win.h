/* The only place that includes the Windows headers; only C files of src/win and
 * the Windows tests include this one.
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
