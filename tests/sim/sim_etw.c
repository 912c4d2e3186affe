/* The ETW functions of advapi32, answered by a simulated machine. They only
 * carry arguments: what is refused is decided there (sim_start.c and others).
 * Linked instead of advapi32's; needs WMIAPI=__stdcall as win/win.h says. */
#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_client.h"
#include "tests/sim/sim_evntprov.h"
#include "win/utf16.h"
#include "win/win.h"

/* No sound caller needs more; a block that claims more is cut for reading, so
 * that a wild size cannot make us read all of memory. */
#define MAX_BLOCK (64u * 1024)
#define MAX_QUERY_ALL 256u

struct arguments {
    struct sim_call call;
    struct text name, path;
    struct guid provider;
};

static void begin(struct arguments *a, enum sim_function function)
{
    memset(a, 0, sizeof *a);
    a->call.function = function;
    a->call.pid = GetCurrentProcessId();
    a->call.tid = GetCurrentThreadId();
}

static void done(struct arguments *a)
{
    text_done(&a->name);
    text_done(&a->path);
}

static void take_name(struct arguments *a, LPCWSTR name)
{
    if (!name)
        return;
    text_add_wide(&a->name, name);
    a->call.name = text_str(&a->name);
}

/* The file name is relative to this program's folder, not to the kernel's. */
static void take_path(struct arguments *a)
{
    const EVENT_TRACE_PROPERTIES *p = (const EVENT_TRACE_PROPERTIES *)a->call.block;
    wchar_t full[2048];
    if (a->call.block_len < sizeof *p || p->LogFileNameOffset < sizeof *p || p->LogFileNameOffset % 2 ||
        p->LogFileNameOffset + 2 > a->call.block_len)
        return;
    const wchar_t *name = (const wchar_t *)(a->call.block + p->LogFileNameOffset);
    size_t room = (a->call.block_len - p->LogFileNameOffset) / 2, len = 0;
    while (len < room && name[len])
        len++;
    if (len == 0 || len == room)
        return;
    DWORD got = GetFullPathNameW(name, sizeof full / sizeof full[0], full, NULL);
    if (!got || got >= sizeof full / sizeof full[0])
        return;
    text_add_wide(&a->path, full);
    a->call.full_path = text_str(&a->path);
}

static ULONG size_of(const EVENT_TRACE_PROPERTIES *p)
{
    return p->Wnode.BufferSize < MAX_BLOCK ? p->Wnode.BufferSize : MAX_BLOCK;
}

static void take_block(struct arguments *a, PEVENT_TRACE_PROPERTIES p)
{
    if (!p)
        return;
    a->call.block = (uint8_t *)p;
    a->call.block_len = size_of(p);
    if (a->call.block_len < sizeof(ULONG))
        a->call.block_len = sizeof(ULONG);
    take_path(a);
}

/* A thread that impersonates somebody who is no administrator. */
static bool acts_for_other(void)
{
    HANDLE token = NULL;
    SID_IDENTIFIER_AUTHORITY nt = SECURITY_NT_AUTHORITY;
    PSID administrators = NULL;
    BOOL member = TRUE;
    if (!OpenThreadToken(GetCurrentThread(), TOKEN_QUERY, TRUE, &token))
        return false;
    if (AllocateAndInitializeSid(&nt, 2, SECURITY_BUILTIN_DOMAIN_RID, DOMAIN_ALIAS_RID_ADMINS, 0, 0, 0, 0, 0, 0,
                                 &administrators)) {
        CheckTokenMembership(token, administrators, &member);
        FreeSid(administrators);
    }
    CloseHandle(token);
    return !member;
}

ULONG WMIAPI StartTraceW(PTRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p)
{
    struct arguments a;
    begin(&a, SIM_START_TRACE);
    a.call.null_handle_out = !handle;
    a.call.unprivileged = acts_for_other();
    take_name(&a, name);
    take_block(&a, p);
    struct sim_reply reply = sim_client_do(&a.call);
    if (handle)
        *handle = reply.code ? 0 : reply.handle;
    done(&a);
    return reply.code;
}

ULONG WMIAPI ControlTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p, ULONG code)
{
    struct arguments a;
    begin(&a, SIM_CONTROL_TRACE);
    a.call.handle = handle;
    a.call.code = code;
    take_name(&a, name);
    take_block(&a, p);
    struct sim_reply reply = sim_client_do(&a.call);
    done(&a);
    return reply.code;
}

ULONG WMIAPI QueryTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p)
{
    return ControlTraceW(handle, name, p, EVENT_TRACE_CONTROL_QUERY);
}

