/* The ETW functions as Windows programs call them, against the simulated
 * machine of this process: arguments arrive, results come back, and every
 * refusal that the product can meet has its code. Names give the section of
 * the notes on ETW's control functions: 1 rights and limits, 2 property block,
 * 3 codes, 4 rings, 5 circular files, 6 enabling, 7 capture state, 8 system
 * loggers. */
#include <stddef.h>

#include "tests/sim/sim_block.h"
#include "tests/sim/sim_client.h"
#include "tests/support/etw_calls.h"
#include "tests/support/suite.h"
#include "win/win.h"

static void layout_is_that_of_the_sdk(void **state)
{
    struct etw_block b;
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
    etw_ring_init(&b);
    assert_int_equal(etw_start(&b), ERROR_SUCCESS);
}

static void s2_start_fills_the_block_and_copies_the_name(void **state)
{
    struct etw_block b;
    TRACEHANDLE handle = 0;
    (void)state;
    etw_ring_init(&b);
    assert_int_equal(StartTraceW(&handle, ETW_NAME, &b.p), ERROR_SUCCESS);
    assert_int_equal(b.p.Wnode.HistoricalContext, handle);
    assert_int_equal(b.p.NumberOfBuffers, 64);
    assert_int_equal(lstrcmpW(b.name, ETW_NAME), 0);
}

static void s3_start_refuses_nulls_with_87(void **state)
{
    struct etw_block b;
    TRACEHANDLE handle = 5;
    (void)state;
    etw_ring_init(&b);
    assert_int_equal(StartTraceW(NULL, ETW_NAME, &b.p), ERROR_INVALID_PARAMETER);
    assert_int_equal(StartTraceW(&handle, ETW_NAME, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(handle, 0);
}

static void s3_wrong_sizes_are_24(void **state)
{
    struct etw_block b;
    (void)state;
    etw_ring_init(&b);
    b.p.Wnode.BufferSize = 0;
    assert_int_equal(etw_start(&b), ERROR_BAD_LENGTH);
    b.p.Wnode.BufferSize = sizeof b.p;
    assert_int_equal(etw_start(&b), ERROR_INVALID_PARAMETER); /* the name's offset is outside */
    b.p.Wnode.BufferSize = sizeof b.p + 8;
    assert_int_equal(etw_start(&b), ERROR_BAD_LENGTH); /* no room for the name */
}

static void s3_names_empty_or_too_long_are_123(void **state)
{
    struct etw_block b;
    TRACEHANDLE handle;
    wchar_t longest[1026];
    (void)state;
    etw_ring_init(&b);
    for (int i = 0; i < 1025; i++)
        longest[i] = L'n';
    longest[1025] = 0;
    assert_int_equal(StartTraceW(&handle, L"", &b.p), ERROR_INVALID_NAME);
    assert_int_equal(StartTraceW(&handle, NULL, &b.p), ERROR_INVALID_NAME);
    assert_int_equal(StartTraceW(&handle, longest, &b.p), ERROR_INVALID_NAME);
}

static void s3_the_same_name_is_183(void **state)
{
    struct etw_block b;
    TRACEHANDLE handle;
    (void)state;
    etw_start_ring();
    etw_ring_init(&b);
    assert_int_equal(StartTraceW(&handle, L"ETW-SUITE", &b.p), ERROR_ALREADY_EXISTS);
}

static void s4_buffering_takes_no_file_and_no_other_mode(void **state)
{
    struct etw_block b;
    (void)state;
    etw_ring_init(&b);
    etw_block_set_file(&b, "ring.etl");
    assert_int_equal(etw_start(&b), ERROR_INVALID_PARAMETER);
    etw_ring_init(&b);
    b.p.MaximumFileSize = 4;
    b.p.LogFileMode |= EVENT_TRACE_FILE_MODE_CIRCULAR;
    assert_int_equal(etw_start(&b), ERROR_INVALID_PARAMETER);
    b.p.LogFileMode = EVENT_TRACE_BUFFERING_MODE | EVENT_TRACE_REAL_TIME_MODE;
    assert_int_equal(etw_start(&b), ERROR_INVALID_PARAMETER);
}

static void s4_flush_writes_a_snapshot_and_the_ring_runs_on(void **state)
{
    struct etw_block b;
    struct text path = TEXT_EMPTY;
    TRACEHANDLE handle = etw_start_ring();
    (void)state;
    etw_tell("habits exists=refused more_data=never");
    assert_int_equal(EnableTraceEx2(handle, &ETW_DXGI, 1, 4, 2, 0, 0, NULL), ERROR_SUCCESS);
    sim_advance_by(sim_client_machine(), 2);
    text_addf(&path, "%s/snap.etl", suite_folder("etw"));
    etw_block_init(&b);
    etw_block_set_file(&b, text_str(&path));
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_SUCCESS);
    assert_true(GetFileAttributesW(b.file) != INVALID_FILE_ATTRIBUTES);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_ALREADY_EXISTS);
    etw_block_init(&b);
    assert_int_equal(ControlTraceW(0, ETW_NAME, &b.p, EVENT_TRACE_CONTROL_QUERY), ERROR_SUCCESS);
    text_done(&path);
}

