/* What a machine does all the time is no suspect, and what comes with each
 * stutter is; several events of one incident are one. */
#include "tests/support/suite.h"

#include <stdarg.h>
#include <string.h>

#include "verdict/verdict.h"
#include "os/os.h"
#include "tests/support/judge.h"

#define SECONDS 1000000
#define AT (30 * SECONDS)
#define WHOLE (60 * SECONDS)

static const struct play_who other = {1, PLAY_OTHER, PLAY_OTHER_THREAD};

static void begin(struct play *p, int64_t lost)
{
    play_init(p);
    play_frames(p, 0, AT, 16667);
    play_frames(p, AT + lost, WHOLE, 16667);
    play_background(p, 0, WHOLE);
    play_rundown(p, WHOLE - 1000, false);
}

static void add(struct play *p, int64_t at, enum trace_source source, uint16_t id, uint8_t version, const char *layout, ...)
{
    struct text t = TEXT_EMPTY;
    va_list args;
    va_start(args, layout);
    for (; *layout; layout++) {
        if (*layout == 'U')
            play_utf16(&t, va_arg(args, const char *));
        else if (*layout == '8')
            play_u64(&t, va_arg(args, uint64_t));
        else if (*layout == '2')
            play_u16(&t, (uint16_t)va_arg(args, unsigned));
        else
            play_u32(&t, va_arg(args, unsigned));
    }
    va_end(args);
    play_add(p, at, source, id, version, other, &t);
    text_done(&t);
}

static void a_standby_that_comes_and_goes_all_the_time_is_no_suspect(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 200000);
    for (int64_t at = SECONDS; at < WHOLE; at += 2 * SECONDS)
        add(&p, at, TRACE_power, 507, 0, "4", 1u);
    judge_page(&p, SUSPECT_none, NULL, "sleep");
}

static void what_comes_with_every_stutter_is_no_habit(void **state)
{
    (void)state;
    struct play p;
    play_init(&p);
    for (int64_t at = 0; at < WHOLE; at += 12 * SECONDS) {
        play_frames(&p, at + 300000, at + 12 * SECONDS, 16667);
        if (at)
            add(&p, at + 5000, TRACE_hub3, 37, 0, "8", (uint64_t)0xFFFFA70C60112340);
    }
    play_background(&p, 0, WHOLE);
    play_rundown(&p, WHOLE - 1000, false);
    judge_page(&p, SUSPECT_device_lost, "Device lost", NULL);
}

static void a_device_that_drops_out_three_times_in_a_row_is_named(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 400000);
    for (int64_t i = 0; i < 3; i++)
        add(&p, AT + 5000 + i * 1850000, TRACE_hub3, 37, 0, "8", (uint64_t)0xFFFFA70C60112340);
    add(&p, WHOLE - 500, TRACE_hub3, 6, 2, "884UU", (uint64_t)1, (uint64_t)0xFFFFA70C60112340, 4u, "Fast Mouse", "path");
    judge_page(&p, SUSPECT_device_lost, "Fast Mouse was lost", NULL);
}

static void one_word_of_a_radio_among_others_is_only_possible(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 200000);
    add(&p, 4 * SECONDS, TRACE_bthusb, 1, 0, "4", 0u);
    add(&p, AT + 50000, TRACE_bthusb, 1, 0, "4", 0u);
    judge_page(&p, SUSPECT_device_lost, "(possible, 44 of 100)", NULL);
    begin(&p, 200000);
    for (int64_t at = 3 * SECONDS; at < WHOLE; at += 6 * SECONDS)
        add(&p, at, TRACE_bthusb, 1, 0, "4", 0u);
    judge_page(&p, SUSPECT_none, NULL, "Bluetooth");
}

/* Only what begins and ends with the trouble is its cause. */
static void a_timer_that_was_set_beside_a_stutter_is_chance(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 60000);
    for (int64_t at = 2 * SECONDS; at < WHOLE; at += 4 * SECONDS)
        add(&p, at, TRACE_power, 95, 0, "4", 10000u);
    add(&p, AT - 20000, TRACE_power, 95, 0, "4", 10000u);
    judge_page(&p, SUSPECT_none, NULL, "timer resolution");
    begin(&p, 60000);
    add(&p, 3 * SECONDS, TRACE_power, 95, 0, "4", 10000u);
    add(&p, AT - 200000, TRACE_power, 95, 0, "4", 156250u);
    add(&p, AT + 3 * SECONDS, TRACE_power, 95, 0, "4", 10000u);
    judge_page(&p, SUSPECT_none, NULL, "timer resolution");
}

