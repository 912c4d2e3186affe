#include "tests/support/other_window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "win/win.h"

#define WORD "other-window"
#define CLASS L"HitchboxOtherWindow"
#define CORE L"Windows.UI.Core.CoreWindow"
#define TITLE_UNITS 64
#define OPENS_WITHIN_MS 20000u
#define STEP_MS 20u
#define LIFE_MS 120000u /* of one whose test has gone */

/* The window's title once it stands as it was asked for. */
static void title_of(wchar_t *title, DWORD pid)
{
    swprintf(title, TITLE_UNITS, L"stands %lu", (unsigned long)pid);
}

static bool start(struct other_window *other, enum other_window_kind kind, HWND frame)
{
    wchar_t exe[1024], line[1200];
    STARTUPINFOW how = {0};
    PROCESS_INFORMATION made;
    DWORD len = GetModuleFileNameW(NULL, exe, 1024);
    how.cb = sizeof how;
    if (!len || len == 1024)
        return false;
    swprintf(line, 1200, L"\"%ls\" " WORD " %d %llu", exe, (int)kind, (unsigned long long)(uintptr_t)frame);
    if (!CreateProcessW(exe, line, NULL, NULL, FALSE, 0, NULL, NULL, &how, &made))
        return false;
    CloseHandle(made.hThread);
    other->process = made.hProcess;
    other->pid = made.dwProcessId;
    return true;
}

bool other_window_open(struct other_window *other, enum other_window_kind kind, HWND frame)
{
    wchar_t title[TITLE_UNITS];
    memset(other, 0, sizeof *other);
    if (!start(other, kind, frame))
        return false;
    title_of(title, other->pid);
    for (DWORD waited = 0; !other->window && waited < OPENS_WITHIN_MS; waited += STEP_MS) {
        if (WaitForSingleObject(other->process, STEP_MS) == WAIT_OBJECT_0)
            return false;
        other->window = FindWindowExW(kind == OTHER_core ? frame : NULL, NULL, NULL, title);
    }
    return other->window != NULL;
}

void other_window_close(struct other_window *other)
{
    if (!other->process)
        return;
    TerminateProcess(other->process, 0);
    WaitForSingleObject(other->process, INFINITE);
    CloseHandle(other->process);
    memset(other, 0, sizeof *other);
}

void other_window_lift(HWND window)
{
    SetWindowPos(window, HWND_TOP, 0, 0, 0, 0, SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE);
}

bool other_window_to_front(HWND window)
{
    MSG msg;
    for (int i = 0; i < 100 && GetForegroundWindow() != window; i++) {
        SetForegroundWindow(window);
        while (PeekMessageW(&msg, NULL, 0, 0, PM_REMOVE))
            DispatchMessageW(&msg);
        Sleep(STEP_MS);
    }
    other_window_lift(window);
    return GetForegroundWindow() == window;
}

/* ---- in the other process ---- */

typedef void any_fn(void);
typedef BOOL WINAPI set_shell_fn(HWND window);

static bool become_shell(HWND window)
{
    set_shell_fn *set = (set_shell_fn *)(any_fn *)GetProcAddress(GetModuleHandleW(L"user32.dll"), "SetShellWindow");
    return set && set(window) && GetShellWindow() == window;
}

static HWND make(enum other_window_kind kind, HWND frame)
{
    WNDCLASSW wc = {0};
    DWORD more = kind == OTHER_tool ? WS_EX_TOOLWINDOW : kind == OTHER_no_activate ? WS_EX_NOACTIVATE : 0;
    bool core = kind == OTHER_core;
    wc.lpfnWndProc = DefWindowProcW;
    wc.hInstance = GetModuleHandleW(NULL);
    wc.lpszClassName = core ? CORE : CLASS;
    RegisterClassW(&wc);
    return CreateWindowExW(more, wc.lpszClassName, L"", core ? WS_CHILD | WS_VISIBLE : WS_OVERLAPPEDWINDOW, 40, 40, 200, 100,
                           core ? frame : NULL, NULL, wc.hInstance, NULL);
}

bool other_window_asked(int argc, char **argv)
{
    wchar_t title[TITLE_UNITS];
    MSG msg;
    if (argc != 4 || strcmp(argv[1], WORD) != 0)
        return false;
    enum other_window_kind kind = (enum other_window_kind)atoi(argv[2]);
    HWND window = make(kind, (HWND)(uintptr_t)strtoull(argv[3], NULL, 10));
    if (!window || (kind == OTHER_shell && !become_shell(window)))
        return true;
    if (kind == OTHER_minimised)
        ShowWindow(window, SW_SHOWMINNOACTIVE);
    else if (kind != OTHER_hidden)
        ShowWindow(window, SW_SHOWNOACTIVATE);
    title_of(title, GetCurrentProcessId());
    SetWindowTextW(window, title);
    SetTimer(NULL, 0, LIFE_MS, NULL);
    while (GetMessageW(&msg, NULL, 0, 0) > 0 && msg.message != WM_TIMER)
        DispatchMessageW(&msg);
    return true;
}
