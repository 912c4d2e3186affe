/* The ETW functions as Windows programs call them, against the simulated
 * machine of this process: arguments arrive, results come back, and every
 * refusal that the product can meet has its code. Names give the section of
 * the notes on ETW's control functions: 1 rights and limits, 2 property block,
 * 3 codes, 4 rings, 5 circular files, 6 enabling, 7 capture state, 8 system
 * loggers. */
#include <stddef.h>

#include "tests/sim/sim_block.h"
#include "tests/sim/sim_client.h"
#include "tests/support/suite.h"
#include "win/utf16.h"
#include "win/win.h"

#define NAME L"Etw-Suite"
#define FILTER_EVENT_ID 0x80000200u

struct block {
    EVENT_TRACE_PROPERTIES p;
    wchar_t name[1024];
    wchar_t file[1024];
};

static const GUID DXGI = {0xca11c036, 0x0102, 0x4a2d, {0xa6, 0xad, 0xf0, 0x3c, 0xfe, 0xd5, 0xd3, 0xc9}};
static const GUID PROCESS = {0x22fb2cd6, 0x0e7b, 0x422b, {0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16}};

static int fresh_machine(void **state)
{
    struct sim_options o = sim_options_default();
    (void)state;
    o.manual = true;
    SetEnvironmentVariableW(L"HITCHBOX_SIM", NULL);
    sim_client_reset(&o);
    return 0;
}

/* A test whose calls went to the system instead proves nothing. */
static int calls_arrived(void **state)
{
    uint32_t count = 0;
    (void)state;
    for (int f = 0; f < SIM_FUNCTION_COUNT; f++)
        count += sim_call_count(sim_client_machine(), (enum sim_function)f, SIM_ANY_CODE);
    sim_client_reset(NULL);
    return count ? 0 : -1;
}

static void tell(const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), line, &answer);
    assert_string_equal(text_str(&answer), "ok\n");
    text_done(&answer);
}

static void block_init(struct block *b)
{
    memset(b, 0, sizeof *b);
    b->p.Wnode.BufferSize = sizeof *b;
    b->p.Wnode.Flags = WNODE_FLAG_TRACED_GUID;
    b->p.Wnode.ClientContext = 1;
    b->p.LoggerNameOffset = offsetof(struct block, name);
}

static void ring_init(struct block *b)
{
    block_init(b);
    b->p.BufferSize = 64;
    b->p.MinimumBuffers = 64;
    b->p.LogFileMode = EVENT_TRACE_BUFFERING_MODE;
}

static void set_file(struct block *b, const char *path)
{
    struct wide w = WIDE_EMPTY;
    wide_add_path(&w, path);
    assert_true(w.count < 1024);
    memcpy(b->file, wide_str(&w), (w.count + 1) * sizeof(wchar_t));
    b->p.LogFileNameOffset = offsetof(struct block, file);
    wide_done(&w);
}

static void file_init(struct block *b, const char *path)
{
    block_init(b);
    b->p.LogFileMode = EVENT_TRACE_FILE_MODE_CIRCULAR;
    b->p.MaximumFileSize = 4;
    set_file(b, path);
}

static TRACEHANDLE start_ring(void)
{
    struct block b;
    TRACEHANDLE handle = 0;
    ring_init(&b);
    assert_int_equal(StartTraceW(&handle, NAME, &b.p), ERROR_SUCCESS);
    assert_true(handle != 0);
    return handle;
}

static ULONG start(struct block *b)
{
    TRACEHANDLE handle = 0;
    return StartTraceW(&handle, NAME, &b->p);
}

