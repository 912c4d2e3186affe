#include "recorder/session.h"

#include <stdlib.h>
#include <string.h>

#include "etl/etl_check.h"
#include "os/os.h"
#include "win/utf16.h"

#define CLOCK_QPC 1u /* Wnode.ClientContext */
#define FILE_BUFFERS_LEAST 32u
#define FILE_BUFFERS_PER_CPU 2u
#define FLUSH_ASKS 3

static const wchar_t *wide_name(enum session_kind kind)
{
    return kind == SESSION_FILE ? SESSION_FILE_NAME : SESSION_BUFFER_NAME;
}

const char *session_name(enum session_kind kind)
{
    return kind == SESSION_FILE ? "Hitchbox-File" : "Hitchbox-Buffer";
}

static void clear_block(struct session_block *block)
{
    memset(block, 0, sizeof *block);
    block->properties.Wnode.BufferSize = sizeof *block;
    block->properties.Wnode.Flags = WNODE_FLAG_TRACED_GUID;
    block->properties.LoggerNameOffset = FIELD_OFFSET(struct session_block, name);
}

/* False with GetLastError where it does not fit, or without memory to see. */
static bool set_file(struct session_block *block, const char *file)
{
    struct wide path = WIDE_EMPTY;
    wide_add_path(&path, file);
    bool fits = !path.failed && path.count < SESSION_NAME_UNITS;
    if (fits) {
        memcpy(block->file, wide_str(&path), (path.count + 1) * sizeof(wchar_t));
        block->properties.LogFileNameOffset = FIELD_OFFSET(struct session_block, file);
    }
    DWORD code = path.failed ? ERROR_NOT_ENOUGH_MEMORY : ERROR_FILENAME_EXCED_RANGE;
    wide_done(&path);
    if (!fits)
        SetLastError(code);
    return fits;
}

/* Why there is no block. */
static struct outcome no_block(enum why why)
{
    DWORD code = GetLastError();
    return outcome_of(code == ERROR_NOT_ENOUGH_MEMORY ? WHY_out_of_memory : why, code);
}

static uint32_t file_buffers(uint32_t cpus)
{
    uint32_t count = cpus * FILE_BUFFERS_PER_CPU;
    return count > FILE_BUFFERS_LEAST ? count : FILE_BUFFERS_LEAST;
}

bool session_plan_block(const struct session_plan *plan, bool independent, struct session_block *block)
{
    clear_block(block);
    EVENT_TRACE_PROPERTIES *p = &block->properties;
    p->Wnode.ClientContext = CLOCK_QPC;
    p->BufferSize = plan->buffer_kb;
    p->LogFileMode = independent ? EVENT_TRACE_INDEPENDENT_SESSION_MODE : 0;
    if (plan->kind == SESSION_BUFFER) {
        p->LogFileMode |= EVENT_TRACE_BUFFERING_MODE;
        p->MinimumBuffers = plan->ring_mb * 1024 / plan->buffer_kb;
        p->MaximumBuffers = p->MinimumBuffers;
        return true;
    }
    p->LogFileMode |= EVENT_TRACE_FILE_MODE_CIRCULAR | EVENT_TRACE_STOP_ON_HYBRID_SHUTDOWN;
    p->MaximumFileSize = plan->file_mb;
    p->FlushTimer = plan->flush_s;
    p->MinimumBuffers = file_buffers(plan->cpus);
    p->MaximumBuffers = p->MinimumBuffers * 2;
    return set_file(block, plan->file);
}

static struct guid guid_from(const GUID *g)
{
    struct guid guid = {g->Data1, g->Data2, g->Data3, {0}};
    memcpy(guid.data4, g->Data4, sizeof guid.data4);
    return guid;
}

static void take_identity(struct session *session, const EVENT_TRACE_PROPERTIES *p)
{
    session->guid = guid_from(&p->Wnode.Guid);
    session->context = p->Wnode.HistoricalContext;
    session->mode = p->LogFileMode;
}

