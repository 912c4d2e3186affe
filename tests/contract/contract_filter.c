/* The id filter, by which the whitelist works. */
#include "tests/contract/contract.h"

#include <string.h>

static void write_three(void)
{
    write_event(1, 4, 1);
    write_event(2, 4, 1);
    write_event(3, 4, 1);
}

/* A ring that takes this program's events of any level through the filter. */
static TRACEHANDLE start_filtered(struct id_filter *f, bool in, const USHORT *ids, USHORT count, ULONGLONG any)
{
    TRACEHANDLE handle = start_ring(NULL);
    id_filter_init(f, in, ids, count);
    assert_int_equal(enable(handle, 5, any, 0, &f->parameters), ERROR_SUCCESS);
    return handle;
}

static void only_the_ids_of_a_whitelist_come_in(void **state)
{
    static const USHORT ids[] = {2};
    struct id_filter f;
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_filtered(&f, true, ids, 1, 0);
    write_three();
    look_into_ring(handle, &seen);
    assert_int_equal(seen.ids[1], 0);
    assert_int_equal(seen.ids[2], 1);
    assert_int_equal(seen.ids[3], 0);
}

static void the_ids_of_a_blacklist_stay_out(void **state)
{
    static const USHORT ids[] = {2};
    struct id_filter f;
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_filtered(&f, false, ids, 1, 0);
    write_three();
    look_into_ring(handle, &seen);
    assert_int_equal(seen.ids[1], 1);
    assert_int_equal(seen.ids[2], 0);
    assert_int_equal(seen.ids[3], 1);
}

static void the_mask_counts_beside_the_ids(void **state)
{
    static const USHORT ids[] = {1, 2};
    struct id_filter f;
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_filtered(&f, true, ids, 2, 2);
    write_event(1, 4, 1);
    write_event(2, 4, 2);
    look_into_ring(handle, &seen);
    assert_int_equal(seen.ids[1], 0);
    assert_int_equal(seen.ids[2], 1);
}

static void enabling_without_filters_takes_the_filter_away(void **state)
{
    static const USHORT ids[] = {2};
    struct id_filter f;
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_filtered(&f, true, ids, 1, 0);
    enable_all(handle);
    write_three();
    look_into_ring(handle, &seen);
    assert_int_equal(seen.count, 3);
}

static void sixty_four_ids_are_accepted_and_sixty_five_refused(void **state)
{
    struct id_filter f;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_filtered(&f, true, NULL, 64, 0);
    id_filter_init(&f, true, NULL, 65);
    assert_true(enable(handle, 5, 0, 0, &f.parameters) != ERROR_SUCCESS);
}

static void a_list_whose_size_does_not_match_its_count_is_87(void **state)
{
    static const USHORT ids[] = {1, 2, 3};
    struct id_filter f;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    id_filter_init(&f, true, ids, 3);
    f.descriptor.Size -= sizeof(USHORT);
    assert_int_equal(enable(handle, 5, 0, 0, &f.parameters), ERROR_INVALID_PARAMETER);
}

/* 8 in older headers, 13 in those of Windows 11. */
static void more_than_thirteen_filters_are_refused(void **state)
{
    static const ULONG types[] = {0x80000000u, 0x80000001u, 0x80000002u, 0x80000004u, 0x80000008u,
                                  0x80000010u, 0x80000020u, 0x80000100u, 0x80000200u, 0x80000400u,
                                  0x80001000u, 0x80002000u, 0x80004000u, 0x80008000u};
    EVENT_FILTER_DESCRIPTOR many[14];
    struct id_filter f;
    static const USHORT ids[] = {1};
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    id_filter_init(&f, true, ids, 1);
    for (int i = 0; i < 14; i++) {
        many[i] = f.descriptor;
        many[i].Type = types[i];
    }
    f.parameters.EnableFilterDesc = many;
    f.parameters.FilterDescCount = 14;
    assert_true(enable(handle, 5, 0, 0, &f.parameters) != ERROR_SUCCESS);
}

static void two_filters_of_one_type_are_refused(void **state)
{
    static const USHORT ids[] = {1};
    EVENT_FILTER_DESCRIPTOR two[2];
    struct id_filter f;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    id_filter_init(&f, true, ids, 1);
    two[0] = two[1] = f.descriptor;
    f.parameters.EnableFilterDesc = two;
    f.parameters.FilterDescCount = 2;
    assert_true(enable(handle, 5, 0, 0, &f.parameters) != ERROR_SUCCESS);
}

static void NTAPI say_state(LPCGUID source, ULONG code, UCHAR level, ULONGLONG any, ULONGLONG all,
                            PEVENT_FILTER_DESCRIPTOR filter, PVOID ctx)
{
    (void)source, (void)level, (void)any, (void)all, (void)filter, (void)ctx;
    if (code != EVENT_CONTROL_CODE_CAPTURE_STATE)
        return;
    write_event(90, 4, 1);
    write_event(91, 4, 1);
}

static void state_passes_the_filter_only_where_its_ids_are_listed(void **state)
{
    static const USHORT ids[] = {1, 90};
    struct id_filter f;
    struct seen seen;
    (void)state;
    provider_open_with(say_state);
    TRACEHANDLE handle = start_filtered(&f, true, ids, 2, 0);
    assert_int_equal(EnableTraceEx2(handle, &CONTRACT_PROVIDER, EVENT_CONTROL_CODE_CAPTURE_STATE, 5, 0, 0, 5000, NULL),
                     ERROR_SUCCESS);
    look_into_ring(handle, &seen);
    provider_close();
    assert_int_equal(seen.ids[90], 1);
    assert_int_equal(seen.ids[91], 0);
}

static const struct contract_case cases[] = {
    {"only the ids of a whitelist come in", "EVENT_FILTER_EVENT_ID: FilterIn", only_the_ids_of_a_whitelist_come_in,
     false},
    {"the ids of a blacklist stay out", "EVENT_FILTER_EVENT_ID: FilterIn", the_ids_of_a_blacklist_stay_out, false},
    {"the mask counts beside the ids", "EnableTraceEx2: remarks", the_mask_counts_beside_the_ids, false},
    {"enabling without filters takes the filter away", "EnableTraceEx2: remarks",
     enabling_without_filters_takes_the_filter_away, false},
    {"64 ids are accepted and 65 refused", "EVENT_FILTER_DESCRIPTOR: MAX_EVENT_FILTER_EVENT_ID_COUNT",
     sixty_four_ids_are_accepted_and_sixty_five_refused, false},
    {"a list whose size does not match its count is 87", "tools: a frame-time recorder's experience",
     a_list_whose_size_does_not_match_its_count_is_87, false},
    {"more than 13 filters are refused", "ENABLE_TRACE_PARAMETERS: FilterDescCount; MAX_EVENT_FILTERS_COUNT",
     more_than_thirteen_filters_are_refused, false},
    {"two filters of one type are refused", "EnableTraceEx2: remarks", two_filters_of_one_type_are_refused, false},
    {"state passes the filter only where its ids are listed", "EnableTraceEx2: remarks (inferred for state)",
     state_passes_the_filter_only_where_its_ids_are_listed, false},
};
const struct contract_group contract_filter = CONTRACT_GROUP("id filter", cases);