static void layout_is_that_of_the_sdk(void **state)
{
    struct block b;
    (void)state;
    assert_int_equal(sizeof(EVENT_TRACE_PROPERTIES), SIM_BLOCK_NAME);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, Wnode.HistoricalContext), SIM_AT_HANDLE);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, Wnode.Guid), 24);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, Wnode.ClientContext), SIM_AT_CLOCK);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, Wnode.Flags), SIM_AT_FLAGS);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, BufferSize), SIM_AT_BUFFER_KB);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, MinimumBuffers), SIM_AT_MIN_BUFFERS);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, MaximumFileSize), SIM_AT_MAX_FILE);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, LogFileMode), SIM_AT_MODE);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, FlushTimer), SIM_AT_FLUSH_TIMER);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, NumberOfBuffers), SIM_AT_BUFFERS);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, EventsLost), SIM_AT_EVENTS_LOST);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, BuffersWritten), SIM_AT_WRITTEN);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, LogFileNameOffset), SIM_AT_FILE_OFFSET);
    assert_int_equal(offsetof(EVENT_TRACE_PROPERTIES, LoggerNameOffset), SIM_AT_NAME_OFFSET);
    ring_init(&b);
    assert_int_equal(start(&b), ERROR_SUCCESS);
}

static void s2_start_fills_the_block_and_copies_the_name(void **state)
{
    struct block b;
    TRACEHANDLE handle = 0;
    (void)state;
    ring_init(&b);
    assert_int_equal(StartTraceW(&handle, NAME, &b.p), ERROR_SUCCESS);
    assert_int_equal(b.p.Wnode.HistoricalContext, handle);
    assert_int_equal(b.p.NumberOfBuffers, 64);
    assert_int_equal(lstrcmpW(b.name, NAME), 0);
}

static void s3_start_refuses_nulls_with_87(void **state)
{
    struct block b;
    TRACEHANDLE handle = 5;
    (void)state;
    ring_init(&b);
    assert_int_equal(StartTraceW(NULL, NAME, &b.p), ERROR_INVALID_PARAMETER);
    assert_int_equal(StartTraceW(&handle, NAME, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(handle, 0);
}

static void s3_wrong_sizes_are_24(void **state)
{
    struct block b;
    (void)state;
    ring_init(&b);
    b.p.Wnode.BufferSize = 0;
    assert_int_equal(start(&b), ERROR_BAD_LENGTH);
    b.p.Wnode.BufferSize = sizeof b.p;
    assert_int_equal(start(&b), ERROR_INVALID_PARAMETER); /* the name's offset is outside */
    b.p.Wnode.BufferSize = sizeof b.p + 8;
    assert_int_equal(start(&b), ERROR_BAD_LENGTH); /* no room for the name */
}

static void s3_names_empty_or_too_long_are_123(void **state)
{
    struct block b;
    TRACEHANDLE handle;
    wchar_t longest[1026];
    (void)state;
    ring_init(&b);
    for (int i = 0; i < 1025; i++)
        longest[i] = L'n';
    longest[1025] = 0;
    assert_int_equal(StartTraceW(&handle, L"", &b.p), ERROR_INVALID_NAME);
    assert_int_equal(StartTraceW(&handle, NULL, &b.p), ERROR_INVALID_NAME);
    assert_int_equal(StartTraceW(&handle, longest, &b.p), ERROR_INVALID_NAME);
}

static void s3_the_same_name_is_183(void **state)
{
    struct block b;
    TRACEHANDLE handle;
    (void)state;
    start_ring();
    ring_init(&b);
    assert_int_equal(StartTraceW(&handle, L"ETW-SUITE", &b.p), ERROR_ALREADY_EXISTS);
}

static void s4_buffering_takes_no_file_and_no_other_mode(void **state)
{
    struct block b;
    (void)state;
    ring_init(&b);
    set_file(&b, "ring.etl");
    assert_int_equal(start(&b), ERROR_INVALID_PARAMETER);
    ring_init(&b);
    b.p.MaximumFileSize = 4;
    b.p.LogFileMode |= EVENT_TRACE_FILE_MODE_CIRCULAR;
    assert_int_equal(start(&b), ERROR_INVALID_PARAMETER);
    b.p.LogFileMode = EVENT_TRACE_BUFFERING_MODE | EVENT_TRACE_REAL_TIME_MODE;
    assert_int_equal(start(&b), ERROR_INVALID_PARAMETER);
}

static void s4_flush_writes_a_snapshot_and_the_ring_runs_on(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    TRACEHANDLE handle = start_ring();
    (void)state;
    assert_int_equal(EnableTraceEx2(handle, &DXGI, 1, 4, 2, 0, 0, NULL), ERROR_SUCCESS);
    sim_advance_by(sim_client_machine(), 2);
    text_addf(&path, "%s/snap.etl", suite_folder("etw"));
    block_init(&b);
    set_file(&b, text_str(&path));
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_SUCCESS);
    assert_true(GetFileAttributesW(b.file) != INVALID_FILE_ATTRIBUTES);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_ALREADY_EXISTS);
    block_init(&b);
    assert_int_equal(ControlTraceW(0, NAME, &b.p, EVENT_TRACE_CONTROL_QUERY), ERROR_SUCCESS);
    text_done(&path);
}

