#include "win/elevate.h"

#include <stdlib.h>
#include <string.h>

#include "win/utf16.h"
#include "win/win.h"

/* winnt.h's ProcessRedirectionTrustPolicy and its EnforceRedirectionTrust, which
 * older headers lack. */
#define REDIRECTION_TRUST_POLICY 16
#define ENFORCE_REDIRECTION_TRUST 1u

/* One fact of a process's token. */
static bool token_fact(HANDLE process, TOKEN_INFORMATION_CLASS kind, void *value, DWORD len)
{
    HANDLE token = NULL;
    bool have = OpenProcessToken(process, TOKEN_QUERY, &token) && GetTokenInformation(token, kind, value, len, &len);
    if (token)
        CloseHandle(token);
    return have;
}

bool elevate_is_elevated(void)
{
    TOKEN_ELEVATION elevation = {1};
    return !token_fact(GetCurrentProcess(), TokenElevation, &elevation, sizeof elevation) || elevation.TokenIsElevated;
}

void elevate_guard_process(void)
{
    DWORD policy = ENFORCE_REDIRECTION_TRUST;
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
    SetDllDirectoryW(L"");
    if (elevate_is_elevated())
        SetProcessMitigationPolicy((PROCESS_MITIGATION_POLICY)REDIRECTION_TRUST_POLICY, &policy, sizeof policy);
}

/* Explorer's desktop, or else its taskbar: while Explorer restarts, and in
 * some shells, only the second is there. */
static HWND shell_window(void)
{
    HWND shell = GetShellWindow();
    return shell ? shell : FindWindowW(L"Shell_TrayWnd", NULL);
}

bool elevate_has_lower_self(void)
{
    TOKEN_ELEVATION_TYPE type = TokenElevationTypeFull;
    token_fact(GetCurrentProcess(), TokenElevationType, &type, sizeof type);
    return type == TokenElevationTypeFull;
}

/* Someone may have started the shell itself as administrator. Where there is
 * no User Account Control, its rights are the user's own and there are no
 * lower ones; its token is then no half of a pair. */
static bool was_raised(HANDLE token)
{
    TOKEN_ELEVATION_TYPE type = TokenElevationTypeDefault;
    DWORD len = 0;
    return !GetTokenInformation(token, TokenElevationType, &type, sizeof type, &len) || type == TokenElevationTypeFull;
}

bool elevate_own_user(union elevate_user *user)
{
    return token_fact(GetCurrentProcess(), TokenUser, user, sizeof *user);
}

static bool set_debug_right(HANDLE token, DWORD attributes)
{
    TOKEN_PRIVILEGES wanted = {1, {{{0, 0}, 0}}};
    wanted.Privileges[0].Attributes = attributes;
    return LookupPrivilegeValueW(NULL, L"SeDebugPrivilege", &wanted.Privileges[0].Luid) &&
           AdjustTokenPrivileges(token, FALSE, &wanted, 0, NULL, NULL) && GetLastError() == ERROR_SUCCESS;
}

/* Administrators may open any account's process, but have to say so. */
static HANDLE open_with_debug_right(DWORD access, DWORD pid)
{
    HANDLE token = NULL, process = NULL;
    DWORD code = ERROR_ACCESS_DENIED;
    if (OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY, &token) &&
        set_debug_right(token, SE_PRIVILEGE_ENABLED)) {
        process = OpenProcess(access, FALSE, pid);
        code = GetLastError();
        set_debug_right(token, 0);
    }
    if (token)
        CloseHandle(token);
    SetLastError(code);
    return process;
}

/* NULL: no shell (GetLastError 0), or it lets nobody in. */
static HANDLE open_shell_process(DWORD access)
{
    DWORD pid = 0;
    HWND window = shell_window();
    if (!window || !GetWindowThreadProcessId(window, &pid) || pid == 0) {
        SetLastError(0);
        return NULL;
    }
    HANDLE process = OpenProcess(access, FALSE, pid);
    return !process && GetLastError() == ERROR_ACCESS_DENIED ? open_with_debug_right(access, pid) : process;
}

bool elevate_desktop_user(union elevate_user *user)
{
    HANDLE process = open_shell_process(PROCESS_QUERY_LIMITED_INFORMATION);
    bool have = process && token_fact(process, TokenUser, user, sizeof *user);
    if (process)
        CloseHandle(process);
    return have;
}

/* The process that owns the desktop, and a primary token with its rights; NULL
 * where the token can be looked at but not be had. */
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

static HANDLE copy_token(HANDLE process)
{
    HANDLE token = NULL, copy = NULL;
    const DWORD access = TOKEN_QUERY | TOKEN_DUPLICATE | TOKEN_ASSIGN_PRIMARY | TOKEN_ADJUST_DEFAULT | TOKEN_ADJUST_SESSIONID;
    if (!OpenProcessToken(process, TOKEN_DUPLICATE | TOKEN_QUERY, &token))
        return NULL;
    if (!DuplicateTokenEx(token, access, NULL, SecurityImpersonation, TokenPrimary, &copy))
        copy = NULL;
    CloseHandle(token);
    return copy;
}

static struct outcome shell_open(struct shell *shell)
{
    struct outcome result = outcome_ok();
    struct shell fresh = {NULL, NULL};
    HANDLE token = NULL;
    /* PROCESS_CREATE_PROCESS is for where the token cannot be used. */
    fresh.process = open_shell_process(PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_CREATE_PROCESS);
    if (!fresh.process || !OpenProcessToken(fresh.process, TOKEN_QUERY, &token)) {
        result = refused(GetLastError());
        goto out;
    }
    if (was_raised(token)) {
        result = outcome_of(WHY_viewer_shell, ERROR_ACCESS_DENIED);
        goto out;
    }
    fresh.token = copy_token(fresh.process);
    *shell = fresh;
    memset(&fresh, 0, sizeof fresh);
out:
    if (token)
        CloseHandle(token);
    shell_close(&fresh);
    return result;
}

/* As a child of the shell, whose rights it then has, and this process's
 * environment; for where its token cannot be used, or the service that
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
    if (outcome_failed(result))
        return result;
    bool started = shell.token && CreateProcessWithTokenW(shell.token, 0, exe, line, 0, NULL, folder, &info, made);
    DWORD code = GetLastError();
    if (!started && start_as_child(shell.process, exe, line, folder, made))
        started = true;
    else if (!shell.token)
        code = GetLastError();
    if (!started)
        result = outcome_of(WHY_viewer_start, code);
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
