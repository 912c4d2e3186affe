/* What a machine does all the time is no suspect, and what comes with each
 * stutter is; several events of one incident are one. */
#include "tests/support/suite.h"

#include <stdarg.h>
#include <string.h>

#include "verdict/verdict.h"
#include "os/os.h"
#include "tests/support/play.h"

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

static void check(struct play *p, enum suspect_kind kind, const char *words, const char *absent)
{
    struct text path = TEXT_EMPTY, page = TEXT_EMPTY;
    struct verdict *v = NULL;
    text_addf(&path, "%s%chabit.etl", suite_folder("verdict-habits"), os_separator);
    (void)os_remove(text_str(&path));
    assert_true(play_save(p, text_str(&path)));
    assert_int_equal(verdict_open(text_str(&path), NULL, NULL, &v).why, WHY_ok);
    verdict_text(v, LANGUAGE_ENGLISH, &page);
    if (verdict_top(v) != kind || (words && !strstr(text_str(&page), words)) || (absent && strstr(text_str(&page), absent)))
        fail_msg("%s, not %s (%s)\n%s", suspect_name(verdict_top(v)), suspect_name(kind), words ? words : absent ? absent : "",
                 text_str(&page));
    verdict_close(v);
    play_done(p);
    text_done(&path);
    text_done(&page);
}

static void a_standby_that_comes_and_goes_all_the_time_is_no_suspect(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 200000);
    for (int64_t at = SECONDS; at < WHOLE; at += 2 * SECONDS)
        add(&p, at, TRACE_power, 507, 0, "4", 1u);
    check(&p, SUSPECT_none, NULL, "sleep");
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
    check(&p, SUSPECT_device_lost, "Device lost", NULL);
}

static void a_device_that_drops_out_three_times_in_a_row_is_named(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 400000);
    for (int64_t i = 0; i < 3; i++)
        add(&p, AT + 5000 + i * 1850000, TRACE_hub3, 37, 0, "8", (uint64_t)0xFFFFA70C60112340);
    add(&p, WHOLE - 500, TRACE_hub3, 6, 2, "884UU", (uint64_t)1, (uint64_t)0xFFFFA70C60112340, 4u, "Fast Mouse", "path");
    check(&p, SUSPECT_device_lost, "Fast Mouse was lost", NULL);
}

static void one_word_of_a_radio_among_others_is_only_possible(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 200000);
    add(&p, 4 * SECONDS, TRACE_bthusb, 1, 0, "4", 0u);
    add(&p, AT + 50000, TRACE_bthusb, 1, 0, "4", 0u);
    check(&p, SUSPECT_device_lost, "(possible, 44 of 100)", NULL);
    begin(&p, 200000);
    for (int64_t at = 3 * SECONDS; at < WHOLE; at += 6 * SECONDS)
        add(&p, at, TRACE_bthusb, 1, 0, "4", 0u);
    check(&p, SUSPECT_none, NULL, "Bluetooth");
}

static void asking_for_the_same_timer_again_is_no_change(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 60000);
    for (int64_t at = 2 * SECONDS; at < WHOLE; at += 4 * SECONDS)
        add(&p, at, TRACE_power, 95, 0, "4", 10000u);
    add(&p, AT - 20000, TRACE_power, 95, 0, "4", 10000u);
    check(&p, SUSPECT_none, NULL, "timer resolution");
    begin(&p, 60000);
    for (int64_t at = 3 * SECONDS; at < WHOLE; at += 4 * SECONDS)
        add(&p, at, TRACE_power, 95, 0, "4", at < AT ? 10000u : 5000u);
    add(&p, AT - 20000, TRACE_power, 95, 0, "4", 5000u);
    check(&p, SUSPECT_power_change, "timer resolution", NULL);
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
    check(&p, SUSPECT_gpu_busy, "needed 294 ms", NULL);
}

static void nothing_is_out_of_sight_beside_its_evidence(void **state)
{
    (void)state;
    struct play p;
    begin(&p, 2500000);
    p.os_build = 19045;
    add(&p, AT + 2400000, TRACE_dxgkrnl, 180, 0, "84444", (uint64_t)1, 0u, 1u, 0u, 1u);
    check(&p, SUSPECT_gpu_timeout, "was reset", "Resets of the graphics driver");
    begin(&p, 0);
    p.os_build = 19045;
    check(&p, SUSPECT_none, "Resets of the graphics driver", NULL);
}

void suite_verdict_habits(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(a_standby_that_comes_and_goes_all_the_time_is_no_suspect),
                                              cmocka_unit_test(what_comes_with_every_stutter_is_no_habit),
                                              cmocka_unit_test(a_device_that_drops_out_three_times_in_a_row_is_named),
                                              cmocka_unit_test(one_word_of_a_radio_among_others_is_only_possible),
                                              cmocka_unit_test(asking_for_the_same_timer_again_is_no_change),
                                              cmocka_unit_test(gpu_packets_are_paired_by_their_numbers),
                                              cmocka_unit_test(nothing_is_out_of_sight_beside_its_evidence)};
    SUITE_RUN("verdict_habits", tests);
}
