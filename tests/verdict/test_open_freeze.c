/* A freeze that no frame ends before the recording does: told where the player
 * pressed the key in it, and where nothing else explains the silence. */
#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/judge.h"
#include "tests/support/play_presents.h"
#include "verdict/verdict_model.h"

#define MS 1000
#define SECONDS 1000000
#define FRAME 16667
#define AT (1800LL * FRAME) /* the last frame */
#define PRESS (AT + 4 * SECONDS)
#define END (AT + 6 * SECONDS)
#define OTHER_CHAIN 0x2B3C4D5E00u
#define COVERED 0x087A0001u
#define DWM 1476u
#define TOOL 6000u

static struct verdict_options pressed_in_front(void)
{
    struct verdict_options options = {0};
    options.pressed = PLAY_START + PRESS * 10;
    options.foreground = PLAY_GAME;
    return options;
}

static void begin(struct play *p, int64_t frame)
{
    play_init(p);
    play_background(p, 0, END);
    play_rundown(p, END - 1000, false);
    play_presents(p, 0, AT + 1, frame, PLAY_GAME, PLAY_CHAIN);
}

/* The one that goes on, or NULL. */
static const struct hitch *open_of(const struct verdict *v)
{
    for (uint32_t i = 0; i < v->moments.hitch_count; i++) {
        if (v->moments.hitches[i].open)
            return &v->moments.hitches[i];
    }
    return NULL;
}

static void expect_told(struct play *p, const struct verdict_options *options)
{
    struct verdict *v = judge_open(p, options);
    const struct hitch *h = open_of(v);
    assert_non_null(h);
    assert_int_equal(h->excuse, EXCUSE_none);
    assert_int_equal(h->from, PLAY_START + AT * 10);
    assert_in_range(h->to, PLAY_START + (END - 20 * MS) * 10, PLAY_START + END * 10);
    assert_non_null(verdict_headline(v));
    assert_int_equal(verdict_headline(v)->from, h->from);
    verdict_close(v);
}

/* `excuse` of what is listed; EXCUSE_none: nothing is. */
static void expect_silent(struct play *p, const struct verdict_options *options, enum excuse excuse)
{
    struct verdict *v = judge_open(p, options);
    const struct hitch *h = open_of(v);
    if ((h ? (enum excuse)h->excuse : EXCUSE_none) != excuse || (h && !excuse))
        fail_msg("excuse %d, not %d", h ? (int)h->excuse : -1, (int)excuse);
    assert_null(verdict_headline(v));
    verdict_close(v);
}

static void a_freeze_in_which_the_key_was_pressed_is_the_headline(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    begin(&p, FRAME);
    expect_told(&p, &options);
    begin(&p, FRAME);
    judge_sentence(&p, &options, SUSPECT_none, "Stutter of 5.99 s at 21:20:30, still going on when the recording ended: no cause");
    /* also beside a longer one that ended 3 s before the press */
    options.pressed = PLAY_START + (AT + 1100 * MS) * 10;
    begin(&p, FRAME);
    play_without(&p, TRACE_dxgi, AT - 4 * SECONDS + FRAME / 2, AT - 2 * SECONDS + FRAME / 2);
    expect_told(&p, &options);
}

static void its_cause_is_named(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    begin(&p, FRAME);
    play_disk(&p, END - 100 * MS, 5900 * MS - 200 * MS, 10, 65536, 0, PLAY_GAME);
    judge_sentence(&p, &options, SUSPECT_disk_slow, "still going on when the recording ended: the disk took 5.70 s for one read");
}

static void it_counts_in_the_figures(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    begin(&p, FRAME);
    struct verdict *v = judge_open(&p, &options);
    assert_in_range(verdict_frames(v)->longest, (END - AT - 20 * MS) * 10, (END - AT) * 10);
    assert_in_range(verdict_frames(v)->average_mfps, 49000, 51000); /* 1800 frames in 36 s */
    assert_int_equal(v->moments.real_hitches, 1);
    verdict_close(v);
}

static void a_second_of_silence_is_needed_and_ten_frames(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        static const int64_t silent[] = {950 * MS, 1050 * MS, 2900 * MS, 3100 * MS}, frames[] = {FRAME, FRAME, 18 * FRAME, 18 * FRAME};
        struct play p;
        struct verdict_options options = pressed_in_front();
        options.pressed = PLAY_START + (AT + 800 * MS) * 10;
        play_init(&p);
        play_background(&p, 0, AT + silent[way]);
        play_rundown(&p, AT + silent[way] - 1000, false);
        play_presents(&p, 0, AT + 1, frames[way], PLAY_GAME, PLAY_CHAIN);
        struct verdict *v = judge_open(&p, &options);
        assert_int_equal(open_of(v) != NULL, way % 2);
        verdict_close(v);
    }
}

