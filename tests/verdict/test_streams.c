/* What is a frame: refused presents, tests, and the swap chains of one process. */
#include "tests/support/suite.h"

#include "tests/support/judge.h"
#include "tests/support/play_presents.h"
#include "verdict/verdict_model.h"

#define SECONDS 1000000
#define WHOLE (40 * SECONDS)
#define FRAME 16667
#define OTHER_CHAIN 0x2B3C4D5E00u

static void begin(struct play *p)
{
    play_init(p);
    play_rundown(p, WHOLE - 1000, false);
    play_background(p, 0, WHOLE);
}

/* How many of the game's stutters have this excuse; of EXCUSE_none, are told. */
static uint32_t with_excuse(const struct verdict *v, enum excuse excuse)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        const struct hitch *h = &v->moments.hitches[i];
        count += h->stream + 1u == v->moments.game && h->excuse == excuse;
    }
    return count;
}

static void a_refused_present_is_no_frame(void **state)
{
    (void)state;
    struct play p;
    begin(&p);
    play_presents(&p, 0, 20 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    for (int64_t at = 20 * SECONDS + 2000; at < 20 * SECONDS + 290000; at += 1000)
        play_present(&p, at, PLAY_GAME, PLAY_CHAIN, PLAY_STILL_DRAWING);
    play_presents(&p, 20 * SECONDS + 300000, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.real_hitches, 1);
    assert_in_range(verdict_frames(v)->longest, 2900000, 3200000);
    assert_in_range(verdict_game(v)->count, 2350, 2400);
    verdict_close(v);
}

static void flag_1_of_direct3d_9_does_not_wait_and_is_a_frame(void **state)
{
    (void)state;
    struct play p;
    begin(&p);
    for (int64_t at = 0; at < WHOLE; at += FRAME)
        play_present_d3d9(&p, at, PLAY_GAME, PLAY_CHAIN, 1);
    struct verdict *v = judge_open(&p, NULL);
    assert_non_null(verdict_game(v));
    assert_int_equal(verdict_game(v)->count, WHOLE / FRAME + 1);
    verdict_close(v);
}

static void a_second_window_hides_no_stutter_of_the_first(void **state)
{
    (void)state;
    struct play p;
    begin(&p);
    play_presents(&p, 0, 20 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 20 * SECONDS + 400000, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 0, WHOLE, 2 * FRAME, PLAY_GAME, OTHER_CHAIN);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.real_hitches, 1);
    assert_in_range(verdict_frames(v)->longest, 3900000, 4300000);
    verdict_close(v);
}

