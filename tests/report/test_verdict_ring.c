#include "tests/support/suite.h"

#include <string.h>

#include "os/os.h"
#include "report/report.h"
#include "tests/support/judge.h"
#include "tests/support/play_presents.h"
#include "verdict/verdict_model.h"

/* What a ring that has turned cannot tell: each CPU's oldest kept event lies at
 * another time, and the game presents on all of them. */
#define SECONDS 1000000
#define WHOLE (40 * SECONDS)
#define FRAME 16667
#define TRUE_BEGIN (20 * SECONDS) /* the latest of kept_from */
#define A_BUFFER (3 * SECONDS / 2) /* 4 KB of one CPU, at most */

static void begin(struct play *p, int64_t gap_from, int64_t gap_us)
{
    static const int64_t kept_from[PLAY_CPUS] = {TRUE_BEGIN, 2 * SECONDS, 12 * SECONDS, 100000};
    play_init(p);
    play_frames(p, 0, gap_from, FRAME);
    play_frames(p, gap_from + gap_us, WHOLE, FRAME);
    play_background(p, 0, WHOLE);
    play_rundown(p, WHOLE - 1000, false);
    p->is_ring = true;
    memcpy(p->kept_from, kept_from, sizeof kept_from);
}

static int64_t us_of(int64_t time)
{
    return (time - PLAY_START) / 10;
}

static struct text said(const struct verdict *v, void (*report)(const struct verdict *, enum language, struct text *))
{
    struct text t = TEXT_EMPTY;
    report(v, LANGUAGE_ENGLISH, &t);
    return t;
}

static void has(const struct verdict *v, void (*report)(const struct verdict *, enum language, struct text *), const char *words)
{
    struct text t = said(v, report);
    if (!strstr(text_str(&t), words))
        fail_msg("no \"%s\" in\n%s", words, text_str(&t));
    text_done(&t);
}

static void lacks(const struct verdict *v, void (*report)(const struct verdict *, enum language, struct text *), const char *words)
{
    struct text t = said(v, report);
    if (strstr(text_str(&t), words))
        fail_msg("\"%s\" in\n%s", words, text_str(&t));
    text_done(&t);
}

static void what_is_overwritten_of_some_processors_is_no_stutter(void **state)
{
    (void)state;
    struct play p;
    begin(&p, WHOLE, 0);
    struct verdict *v = judge_open(&p, NULL);
    const struct stream *s = verdict_game(v);
    assert_int_equal(verdict_top(v), SUSPECT_none);
    has(v, report_text, "No stutter found, and nothing else stands out");
    has(v, report_text, "Older events were overwritten: the recording is complete from ");
    assert_in_range(us_of(v->trace.complete_from), TRUE_BEGIN, TRUE_BEGIN + A_BUFFER);
    assert_int_equal(v->moments.real_hitches, 0);
    assert_true(s->early > 100);
    assert_true(s->times[0] >= v->trace.complete_from && s->times[-1] < v->trace.complete_from);
    assert_in_range(verdict_frames(v)->longest, 160000, 200000);
    verdict_close(v);
}

static void covers_counts_from_where_the_ring_is_complete(void **state)
{
    (void)state;
    struct play p;
    char words[64];
    begin(&p, WHOLE, 0);
    struct verdict *v = judge_open(&p, NULL);
    int64_t covers = v->trace.last - v->trace.complete_from;
    assert_in_range(covers / 10, WHOLE - TRUE_BEGIN - A_BUFFER, WHOLE - TRUE_BEGIN);
    snprintf(words, sizeof words, "; covers %d.%02d s", (int)(covers / 10000000), (int)(covers / 100000 % 100));
    has(v, report_text, words);
    has(v, report_json, "\"complete_from\": \"2024-01-17T21:20:2");
    has(v, report_html, "before the recording is complete: not judged");
    has(v, report_html, "<rect class=\"g\"");
    verdict_close(v);
}

static void the_press_is_drawn_where_nobody_judges_too(void **state)
{
    (void)state;
    static const int64_t pressed[] = {TRUE_BEGIN - 5 * SECONDS, TRUE_BEGIN + 5 * SECONDS};
    for (size_t i = 0; i < 2; i++) {
        struct play p;
        begin(&p, WHOLE, 0);
        struct verdict_options options = {.pressed = PLAY_START + pressed[i] * 10};
        struct verdict *v = judge_open(&p, &options);
        has(v, report_html, "<rect class=\"k\"");
        verdict_close(v);
    }
}

