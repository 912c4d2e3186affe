/* QueryAllTraces, TraceSetInformation and TraceQueryInformation. */
#include "tests/contract/contract.h"

#include <stdlib.h>
#include <string.h>

#define STACK_TRACING ((TRACE_INFO_CLASS)3)
#define NO_SUCH_CLASS ((TRACE_INFO_CLASS)9999)

static ULONG query_all(struct block *blocks, ULONG room, ULONG *count)
{
    EVENT_TRACE_PROPERTIES *list[64];
    for (ULONG i = 0; i < room; i++) {
        block_init(&blocks[i]);
        block_want_file(&blocks[i]);
        list[i] = &blocks[i].p;
    }
    return QueryAllTracesW(list, room, count);
}

static void all_sessions_are_listed_by_name(void **state)
{
    ULONG count = 0;
    unsigned found = 0;
    struct block *blocks = calloc(64, sizeof *blocks);
    (void)state;
    assert_non_null(blocks);
    start_ring(L"a");
    start_ring(L"b");
    assert_int_equal(query_all(blocks, 64, &count), ERROR_SUCCESS);
    assert_in_range(count, 2, 64);
    for (ULONG i = 0; i < count; i++)
        found += wcscmp(blocks[i].name, L"Hitchbox-Contract-a") == 0 ||
                 wcscmp(blocks[i].name, L"Hitchbox-Contract-b") == 0;
    free(blocks);
    assert_int_equal(found, 2);
}

static void a_list_without_room_is_87(void **state)
{
    ULONG count = 0;
    struct block b;
    EVENT_TRACE_PROPERTIES *list[1] = {&b.p};
    (void)state;
    block_init(&b);
    assert_int_equal(QueryAllTracesW(list, 0, &count), ERROR_INVALID_PARAMETER);
}

static void a_list_that_is_too_short_is_234_with_the_true_count(void **state)
{
    ULONG count = 0;
    struct block b;
    (void)state;
    start_ring(L"a");
    start_ring(L"b");
    assert_int_equal(query_all(&b, 1, &count), ERROR_MORE_DATA);
    assert_true(count >= 2);
    assert_true(b.name[0] != 0);
}

static void information_of_an_unknown_class_is_50(void **state)
{
    uint8_t bytes[64] = {0};
    (void)state;
    TRACEHANDLE handle = start_ring(NULL);
    assert_int_equal(TraceSetInformation(handle, NO_SUCH_CLASS, bytes, sizeof bytes), ERROR_NOT_SUPPORTED);
}

static void information_of_a_wrong_length_is_24(void **state)
{
    uint8_t bytes[64] = {0};
    struct block b;
    TRACEHANDLE handle = 0;
    (void)state;
    block_ring(&b, 64);
    b.p.LogFileMode |= 0x02000000u; /* EVENT_TRACE_SYSTEM_LOGGER_MODE */
    assert_int_equal(start_block(&b, NULL, &handle), ERROR_SUCCESS);
    assert_int_equal(TraceSetInformation(handle, STACK_TRACING, bytes, 5), ERROR_BAD_LENGTH);
}

static const struct contract_case cases[] = {
    {"all sessions are listed by name", "QueryAllTracesW: remarks", all_sessions_are_listed_by_name, false},
    {"a list without room is 87", "QueryAllTracesW: return value", a_list_without_room_is_87, false},
    {"a list that is too short is 234 with the true count", "QueryAllTracesW: return value",
     a_list_that_is_too_short_is_234_with_the_true_count, false},
    {"information of an unknown class is 50", "TraceSetInformation: return value",
     information_of_an_unknown_class_is_50, false},
    {"information of a wrong length is 24", "TraceSetInformation: return value", information_of_a_wrong_length_is_24,
     false},
};
const struct contract_group contract_list = CONTRACT_GROUP("lists and information", cases);
