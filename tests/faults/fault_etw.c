/* The part of the layer that the linker wraps (-Wl,--wrap): ETW. */
#include "tests/faults/fault_shim.h"

#include <string.h>

#include "tests/sim/sim_client.h"

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

static void tell_simulation(const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), line, &answer);
    text_done(&answer);
}

/* Session handles are small numbers, which no file's handle is mistaken for. */
static HANDLE marked(TRACEHANDLE handle)
{
    return (HANDLE)(ULONG_PTR)(handle ^ 0x5E55000000000000u);
}

static const char *session_role(const wchar_t *name)
{
    const char *role = fault_role_of_wide(name);
    return strncmp(role, "Hitchbox-", 9) == 0 ? role + 9 : role;
}

static const char *control_role(TRACEHANDLE handle, LPCWSTR name)
{
    return name ? session_role(name) : fault_role_of_handle(marked(handle));
}

ULONG WMIAPI __wrap_StartTraceW(PTRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p)
{
    DWORD code;
    if (fault_is_watched() && fault_fails(CALL_START, session_role(name), &code))
        return code;
    fault_harness_enter();
    ULONG result = __real_StartTraceW(handle, name, p);
    if (result == ERROR_SUCCESS)
        fault_note_handle(marked(*handle), session_role(name));
    fault_harness_leave();
    return result;
}

ULONG WMIAPI __wrap_ControlTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p, ULONG control)
{
    static const enum fault_call calls[][3] = {{CALL_QUERY, CALL_count, CALL_count},
                                               {CALL_STOP, CALL_STOP_DONE, CALL_count},
                                               {CALL_count, CALL_count, CALL_count},
                                               {CALL_FLUSH, CALL_FLUSH_DONE, CALL_FLUSH_HALF}};
    DWORD code, done_code = 0;
    const enum fault_call *mine = control < 4 ? calls[control] : calls[2];
    const char *role = control_role(handle, name);
    bool watched = fault_is_watched();
    if (watched && mine[0] != CALL_count && fault_fails(mine[0], role, &code))
        return code;
    bool done = watched && mine[1] != CALL_count && fault_fails(mine[1], role, &done_code);
    bool half = watched && mine[2] != CALL_count && fault_fails(mine[2], role, &done_code);
    fault_harness_enter();
    if (half)
        tell_simulation("behaviour flush_result=half");
    ULONG result = __real_ControlTraceW(handle, name, p, control);
    if (half)
        tell_simulation("behaviour flush_result=write");
    if (name && result == ERROR_SUCCESS && control == EVENT_TRACE_CONTROL_QUERY)
        fault_note_handle(marked(p->Wnode.HistoricalContext), role);
    fault_harness_leave();
    return done || half ? done_code : result;
}

ULONG WMIAPI __wrap_EnableTraceEx2(TRACEHANDLE handle, LPCGUID provider, ULONG control, UCHAR level, ULONGLONG any,
                                   ULONGLONG all, ULONG timeout_ms, PENABLE_TRACE_PARAMETERS p)
{
    DWORD code;
    enum fault_call call = control == EVENT_CONTROL_CODE_CAPTURE_STATE ? CALL_CAPTURE : CALL_ENABLE;
    if (fault_is_watched() && fault_fails(call, fault_role_of_handle(marked(handle)), &code))
        return code;
    fault_harness_enter();
    ULONG result = __real_EnableTraceEx2(handle, provider, control, level, any, all, timeout_ms, p);
    fault_harness_leave();
    return result;
}

ULONG WMIAPI __wrap_QueryAllTracesW(PEVENT_TRACE_PROPERTIES *blocks, ULONG count, PULONG got)
{
    DWORD code, done_code;
    if (fault_is_watched() && fault_fails(CALL_QUERY_ALL, "", &code))
        return code;
    bool done = fault_is_watched() && fault_fails(CALL_QUERY_ALL_DONE, "", &done_code);
    fault_harness_enter();
    ULONG result = __real_QueryAllTracesW(blocks, count, got);
    fault_harness_leave();
    return done ? done_code : result;
}