static void s4_flush_without_a_folder_is_3_and_without_a_name_161(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    TRACEHANDLE handle = start_ring();
    (void)state;
    text_addf(&path, "%s/none/snap.etl", suite_folder("etw"));
    block_init(&b);
    set_file(&b, text_str(&path));
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_PATH_NOT_FOUND);
    block_init(&b);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_BAD_PATHNAME);
    text_done(&path);
}

static void s4_a_snapshot_on_a_full_disk_is_112(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    TRACEHANDLE handle = start_ring();
    (void)state;
    text_addf(&path, "%s/snap.etl", suite_folder("etw"));
    tell("free_space 1000");
    block_init(&b);
    set_file(&b, text_str(&path));
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_DISK_FULL);
    text_done(&path);
}

static void s5_a_circular_file_needs_a_size_a_folder_and_space(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    const char *folder = suite_folder("etw");
    (void)state;
    text_addf(&path, "%s/keyevents.etl", folder);
    file_init(&b, text_str(&path));
    b.p.MaximumFileSize = 0;
    assert_int_equal(start(&b), ERROR_INVALID_PARAMETER);
    tell("free_space 1000000");
    b.p.MaximumFileSize = 4;
    assert_int_equal(start(&b), ERROR_DISK_FULL);
    tell("free_space real");
    assert_int_equal(start(&b), ERROR_SUCCESS);
    TRACEHANDLE second;
    memset(&b.p.Wnode.Guid, 0, sizeof b.p.Wnode.Guid); /* the first session's own by now */
    assert_int_equal(StartTraceW(&second, L"Second", &b.p), ERROR_BAD_PATHNAME);
    text_clear(&path);
    text_addf(&path, "%s/none/keyevents.etl", folder);
    file_init(&b, text_str(&path));
    assert_int_equal(StartTraceW(&second, L"Third", &b.p), ERROR_PATH_NOT_FOUND);
    text_done(&path);
}

static void s5_newfile_without_a_number_is_123(void **state)
{
    struct block b;
    (void)state;
    file_init(&b, "keyevents.etl");
    b.p.LogFileMode = EVENT_TRACE_FILE_MODE_NEWFILE;
    assert_int_equal(start(&b), ERROR_INVALID_NAME);
}

static void s5_relative_names_are_this_programs(void **state)
{
    struct block b;
    wchar_t full[1024];
    (void)state;
    file_init(&b, "x.etl");
    memcpy(b.file, L"hitchbox-suite.etl", sizeof L"hitchbox-suite.etl");
    assert_int_equal(start(&b), ERROR_SUCCESS);
    assert_true(GetFullPathNameW(L"hitchbox-suite.etl", 1024, full, NULL) > 0);
    struct block q;
    block_init(&q);
    q.p.LogFileNameOffset = offsetof(struct block, file);
    assert_int_equal(ControlTraceW(0, NAME, &q.p, EVENT_TRACE_CONTROL_STOP), ERROR_SUCCESS);
    assert_int_equal(lstrcmpiW(q.file, full), 0);
    assert_true(DeleteFileW(full));
}