static void s4_flush_without_a_folder_is_3_and_without_a_name_161(void **state)
{
    struct etw_block b;
    struct text path = TEXT_EMPTY;
    TRACEHANDLE handle = etw_start_ring();
    (void)state;
    etw_tell("habits no_name=161");
    text_addf(&path, "%s/none/snap.etl", suite_folder("etw"));
    etw_block_init(&b);
    etw_block_set_file(&b, text_str(&path));
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_PATH_NOT_FOUND);
    etw_block_init(&b);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_BAD_PATHNAME);
    text_done(&path);
}

static void s4_a_snapshot_on_a_full_disk_is_112(void **state)
{
    struct etw_block b;
    struct text path = TEXT_EMPTY;
    TRACEHANDLE handle = etw_start_ring();
    (void)state;
    etw_tell("habits more_data=never");
    text_addf(&path, "%s/snap.etl", suite_folder("etw"));
    etw_tell("free_space 1000");
    etw_block_init(&b);
    etw_block_set_file(&b, text_str(&path));
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_FLUSH), ERROR_DISK_FULL);
    text_done(&path);
}

static void s5_a_circular_file_needs_a_size_a_folder_and_space(void **state)
{
    struct etw_block b;
    struct text path = TEXT_EMPTY;
    const char *folder = suite_folder("etw");
    (void)state;
    text_addf(&path, "%s/keyevents.etl", folder);
    etw_file_init(&b, text_str(&path));
    b.p.MaximumFileSize = 0;
    assert_int_equal(etw_start(&b), ERROR_INVALID_PARAMETER);
    etw_tell("free_space 1000000");
    b.p.MaximumFileSize = 4;
    assert_int_equal(etw_start(&b), ERROR_DISK_FULL);
    etw_tell("free_space real");
    assert_int_equal(etw_start(&b), ERROR_SUCCESS);
    TRACEHANDLE second;
    memset(&b.p.Wnode.Guid, 0, sizeof b.p.Wnode.Guid); /* the first session's own by now */
    assert_int_equal(StartTraceW(&second, L"Second", &b.p), ERROR_BAD_PATHNAME);
    text_clear(&path);
    text_addf(&path, "%s/none/keyevents.etl", folder);
    etw_file_init(&b, text_str(&path));
    assert_int_equal(StartTraceW(&second, L"Third", &b.p), ERROR_PATH_NOT_FOUND);
    text_done(&path);
}

static void s5_newfile_without_a_number_is_123(void **state)
{
    struct etw_block b;
    (void)state;
    etw_file_init(&b, "keyevents.etl");
    b.p.LogFileMode = EVENT_TRACE_FILE_MODE_NEWFILE;
    assert_int_equal(etw_start(&b), ERROR_INVALID_NAME);
}

static void s5_relative_names_are_this_programs(void **state)
{
    struct etw_block b;
    wchar_t full[1024];
    (void)state;
    etw_file_init(&b, "x.etl");
    memcpy(b.file, L"hitchbox-suite.etl", sizeof L"hitchbox-suite.etl");
    assert_int_equal(etw_start(&b), ERROR_SUCCESS);
    assert_true(GetFullPathNameW(L"hitchbox-suite.etl", 1024, full, NULL) > 0);
    struct etw_block q;
    etw_block_init(&q);
    q.p.LogFileNameOffset = offsetof(struct etw_block, file);
    assert_int_equal(ControlTraceW(0, ETW_NAME, &q.p, EVENT_TRACE_CONTROL_STOP), ERROR_SUCCESS);
    assert_int_equal(lstrcmpiW(q.file, full), 0);
    assert_true(DeleteFileW(full));
}

static void s1_limits_are_1450_and_missing_rights_5(void **state)
{
    struct etw_block b;
    (void)state;
    etw_ring_init(&b);
    etw_tell("foreign 64");
    assert_int_equal(etw_start(&b), ERROR_NO_SYSTEM_RESOURCES);
    etw_tell("foreign 3");
    etw_tell("access_denied on");
    assert_int_equal(etw_start(&b), ERROR_ACCESS_DENIED);
    etw_tell("access_denied off");
    assert_int_equal(etw_start(&b), ERROR_SUCCESS);
}

