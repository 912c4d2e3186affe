/* One incident of each kind, at two frame rates, and the noise that is none. */
#include "tests/support/suite.h"

#include <string.h>

#include "os/os.h"
#include "tests/support/judge.h"
#include "verdict/verdict_model.h"

#define SECONDS 1000000
#define AT (20 * SECONDS)
#define WHOLE (40 * SECONDS)

struct scene {
    struct play p;
    struct text t; /* payload under construction */
};

static const struct play_who other = {1, PLAY_OTHER, PLAY_OTHER_THREAD};

static void begin(struct scene *s, int64_t frame, int64_t lost, bool deep)
{
    memset(s, 0, sizeof *s);
    play_init(&s->p);
    play_frames(&s->p, 0, AT, frame);
    play_frames(&s->p, AT + lost, WHOLE, frame);
    play_background(&s->p, 0, WHOLE);
    play_rundown(&s->p, WHOLE - 1000, deep);
}

static void add(struct scene *s, int64_t at, enum trace_source source, uint16_t id, uint8_t version)
{
    play_add(&s->p, at, source, id, version, other, &s->t);
    text_clear(&s->t);
}

static void counted(struct text *t, const char *str)
{
    play_u16(t, (uint16_t)strlen(str));
    for (; *str; str++)
        play_u16(t, (uint8_t)*str);
}

static void check(struct scene *s, enum suspect_kind kind, const char *words)
{
    text_done(&s->t);
    judge_sentence(&s->p, NULL, kind, words);
}

#define BOTH_RATES(frame) for (int64_t frame = 4167; frame <= 33333; frame += 29166)

static void sleep_is_recognised(void **state)
{
    (void)state;
    BOTH_RATES(frame)
    {
        struct scene s;
        begin(&s, frame, 4 * SECONDS, false);
        play_u32(&s.t, 4);
        play_u32(&s.t, 4);
        add(&s, AT + 10000, TRACE_power, 42, 0);
        play_u32(&s.t, 4);
        play_u32(&s.t, 4);
        play_u32(&s.t, 4);
        add(&s, AT + 3900000, TRACE_power, 107, 0);
        play_silence(&s.p, AT + 20000, AT + 3890000);
        check(&s, SUSPECT_sleep_resume, "sleep");
    }
}

static void a_graphics_timeout_is_recognised(void **state)
{
    (void)state;
    BOTH_RATES(frame)
    {
        struct scene s;
        begin(&s, frame, 2200 * 1000, false);
        s.p.os_build = 26100;
        play_u64(&s.t, 0xFFFF8A0000001000);
        play_u32(&s.t, 0);
        play_u32(&s.t, 0);
        play_u64(&s.t, 1);
        play_u64(&s.t, 2);
        play_u32(&s.t, 1);
        play_u32(&s.t, 1);
        add(&s, AT + 2000000, TRACE_dxgkrnl, 540, 0);
        check(&s, SUSPECT_gpu_timeout, "was reset");
    }
}

static void hard_faults_are_recognised(void **state)
{
    (void)state;
    struct scene s;
    struct play_who game = {0, PLAY_GAME, PLAY_GAME_THREAD};
    begin(&s, 16667, 300000, true);
    play_deep(&s.p, 0, WHOLE);
    for (int i = 0; i < 60; i++) {
        play_u64(&s.t, (uint64_t)(PLAY_RAW + (AT + 5000 + i * 4500) * 10LL));
        play_u64(&s.t, 0);
        play_u64(&s.t, 0x7FF600000000);
        play_u64(&s.t, 0xFFFF8A0000000000);
        play_u32(&s.t, PLAY_GAME_THREAD);
        play_u32(&s.t, 16384);
        play_add(&s.p, AT + 5000 + i * 4500 + 4200, TRACE_k_fault, 0x0220, 2, game, &s.t);
        text_clear(&s.t);
    }
    check(&s, SUSPECT_hard_faults, "60 pieces of memory");
}

static void paging_reads_stand_for_faults_in_a_light_trace(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 300000, false);
    for (int i = 0; i < 60; i++)
        play_disk(&s.p, AT + 5000 + i * 4500, 4000, 10, 16384, 0x42, PLAY_GAME);
    check(&s, SUSPECT_hard_faults, "read back");
}

