#include "tests/support/suite.h"

#include "etl/etl_time.h"

#define START 133700000000000000LL

static void counts_qpc_from_the_start(void **state)
{
    (void)state;
    struct etl_clock_base b = etl_clock_of(1, 2337949, 3000, 5000, START);
    assert_true(etl_filetime(&b, 5000) == START);
    assert_true(etl_filetime(&b, 5000 + 2337949) == START + 10000000);
    /* 1 tick is 4.277 units, 7 are 29.94 */
    assert_true(etl_filetime(&b, 5001) == START + 4);
    assert_true(etl_filetime(&b, 5007) == START + 29);
}

static void rounds_down_before_the_start_too(void **state)
{
    (void)state;
    struct etl_clock_base b = etl_clock_of(1, 2337949, 3000, 5000, START);
    assert_true(etl_filetime(&b, 4999) == START - 5);
    assert_true(etl_filetime(&b, 5000 - 2337949) == START - 10000000);
}

static void stays_exact_over_years(void **state)
{
    (void)state;
    struct etl_clock_base b = etl_clock_of(1, 9999991, 3000, 0, START);
    /* 10^16 ticks of 10000000/9999991 each; by hand: 10^16 + 9000008100007290 ... */
    assert_true(etl_filetime(&b, 10000000000000000LL) == START + 10000009000008100LL);
}

static void takes_system_time_as_it_is(void **state)
{
    (void)state;
    struct etl_clock_base b = etl_clock_of(2, 0, 0, START, START);
    assert_true(etl_filetime(&b, START + 77) == START + 77);
    assert_true(etl_raw_time(&b, START + 77) == START + 77);
}

static void scales_cpu_cycles(void **state)
{
    (void)state;
    struct etl_clock_base b = etl_clock_of(3, 10000000, 2500, 100, START);
    assert_true(etl_filetime(&b, 100 + 2500) == START + 10);
    assert_true(etl_filetime(&b, 100 + 249) == START + 0);
    assert_true(etl_filetime(&b, 100 + 250) == START + 1);
}

static void knows_no_time_without_a_clock(void **state)
{
    (void)state;
    const struct etl_clock_base bases[] = {etl_clock_of(0, 10000000, 3000, 0, START), etl_clock_of(4, 10000000, 3000, 0, START),
                                           etl_clock_of(1, 0, 3000, 0, START),        etl_clock_of(1, -5, 3000, 0, START),
                                           etl_clock_of(1, INT64_MAX, 3000, 0, START), etl_clock_of(3, 1, 0, 0, START)};
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        assert_int_equal(bases[i].clock, ETL_CLOCK_UNKNOWN);
        assert_true(etl_filetime(&bases[i], 123) == 0);
        assert_true(etl_span_ns(&bases[i], 123) == 0);
    }
}

static void stops_at_the_ends_of_time(void **state)
{
    (void)state;
    struct etl_clock_base b = etl_clock_of(1, 1, 3000, INT64_MIN, START);
    assert_true(etl_filetime(&b, INT64_MAX) == INT64_MAX);
    b = etl_clock_of(1, 1, 3000, INT64_MAX, START);
    assert_true(etl_filetime(&b, INT64_MIN) == INT64_MIN);
    /* 2^60 seconds: a product whose low 64 bits are zero. */
    b = etl_clock_of(1, 1, 3000, 0, START);
    assert_true(etl_filetime(&b, INT64_C(1) << 60) == INT64_MAX);
    b = etl_clock_of(1, 10000000, 3000, 0, INT64_MAX - 5);
    assert_true(etl_filetime(&b, 6) == INT64_MAX);
    assert_true(etl_filetime(&b, 5) == INT64_MAX);
    assert_true(etl_filetime(&b, 4) == INT64_MAX - 1);
}

static void finds_the_first_tick_of_a_time(void **state)
{
    (void)state;
    struct etl_clock_base b = etl_clock_of(1, 2337949, 3000, 5000, START);
    for (int64_t t = START - 50; t < START + 50; t++) {
        int64_t raw = etl_raw_time(&b, t);
        assert_true(etl_filetime(&b, raw) >= t);
        assert_true(etl_filetime(&b, raw - 1) < t);
    }
}

static void measures_spans_in_nanoseconds(void **state)
{
    (void)state;
    struct etl_clock_base b = etl_clock_of(1, 10000000, 3000, 5000, START);
    assert_true(etl_span_ns(&b, 15) == 1500);
    assert_true(etl_span_ns(&b, -1) == 0);
    b = etl_clock_of(1, 10000000000LL, 3000, 0, START);
    assert_true(etl_span_ns(&b, 9999999999LL) == 999999999);
    b = etl_clock_of(2, 0, 0, 0, START);
    assert_true(etl_span_ns(&b, 3) == 300);
}

void suite_etl_time(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_qpc_from_the_start),
        cmocka_unit_test(rounds_down_before_the_start_too),
        cmocka_unit_test(stays_exact_over_years),
        cmocka_unit_test(takes_system_time_as_it_is),
        cmocka_unit_test(scales_cpu_cycles),
        cmocka_unit_test(knows_no_time_without_a_clock),
        cmocka_unit_test(stops_at_the_ends_of_time),
        cmocka_unit_test(finds_the_first_tick_of_a_time),
        cmocka_unit_test(measures_spans_in_nanoseconds),
    };
    SUITE_RUN("etl_time", tests);
}
