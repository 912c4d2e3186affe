/* What Windows's documents leave open: seen and printed, never judged. */
#include "tests/contract/contract.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "app/app_settings.h"
#include "config/providers.h"
#include "config/settings.h"
#include "events/provider_names.h"
#include "events/trace_source.h"
#include "etl/etl_reader.h"
#include "etl/etl_tally.h"
#include "os/os.h"
#include "recorder/session.h"
#include "tests/support/source_file.h"
#include "win/elevate.h"
#include "win/guard.h"

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

/* Half a file tells the product that a FLUSH was cut, and a file that is held
 * gets its name later. */
struct file_watch {
    const char *path;
    HANDLE done;
    uint64_t began, stands_ms;
};

static DWORD WINAPI watch_file(void *ctx)
{
    struct file_watch *w = ctx;
    struct os_stat st;
    do {
        if (!w->stands_ms && !outcome_failed(os_stat(w->path, &st)))
            w->stands_ms = now_ms() - w->began + 1;
    } while (WaitForSingleObject(w->done, 1) == WAIT_TIMEOUT);
    return 0;
}

static ULONG flush_watched(TRACEHANDLE handle, const char *path, uint64_t *took)
{
    struct text renamed = TEXT_EMPTY;
    struct file_watch w = {path, CreateEventW(NULL, TRUE, FALSE, NULL), now_ms(), 0};
    HANDLE thread = CreateThread(NULL, 0, watch_file, &w, 0, NULL);
    ULONG code = flush_to(handle, path);
    *took = now_ms() - w.began;
    text_addf(&renamed, "%s.named", path);
    struct outcome moved = os_rename(path, text_str(&renamed));
    SetEvent(w.done);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    CloseHandle(w.done);
    os_rename(text_str(&renamed), path);
    observe("when the file of that FLUSH stands", "%s; renamed when it had returned: code %lu",
            !w.stands_ms               ? "not before it had returned"
            : w.stands_ms * 2 < *took ? "in its first half"
                                       : "in its second half",
            (unsigned long)moved.os);
    text_done(&renamed);
    return code;
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
        uint64_t took;
        ULONG code = flush_watched(handle, text_str(&path), &took);
        uint64_t at_once = file_len(text_str(&path));
        look_into(text_str(&path), &seen);
        ask(handle, EVENT_TRACE_CONTROL_QUERY, &b);
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
        ask(handle, EVENT_TRACE_CONTROL_QUERY, &b);
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

/* Who has the focus, too, or as its manifest says threads alone (36)? */
static void what_win32k_tells_of_its_state(void)
{
    static const GUID win32k = {0x8c416c79, 0xd49b, 0x4f01, {0xa4, 0x67, 0xe5, 0x6d, 0x3a, 0xa8, 0x23, 0x4c}};
    static const ULONGLONG focus_activity_threads = 0xA2000;
    struct text path = TEXT_EMPTY, ids = TEXT_EMPTY;
    struct etl_reader *reader = NULL;
    struct etl_event e;
    TRACEHANDLE handle = start_ring(NULL);
    ULONG enabled = EnableTraceEx2(handle, &win32k, EVENT_CONTROL_CODE_ENABLE_PROVIDER, 4, focus_activity_threads, 0, 1000, NULL);
    ULONG asked = EnableTraceEx2(handle, &win32k, EVENT_CONTROL_CODE_CAPTURE_STATE, 4, focus_activity_threads, 0, 1000, NULL);
    flush_ring(handle, &path);
    if (!outcome_failed(etl_open(text_str(&path), &reader)))
        while (etl_next_stored(reader, &e) && ids.len < 100)
            if (trace_source_of(&e.provider) == TRACE_win32k)
                text_addf(&ids, " %u", e.id);
    etl_close(reader);
    observe("what Win32k tells of its state", "codes %lu, %lu; events%s", enabled, asked, ids.len ? text_str(&ids) : " none");
    text_done(&path);
    text_done(&ids);
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
            const char *name = provider_names_of_guid(&list[i].provider);
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
    if (!source_read("config/providers.ini", &bytes) ||
        !providers_read(&providers, "providers.ini", text_str(&bytes), bytes.len, 22631, &problems)) {
        observe("events a second of the product's list", "not measured: there is no config/providers.ini");
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

/* ---- what guards the files ---- */

static void what_guards_the_files(void)
{
    DWORD policy = 1;
    struct text path = TEXT_EMPTY;
    struct guard guard = {0};
    observe("refusing junctions of programs without rights", "%s",
            SetProcessMitigationPolicy((PROCESS_MITIGATION_POLICY)16, &policy, sizeof policy) ? "accepted" : "refused");
    struct outcome made = guard_make_fresh(contract_folder(), "guarded", &guard, &path);
    observe("a folder for administrators and its reader", "%s, %lu; rights %lu", outcome_name(made.why), (unsigned long)made.os,
            (unsigned long)guard.rights.os);
    guard_close(&guard);
    if (path.len)
        os_remove(text_str(&path));
    text_done(&path);
}

/* ---- the player's side ---- */

static void whose_desktop_it_is(void)
{
    union elevate_user desktop, own;
    bool known = elevate_desktop_user(&desktop), same = known && elevate_own_user(&own) && EqualSid(desktop.user.User.Sid, own.user.User.Sid);
    observe("whose Explorer owns the desktop", "%s; this token has %s", same ? "this account's" : known ? "another account's" : "not told",
            elevate_has_lower_self() ? "a lower half" : "no lower half");
}

static void does_altgr_type(void)
{
    struct settings settings;
    struct problems problems;
    settings_init(&settings);
    problems_init(&problems);
    text_set(&settings.hotkey, "Ctrl+Alt+E");
    app_settings_check(&settings, "hitchbox.ini", &problems);
    observe("Ctrl+Alt+E on these keyboards", "%s", problems.count ? "types a character, and is warned of" : "types nothing");
    problems_done(&problems);
    settings_done(&settings);
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
    buffers_granted(250, 64, "asked for buffers of 250 KB, no multiple of 4");
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
    what_win32k_tells_of_its_state();
    what_guards_the_files();
    whose_desktop_it_is();
    does_altgr_type();
    what_a_killed_machine_would_leave();
    rates_of_the_whitelist();
    observe("is wpr.exe in the system folder", "%s",
            SearchPathW(NULL, L"wpr.exe", NULL, 0, NULL, NULL) ? "yes" : "no");
    provider_close();
}
