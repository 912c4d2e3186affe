/* What goes on on any machine is nobody's fault: the frames are shifted in a
 * circle against the events, and whoever is named then is named by chance. What
 * really comes with a stutter is named among all that.
 *
 * HITCHBOX_SHIFTS sets how many shifts are tried; 1000 is the whole test. */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/judge.h"
#include "verdict/verdict.h"

#define MS 1000
#define SECONDS 1000000
#define WHOLE (60 * SECONDS)
#define AT (30 * SECONDS)
#define FRAME 16667
#define LOST (220 * MS)
#define EVENINGS 5u
#define SHIFTS 100u
#define MOST_NAMED_OF_100 2u /* and one more, for the sample is small */

static const struct play_who other = {1, PLAY_OTHER, PLAY_OTHER_THREAD};

static uint32_t dice(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

static void add(struct play *p, int64_t at, enum trace_source source, uint16_t id, uint8_t version, struct text *t)
{
    play_add(p, at, source, id, version, other, t);
    text_done(t);
}

static void add_u32(struct play *p, int64_t at, enum trace_source source, uint16_t id, uint32_t value)
{
    struct text t = TEXT_EMPTY;
    play_u32(&t, value);
    add(p, at, source, id, 0, &t);
}

/* A connection of the other program, which is reset. */
static void add_reset(struct play *p, int64_t at)
{
    struct text t = TEXT_EMPTY;
    for (int i = 0; i < 2; i++) {
        play_u32(&t, 16);
        for (int k = 0; k < 4; k++)
            play_u32(&t, 0x01020304);
    }
    play_u32(&t, 0xC000020Du);
    play_u32(&t, PLAY_OTHER);
    play_u32(&t, 1);
    play_u64(&t, 0xFFFFD48B11A43B20 + (uint64_t)at);
    add(p, at, TRACE_tcpip, 1040, 0, &t);
}

static void add_timer(struct play *p, int64_t at, uint32_t resolution)
{
    add_u32(p, at, TRACE_power, 95, resolution);
}

static int64_t somewhere(uint32_t *state)
{
    return (int64_t)dice(state, WHOLE / MS) * MS;
}

/* 8.6 programs start in a minute, chat and browsers are reset, the timer is set,
 * the sound has a gap now and then, a power setting changes, a radio speaks. */
static void evening(struct play *p, uint32_t number, uint32_t seed)
{
    uint32_t state = 7919 * (seed + 1);
    play_background(p, 0, WHOLE);
    for (uint32_t i = 0; i < 8 + number % 3; i++)
        play_process(p, somewhere(&state), 7000 + i * 4, "\\Device\\HarddiskVolume3\\taskhostw.exe");
    for (uint32_t i = 0; i < 6 + number * 3; i++)
        add_reset(p, somewhere(&state));
    for (uint32_t i = 0; i < 6; i++)
        add_timer(p, somewhere(&state), dice(&state, 2) ? 10000 : 156250);
    for (uint32_t i = 0; i < number % 3; i++)
        add_u32(p, somewhere(&state), TRACE_audio, 36, 0);
    for (uint32_t i = 0; i < number % 4; i++)
        add_u32(p, somewhere(&state), TRACE_bthusb, 1, 0);
    play_rundown(p, WHOLE - 1000, false);
}

/* Frames of a minute in a circle, with two stutters, begun at `shift`. */
static void shifted_frames(struct play *p, int64_t shift)
{
    static const int64_t stutters[] = {11 * SECONDS, AT};
    for (int64_t at = 0; at < WHOLE; at += FRAME) {
        int64_t mine = (at + shift) % WHOLE;
        bool late = false;
        for (unsigned i = 0; i < 2; i++)
            late = late || (mine > stutters[i] && mine < stutters[i] + LOST);
        if (!late)
            play_frames(p, at, at + 1, FRAME);
    }
}

static enum suspect_kind top_of(struct play *p)
{
    struct verdict *v = judge_open(p, NULL);
    enum suspect_kind kind = verdict_top(v);
    verdict_close(v);
    return kind;
}

static uint32_t shifts_wanted(void)
{
    const char *wanted = getenv("HITCHBOX_SHIFTS");
    uint32_t count = wanted ? (uint32_t)strtoul(wanted, NULL, 10) : 0;
    return count ? count : SHIFTS;
}

static void nobody_is_named_by_chance(void **state)
{
    (void)state;
    uint32_t shifts = shifts_wanted(), named = 0, random = 4711;
    for (uint32_t i = 0; i < shifts; i++) {
        struct play p;
        play_init(&p);
        evening(&p, i % EVENINGS, i);
        shifted_frames(&p, somewhere(&random));
        enum suspect_kind kind = top_of(&p);
        named += kind != SUSPECT_none;
        if (kind != SUSPECT_none)
            print_message("shift %u: %s\n", i, suspect_name(kind));
    }
    print_message("%u of %u shifts named somebody\n", named, shifts);
    assert_true(named * 100 <= MOST_NAMED_OF_100 * shifts + 100);
}

/* ---- what really comes with a stutter ---- */

static void device_goes(struct play *p, int64_t at)
{
    struct text t = TEXT_EMPTY;
    play_u64(&t, 0xFFFFA70C60112340);
    add(p, at, TRACE_hub3, 37, 0, &t);
}

static void mains_go(struct play *p, int64_t at)
{
    add_u32(p, at, TRACE_power, 105, 0);
}

static void mode_is_set(struct play *p, int64_t at)
{
    add_u32(p, at, TRACE_dxgkrnl, 10000, 1);
}

static void sleep_begins(struct play *p, int64_t at)
{
    add_u32(p, at, TRACE_power, 506, 0);
}

static void program_crashes(struct play *p, int64_t at)
{
    play_exit(p, at, 888, 0xC0000005, "overlay.exe");
}

static void programs_start(struct play *p, int64_t at)
{
    for (uint32_t i = 0; i < 12; i++)
        play_process(p, at - 60 * MS + i * 10 * MS, 9000 + i * 4, "\\Device\\HarddiskVolume3\\updater.exe");
}

static void card_is_reset(struct play *p, int64_t at)
{
    add_u32(p, at, TRACE_dxgkrnl, 540, 0);
}

static void what_comes_with_a_stutter_is_named(void **state)
{
    (void)state;
    static const struct {
        void (*play)(struct play *p, int64_t at);
        enum suspect_kind kind;
    } incidents[] = {{device_goes, SUSPECT_device_lost},     {mains_go, SUSPECT_power_change},
                     {mode_is_set, SUSPECT_display_change},  {sleep_begins, SUSPECT_sleep_resume},
                     {program_crashes, SUSPECT_process_crash}, {programs_start, SUSPECT_process_start},
                     {card_is_reset, SUSPECT_gpu_timeout}};
    for (size_t k = 0; k < sizeof incidents / sizeof incidents[0]; k++) {
        for (uint32_t i = 0; i < EVENINGS; i++) {
            struct play p;
            play_init(&p);
            evening(&p, i, i);
            play_frames(&p, 0, AT, FRAME);
            play_frames(&p, AT + LOST, WHOLE, FRAME);
            incidents[k].play(&p, AT + (int64_t)i * 20 * MS);
            assert_string_equal(suspect_name(top_of(&p)), suspect_name(incidents[k].kind));
        }
    }
}

/* What lies nearest is what its chance is reckoned of. */
static void the_nearest_one_is_named(void **state)
{
    (void)state;
    struct play p;
    play_init(&p);
    play_background(&p, 0, WHOLE);
    play_frames(&p, 0, AT, FRAME);
    play_frames(&p, AT + LOST, WHOLE, FRAME);
    play_process(&p, AT - 1900 * MS, 7000, "\\Device\\HarddiskVolume3\\taskhostw.exe");
    play_process(&p, AT - 20 * MS, 7004, "\\Device\\HarddiskVolume3\\updater.exe");
    play_rundown(&p, WHOLE - 1000, false);
    judge_page(&p, SUSPECT_process_start, "updater.exe started", "taskhostw.exe started");
}

void suite_verdict_chance(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_is_named_by_chance),
                                              cmocka_unit_test(what_comes_with_a_stutter_is_named),
                                              cmocka_unit_test(the_nearest_one_is_named)};
    SUITE_RUN("verdict_chance", tests);
}