static void s1_limits_are_1450_and_missing_rights_5(void **state)
{
    struct block b;
    (void)state;
    ring_init(&b);
    tell("foreign 64");
    assert_int_equal(start(&b), ERROR_NO_SYSTEM_RESOURCES);
    tell("foreign 3");
    tell("access_denied on");
    assert_int_equal(start(&b), ERROR_ACCESS_DENIED);
    tell("access_denied off");
    assert_int_equal(start(&b), ERROR_SUCCESS);
}

static void s1_independent_sessions_may_be_refused_with_87(void **state)
{
    struct block b;
    (void)state;
    tell("behaviour strict_independent=1");
    ring_init(&b);
    b.p.LogFileMode |= EVENT_TRACE_INDEPENDENT_SESSION_MODE;
    assert_int_equal(start(&b), ERROR_INVALID_PARAMETER);
    b.p.LogFileMode = EVENT_TRACE_BUFFERING_MODE;
    assert_int_equal(start(&b), ERROR_SUCCESS);
}

static void s3_control_without_session_is_4201_and_without_name_87(void **state)
{
    struct block b;
    (void)state;
    block_init(&b);
    assert_int_equal(ControlTraceW(0, L"Nobody", &b.p, EVENT_TRACE_CONTROL_QUERY), ERROR_WMI_INSTANCE_NOT_FOUND);
    assert_int_equal(ControlTraceW(0, NULL, &b.p, EVENT_TRACE_CONTROL_QUERY), ERROR_INVALID_PARAMETER);
    assert_int_equal(ControlTraceW(0, NAME, NULL, EVENT_TRACE_CONTROL_QUERY), ERROR_INVALID_PARAMETER);
    assert_int_equal(QueryTraceW(0, L"Nobody", &b.p), ERROR_WMI_INSTANCE_NOT_FOUND);
    assert_int_equal(FlushTraceW(0, L"Nobody", &b.p), ERROR_WMI_INSTANCE_NOT_FOUND);
    assert_int_equal(StopTraceW(0, L"Nobody", &b.p), ERROR_WMI_INSTANCE_NOT_FOUND);
}

static void s3_a_small_block_is_234_and_stop_has_stopped(void **state)
{
    struct block b;
    TRACEHANDLE handle = start_ring();
    (void)state;
    block_init(&b);
    b.p.Wnode.BufferSize = offsetof(struct block, name) + 200;
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_QUERY), ERROR_MORE_DATA);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_STOP), ERROR_MORE_DATA);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_STOP), ERROR_WMI_INSTANCE_NOT_FOUND);
}

static void s3_a_stop_in_progress_can_be_had(void **state)
{
    struct block b;
    TRACEHANDLE handle = start_ring();
    (void)state;
    tell("fail ControlTraceW:STOP code=2402 times=1");
    block_init(&b);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_STOP), 2402);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_STOP), ERROR_SUCCESS);
}

static void s2_query_all_fills_what_it_was_given(void **state)
{
    struct block b[4];
    EVENT_TRACE_PROPERTIES *list[4];
    ULONG count = 0;
    (void)state;
    start_ring();
    for (int i = 0; i < 4; i++) {
        block_init(&b[i]);
        list[i] = &b[i].p;
    }
    assert_int_equal(QueryAllTracesW(list, 0, &count), ERROR_INVALID_PARAMETER);
    assert_int_equal(QueryAllTracesW(list, 2, &count), ERROR_MORE_DATA);
    assert_int_equal(count, 4);
    assert_int_equal(QueryAllTracesW(list, 4, &count), ERROR_SUCCESS);
    assert_int_equal(lstrcmpW(b[3].name, NAME), 0);
    assert_true(b[0].name[0] != 0);
}

struct id_filter {
    BOOLEAN in;
    UCHAR reserved;
    USHORT count, ids[65];
};