static void memory_info(struct scene *s, int64_t at, uint64_t pages)
{
    play_u8(&s->t, 8);
    play_u64(&s->t, pages / 4);
    play_u64(&s->t, pages / 4);
    for (int i = 0; i < 3; i++)
        play_u64(&s->t, 1000);
    for (int i = 0; i < 16; i++)
        play_u64(&s->t, i < 8 ? pages / 16 : 0);
    add(s, at, TRACE_memory, 1, 0);
}

static void memory_that_is_nearly_gone_is_recognised(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 500000, false);
    for (int i = 0; i < 40; i++)
        memory_info(&s, i * SECONDS, i >= 19 && i <= 21 ? 20000 : 2000000);
    for (int i = 0; i < 60; i++)
        play_disk(&s.p, AT + 5000 + i * 4500, 4000, 10, 16384, 0x42, PLAY_GAME);
    check(&s, SUSPECT_memory_low, "of memory were left");
}

static void a_capped_processor_is_recognised(void **state)
{
    (void)state;
    BOTH_RATES(frame)
    {
        struct scene s;
        begin(&s, frame, 200000, false);
        play_u16(&s.t, 0);
        play_u8(&s.t, 1);
        play_u32(&s.t, 2);
        play_u32(&s.t, 1);
        play_u32(&s.t, 0);
        play_u32(&s.t, 0);
        add(&s, AT + 150000, TRACE_processor, 37, 0);
        check(&s, SUSPECT_cpu_capped, "firmware");
    }
}

static void heat_over_many_frames_is_recognised(void **state)
{
    (void)state;
    struct scene s;
    memset(&s, 0, sizeof s);
    play_init(&s.p);
    play_frames(&s.p, 0, AT, 8333);
    play_frames(&s.p, AT, AT + 5 * SECONDS, 20000);
    play_frames(&s.p, AT + 5 * SECONDS, WHOLE, 8333);
    play_background(&s.p, 0, WHOLE);
    play_rundown(&s.p, WHOLE - 1000, false);
    counted(&s.t, "\\_TZ.THRM.CPU0");
    play_u8(&s.t, 40);
    add(&s, AT + 200000, TRACE_acpi, 9, 0);
    check(&s, SUSPECT_cpu_capped, "50.0 frames per second instead of 120 for ");
}

/* Of generated frames only the game's own count. */
static void heat_over_generated_frames_is_recognised(void **state)
{
    (void)state;
    struct scene s;
    memset(&s, 0, sizeof s);
    play_init(&s.p);
    for (int64_t at = 0, frame; at < WHOLE; at += frame) {
        frame = at < AT || at > AT + 5 * SECONDS ? 8333 : 15000;
        play_frames(&s.p, at, at + 1, frame);
        play_frames(&s.p, at + frame / 8, at + frame / 8 + 1, frame);
    }
    play_background(&s.p, 0, WHOLE);
    play_rundown(&s.p, WHOLE - 1000, false);
    counted(&s.t, "\\_TZ.THRM.CPU0");
    play_u8(&s.t, 40);
    add(&s, AT + 200000, TRACE_acpi, 9, 0);
    check(&s, SUSPECT_cpu_capped, "Slow frames for 5.00 s");
}

static void slow_frames_are_told_to_the_traces_end(void **state)
{
    (void)state;
    for (int64_t end = WHOLE; end < WHOLE + SECONDS; end += 300000) {
        struct scene s;
        memset(&s, 0, sizeof s);
        play_init(&s.p);
        play_frames(&s.p, 0, 3 * AT / 2, 8333);
        play_frames(&s.p, 3 * AT / 2, end, 20000);
        play_rundown(&s.p, WHOLE - 1000, false);
        struct verdict *v = judge_open(&s.p, NULL);
        assert_int_equal(v->moments.count, 1); /* without a reason it is not told of */
        assert_true(v->moments.list[0].is_slow_spell);
        assert_in_range(v->trace.last - v->moments.list[0].to, 0, 30000 * 10);
        verdict_close(v);
    }
}

