#include "tests/sim/sim_evntprov.h"

#include <string.h>

/* Not dllimport: this file defines them. */
#define EVNTAPI __stdcall
#include "tests/sim/sim_client.h"
#include "tests/sim/sim_write.h"
#include "win/win.h"

#include <evntprov.h>

#define MAX_REGISTERED 8u
#define MAX_WRITTEN (128u * 1024)
#define E_TOO_MANY ERROR_NO_SYSTEM_RESOURCES

/* The functions that are replaced have no place for state of their own. */
static struct registered {
    bool used;
    GUID guid;
    PENABLECALLBACK callback;
    void *ctx;
    HANDLE running; /* the last callback's thread */
} table[MAX_REGISTERED];
static SRWLOCK table_lock = SRWLOCK_INIT;

struct notice {
    struct registered target;
    ULONG code;
    UCHAR level;
    ULONGLONG any, all;
};

static DWORD WINAPI call_back(LPVOID argument)
{
    struct notice n = *(struct notice *)argument;
    HeapFree(GetProcessHeap(), 0, argument);
    n.target.callback(&n.target.guid, n.code, n.level, n.any, n.all, NULL, n.target.ctx);
    return 0;
}

static HANDLE start_callback(struct registered *r, const struct sim_call *call)
{
    struct notice *n = HeapAlloc(GetProcessHeap(), 0, sizeof *n);
    if (!n)
        return NULL;
    n->target = *r;
    n->code = call->code;
    n->level = call->level;
    n->any = call->match_any;
    n->all = call->match_all;
    HANDLE thread = CreateThread(NULL, 0, call_back, n, 0, NULL);
    if (!thread)
        HeapFree(GetProcessHeap(), 0, n);
    return thread;
}

bool sim_evntprov_notify(const struct sim_call *call)
{
    HANDLE thread = NULL;
    AcquireSRWLockExclusive(&table_lock);
    for (unsigned i = 0; i < MAX_REGISTERED && !thread; i++) {
        struct registered *r = &table[i];
        if (!r->used || !r->callback || memcmp(&r->guid, call->provider, sizeof r->guid) != 0)
            continue;
        if (r->running) {
            WaitForSingleObject(r->running, INFINITE);
            CloseHandle(r->running);
        }
        thread = r->running = start_callback(r, call);
    }
    ReleaseSRWLockExclusive(&table_lock);
    return !thread || !call->timeout_ms || WaitForSingleObject(thread, call->timeout_ms) == WAIT_OBJECT_0;
}

ULONG EVNTAPI EventRegister(LPCGUID provider, PENABLECALLBACK callback, PVOID ctx, PREGHANDLE handle)
{
    ULONG code = E_TOO_MANY;
    if (!provider || !handle)
        return ERROR_INVALID_PARAMETER;
    AcquireSRWLockExclusive(&table_lock);
    for (unsigned i = 0; i < MAX_REGISTERED && code; i++) {
        if (table[i].used)
            continue;
        memset(&table[i], 0, sizeof table[i]);
        table[i].used = true;
        table[i].guid = *provider;
        table[i].callback = callback;
        table[i].ctx = ctx;
        *handle = i + 1;
        code = ERROR_SUCCESS;
    }
    ReleaseSRWLockExclusive(&table_lock);
    return code;
}

static struct registered *find(REGHANDLE handle)
{
    return handle >= 1 && handle <= MAX_REGISTERED && table[handle - 1].used ? &table[handle - 1] : NULL;
}

ULONG EVNTAPI EventUnregister(REGHANDLE handle)
{
    AcquireSRWLockExclusive(&table_lock);
    struct registered *r = find(handle);
    HANDLE running = r ? r->running : NULL;
    if (r)
        memset(r, 0, sizeof *r);
    ReleaseSRWLockExclusive(&table_lock);
    if (running) {
        WaitForSingleObject(running, INFINITE);
        CloseHandle(running);
    }
    return r ? ERROR_SUCCESS : ERROR_INVALID_HANDLE;
}

ULONG EVNTAPI EventWrite(REGHANDLE handle, PCEVENT_DESCRIPTOR d, ULONG count, PEVENT_DATA_DESCRIPTOR data)
{
    struct sim_written w = {0};
    struct text payload = TEXT_EMPTY;
    AcquireSRWLockExclusive(&table_lock);
    const struct registered *r = find(handle);
    if (r)
        w.provider = guid_from_bytes((const uint8_t *)&r->guid);
    ReleaseSRWLockExclusive(&table_lock);
    if (!r)
        return ERROR_INVALID_HANDLE;
    for (ULONG i = 0; i < count && payload.len + data[i].Size <= MAX_WRITTEN; i++)
        text_add_bytes(&payload, (const void *)(ULONG_PTR)data[i].Ptr, data[i].Size);
    w.id = d->Id;
    w.version = d->Version;
    w.channel = d->Channel;
    w.level = d->Level;
    w.opcode = d->Opcode;
    w.task = d->Task;
    w.keyword = d->Keyword;
    w.pid = GetCurrentProcessId();
    w.tid = GetCurrentThreadId();
    w.cpu = GetCurrentProcessorNumber();
    w.payload = payload.bytes;
    w.len = (uint32_t)payload.len;
    sim_client_write(&w);
    text_done(&payload);
    return ERROR_SUCCESS;
}
