#include "tests/support/suite.h"

#include <string.h>

#include "verdict/verdict_model.h"
#include "os/os.h"
#include "tests/support/judge.h"

#define SECONDS 1000000
#define HITCH_AT (20 * SECONDS) /* in the middle of a trace of 40 s */
#define WHOLE (40 * SECONDS)
#define FRAME 16667

/* A game of 40 s that lost `lost_us` at 20 s, with a background. */
static void begin(struct play *p, int64_t lost_us, bool deep)
{
    play_init(p);
    play_frames(p, 0, HITCH_AT, FRAME);
    play_frames(p, HITCH_AT + lost_us, WHOLE, FRAME);
    play_background(p, 0, WHOLE);
    play_rundown(p, WHOLE - 1000, deep);
}

static void a_smooth_game_has_no_verdict(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 0, false);
    judge_sentence(&p, NULL, SUSPECT_none, "No stutter found");
}

static void a_hitch_without_a_reason_is_said_to_be_one(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 400000, false);
    judge_sentence(&p, NULL, SUSPECT_none, "no cause visible in this recording");
}

static void a_slow_read_is_blamed_with_its_length(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 412000, false);
    play_disk(&p, HITCH_AT + 395000, 380000, 10, 65536, 0, PLAY_GAME);
    judge_sentence(&p, NULL, SUSPECT_disk_slow, "the disk took 380 ms for one read");
}

static void a_flood_is_blamed_on_the_program_behind_it(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 300000, false);
    for (int i = 0; i < 400; i++)
        play_disk(&p, HITCH_AT + i * 700, 9000, 11, 524288, 0, PLAY_OTHER);
    judge_sentence(&p, NULL, SUSPECT_disk_flood, "svchost.exe");
}

static void a_long_dpc_is_blamed_on_its_driver(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 300000, true);
    play_deep(&p, 0, HITCH_AT);
    play_deep(&p, HITCH_AT + 310000, WHOLE);
    play_dpc(&p, HITCH_AT + 290000, 280000, PLAY_DRIVER + 0x1234);
    judge_sentence(&p, NULL, SUSPECT_driver_long, "badwifi.sys");
}

static void many_short_dpcs_are_a_storm(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 300000, true);
    play_deep(&p, 0, WHOLE);
    for (int i = 0; i < 2000; i++)
        play_dpc(&p, HITCH_AT + 1000 + i * 145, 100, PLAY_DRIVER + 0x1234);
    judge_sentence(&p, NULL, SUSPECT_driver_storm, "badwifi.sys");
}

static void a_machine_that_stood_still_is_no_drivers_fault(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 1200000, true);
    play_deep(&p, 0, WHOLE);
    play_dpc(&p, HITCH_AT + 1195000, 1190000, PLAY_DRIVER + 0x1234);
    play_disk(&p, HITCH_AT + 1196000, 1191000, 10, 4096, 0, PLAY_GAME);
    play_silence(&p, HITCH_AT + 2000, HITCH_AT + 1194000);
    judge_sentence(&p, NULL, SUSPECT_machine_silent, "the whole machine was silent");
}

static void a_hole_of_the_recording_is_nobodys_fault(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 0, false);
    p.hole_from = HITCH_AT;
    p.hole_to = HITCH_AT + 800000;
    p.lost_events = 300;
    judge_sentence(&p, NULL, SUSPECT_none, "No stutter found, but the recording has a hole of");
}

static void alt_tab_is_no_stutter(void **state)
{
    (void)state;
    struct play p;
    struct text t = TEXT_EMPTY;
    struct play_who who = {0, PLAY_OTHER, PLAY_OTHER_THREAD};
    begin(&p, 900000, false);
    play_u32(&t, 1);
    play_u32(&t, PLAY_GAME);
    play_u32(&t, PLAY_OTHER);
    play_add(&p, HITCH_AT + 50000, TRACE_win32k, 26, 0, who, &t);
    text_clear(&t);
    play_u32(&t, 1);
    play_u32(&t, PLAY_OTHER);
    play_u32(&t, PLAY_GAME);
    play_add(&p, HITCH_AT + 850000, TRACE_win32k, 26, 0, who, &t);
    text_done(&t);
    judge_sentence(&p, NULL, SUSPECT_none, "No stutter found");
}