static void foreign_work_on_the_gpu_is_recognised(void **state)
{
    (void)state;
    struct scene s;
    struct play_who game = {0, PLAY_GAME, PLAY_GAME_THREAD};
    begin(&s, 16667, 300000, false);
    for (int64_t at = 0; at < WHOLE; at += 16667) {
        if (at > AT - 17000 && at < AT + 310000)
            continue;
        for (int step = 0; step < 3; step++) {
            play_u64(&s.t, 0xFFFF8A0000004000);
            if (step == 1)
                play_u64(&s.t, 0);
            play_u32(&s.t, 0);
            if (step)
                play_u64(&s.t, 0);
            for (int i = 0; i < 8; i++)
                play_u32(&s.t, 0);
            play_add(&s.p, at + 1000 + step * 3000, TRACE_dxgkrnl, step == 0 ? 178 : step == 1 ? 175 : 176, step < 2, game, &s.t);
            text_clear(&s.t);
        }
    }
    for (int step = 0; step < 3; step++) {
        play_u64(&s.t, 0xFFFF8A0000008000);
        if (step == 1)
            play_u64(&s.t, 0);
        play_u32(&s.t, 0);
        if (step)
            play_u64(&s.t, 0);
        for (int i = 0; i < 8; i++)
            play_u32(&s.t, 0);
        add(&s, AT + 4000 + step * 140000, TRACE_dxgkrnl, step == 0 ? 178 : step == 1 ? 175 : 176, step < 2);
    }
    check(&s, SUSPECT_gpu_busy, "svchost.exe");
}

static void a_lost_device_is_named(void **state)
{
    (void)state;
    BOTH_RATES(frame)
    {
        struct scene s;
        begin(&s, frame, 180000, false);
        play_utf16(&s.t, "USB\\VID_046D&PID_C539\\5&2A1F0B3C&0&4");
        add(&s, AT + 20000, TRACE_pnp, 830, 0);
        check(&s, SUSPECT_device_lost, "USB device (Logitech receiver) was lost");
    }
}

static void a_device_is_called_by_its_own_words(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 180000, false);
    play_u64(&s.t, 0xFFFF8A0000100000);
    play_u64(&s.t, 0xFFFF8A0000200000);
    play_u32(&s.t, 4);
    play_utf16(&s.t, "Lightspeed Receiver");
    play_utf16(&s.t, "path");
    add(&s, 1000, TRACE_hub3, 6, 0);
    play_u64(&s.t, 0xFFFF8A0000200000);
    add(&s, AT + 20000, TRACE_hub3, 37, 0);
    check(&s, SUSPECT_device_lost, "Lightspeed Receiver was lost");
}

static void a_crash_is_told_with_its_code(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 180000, false);
    play_process(&s.p, 5 * SECONDS, 7000, "\\Device\\HarddiskVolume3\\overlay.exe");
    play_exit(&s.p, AT + 40000, 7000, 0xC0000005, "overlay.exe");
    check(&s, SUSPECT_process_crash, "overlay.exe crashed (STATUS_ACCESS_VIOLATION)");
}

/* The kernel cuts the names of processes that end. */
static void a_name_that_was_cut_is_completed_or_says_so(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 180000, false);
    play_exit(&s.p, AT + 40000, 7000, 0xC0000005, "HollowReachWin");
    check(&s, SUSPECT_process_crash, "HollowReachWin\xE2\x80\xA6 crashed");
    begin(&s, 16667, 180000, false);
    play_process(&s.p, 5 * SECONDS, 7004, "\\Device\\HarddiskVolume3\\HollowReachWin64.exe");
    play_exit(&s.p, AT + 40000, 7000, 0xC0000005, "HollowReachWin");
    check(&s, SUSPECT_process_crash, "HollowReachWin64.exe crashed");
    begin(&s, 16667, 180000, false);
    play_exit(&s.p, AT + 40000, 7000, 0xC0000005, "tenletters.exe");
    check(&s, SUSPECT_process_crash, "tenletters.exe crashed");
}

/* One program that starts is chance, many at once are not. */
static void many_starts_right_before_are_told(void **state)
{
    (void)state;
    BOTH_RATES(frame)
    {
        struct scene s;
        begin(&s, frame, 180000, false);
        play_process(&s.p, AT - 120000, 7000, "\\Device\\HarddiskVolume3\\updater.exe");
        check(&s, SUSPECT_none, NULL);
        begin(&s, frame, 180000, false);
        for (uint32_t i = 0; i < 12; i++)
            play_process(&s.p, AT - 120000 + i * 9000, 7000 + i * 4, "\\Device\\HarddiskVolume3\\updater.exe");
        check(&s, SUSPECT_process_start, "updater.exe started");
    }
}

