/* What is told alike in every form and language: sentence, text, JSON, page. */
#include "tests/support/suite.h"

#include <string.h>

#include "report/report.h"
#include "os/os.h"
#include "tests/sim/sim_load.h"
#include "tests/sim/sim_quiet.h"
#include "tests/support/judge.h"
#include "tests/support/play_presents.h"

#define MS 1000
#define SECONDS 1000000
#define WHOLE (60 * SECONDS)
#define FRAME 16667
#define AT (1800LL * FRAME) /* the last frame before a gap */
#define THIEF 6000u

typedef void form_fn(const struct verdict *v, enum language language, struct text *out);

static void expect(const struct verdict *v, form_fn *form, enum language language, const char *words)
{
    struct text t = TEXT_EMPTY, line = TEXT_EMPTY;
    form(v, language, &t);
    for (const char *at = text_str(&t); *at; at++) { /* lines of a text may be broken anywhere */
        if (*at != '\n' && !(*at == ' ' && at[1] == ' '))
            text_add_char(&line, *at);
    }
    if (!strstr(text_str(&line), words))
        fail_msg("not there: %s\n%s", words, text_str(&t));
    text_done(&t);
    text_done(&line);
}

static void the_thief_of_the_focus_is_told_in_every_form(void **state)
{
    (void)state;
    struct play p;
    play_init(&p);
    play_background(&p, 0, WHOLE);
    play_rundown(&p, WHOLE - 1000, false);
    play_presents(&p, 0, AT + 1, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_presents(&p, AT + 200 * MS, WHOLE, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_has_focus(&p, SECONDS, PLAY_GAME);
    play_process(&p, 5 * SECONDS, THIEF, "chat.exe");
    play_focus(&p, AT - 10 * MS, PLAY_GAME, THIEF);
    play_focus(&p, AT + 40 * MS, THIEF, PLAY_GAME);
    struct verdict *v = judge_open(&p, NULL);
    expect(v, report_sentence, LANGUAGE_ENGLISH, ": chat.exe took the focus for 50.0 ms");
    expect(v, report_sentence, LANGUAGE_ZH_CN, "：chat.exe 夺走焦点，持续 50.0 毫秒");
    expect(v, report_text, LANGUAGE_ENGLISH, "Turn off the notifications and pop-up windows of this program");
    expect(v, report_text, LANGUAGE_ZH_CN, "游戏时关闭此程序的通知和弹出窗口");
    expect(v, report_html, LANGUAGE_ENGLISH, "Focus taken, chat.exe, 50.0 ms");
    expect(v, report_json, LANGUAGE_ENGLISH, "{\"kind\": \"focus_taken\", \"score\": 72, \"name\": \"chat.exe\"");
    expect(v, report_json, LANGUAGE_ENGLISH, "{\"what\": \"focus_taken\"");
    verdict_close(v);
}

/* ---- a freeze that goes on when the recording ends ---- */

static void a_freeze_that_goes_on_is_told_in_every_form(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    options.pressed = PLAY_START + (AT + 2 * SECONDS) * 10;
    options.foreground = PLAY_GAME;
    play_init(&p);
    play_background(&p, 0, AT + 5 * SECONDS);
    play_rundown(&p, AT + 5 * SECONDS - 1000, false);
    play_presents(&p, 0, AT + 1, FRAME, PLAY_GAME, PLAY_CHAIN);
    play_without(&p, TRACE_dxgi, AT - 20 * SECONDS, AT - 20 * SECONDS + 200 * MS);
    struct verdict *v = judge_open(&p, &options);
    expect(v, report_sentence, LANGUAGE_ENGLISH,
           "Stutter of 4.99 s at 21:20:30, still going on when the recording ended, the longest of 2: no cause");
    expect(v, report_sentence, LANGUAGE_ZH_CN, "卡顿 4.99 秒（21:20:30，记录结束时仍在持续，共 2 次中最长的一次）");
    expect(v, report_text, LANGUAGE_ENGLISH, "4.99 s instead of 16.7 ms, still going on when the recording");
    expect(v, report_text, LANGUAGE_ZH_CN, "4.99 秒，平时 16.7 毫秒，记录结束时仍在持续");
    expect(v, report_html, LANGUAGE_ENGLISH, "4.99 s instead of 16.7 ms, still going on when the recording ended</div>");
    expect(v, report_html, LANGUAGE_ENGLISH, "21:20:30.000 4.99 s</title>");
    expect(v, report_json, LANGUAGE_ENGLISH, "\"open\": true, \"excuse\": \"\"");
    expect(v, report_json, LANGUAGE_ENGLISH, "\"open\": false, \"excuse\": \"\"");
    verdict_close(v);
}

/* A quiet machine whose game stops to show frames and never goes on, or does. */
static void simulate(const char *name, uint64_t seed, const char *incident, bool in_front, const char *words)
{
    struct text path = TEXT_EMPTY, t = TEXT_EMPTY;
    struct sim_quiet q = {.seed = seed, .habits = "parked=none after=kept"};
    struct verdict_options options = {0};
    struct verdict *v = NULL;
    text_addf(&path, "%s%csnap.etl", suite_folder(name), os_separator);
    (void)os_remove(text_str(&path));
    struct sim *s = sim_quiet_open(&q);
    assert_non_null(s);
    sim_advance_by(s, 25);
    if (incident)
        assert_true(sim_quiet_stutter(s, incident) >= 0);
    sim_advance_by(s, 4);
    options.pressed = sim_now_utc(s);
    options.foreground = s->processes[in_front ? WHO_GAME : WHO_EXPLORER].pid;
    sim_advance_by(s, 2);
    assert_non_null(sim_quiet_save(s, text_str(&path)));
    sim_close(s);
    assert_int_equal(verdict_open(text_str(&path), NULL, &options, &v).why, WHY_ok);
    report_sentence(v, LANGUAGE_ENGLISH, &t);
    if (!strstr(text_str(&t), words))
        fail_msg("%s, seed %u: %s", name, (unsigned)seed, text_str(&t));
    verdict_close(v);
    text_done(&t);
    text_done(&path);
}

static void on_the_simulated_machine_only_what_goes_on_is_told_so(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        simulate("goes-on", seed, "present_gap ms=60000", true, "still going on when the recording ended: ");
        simulate("went-on", seed, "present_gap ms=3000", true, "Stutter of 3.0");
        simulate("elsewhere", seed, "present_gap ms=60000", false, "No stutter found, and nothing else stands out");
        simulate("evening", seed, NULL, true, "No stutter found, and nothing else stands out");
    }
}

/* ---- the picture of the frames ---- */

/* Bars of frames in the close-up, and how many of them have that length. */
static unsigned bars_of(const struct verdict *v, const char *length, unsigned *of_length)
{
    struct text t = TEXT_EMPTY, end = TEXT_EMPTY;
    unsigned bars = 0;
    text_addf(&end, "  %s</title>", length);
    report_html(v, LANGUAGE_ENGLISH, &t);
    const char *at = strstr(text_str(&t), "<div class=\"row frames\">");
    assert_non_null(at);
    const char *behind = strstr(at, "</svg>");
    *of_length = 0;
    while ((at = strstr(at, "<rect class=\"f\"")) != NULL && at < behind) {
        const char *title = strstr(at, "</title>");
        assert_non_null(title);
        title -= end.len - strlen("</title>");
        bars++;
        *of_length += strncmp(title, text_str(&end), end.len) == 0;
        at = title;
    }
    text_done(&t);
    text_done(&end);
    return bars;
}

static void open_close_up(struct play *p, struct verdict **v, int64_t second)
{
    play_init(p);
    play_background(p, 0, WHOLE);
    play_rundown(p, WHOLE - 1000, false);
    for (int64_t at = 0; at < WHOLE; at += FRAME) {
        if (at > AT && at < AT + 200 * MS)
            continue;
        play_present(p, at, PLAY_GAME, PLAY_CHAIN, 0);
        if (second)
            play_present(p, at + second, PLAY_GAME, PLAY_CHAIN, 0);
    }
    *v = judge_open(p, NULL);
}

/* A second on each side of 200 ms: 120 frames of 16.7 ms, more or less. */
static void of_generated_frames_the_picture_draws_what_is_judged(void **state)
{
    (void)state;
    struct play p;
    struct verdict *v = NULL;
    unsigned usual = 0, bars;
    open_close_up(&p, &v, 1500);
    bars = bars_of(v, "16.7 ms", &usual);
    assert_in_range(bars, 115, 125);
    assert_int_equal(bars, usual);
    verdict_close(v);
}

static void other_frames_are_drawn_as_they_were_presented(void **state)
{
    (void)state;
    struct play p;
    struct verdict *v = NULL;
    unsigned shorter = 0, longer = 0, bars;
    open_close_up(&p, &v, FRAME * 5 / 16); /* uneven, and no group */
    bars = bars_of(v, "5.2 ms", &shorter);
    (void)bars_of(v, "11.5 ms", &longer);
    assert_in_range(bars, 230, 250);
    assert_in_range(shorter, bars / 2 - 1, bars / 2 + 1);
    assert_in_range(longer, bars / 2 - 1, bars / 2 + 1);
    verdict_close(v);
}

void suite_report_forms(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(the_thief_of_the_focus_is_told_in_every_form),
                                              cmocka_unit_test(a_freeze_that_goes_on_is_told_in_every_form),
                                              cmocka_unit_test(on_the_simulated_machine_only_what_goes_on_is_told_so),
                                              cmocka_unit_test(of_generated_frames_the_picture_draws_what_is_judged),
                                              cmocka_unit_test(other_frames_are_drawn_as_they_were_presented)};
    SUITE_RUN("report_forms", tests);
}
