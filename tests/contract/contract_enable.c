/* EnableTraceEx2: who may, what it refuses, which events pass. */
#include "tests/contract/contract.h"

#include <string.h>

#define IGNORE_KEYWORD_0 0x10u
#define SESSIONS_PER_PROVIDER 8u
#define SLOW_MS 900u

static void a_session_without_the_provider_sees_nothing(void **state)
{
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    write_event(1, 4, 1);
    look_into_ring(handle, &seen);
    assert_int_equal(seen.count, 0);
}

static void no_provider_or_no_session_is_87(void **state)
{
    (void)state;
    TRACEHANDLE handle = start_ring(NULL);
    assert_int_equal(EnableTraceEx2(handle, NULL, 1, 4, 0, 0, 0, NULL), ERROR_INVALID_PARAMETER);
    assert_int_equal(EnableTraceEx2(0, &CONTRACT_PROVIDER, 1, 4, 0, 0, 0, NULL), ERROR_INVALID_PARAMETER);
}

static void a_provider_that_nobody_registered_is_accepted(void **state)
{
    static const GUID nobody = {0x3f2c8a01, 0x9b1e, 0x4f6a, {0xb7, 0x0d, 0x11, 0x22, 0x5c, 0xee, 0x01, 0x7a}};
    (void)state;
    TRACEHANDLE handle = start_ring(NULL);
    assert_int_equal(EnableTraceEx2(handle, &nobody, 1, 4, 0, 0, 0, NULL), ERROR_SUCCESS);
}

static void enabling_may_come_before_registering(void **state)
{
    struct seen seen;
    (void)state;
    provider_close();
    TRACEHANDLE handle = start_ring(NULL);
    assert_int_equal(EnableTraceEx2(handle, &CONTRACT_PROVIDER, 1, 5, 0, 0, 0, NULL), ERROR_SUCCESS);
    provider_open();
    write_event(1, 4, 1);
    look_into_ring(handle, &seen);
    assert_int_equal(seen.ids[1], 1);
}

static void eight_sessions_may_have_a_provider_the_ninth_is_1450(void **state)
{
    wchar_t suffix[2] = L"0";
    (void)state;
    provider_open();
    for (unsigned i = 0; i < SESSIONS_PER_PROVIDER; i++) {
        suffix[0] = (wchar_t)(L'0' + i);
        enable_all(start_ring(suffix));
    }
    assert_int_equal(enable(start_ring(L"ninth"), 5, 0, 0, NULL), ERROR_NO_SYSTEM_RESOURCES);
}

static void disabling_ends_it(void **state)
{
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    enable_all(handle);
    write_event(1, 4, 1);
    assert_int_equal(EnableTraceEx2(handle, &CONTRACT_PROVIDER, EVENT_CONTROL_CODE_DISABLE_PROVIDER, 0, 0, 0, 2000, NULL),
                     ERROR_SUCCESS);
    write_event(2, 4, 1);
    look_into_ring(handle, &seen);
    assert_int_equal(seen.ids[1], 1);
    assert_int_equal(seen.ids[2], 0);
}

/* Ids 1..6: level and keyword of each. */
static const struct {
    UCHAR level;
    ULONGLONG keyword;
} SIX[] = {{4, 1}, {4, 2}, {4, 3}, {4, 0}, {2, 1}, {0, 1}};

static void try_six(UCHAR level, ULONGLONG any, ULONGLONG all, ULONG property, struct seen *seen)
{
    ENABLE_TRACE_PARAMETERS p;
    memset(&p, 0, sizeof p);
    p.Version = ENABLE_TRACE_PARAMETERS_VERSION_2;
    p.EnableProperty = property;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    assert_int_equal(enable(handle, level, any, all, &p), ERROR_SUCCESS);
    for (USHORT i = 0; i < 6; i++)
        write_event((USHORT)(i + 1), SIX[i].level, SIX[i].keyword);
    look_into_ring(handle, seen);
}

static void check_six(const struct seen *seen, const char *passed)
{
    for (int i = 0; i < 6; i++)
        if (seen->ids[i + 1] != (passed[i] == '1' ? 1u : 0u))
            fail_msg("event %d (level %u, keyword %llu) came %u times", i + 1, SIX[i].level, SIX[i].keyword,
                     (unsigned)seen->ids[i + 1]);
}

static void any_keyword_of_the_mask_is_enough(void **state)
{
    struct seen seen;
    (void)state;
    try_six(5, 1, 0, 0, &seen);
    check_six(&seen, "101111");
}

static void a_mask_of_zero_lets_all_in(void **state)
{
    struct seen seen;
    (void)state;
    try_six(5, 0, 0, 0, &seen);
    check_six(&seen, "111111");
}

static void all_keywords_of_the_second_mask_are_needed(void **state)
{
    struct seen seen;
    (void)state;
    try_six(5, 3, 3, 0, &seen);
    check_six(&seen, "001100");
}

static void events_without_keyword_pass_any_mask(void **state)
{
    struct seen seen;
    (void)state;
    try_six(5, 0x100, 0, 0, &seen);
    check_six(&seen, "000100");
}

static void events_without_keyword_can_be_kept_out(void **state)
{
    struct seen seen;
    (void)state;
    try_six(5, 1, 0, IGNORE_KEYWORD_0, &seen);
    check_six(&seen, "101011");
}

static void levels_above_the_wish_stay_out_and_level_0_passes(void **state)
{
    struct seen seen;
    (void)state;
    try_six(2, 0, 0, 0, &seen);
    check_six(&seen, "000011");
}

