#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "etl/etl_tally.h"

static struct etl_event event(uint32_t number)
{
    struct etl_event e;
    memset(&e, 0, sizeof e);
    e.kind = ETL_EVENT;
    e.id = (uint16_t)number;
    e.provider.data1 = number >> 16;
    e.time = 1000 - (int64_t)number;
    e.has_time = true;
    return e;
}

static void tells_events_apart_by_all_that_names_them(void **state)
{
    (void)state;
    struct etl_tally t;
    struct etl_tally_row *rows = NULL;
    size_t count = 0;
    struct etl_event kinds[5];
    etl_tally_init(&t);
    for (int i = 0; i < 5; i++)
        kinds[i] = event(7);
    kinds[1].id = 8;
    kinds[2].version = 1;
    kinds[3].kind = ETL_FULL;
    kinds[4].provider.data4[7] = 1;
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k <= i; k++)
            assert_true(etl_tally_add(&t, &kinds[i]));
    }
    assert_int_equal(t.row_count, 5);
    assert_int_equal(t.events, 15);
    assert_true(etl_tally_rows(&t, &rows, &count));
    assert_int_equal(count, 5);
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += rows[i].count;
        if (rows[i].version == 1)
            assert_int_equal(rows[i].count, 3);
        if (rows[i].kind == ETL_FULL)
            assert_int_equal(rows[i].count, 4);
        if (rows[i].provider.data4[7] == 1)
            assert_int_equal(rows[i].count, 5);
    }
    assert_int_equal(sum, 15);
    free(rows);
    etl_tally_done(&t);
}

static void keeps_the_ends_of_time_of_events_that_have_one(void **state)
{
    (void)state;
    struct etl_tally t;
    struct etl_event e = event(7);
    etl_tally_init(&t);
    e.has_time = false;
    e.time = INT64_MIN;
    etl_tally_add(&t, &e);
    assert_false(t.has_time);
    e = event(0);
    etl_tally_add(&t, &e);
    e = event(50);
    etl_tally_add(&t, &e);
    assert_true(t.min_time == 950 && t.max_time == 1000);
    etl_tally_done(&t);
}

static void stays_bounded_in_a_trace_where_no_two_events_are_alike(void **state)
{
    (void)state;
    struct etl_tally t;
    etl_tally_init(&t);
    for (uint32_t i = 0; i < ETL_TALLY_TOP + 5000; i++) {
        struct etl_event e = event(i);
        assert_true(etl_tally_add(&t, &e));
    }
    assert_int_equal(t.row_count, ETL_TALLY_TOP);
    assert_int_equal(t.others, 5000);
    assert_int_equal(t.events, ETL_TALLY_TOP + 5000);
    struct etl_event known = event(77);
    etl_tally_add(&t, &known);
    assert_int_equal(t.others, 5000);
    etl_tally_done(&t);
}

void suite_etl_tally(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_events_apart_by_all_that_names_them),
        cmocka_unit_test(keeps_the_ends_of_time_of_events_that_have_one),
        cmocka_unit_test(stays_bounded_in_a_trace_where_no_two_events_are_alike),
    };
    SUITE_RUN("etl_tally", tests);
}