static void a_stutter_soon_after_it_is_told(void **state)
{
    (void)state;
    struct play p;
    begin(&p, TRUE_BEGIN + 700000, 400000);
    struct verdict *v = judge_open(&p, NULL);
    /* Its first frames here are none of its first. */
    assert_true(us_of(v->trace.complete_from) < TRUE_BEGIN + 600000);
    has(v, report_text, "Stutter of 4");
    assert_int_equal(v->moments.real_hitches, 1);
    assert_in_range(us_of(verdict_moment(v)->from), TRUE_BEGIN + 680000, TRUE_BEGIN + 701000);
    verdict_close(v);
}

static void one_that_began_before_is_listed_as_that(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 19 * SECONDS, 3 * SECONDS);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.real_hitches, 0);
    has(v, report_json, "\"excuse\": \"began_before\"");
    has(v, report_html, "(began before the recording is complete)");
    has(v, report_text, "No stutter found");
    verdict_close(v);
}

static void glitch(struct play *p, int64_t at, uint32_t cpu)
{
    struct text t = TEXT_EMPTY;
    struct play_who who = {cpu, PLAY_OTHER, PLAY_OTHER_THREAD};
    play_u64(&t, 0);
    play_add(p, at, TRACE_audio, 18, 0, who, &t);
    text_done(&t);
}

static void what_happened_before_is_no_habit(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 30 * SECONDS, 300000);
    glitch(&p, 30 * SECONDS + 100000, 1);
    for (int i = 0; i < 5; i++)
        glitch(&p, 3 * SECONDS + i * 2 * SECONDS, 1);
    judge_sentence(&p, NULL, SUSPECT_audio_glitch, NULL);
}

static void what_happened_before_is_no_suspect(void **state)
{
    (void)state;
    struct play p;
    begin(&p, WHOLE, 0);
    for (int i = 0; i < 12; i++)
        glitch(&p, 5 * SECONDS + i * 20000, 1);
    judge_page(&p, SUSPECT_none, "No stutter found, and nothing else stands out", "Sound interrupted");
}

static void the_desktop_knows_who_had_the_focus_before(void **state)
{
    (void)state;
    struct play p;
    struct text t = TEXT_EMPTY;
    struct play_who who = {1, 0, 0};
    begin(&p, 30 * SECONDS, 300000);
    play_u32(&t, PLAY_GAME);
    play_u32(&t, PLAY_OTHER);
    play_add(&p, 5 * SECONDS, TRACE_win32k, 2, 0, who, &t);
    text_done(&t);
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->trace.facts.lanes[LANE_PROCESSES].seen > 0, 1);
    assert_int_equal(facts_in(&v->trace.facts, FACT_focus, 0, INT64_MAX), 1);
    assert_int_equal(facts_in(&v->trace.early, FACT_focus, 0, INT64_MAX), 0);
    verdict_close(v);
}

/* It came back before the ring is complete, where not every CPU's events are left. */
static void a_focus_that_went_before_the_ring_is_complete_may_have_come_back(void **state)
{
    (void)state;
    for (int told = 0; told < 2; told++) {
        struct play p;
        begin(&p, 30 * SECONDS, 300000);
        p.kept_from[0] = 0; /* the focus is told there */
        p.kept_from[1] = TRUE_BEGIN;
        play_focus(&p, 5 * SECONDS, PLAY_GAME, PLAY_OTHER);
        if (told)
            play_has_focus(&p, 38 * SECONDS, PLAY_GAME);
        struct verdict *v = judge_open(&p, NULL);
        assert_int_equal(v->moments.real_hitches, told);
        verdict_close(v);
    }
}

/* ---- losses ---- */

static void begin_whole(struct play *p, int64_t gap_from, int64_t gap_us)
{
    begin(p, gap_from, gap_us);
    p->is_ring = false;
    memset(p->kept_from, 0, sizeof p->kept_from);
}

static void a_hole_is_told_with_what_was_lost_in_it(void **state)
{
    (void)state;
    struct play p;
    begin_whole(&p, WHOLE, 0);
    p.hole_from = 20 * SECONDS;
    p.hole_to = 23 * SECONDS;
    p.lost_events = 3007;
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(verdict_top(v), SUSPECT_none);
    assert_int_equal(v->moments.real_hitches, 0);
    assert_true(verdict_is_of_faulty(v));
    has(v, report_text, "The recording has a hole of 3.1");
    has(v, report_text, "(3,007 events lost)");
    has(v, report_text, "in a hole of the recording");
    has(v, report_json, "\"cause\": \"Windows lost events\"");
    has(v, report_json, "\"excuse\": \"hole\"");
    has(v, report_html, "<rect class=\"h\"");
    lacks(v, report_text, "BIOS");
    assert_in_range(verdict_frames(v)->longest, 160000, 200000);
    verdict_close(v);
}