static void a_second_enable_replaces_the_first(void **state)
{
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    assert_int_equal(enable(handle, 5, 1, 0, NULL), ERROR_SUCCESS);
    assert_int_equal(enable(handle, 5, 2, 0, NULL), ERROR_SUCCESS);
    write_event(1, 4, 1);
    write_event(2, 4, 2);
    look_into_ring(handle, &seen);
    assert_int_equal(seen.ids[1], 0);
    assert_int_equal(seen.ids[2], 1);
}

static void two_sessions_each_get_what_they_asked_for(void **state)
{
    struct seen a, b;
    (void)state;
    provider_open();
    TRACEHANDLE first = start_ring(L"a"), second = start_ring(L"b");
    assert_int_equal(enable(first, 5, 1, 0, NULL), ERROR_SUCCESS);
    assert_int_equal(enable(second, 5, 2, 0, NULL), ERROR_SUCCESS);
    write_event(1, 4, 1);
    write_event(2, 4, 2);
    look_into_ring(first, &a);
    look_into_ring(second, &b);
    assert_int_equal(a.ids[1], 1);
    assert_int_equal(a.ids[2], 0);
    assert_int_equal(b.ids[1], 0);
    assert_int_equal(b.ids[2], 1);
}

/* ---- CAPTURE_STATE ---- */

static void NTAPI say_state(LPCGUID source, ULONG code, UCHAR level, ULONGLONG any, ULONGLONG all,
                            PEVENT_FILTER_DESCRIPTOR filter, PVOID ctx)
{
    (void)source, (void)level, (void)any, (void)all, (void)filter, (void)ctx;
    if (code == EVENT_CONTROL_CODE_CAPTURE_STATE)
        write_event(90, 4, 1);
}

static void NTAPI dawdle(LPCGUID source, ULONG code, UCHAR level, ULONGLONG any, ULONGLONG all,
                         PEVENT_FILTER_DESCRIPTOR filter, PVOID ctx)
{
    (void)source, (void)level, (void)any, (void)all, (void)filter, (void)ctx;
    if (code == EVENT_CONTROL_CODE_CAPTURE_STATE)
        Sleep(SLOW_MS);
}

static ULONG capture(TRACEHANDLE handle, ULONG timeout_ms)
{
    return EnableTraceEx2(handle, &CONTRACT_PROVIDER, EVENT_CONTROL_CODE_CAPTURE_STATE, 5, 0, 0, timeout_ms, NULL);
}

static void capture_state_brings_the_state_before_it_returns(void **state)
{
    struct seen seen;
    (void)state;
    provider_open_with(say_state);
    TRACEHANDLE handle = start_ring(NULL);
    enable_all(handle);
    assert_int_equal(capture(handle, 5000), ERROR_SUCCESS);
    look_into_ring(handle, &seen);
    provider_close();
    assert_int_equal(seen.ids[90], 1);
}

static void a_provider_that_dawdles_is_1460(void **state)
{
    (void)state;
    provider_open_with(dawdle);
    TRACEHANDLE handle = start_ring(NULL);
    enable_all(handle);
    ULONG code = capture(handle, 100);
    provider_close();
    assert_int_equal(code, ERROR_TIMEOUT);
}

static const struct contract_case cases[] = {
    {"a session without the provider sees nothing", "EnableTraceEx2: remarks",
     a_session_without_the_provider_sees_nothing, false},
    {"no provider or no session is 87", "EnableTraceEx2: return value", no_provider_or_no_session_is_87, false},
    {"a provider that nobody registered is accepted", "EnableTraceEx2: remarks",
     a_provider_that_nobody_registered_is_accepted, false},
    {"enabling may come before registering", "EnableTraceEx2: remarks", enabling_may_come_before_registering, false},
    {"eight sessions may have a provider, the ninth is 1450", "EnableTraceEx2: return value",
     eight_sessions_may_have_a_provider_the_ninth_is_1450, false},
    {"disabling ends it", "EnableTraceEx2: ControlCode", disabling_ends_it, false},
    {"any keyword of the mask is enough", "EnableTraceEx2: MatchAnyKeyword", any_keyword_of_the_mask_is_enough, false},
    {"a mask of zero lets all in", "EnableTraceEx2: MatchAnyKeyword", a_mask_of_zero_lets_all_in, false},
    {"all keywords of the second mask are needed", "EnableTraceEx2: MatchAllKeyword",
     all_keywords_of_the_second_mask_are_needed, false},
    {"events without keyword pass any mask", "EnableTraceEx2: MatchAnyKeyword", events_without_keyword_pass_any_mask,
     false},
    {"events without keyword can be kept out", "ENABLE_TRACE_PARAMETERS: IGNORE_KEYWORD_0",
     events_without_keyword_can_be_kept_out, false},
    {"levels above the wish stay out, and level 0 passes", "EnableTraceEx2: Level",
     levels_above_the_wish_stay_out_and_level_0_passes, false},
    {"a second enable replaces the first", "EnableTraceEx2: remarks", a_second_enable_replaces_the_first, false},
    {"two sessions each get what they asked for", "EnableTraceEx2: remarks", two_sessions_each_get_what_they_asked_for,
     false},
    {"CAPTURE_STATE brings the state before it returns", "EnableTraceEx2: CAPTURE_STATE, Timeout",
     capture_state_brings_the_state_before_it_returns, false},
    {"a provider that dawdles is 1460", "EnableTraceEx2: Timeout", a_provider_that_dawdles_is_1460, true},
};
const struct contract_group contract_enable = CONTRACT_GROUP("enable", cases);