static void it_is_a_matter_of_the_press(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    options.pressed = 0;
    begin(&p, FRAME);
    expect_silent(&p, &options, EXCUSE_none);
    options.pressed = PLAY_START + (AT - 100 * MS) * 10; /* it began with the saving */
    begin(&p, FRAME);
    expect_silent(&p, &options, EXCUSE_none);
}

static void only_a_game_in_front_freezes(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    options.foreground = TOOL;
    begin(&p, FRAME);
    expect_silent(&p, &options, EXCUSE_none);
    options.foreground = 0; /* nobody knows */
    begin(&p, FRAME);
    expect_silent(&p, &options, EXCUSE_none);
    begin(&p, FRAME);
    play_has_focus(&p, AT - 5 * SECONDS, PLAY_GAME);
    expect_told(&p, &options);
    begin(&p, FRAME); /* the player went elsewhere, early or late */
    play_has_focus(&p, AT - 5 * SECONDS, PLAY_GAME);
    play_focus(&p, AT + 100 * MS, PLAY_GAME, TOOL);
    expect_silent(&p, &options, EXCUSE_none);
    begin(&p, FRAME);
    play_has_focus(&p, AT - 5 * SECONDS, PLAY_GAME);
    play_focus(&p, AT + 3500 * MS, PLAY_GAME, TOOL);
    expect_silent(&p, &options, EXCUSE_none);
}

static void a_change_of_windows_at_its_begin_excuses(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    begin(&p, FRAME);
    play_has_focus(&p, AT - 5 * SECONDS, PLAY_GAME);
    play_focus(&p, AT - 100 * MS, PLAY_GAME, TOOL);
    play_focus(&p, AT + 500 * MS, TOOL, PLAY_GAME);
    expect_silent(&p, &options, EXCUSE_focus);
    begin(&p, FRAME); /* the player gave up, and the game was still what lay in front */
    play_has_focus(&p, AT - 5 * SECONDS, PLAY_GAME);
    play_focus(&p, AT + 2500 * MS, PLAY_GAME, TOOL);
    expect_told(&p, &options);
}

/* Windows shows the compositor's window in the place of one that hangs. */
static void the_ghost_of_a_window_is_the_games(void **state)
{
    (void)state;
    struct play p;
    for (int way = 0; way < 3; way++) {
        struct verdict_options options = pressed_in_front();
        options.foreground = way == 1 ? DWM : 0;
        begin(&p, FRAME);
        play_process(&p, 1000, DWM, "\\Device\\HarddiskVolume3\\Windows\\System32\\dwm.exe");
        play_has_focus(&p, AT - 5 * SECONDS, PLAY_GAME);
        if (way == 2) {
            play_focus_lost(&p, AT + 5 * SECONDS, PLAY_GAME);
            play_focus_gained(&p, AT + 5 * SECONDS + 10, DWM);
        } else {
            play_focus(&p, AT + 5 * SECONDS, PLAY_GAME, DWM);
        }
        expect_told(&p, &options);
    }
}

static void a_game_that_ended_has_not_frozen(void **state)
{
    (void)state;
    static const uint32_t codes[] = {0, 0xC0000005};
    for (int i = 0; i < 2; i++) {
        struct play p;
        struct verdict_options options = pressed_in_front();
        begin(&p, FRAME);
        play_exit(&p, AT + 1500 * MS, PLAY_GAME, codes[i], "game.exe");
        struct verdict *v = judge_open(&p, &options);
        assert_null(open_of(v));
        assert_null(verdict_headline(v));
        assert_int_equal(verdict_top(v), i ? SUSPECT_process_crash : SUSPECT_none);
        verdict_close(v);
    }
}

static void what_the_process_presents_elsewhere_is_no_silence(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        struct play p;
        struct verdict_options options = pressed_in_front();
        begin(&p, FRAME);
        if (way == 3) { /* the chain that was first */
            play_without(&p, TRACE_dxgi, -1, 500 * MS);
            play_presents(&p, 0, 400 * MS, FRAME, PLAY_GAME, OTHER_CHAIN);
        }
        if (way == 0 || way == 3) /* so few that they do not join */
            play_presents(&p, AT + 5 * SECONDS, AT + 5400 * MS, FRAME, PLAY_GAME, OTHER_CHAIN);
        if (way == 1)
            play_present_d3d9(&p, AT + 2 * SECONDS, PLAY_GAME, OTHER_CHAIN, 0);
        if (way == 2) /* the same frame, told again */
            play_present_d3d9(&p, AT + 100 * MS, PLAY_GAME, OTHER_CHAIN, 0);
        if (way == 2)
            expect_told(&p, &options);
        else
            expect_silent(&p, &options, EXCUSE_none);
    }
}