/* Nothing says whether the machine was silent before or behind the loss. */
static void a_silence_that_touches_a_hole_is_part_of_it(void **state)
{
    (void)state;
    struct play p;
    begin_whole(&p, 20 * SECONDS, 2 * SECONDS);
    play_silence(&p, 20 * SECONDS, 22 * SECONDS);
    p.hole_from = 21 * SECONDS;
    p.hole_to = 22 * SECONDS + 50000;
    p.lost_events = 3;
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(verdict_top(v), SUSPECT_none);
    assert_int_equal(v->moments.real_hitches, 0);
    assert_null(facts_first(&v->trace.facts, FACT_silence, PLAY_START + 205 * SECONDS, PLAY_START + 215 * SECONDS));
    verdict_close(v);
}

static void a_stutter_with_a_small_hole_is_told_as_far_as_it_is_sure(void **state)
{
    (void)state;
    struct play p;
    begin_whole(&p, 20 * SECONDS, SECONDS);
    p.hole_from = 20 * SECONDS + 20000;
    p.hole_to = 20 * SECONDS + 100000;
    struct verdict *v = judge_open(&p, NULL);
    const struct moment *m = verdict_moment(v);
    assert_int_equal(v->moments.real_hitches, 1);
    assert_in_range(us_of(m->from), 20 * SECONDS + 99000, 20 * SECONDS + 250000);
    assert_null(trace_hole_at(&v->trace, m->from + 1, m->to));
    verdict_close(v);
}

static uint32_t score_with_loss(uint32_t lost)
{
    struct play p;
    begin_whole(&p, 20 * SECONDS, SECONDS);
    play_silence(&p, 20 * SECONDS, 21 * SECONDS);
    p.lost_events = lost;
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(verdict_top(v), SUSPECT_machine_silent);
    uint32_t score = v->suspects.list[0].score;
    verdict_close(v);
    return score;
}

static void a_loss_without_a_place_casts_no_doubt(void **state)
{
    (void)state;
    assert_int_equal(score_with_loss(0), score_with_loss(300));
}

static void a_loss_without_a_place_is_told_with_the_span_it_lies_in(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    options.loss_known = true;
    options.lost_events = 12;
    options.lost_since = PLAY_START + WHOLE * 10LL - 725LL * 10000000;
    begin(&p, WHOLE, 0);
    p.lost_events = 5000; /* since the session began */
    struct verdict *v = judge_open(&p, &options);
    has(v, report_text, "12 events and 0 buffers were lost somewhere in the last 12 min 04 s.");
    lacks(v, report_text, "5,000");
    verdict_close(v);
    begin(&p, WHOLE, 0);
    p.lost_events = 5000;
    v = judge_open(&p, NULL);
    has(v, report_text, "5,000 events and 0 buffers were lost since the recording began; where is not");
    verdict_close(v);
}

/* ---- clocks ---- */

static void without_a_clock_no_time_is_told(void **state)
{
    (void)state;
    struct play p;
    begin_whole(&p, 20 * SECONDS, SECONDS);
    p.clock = PLAY_NO_CLOCK;
    play_exit(&p, 30 * SECONDS, 7000, 0xC0000005, "overlay.exe");
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.hitch_count, 0);
    lacks(v, report_text, "1601");
    lacks(v, report_text, " ms");
    has(v, report_text, "the recording's clock is unknown");
    lacks(v, report_html, "1601");
    lacks(v, report_json, "1601");
    has(v, report_json, "\"first\": null");
    has(v, report_json, "\"median_us\": null");
    lacks(v, report_crash, "1601");
    has(v, report_crash, "overlay.exe");
    verdict_close(v);
}

/* Stamps of the system's time jump with it, on all CPUs at once. */
static void a_clock_that_was_set_is_no_stutter(void **state)
{
    (void)state;
    struct play p;
    begin_whole(&p, 20 * SECONDS, 3 * SECONDS);
    play_silence(&p, 20 * SECONDS, 23 * SECONDS);
    p.clock = 2;
    struct verdict *v = judge_open(&p, NULL);
    assert_int_equal(v->moments.real_hitches, 0);
    has(v, report_json, "\"excuse\": \"clock\"");
    assert_int_equal(verdict_top(v), SUSPECT_none);
    verdict_close(v);
}