static void who_took_the_processor_is_named(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 300000, true);
    play_deep(&s.p, 0, AT - 16000);
    play_deep(&s.p, AT + 320000, WHOLE);
    play_process(&s.p, 10 * SECONDS, 7000, "\\Device\\HarddiskVolume3\\scanner.exe");
    for (uint32_t cpu = 0; cpu < 4; cpu++) {
        play_u32(&s.t, 7000);
        play_u32(&s.t, 7004 + cpu * 4);
        for (int i = 0; i < 8; i++)
            play_u64(&s.t, 0);
        add(&s, 10 * SECONDS + 100, TRACE_k_thread, 0x0501, 3);
        play_switch(&s.p, AT + 1000, cpu, PLAY_OTHER_THREAD, 7004 + cpu * 4, false);
        play_switch(&s.p, AT + 290000, cpu, 7004 + cpu * 4, cpu ? PLAY_OTHER_THREAD : PLAY_GAME_THREAD, false);
    }
    play_ready(&s.p, AT + 2000, PLAY_GAME, PLAY_GAME_THREAD + 4, PLAY_GAME_THREAD);
    check(&s, SUSPECT_process_burst, "scanner.exe");
}

static void waiting_for_another_program_is_told(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 300000, true);
    play_deep(&s.p, 0, AT - 16000);
    play_deep(&s.p, AT + 320000, WHOLE);
    play_ready(&s.p, AT + 295000, PLAY_OTHER, PLAY_OTHER_THREAD, PLAY_GAME_THREAD);
    play_switch(&s.p, AT + 295500, 0, PLAY_OTHER_THREAD, PLAY_GAME_THREAD, false);
    check(&s, SUSPECT_thread_wait, "the game waited");
}

static void a_busy_game_is_not_blamed_on_others(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 300000, true);
    play_deep(&s.p, 0, AT - 16000);
    play_switch(&s.p, AT + 100, 0, PLAY_OTHER_THREAD, PLAY_GAME_THREAD, false);
    play_switch(&s.p, AT + 299000, 0, PLAY_GAME_THREAD, PLAY_OTHER_THREAD, true);
    play_deep(&s.p, AT + 320000, WHOLE);
    check(&s, SUSPECT_game_busy, "the game's own thread");
}

static void a_display_mode_is_recognised(void **state)
{
    (void)state;
    BOTH_RATES(frame)
    {
        struct scene s;
        begin(&s, frame, 400000, false);
        play_u32(&s.t, 1);
        add(&s, AT + 20000, TRACE_dxgkrnl, 10000, 0);
        check(&s, SUSPECT_display_change, "display mode");
    }
}

static void a_change_of_power_is_recognised(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 180000, false);
    play_u32(&s.t, 0);
    add(&s, AT - 50000, TRACE_power, 105, 0);
    check(&s, SUSPECT_power_change, "battery");
}

static void timer_is(struct scene *s, int64_t at, uint32_t resolution)
{
    play_u32(&s->t, resolution);
    add(s, at, TRACE_power, 95, 0);
    play_u32(&s->t, resolution);
    play_u32(&s->t, PLAY_OTHER);
    counted(&s->t, "\\Device\\HarddiskVolume3\\browser.exe");
    play_u32(&s->t, 0);
    add(s, at, TRACE_power, 63, 1);
}

/* Frames of another length for two seconds, and the timer from `from` to `to`. */
static void coarse_timer(struct scene *s, int64_t frame, int64_t slow, int64_t from, int64_t to)
{
    memset(s, 0, sizeof *s);
    play_init(&s->p);
    play_frames(&s->p, 0, AT, frame);
    play_frames(&s->p, AT, AT + 2 * SECONDS, slow);
    play_frames(&s->p, AT + 2 * SECONDS, WHOLE, frame);
    play_background(&s->p, 0, WHOLE);
    play_rundown(&s->p, WHOLE - 1000, false);
    timer_is(s, from, 156250);
    timer_is(s, to, 10000);
}

