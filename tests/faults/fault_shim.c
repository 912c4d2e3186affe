#include "tests/faults/fault.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_client.h"
#include "win/utf16.h"
#include "win/win.h"

#define LOST FAULT_LOST
#define DONE FAULT_DONE
#define COUNT_OF(...) (sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
const struct fault_kind fault_kinds[CALL_count] = {
#define FAULT(symbol, name, action, ...) {name, action, {__VA_ARGS__}, COUNT_OF(__VA_ARGS__)},
#include "tests/faults/fault_calls.h"
#undef FAULT
};
#undef LOST
#undef DONE

struct armed {
    bool used, on;
    enum fault_call call;
    uint32_t nth, code;
    volatile LONG seen, hits;
};

static struct armed armed[2];
static volatile LONG counts[CALL_count];
static volatile LONG boxes;
static struct text box_text;
static DWORD inside_slot = TLS_OUT_OF_INDEXES;

static bool inside_simulation(void)
{
    return inside_slot != TLS_OUT_OF_INDEXES && TlsGetValue(inside_slot) != NULL;
}

static void enter_simulation(void)
{
    if (inside_slot == TLS_OUT_OF_INDEXES)
        inside_slot = TlsAlloc();
    TlsSetValue(inside_slot, (void *)1);
}

static void leave_simulation(void)
{
    TlsSetValue(inside_slot, NULL);
}

void fault_arm(unsigned slot, enum fault_call call, uint32_t nth, bool on, uint32_t code)
{
    struct armed *a = &armed[slot];
    memset(a, 0, sizeof *a);
    a->call = call;
    a->nth = nth;
    a->on = on;
    a->code = code;
    a->used = true;
}

void fault_disarm(void)
{
    armed[0].used = false;
    armed[1].used = false;
}

uint32_t fault_hits(unsigned slot)
{
    return (uint32_t)armed[slot].hits;
}

void fault_count_reset(void)
{
    memset((void *)counts, 0, sizeof counts);
}

uint32_t fault_count(enum fault_call call)
{
    return (uint32_t)counts[call];
}

uint32_t fault_boxes(const char **text)
{
    *text = text_str(&box_text);
    return (uint32_t)InterlockedExchange(&boxes, 0);
}

/* Is this call to fail? The code goes to *code and to GetLastError. */
static bool fails(enum fault_call call, DWORD *code)
{
    if (inside_simulation())
        return false;
    InterlockedIncrement(&counts[call]);
    for (int i = 0; i < 2; i++) {
        struct armed *a = &armed[i];
        if (!a->used || a->call != call)
            continue;
        uint32_t n = (uint32_t)InterlockedIncrement(&a->seen);
        if (n < a->nth || (n > a->nth && !a->on))
            continue;
        InterlockedIncrement(&a->hits);
        *code = a->code;
        SetLastError(a->code);
        return true;
    }
    return false;
}

typedef void any_function(void);

static any_function *real(const char *module, const char *name)
{
    any_function *found = (any_function *)GetProcAddress(LoadLibraryA(module), name);
    if (!found)
        ExitProcess(4);
    return found;
}

/* One replacement: the pointer that the product's objects call through, and the
 * function behind it. The real one is asked for at the first call. */
