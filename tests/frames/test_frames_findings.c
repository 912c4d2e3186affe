#include "tests/support/suite.h"

#include "tests/support/play_frames.h"

#define MS FRAMES_PER_MS
#define SECOND (1000LL * MS)

static struct played p;

/* ---- slow stretches ---- */

static void expect_slow(uint32_t at, int64_t from, int64_t to)
{
    assert_true(at < p.finding_count);
    assert_int_equal(p.findings[at].kind, FINDING_slow);
    assert_int_equal(p.findings[at].from, from);
    assert_int_equal(p.findings[at].to, to);
}

static void a_short_dip_is_one_slow_stretch(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 15, 60);
    int64_t from = p.now;
    played_frames(&p, 12, 66000);
    int64_t to = p.now;
    played_at(&p, 15, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    expect_slow(0, from, to);
    assert_int_equal(p.findings[0].count, 12);
    assert_in_range(p.findings[0].usual, 16 * MS, 17 * MS);
}

static void a_slow_stretch_has_no_maximum(void **state)
{
    (void)state;
    for (uint32_t seconds = 4; seconds <= 100; seconds *= 5) {
        played_begin(&p, 0);
        played_at(&p, 12, 60);
        int64_t from = p.now;
        played_at(&p, seconds, 12);
        int64_t to = p.now;
        played_at(&p, 12, 60);
        played_end(&p);
        assert_int_equal(p.finding_count, 1);
        expect_slow(0, from, to);
        assert_int_equal(p.findings[0].count, seconds * 12);
        assert_int_equal(p.segment_count, 1);
    }
}

static void one_that_lasts_to_the_end_is_told(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 12, 60);
    int64_t from = p.now;
    played_at(&p, 2, 12);
    int64_t to = p.now;
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    expect_slow(0, from, to);
}

static void three_frames_or_a_quarter_of_a_second_are_a_stutter(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    played_frames(&p, 3, 150000);
    played_at(&p, 10, 60);
    played_frames(&p, 5, 50000);
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 2);
    assert_int_equal(p.findings[0].kind, FINDING_stutter);
    assert_int_equal(p.findings[0].count, 3);
    assert_int_equal(p.findings[1].kind, FINDING_stutter);
    assert_int_equal(p.findings[1].count, 5);
}

static void a_freeze_in_a_slow_stretch_stands_by_itself(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    int64_t from = p.now;
    played_frames(&p, 20, 70000);
    int64_t freeze = p.now;
    played_frame(&p, 600000);
    int64_t on = p.now;
    played_frames(&p, 20, 70000);
    int64_t to = p.now;
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 3);
    expect_slow(0, from, freeze);
    assert_int_equal(p.findings[1].kind, FINDING_stutter);
    assert_int_equal(p.findings[1].from, freeze);
    assert_int_equal(p.findings[1].to, on);
    expect_slow(2, on, to);
}

static void it_swallows_what_was_long_in_it(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    int64_t from = p.now;
    played_at(&p, 1, 12);
    played_frame(&p, 150000);
    played_at(&p, 12, 12);
    int64_t to = p.now;
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    expect_slow(0, from, to);
    assert_int_equal(p.findings[0].longest, 150 * MS);
}

static void one_quick_frame_does_not_end_it(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    int64_t from = p.now;
    played_frames(&p, 20, 70000);
    played_frame(&p, 20000);
    played_frames(&p, 20, 70000);
    int64_t to = p.now;
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    expect_slow(0, from, to);
}

static void a_menu_beside_a_slower_play_makes_it_no_slow_stretch(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 5, 800);
    played_at(&p, 20, 60);
    int64_t from = p.now;
    played_frame(&p, 200000);
    played_at(&p, 20, 60);
    played_at(&p, 5, 800);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    assert_int_equal(p.findings[0].kind, FINDING_stutter);
    assert_int_equal(p.findings[0].from, from);
}

/* ---- uneven pacing ---- */

