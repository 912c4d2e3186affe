#include "tests/support/suite.h"

#include "tray/balloon_wait.h"

#define S 1000000000LL

static void a_player_who_is_there_is_told_at_once(void **state)
{
    struct balloon_wait wait = {0};
    (void)state;
    assert_true(balloon_wait_is_over(&wait, PLAYER_THERE, 5 * S));
}

static void who_seems_busy_for_minutes_is_told_anyway(void **state)
{
    struct balloon_wait wait = {0};
    (void)state;
    int64_t now = 1000 * S, first = now;
    for (; now < first + BALLOON_WAIT_BUSY_S * S; now += 10 * S)
        assert_false(balloon_wait_is_over(&wait, PLAYER_BUSY, now));
    assert_true(balloon_wait_is_over(&wait, PLAYER_BUSY, now));
    assert_true(balloon_wait_is_over(&wait, PLAYER_BUSY, now + 10 * S)); /* the next one needs not wait as well */
}

static void who_was_there_meanwhile_is_waited_for_anew(void **state)
{
    struct balloon_wait wait = {0};
    (void)state;
    int64_t now = 1000 * S;
    assert_false(balloon_wait_is_over(&wait, PLAYER_BUSY, now));
    assert_true(balloon_wait_is_over(&wait, PLAYER_THERE, now + 50 * S));
    for (int s = 60; s < 60 + BALLOON_WAIT_BUSY_S; s += 10)
        assert_false(balloon_wait_is_over(&wait, PLAYER_BUSY, now + s * S));
    assert_true(balloon_wait_is_over(&wait, PLAYER_BUSY, now + (60 + BALLOON_WAIT_BUSY_S) * S));
}

static void what_was_long_ago_does_not_count(void **state)
{
    struct balloon_wait wait = {0};
    (void)state;
    assert_false(balloon_wait_is_over(&wait, PLAYER_BUSY, 1000 * S));
    assert_false(balloon_wait_is_over(&wait, PLAYER_BUSY, 9000 * S));
    assert_false(balloon_wait_is_over(&wait, PLAYER_BUSY, 9010 * S));
}

static void a_game_that_owns_the_screen_is_never_disturbed(void **state)
{
    struct balloon_wait wait = {0};
    (void)state;
    for (int64_t now = 1000 * S; now < 20000 * S; now += 10 * S)
        assert_false(balloon_wait_is_over(&wait, PLAYER_AWAY, now));
}

void suite_balloon_wait(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_who_is_there_is_told_at_once),
        cmocka_unit_test(who_seems_busy_for_minutes_is_told_anyway),
        cmocka_unit_test(who_was_there_meanwhile_is_waited_for_anew),
        cmocka_unit_test(what_was_long_ago_does_not_count),
        cmocka_unit_test(a_game_that_owns_the_screen_is_never_disturbed),
    };
    SUITE_RUN("balloon_wait", tests);
}