static bool is_same(const struct session *session, const EVENT_TRACE_PROPERTIES *p)
{
    static const struct guid none = {0};
    struct guid guid = guid_from(&p->Wnode.Guid);
    if (guid_equal(&guid, &none) || guid_equal(&session->guid, &none))
        return p->Wnode.HistoricalContext == session->context;
    return guid_equal(&guid, &session->guid);
}

static void take_facts(struct session *session, const EVENT_TRACE_PROPERTIES *p)
{
    session->facts.buffers = p->NumberOfBuffers;
    session->facts.buffer_kb = p->BufferSize;
    session->facts.mode = p->LogFileMode;
    session->facts.events_lost = p->EventsLost;
    session->facts.buffers_lost = p->LogBuffersLost + p->RealTimeBuffersLost;
}

static struct outcome control_outcome(enum why why, ULONG code)
{
    if (code == ERROR_SUCCESS)
        return outcome_ok();
    return outcome_of(code == ERROR_WMI_INSTANCE_NOT_FOUND ? WHY_session_gone : why, code);
}

static struct outcome ask(enum session_kind kind, struct session_block *block)
{
    clear_block(block);
    block->properties.LogFileNameOffset = FIELD_OFFSET(struct session_block, file);
    return control_outcome(WHY_session_query,
                           ControlTraceW(0, wide_name(kind), &block->properties, EVENT_TRACE_CONTROL_QUERY));
}

struct outcome session_start(struct session *session, const struct session_plan *plan)
{
    struct session_block block;
    struct session fresh = {0};
    fresh.kind = plan->kind;
    fresh.origin = SESSION_MINE;
    fresh.independent = true;
    if (!session_plan_block(plan, true, &block))
        return no_block(WHY_session_start);
    ULONG code = StartTraceW(&fresh.handle, wide_name(plan->kind), &block.properties);
    if (code == ERROR_INVALID_PARAMETER) {
        fresh.independent = false;
        if (!session_plan_block(plan, false, &block))
            return no_block(WHY_session_start);
        code = StartTraceW(&fresh.handle, wide_name(plan->kind), &block.properties);
    }
    if (code != ERROR_SUCCESS)
        return outcome_of(code == ERROR_ALREADY_EXISTS ? WHY_exists : WHY_session_start, code);
    take_facts(&fresh, &block.properties);
    take_identity(&fresh, &block.properties);
    fresh.context = fresh.handle;
    /* What QUERY says is better, but a session that runs is not given up for it. */
    if (!outcome_failed(ask(plan->kind, &block))) {
        take_facts(&fresh, &block.properties);
        take_identity(&fresh, &block.properties);
    }
    if (!fresh.facts.buffers) {
        session_stop(&fresh);
        return outcome_of(WHY_session_hollow, code);
    }
    *session = fresh;
    return outcome_ok();
}

struct outcome session_find(struct session *session, enum session_kind kind, struct text *file)
{
    struct session_block block;
    struct outcome asked = ask(kind, &block);
    if (outcome_failed(asked))
        return asked;
    if (!block.properties.NumberOfBuffers)
        return outcome_of(WHY_session_gone, 0);
    struct session fresh = {0};
    fresh.kind = kind;
    fresh.origin = SESSION_FOUND;
    fresh.handle = block.properties.Wnode.HistoricalContext;
    fresh.flushed = true;
    fresh.independent = (block.properties.LogFileMode & EVENT_TRACE_INDEPENDENT_SESSION_MODE) != 0;
    take_facts(&fresh, &block.properties);
    take_identity(&fresh, &block.properties);
    if (file) {
        text_clear(file);
        text_add_wide_path(file, block.file);
    }
    *session = fresh;
    return outcome_ok();
}