#define REPLACE(module, type, failure, call, name, parameters, ...)             \
    static type WINAPI fault_##name parameters                                  \
    {                                                                           \
        static type(WINAPI *to) parameters;                                     \
        DWORD code;                                                             \
        if (!to)                                                                \
            to = (type(WINAPI *) parameters)real(module, #name);                \
        if (fails(CALL_##call, &code))                                          \
            return failure;                                                     \
        return to(__VA_ARGS__);                                                 \
    }                                                                           \
    extern type(WINAPI *const __imp_##name) parameters;                         \
    type(WINAPI *const __imp_##name) parameters = fault_##name;

#define K "kernel32"
#define U "user32"
REPLACE(K, HANDLE, INVALID_HANDLE_VALUE, CREATE_FILE, CreateFileW,
        (LPCWSTR a, DWORD b, DWORD c, LPSECURITY_ATTRIBUTES d, DWORD e, DWORD f, HANDLE g), a, b, c, d, e, f, g)
REPLACE(K, BOOL, FALSE, WRITE_FILE, WriteFile, (HANDLE a, LPCVOID b, DWORD c, LPDWORD d, LPOVERLAPPED e), a, b, c, d, e)
REPLACE(K, BOOL, FALSE, MOVE_FILE, MoveFileExW, (LPCWSTR a, LPCWSTR b, DWORD c), a, b, c)
REPLACE(K, BOOL, FALSE, MAKE_FOLDER, CreateDirectoryW, (LPCWSTR a, LPSECURITY_ATTRIBUTES b), a, b)
REPLACE(K, BOOL, FALSE, ATTRIBUTES_EX, GetFileAttributesExW, (LPCWSTR a, GET_FILEEX_INFO_LEVELS b, LPVOID c), a, b, c)
REPLACE(K, DWORD, INVALID_FILE_ATTRIBUTES, ATTRIBUTES, GetFileAttributesW, (LPCWSTR a), a)
REPLACE(K, BOOL, FALSE, FILE_SIZE, GetFileSizeEx, (HANDLE a, PLARGE_INTEGER b), a, b)
REPLACE(K, BOOL, FALSE, FILE_INFORMATION, GetFileInformationByHandle, (HANDLE a, LPBY_HANDLE_FILE_INFORMATION b), a, b)
REPLACE(K, HANDLE, NULL, MAPPING, CreateFileMappingW,
        (HANDLE a, LPSECURITY_ATTRIBUTES b, DWORD c, DWORD d, DWORD e, LPCWSTR f), a, b, c, d, e, f)
REPLACE(K, LPVOID, NULL, MAP_VIEW, MapViewOfFile, (HANDLE a, DWORD b, DWORD c, DWORD d, SIZE_T e), a, b, c, d, e)
REPLACE(K, HANDLE, INVALID_HANDLE_VALUE, FIND_FIRST, FindFirstFileW, (LPCWSTR a, LPWIN32_FIND_DATAW b), a, b)
REPLACE(K, BOOL, FALSE, DELETE_FILE, DeleteFileW, (LPCWSTR a), a)
REPLACE(K, HANDLE, NULL, THREAD, CreateThread,
        (LPSECURITY_ATTRIBUTES a, SIZE_T b, LPTHREAD_START_ROUTINE c, LPVOID d, DWORD e, LPDWORD f), a, b, c, d, e, f)
REPLACE(K, HANDLE, NULL, EVENT, CreateEventW, (LPSECURITY_ATTRIBUTES a, BOOL b, BOOL c, LPCWSTR d), a, b, c, d)
REPLACE(K, BOOL, FALSE, PROCESS, CreateProcessW,
        (LPCWSTR a, LPWSTR b, LPSECURITY_ATTRIBUTES c, LPSECURITY_ATTRIBUTES d, BOOL e, DWORD f, LPVOID g, LPCWSTR h,
         LPSTARTUPINFOW i, LPPROCESS_INFORMATION j),
        a, b, c, d, e, f, g, h, i, j)
REPLACE("advapi32", BOOL, FALSE, PROCESS_TOKEN, CreateProcessWithTokenW,
        (HANDLE a, DWORD b, LPCWSTR c, LPWSTR d, DWORD e, LPVOID f, LPCWSTR g, LPSTARTUPINFOW h, LPPROCESS_INFORMATION i),
        a, b, c, d, e, f, g, h, i)
REPLACE(U, BOOL, FALSE, HOTKEY, RegisterHotKey, (HWND a, int b, UINT c, UINT d), a, b, c, d)
REPLACE(U, BOOL, FALSE, POST_THREAD, PostThreadMessageW, (DWORD a, UINT b, WPARAM c, LPARAM d), a, b, c, d)
REPLACE(U, BOOL, FALSE, POST, PostMessageW, (HWND a, UINT b, WPARAM c, LPARAM d), a, b, c, d)
REPLACE(U, HWND, NULL, WINDOW, CreateWindowExW,
        (DWORD a, LPCWSTR b, LPCWSTR c, DWORD d, int e, int f, int g, int h, HWND i, HMENU j, HINSTANCE k, LPVOID l),
        a, b, c, d, e, f, g, h, i, j, k, l)
REPLACE(U, ATOM, 0, CLASS, RegisterClassExW, (const WNDCLASSEXW *a), a)

/* Code 0: the disk has no room at all. */
static BOOL WINAPI fault_free_space(LPCWSTR a, PULARGE_INTEGER b, PULARGE_INTEGER c, PULARGE_INTEGER d)
{
    static BOOL(WINAPI *to)(LPCWSTR, PULARGE_INTEGER, PULARGE_INTEGER, PULARGE_INTEGER);
    DWORD code;
    if (!to)
        to = (BOOL(WINAPI *)(LPCWSTR, PULARGE_INTEGER, PULARGE_INTEGER, PULARGE_INTEGER))real(K, "GetDiskFreeSpaceExW");
    if (!fails(CALL_FREE_SPACE, &code))
        return to(a, b, c, d);
    if (code == 0)
        b->QuadPart = 0;
    return code == 0;
}
extern BOOL(WINAPI *const __imp_GetDiskFreeSpaceExW)(LPCWSTR, PULARGE_INTEGER, PULARGE_INTEGER, PULARGE_INTEGER);
BOOL(WINAPI *const __imp_GetDiskFreeSpaceExW)(LPCWSTR, PULARGE_INTEGER, PULARGE_INTEGER, PULARGE_INTEGER) = fault_free_space;

static int WINAPI fault_box(HWND window, LPCWSTR text, LPCWSTR title, UINT type)
{
    (void)window;
    (void)title;
    (void)type;
    text_clear(&box_text);
    text_add_wide(&box_text, text);
    InterlockedIncrement(&boxes);
    return IDOK;
}
extern int(WINAPI *const __imp_MessageBoxW)(HWND, LPCWSTR, LPCWSTR, UINT);
int(WINAPI *const __imp_MessageBoxW)(HWND, LPCWSTR, LPCWSTR, UINT) = fault_box;

/* ---- what the linker wraps (-Wl,--wrap): ETW and the shell ---- */

ULONG WMIAPI __real_StartTraceW(PTRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p);
ULONG WMIAPI __wrap_StartTraceW(PTRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p);
ULONG WMIAPI __real_ControlTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p, ULONG control);
ULONG WMIAPI __wrap_ControlTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p, ULONG control);
ULONG WMIAPI __real_EnableTraceEx2(TRACEHANDLE handle, LPCGUID provider, ULONG control, UCHAR level, ULONGLONG any,
                                   ULONGLONG all, ULONG timeout_ms, PENABLE_TRACE_PARAMETERS p);
ULONG WMIAPI __wrap_EnableTraceEx2(TRACEHANDLE handle, LPCGUID provider, ULONG control, UCHAR level, ULONGLONG any,
                                   ULONGLONG all, ULONG timeout_ms, PENABLE_TRACE_PARAMETERS p);
ULONG WMIAPI __real_QueryAllTracesW(PEVENT_TRACE_PROPERTIES *blocks, ULONG count, PULONG got);
ULONG WMIAPI __wrap_QueryAllTracesW(PEVENT_TRACE_PROPERTIES *blocks, ULONG count, PULONG got);
BOOL WINAPI __real_Shell_NotifyIconW(DWORD call, PNOTIFYICONDATAW data);
BOOL WINAPI __wrap_Shell_NotifyIconW(DWORD call, PNOTIFYICONDATAW data);

static void tell_simulation(const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), line, &answer);
    text_done(&answer);
}

ULONG WMIAPI __wrap_StartTraceW(PTRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p)
{
    DWORD code;
    if (fails(CALL_START, &code))
        return code;
    enter_simulation();
    ULONG result = __real_StartTraceW(handle, name, p);
    leave_simulation();
    return result;
}

ULONG WMIAPI __wrap_ControlTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p, ULONG control)
{
    static const enum fault_call calls[][2] = {
        {CALL_QUERY, CALL_count}, {CALL_STOP, CALL_STOP_DONE}, {CALL_count, CALL_count}, {CALL_FLUSH, CALL_FLUSH_DONE}};
    DWORD code, done_code;
    const enum fault_call *mine = control < 4 ? calls[control] : calls[2];
    if (mine[0] != CALL_count && fails(mine[0], &code))
        return code;
    bool done = mine[1] != CALL_count && fails(mine[1], &done_code);
    bool half = control == EVENT_TRACE_CONTROL_FLUSH && fails(CALL_FLUSH_HALF, &done_code);
    enter_simulation();
    if (half)
        tell_simulation("behaviour flush_result=half");
    ULONG result = __real_ControlTraceW(handle, name, p, control);
    if (half)
        tell_simulation("behaviour flush_result=write");
    leave_simulation();
    return done || half ? done_code : result;
}

