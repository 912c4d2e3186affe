#include "win/private/tool.h"

#include <stdlib.h>

#include "os/os.h"
#include "win/utf16.h"
#include "win/win.h"

#define SAID_MOST 65536u
#define STEP_MS 20u
#define END_WAIT_MS 2000u

struct tool {
    HANDLE reader, writer, nothing;
    PROCESS_INFORMATION made;
    struct text bytes;
};

static bool open_pipe(struct tool *t)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    if (!CreatePipe(&t->reader, &t->writer, &inherited, SAID_MOST))
        return false;
    SetHandleInformation(t->reader, HANDLE_FLAG_INHERIT, 0);
    t->nothing = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    return t->nothing != INVALID_HANDLE_VALUE;
}

static BOOL start_with(struct tool *t, STARTUPINFOEXW *info, const wchar_t *exe, wchar_t *line, const wchar_t *folder)
{
    HANDLE handles[] = {t->writer, t->nothing};
    BOOL started = FALSE;
    if (UpdateProcThreadAttribute(info->lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles, sizeof handles, NULL, NULL))
        started = CreateProcessW(exe, line, NULL, NULL, TRUE, EXTENDED_STARTUPINFO_PRESENT | CREATE_NO_WINDOW, NULL, folder,
                                 &info->StartupInfo, &t->made);
    return started;
}

static struct outcome start(struct tool *t, const wchar_t *exe, wchar_t *line, const wchar_t *folder)
{
    STARTUPINFOEXW info = {0};
    SIZE_T len = 0;
    BOOL started = FALSE;
    if (!open_pipe(t))
        return outcome_of(WHY_autostart_tool, GetLastError());
    InitializeProcThreadAttributeList(NULL, 1, 0, &len);
    info.StartupInfo.cb = sizeof info;
    info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    info.StartupInfo.hStdInput = t->nothing;
    info.StartupInfo.hStdOutput = info.StartupInfo.hStdError = t->writer;
    info.lpAttributeList = len ? malloc(len) : NULL;
    if (!info.lpAttributeList || !InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &len)) {
        free(info.lpAttributeList);
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    }
    started = start_with(t, &info, exe, line, folder);
    struct outcome result = started ? outcome_ok() : outcome_of(WHY_autostart_tool, GetLastError());
    DeleteProcThreadAttributeList(info.lpAttributeList);
    free(info.lpAttributeList);
    CloseHandle(t->writer); /* else its end is not seen */
    t->writer = NULL;
    return result;
}

/* What is there now, without waiting for more. */
static void read_some(struct tool *t)
{
    char room[4096];
    DWORD there = 0, got = 0;
    while (PeekNamedPipe(t->reader, NULL, 0, NULL, &there, NULL) && there &&
           ReadFile(t->reader, room, there < sizeof room ? there : sizeof room, &got, NULL) && got) {
        if (t->bytes.len + got <= SAID_MOST)
            text_add_bytes(&t->bytes, room, got);
    }
}

static struct outcome wait_for_end(struct tool *t, uint32_t ms, const volatile bool *stop, uint32_t *code)
{
    int64_t end_ns = os_ticks_ns() + (int64_t)ms * 1000000;
    DWORD left = WAIT_TIMEOUT, exit_code = 0;
    while (left == WAIT_TIMEOUT && os_ticks_ns() < end_ns && !(stop && *stop)) {
        read_some(t);
        left = WaitForSingleObject(t->made.hProcess, STEP_MS);
    }
    if (left != WAIT_OBJECT_0) {
        TerminateProcess(t->made.hProcess, 1);
        WaitForSingleObject(t->made.hProcess, END_WAIT_MS);
        return outcome_of(WHY_autostart_hung, 0);
    }
    read_some(t);
    if (!GetExitCodeProcess(t->made.hProcess, &exit_code))
        return outcome_of(WHY_autostart_tool, GetLastError());
    *code = exit_code;
    return outcome_ok();
}

/* UTF-16 with or without its mark, or the console's code page. */
static void add_words(const struct text *bytes, struct text *said)
{
    const char *str = text_str(bytes);
    struct wide wide = WIDE_EMPTY;
    bool is_wide = bytes->len >= 2 && (((unsigned char)str[0] == 0xFF && (unsigned char)str[1] == 0xFE) || str[1] == 0);
    int count = is_wide || !bytes->len ? 0 : MultiByteToWideChar(CP_OEMCP, 0, str, (int)bytes->len, NULL, 0);
    wchar_t *to = wide_reserve(&wide, is_wide ? bytes->len / 2 : (size_t)count);
    if (to && is_wide) {
        memcpy(to, str, bytes->len / 2 * 2);
        wide_filled(&wide, bytes->len / 2);
    } else if (to && count > 0) {
        MultiByteToWideChar(CP_OEMCP, 0, str, (int)bytes->len, to, count);
        wide_filled(&wide, (size_t)count);
    }
    const wchar_t *units = wide_str(&wide);
    text_add_wide(said, *units == 0xFEFF ? units + 1 : units);
    wide_done(&wide);
}

static void close_handle(HANDLE handle)
{
    if (handle && handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
}

static void tool_done(struct tool *t)
{
    close_handle(t->reader);
    close_handle(t->writer);
    close_handle(t->nothing);
    close_handle(t->made.hProcess);
    close_handle(t->made.hThread);
    text_done(&t->bytes);
}

struct outcome tool_run(const char *name, const char *arguments, uint32_t ms, const volatile bool *stop, uint32_t *code,
                        struct text *said)
{
    struct tool t = {0};
    struct wide folder = WIDE_EMPTY, exe = WIDE_EMPTY, line = WIDE_EMPTY;
    struct outcome result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    wchar_t *to = wide_reserve(&folder, MAX_PATH);
    UINT count = to ? GetSystemDirectoryW(to, MAX_PATH) : 0;
    if (to && (count == 0 || count >= MAX_PATH)) {
        result = outcome_of(WHY_autostart_tool, GetLastError());
        goto out;
    }
    wide_filled(&folder, count);
    wide_add(&exe, wide_str(&folder));
    wide_add(&exe, L"\\");
    wide_add_utf8(&exe, name);
    wide_add(&line, L"\"");
    wide_add(&line, wide_str(&exe));
    wide_add(&line, L"\" ");
    wide_add_utf8(&line, arguments);
    if (!to || exe.failed || line.failed)
        goto out;
    result = start(&t, wide_str(&exe), line.units, wide_str(&folder));
    if (!outcome_failed(result))
        result = wait_for_end(&t, ms, stop, code);
    add_words(&t.bytes, said);
out:
    tool_done(&t);
    wide_done(&folder);
    wide_done(&exe);
    wide_done(&line);
    return result;
}