static void where_presents_may_be_missing_nothing_is_told(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    begin(&p, FRAME); /* for the game's new chain there was no room */
    for (uint32_t i = 1; i < MAX_STREAMS; i++)
        play_present(&p, 100 * MS + i, 5000 + 4 * i, PLAY_CHAIN, 0);
    play_presents(&p, AT + 1100 * MS, END, FRAME, PLAY_GAME, OTHER_CHAIN);
    expect_silent(&p, &options, EXCUSE_none);
    begin(&p, FRAME); /* lost, nobody knows where */
    p.lost_events = 500;
    expect_silent(&p, &options, EXCUSE_none);
    begin(&p, FRAME); /* in a hole at the silence's begin */
    p.lost_events = 500;
    p.hole_from = AT + 1000;
    p.hole_to = AT + 3 * SECONDS;
    expect_silent(&p, &options, EXCUSE_hole);
    begin(&p, FRAME); /* in a hole that lies elsewhere */
    p.lost_events = 500;
    p.hole_from = AT - 10 * SECONDS;
    p.hole_to = AT - 9900 * MS;
    struct verdict *v = judge_open(&p, &options);
    assert_non_null(open_of(v));
    assert_int_equal(open_of(v)->excuse, EXCUSE_none);
    verdict_close(v);
}

static void behind_a_hole_in_it_only_the_rest_is_told(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    for (int late = 0; late < 2; late++) {
        int64_t at = late ? END - 900 * MS : AT + 1500 * MS;
        begin(&p, FRAME);
        p.lost_events = 50;
        p.hole_from = at;
        p.hole_to = at + 200 * MS;
        if (late) {
            expect_silent(&p, &options, EXCUSE_hole);
            continue;
        }
        struct verdict *v = judge_open(&p, &options);
        const struct hitch *h = open_of(v);
        assert_non_null(h);
        assert_int_equal(h->excuse, EXCUSE_none);
        assert_in_range(h->from, PLAY_START + (at + 150 * MS) * 10, PLAY_START + (at + 300 * MS) * 10);
        verdict_close(v);
    }
}

/* Lists may come long after what the session was told as it went. */
static void a_recording_that_only_lists_has_ended(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    play_init(&p);
    play_background(&p, 0, AT + 500 * MS);
    play_rundown(&p, END - 1000, true);
    play_process(&p, END - 900, 7000, "\\Device\\HarddiskVolume3\\late.exe");
    play_presents(&p, 0, AT + 1, FRAME, PLAY_GAME, PLAY_CHAIN);
    expect_silent(&p, &options, EXCUSE_none);
}

static void a_file_whose_last_buffers_are_not_there_yet_tells_nothing(void **state)
{
    (void)state;
    struct play p;
    struct etlw_file w;
    struct verdict *v = NULL;
    struct verdict_options options = pressed_in_front();
    for (int way = 0; way < 3; way++) {
        begin(&p, FRAME);
        play_write(&p, &w);
        uint64_t len = w.bytes.len - (way == 1 ? 3 * w.facts.buffer_size : 0);
        if (way == 2) /* its session never stopped */
            etlw_u64((uint8_t *)w.bytes.bytes + ETLW_AT_END_TIME, 0);
        assert_int_equal(verdict_open_memory("played", w.bytes.bytes, len, NULL, &options, &v).why, WHY_ok);
        assert_int_equal(open_of(v) != NULL && !open_of(v)->excuse, way == 0);
        verdict_close(v);
        etlw_file_done(&w);
        play_done(&p);
    }
}

