#include "tests/support/suite.h"

#include "tests/support/play_frames.h"

#define MS FRAMES_PER_MS

static struct played p;

static void expect(uint32_t at, enum frame_finding_kind kind, int64_t from, int64_t to)
{
    assert_true(at < p.finding_count);
    assert_int_equal(p.findings[at].kind, kind);
    assert_int_equal(p.findings[at].from, from);
    assert_int_equal(p.findings[at].to, to);
}

static void a_single_long_frame_is_a_stutter_at_every_speed(void **state)
{
    static const uint32_t speeds[] = {30, 45, 60, 100, 144, 240, 500, 800};
    (void)state;
    for (unsigned i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        played_begin(&p, 1000);
        played_at(&p, 10, speeds[i]);
        int64_t from = p.now;
        played_frame(&p, 1000000 / speeds[i] + (speeds[i] > 70 ? 16000 : 40000));
        int64_t to = p.now;
        played_at(&p, 10, speeds[i]);
        played_end(&p);
        assert_int_equal(p.finding_count, 1);
        expect(0, FINDING_stutter, from, to);
        assert_int_equal(p.findings[0].count, 1);
        assert_int_equal(p.findings[0].longest, to - from);
        assert_in_range(p.findings[0].usual, 9700000 / speeds[i], 10400000 / speeds[i]);
    }
}

static void what_nobody_feels_is_no_stutter(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 5, 240);
    played_frame(&p, 13000); /* under 10 ms more */
    played_at(&p, 5, 240);
    played_at(&p, 5, 60);
    played_frame(&p, 32000); /* under twice the usual */
    played_at(&p, 5, 60);
    played_at(&p, 5, 30);
    played_frame(&p, 57000); /* under 25 ms more */
    played_at(&p, 5, 30);
    played_end(&p);
    assert_int_equal(p.finding_count, 0);
}

static void a_slow_game_s_stutter_need_not_take_twice_as_long(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 20);
    played_frame(&p, 78000);
    played_at(&p, 10, 20);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
}

static void a_frame_has_to_stand_out_of_the_spread_up_to_a_bound(void **state)
{
    (void)state;
    /* A quarter of the frames take 8 ms more: 24 ms hide what is below. */
    for (int more = 22; more <= 28; more += 6) {
        played_begin(&p, 0);
        for (int i = 0; i < 400; i++)
            played_frame(&p, i % 4 == 3 ? 16000 : 8000);
        played_frame(&p, 8000 + more * 1000);
        for (int i = 0; i < 400; i++)
            played_frame(&p, i % 4 == 3 ? 16000 : 8000);
        played_end(&p);
        assert_int_equal(p.finding_count, more == 28);
    }
    /* However wide it is, 25 ms are enough. */
    played_begin(&p, 0);
    for (int i = 0; i < 400; i++)
        played_frame(&p, i % 4 == 3 ? 28000 : 14000);
    played_frame(&p, 42000);
    for (int i = 0; i < 400; i++)
        played_frame(&p, i % 4 == 3 ? 28000 : 14000);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
}

static void a_step_to_another_speed_is_no_stutter(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    played_at(&p, 10, 30);
    played_at(&p, 10, 120);
    played_at(&p, 10, 50);
    played_end(&p);
    assert_int_equal(p.finding_count, 0);
}

static void long_frames_that_touch_are_one(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    int64_t from = p.now;
    played_frame(&p, 200000);
    played_frame(&p, 90000);
    played_frame(&p, 50000);
    int64_t to = p.now;
    played_frame(&p, 16000);
    int64_t second = p.now;
    played_frame(&p, 100000);
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 2);
    expect(0, FINDING_stutter, from, to);
    assert_int_equal(p.findings[0].count, 3);
    assert_int_equal(p.findings[0].longest, 200 * MS);
    expect(1, FINDING_stutter, second, second + 100 * MS);
}

static void a_freeze_of_any_length_is_a_stutter(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    int64_t from = p.now;
    played_frame(&p, 90000000);
    int64_t to = p.now;
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    expect(0, FINDING_stutter, from, to);
}

