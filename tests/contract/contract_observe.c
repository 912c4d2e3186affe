/* What Windows's documents leave open: seen and printed, never judged. */
#include "tests/contract/contract.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "config/providers.h"
#include "config/settings.h"
#include "events/provider_names.h"
#include "etl/etl_reader.h"
#include "etl/etl_tally.h"
#include "os/os.h"
#include "recorder/session.h"

#define MODE_SYSTEM_LOGGER 0x02000000u
#define MODE_INDEPENDENT 0x08000000u
#define FILTER_TRACEHANDLE 0x80000002u
#define RATE_MS 3000u

static struct text rows;
static size_t row_count;

void observe(const char *what, const char *format, ...)
{
    char seen[256];
    va_list args;
    va_start(args, format);
    vsnprintf(seen, sizeof seen, format, args);
    va_end(args);
    text_addf(&rows, "| %s | %s |\n", what, seen);
    row_count++;
}

size_t contract_observed(struct text *table)
{
    OSVERSIONINFOW version;
    memset(&version, 0, sizeof version);
    version.dwOSVersionInfoSize = sizeof version;
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    text_addf(table, "| asked of %s, %u CPUs | seen |\n|---|---|\n", contract_backend(),
              (unsigned)info.dwNumberOfProcessors);
    text_add(table, text_str(&rows));
    text_done(&rows);
    return row_count;
}

static void code_of(const char *what, ULONG code)
{
    if (code == ERROR_SUCCESS)
        observe(what, "accepted");
    else
        observe(what, "refused with %lu", code);
    contract_sweep();
}

static uint64_t now_ms(void)
{
    return (uint64_t)os_ticks_ns() / 1000000;
}

/* ---- FLUSH ---- */

static unsigned long long buffers_in(const struct seen *seen)
{
    return seen->buffer_size ? seen->bytes / seen->buffer_size : 0;
}

static void a_snapshot_of_a_full_ring(void)
{
    struct block b;
    struct seen seen;
    TRACEHANDLE handle = 0;
    provider_open();
    block_ring(&b, 64);
    if (start_block(&b, NULL, &handle) == ERROR_SUCCESS) {
        enable_all(handle);
        for (int i = 0; i < 600; i++)
            write_sized(1, 4, 1, 30 * 1024);
        look_into_ring(handle, &seen);
        observe("BuffersWritten where the ring has gone round", "%lu where the file has %llu",
                (unsigned long)seen.buffers_written, buffers_in(&seen));
    }
    contract_sweep();
}

static void two_snapshots(void)
{
    struct seen one, two;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    enable_all(handle);
    for (int i = 0; i < 50; i++)
        write_event(1, 4, 1);
    look_into_ring(handle, &one);
    for (int i = 0; i < 50; i++)
        write_event(2, 4, 1);
    look_into_ring(handle, &two);
    observe("does FLUSH empty the ring", "the second snapshot holds %u of the first one's %u events: %s",
            (unsigned)two.ids[1], (unsigned)one.ids[1], two.ids[1] ? "they overlap" : "they do not overlap");
    observe("BuffersWritten in two snapshots' headers", "%lu where the file has %llu, then %lu where it has %llu",
            (unsigned long)one.buffers_written, buffers_in(&one), (unsigned long)two.buffers_written, buffers_in(&two));
    contract_sweep();
}

static void flush_onto_a_file(void)
{
    struct text path = TEXT_EMPTY;
    struct seen seen;
    provider_open();
    fresh_path(&path, "stands");
    os_file_replace(text_str(&path), "old", 3);
    TRACEHANDLE handle = start_ring(NULL);
    enable_all(handle);
    write_event(1, 4, 1);
    ULONG code = flush_to(handle, text_str(&path));
    look_into(text_str(&path), &seen);
    observe("FLUSH onto a file that stands", "code %lu, and the file is %s", code, seen.readable ? "replaced" : "as it was");
    text_done(&path);
    contract_sweep();
}

static void how_long_a_flush_takes(void)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    struct seen seen;
    TRACEHANDLE handle = 0;
    provider_open();
    block_ring(&b, 1024);
    if (start_block(&b, NULL, &handle) == ERROR_SUCCESS) {
        enable_all(handle);
        for (int i = 0; i < 600; i++)
            write_sized(1, 4, 1, 30 * 1024);
        fresh_path(&path, "large");
        uint64_t began = now_ms();
        ULONG code = flush_to(handle, text_str(&path));
        uint64_t took = now_ms() - began;
        uint64_t at_once = file_len(text_str(&path));
        look_into(text_str(&path), &seen);
        block_init(&b);
        block_want_file(&b);
        control(handle, EVENT_TRACE_CONTROL_QUERY, &b);
        observe("FLUSH of a 64 MB ring with 18 MB in it", "code %lu, %llu ms, %llu KB when it returned, %llu KB later, %lu lost",
                code, (unsigned long long)took, (unsigned long long)at_once / 1024,
                (unsigned long long)seen.bytes / 1024, b.p.EventsLost);
    }
    text_done(&path);
    contract_sweep();
}

