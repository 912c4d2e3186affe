/* Who takes the focus from the game and gives it back is named where the game
 * stuttered for it, and nowhere else. */
#include "tests/support/suite.h"

#include "tests/support/judge.h"
#include "tests/support/play_presents.h"
#include "verdict/verdict_model.h"

#define MS 1000
#define SECONDS 1000000
#define WHOLE (60 * SECONDS)
#define FRAME 16667
#define AT (1800LL * FRAME) /* the last frame before a gap */
#define LOST (200 * MS)
#define THIEF 6000u
#define THIEF_THREAD 6004u
#define OTHER_CHAIN 0x2B3C4D5E00u
#define COVERED 0x087A0001u

static const struct play_who windows = {1, PLAY_OTHER, PLAY_OTHER_THREAD};

static void begin_as(struct play *p, int64_t lost, const char *thief)
{
    play_init(p);
    play_background(p, 0, WHOLE);
    play_rundown(p, WHOLE - 1000, true);
    play_presents(p, 0, AT + 1, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(p, AT + (lost ? lost : FRAME), WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_has_focus(p, SECONDS, PLAY_GAME);
    play_process(p, 5 * SECONDS, THIEF, thief);
}

static void begin(struct play *p, int64_t lost)
{
    begin_as(p, lost, "chat.exe");
}

/* The game loses it at `at` and has it back so much later. */
static void take(struct play *p, int64_t at, int64_t long_us)
{
    play_focus(p, at, PLAY_GAME, THIEF);
    play_focus(p, at + long_us, THIEF, PLAY_GAME);
}

static void add(struct play *p, int64_t at, enum trace_source source, uint16_t id, const uint32_t *numbers, unsigned count)
{
    struct text t = TEXT_EMPTY;
    for (unsigned i = 0; i < count; i++)
        play_u32(&t, numbers[i]);
    play_add(p, at, source, id, 0, windows, &t);
    text_done(&t);
}

static void list_thread(struct play *p, uint32_t pid, uint32_t tid)
{
    const uint32_t numbers[] = {pid, tid};
    add(p, SECONDS, TRACE_k_thread, 0x0503, numbers, 2);
}

static void between_threads(struct play *p, int64_t at, uint32_t from, uint32_t to)
{
    const uint32_t numbers[] = {from, to};
    add(p, at, TRACE_win32k, 2, numbers, 2);
}

static void set_mode(struct play *p, int64_t at)
{
    const uint32_t number = 1;
    add(p, at, TRACE_dxgkrnl, 10000, &number, 1);
}

static void a_thief_is_named_with_the_time_that_it_had_the_focus(void **state)
{
    (void)state;
    struct play p;
    begin(&p, LOST);
    take(&p, AT - 10 * MS, 50 * MS);
    judge_sentence(&p, NULL, SUSPECT_focus_taken, "200 ms at ");
    begin(&p, LOST);
    take(&p, AT - 10 * MS, 50 * MS);
    judge_page(&p, SUSPECT_focus_taken, "chat.exe took the focus for 50.0 ms", "Switching");
    begin(&p, LOST);
    take(&p, AT - 10 * MS, 50 * MS);
    judge_page(&p, SUSPECT_focus_taken, "> Turn off the notifications", NULL);
}

static void each_event_of_the_focus_names_the_thief(void **state)
{
    (void)state;
    static const struct {
        uint16_t first, second;
    } proofs[] = {{259, 259}, {258, 258}, {2, 2}};
    for (int way = 0; way < 3; way++) {
        struct play p;
        begin(&p, LOST);
        if (way == 0)
            play_focus_lost(&p, AT, PLAY_GAME);
        if (way < 2) {
            play_focus_gained(&p, AT + 1, THIEF);
            play_focus_lost(&p, AT + 50 * MS, THIEF);
            play_focus_gained(&p, AT + 50 * MS, PLAY_GAME);
        } else {
            list_thread(&p, PLAY_GAME, PLAY_GAME_THREAD);
            list_thread(&p, THIEF, THIEF_THREAD);
            between_threads(&p, AT, PLAY_GAME_THREAD, THIEF_THREAD);
            between_threads(&p, AT + 50 * MS, THIEF_THREAD, PLAY_GAME_THREAD);
        }
        struct verdict *v = judge_open(&p, NULL);
        assert_int_equal(verdict_top(v), SUSPECT_focus_taken);
        const struct suspect *s = &v->suspects.list[0];
        assert_string_equal(verdict_str(v, s->name), "chat.exe");
        assert_in_range(s->span, 499980, 500000);
        assert_true(s->proof_count >= 2);
        assert_int_equal(s->proofs[0].id, proofs[way].first);
        assert_int_equal(s->proofs[0].pid, THIEF);
        verdict_close(v);
    }
}

static void where_the_focus_goes_round_all_the_time_nobody_is_named(void **state)
{
    (void)state;
    for (int64_t every = 3 * SECONDS; every <= 12 * SECONDS; every += 3 * SECONDS) {
        struct play p;
        begin(&p, LOST);
        take(&p, AT - 10 * MS, 50 * MS);
        for (int64_t at = 2 * SECONDS; at < WHOLE - SECONDS; at += every) {
            if (at < AT - 6 * SECONDS || at > AT + 6 * SECONDS)
                take(&p, at, 50 * MS);
        }
        judge_sentence(&p, NULL, SUSPECT_none, "no cause visible in this recording");
    }
}

static void one_that_comes_with_every_stutter_is_named_though_it_comes_often(void **state)
{
    (void)state;
    struct play p;
    play_init(&p);
    play_background(&p, 0, WHOLE);
    play_rundown(&p, WHOLE - 1000, false);
    play_has_focus(&p, SECONDS, PLAY_GAME);
    play_process(&p, 1000, THIEF, "chat.exe");
    for (int64_t at = 0; at < WHOLE; at += 10 * SECONDS) {
        play_presents(&p, at, at + 10 * SECONDS - LOST, FRAME, PLAY_GAME, PLAY_CHAIN);
        take(&p, at + 10 * SECONDS - LOST - 20 * MS, 50 * MS);
    }
    judge_sentence(&p, NULL, SUSPECT_focus_taken, "chat.exe took the focus for 50.0 ms");
}

static void without_a_stutter_nothing_is_told_of_it(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 0);
    take(&p, AT, 50 * MS);
    judge_sentence(&p, NULL, SUSPECT_none, "No stutter found");
}

static void what_comes_too_early_or_within_a_freeze_is_no_cause(void **state)
{
    (void)state;
    static const int64_t after[] = {-600 * MS, 900 * MS, 120 * MS};
    for (unsigned i = 0; i < 3; i++) {
        struct play p;
        begin(&p, 2 * SECONDS);
        take(&p, AT + after[i], 50 * MS);
        judge_sentence(&p, NULL, SUSPECT_none, "2.00 s at ");
    }
}

static void a_focus_that_is_kept_excuses(void **state)
{
    (void)state;
    static const int64_t kept[] = {260 * MS, 5 * SECONDS, 0};
    for (unsigned i = 0; i < 3; i++) {
        struct play p;
        begin(&p, LOST);
        if (kept[i])
            take(&p, AT - 10 * MS, kept[i]);
        else
            play_focus(&p, AT - 10 * MS, PLAY_GAME, THIEF);
        judge_page(&p, SUSPECT_none, "switching windows", "took the focus");
    }
}

/* The player opened the list of windows, let go, and went over all the same. */
static void a_change_of_windows_behind_it_excuses(void **state)
{
    (void)state;
    struct play p;
    begin(&p, LOST);
    take(&p, AT - 200 * MS, 50 * MS);
    play_focus(&p, AT + 30 * MS, PLAY_GAME, THIEF);
    judge_page(&p, SUSPECT_none, "switching windows", "took the focus");
}

static void the_desktop_and_nobody_are_no_thieves(void **state)
{
    (void)state;
    struct play p;
    begin_as(&p, LOST, "\\Device\\HarddiskVolume3\\Windows\\System32\\dwm.exe");
    take(&p, AT, 50 * MS);
    judge_sentence(&p, NULL, SUSPECT_none, "200 ms at ");
    begin(&p, LOST);
    play_focus_lost(&p, AT, PLAY_GAME);
    play_focus_gained(&p, AT + 50 * MS, PLAY_GAME);
    judge_sentence(&p, NULL, SUSPECT_none, "200 ms at ");
    begin(&p, LOST);
    play_focus(&p, AT, PLAY_GAME, PLAY_GAME);
    judge_sentence(&p, NULL, SUSPECT_none, "200 ms at ");
    begin_as(&p, LOST, "\\Device\\HarddiskVolume3\\Windows\\explorer.exe");
    take(&p, AT, 50 * MS);
    judge_sentence(&p, NULL, SUSPECT_focus_taken, "explorer.exe took the focus for 50.0 ms");
}

/* It says who has it, not since when. */
static void a_state_that_is_told_accuses_nobody(void **state)
{
    (void)state;
    struct play p;
    begin(&p, LOST);
    play_has_focus(&p, AT, THIEF);
    play_has_focus(&p, AT + 50 * MS, PLAY_GAME);
    judge_sentence(&p, NULL, SUSPECT_none, "200 ms at ");
    begin(&p, LOST);
    play_focus(&p, AT, PLAY_GAME, THIEF);
    play_has_focus(&p, AT + 50 * MS, PLAY_GAME);
    judge_sentence(&p, NULL, SUSPECT_none, "200 ms at ");
}

static void across_a_hole_nobody_is_named(void **state)
{
    (void)state;
    for (int holes = 0; holes < 2; holes++) {
        struct play p;
        begin(&p, 2 * SECONDS);
        take(&p, AT - 10 * MS, 100 * MS);
        p.hole_from = holes ? AT + 20 * MS : 0;
        p.hole_to = holes ? AT + 40 * MS : 0;
        judge_sentence(&p, NULL, holes ? SUSPECT_none : SUSPECT_focus_taken, "Stutter of ");
    }
}

static void a_mode_that_the_thief_brings_stands_behind_it_and_one_before_it_is_the_cause(void **state)
{
    (void)state;
    for (int before = 0; before < 2; before++) {
        struct play p;
        begin(&p, LOST);
        take(&p, AT, 50 * MS);
        set_mode(&p, before ? AT - 30 * MS : AT + 60 * MS);
        struct verdict *v = judge_open(&p, NULL);
        assert_int_equal(verdict_top(v), before ? SUSPECT_display_change : SUSPECT_focus_taken);
        assert_int_equal(v->suspects.count, before ? 1 : 2);
        assert_true(before || v->suspects.list[1].kind == SUSPECT_display_change);
        verdict_close(v);
    }
}

static void what_the_thief_does_to_the_screen_is_no_excuse(void **state)
{
    (void)state;
    static const struct {
        bool taken, told;
        uint64_t chain;       /* behind the gap */
        int64_t covered, mode; /* us from its begin; 0: neither */
    } cases[] = {{true, true, OTHER_CHAIN, 0, 0},
                 {true, true, PLAY_CHAIN, 30 * MS, 0},
                 {false, false, OTHER_CHAIN, 0, 0},
                 {false, false, PLAY_CHAIN, 30 * MS, 0},
                 {true, false, PLAY_CHAIN, -5 * MS, 0}, /* covered before */
                 {true, false, PLAY_CHAIN, LOST + 400 * MS, 0},
                 {true, false, OTHER_CHAIN, 0, -100 * MS}}; /* the display changed, and the focus with it */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct play p;
        play_init(&p);
        play_background(&p, 0, WHOLE);
        play_rundown(&p, WHOLE - 1000, false);
        play_has_focus(&p, SECONDS, PLAY_GAME);
        play_process(&p, 5 * SECONDS, THIEF, "chat.exe");
        play_presents(&p, 0, AT + 1, FRAME, PLAY_GAME, PLAY_CHAIN);
        play_presents(&p, AT + LOST, WHOLE, FRAME, PLAY_GAME, cases[i].chain);
        if (cases[i].taken)
            take(&p, AT + 10 * MS, 50 * MS);
        if (cases[i].covered)
            play_present(&p, AT + cases[i].covered, PLAY_GAME, PLAY_CHAIN, COVERED);
        if (cases[i].mode)
            set_mode(&p, AT + cases[i].mode);
        judge_page(&p, cases[i].told ? SUSPECT_focus_taken : SUSPECT_none, cases[i].told ? "took the focus" : "no stutters:",
                   cases[i].told ? "no stutters:" : "took the focus");
    }
}

void suite_verdict_focus(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thief_is_named_with_the_time_that_it_had_the_focus),
        cmocka_unit_test(each_event_of_the_focus_names_the_thief),
        cmocka_unit_test(where_the_focus_goes_round_all_the_time_nobody_is_named),
        cmocka_unit_test(one_that_comes_with_every_stutter_is_named_though_it_comes_often),
        cmocka_unit_test(without_a_stutter_nothing_is_told_of_it),
        cmocka_unit_test(what_comes_too_early_or_within_a_freeze_is_no_cause),
        cmocka_unit_test(a_focus_that_is_kept_excuses),
        cmocka_unit_test(a_change_of_windows_behind_it_excuses),
        cmocka_unit_test(the_desktop_and_nobody_are_no_thieves),
        cmocka_unit_test(a_state_that_is_told_accuses_nobody),
        cmocka_unit_test(across_a_hole_nobody_is_named),
        cmocka_unit_test(a_mode_that_the_thief_brings_stands_behind_it_and_one_before_it_is_the_cause),
        cmocka_unit_test(what_the_thief_does_to_the_screen_is_no_excuse)};
    SUITE_RUN("verdict_focus", tests);
}
