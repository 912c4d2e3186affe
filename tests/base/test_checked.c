#include "tests/support/suite.h"

#include "base/checked.h"

static void unsigned_sums_stop_at_their_ends(void **state)
{
    (void)state;
    assert_true(u64_add_capped(3, 4) == 7);
    assert_true(u64_add_capped(UINT64_MAX, 0) == UINT64_MAX);
    assert_true(u64_add_capped(UINT64_MAX - 1, 2) == UINT64_MAX);
    assert_true(u64_sub_capped(7, 4) == 3);
    assert_true(u64_sub_capped(4, 7) == 0);
    assert_true(u64_mul_capped(6, 7) == 42);
    assert_true(u64_mul_capped(UINT64_MAX, 0) == 0 && u64_mul_capped(0, UINT64_MAX) == 0);
    assert_true(u64_mul_capped((uint64_t)1 << 32, (uint64_t)1 << 31) == (uint64_t)1 << 63);
    assert_true(u64_mul_capped((uint64_t)1 << 32, (uint64_t)1 << 32) == UINT64_MAX);
}

static void signed_sums_stop_at_their_ends(void **state)
{
    (void)state;
    assert_true(i64_add_capped(-3, 5) == 2 && i64_add_capped(3, -5) == -2);
    assert_true(i64_add_capped(INT64_MAX, 1) == INT64_MAX && i64_add_capped(INT64_MAX - 1, 1) == INT64_MAX);
    assert_true(i64_add_capped(INT64_MIN, -1) == INT64_MIN && i64_add_capped(-1, INT64_MIN) == INT64_MIN);
    assert_true(i64_add_capped(INT64_MAX, INT64_MIN) == -1 && i64_add_capped(INT64_MIN, INT64_MAX) == -1);
    assert_true(i64_sub_capped(3, 5) == -2 && i64_sub_capped(-3, -5) == 2);
    assert_true(i64_sub_capped(0, INT64_MIN) == INT64_MAX && i64_sub_capped(-1, INT64_MIN) == INT64_MAX);
    assert_true(i64_sub_capped(INT64_MIN, 1) == INT64_MIN && i64_sub_capped(-2, INT64_MAX) == INT64_MIN);
    assert_true(i64_up_capped(INT64_MIN, UINT64_MAX) == INT64_MAX && i64_down_capped(INT64_MAX, UINT64_MAX) == INT64_MIN);
    assert_true(i64_up_capped(1, UINT64_MAX) == INT64_MAX && i64_down_capped(-2, UINT64_MAX) == INT64_MIN);
}

static void distances_between_any_two_stamps_fit(void **state)
{
    (void)state;
    assert_true(i64_ahead(9, 4) == 5 && i64_ahead(4, 9) == 0 && i64_ahead(4, 4) == 0);
    assert_true(i64_ahead(INT64_MAX, INT64_MIN) == UINT64_MAX);
    assert_true(i64_of_u64_capped(5) == 5 && i64_of_u64_capped(UINT64_MAX) == INT64_MAX);
}

void suite_checked(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unsigned_sums_stop_at_their_ends),
        cmocka_unit_test(signed_sums_stop_at_their_ends),
        cmocka_unit_test(distances_between_any_two_stamps_fit),
    };
    SUITE_RUN("checked", tests);
}
