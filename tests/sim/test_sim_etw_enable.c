/* Enabling, capture state and trace information as test_sim_etw.c: arguments
 * arrive, and what cannot be is refused. */
#include <string.h>

#include "tests/sim/sim_client.h"
#include "tests/support/etw_calls.h"
#include "tests/support/suite.h"
#include "win/win.h"

#define FILTER_EVENT_ID 0x80000200u

static const GUID PROCESS = {0x22fb2cd6, 0x0e7b, 0x422b, {0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16}};

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
    return EnableTraceEx2(handle, &ETW_DXGI, EVENT_CONTROL_CODE_ENABLE_PROVIDER, 4, 2, 0, 0, &p);
}

static void s6_enable_refuses_what_cannot_be(void **state)
{
    struct id_filter f = {TRUE, 0, 2, {42, 43}};
    TRACEHANDLE handle = etw_start_ring();
    (void)state;
    assert_int_equal(EnableTraceEx2(handle, NULL, 1, 4, 2, 0, 0, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(EnableTraceEx2(0, &ETW_DXGI, 1, 4, 2, 0, 0, NULL), ERROR_INVALID_PARAMETER);
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
    TRACEHANDLE handle = etw_start_ring();
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
        struct etw_block b;
        TRACEHANDLE handle = 0;
        name[5] = (wchar_t)(L'0' + i);
        etw_ring_init(&b);
        assert_int_equal(StartTraceW(&handle, name, &b.p), ERROR_SUCCESS);
        assert_int_equal(EnableTraceEx2(handle, &ETW_DXGI, 1, 4, 2, 0, 0, NULL),
                         i < 8 ? ERROR_SUCCESS : ERROR_NO_SYSTEM_RESOURCES);
    }
}

static void s7_capture_state_waits_no_longer_than_told(void **state)
{
    TRACEHANDLE handle = etw_start_ring();
    (void)state;
    etw_tell("late Kernel-Process ms=60");
    assert_int_equal(EnableTraceEx2(handle, &PROCESS, 1, 4, 0x10, 0, 0, NULL), ERROR_SUCCESS);
    assert_int_equal(EnableTraceEx2(handle, &PROCESS, EVENT_CONTROL_CODE_CAPTURE_STATE, 4, 0x10, 0, 5, NULL),
                     ERROR_TIMEOUT);
    assert_int_equal(EnableTraceEx2(handle, &PROCESS, EVENT_CONTROL_CODE_CAPTURE_STATE, 4, 0x10, 0, 500, NULL),
                     ERROR_SUCCESS);
}

static void s8_trace_information_is_checked(void **state)
{
    ULONGLONG bytes[6] = {0};
    TRACEHANDLE handle = etw_start_ring();
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

#define CASE(name) cmocka_unit_test_setup_teardown(name, etw_fresh_machine, etw_calls_arrived)

void suite_sim_etw_enable(void)
{
    const struct CMUnitTest tests[] = {
        CASE(s6_enable_refuses_what_cannot_be),
        CASE(s6_filters_and_masks_arrive),
        CASE(s6_the_ninth_session_of_a_provider_is_1450),
        CASE(s7_capture_state_waits_no_longer_than_told),
        CASE(s8_trace_information_is_checked),
    };
    SUITE_RUN("sim_etw_enable", tests);
}