struct outcome session_query(struct session *session)
{
    struct session_block block;
    struct outcome asked = ask(session->kind, &block);
    if (outcome_failed(asked))
        return asked;
    if (!is_same(session, &block.properties))
        return outcome_of(WHY_session_gone, 0);
    take_facts(session, &block.properties);
    return outcome_ok();
}

/* Windows writes its answer into the block. */
static ULONG flush_once(const struct session *session, const struct session_block *wanted)
{
    struct session_block block = *wanted;
    return ControlTraceW(0, wide_name(session->kind), &block.properties, EVENT_TRACE_CONTROL_FLUSH);
}

/* Windows may refuse to say so of a file that another program looks at. Without
 * memory to see, it is not asked for again over a file that may be good: whoever
 * gives it its name looks at it. */
static bool stands(const char *file)
{
    struct os_stat st;
    struct outcome seen = os_stat(file, &st);
    if (outcome_failed(seen))
        seen = etl_glance(file);
    return !outcome_failed(seen) || seen.why == WHY_out_of_memory;
}

/* 234 may mean that it was done; so does 183 to one that is asked again. */
static struct outcome flush_ring(const struct session *session, const char *file, const struct session_block *wanted)
{
    ULONG code = ERROR_MORE_DATA;
    for (int asks = 0; asks < FLUSH_ASKS && code == ERROR_MORE_DATA; asks++) {
        code = flush_once(session, wanted);
        bool done = code == ERROR_MORE_DATA ? stands(file) : asks && code == ERROR_ALREADY_EXISTS;
        if (done)
            return outcome_ok();
    }
    return control_outcome(WHY_session_flush, code);
}

struct outcome session_flush(struct session *session, const char *file)
{
    struct session_block wanted;
    struct outcome asked = session_query(session);
    if (asked.why == WHY_session_gone)
        return asked;
    clear_block(&wanted);
    if (file && !set_file(&wanted, file))
        return no_block(WHY_session_flush);
    session->flushed = session->flushed || file;
    return file ? flush_ring(session, file, &wanted) : control_outcome(WHY_session_flush, flush_once(session, &wanted));
}

static bool is_stopped(ULONG code)
{
    return code == ERROR_SUCCESS || code == ERROR_MORE_DATA || code == ERROR_WMI_INSTANCE_NOT_FOUND;
}

struct outcome session_stop(struct session *session)
{
    struct session_block block;
    if (session->origin == SESSION_NONE)
        return outcome_ok();
    if (session_query(session).why != WHY_session_gone) {
        clear_block(&block);
        block.properties.LogFileNameOffset = FIELD_OFFSET(struct session_block, file);
        ULONG code = ControlTraceW(0, wide_name(session->kind), &block.properties, EVENT_TRACE_CONTROL_STOP);
        if (!is_stopped(code))
            return outcome_of(WHY_session_stop, code);
    }
    memset(session, 0, sizeof *session);
    return outcome_ok();
}

static ULONG start_probe(ULONG mode)
{
    struct session_block block;
    TRACEHANDLE handle = 0;
    clear_block(&block);
    block.properties.Wnode.ClientContext = CLOCK_QPC;
    block.properties.BufferSize = 64;
    block.properties.MinimumBuffers = 2;
    block.properties.LogFileMode = mode;
    return StartTraceW(&handle, SESSION_PROBE_NAME, &block.properties);
}

struct outcome session_probe(struct outcome *stopped)
{
    struct session_block block;
    *stopped = outcome_ok();
    ULONG code = start_probe(EVENT_TRACE_BUFFERING_MODE | EVENT_TRACE_INDEPENDENT_SESSION_MODE);
    if (code == ERROR_INVALID_PARAMETER)
        code = start_probe(EVENT_TRACE_BUFFERING_MODE);
    if (code != ERROR_SUCCESS && code != ERROR_ALREADY_EXISTS)
        return outcome_of(WHY_session_start, code);
    clear_block(&block);
    code = ControlTraceW(0, SESSION_PROBE_NAME, &block.properties, EVENT_TRACE_CONTROL_STOP);
    if (!is_stopped(code))
        *stopped = outcome_of(WHY_session_stop, code);
    return outcome_ok();
}

