#include "win/front.h"

#include "win/win.h"

#define MOST_WINDOWS 256u /* from the front backwards */

static DWORD process_of(HWND window)
{
    DWORD pid = 0;
    GetWindowThreadProcessId(window, &pid);
    return pid;
}

/* The frame host shows windows of other processes as its children. */
static DWORD hosted(HWND window, DWORD host)
{
    HWND child = FindWindowExW(window, NULL, L"Windows.UI.Core.CoreWindow", NULL);
    DWORD pid = child ? process_of(child) : 0;
    return pid ? pid : host;
}

static BOOL is_for_work(HWND window)
{
    LONG_PTR style = GetWindowLongPtrW(window, GWL_EXSTYLE);
    return IsWindowVisible(window) && !IsIconic(window) && !(style & (WS_EX_TOOLWINDOW | WS_EX_NOACTIVATE));
}

uint32_t front_process(void)
{
    HWND shell = GetShellWindow(), window = GetForegroundWindow();
    DWORD own = GetCurrentProcessId(), desktop = shell ? process_of(shell) : 0;
    for (unsigned i = 0; window && i < MOST_WINDOWS; i++, window = GetWindow(window, GW_HWNDNEXT)) {
        DWORD pid = process_of(window);
        if (pid && pid != own && pid != desktop && is_for_work(window))
            return hosted(window, pid);
    }
    return 0;
}