/* The next packet may be told of before the end of the one it waited for. */
static void gpu_packets_are_paired_by_their_numbers(void **state)
{
    (void)state;
    struct play p;
    const uint64_t context = 0xFFFFD48B11A43B20;
    begin(&p, 300000);
    for (unsigned i = 0; i < 400; i++) {
        int64_t at = (int64_t)i * 100000;
        if (i == 302)
            continue;
        add(&p, at + 1000, TRACE_dxgkrnl, 175, 1, "8848484", context, (uint64_t)0, 0u, (uint64_t)i, i, (uint64_t)0, 0u);
        at += i == 300 ? 294000 : i == 301 ? 196000 : 8000;
        add(&p, at + 1000, TRACE_dxgkrnl, 176, 0, "84844", context, 0u, (uint64_t)i, i, 0u);
    }
    judge_page(&p, SUSPECT_gpu_busy, "needed 294 ms", NULL);
}

/* Where only the queue is told of, the card worked for one after the other. */
static void the_queue_alone_tells_who_had_the_card(void **state)
{
    (void)state;
    struct play p;
    static const struct play_who game = {1, PLAY_GAME, PLAY_GAME_THREAD};
    begin(&p, 300000);
    for (unsigned i = 0; i < 400; i++) {
        int64_t at = (int64_t)i * 100000;
        if (i == 301 || i == 302)
            continue;
        for (unsigned k = 0; k < 2; k++) {
            struct text t = TEXT_EMPTY;
            play_u64(&t, 0xFFFFD48B11A43B20 + k * 0x40);
            play_u32(&t, 0);
            play_u32(&t, i);
            for (int n = 0; n < 5; n++)
                play_u32(&t, 0);
            play_add(&p, at + 1000 + k * 500, TRACE_dxgkrnl, 178, 0, k ? game : other, &t);
            text_done(&t);
            int64_t held = i == 300 ? 280000 : 8000; /* by the other; the game's comes right behind */
            add(&p, at + 1000 + held + k * 3000, TRACE_dxgkrnl, 180, 0, "84444", 0xFFFFD48B11A43B20 + k * (uint64_t)0x40, 0u, i, 0u, 0u);
        }
    }
    judge_page(&p, SUSPECT_gpu_busy, "worked 280 ms for", "of the game's own work");
}

/* Only the game's own connections are its affair. */
static void resets_of_other_programs_are_no_sentence(void **state)
{
    (void)state;
    for (int of_game = 0; of_game < 2; of_game++) {
        struct play p;
        begin(&p, 200000);
        for (int64_t i = 0; i < 6; i++)
            add(&p, AT + i * 9000, TRACE_tcpip, 1040, 0, "44444444444448", 16u, 1u, 2u, 3u, 4u, 16u, 1u, 2u, 3u, 4u, 0xC000020Du,
                of_game ? PLAY_GAME : PLAY_OTHER, 1u, (uint64_t)0xFFFFD48B11A43B20);
        judge_page(&p, of_game ? SUSPECT_network_loss : SUSPECT_none, of_game ? "cut off (6 x)" : NULL, of_game ? NULL : "cut off (");
    }
}

static void several_slow_reads_are_the_disk_too(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 313000);
    for (int64_t i = 0; i < 4; i++)
        play_disk(&p, AT + 76000 * (i + 1), 70000, 10, 4096, 0, PLAY_GAME);
    judge_page(&p, SUSPECT_disk_slow, "slow disk operations took up 2", NULL);
}