#define LISTED_SESSIONS 64u

struct outcome session_list_names(struct text *names, uint32_t *count)
{
    ULONG running = 0;
    struct session_block *blocks = calloc(LISTED_SESSIONS, sizeof *blocks);
    EVENT_TRACE_PROPERTIES *list[LISTED_SESSIONS];
    if (!blocks)
        return outcome_of(WHY_out_of_memory, 0);
    for (size_t i = 0; i < LISTED_SESSIONS; i++) {
        clear_block(&blocks[i]);
        blocks[i].properties.LogFileNameOffset = FIELD_OFFSET(struct session_block, file);
        list[i] = &blocks[i].properties;
    }
    ULONG code = QueryAllTracesW(list, LISTED_SESSIONS, &running);
    bool told = code == ERROR_SUCCESS || code == ERROR_MORE_DATA;
    for (ULONG i = 0; told && i < running && i < LISTED_SESSIONS; i++) {
        blocks[i].name[SESSION_NAME_UNITS - 1] = 0;
        text_add_wide(names, blocks[i].name);
        text_add_char(names, '\n');
    }
    free(blocks);
    if (!told)
        return outcome_of(WHY_session_query, code);
    *count = running;
    return outcome_of(names->failed ? WHY_out_of_memory : WHY_ok, 0);
}

static GUID guid_of(const struct guid *g)
{
    GUID guid;
    guid.Data1 = g->data1;
    guid.Data2 = g->data2;
    guid.Data3 = g->data3;
    memcpy(guid.Data4, g->data4, sizeof guid.Data4);
    return guid;
}

void session_filter_of(const struct provider *provider, struct session_filter *filter)
{
    memset(filter, 0, sizeof *filter);
    filter->ids.filter_in = TRUE;
    filter->ids.count = (USHORT)provider->story_count;
    for (uint32_t i = 0; i < provider->story_count; i++)
        filter->ids.events[i] = provider->stories[i].id;
    filter->descriptor.Ptr = (ULONGLONG)(ULONG_PTR)&filter->ids;
    filter->descriptor.Size = FIELD_OFFSET(struct session_ids, events) + provider->story_count * (ULONG)sizeof(USHORT);
    filter->descriptor.Type = SESSION_FILTER_EVENT_ID;
}

struct outcome session_enable(const struct session *session, const struct provider *provider)
{
    struct session_filter filter;
    ENABLE_TRACE_PARAMETERS parameters;
    GUID guid = guid_of(&provider->guid);
    memset(&parameters, 0, sizeof parameters);
    parameters.Version = ENABLE_TRACE_PARAMETERS_VERSION_2;
    if (provider->story_count) {
        session_filter_of(provider, &filter);
        parameters.EnableFilterDesc = &filter.descriptor;
        parameters.FilterDescCount = 1;
    }
    ULONG code = EnableTraceEx2(session->handle, &guid, EVENT_CONTROL_CODE_ENABLE_PROVIDER, provider->level,
                                provider->mask, 0, 0, &parameters);
    return code == ERROR_SUCCESS ? outcome_ok() : outcome_of(WHY_provider_enable, code);
}

struct outcome session_capture(const struct session *session, const struct provider *provider, uint32_t timeout_ms)
{
    ENABLE_TRACE_PARAMETERS parameters;
    GUID guid = guid_of(&provider->guid);
    memset(&parameters, 0, sizeof parameters);
    parameters.Version = ENABLE_TRACE_PARAMETERS_VERSION_2;
    ULONG code = EnableTraceEx2(session->handle, &guid, EVENT_CONTROL_CODE_CAPTURE_STATE, provider->level,
                                provider->mask, 0, timeout_ms, &parameters);
    return code == ERROR_SUCCESS ? outcome_ok() : outcome_of(WHY_capture_state, code);
}