static void a_timer_that_is_coarse_as_long_as_frames_are_long_is_recognised(void **state)
{
    (void)state;
    struct scene s;
    coarse_timer(&s, 4167, 31250, AT - 3000, AT + 2 * SECONDS - 2000);
    check(&s, SUSPECT_power_change, "browser.exe");
    /* so little that the frames alone say nothing */
    coarse_timer(&s, 16667, 24000, AT - 3000, AT + 2 * SECONDS - 2000);
    check(&s, SUSPECT_power_change, "browser.exe");
    coarse_timer(&s, 16667, 16667, AT, AT + 2 * SECONDS);
    check(&s, SUSPECT_none, NULL);
    /* it begins and ends elsewhere */
    coarse_timer(&s, 4167, 31250, AT - 3 * SECONDS, AT + 500000);
    check(&s, SUSPECT_none, NULL);
}

static void lost_packets_need_no_stutter(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 0, false);
    for (int i = 0; i < 25; i++) {
        play_u64(&s.t, 0xFFFF8A0000660000);
        for (int k = 0; k < 4; k++)
            play_u32(&s.t, 1);
        add(&s, AT + i * 40000, TRACE_tcpip, 1351, 0);
    }
    check(&s, SUSPECT_network_loss, "No stutter in the frames, but the network lost packets");
}

static void what_happens_all_the_time_is_no_suspect(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 200000, false);
    for (int i = 0; i < 40; i++) {
        play_u64(&s.t, 1);
        play_u32(&s.t, 0);
        add(&s, i * SECONDS + 50000, TRACE_audio, 29, 0);
        play_process(&s.p, i * SECONDS - 90000, (uint32_t)(7000 + i * 4), "\\Device\\HarddiskVolume3\\task.exe");
        play_exit(&s.p, i * SECONDS - 40000, (uint32_t)(7000 + i * 4), 0, "task.exe");
        play_u32(&s.t, 10000);
        add(&s, i * SECONDS - 10000, TRACE_power, 95, 0);
    }
    check(&s, SUSPECT_none, "no cause visible in this recording");
}

static void a_background_update_without_a_stutter_is_none(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 16667, 0, false);
    play_process(&s.p, AT, 7000, "\\Device\\HarddiskVolume3\\updater.exe");
    for (int i = 0; i < 3000; i++)
        play_disk(&s.p, AT + i * 2000, 3000, 11, 262144, 0, PLAY_OTHER);
    play_exit(&s.p, AT + 8 * SECONDS, 7000, 0, "updater.exe");
    check(&s, SUSPECT_none, "No stutter found");
}

void suite_verdict_kinds(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(sleep_is_recognised),
                                              cmocka_unit_test(a_graphics_timeout_is_recognised),
                                              cmocka_unit_test(hard_faults_are_recognised),
                                              cmocka_unit_test(paging_reads_stand_for_faults_in_a_light_trace),
                                              cmocka_unit_test(memory_that_is_nearly_gone_is_recognised),
                                              cmocka_unit_test(a_capped_processor_is_recognised),
                                              cmocka_unit_test(heat_over_many_frames_is_recognised),
                                              cmocka_unit_test(heat_over_generated_frames_is_recognised),
                                              cmocka_unit_test(slow_frames_are_told_to_the_traces_end),
                                              cmocka_unit_test(foreign_work_on_the_gpu_is_recognised),
                                              cmocka_unit_test(a_lost_device_is_named),
                                              cmocka_unit_test(a_device_is_called_by_its_own_words),
                                              cmocka_unit_test(a_crash_is_told_with_its_code),
                                              cmocka_unit_test(a_name_that_was_cut_is_completed_or_says_so),
                                              cmocka_unit_test(many_starts_right_before_are_told),
                                              cmocka_unit_test(who_took_the_processor_is_named),
                                              cmocka_unit_test(waiting_for_another_program_is_told),
                                              cmocka_unit_test(a_busy_game_is_not_blamed_on_others),
                                              cmocka_unit_test(a_display_mode_is_recognised),
                                              cmocka_unit_test(a_change_of_power_is_recognised),
                                              cmocka_unit_test(a_timer_that_is_coarse_as_long_as_frames_are_long_is_recognised),
                                              cmocka_unit_test(lost_packets_need_no_stutter),
                                              cmocka_unit_test(what_happens_all_the_time_is_no_suspect),
                                              cmocka_unit_test(a_background_update_without_a_stutter_is_none)};
    SUITE_RUN("verdict_kinds", tests);
}