/* `seconds` at 100 a second with a frame of 28 ms each `every_ms`. */
static void jolts(uint32_t seconds, uint32_t every_ms)
{
    for (uint32_t ms = 0; ms < seconds * 1000; ms += every_ms) {
        played_frames(&p, (every_ms - 28) / 10, 10000);
        played_frame(&p, 28000);
    }
}

static void many_jolts_are_uneven_and_swallow_the_stutters(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 5, 100);
    jolts(30, 48);
    int64_t to = p.now;
    played_at(&p, 10, 100);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    assert_int_equal(p.findings[0].kind, FINDING_uneven);
    assert_in_range(p.findings[0].from, 5 * SECOND - 50 * MS, 5 * SECOND + 50 * MS);
    assert_int_equal(p.findings[0].to, to);
    assert_in_range(p.findings[0].count, 620, 630);
}

static void a_stream_that_begins_uneven_is_uneven(void **state)
{
    (void)state;
    played_begin(&p, 0);
    jolts(30, 48);
    played_end(&p);
    assert_int_equal(p.finding_count, 1);
    assert_int_equal(p.findings[0].kind, FINDING_uneven);
}

static void rarer_jolts_stay_stutters_and_have_a_period(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 5, 100);
    jolts(30, 2000);
    played_end(&p);
    assert_int_equal(p.finding_count, 15);
    for (uint32_t i = 0; i < p.finding_count; i++)
        assert_int_equal(p.findings[i].kind, FINDING_stutter);
    assert_in_range(frame_patterns_period(p.findings, p.finding_count, 0, p.now), 1950 * MS, 2050 * MS);
    assert_int_equal(frame_patterns_period(p.findings, p.finding_count, p.now - 5 * SECOND, p.now), 0);
}

static void four_seconds_or_three_a_second_are_not_uneven(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 5, 100);
    jolts(4, 98);
    played_at(&p, 5, 100);
    jolts(30, 348);
    played_at(&p, 5, 100);
    played_end(&p);
    assert_true(p.finding_count > 100);
    for (uint32_t i = 0; i < p.finding_count; i++)
        assert_int_equal(p.findings[i].kind, FINDING_stutter);
}

static void jolts_that_touch_are_one(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 5, 100);
    for (int i = 0; i < 25; i++) {
        played_frame(&p, 28000);
        played_frame(&p, 28000);
        played_frames(&p, 44, 10000);
    }
    played_end(&p);
    assert_int_equal(p.finding_count, 25);
    assert_int_equal(p.findings[20].kind, FINDING_stutter);
}

static void six_freezes_in_five_seconds_are_six(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 12, 60);
    for (int i = 0; i < 6; i++) {
        played_frame(&p, 500000 + i * 60000);
        played_frames(&p, 9, 16667);
    }
    played_at(&p, 12, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 6);
    assert_false(frame_patterns_on_change(p.findings, p.finding_count, p.now));
}

static void a_freeze_parts_uneven_pacing(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 5, 100);
    jolts(10, 98);
    played_frames(&p, 5, 10000);
    int64_t from = p.now;
    played_frame(&p, 1500000);
    jolts(10, 98);
    played_end(&p);
    assert_int_equal(p.finding_count, 3);
    assert_int_equal(p.findings[0].kind, FINDING_uneven);
    assert_int_equal(p.findings[1].kind, FINDING_stutter);
    assert_int_equal(p.findings[1].from, from);
    assert_int_equal(p.findings[2].kind, FINDING_uneven);
}

static void hours_of_it_need_no_more_memory(void **state)
{
    (void)state;
    played_begin(&p, 0);
    jolts(3600, 48);
    for (int i = 0; i < 200; i++) {
        played_frames(&p, 20, 70000);
        played_frame(&p, 600000);
    }
    played_at(&p, 10, 100);
    played_end(&p);
    assert_int_equal(p.findings[0].kind, FINDING_uneven);
    assert_true(p.findings[0].to - p.findings[0].from > 3590 * SECOND);
    assert_int_equal(p.finding_count, 1 + 200 * 2);
    for (uint32_t i = 1; i < p.finding_count; i++)
        assert_true(p.findings[i].from >= p.findings[i - 1].to);
}

/* ---- the whole list ---- */