static void focus_of_others_excuses_nothing(void **state)
{
    (void)state;
    struct play p;
    struct text t = TEXT_EMPTY;
    struct play_who who = {0, PLAY_OTHER, PLAY_OTHER_THREAD};
    static const uint16_t ids[] = {2, 26, 258, 259};
    begin(&p, 300000, false);
    for (unsigned i = 0; i < 4; i++) {
        if (ids[i] != 2)
            play_u32(&t, 1);
        play_u32(&t, PLAY_OTHER);
        play_u32(&t, PLAY_OTHER + 40);
        play_u32(&t, 0);
        play_add(&p, HITCH_AT + 20000 * i, TRACE_win32k, ids[i], 0, who, &t);
        text_clear(&t);
    }
    play_disk(&p, HITCH_AT + 299000, 298000, 10, 65536, 0, PLAY_GAME);
    text_done(&t);
    judge_sentence(&p, NULL, SUSPECT_disk_slow, "the disk took 298 ms");
}

static void another_frame_cap_is_no_stutter(void **state)
{
    (void)state;
    struct play p;
    play_init(&p);
    play_frames(&p, 0, HITCH_AT, 4167);
    play_frames(&p, HITCH_AT, HITCH_AT + 10 * SECONDS, 33333);
    play_frames(&p, HITCH_AT + 10 * SECONDS, WHOLE, 4167);
    play_background(&p, 0, WHOLE);
    play_rundown(&p, WHOLE - 1000, false);
    judge_sentence(&p, NULL, SUSPECT_none, "No stutter found");
}

static void loading_is_no_stutter(void **state)
{
    (void)state;
    struct play p;
    play_init(&p);
    play_frames(&p, 0, HITCH_AT, FRAME);
    for (int i = 0; i < 12; i++)
        play_frames(&p, HITCH_AT + i * 400000 + 300000, HITCH_AT + i * 400000 + 330000, FRAME);
    play_frames(&p, HITCH_AT + 12 * 400000, WHOLE, FRAME);
    for (int i = 0; i < 900; i++)
        play_disk(&p, HITCH_AT + i * 5000, 2000, 10, 131072, 0, PLAY_GAME);
    play_background(&p, 0, WHOLE);
    play_rundown(&p, WHOLE - 1000, false);
    judge_sentence(&p, NULL, SUSPECT_none, "No stutter found");
}

static void the_first_frames_are_no_stutter(void **state)
{
    (void)state;
    struct play p;
    play_init(&p);
    play_frames(&p, 3 * SECONDS, 3 * SECONDS + 200000, FRAME);
    play_frames(&p, 3 * SECONDS + 900000, WHOLE, FRAME);
    play_background(&p, 0, WHOLE);
    play_rundown(&p, WHOLE - 1000, false);
    judge_sentence(&p, NULL, SUSPECT_none, "No stutter found");
}

static void the_press_points_at_its_hitch(void **state)
{
    (void)state;
    struct play p;
    struct verdict_options options = {0};
    play_init(&p);
    play_frames(&p, 0, 5 * SECONDS, FRAME);
    play_frames(&p, 5 * SECONDS + 600000, 70 * SECONDS, FRAME);
    play_frames(&p, 70 * SECONDS + 300000, 80 * SECONDS, FRAME);
    play_background(&p, 0, 80 * SECONDS);
    play_disk(&p, 70 * SECONDS + 295000, 290000, 11, 4096, 0, PLAY_GAME);
    play_rundown(&p, 79 * SECONDS, false);
    options.pressed = PLAY_START + 72LL * 10 * SECONDS;
    judge_sentence(&p, &options, SUSPECT_disk_slow, "290 ms for one write");
}

void suite_verdict(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(a_smooth_game_has_no_verdict),
                                              cmocka_unit_test(a_hitch_without_a_reason_is_said_to_be_one),
                                              cmocka_unit_test(a_slow_read_is_blamed_with_its_length),
                                              cmocka_unit_test(a_flood_is_blamed_on_the_program_behind_it),
                                              cmocka_unit_test(a_long_dpc_is_blamed_on_its_driver),
                                              cmocka_unit_test(many_short_dpcs_are_a_storm),
                                              cmocka_unit_test(a_machine_that_stood_still_is_no_drivers_fault),
                                              cmocka_unit_test(a_hole_of_the_recording_is_nobodys_fault),
                                              cmocka_unit_test(alt_tab_is_no_stutter),
                                              cmocka_unit_test(focus_of_others_excuses_nothing),
                                              cmocka_unit_test(another_frame_cap_is_no_stutter),
                                              cmocka_unit_test(loading_is_no_stutter),
                                              cmocka_unit_test(the_first_frames_are_no_stutter),
                                              cmocka_unit_test(the_press_points_at_its_hitch)};
    SUITE_RUN("verdict", tests);
}