static void half_a_second_before_a_stutter_is_enough(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_frames(&p, 30, 16667);
    played_frame(&p, 300000);
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
}

static void a_stutter_that_leads_to_a_slower_speed_begins_with_its_first_late_frame(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    int64_t from = p.now;
    played_frame(&p, 45000);
    played_frame(&p, 2000000);
    int64_t to = p.now;
    played_at(&p, 10, 30);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    expect(0, FINDING_stutter, from, to);
}

static void a_frame_is_told_sixteen_frames_later(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_frames(&p, 500, 10000);
    for (uint32_t i = 500; i < 600; i++) {
        assert_int_equal(p.count, i - FRAMES_LATE);
        played_frame(&p, 10000);
    }
    played_end(&p);
    assert_int_equal(p.count, 600);
}

static void a_live_stream_and_one_that_ends_tell_the_same(void **state)
{
    static struct frame_finding live[512];
    (void)state;
    played_begin(&p, 0);
    for (uint32_t i = 0; i < 60; i++) {
        played_frames(&p, 60, 16667);
        played_frame(&p, i % 3 ? 120000 : 16000);
        played_frames(&p, i % 10 ? 0 : 12, 70000);
    }
    played_at(&p, 8, 60);
    /* All that lies more than 7 s back is there already. */
    uint32_t count = p.finding_count;
    assert_true(count > 40 && count <= 512);
    for (uint32_t i = 0; i < count; i++)
        live[i] = p.findings[i];
    played_end(&p);
    assert_int_equal(p.finding_count, count);
    assert_memory_equal(live, p.findings, count * sizeof live[0]);
}

static void stutters_close_to_each_other_do_not_hide_each_other(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 5, 100);
    for (int i = 0; i < 6; i++) {
        played_frame(&p, 28000);
        played_frames(&p, 4, 10000);
    }
    played_at(&p, 5, 100);
    played_end(&p);
    assert_int_equal(p.finding_count, 6);
}

/* ---- generated frames ---- */

static void pairs(uint32_t count, int64_t within, int64_t apart)
{
    for (uint32_t i = 0; i < count; i++) {
        played_frame(&p, within);
        played_frame(&p, apart - within);
    }
}

static void generated_frames_are_judged_as_groups(void **state)
{
    (void)state;
    played_begin(&p, 0);
    pairs(500, 400, 20000);
    int64_t from = p.now;
    pairs(1, 400, 70000);
    int64_t to = p.now;
    pairs(500, 400, 20000);
    played_end(&p);
    assert_int_equal(p.count, 1001);
    assert_int_equal(p.list[700].presents, 2);
    assert_int_equal(p.list[700].to - p.list[700].from, 20 * MS);
    assert_int_equal(p.finding_count, 1);
    expect(0, FINDING_stutter, from, to);
}

static void groups_hold_up_to_four(void **state)
{
    (void)state;
    for (uint32_t presents = 2; presents <= 4; presents++) {
        played_begin(&p, 0);
        for (int i = 0; i < 300; i++) {
            for (uint32_t k = 1; k < presents; k++)
                played_frame(&p, 500);
            played_frame(&p, 24000);
        }
        played_end(&p);
        assert_in_range(p.count, 295, 301);
        assert_int_equal(p.list[200].presents, presents);
        assert_int_equal(p.finding_count, 0);
    }
}

static void further_than_a_quarter_is_another_group(void **state)
{
    (void)state;
    played_begin(&p, 0);
    for (int i = 0; i < 300; i++) {
        played_frame(&p, 400);
        played_frame(&p, 4600);
        played_frame(&p, 15000);
    }
    played_end(&p);
    for (uint32_t i = 200; i < 210; i++) {
        bool pair = p.list[i].presents == 2;
        assert_int_equal(p.list[i].to - p.list[i].from, pair ? 5 * MS : 15 * MS);
        assert_int_equal(p.list[i + 1].presents, pair ? 1 : 2);
    }
}