static void a_flush_without_a_name(void)
{
    code_of("FLUSH of a ring without a file's name", flush_to(start_ring(NULL), NULL));
}

/* ---- what is granted ---- */

static void buffers_granted(ULONG buffer_kb, ULONG buffers, const char *what)
{
    struct block b;
    TRACEHANDLE handle = 0;
    block_ring(&b, buffers);
    b.p.BufferSize = buffer_kb;
    ULONG code = start_block(&b, NULL, &handle);
    if (code == ERROR_SUCCESS) {
        block_init(&b);
        block_want_file(&b);
        control(handle, EVENT_TRACE_CONTROL_QUERY, &b);
        observe(what, "%lu buffers of %lu KB, %lu free", b.p.NumberOfBuffers, b.p.BufferSize, b.p.FreeBuffers);
    } else {
        observe(what, "refused with %lu", code);
    }
    contract_sweep();
}

static ULONG start_ring_with(ULONG mode, ULONG clock, ULONG wnode_flags)
{
    struct block b;
    block_ring(&b, 64);
    b.p.LogFileMode |= mode;
    b.p.Wnode.ClientContext = clock;
    b.p.Wnode.Flags = wnode_flags;
    return start_code(&b);
}

static ULONG start_file_first(void)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    fresh_path(&path, "order");
    block_circular(&b, text_str(&path), 4);
    memcpy(b.name, b.file, sizeof b.name);
    b.p.LogFileNameOffset = FIELD_OFFSET(struct block, name);
    b.p.LoggerNameOffset = FIELD_OFFSET(struct block, file);
    text_done(&path);
    return start_code(&b);
}

static void is_a_handle_used_again(void)
{
    TRACEHANDLE first = start_ring(NULL);
    stop_session(first);
    TRACEHANDLE second = start_ring(NULL);
    observe("handle of a session after STOP and start", "%s", first == second ? "the same as before" : "another");
    contract_sweep();
}

/* ---- EnableTraceEx2 ---- */

static ULONG enable_with(ULONG version, ULONG filter_type)
{
    static const USHORT ids[] = {1};
    struct id_filter f;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    id_filter_init(&f, true, ids, 1);
    f.parameters.Version = version;
    f.descriptor.Type = filter_type;
    return enable(handle, 5, 0, 0, &f.parameters);
}

/* ---- the system logger ---- */

static uint32_t events_in_ring(TRACEHANDLE handle)
{
    struct seen seen;
    look_into_ring(handle, &seen);
    return seen.events;
}

static void does_rundown_reach_a_system_ring(void)
{
    struct block b;
    TRACEHANDLE handle = 0;
    EVENT_FILTER_DESCRIPTOR filter;
    ENABLE_TRACE_PARAMETERS p;
    static const GUID system_trace = {
        0x9e814aad, 0x3204, 0x11d2, {0x9a, 0x82, 0x00, 0x60, 0x08, 0xa8, 0x69, 0x39}};
    block_ring(&b, 256);
    b.p.LogFileMode |= MODE_SYSTEM_LOGGER;
    b.p.EnableFlags = EVENT_TRACE_FLAG_PROCESS | EVENT_TRACE_FLAG_THREAD;
    ULONG code = start_block(&b, NULL, &handle);
    observe("start of BUFFERING with SYSTEM_LOGGER", "code %lu", code);
    if (code == ERROR_SUCCESS) {
        uint32_t before = events_in_ring(handle);
        memset(&filter, 0, sizeof filter);
        filter.Ptr = (ULONGLONG)(ULONG_PTR)&handle;
        filter.Size = sizeof handle;
        filter.Type = FILTER_TRACEHANDLE;
        memset(&p, 0, sizeof p);
        p.Version = ENABLE_TRACE_PARAMETERS_VERSION_2;
        p.EnableFilterDesc = &filter;
        p.FilterDescCount = 1;
        code = EnableTraceEx2(handle, &system_trace, EVENT_CONTROL_CODE_CAPTURE_STATE, 0, 0, 0, 2000, &p);
        uint32_t after = events_in_ring(handle);
        observe("does a TRACEHANDLE rundown reach the ring", "code %lu; %u events before, %u after", code,
                (unsigned)before, (unsigned)after);
    }
    contract_sweep();
}

/* ---- files ---- */

static void what_a_killed_machine_would_leave(void)
{
    struct seen seen;
    struct text path = TEXT_EMPTY;
    provider_open();
    fresh_path(&path, "live");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    enable_all(handle);
    for (int i = 0; i < 40; i++)
        write_sized(1, 4, 1, 30 * 1024);
    flush_to(handle, NULL);
    look_into(text_str(&path), &seen);
    observe("a circular file while its session runs", "%llu KB, BuffersWritten %lu, EndTime %s, %u of 40 events readable",
            (unsigned long long)seen.bytes / 1024, (unsigned long)seen.buffers_written, seen.end_time ? "set" : "0",
            (unsigned)seen.count);
    text_done(&path);
    contract_sweep();
}

