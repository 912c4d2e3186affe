#include "win/elevate.h"

#include "win/utf16.h"
#include "win/win.h"

/* One fact of this process's own token. */
static bool own_token(TOKEN_INFORMATION_CLASS kind, void *value, DWORD len)
{
    HANDLE token = NULL;
    bool have = OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token) &&
                GetTokenInformation(token, kind, value, len, &len);
    if (token)
        CloseHandle(token);
    return have;
}

bool elevate_is_elevated(void)
{
    TOKEN_ELEVATION elevation = {1};
    return !own_token(TokenElevation, &elevation, sizeof elevation) || elevation.TokenIsElevated;
}

void elevate_guard_dlls(void)
{
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
    SetDllDirectoryW(L"");
}

/* Explorer's desktop, or else its taskbar: while Explorer restarts, and in
 * some shells, only the second is there. */
static HWND shell_window(void)
{
    HWND shell = GetShellWindow();
    return shell ? shell : FindWindowW(L"Shell_TrayWnd", NULL);
}

static bool account_control_is_on(void)
{
    DWORD on = 0, len = sizeof on;
    return RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\System",
                        L"EnableLUA", RRF_RT_REG_DWORD, NULL, &on, &len) == ERROR_SUCCESS &&
           on != 0;
}

bool elevate_has_lower_self(void)
{
    TOKEN_ELEVATION_TYPE type = TokenElevationTypeFull;
    own_token(TokenElevationType, &type, sizeof type);
    return type == TokenElevationTypeFull && account_control_is_on();
}

/* Someone may have started the shell itself as administrator. Where there is
 * no User Account Control, its rights are the user's own and there are no
 * lower ones. */
static bool was_raised(HANDLE token)
{
    TOKEN_ELEVATION_TYPE type = TokenElevationTypeDefault;
    DWORD len = 0;
    if (!GetTokenInformation(token, TokenElevationType, &type, sizeof type, &len))
        return true;
    return type == TokenElevationTypeFull && account_control_is_on();
}

/* A primary token with the rights of the process that owns the desktop. */
static struct outcome shell_token_open(HANDLE *primary)
{
    struct outcome result = outcome_ok();
    HANDLE process = NULL, token = NULL, copy = NULL;
    DWORD pid = 0;
    HWND shell = shell_window();
    if (!shell || !GetWindowThreadProcessId(shell, &pid) || pid == 0) {
        result = outcome_of(WHY_viewer_shell, 0);
        goto out;
    }
    process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid);
    if (!process || !OpenProcessToken(process, TOKEN_DUPLICATE | TOKEN_QUERY, &token)) {
        result = outcome_of(WHY_viewer_shell, GetLastError());
        goto out;
    }
    if (was_raised(token)) {
        result = outcome_of(WHY_viewer_shell, ERROR_ACCESS_DENIED);
        goto out;
    }
    if (!DuplicateTokenEx(token,
                          TOKEN_QUERY | TOKEN_DUPLICATE | TOKEN_ASSIGN_PRIMARY |
                              TOKEN_ADJUST_DEFAULT | TOKEN_ADJUST_SESSIONID,
                          NULL, SecurityImpersonation, TokenPrimary, &copy)) {
        result = outcome_of(WHY_viewer_shell, GetLastError());
        goto out;
    }
    *primary = copy;
out:
    if (token)
        CloseHandle(token);
    if (process)
        CloseHandle(process);
    return result;
}

static struct outcome start(const wchar_t *exe, wchar_t *line, const wchar_t *folder)
{
    struct outcome result = outcome_ok();
    STARTUPINFOW info = {0};
    PROCESS_INFORMATION made = {0};
    HANDLE token = NULL;
    BOOL started;
    info.cb = sizeof info;
    if (elevate_is_elevated()) {
        result = shell_token_open(&token);
        if (outcome_failed(result))
            return result;
        started = CreateProcessWithTokenW(token, 0, exe, line, 0, NULL, folder, &info, &made);
    } else {
        started = CreateProcessW(exe, line, NULL, NULL, FALSE, 0, NULL, folder, &info, &made);
    }
    if (!started)
        result = outcome_of(WHY_viewer_start, GetLastError());
    if (started) {
        /* The click that led here gave the foreground to this process. */
        AllowSetForegroundWindow(made.dwProcessId);
        CloseHandle(made.hThread);
        CloseHandle(made.hProcess);
    }
    if (token)
        CloseHandle(token);
    return result;
}

struct outcome elevate_start_plain(const char *exe, const char *line)
{
    struct outcome result;
    struct wide program = WIDE_EMPTY, command = WIDE_EMPTY, folder = WIDE_EMPTY;
    wide_add_path(&program, exe);
    wide_add_utf8(&command, line);
    wchar_t *to = wide_reserve(&folder, MAX_PATH);
    UINT count = to ? GetSystemDirectoryW(to, MAX_PATH) : 0;
    if (count > 0 && count < MAX_PATH)
        wide_filled(&folder, count);
    if (program.failed || command.failed || folder.failed)
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    else if (command.count == 0)
        result = outcome_of(WHY_bad_argument, 0);
    else
        result = start(wide_str(&program), command.units, folder.count ? wide_str(&folder) : NULL);
    wide_done(&program);
    wide_done(&command);
    wide_done(&folder);
    return result;
}