static ULONG enable_with(TRACEHANDLE handle, ULONG version, const struct id_filter *filter, ULONG size)
{
    EVENT_FILTER_DESCRIPTOR d;
    ENABLE_TRACE_PARAMETERS p;
    memset(&d, 0, sizeof d);
    memset(&p, 0, sizeof p);
    d.Ptr = (ULONGLONG)(ULONG_PTR)filter;
    d.Size = size;
    d.Type = FILTER_EVENT_ID;
    p.Version = version;
    p.EnableFilterDesc = filter ? &d : NULL;
    p.FilterDescCount = filter ? 1 : 0;
    return EnableTraceEx2(handle, &DXGI, EVENT_CONTROL_CODE_ENABLE_PROVIDER, 4, 2, 0, 0, &p);
}

static void s6_enable_refuses_what_cannot_be(void **state)
{
    struct id_filter f = {TRUE, 0, 2, {42, 43}};
    TRACEHANDLE handle = start_ring();
    (void)state;
    assert_int_equal(EnableTraceEx2(handle, NULL, 1, 4, 2, 0, 0, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(EnableTraceEx2(0, &DXGI, 1, 4, 2, 0, 0, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(enable_with(handle, 7, NULL, 0), ERROR_INVALID_PARAMETER);
    assert_int_equal(enable_with(handle, 2, &f, 10), ERROR_INVALID_PARAMETER);
    assert_int_equal(enable_with(handle, 2, &f, sizeof f), ERROR_INVALID_PARAMETER);
    assert_int_equal(enable_with(handle, 2, &f, 8), ERROR_SUCCESS);
    f.count = 65;
    assert_int_equal(enable_with(handle, 2, &f, 4 + 130), ERROR_INVALID_PARAMETER);
    f.count = 64;
    assert_int_equal(enable_with(handle, 2, &f, 4 + 128), ERROR_SUCCESS);
}

static void s6_filters_and_masks_arrive(void **state)
{
    struct id_filter f = {TRUE, 0, 1, {43}};
    struct text answer = TEXT_EMPTY;
    TRACEHANDLE handle = start_ring();
    (void)state;
    assert_int_equal(enable_with(handle, 2, &f, 6), ERROR_SUCCESS);
    sim_control_line(sim_client_machine(), "session Etw-Suite", &answer);
    assert_non_null(strstr(text_str(&answer), "Microsoft-Windows-DXGI level=4 any=0x2 all=0x0 property=0x0 in=43\n"));
    text_done(&answer);
}

static void s6_the_ninth_session_of_a_provider_is_1450(void **state)
{
    wchar_t name[] = L"Ring 0";
    (void)state;
    for (int i = 0; i < 9; i++) {
        struct block b;
        TRACEHANDLE handle = 0;
        name[5] = (wchar_t)(L'0' + i);
        ring_init(&b);
        assert_int_equal(StartTraceW(&handle, name, &b.p), ERROR_SUCCESS);
        assert_int_equal(EnableTraceEx2(handle, &DXGI, 1, 4, 2, 0, 0, NULL),
                         i < 8 ? ERROR_SUCCESS : ERROR_NO_SYSTEM_RESOURCES);
    }
}

static void s7_capture_state_waits_no_longer_than_told(void **state)
{
    TRACEHANDLE handle = start_ring();
    (void)state;
    tell("late Kernel-Process ms=60");
    assert_int_equal(EnableTraceEx2(handle, &PROCESS, 1, 4, 0x10, 0, 0, NULL), ERROR_SUCCESS);
    assert_int_equal(EnableTraceEx2(handle, &PROCESS, EVENT_CONTROL_CODE_CAPTURE_STATE, 4, 0x10, 0, 5, NULL),
                     ERROR_TIMEOUT);
    assert_int_equal(EnableTraceEx2(handle, &PROCESS, EVENT_CONTROL_CODE_CAPTURE_STATE, 4, 0x10, 0, 500, NULL),
                     ERROR_SUCCESS);
}

static void s8_trace_information_is_checked(void **state)
{
    ULONGLONG bytes[6] = {0};
    TRACEHANDLE handle = start_ring();
    (void)state;
    assert_int_equal(TraceSetInformation(handle, (TRACE_INFO_CLASS)3, bytes, 48), ERROR_SUCCESS);
    assert_int_equal(TraceSetInformation(handle, (TRACE_INFO_CLASS)3, bytes, 7), ERROR_BAD_LENGTH);
    assert_int_equal(TraceSetInformation(handle, (TRACE_INFO_CLASS)99, bytes, 8), ERROR_NOT_SUPPORTED);
    ULONG got = 0;
    USHORT loggers = 0;
    assert_int_equal(TraceQueryInformation(0, (TRACE_INFO_CLASS)19, &loggers, 1, &got), ERROR_BAD_LENGTH);
    assert_int_equal(TraceQueryInformation(0, (TRACE_INFO_CLASS)19, &loggers, sizeof loggers, &got), ERROR_SUCCESS);
    assert_int_equal(loggers, 64);
}

static void s3_any_call_can_be_made_to_fail(void **state)
{
    struct block b;
    (void)state;
    tell("fail StartTraceW code=1450 times=1");
    ring_init(&b);
    assert_int_equal(start(&b), ERROR_NO_SYSTEM_RESOURCES);
    ring_init(&b);
    assert_int_equal(start(&b), ERROR_SUCCESS);
    tell("fail EnableTraceEx2:CAPTURE_STATE code=1460 times=1");
    assert_int_equal(EnableTraceEx2(b.p.Wnode.HistoricalContext, &DXGI, 2, 4, 2, 0, 10, NULL), ERROR_TIMEOUT);
    assert_int_equal(EnableTraceEx2(b.p.Wnode.HistoricalContext, &DXGI, 1, 4, 2, 0, 0, NULL), ERROR_SUCCESS);
}

static void s3_an_unreachable_kernel_is_1722(void **state)
{
    struct block b;
    (void)state;
    start_ring();
    SetEnvironmentVariableW(L"HITCHBOX_SIM", L"127.0.0.1:1");
    ring_init(&b);
    assert_int_equal(start(&b), RPC_S_SERVER_UNAVAILABLE);
    SetEnvironmentVariableW(L"HITCHBOX_SIM", NULL);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, fresh_machine, calls_arrived)

void suite_sim_etw(void)
{
    const struct CMUnitTest tests[] = {
        CASE(layout_is_that_of_the_sdk),
        CASE(s2_start_fills_the_block_and_copies_the_name),
        CASE(s3_start_refuses_nulls_with_87),
        CASE(s3_wrong_sizes_are_24),
        CASE(s3_names_empty_or_too_long_are_123),
        CASE(s3_the_same_name_is_183),
        CASE(s4_buffering_takes_no_file_and_no_other_mode),
        CASE(s4_flush_writes_a_snapshot_and_the_ring_runs_on),
        CASE(s4_flush_without_a_folder_is_3_and_without_a_name_161),
        CASE(s4_a_snapshot_on_a_full_disk_is_112),
        CASE(s5_a_circular_file_needs_a_size_a_folder_and_space),
        CASE(s5_newfile_without_a_number_is_123),
        CASE(s5_relative_names_are_this_programs),
        CASE(s1_limits_are_1450_and_missing_rights_5),
        CASE(s1_independent_sessions_may_be_refused_with_87),
        CASE(s3_control_without_session_is_4201_and_without_name_87),
        CASE(s3_a_small_block_is_234_and_stop_has_stopped),
        CASE(s3_a_stop_in_progress_can_be_had),
        CASE(s2_query_all_fills_what_it_was_given),
        CASE(s6_enable_refuses_what_cannot_be),
        CASE(s6_filters_and_masks_arrive),
        CASE(s6_the_ninth_session_of_a_provider_is_1450),
        CASE(s7_capture_state_waits_no_longer_than_told),
        CASE(s8_trace_information_is_checked),
        CASE(s3_any_call_can_be_made_to_fail),
        CASE(s3_an_unreachable_kernel_is_1722),
    };
    SUITE_RUN("sim_etw", tests);
}