/* The second chain has fewer frames and follows the first. */
static struct verdict *change_chains(int64_t gap_us, uint32_t last_answer)
{
    struct play p;
    begin(&p);
    play_presents(&p, 0, 25 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    if (last_answer)
        play_present(&p, 25 * SECONDS + 1000, PLAY_GAME, PLAY_CHAIN, last_answer);
    play_presents(&p, 25 * SECONDS + gap_us, 35 * SECONDS, FRAME, PLAY_GAME, OTHER_CHAIN);
    play_presents(&p, 35 * SECONDS + 500000, WHOLE, FRAME, PLAY_GAME, OTHER_CHAIN);
    return judge_open(&p, NULL);
}

static void chains_one_after_the_other_are_one_stream(void **state)
{
    (void)state;
    struct verdict *v = change_chains(400000, 0);
    assert_int_equal(v->moments.real_hitches, 1);
    assert_in_range(verdict_headline(v)->to - verdict_headline(v)->from, 4900000, 5300000);
    assert_int_equal(with_excuse(v, EXCUSE_display), 1);
    verdict_close(v);
}

static void a_change_of_chains_excuses_no_more_than_3_s(void **state)
{
    (void)state;
    struct verdict *v = change_chains(4 * SECONDS, 0);
    assert_int_equal(with_excuse(v, EXCUSE_display), 0);
    assert_int_equal(v->moments.real_hitches, 2);
    verdict_close(v);
}

static void a_device_that_was_removed_excuses_nothing(void **state)
{
    (void)state;
    struct verdict *v = change_chains(400000, PLAY_REMOVED);
    assert_int_equal(with_excuse(v, EXCUSE_display), 0);
    assert_int_equal(v->moments.real_hitches, 2);
    verdict_close(v);
}

static void a_chain_that_fills_a_gap_belongs_to_the_game(void **state)
{
    (void)state;
    struct play p;
    begin(&p);
    play_presents(&p, 0, 15 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 15 * SECONDS + FRAME, 20 * SECONDS, FRAME, PLAY_GAME, OTHER_CHAIN);
    play_presents(&p, 20 * SECONDS + FRAME, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.hitch_count, 0);
    verdict_close(v);
}

static void a_single_long_gap_in_front_is_a_freeze(void **state)
{
    (void)state;
    struct play p;
    begin(&p);
    play_presents(&p, 0, 15 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 27 * SECONDS, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.real_hitches, 1);
    assert_in_range(verdict_frames(v)->average_mfps, 41000, 43000);
    verdict_close(v);
}

static void who_presents_on_change_is_idle_between(void **state)
{
    (void)state;
    struct play p;
    begin(&p);
    for (int64_t at = 0; at < WHOLE; at += 4 * SECONDS)
        play_presents(&p, at, at + SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.real_hitches, 0);
    assert_true(with_excuse(v, EXCUSE_idle) >= 8);
    verdict_close(v);
}

static void a_change_of_focus_behind_the_gap_explains_nothing(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++) {
        static const int64_t after[] = {550000, 100000, -100000};
        struct play p;
        begin(&p);
        play_presents(&p, 0, 20 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
        play_presents(&p, 20 * SECONDS + 200000, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
        play_has_focus(&p, SECONDS, PLAY_GAME);
        play_focus(&p, 20 * SECONDS + after[way], PLAY_GAME, PLAY_OTHER);
        struct verdict *v = judge_open(&p, NULL);
        assert_int_equal(v->moments.real_hitches, way == 0);
        assert_int_equal(with_excuse(v, EXCUSE_focus), way != 0);
        verdict_close(v);
    }
}

static void a_thief_that_gives_the_focus_back_at_once_excuses_nothing(void **state)
{
    (void)state;
    struct play p;
    begin(&p);
    play_presents(&p, 0, 20 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 20 * SECONDS + 200000, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_has_focus(&p, SECONDS, PLAY_GAME);
    play_focus(&p, 20 * SECONDS - 20000, PLAY_GAME, PLAY_OTHER);
    play_focus(&p, 20 * SECONDS + 30000, PLAY_OTHER, PLAY_GAME);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.real_hitches, 1);
    verdict_close(v);
}

static void the_state_told_again_is_no_change_of_focus(void **state)
{
    (void)state;
    struct play p;
    begin(&p);
    play_presents(&p, 0, 20 * SECONDS, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 20 * SECONDS + 200000, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_has_focus(&p, SECONDS, PLAY_GAME);
    play_has_focus(&p, 20 * SECONDS + 50000, PLAY_GAME);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.real_hitches, 1);
    verdict_close(v);
}

void suite_streams(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_refused_present_is_no_frame),
                                       cmocka_unit_test(flag_1_of_direct3d_9_does_not_wait_and_is_a_frame),
                                       cmocka_unit_test(a_second_window_hides_no_stutter_of_the_first),
                                       cmocka_unit_test(chains_one_after_the_other_are_one_stream),
                                       cmocka_unit_test(a_change_of_chains_excuses_no_more_than_3_s),
                                       cmocka_unit_test(a_device_that_was_removed_excuses_nothing),
                                       cmocka_unit_test(a_chain_that_fills_a_gap_belongs_to_the_game),
                                       cmocka_unit_test(a_single_long_gap_in_front_is_a_freeze),
                                       cmocka_unit_test(who_presents_on_change_is_idle_between),
                                       cmocka_unit_test(a_change_of_focus_behind_the_gap_explains_nothing),
                                       cmocka_unit_test(a_thief_that_gives_the_focus_back_at_once_excuses_nothing),
                                       cmocka_unit_test(the_state_told_again_is_no_change_of_focus)};
    SUITE_RUN("streams", tests);
}
