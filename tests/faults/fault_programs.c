/* The desktop, the rights that programs have there, and the programs that are
 * started. */
#include "tests/faults/fault_shown.h"

#include <string.h>

#include "tests/faults/fault_shim.h"

#define U "user32"

static HWND WINAPI fault_GetShellWindow(void)
{
    DWORD code;
    return fault_is_watched() && fault_fails(CALL_SHELL_WINDOW, "", &code) ? NULL : GetDesktopWindow();
}
FAULT_BIND(HWND, GetShellWindow, (void))

static HWND WINAPI fault_FindWindowW(LPCWSTR class, LPCWSTR title)
{
    static HWND(WINAPI *to)(LPCWSTR, LPCWSTR);
    DWORD code;
    if (!to)
        to = (HWND(WINAPI *)(LPCWSTR, LPCWSTR))fault_real(U, "FindWindowW");
    if (fault_is_watched() && fault_fails(CALL_FIND_WINDOW, fault_role_of_wide(class), &code))
        return NULL;
    return wcscmp(class, L"Shell_TrayWnd") == 0 ? GetDesktopWindow() : to(class, title);
}
FAULT_BIND(HWND, FindWindowW, (LPCWSTR, LPCWSTR))

/* This process stands for the one that owns the desktop. */
static DWORD WINAPI fault_GetWindowThreadProcessId(HWND window, LPDWORD pid)
{
    DWORD code;
    if (fault_is_watched() && fault_fails(CALL_WINDOW_OWNER, window == GetDesktopWindow() ? "shell" : "own", &code))
        return 0;
    *pid = GetCurrentProcessId();
    return 1;
}
FAULT_BIND(DWORD, GetWindowThreadProcessId, (HWND, LPDWORD))

static BOOL GetTokenInformation_real(HANDLE token, TOKEN_INFORMATION_CLASS class, LPVOID info, DWORD room, PDWORD len)
{
    static BOOL(WINAPI *to)(HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD);
    if (!to)
        to = (BOOL(WINAPI *)(HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD))fault_real("advapi32", "GetTokenInformation");
    return to(token, class, info, room, len);
}

static BOOL WINAPI fault_OpenProcessToken(HANDLE process, DWORD access, PHANDLE token)
{
    static BOOL(WINAPI *to)(HANDLE, DWORD, PHANDLE);
    const char *role = process == GetCurrentProcess() ? "own" : "shell";
    DWORD code;
    if (!to)
        to = (BOOL(WINAPI *)(HANDLE, DWORD, PHANDLE))fault_real("advapi32", "OpenProcessToken");
    if (fault_is_watched() && fault_fails(CALL_OPEN_TOKEN, role, &code))
        return FALSE;
    BOOL opened = to(process, access, token);
    if (opened)
        fault_note_handle(*token, role);
    return opened;
}
FAULT_BIND(BOOL, OpenProcessToken, (HANDLE, DWORD, PHANDLE))

static BOOL WINAPI fault_GetTokenInformation(HANDLE token, TOKEN_INFORMATION_CLASS class, LPVOID info, DWORD room, PDWORD len)
{
    DWORD code;
    const char *role = fault_role_of_handle(token);
    bool full = world.elevated && strcmp(role, "own") == 0;
    if (fault_is_watched() && fault_fails(CALL_TOKEN_INFORMATION, role, &code))
        return FALSE;
    if (class == TokenElevation)
        ((TOKEN_ELEVATION *)info)->TokenIsElevated = full;
    else if (class == TokenElevationType)
        *(TOKEN_ELEVATION_TYPE *)info = full ? TokenElevationTypeFull : TokenElevationTypeLimited;
    else
        return GetTokenInformation_real(token, class, info, room, len);
    *len = sizeof(DWORD);
    return TRUE;
}
FAULT_BIND(BOOL, GetTokenInformation, (HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD))

static BOOL start_program(bool with_rights, LPCWSTR line, LPPROCESS_INFORMATION made)
{
    world.started_raised = world.started_raised || (with_rights && world.elevated);
    if (line)
        shown_add(SAID_PROGRAM, "", line);
    memset(made, 0, sizeof *made);
    fault_harness_enter();
    made->hProcess = CreateEventW(NULL, TRUE, TRUE, NULL);
    made->hThread = CreateEventW(NULL, TRUE, TRUE, NULL);
    fault_harness_leave();
    made->dwProcessId = 4711;
    return TRUE;
}

static BOOL WINAPI fault_CreateProcessW(LPCWSTR exe, LPWSTR line, LPSECURITY_ATTRIBUTES a, LPSECURITY_ATTRIBUTES b, BOOL c,
                                        DWORD d, LPVOID e, LPCWSTR f, LPSTARTUPINFOW g, LPPROCESS_INFORMATION made)
{
    DWORD code;
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g;
    if (fault_is_watched() && fault_fails(CALL_PROCESS, fault_role_of_path(exe), &code))
        return FALSE;
    bool is_tool = strcmp(fault_role_of_path(exe), "schtasks.exe") == 0; /* nobody sees it */
    return start_program(!(d & EXTENDED_STARTUPINFO_PRESENT), is_tool ? NULL : line, made);
}
FAULT_BIND(BOOL, CreateProcessW, (LPCWSTR, LPWSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL, DWORD, LPVOID, LPCWSTR,
                                  LPSTARTUPINFOW, LPPROCESS_INFORMATION))

static BOOL WINAPI fault_CreateProcessWithTokenW(HANDLE a, DWORD b, LPCWSTR exe, LPWSTR line, DWORD c, LPVOID d, LPCWSTR e,
                                                 LPSTARTUPINFOW f, LPPROCESS_INFORMATION made)
{
    DWORD code;
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    if (fault_is_watched() && fault_fails(CALL_PROCESS_TOKEN, fault_role_of_path(exe), &code))
        return FALSE;
    return start_program(false, line, made);
}
FAULT_BIND(BOOL, CreateProcessWithTokenW, (HANDLE, DWORD, LPCWSTR, LPWSTR, DWORD, LPVOID, LPCWSTR, LPSTARTUPINFOW,
                                           LPPROCESS_INFORMATION))

/* There is no task of that name. */
static BOOL WINAPI fault_GetExitCodeProcess(HANDLE process, LPDWORD exit_code)
{
    DWORD code;
    (void)process;
    if (fault_is_watched() && fault_fails(CALL_EXIT_CODE, "", &code))
        return FALSE;
    *exit_code = 1;
    return TRUE;
}
FAULT_BIND(BOOL, GetExitCodeProcess, (HANDLE, LPDWORD))

FAULT_REPLACE("kernel32", BOOL, FALSE, PIPE, "", CreatePipe, (PHANDLE a, PHANDLE b, LPSECURITY_ATTRIBUTES c, DWORD d), a, b, c, d)

static DWORD WINAPI fault_GetModuleFileNameW(HMODULE module, LPWSTR path, DWORD room)
{
    static DWORD(WINAPI *to)(HMODULE, LPWSTR, DWORD);
    if (!to)
        to = (DWORD(WINAPI *)(HMODULE, LPWSTR, DWORD))fault_real("kernel32", "GetModuleFileNameW");
    if (!world.exe || wcslen(world.exe) >= room)
        return to(module, path, room);
    wcscpy(path, world.exe);
    return (DWORD)wcslen(path);
}
FAULT_BIND(DWORD, GetModuleFileNameW, (HMODULE, LPWSTR, DWORD))
