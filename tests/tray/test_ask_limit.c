#include "tests/support/suite.h"

#include "tray/ask_limit.h"

#define S INT64_C(1000000000)
#define START (INT64_C(77) * S)

static void one_in_ten_seconds_and_the_rest_is_told_how_long_to_wait(void **state)
{
    struct ask_limit limit = {{0}, 0, 0, 0, 0, 0};
    (void)state;
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START).verdict, ASK_GRANT);
    struct ask_decision d = ask_limit_decide(&limit, TRAY_READY, true, START + S / 2);
    assert_int_equal(d.verdict, ASK_NOT_SO_SOON);
    assert_int_equal(d.wait_s, 10);
    d = ask_limit_decide(&limit, TRAY_READY, true, START + 9 * S + 1);
    assert_int_equal(d.verdict, ASK_NOT_SO_SOON);
    assert_int_equal(d.wait_s, 1);
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START + 10 * S).verdict, ASK_GRANT);
}

static void twelve_in_any_hour(void **state)
{
    struct ask_limit limit = {{0}, 0, 0, 0, 0, 0};
    (void)state;
    for (int i = 0; i < 12; i++)
        assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START + i * 60 * S).verdict, ASK_GRANT);
    struct ask_decision d = ask_limit_decide(&limit, TRAY_READY, true, START + 12 * 60 * S);
    assert_int_equal(d.verdict, ASK_HOUR_IS_FULL);
    assert_int_equal(d.wait_s, 48 * 60);
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START + 3600 * S - 1).verdict, ASK_HOUR_IS_FULL);
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START + 3600 * S).verdict, ASK_GRANT);
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START + 3620 * S).verdict, ASK_HOUR_IS_FULL);
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START + 3660 * S).verdict, ASK_GRANT);
}

static void what_is_granted_never_goes_past_its_limits(void **state)
{
    struct ask_limit limit = {{0}, 0, 0, 0, 0, 0};
    int64_t granted[2000], now = START;
    size_t count = 0;
    uint32_t dice = 1;
    (void)state;
    while (count < 200) {
        dice = dice * 1664525u + 1013904223u;
        now += (int64_t)(dice % 7) * S + 1;
        if (ask_limit_is_shut(&limit, now) || ask_limit_decide(&limit, TRAY_READY, true, now).verdict != ASK_GRANT)
            continue;
        granted[count++] = now;
        if (count > 1)
            assert_true(granted[count - 1] - granted[count - 2] >= 10 * S);
        if (count > 12)
            assert_true(granted[count - 1] - granted[count - 13] >= 3600 * S);
    }
}

static void each_state_has_its_reason_and_uses_up_nothing(void **state)
{
    struct ask_limit limit = {{0}, 0, 0, 0, 0, 0};
    (void)state;
    assert_int_equal(ask_limit_decide(&limit, TRAY_STARTING, true, START).verdict, ASK_NOT_YET);
    assert_int_equal(ask_limit_decide(&limit, TRAY_SAVE, true, START).verdict, ASK_BUSY);
    assert_int_equal(ask_limit_decide(&limit, TRAY_STOPPING, true, START).verdict, ASK_TOO_LATE);
    assert_int_equal(ask_limit_decide(&limit, TRAY_OFF, true, START).verdict, ASK_NO_RING);
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, false, START).verdict, ASK_NOBODY);
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START).verdict, ASK_GRANT);
}

static void a_flood_shuts_the_door_for_a_while(void **state)
{
    struct ask_limit limit = {{0}, 0, 0, 0, 0, 0};
    (void)state;
    ask_limit_decide(&limit, TRAY_READY, true, START);
    for (unsigned i = 0; i < ASK_FLOOD; i++) {
        assert_false(ask_limit_is_shut(&limit, START + i));
        assert_int_equal(ask_limit_decide(&limit, TRAY_READY, i % 2, START + i).verdict, i % 2 ? ASK_NOT_SO_SOON : ASK_NOBODY);
    }
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START + S).verdict, ASK_SHUT);
    assert_true(ask_limit_is_shut(&limit, START + S));
    assert_true(ask_limit_is_shut(&limit, START + 11 * S - 1));
    assert_false(ask_limit_is_shut(&limit, START + 11 * S));
    assert_int_equal(ask_limit_decide(&limit, TRAY_READY, true, START + 11 * S).verdict, ASK_GRANT);
}

static void who_asks_now_and_then_is_always_answered(void **state)
{
    struct ask_limit limit = {{0}, 0, 0, 0, 0, 0};
    (void)state;
    for (int64_t i = 0; i < 4000; i++) {
        assert_false(ask_limit_is_shut(&limit, START + i * S));
        assert_int_not_equal(ask_limit_decide(&limit, TRAY_READY, true, START + i * S).verdict, ASK_SHUT);
    }
}

void suite_ask_limit(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_in_ten_seconds_and_the_rest_is_told_how_long_to_wait),
        cmocka_unit_test(twelve_in_any_hour),
        cmocka_unit_test(what_is_granted_never_goes_past_its_limits),
        cmocka_unit_test(each_state_has_its_reason_and_uses_up_nothing),
        cmocka_unit_test(a_flood_shuts_the_door_for_a_while),
        cmocka_unit_test(who_asks_now_and_then_is_always_answered),
    };
    SUITE_RUN("ask_limit", tests);
}
