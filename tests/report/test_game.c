/* Whose frames are judged, in which order, and why it says so. */
#include "tests/support/suite.h"

#include <string.h>

#include "config/no_games.h"
#include "tests/support/judge.h"
#include "tests/support/play_presents.h"
#include "verdict/verdict_model.h"

#define SECONDS 1000000
#define WHOLE (40 * SECONDS)
#define PAPER 5000u
#define TOOL 6000u

static struct no_games known;

static bool is_no_game(void *ctx, const char *name)
{
    return no_games_has(ctx, name);
}

/* A game at 40 frames a second, with a wallpaper at 144 and an unknown tool at
 * 100 beside it. */
static void begin(struct play *p, bool tool)
{
    play_init(p);
    play_background(p, 0, WHOLE);
    play_rundown(p, WHOLE - 1000, false);
    play_process(p, 1000, PAPER, "wallpaper64.exe");
    play_process(p, 2000, TOOL, "tool.exe");
    play_presents(p, 10000, WHOLE, 25000, PLAY_GAME, PLAY_CHAIN);
    play_presents(p, 10000, WHOLE, 6944, PAPER, PLAY_CHAIN);
    if (tool)
        play_presents(p, 10000, WHOLE, 10000, TOOL, PLAY_CHAIN);
}

static void expect(struct play *p, struct verdict_options *options, uint32_t pid, enum game_why why)
{
    no_games_init(&known);
    options->is_no_game = is_no_game;
    options->is_no_game_ctx = &known;
    struct verdict *v = judge_open(p, options);
    assert_non_null(verdict_game(v));
    assert_int_equal(verdict_game(v)->pid, pid);
    assert_int_equal(v->moments.why, why);
    verdict_close(v);
    no_games_done(&known);
}

static void a_wallpaper_with_more_frames_is_no_game(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    begin(&p, false);
    expect(&p, &options, PLAY_GAME, GAME_presents);
}

static void a_program_whose_name_the_kernel_cut_is_known_all_the_same(void **state)
{
    (void)state;
    static const char *const asked[] = {NULL, "wallpaper64.exe", "WallPaper64"};
    for (size_t i = 0; i < 3; i++) {
        struct play p;
        struct verdict_options options = {0};
        options.game = asked[i];
        play_init(&p);
        play_background(&p, 0, WHOLE);
        play_rundown(&p, WHOLE - 1000, false);
        play_presents(&p, 10000, WHOLE, 25000, PLAY_GAME, PLAY_CHAIN);
        play_presents(&p, 10000, WHOLE, 6944, PAPER, PLAY_CHAIN);
        play_exit(&p, WHOLE - 2000, PAPER, 0, "wallpaper64.ex");
        expect(&p, &options, asked[i] ? PAPER : PLAY_GAME, asked[i] ? GAME_asked : GAME_presents);
    }
}

static void of_unknown_programs_the_one_with_more_frames_is_taken(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    begin(&p, true);
    expect(&p, &options, TOOL, GAME_presents);
}

static void the_program_that_was_asked_for_is_taken(void **state)
{
    (void)state;
    static const char *const names[] = {"wallpaper64.exe", "WallPaper64"};
    for (size_t i = 0; i < 2; i++) {
        struct play p;
        struct verdict_options options = {0};
        options.game = names[i];
        options.foreground = TOOL;
        begin(&p, true);
        expect(&p, &options, PAPER, GAME_asked);
    }
}

static void one_that_was_asked_for_and_shows_nothing_is_passed_over(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    options.game = "other.exe";
    options.foreground = PLAY_GAME;
    begin(&p, true);
    expect(&p, &options, PLAY_GAME, GAME_foreground);
}

static void who_was_in_front_at_the_press_comes_before_who_had_the_focus_in_the_trace(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    options.foreground = PLAY_GAME;
    begin(&p, true);
    play_focus(&p, 30 * SECONDS, PLAY_GAME, TOOL);
    expect(&p, &options, PLAY_GAME, GAME_foreground);
}

static void who_has_the_focus_is_taken_and_who_lost_it_is_not(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    begin(&p, true);
    play_focus(&p, 5 * SECONDS, TOOL, PLAY_GAME);
    expect(&p, &options, PLAY_GAME, GAME_focus);
    begin(&p, true);
    play_has_focus(&p, 5 * SECONDS, PLAY_GAME);
    expect(&p, &options, PLAY_GAME, GAME_focus);
}

static void a_change_behind_the_press_does_not_count(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    options.pressed = PLAY_START + 30 * SECONDS * 10LL;
    begin(&p, true);
    play_focus(&p, 5 * SECONDS, TOOL, PLAY_GAME);
    play_focus(&p, 35 * SECONDS, PLAY_GAME, TOOL);
    expect(&p, &options, PLAY_GAME, GAME_focus);
}

static void a_program_of_the_list_that_took_the_focus_is_passed_over(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    begin(&p, true);
    play_focus(&p, 5 * SECONDS, TOOL, PLAY_GAME);
    play_focus(&p, 35 * SECONDS, PLAY_GAME, PAPER);
    expect(&p, &options, PLAY_GAME, GAME_focus);
}

static void another_program_that_stuttered_is_told_and_not_judged(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    options.foreground = PLAY_GAME;
    play_init(&p);
    play_rundown(&p, WHOLE - 1000, false);
    play_process(&p, 2000, TOOL, "tool.exe");
    play_presents(&p, 10000, WHOLE, 16667, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, 10000, 20 * SECONDS, 16667, TOOL, PLAY_CHAIN);
    play_presents(&p, 20 * SECONDS + 500000, WHOLE, 16667, TOOL, PLAY_CHAIN);
    struct verdict *v = judge_open(&p, &options);
    assert_int_equal(v->moments.real_hitches, 0);
    assert_int_equal(v->moments.count, 0);
    uint32_t others = 0;
    for (uint32_t i = 0; i < v->trace.stream_count; i++)
        others += v->trace.streams[i].pid == TOOL ? v->moments.figures[i].told : 0;
    assert_int_equal(others, 1);
    verdict_close(v);
}

void suite_game(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wallpaper_with_more_frames_is_no_game),
        cmocka_unit_test(a_program_whose_name_the_kernel_cut_is_known_all_the_same),
        cmocka_unit_test(of_unknown_programs_the_one_with_more_frames_is_taken),
        cmocka_unit_test(the_program_that_was_asked_for_is_taken),
        cmocka_unit_test(one_that_was_asked_for_and_shows_nothing_is_passed_over),
        cmocka_unit_test(who_was_in_front_at_the_press_comes_before_who_had_the_focus_in_the_trace),
        cmocka_unit_test(who_has_the_focus_is_taken_and_who_lost_it_is_not),
        cmocka_unit_test(a_change_behind_the_press_does_not_count),
        cmocka_unit_test(a_program_of_the_list_that_took_the_focus_is_passed_over),
        cmocka_unit_test(another_program_that_stuttered_is_told_and_not_judged)};
    SUITE_RUN("game", tests);
}