static void s1_independent_sessions_may_be_refused_with_87(void **state)
{
    struct etw_block b;
    (void)state;
    etw_tell("behaviour strict_independent=1");
    etw_ring_init(&b);
    b.p.LogFileMode |= EVENT_TRACE_INDEPENDENT_SESSION_MODE;
    assert_int_equal(etw_start(&b), ERROR_INVALID_PARAMETER);
    b.p.LogFileMode = EVENT_TRACE_BUFFERING_MODE;
    assert_int_equal(etw_start(&b), ERROR_SUCCESS);
}

static void s3_control_without_session_is_4201_and_without_name_87(void **state)
{
    struct etw_block b;
    (void)state;
    etw_block_init(&b);
    assert_int_equal(ControlTraceW(0, L"Nobody", &b.p, EVENT_TRACE_CONTROL_QUERY), ERROR_WMI_INSTANCE_NOT_FOUND);
    assert_int_equal(ControlTraceW(0, NULL, &b.p, EVENT_TRACE_CONTROL_QUERY), ERROR_INVALID_PARAMETER);
    assert_int_equal(ControlTraceW(0, ETW_NAME, NULL, EVENT_TRACE_CONTROL_QUERY), ERROR_INVALID_PARAMETER);
    assert_int_equal(QueryTraceW(0, L"Nobody", &b.p), ERROR_WMI_INSTANCE_NOT_FOUND);
    assert_int_equal(FlushTraceW(0, L"Nobody", &b.p), ERROR_WMI_INSTANCE_NOT_FOUND);
    assert_int_equal(StopTraceW(0, L"Nobody", &b.p), ERROR_WMI_INSTANCE_NOT_FOUND);
}

static void s3_a_small_block_is_234_and_stop_has_stopped(void **state)
{
    struct etw_block b;
    TRACEHANDLE handle = etw_start_ring();
    (void)state;
    etw_block_init(&b);
    b.p.Wnode.BufferSize = offsetof(struct etw_block, name) + 200;
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_QUERY), ERROR_MORE_DATA);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_STOP), ERROR_MORE_DATA);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_STOP), ERROR_WMI_INSTANCE_NOT_FOUND);
}

static void s3_a_stop_in_progress_can_be_had(void **state)
{
    struct etw_block b;
    TRACEHANDLE handle = etw_start_ring();
    (void)state;
    etw_tell("fail ControlTraceW:STOP code=2402 times=1");
    etw_block_init(&b);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_STOP), 2402);
    assert_int_equal(ControlTraceW(handle, NULL, &b.p, EVENT_TRACE_CONTROL_STOP), ERROR_SUCCESS);
}

static void s2_query_all_fills_what_it_was_given(void **state)
{
    struct etw_block b[4];
    EVENT_TRACE_PROPERTIES *list[4];
    ULONG count = 0;
    (void)state;
    etw_start_ring();
    for (int i = 0; i < 4; i++) {
        etw_block_init(&b[i]);
        list[i] = &b[i].p;
    }
    assert_int_equal(QueryAllTracesW(list, 0, &count), ERROR_INVALID_PARAMETER);
    assert_int_equal(QueryAllTracesW(list, 2, &count), ERROR_MORE_DATA);
    assert_int_equal(count, 4);
    assert_int_equal(QueryAllTracesW(list, 4, &count), ERROR_SUCCESS);
    assert_int_equal(lstrcmpW(b[3].name, ETW_NAME), 0);
    assert_true(b[0].name[0] != 0);
}

static void s3_any_call_can_be_made_to_fail(void **state)
{
    struct etw_block b;
    (void)state;
    etw_tell("fail StartTraceW code=1450 times=1");
    etw_ring_init(&b);
    assert_int_equal(etw_start(&b), ERROR_NO_SYSTEM_RESOURCES);
    etw_ring_init(&b);
    assert_int_equal(etw_start(&b), ERROR_SUCCESS);
    etw_tell("fail EnableTraceEx2:CAPTURE_STATE code=1460 times=1");
    assert_int_equal(EnableTraceEx2(b.p.Wnode.HistoricalContext, &ETW_DXGI, 2, 4, 2, 0, 10, NULL), ERROR_TIMEOUT);
    assert_int_equal(EnableTraceEx2(b.p.Wnode.HistoricalContext, &ETW_DXGI, 1, 4, 2, 0, 0, NULL), ERROR_SUCCESS);
}

static void s3_an_unreachable_kernel_is_1722(void **state)
{
    struct etw_block b;
    (void)state;
    etw_start_ring();
    SetEnvironmentVariableW(L"HITCHBOX_SIM", L"127.0.0.1:1");
    etw_ring_init(&b);
    assert_int_equal(etw_start(&b), RPC_S_SERVER_UNAVAILABLE);
    SetEnvironmentVariableW(L"HITCHBOX_SIM", NULL);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, etw_fresh_machine, etw_calls_arrived)

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
        CASE(s3_any_call_can_be_made_to_fail),
        CASE(s3_an_unreachable_kernel_is_1722),
    };
    SUITE_RUN("sim_etw", tests);
}
