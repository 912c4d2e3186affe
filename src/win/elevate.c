#include "win/elevate.h"

#include <stdlib.h>
#include <string.h>

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

/* The process that owns the desktop, and a primary token with its rights. */
struct shell {
    HANDLE process;
    HANDLE token;
};

static void shell_close(struct shell *shell)
{
    if (shell->token)
        CloseHandle(shell->token);
    if (shell->process)
        CloseHandle(shell->process);
    memset(shell, 0, sizeof *shell);
}

/* The desktop of another account, whose password did not raise this process,
 * lets nobody look into its shell. */
static struct outcome refused(DWORD code)
{
    return outcome_of(code == ERROR_ACCESS_DENIED ? WHY_viewer_account : WHY_viewer_shell, code);
}

static struct outcome shell_open(struct shell *shell)
{
    struct outcome result = outcome_ok();
    struct shell fresh = {NULL, NULL};
    HANDLE token = NULL;
    DWORD pid = 0;
    HWND window = shell_window();
    if (!window || !GetWindowThreadProcessId(window, &pid) || pid == 0)
        return outcome_of(WHY_viewer_shell, 0);
    /* PROCESS_CREATE_PROCESS is for where the token cannot be used. */
    fresh.process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_CREATE_PROCESS, FALSE, pid);
    if (!fresh.process || !OpenProcessToken(fresh.process, TOKEN_DUPLICATE | TOKEN_QUERY, &token)) {
        result = refused(GetLastError());
        goto out;
    }
    if (was_raised(token)) {
        result = outcome_of(WHY_viewer_shell, ERROR_ACCESS_DENIED);
        goto out;
    }
    if (!DuplicateTokenEx(token,
                          TOKEN_QUERY | TOKEN_DUPLICATE | TOKEN_ASSIGN_PRIMARY |
                              TOKEN_ADJUST_DEFAULT | TOKEN_ADJUST_SESSIONID,
                          NULL, SecurityImpersonation, TokenPrimary, &fresh.token)) {
        result = refused(GetLastError());
        goto out;
    }
    *shell = fresh;
    memset(&fresh, 0, sizeof fresh);
out:
    if (token)
        CloseHandle(token);
    shell_close(&fresh);
    return result;
}

/* As a child of the shell, whose rights it then has; for where the service that
 * CreateProcessWithTokenW asks (Secondary Logon) is switched off. */
static BOOL start_as_child(HANDLE parent, const wchar_t *exe, wchar_t *line, const wchar_t *folder, PROCESS_INFORMATION *made)
{
    STARTUPINFOEXW info = {0};
    SIZE_T len = 0;
    BOOL started = FALSE;
    DWORD code = ERROR_NOT_ENOUGH_MEMORY;
    InitializeProcThreadAttributeList(NULL, 1, 0, &len);
    info.StartupInfo.cb = sizeof info;
    info.lpAttributeList = len ? malloc(len) : NULL;
    if (info.lpAttributeList && InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &len)) {
        if (UpdateProcThreadAttribute(info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_PARENT_PROCESS, &parent, sizeof parent,
                                      NULL, NULL))
            started = CreateProcessW(exe, line, NULL, NULL, FALSE, EXTENDED_STARTUPINFO_PRESENT, NULL, folder,
                                     &info.StartupInfo, made);
        code = GetLastError();
        DeleteProcThreadAttributeList(info.lpAttributeList);
    }
    free(info.lpAttributeList);
    SetLastError(code);
    return started;
}

static struct outcome start_as_shell(const wchar_t *exe, wchar_t *line, const wchar_t *folder, PROCESS_INFORMATION *made)
{
    STARTUPINFOW info = {0};
    struct shell shell = {NULL, NULL};
    struct outcome result = shell_open(&shell);
    info.cb = sizeof info;
    if (!outcome_failed(result) && !CreateProcessWithTokenW(shell.token, 0, exe, line, 0, NULL, folder, &info, made)) {
        result = outcome_of(WHY_viewer_start, GetLastError());
        if (result.os == ERROR_SERVICE_DISABLED && start_as_child(shell.process, exe, line, folder, made))
            result = outcome_ok();
    }
    shell_close(&shell);
    return result;
}

static struct outcome start_as_self(const wchar_t *exe, wchar_t *line, const wchar_t *folder, PROCESS_INFORMATION *made)
{
    STARTUPINFOW info = {0};
    info.cb = sizeof info;
    return CreateProcessW(exe, line, NULL, NULL, FALSE, 0, NULL, folder, &info, made)
               ? outcome_ok()
               : outcome_of(WHY_viewer_start, GetLastError());
}

static struct outcome start(const wchar_t *exe, wchar_t *line, const wchar_t *folder)
{
    PROCESS_INFORMATION made = {0};
    struct outcome result = elevate_is_elevated() ? start_as_shell(exe, line, folder, &made)
                                                  : start_as_self(exe, line, folder, &made);
    if (outcome_failed(result))
        return result;
    /* The click that led here gave the foreground to this process. */
    AllowSetForegroundWindow(made.dwProcessId);
    CloseHandle(made.hThread);
    CloseHandle(made.hProcess);
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