/* Interrupts have the time of the thread that they interrupt. */
static void some_long_interrupts_are_not_the_games_computing(void **state)
{
    (void)state;
    struct play p;
    play_init(&p);
    play_frames(&p, 0, AT, 16667);
    play_frames(&p, AT + 200000, WHOLE, 16667);
    play_background(&p, 0, WHOLE);
    play_rundown(&p, WHOLE - 1000, true);
    play_deep(&p, 0, AT - 16000);
    play_switch(&p, AT + 100, 2, PLAY_OTHER_THREAD, PLAY_GAME_THREAD, false);
    for (int64_t i = 0; i < 9; i++)
        play_dpc(&p, AT + 21000 * (i + 1), 19000, PLAY_DRIVER + 0x100);
    play_switch(&p, AT + 199000, 2, PLAY_GAME_THREAD, PLAY_OTHER_THREAD, true);
    play_deep(&p, AT + 220000, WHOLE);
    judge_page(&p, SUSPECT_driver_storm, "badwifi.sys", "own thread computed");
}

static void nothing_is_out_of_sight_beside_its_evidence(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 2500000);
    p.os_build = 19045;
    add(&p, AT + 2400000, TRACE_dxgkrnl, 180, 0, "84444", (uint64_t)1, 0u, 1u, 0u, 1u);
    judge_page(&p, SUSPECT_gpu_timeout, "was reset", "Resets of the graphics driver");
    begin(&p, 0);
    p.os_build = 19045;
    judge_page(&p, SUSPECT_none, "Resets of the graphics driver", NULL);
}

static void sound_gap(struct play *p, int64_t at)
{
    add(p, at, TRACE_audio, 29, 0, "84", (uint64_t)1, 0u);
}

static void sound_that_crackles_needs_no_stutter(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 0);
    sound_gap(&p, AT - 12 * SECONDS);
    for (int i = 0; i < 4; i++)
        sound_gap(&p, AT + i * 40000);
    judge_page(&p, SUSPECT_audio_glitch, "the sound ran dry", NULL);
}

/* Now and then the sound has a gap when nothing is wrong. */
static void gaps_of_the_sound_here_and_there_are_nothing(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 0);
    for (int i = 0; i < 3; i++)
        sound_gap(&p, AT + i * 40000);
    for (int i = 1; i < 4; i++)
        sound_gap(&p, AT + i * 2 * SECONDS);
    judge_page(&p, SUSPECT_none, "nothing else stands out", NULL);
}

static void sound_that_crackles_all_the_time_is_no_suspect(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 0);
    for (int i = 0; i < 4; i++) {
        sound_gap(&p, AT - 15 * SECONDS + i * 40000);
        sound_gap(&p, AT + i * 40000);
    }
    judge_page(&p, SUSPECT_none, "nothing else stands out", NULL);
}

static void words_of_a_radio_without_a_stutter_are_told_where_they_come_together(void **state)
{
    (void)state;
    for (int together = 0; together < 2; together++) {
        struct play p;
        begin(&p, 0);
        for (int64_t i = 0; i < 3; i++)
            add(&p, AT + i * (together ? SECONDS : 3 * SECONDS), TRACE_bthusb, 1, 0, "");
        judge_page(&p, together ? SUSPECT_device_lost : SUSPECT_none, together ? "Bluetooth" : "nothing else stands out", NULL);
    }
}

void suite_verdict_habits(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(sound_that_crackles_needs_no_stutter),
                                              cmocka_unit_test(gaps_of_the_sound_here_and_there_are_nothing),
                                              cmocka_unit_test(sound_that_crackles_all_the_time_is_no_suspect),
                                              cmocka_unit_test(words_of_a_radio_without_a_stutter_are_told_where_they_come_together),
                                              cmocka_unit_test(a_standby_that_comes_and_goes_all_the_time_is_no_suspect),
                                              cmocka_unit_test(what_comes_with_every_stutter_is_no_habit),
                                              cmocka_unit_test(a_device_that_drops_out_three_times_in_a_row_is_named),
                                              cmocka_unit_test(one_word_of_a_radio_among_others_is_only_possible),
                                              cmocka_unit_test(a_timer_that_was_set_beside_a_stutter_is_chance),
                                              cmocka_unit_test(gpu_packets_are_paired_by_their_numbers),
                                              cmocka_unit_test(the_queue_alone_tells_who_had_the_card),
                                              cmocka_unit_test(resets_of_other_programs_are_no_sentence),
                                              cmocka_unit_test(several_slow_reads_are_the_disk_too),
                                              cmocka_unit_test(some_long_interrupts_are_not_the_games_computing),
                                              cmocka_unit_test(nothing_is_out_of_sight_beside_its_evidence)};
    SUITE_RUN("verdict_habits", tests);
}