static void frames_that_are_only_quick_are_no_groups(void **state)
{
    (void)state;
    /* Behind a slow stretch, behind a stutter, and between two jolts. */
    played_begin(&p, 0);
    played_at(&p, 5, 60);
    played_frames(&p, 12, 83000);
    played_at(&p, 5, 60);
    played_frame(&p, 200000);
    played_frames(&p, 3, 2000);
    played_at(&p, 5, 60);
    for (int i = 0; i < 100; i++) {
        played_frames(&p, 4, 10000);
        played_frame(&p, 45000);
    }
    played_end(&p);
    for (uint32_t i = 0; i < p.count; i++)
        assert_int_equal(p.list[i].presents, 1);
}

static void generated_frames_that_lose_their_even_distance_are_not_slow(void **state)
{
    (void)state;
    played_begin(&p, 0);
    pairs(300, 14000, 28000);
    pairs(60, 400, 28000);
    pairs(300, 14000, 28000);
    played_end(&p);
    assert_int_equal(p.finding_count, 0);
}

/* ---- bad input ---- */

static void presents_out_of_order_and_out_of_reach_are_left_out(void **state)
{
    (void)state;
    played_begin(&p, -5000);
    played_at(&p, 5, 60);
    frames_add(p.frames, p.now - 1);
    frames_add(p.frames, INT64_MAX);
    frames_add(p.frames, INT64_MIN);
    assert_int_equal(frames_left_out(p.frames), 3);
    played_at(&p, 5, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 0);
    assert_int_equal(p.count, 600);
}

static void every_distance_is_borne(void **state)
{
    static const int64_t far[] = {-((int64_t)1 << 61), 0, 0, 0, 1, 1, 1, (int64_t)1 << 40, (int64_t)1 << 60,
                                  (int64_t)1 << 61, (int64_t)1 << 61};
    (void)state;
    for (uint32_t repeat = 1; repeat <= 64; repeat *= 8) {
        played_begin(&p, far[0]);
        for (unsigned i = 0; i < sizeof far / sizeof far[0]; i++) {
            for (uint32_t k = 0; k < repeat; k++)
                frames_add(p.frames, far[i]);
        }
        played_end(&p);
    }
    played_begin(&p, far[0]);
    played_at(&p, 5, 60);
    frames_add(p.frames, (int64_t)1 << 61);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    played_begin(&p, 0);
    for (uint32_t i = 0; i < 100000; i++)
        frames_add(p.frames, 5);
    played_end(&p);
    assert_int_equal(p.finding_count, 0);
    played_begin(&p, 0);
    played_end(&p);
    assert_int_equal(p.count, 0);
}

void suite_frames(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_single_long_frame_is_a_stutter_at_every_speed),
        cmocka_unit_test(what_nobody_feels_is_no_stutter),
        cmocka_unit_test(a_slow_game_s_stutter_need_not_take_twice_as_long),
        cmocka_unit_test(a_frame_has_to_stand_out_of_the_spread_up_to_a_bound),
        cmocka_unit_test(a_step_to_another_speed_is_no_stutter),
        cmocka_unit_test(long_frames_that_touch_are_one),
        cmocka_unit_test(a_freeze_of_any_length_is_a_stutter),
        cmocka_unit_test(half_a_second_before_a_stutter_is_enough),
        cmocka_unit_test(a_stutter_that_leads_to_a_slower_speed_begins_with_its_first_late_frame),
        cmocka_unit_test(a_frame_is_told_sixteen_frames_later),
        cmocka_unit_test(a_live_stream_and_one_that_ends_tell_the_same),
        cmocka_unit_test(stutters_close_to_each_other_do_not_hide_each_other),
        cmocka_unit_test(generated_frames_are_judged_as_groups),
        cmocka_unit_test(groups_hold_up_to_four),
        cmocka_unit_test(further_than_a_quarter_is_another_group),
        cmocka_unit_test(frames_that_are_only_quick_are_no_groups),
        cmocka_unit_test(generated_frames_that_lose_their_even_distance_are_not_slow),
        cmocka_unit_test(presents_out_of_order_and_out_of_reach_are_left_out),
        cmocka_unit_test(every_distance_is_borne),
    };
    SUITE_RUN("frames", tests);
}
