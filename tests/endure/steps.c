/* A layer between the recorder's objects and the system, bound at link time,
 * for runs that end in the middle and for runs that last a day.
 *
 * Every call that leaves something behind (files, ETW) is two steps, "before"
 * and "after". A step's name is "before MoveFileExW snap.etl.part #1": phase,
 * call, what it is about, and how often that was so before in this process.
 *   HITCHBOX_STEPS=file   the names of all steps are added to that file
 *   HITCHBOX_KILL=name    at that step the process is terminated
 *
 * What the window is not told of by its own program is answered here: one
 * message (GAUGE) asks what the process holds, or turns the clock that it sees.
 * Wine 8 gives 0 for GetProcessHandleCount and GetGuiResources, so handles come
 * from the list of processes, and USER and GDI objects are counted one by one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "win/utf16.h"
#include "win/win.h"

#include <winternl.h>

#define STEPS_MOST 512
#define NAME_MOST 160
#define FILES_MOST 32
#define SESSIONS_MOST 16
#define TICKS_PER_S 10000000

#define GAUGE (WM_APP + 0x177)
enum gauge { GAUGE_HANDLES, GAUGE_GDI, GAUGE_USER, GAUGE_TURN_CLOCK };

struct known_step {
    char name[NAME_MOST];
    unsigned count;
};

struct known_handle {
    uint64_t handle;
    char name[64];
};

static struct known_step steps[STEPS_MOST];
static struct known_handle files[FILES_MOST];
static struct known_handle sessions[SESSIONS_MOST];
static SRWLOCK turn = SRWLOCK_INIT;

typedef void any_function(void);

static any_function *real(const char *name)
{
    any_function *found = (any_function *)GetProcAddress(GetModuleHandleA("kernel32"), name);
    if (!found)
        ExitProcess(4);
    return found;
}

#define REAL(type, name, parameters)           \
    static type(WINAPI *to) parameters;        \
    if (!to)                                   \
        to = (type(WINAPI *) parameters)real(#name)

/* ---- steps ---- */

/* One at a time: under Wine two threads that append may write over each other. */
static void write_down(const char *path, const char *name)
{
    static SRWLOCK one = SRWLOCK_INIT;
    char line[NAME_MOST + 32];
    DWORD written, len = (DWORD)snprintf(line, sizeof line, "%s\n", name);
    REAL(BOOL, WriteFile, (HANDLE, LPCVOID, DWORD, LPDWORD, LPOVERLAPPED));
    AcquireSRWLockExclusive(&one);
    HANDLE file = CreateFileA(path, FILE_APPEND_DATA | SYNCHRONIZE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, 0, NULL);
    if (file != INVALID_HANDLE_VALUE) {
        to(file, line, len, &written, NULL);
        CloseHandle(file);
    }
    ReleaseSRWLockExclusive(&one);
}

static unsigned count_step(const char *name)
{
    unsigned count = 0;
    AcquireSRWLockExclusive(&turn);
    for (int i = 0; i < STEPS_MOST && !count; i++)
        if (!steps[i].count || strcmp(steps[i].name, name) == 0) {
            snprintf(steps[i].name, NAME_MOST, "%s", name);
            count = ++steps[i].count;
        }
    ReleaseSRWLockExclusive(&turn);
    return count;
}

static void step(const char *phase, const char *call, const char *about)
{
    char name[NAME_MOST], full[NAME_MOST + 16], value[MAX_PATH];
    DWORD code = GetLastError();
    snprintf(name, sizeof name, "%s %s %s", phase, call, about);
    snprintf(full, sizeof full, "%s #%u", name, count_step(name));
    if (GetEnvironmentVariableA("HITCHBOX_STEPS", value, sizeof value))
        write_down(value, full);
    if (GetEnvironmentVariableA("HITCHBOX_KILL", value, sizeof value) && strcmp(value, full) == 0)
        TerminateProcess(GetCurrentProcess(), 9);
    SetLastError(code);
}

/* ---- what calls are about ---- */

/* The last part of a path. Numbers that differ from run to run become #; the
 * second of its kind ("snap-2.etl") is as good as the first. */
static void name_of(const wchar_t *path, char *name, size_t size)
{
    struct text all = TEXT_EMPTY;
    text_add_wide(&all, path);
    const char *at = text_str(&all), *slash = strrchr(at, '\\');
    size_t len = 0;
    at = slash ? slash + 1 : at;
    while (*at && len + 1 < size) {
        size_t digits = strspn(at, "0123456789");
        size_t ordinal = *at == '-' ? strspn(at + 1, "0123456789") : 0;
        if (ordinal && at[ordinal + 1] == '.') {
            at += ordinal + 1;
            continue;
        }
        name[len++] = digits >= 4 ? '#' : *at;
        at += digits >= 4 ? digits : 1;
    }
    name[len] = '\0';
    text_done(&all);
}