/* ---- records that lie about when they began ---- */

static void a_dpc_begins_after_the_last_switch_of_its_cpu(void **state)
{
    (void)state;
    struct play p;
    begin_whole(&p, 20 * SECONDS, 300000);
    play_rundown(&p, WHOLE - 2000, true);
    play_deep(&p, 0, WHOLE);
    play_dpc(&p, 20 * SECONDS + 290000, 19 * SECONDS, PLAY_DRIVER + 0x1234);
    struct verdict *v = judge_open(&p, NULL);
    for (uint32_t i = 0; i < v->suspects.count; i++)
        assert_int_not_equal(v->suspects.list[i].kind, SUSPECT_driver_long);
    verdict_close(v);
}

static void nothing_took_longer_than_the_trace(void **state)
{
    (void)state;
    struct play p;
    begin_whole(&p, WHOLE, 0);
    play_disk(&p, 30 * SECONDS, 130 * SECONDS, 10, 65536, 0, PLAY_OTHER);
    play_dpc(&p, 1000, 130 * SECONDS, PLAY_DRIVER + 0x1234);
    struct verdict *v = judge_open(&p, NULL);
    for (unsigned lane = 0; lane < LANE_count; lane++) {
        const struct fact_list *list = &v->trace.facts.lanes[lane];
        for (uint32_t i = 0; i < list->count; i++)
            assert_true(list->items[i].to - list->items[i].from <= v->trace.last - v->trace.first);
    }
    verdict_close(v);
}

/* ---- giving up ---- */

struct countdown {
    uint32_t asked, last;
};

static bool at_last(void *ctx)
{
    struct countdown *c = ctx;
    return ++c->asked > c->last;
}

static void every_step_may_be_the_last(void **state)
{
    (void)state;
    struct play p;
    struct etlw_file w;
    struct countdown c = {0, UINT32_MAX - 1};
    struct verdict_options options = {0};
    struct verdict *v = NULL;
    options.give_up = at_last;
    options.give_up_ctx = &c;
    begin_whole(&p, 20 * SECONDS, 300000);
    play_rundown(&p, WHOLE - 2000, true);
    play_deep(&p, 0, WHOLE);
    play_write(&p, &w);
    play_done(&p);
    assert_int_equal(verdict_open_memory("", w.bytes.bytes, w.bytes.len, NULL, &options, &v).why, WHY_ok);
    verdict_close(v);
    uint32_t all = c.asked;
    assert_true(all > 10);
    for (uint32_t last = 0; last < all; last++) {
        c.asked = 0;
        c.last = last;
        assert_int_equal(verdict_open_memory("", w.bytes.bytes, w.bytes.len, NULL, &options, &v).why, WHY_given_up);
        assert_int_equal(c.asked, last + 1);
    }
    etlw_file_done(&w);
}

void suite_verdict_ring(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_overwritten_of_some_processors_is_no_stutter),
        cmocka_unit_test(covers_counts_from_where_the_ring_is_complete),
        cmocka_unit_test(the_press_is_drawn_where_nobody_judges_too),
        cmocka_unit_test(a_stutter_soon_after_it_is_told),
        cmocka_unit_test(one_that_began_before_is_listed_as_that),
        cmocka_unit_test(what_happened_before_is_no_habit),
        cmocka_unit_test(what_happened_before_is_no_suspect),
        cmocka_unit_test(the_desktop_knows_who_had_the_focus_before),
        cmocka_unit_test(a_focus_that_went_before_the_ring_is_complete_may_have_come_back),
        cmocka_unit_test(a_hole_is_told_with_what_was_lost_in_it),
        cmocka_unit_test(a_silence_that_touches_a_hole_is_part_of_it),
        cmocka_unit_test(a_stutter_with_a_small_hole_is_told_as_far_as_it_is_sure),
        cmocka_unit_test(a_loss_without_a_place_casts_no_doubt),
        cmocka_unit_test(a_loss_without_a_place_is_told_with_the_span_it_lies_in),
        cmocka_unit_test(without_a_clock_no_time_is_told),
        cmocka_unit_test(a_clock_that_was_set_is_no_stutter),
        cmocka_unit_test(a_dpc_begins_after_the_last_switch_of_its_cpu),
        cmocka_unit_test(nothing_took_longer_than_the_trace),
        cmocka_unit_test(every_step_may_be_the_last),
    };
    SUITE_RUN("verdict_ring", tests);
}
