#include "tests/support/suite.h"

#include "tests/support/play_frames.h"

#define MS FRAMES_PER_MS
#define SECOND (1000LL * MS)

static struct played p;

static void add(struct frame_tally *t, int64_t *now, uint32_t count, int64_t us, uint32_t presents)
{
    struct frame f = {0};
    for (uint32_t i = 0; i < count; i++) {
        f.from = *now;
        f.to = *now += us * 10;
        f.presents = presents;
        frame_tally_add(t, &f);
    }
}

static void assert_about(int64_t value, int64_t expected)
{
    assert_in_range(value, expected - expected / 2048, expected + expected / 2048);
}

static void figures_are_those_of_the_field(void **state)
{
    (void)state;
    struct frame_tally *t = frame_tally_open();
    struct frame_figures g;
    int64_t now = 77;
    add(t, &now, 985, 10000, 1);
    add(t, &now, 10, 20000, 1);
    add(t, &now, 4, 50000, 1);
    add(t, &now, 1, 200000, 1);
    frame_tally_figures(t, &g);
    assert_int_equal(g.frames, 1000);
    assert_int_equal(g.time, 10450 * MS);
    assert_about(g.average_mfps, 95694); /* 1,000 in 10.45 s: by time, not the mean of rates */
    assert_about(g.median, 10 * MS);
    assert_about(g.p99, 20 * MS);
    assert_about(g.p999, 200 * MS);
    assert_int_equal(g.longest, 200 * MS);
    assert_about(g.low_1_mfps, 20000); /* 10 frames: 200 + 4 * 50 + 5 * 20 = 500 ms */
    assert_about(g.low_01_mfps, 5000);
    frame_tally_close(t);
}

static void too_few_frames_have_no_low(void **state)
{
    (void)state;
    struct frame_tally *t = frame_tally_open();
    struct frame_figures g;
    int64_t now = 0;
    frame_tally_figures(t, &g);
    assert_int_equal(g.frames + g.average_mfps + (uint64_t)g.median, 0);
    add(t, &now, 99, 10000, 1);
    frame_tally_figures(t, &g);
    assert_int_equal(g.low_1_mfps, 0);
    add(t, &now, 900, 10000, 1);
    frame_tally_figures(t, &g);
    assert_about(g.low_1_mfps, 100000);
    assert_int_equal(g.low_01_mfps, 0);
    add(t, &now, 1, 10000, 1);
    frame_tally_figures(t, &g);
    assert_about(g.low_01_mfps, 100000);
    frame_tally_clear(t);
    frame_tally_figures(t, &g);
    assert_int_equal(g.frames, 0);
    frame_tally_close(t);
}

static void all_presents_count_for_the_average_and_groups_for_the_rest(void **state)
{
    (void)state;
    struct frame_tally *t = frame_tally_open();
    struct frame_figures g;
    int64_t now = 0;
    add(t, &now, 500, 20000, 2);
    frame_tally_figures(t, &g);
    assert_int_equal(g.presents, 1000);
    assert_about(g.average_mfps, 100000);
    assert_about(g.median, 20 * MS);
    assert_about(g.low_1_mfps, 50000);
    assert_true(frame_figures_generated(&g));
    add(t, &now, 501, 10000, 1);
    frame_tally_figures(t, &g);
    assert_false(frame_figures_generated(&g));
    frame_tally_close(t);
}

static void excused_gaps_are_out_and_freezes_in(void **state)
{
    (void)state;
    struct frame_tally *t = frame_tally_open();
    struct frame_figures g;
    struct frame_span excused[] = {{5 * SECOND, 8 * SECOND}, {13 * SECOND + 5 * MS, 13 * SECOND + 7 * MS}};
    int64_t now = 0;
    frame_tally_excuse(t, excused, 2);
    add(t, &now, 500, 10000, 1);
    add(t, &now, 1, 3000000, 1); /* excused as a whole */
    add(t, &now, 300, 10000, 1);
    add(t, &now, 1, 2000000, 1); /* a freeze */
    add(t, &now, 100, 10000, 1); /* one of them is excused in part */
    frame_tally_figures(t, &g);
    assert_int_equal(g.frames, 900);
    assert_int_equal(g.time, 10990 * MS);
    assert_int_equal(g.longest, 2 * SECOND);
    frame_tally_close(t);
}

static void no_length_is_clamped(void **state)
{
    (void)state;
    struct frame_tally *t = frame_tally_open();
    struct frame_figures g;
    struct frame f = {0};
    f.presents = 1;
    f.to = (int64_t)1 << 61;
    frame_tally_add(t, &f);
    frame_tally_figures(t, &g);
    assert_int_equal(g.longest, (int64_t)1 << 61);
    assert_int_equal(g.median, (int64_t)1 << 61);
    f.from = INT64_MIN;
    f.to = INT64_MAX; /* no sum of these: left out */
    frame_tally_add(t, &f);
    frame_tally_figures(t, &g);
    assert_int_equal(g.frames, 1);
    frame_tally_clear(t);
    f.from = f.to = 0;
    for (int i = 0; i < 2000; i++)
        frame_tally_add(t, &f);
    frame_tally_figures(t, &g);
    assert_int_equal(g.median, 0);
    frame_tally_close(t);
}

/* ---- segments ---- */

static void a_menu_and_the_play_are_two_segments(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 20, 800);
    int64_t border = p.now;
    played_at(&p, 40, 60);
    played_end(&p);
    assert_int_equal(p.segment_count, 2);
    assert_int_equal(p.segments[0].from, 0);
    assert_int_equal(p.segments[0].to, border);
    assert_int_equal(p.segments[1].from, border);
    assert_int_equal(p.segments[1].to, p.now);
    assert_in_range(p.segments[0].usual, 1200 * 10, 1300 * 10);
    assert_in_range(p.segments[1].usual, 16200 * 10, 17200 * 10);
}

static void four_seconds_of_another_speed_are_no_segment(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 20, 120);
    played_at(&p, 4, 60);
    played_at(&p, 20, 120);
    played_at(&p, 20, 90); /* changed by less than half */
    played_at(&p, 7, 200);
    played_end(&p);
    assert_int_equal(p.segment_count, 2);
    assert_in_range(p.segments[1].usual, 4900 * 10, 5100 * 10);
}

static void a_third_quicker_is_no_segment(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 20, 90);
    played_at(&p, 20, 120);
    played_end(&p);
    assert_int_equal(p.segment_count, 1);
}

static void a_freeze_is_no_segment(void **state)
{
    (void)state;
    played_begin(&p, 0);
    played_at(&p, 10, 60);
    played_frame(&p, 30000000);
    played_at(&p, 10, 60);
    played_end(&p);
    assert_int_equal(p.segment_count, 1);
    assert_int_equal(p.segments[0].to, p.now);
}

void suite_frames_figures(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_the_field),
        cmocka_unit_test(too_few_frames_have_no_low),
        cmocka_unit_test(all_presents_count_for_the_average_and_groups_for_the_rest),
        cmocka_unit_test(excused_gaps_are_out_and_freezes_in),
        cmocka_unit_test(no_length_is_clamped),
        cmocka_unit_test(a_menu_and_the_play_are_two_segments),
        cmocka_unit_test(four_seconds_of_another_speed_are_no_segment),
        cmocka_unit_test(a_third_quicker_is_no_segment),
        cmocka_unit_test(a_freeze_is_no_segment),
    };
    SUITE_RUN("frames figures", tests);
}