static void remember(struct known_handle *table, int most, uint64_t handle, const char *name)
{
    AcquireSRWLockExclusive(&turn);
    int place = 0;
    for (int i = most - 1; i >= 0; i--)
        if (!table[i].handle)
            place = i;
    for (int i = 0; i < most; i++)
        if (table[i].handle == handle)
            place = i;
    table[place].handle = handle;
    snprintf(table[place].name, sizeof table[place].name, "%s", name);
    ReleaseSRWLockExclusive(&turn);
}

static bool recall(struct known_handle *table, int most, uint64_t handle, char *name, size_t size)
{
    bool known = false;
    AcquireSRWLockShared(&turn);
    for (int i = 0; i < most && !known; i++)
        if (handle && table[i].handle == handle) {
            known = true;
            snprintf(name, size, "%s", table[i].name);
        }
    ReleaseSRWLockShared(&turn);
    return known;
}

static void session_name_of(uint64_t handle, const wchar_t *name, char *out, size_t size)
{
    if (name)
        name_of(name, out, size);
    else if (!recall(sessions, SESSIONS_MOST, handle, out, size))
        snprintf(out, size, "a session");
}

/* ---- files: the product's objects call through these pointers ---- */

#define POINTER(type, name, parameters)         \
    extern type(WINAPI *const __imp_##name) parameters; \
    type(WINAPI *const __imp_##name) parameters = step_##name;

static HANDLE WINAPI step_CreateFileW(LPCWSTR path, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES rights, DWORD how,
                                      DWORD flags, HANDLE like)
{
    char name[64];
    REAL(HANDLE, CreateFileW, (LPCWSTR, DWORD, DWORD, LPSECURITY_ATTRIBUTES, DWORD, DWORD, HANDLE));
    if (!(access & (GENERIC_WRITE | FILE_APPEND_DATA | DELETE)))
        return to(path, access, share, rights, how, flags, like);
    name_of(path, name, sizeof name);
    step("before", "CreateFileW", name);
    HANDLE file = to(path, access, share, rights, how, flags, like);
    if (file != INVALID_HANDLE_VALUE)
        remember(files, FILES_MOST, (uint64_t)(ULONG_PTR)file, name);
    step("after", "CreateFileW", name);
    return file;
}
POINTER(HANDLE, CreateFileW, (LPCWSTR, DWORD, DWORD, LPSECURITY_ATTRIBUTES, DWORD, DWORD, HANDLE))

static BOOL WINAPI step_WriteFile(HANDLE file, LPCVOID bytes, DWORD len, LPDWORD written, LPOVERLAPPED where)
{
    char name[64];
    REAL(BOOL, WriteFile, (HANDLE, LPCVOID, DWORD, LPDWORD, LPOVERLAPPED));
    if (!recall(files, FILES_MOST, (uint64_t)(ULONG_PTR)file, name, sizeof name))
        return to(file, bytes, len, written, where);
    step("before", "WriteFile", name);
    BOOL done = to(file, bytes, len, written, where);
    step("after", "WriteFile", name);
    return done;
}
POINTER(BOOL, WriteFile, (HANDLE, LPCVOID, DWORD, LPDWORD, LPOVERLAPPED))

static BOOL WINAPI step_SetFileInformationByHandle(HANDLE file, FILE_INFO_BY_HANDLE_CLASS what, LPVOID bytes, DWORD len)
{
    char name[64], about[96];
    REAL(BOOL, SetFileInformationByHandle, (HANDLE, FILE_INFO_BY_HANDLE_CLASS, LPVOID, DWORD));
    if (!recall(files, FILES_MOST, (uint64_t)(ULONG_PTR)file, name, sizeof name))
        snprintf(name, sizeof name, "a file");
    snprintf(about, sizeof about, "%s class %d", name, (int)what);
    step("before", "SetFileInformationByHandle", about);
    BOOL done = to(file, what, bytes, len);
    step("after", "SetFileInformationByHandle", about);
    return done;
}
POINTER(BOOL, SetFileInformationByHandle, (HANDLE, FILE_INFO_BY_HANDLE_CLASS, LPVOID, DWORD))

static BOOL WINAPI step_MoveFileExW(LPCWSTR from, LPCWSTR path, DWORD flags)
{
    char name[64];
    REAL(BOOL, MoveFileExW, (LPCWSTR, LPCWSTR, DWORD));
    name_of(from, name, sizeof name);
    step("before", "MoveFileExW", name);
    BOOL done = to(from, path, flags);
    step("after", "MoveFileExW", name);
    return done;
}
POINTER(BOOL, MoveFileExW, (LPCWSTR, LPCWSTR, DWORD))

#define ON_PATH(call)                               \
    static BOOL WINAPI step_##call(LPCWSTR path)    \
    {                                               \
        char name[64];                              \
        REAL(BOOL, call, (LPCWSTR));                \
        name_of(path, name, sizeof name);           \
        step("before", #call, name);                \
        BOOL done = to(path);                       \
        step("after", #call, name);                 \
        return done;                                \
    }                                               \
    POINTER(BOOL, call, (LPCWSTR))
ON_PATH(DeleteFileW)
ON_PATH(RemoveDirectoryW)

static BOOL WINAPI step_CreateDirectoryW(LPCWSTR path, LPSECURITY_ATTRIBUTES rights)
{
    char name[64];
    REAL(BOOL, CreateDirectoryW, (LPCWSTR, LPSECURITY_ATTRIBUTES));
    name_of(path, name, sizeof name);
    step("before", "CreateDirectoryW", name);
    BOOL done = to(path, rights);
    step("after", "CreateDirectoryW", name);
    return done;
}
POINTER(BOOL, CreateDirectoryW, (LPCWSTR, LPSECURITY_ATTRIBUTES))

/* ---- the clock ---- */

static volatile LONG64 turned_s; /* how far ahead of the true time; behind, if below 0 */

static void WINAPI step_GetSystemTimePreciseAsFileTime(LPFILETIME time)
{
    REAL(void, GetSystemTimePreciseAsFileTime, (LPFILETIME));
    to(time);
    int64_t now = (int64_t)((uint64_t)time->dwHighDateTime << 32 | time->dwLowDateTime) + turned_s * TICKS_PER_S;
    time->dwLowDateTime = (DWORD)(uint64_t)now;
    time->dwHighDateTime = (DWORD)((uint64_t)now >> 32);
}
POINTER(void, GetSystemTimePreciseAsFileTime, (LPFILETIME))

/* ---- what the process holds ---- */

static LRESULT count_handles(void)
{
    typedef LONG WINAPI query_fn(ULONG what, void *bytes, ULONG len, ULONG *got);
    FARPROC found = GetProcAddress(GetModuleHandleA("ntdll"), "NtQuerySystemInformation");
    ULONG len = 1024 * 1024, got;
    char *bytes = malloc(len);
    LRESULT count = -1;
    query_fn *query;
    memcpy(&query, &found, sizeof query);
    if (!bytes || query(SystemProcessInformation, bytes, len, &got) != 0)
        goto out;
    for (char *at = bytes;;) {
        const SYSTEM_PROCESS_INFORMATION *p = (const SYSTEM_PROCESS_INFORMATION *)at;
        if ((DWORD)(ULONG_PTR)p->UniqueProcessId == GetCurrentProcessId())
            count = (LRESULT)p->HandleCount;
        if (!p->NextEntryOffset)
            break;
        at += p->NextEntryOffset;
    }
out:
    free(bytes);
    return count;
}

/* Handles without their upper half are found as well; they are even, and given
 * out from the lowest on by all programs together. */
#define USER_GAP 1000
static LRESULT count_user(void)
{
    LRESULT count = 0;
    ULONG_PTR known = 0x20;
    for (ULONG_PTR low = known; low < 0xFFF0 && low < known + USER_GAP; low += 2) {
        ICONINFO icon;
        DWORD pid = 0;
        if (IsMenu((HMENU)low)) {
            known = low;
            count++;
        } else if (IsWindow((HWND)low)) {
            GetWindowThreadProcessId((HWND)low, &pid);
            known = low;
            count += pid == GetCurrentProcessId();
        } else if (GetIconInfo((HICON)low, &icon)) {
            known = low;
            count++;
            DeleteObject(icon.hbmColor);
            DeleteObject(icon.hbmMask);
        }
    }
    return count;
}

/* The table of a process's GDI objects, whose address its PEB holds. */
#define PEB_GDI_TABLE 0xF8
#define GDI_ENTRIES 0x4000
#define GDI_ENTRY_BYTES 24
#define GDI_ENTRY_TYPE 14
static LRESULT count_gdi(void)
{
    typedef LONG WINAPI query_fn(HANDLE process, ULONG what, void *bytes, ULONG len, ULONG *got);
    FARPROC found = GetProcAddress(GetModuleHandleA("ntdll"), "NtQueryInformationProcess");
    PROCESS_BASIC_INFORMATION basic = {0};
    const unsigned char *table;
    LRESULT count = 0;
    query_fn *query;
    memcpy(&query, &found, sizeof query);
    if (query(GetCurrentProcess(), ProcessBasicInformation, &basic, sizeof basic, NULL) != 0)
        return -1;
    memcpy(&table, (const char *)basic.PebBaseAddress + PEB_GDI_TABLE, sizeof table);
    for (int i = 0; table && i < GDI_ENTRIES; i++)
        count += table[i * GDI_ENTRY_BYTES + GDI_ENTRY_TYPE] != 0;
    return count;
}

static LRESULT WINAPI step_DefWindowProcW(HWND window, UINT message, WPARAM w, LPARAM l)
{
    static LRESULT(WINAPI *to)(HWND, UINT, WPARAM, LPARAM);
    if (message == GAUGE && w == GAUGE_HANDLES)
        return count_handles();
    if (message == GAUGE && w == GAUGE_GDI)
        return count_gdi();
    if (message == GAUGE && w == GAUGE_USER)
        return count_user();
    if (message == GAUGE && w == GAUGE_TURN_CLOCK) {
        turned_s = l;
        return 0;
    }
    if (!to) {
        FARPROC found = GetProcAddress(GetModuleHandleA("user32"), "DefWindowProcW");
        memcpy(&to, &found, sizeof to);
    }
    return to(window, message, w, l);
}
POINTER(LRESULT, DefWindowProcW, (HWND, UINT, WPARAM, LPARAM))

/* ---- ETW: wrapped by the linker (-Wl,--wrap) ---- */

ULONG WMIAPI __real_StartTraceW(PTRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p);
ULONG WMIAPI __wrap_StartTraceW(PTRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p);
ULONG WMIAPI __real_ControlTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p, ULONG control);
ULONG WMIAPI __wrap_ControlTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p, ULONG control);
ULONG WMIAPI __real_EnableTraceEx2(TRACEHANDLE handle, LPCGUID provider, ULONG control, UCHAR level, ULONGLONG any,
                                   ULONGLONG all, ULONG timeout_ms, PENABLE_TRACE_PARAMETERS p);
ULONG WMIAPI __wrap_EnableTraceEx2(TRACEHANDLE handle, LPCGUID provider, ULONG control, UCHAR level, ULONGLONG any,
                                   ULONGLONG all, ULONG timeout_ms, PENABLE_TRACE_PARAMETERS p);

ULONG WMIAPI __wrap_StartTraceW(PTRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p)
{
    char about[64];
    name_of(name, about, sizeof about);
    step("before", "StartTraceW", about);
    ULONG code = __real_StartTraceW(handle, name, p);
    if (code == ERROR_SUCCESS && handle)
        remember(sessions, SESSIONS_MOST, *handle, about);
    step("after", "StartTraceW", about);
    return code;
}

ULONG WMIAPI __wrap_ControlTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p, ULONG control)
{
    static const char *const calls[] = {"QUERY", "STOP", "UPDATE", "FLUSH"};
    const char *call = control < 4 ? calls[control] : "other control";
    char about[64];
    session_name_of(handle, name, about, sizeof about);
    step("before", call, about);
    ULONG code = __real_ControlTraceW(handle, name, p, control);
    if (code == ERROR_SUCCESS && name && control == EVENT_TRACE_CONTROL_QUERY)
        remember(sessions, SESSIONS_MOST, p->Wnode.HistoricalContext, about);
    step("after", call, about);
    return code;
}

ULONG WMIAPI __wrap_EnableTraceEx2(TRACEHANDLE handle, LPCGUID provider, ULONG control, UCHAR level, ULONGLONG any,
                                   ULONGLONG all, ULONG timeout_ms, PENABLE_TRACE_PARAMETERS p)
{
    const char *call = control == EVENT_CONTROL_CODE_CAPTURE_STATE ? "CAPTURE_STATE" : "ENABLE";
    char about[64];
    session_name_of(handle, NULL, about, sizeof about);
    step("before", call, about);
    ULONG code = __real_EnableTraceEx2(handle, provider, control, level, any, all, timeout_ms, p);
    step("after", call, about);
    return code;
}