/* ---- rates of the product's own list ---- */

static int by_count(const void *a, const void *b)
{
    const struct etl_tally_row *x = a, *y = b;
    return x->count < y->count ? 1 : x->count > y->count ? -1 : 0;
}

static void tell_rates(const char *path)
{
    struct etl_reader *reader = NULL;
    struct etl_tally tally;
    struct etl_tally_row *list = NULL;
    struct etl_event e;
    size_t count = 0;
    etl_tally_init(&tally);
    if (!outcome_failed(etl_open(path, &reader)))
        while (etl_next_stored(reader, &e))
            etl_tally_add(&tally, &e);
    if (etl_tally_rows(&tally, &list, &count)) {
        qsort(list, count, sizeof *list, by_count);
        for (size_t i = 0; i < count && i < 6; i++) {
            struct text what = TEXT_EMPTY;
            const char *name = etl_name_of_guid(&list[i].provider);
            text_addf(&what, "events a second, %s %u", name ? name : "other", list[i].id);
            observe(text_str(&what), "%llu", (unsigned long long)(list[i].count * 1000 / RATE_MS));
            text_done(&what);
        }
    }
    free(list);
    etl_tally_done(&tally);
    etl_close(reader);
}

static void rates_of_the_whitelist(void)
{
    struct providers providers;
    struct problems problems;
    struct text bytes = TEXT_EMPTY, path = TEXT_EMPTY;
    struct session session;
    memset(&session, 0, sizeof session);
    session.kind = SESSION_BUFFER;
    session.origin = SESSION_MINE;
    providers_init(&providers);
    problems_init(&problems);
    if (!contract_providers(&bytes) ||
        !providers_read(&providers, "providers.ini", text_str(&bytes), bytes.len, 22631, &problems)) {
        observe("events a second of the product's list", "not measured: no config/providers.ini here, and HITCHBOX_PROVIDERS names none");
    } else {
        unsigned refused = 0;
        session.handle = start_ring(NULL);
        for (size_t i = 0; i < providers.count; i++)
            refused += outcome_failed(session_enable(&session, &providers.items[i]));
        Sleep(RATE_MS);
        flush_ring(session.handle, &path);
        observe("providers of the product's list", "%u, of which %u were refused", (unsigned)providers.count, refused);
        tell_rates(text_str(&path));
        contract_sweep();
    }
    problems_done(&problems);
    providers_done(&providers);
    text_done(&bytes);
    text_done(&path);
}

void contract_observe(void)
{
    struct block b;
    two_snapshots();
    a_snapshot_of_a_full_ring();
    flush_onto_a_file();
    how_long_a_flush_takes();
    a_flush_without_a_name();
    buffers_granted(64, 4096, "asked for a ring of 4096 buffers of 64 KB");
    buffers_granted(64, 1, "asked for a ring of 1 buffer");
    buffers_granted(2, 64, "asked for buffers of 2 KB");
    buffers_granted(32768, 4, "asked for buffers of 32 MB");
    code_of("INDEPENDENT_SESSION for a session that is not private",
            start_ring_with(MODE_INDEPENDENT, 1, WNODE_FLAG_TRACED_GUID));
    code_of("BUFFERING with REAL_TIME", start_ring_with(EVENT_TRACE_REAL_TIME_MODE, 1, WNODE_FLAG_TRACED_GUID));
    code_of("STOP_ON and PERSIST_ON hybrid shutdown", start_ring_with(0x00C00000u, 1, WNODE_FLAG_TRACED_GUID));
    code_of("a clock that does not exist (7)", start_ring_with(0, 7, WNODE_FLAG_TRACED_GUID));
    code_of("a block without WNODE_FLAG_TRACED_GUID", start_ring_with(0, 1, 0));
    code_of("the file's name before the session's", start_file_first());
    is_a_handle_used_again();
    block_init(&b);
    code_of("an unknown control code", control(start_ring(NULL), 77, &b));
    code_of("EnableTraceEx2 with an unknown control code",
            EnableTraceEx2(start_ring(NULL), &CONTRACT_PROVIDER, 9, 4, 0, 0, 0, NULL));
    code_of("ENABLE_TRACE_PARAMETERS of version 77", enable_with(77, FILTER_EVENT_ID));
    code_of("a filter of an unknown type", enable_with(ENABLE_TRACE_PARAMETERS_VERSION_2, 0x81234567u));
    code_of("a stack filter without the stack property", enable_with(ENABLE_TRACE_PARAMETERS_VERSION_2, FILTER_STACKWALK));
    does_rundown_reach_a_system_ring();
    what_a_killed_machine_would_leave();
    rates_of_the_whitelist();
    observe("is wpr.exe in the system folder", "%s",
            SearchPathW(NULL, L"wpr.exe", NULL, 0, NULL, NULL) ? "yes" : "no");
    provider_close();
}