ULONG WMIAPI __wrap_EnableTraceEx2(TRACEHANDLE handle, LPCGUID provider, ULONG control, UCHAR level, ULONGLONG any,
                                   ULONGLONG all, ULONG timeout_ms, PENABLE_TRACE_PARAMETERS p)
{
    DWORD code;
    if (fails(control == EVENT_CONTROL_CODE_CAPTURE_STATE ? CALL_CAPTURE : CALL_ENABLE, &code))
        return code;
    enter_simulation();
    ULONG result = __real_EnableTraceEx2(handle, provider, control, level, any, all, timeout_ms, p);
    leave_simulation();
    return result;
}

ULONG WMIAPI __wrap_QueryAllTracesW(PEVENT_TRACE_PROPERTIES *blocks, ULONG count, PULONG got)
{
    DWORD code, done_code;
    if (fails(CALL_QUERY_ALL, &code))
        return code;
    bool done = fails(CALL_QUERY_ALL_DONE, &done_code);
    enter_simulation();
    ULONG result = __real_QueryAllTracesW(blocks, count, got);
    leave_simulation();
    return done ? done_code : result;
}

BOOL WINAPI __wrap_Shell_NotifyIconW(DWORD call, PNOTIFYICONDATAW data)
{
    DWORD code;
    bool failed = (call == NIM_ADD && fails(CALL_ICON_ADD, &code)) || (call == NIM_MODIFY && fails(CALL_ICON_MODIFY, &code)) ||
                  (call == NIM_SETVERSION && fails(CALL_ICON_VERSION, &code));
    return failed ? FALSE : __real_Shell_NotifyIconW(call, data);
}