/* Two gaps and the one at the end; the player sees frames between for so long. */
static void begin_with_rests(struct play *p, int64_t shown)
{
    play_init(p);
    play_background(p, 0, END);
    play_rundown(p, END - 1000, false);
    play_presents(p, 0, AT - 8 * SECONDS - 2 * shown, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(p, AT - 4 * SECONDS - 2 * shown, AT - 4 * SECONDS - shown, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(p, AT - shown, AT + 1, FRAME, PLAY_GAME, PLAY_CHAIN);
}

static void who_rests_again_and_again_is_idle_at_the_end(void **state)
{
    (void)state;
    for (int64_t shown = 12 * FRAME; shown <= 120 * FRAME; shown += 108 * FRAME) {
        struct play p;
        struct verdict_options options = pressed_in_front();
        begin_with_rests(&p, shown);
        struct verdict *v = judge_open(&p, &options);
        assert_non_null(open_of(v));
        assert_int_equal(open_of(v)->excuse, EXCUSE_idle);
        verdict_close(v);
    }
}

static void freezes_that_ended_are_told_however_many_they_are(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    begin_with_rests(&p, 12 * FRAME);
    play_presents(&p, AT + 3 * SECONDS, END, FRAME, PLAY_GAME, PLAY_CHAIN);
    struct verdict *v = judge_open(&p, &options);
    assert_null(open_of(v));
    assert_int_equal(v->moments.real_hitches, 3);
    verdict_close(v);
}

/* The player was elsewhere in these two. */
static void rests_that_have_a_reason_make_no_idle_program(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    int64_t shown = 16 * FRAME, gaps[] = {AT - 8 * SECONDS - 2 * shown, AT - 4 * SECONDS - shown};
    begin_with_rests(&p, shown);
    play_has_focus(&p, SECONDS, PLAY_GAME);
    for (int i = 0; i < 2; i++) {
        play_focus(&p, gaps[i] - 20 * MS, PLAY_GAME, TOOL);
        play_focus(&p, gaps[i] + 3800 * MS, TOOL, PLAY_GAME);
    }
    expect_told(&p, &options);
}

static void a_covered_window_does_not_freeze(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    begin(&p, FRAME);
    for (int64_t at = AT + FRAME; at < END; at += FRAME)
        play_present(&p, at, PLAY_GAME, PLAY_CHAIN, COVERED);
    expect_silent(&p, &options, EXCUSE_covered);
}

static void loading_is_no_freeze(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    begin(&p, FRAME);
    for (int64_t at = AT + 10 * MS; at < END; at += 10 * MS)
        play_disk(&p, at, 2000, 10, 262144, 0, PLAY_GAME);
    expect_silent(&p, &options, EXCUSE_loading);
}

static void flips_without_a_program_do_not_freeze(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = pressed_in_front();
    play_init(&p);
    play_background(&p, 0, END);
    play_rundown(&p, END - 1000, false);
    for (int64_t at = 0; at <= AT; at += FRAME) {
        struct text t = TEXT_EMPTY;
        struct play_who who = {0, 0, 0};
        for (int i = 0; i < 12; i++)
            play_u64(&t, 0);
        play_add(&p, at, TRACE_dxgkrnl, 168, 0, who, &t);
        text_done(&t);
    }
    struct verdict *v = judge_open(&p, &options);
    assert_int_equal(v->moments.why, GAME_screen);
    assert_null(open_of(v));
    verdict_close(v);
}

void suite_open_freeze(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_freeze_in_which_the_key_was_pressed_is_the_headline),
        cmocka_unit_test(its_cause_is_named),
        cmocka_unit_test(it_counts_in_the_figures),
        cmocka_unit_test(a_second_of_silence_is_needed_and_ten_frames),
        cmocka_unit_test(it_is_a_matter_of_the_press),
        cmocka_unit_test(only_a_game_in_front_freezes),
        cmocka_unit_test(a_change_of_windows_at_its_begin_excuses),
        cmocka_unit_test(the_ghost_of_a_window_is_the_games),
        cmocka_unit_test(a_game_that_ended_has_not_frozen),
        cmocka_unit_test(what_the_process_presents_elsewhere_is_no_silence),
        cmocka_unit_test(where_presents_may_be_missing_nothing_is_told),
        cmocka_unit_test(behind_a_hole_in_it_only_the_rest_is_told),
        cmocka_unit_test(a_recording_that_only_lists_has_ended),
        cmocka_unit_test(a_file_whose_last_buffers_are_not_there_yet_tells_nothing),
        cmocka_unit_test(who_rests_again_and_again_is_idle_at_the_end),
        cmocka_unit_test(freezes_that_ended_are_told_however_many_they_are),
        cmocka_unit_test(rests_that_have_a_reason_make_no_idle_program),
        cmocka_unit_test(a_covered_window_does_not_freeze),
        cmocka_unit_test(loading_is_no_freeze),
        cmocka_unit_test(flips_without_a_program_do_not_freeze)};
    SUITE_RUN("open_freeze", tests);
}