static void a_program_that_presents_on_change_is_told_by_its_gaps(void **state)
{
    (void)state;
    played_begin(&p, 0);
    for (int i = 0; i < 12; i++) {
        played_frames(&p, 30 + i * 4, 16667);
        played_frame(&p, 1000000 + i * 250000);
    }
    played_at(&p, 1, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 12);
    assert_true(frame_patterns_on_change(p.findings, p.finding_count, p.now));
    assert_false(frame_patterns_on_change(p.findings, 2, p.now));
    played_begin(&p, 0);
    for (int i = 0; i < 12; i++) {
        played_at(&p, 3, 60);
        played_frame(&p, 300000); /* stutters of a game that plays on */
    }
    played_end(&p);
    assert_false(frame_patterns_on_change(p.findings, p.finding_count, p.now));
}

/* Many gaps, one right behind the other: what counts is that they fill the whole recording. */
static void short_bursts_between_gaps_are_on_change_too(void **state)
{
    (void)state;
    for (int game = 0; game < 2; game++) {
        played_begin(&p, 0);
        if (game)
            played_at(&p, 60, 240);
        for (int i = 0; i < 8; i++) {
            played_frames(&p, 21 + i * 3, 4167);
            played_frame(&p, 2000000 + i * 250000);
            played_frame(&p, i % 3 ? 4167 : 900000);
        }
        played_frames(&p, 30, 4167);
        played_end(&p);
        assert_int_equal(frame_patterns_on_change(p.findings, p.finding_count, p.now), !game);
    }
}

static void a_freeze_beside_two_stutters_is_not_on_change(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 20, 60);
    played_frame(&p, 250000);
    played_at(&p, 7, 60);
    played_frame(&p, 450000);
    played_at(&p, 10, 60);
    played_frame(&p, 11 * 1000000);
    played_at(&p, 4, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 3);
    assert_false(frame_patterns_on_change(p.findings, p.finding_count, p.now));
    assert_false(frame_patterns_on_change(p.findings, p.finding_count, 15 * (int64_t)SECOND));
}

static void irregular_stutters_have_no_period(void **state)
{
    (void)state;
    played_begin(&p, 0);
    for (uint32_t i = 0; i < 20; i++) {
        played_at(&p, 1 + i * 7 % 5, 60);
        played_frame(&p, 120000);
    }
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.finding_count, 20);
    assert_int_equal(frame_patterns_period(p.findings, p.finding_count, 0, p.now), 0);
}

void suite_frames_findings(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_dip_is_one_slow_stretch),
        cmocka_unit_test(a_slow_stretch_has_no_maximum),
        cmocka_unit_test(one_that_lasts_to_the_end_is_told),
        cmocka_unit_test(three_frames_or_a_quarter_of_a_second_are_a_stutter),
        cmocka_unit_test(a_freeze_in_a_slow_stretch_stands_by_itself),
        cmocka_unit_test(it_swallows_what_was_long_in_it),
        cmocka_unit_test(one_quick_frame_does_not_end_it),
        cmocka_unit_test(a_menu_beside_a_slower_play_makes_it_no_slow_stretch),
        cmocka_unit_test(many_jolts_are_uneven_and_swallow_the_stutters),
        cmocka_unit_test(a_stream_that_begins_uneven_is_uneven),
        cmocka_unit_test(rarer_jolts_stay_stutters_and_have_a_period),
        cmocka_unit_test(four_seconds_or_three_a_second_are_not_uneven),
        cmocka_unit_test(jolts_that_touch_are_one),
        cmocka_unit_test(six_freezes_in_five_seconds_are_six),
        cmocka_unit_test(a_freeze_parts_uneven_pacing),
        cmocka_unit_test(hours_of_it_need_no_more_memory),
        cmocka_unit_test(a_program_that_presents_on_change_is_told_by_its_gaps),
        cmocka_unit_test(short_bursts_between_gaps_are_on_change_too),
        cmocka_unit_test(a_freeze_beside_two_stutters_is_not_on_change),
        cmocka_unit_test(irregular_stutters_have_no_period),
    };
    SUITE_RUN("frames findings", tests);
}