ULONG WMIAPI StopTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p)
{
    return ControlTraceW(handle, name, p, EVENT_TRACE_CONTROL_STOP);
}

ULONG WMIAPI FlushTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p)
{
    return ControlTraceW(handle, name, p, EVENT_TRACE_CONTROL_FLUSH);
}

ULONG WMIAPI UpdateTraceW(TRACEHANDLE handle, LPCWSTR name, PEVENT_TRACE_PROPERTIES p)
{
    return ControlTraceW(handle, name, p, EVENT_TRACE_CONTROL_UPDATE);
}

static void take_filters(struct sim_call *call, const ENABLE_TRACE_PARAMETERS *p)
{
    call->filter_count = p->FilterDescCount;
    call->filters_null = !p->EnableFilterDesc;
    for (ULONG i = 0; p->EnableFilterDesc && i < p->FilterDescCount && i < SIM_MAX_FILTERS; i++) {
        const EVENT_FILTER_DESCRIPTOR *d = &p->EnableFilterDesc[i];
        call->filters[i].type = d->Type;
        call->filters[i].size = d->Size < MAX_BLOCK ? d->Size : MAX_BLOCK;
        call->filters[i].bytes = (const uint8_t *)(ULONG_PTR)d->Ptr;
    }
}

ULONG WMIAPI EnableTraceEx2(TRACEHANDLE handle, LPCGUID provider, ULONG code, UCHAR level, ULONGLONG any,
                            ULONGLONG all, ULONG timeout_ms, PENABLE_TRACE_PARAMETERS p)
{
    struct arguments a;
    begin(&a, SIM_ENABLE_TRACE);
    a.call.handle = handle;
    a.call.code = code;
    a.call.level = level;
    a.call.match_any = any;
    a.call.match_all = all;
    a.call.timeout_ms = timeout_ms;
    if (provider) {
        a.provider = guid_from_bytes((const uint8_t *)provider);
        a.call.provider = &a.provider;
    }
    if (p) {
        a.call.has_params = true;
        a.call.params_version = p->Version;
        a.call.property = p->EnableProperty;
        take_filters(&a.call, p);
    }
    struct sim_reply reply = sim_client_do(&a.call);
    if (!reply.code && reply.notify && !sim_evntprov_notify(&a.call) && !reply.may_be_late)
        reply.code = ERROR_TIMEOUT;
    done(&a);
    return reply.code;
}

/* The caller's blocks lie anywhere; the machine takes them back to back. */
ULONG WMIAPI QueryAllTracesW(PEVENT_TRACE_PROPERTIES *blocks, ULONG count, PULONG logger_count)
{
    struct arguments a;
    struct text joined = TEXT_EMPTY;
    struct sim_reply reply;
    if (!logger_count || count > MAX_QUERY_ALL)
        return ERROR_INVALID_PARAMETER;
    begin(&a, SIM_QUERY_ALL);
    a.call.count = count;
    for (ULONG i = 0; blocks && i < count; i++)
        text_add_bytes(&joined, blocks[i], size_of(blocks[i]));
    a.call.block = (uint8_t *)joined.bytes;
    a.call.block_len = (uint32_t)joined.len;
    reply = sim_client_do(&a.call);
    size_t at = 0;
    for (ULONG i = 0; blocks && i < count && i < reply.count; i++) {
        ULONG size = size_of((const EVENT_TRACE_PROPERTIES *)(joined.bytes + at));
        memcpy(blocks[i], joined.bytes + at, size);
        at += size;
    }
    *logger_count = reply.count;
    text_done(&joined);
    return reply.code;
}

ULONG WMIAPI TraceSetInformation(TRACEHANDLE handle, TRACE_INFO_CLASS what, PVOID information, ULONG len)
{
    struct arguments a;
    begin(&a, SIM_SET_INFORMATION);
    a.call.handle = handle;
    a.call.code = (uint32_t)what;
    a.call.block = information;
    a.call.block_len = information ? len : 0;
    return sim_client_do(&a.call).code;
}

ULONG WMIAPI TraceQueryInformation(TRACEHANDLE handle, TRACE_INFO_CLASS what, PVOID information, ULONG len,
                                   PULONG got)
{
    struct arguments a;
    begin(&a, SIM_QUERY_INFORMATION);
    a.call.handle = handle;
    a.call.code = (uint32_t)what;
    a.call.block = information;
    a.call.block_len = information ? len : 0;
    struct sim_reply reply = sim_client_do(&a.call);
    if (got)
        *got = reply.count;
    return reply.code;
}
