/* The population: who speaks, how much, and what incidents leave behind. */
#include <string.h>

#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"
#include "tests/support/suite.h"
#include "tests/support/etl_walk.h"

#define MAX_SEEN 128u

struct bench {
    struct sim *sim;
    uint64_t handle;
    uint32_t by_provider[MAX_SEEN];
    uint64_t total;
    int64_t last_time[64], last_present, longest_gap, longest_read, longest_silence, last_any;
    uint32_t disordered, crashes;
};

static void hear(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct bench *b = ctx;
    uint32_t provider = sim_providers_find(b->sim, &r->guid);
    (void)session;
    b->by_provider[provider]++;
    b->total++;
    b->disordered += r->time < b->last_time[cpu];
    b->last_time[cpu] = r->time;
    if (b->last_any && r->time - b->last_any > b->longest_silence)
        b->longest_silence = r->time - b->last_any;
    b->last_any = r->time;
    if (provider == P_DXGI && r->id == 42) {
        if (b->last_present && r->time - b->last_present > b->longest_gap)
            b->longest_gap = r->time - b->last_present;
        b->last_present = r->time;
    }
    if (provider == P_Kernel_Disk && r->id == 10) {
        const uint8_t *response = (const uint8_t *)r->payload + r->payload_len - 8;
        int64_t ticks = (int64_t)etl_walk_u64(response);
        b->longest_read = ticks > b->longest_read ? ticks : b->longest_read;
    }
    if (provider == P_Kernel_Process && r->id == 2)
        b->crashes += etl_walk_u32((const uint8_t *)r->payload + 28) == 0xC0000005;
}

static void bench_open(struct bench *b, uint32_t build, bool files)
{
    struct sim_options o = sim_options_default();
    o.manual = true;
    o.os_build = build;
    memset(b, 0, sizeof *b);
    b->sim = sim_open(&o);
    assert_non_null(b->sim);
    assert_int_equal(sim_start_ring(b->sim, "Ring", 8, 64, &b->handle), 0);
    assert_int_equal(sim_enable_usual(b->sim, b->handle, false), 0);
    if (files)
        assert_int_equal(sim_enable_usual(b->sim, b->handle, true), 0);
    sim_listen(b->sim, hear, b);
    assert_true(sim_call_count(b->sim, SIM_ENABLE_TRACE, SIM_ENABLE_ON) > 0);
}

static void tell(struct bench *b, const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(b->sim, line, &answer);
    assert_true(str_ends(text_str(&answer), "ok\n"));
    text_done(&answer);
}

static void every_usual_provider_speaks_within_seconds_and_again(void **state)
{
    static const uint32_t builds[] = {19045, 22631, 26100};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct bench b;
        bench_open(&b, builds[i], true);
        for (int round = 0; round < 3; round++) {
            memset(b.by_provider, 0, sizeof b.by_provider);
            sim_advance_by(b.sim, round ? 45 : 4);
            for (uint32_t p = 0; p < P_count; p++)
                if (sim_is_usual(p) && !b.by_provider[p])
                    fail_msg("build %u: %s is silent in round %d", (unsigned)builds[i], b.sim->providers[p].name,
                             round);
        }
        sim_close(b.sim);
    }
}

static void a_ring_gets_three_to_six_thousand_events_a_second(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, 22631, false);
    sim_advance_by(b.sim, 20);
    assert_in_range(b.total / 20, 2500, 6000);
    assert_int_equal(b.disordered, 0);
    sim_close(b.sim);
}

static void what_masks_keep_out_is_said_all_the_same(void **state)
{
    struct bench b;
    struct text answer = TEXT_EMPTY;
    (void)state;
    bench_open(&b, 22631, false);
    sim_advance_by(b.sim, 10);
    sim_control_line(b.sim, "events TCPIP", &answer);
    assert_non_null(strstr(text_str(&answer), "1074 v0 TcpDataTransferReceive "));
    assert_int_equal(b.by_provider[P_TCPIP], 0);
    text_done(&answer);
    sim_close(b.sim);
}

static void a_rate_multiplies_what_is_said(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, 22631, false);
    sim_advance_by(b.sim, 10);
    uint32_t usual = b.by_provider[P_Kernel_Disk];
    tell(&b, "rate 10");
    b.by_provider[P_Kernel_Disk] = 0;
    sim_advance_by(b.sim, 10);
    assert_true(b.by_provider[P_Kernel_Disk] > 7 * usual);
    sim_close(b.sim);
}

static void events_do_not_depend_on_who_listens(void **state)
{
    struct bench b[2];
    (void)state;
    bench_open(&b[0], 22631, false);
    bench_open(&b[1], 22631, true);
    sim_advance_by(b[0].sim, 10);
    for (int i = 0; i < 100; i++)
        sim_advance_by(b[1].sim, 0.1);
    assert_int_equal(b[0].sim->emitted, b[1].sim->emitted);
    assert_int_equal(b[0].by_provider[P_DXGI], b[1].by_provider[P_DXGI]);
    sim_close(b[0].sim);
    sim_close(b[1].sim);
}

static void a_disk_stall_shows_in_reads_and_frames(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, 22631, false);
    sim_advance_by(b.sim, 5);
    assert_true(b.longest_gap < 30 * SIM_TICKS_PER_MS);
    assert_true(b.longest_read < 30 * SIM_TICKS_PER_MS);
    tell(&b, "incident disk_stall ms=300");
    sim_advance_by(b.sim, 2);
    assert_in_range(b.longest_gap, 250 * SIM_TICKS_PER_MS, 350 * SIM_TICKS_PER_MS);
    assert_in_range(b.longest_read, 250 * SIM_TICKS_PER_MS, 350 * SIM_TICKS_PER_MS);
    sim_close(b.sim);
}

static void a_present_gap_is_only_a_gap(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, 22631, false);
    sim_advance_by(b.sim, 5);
    tell(&b, "incident present_gap ms=400");
    sim_advance_by(b.sim, 2);
    assert_in_range(b.longest_gap, 390 * SIM_TICKS_PER_MS, 450 * SIM_TICKS_PER_MS);
    assert_true(b.longest_read < 30 * SIM_TICKS_PER_MS);
    sim_close(b.sim);
}

static void silence_holds_every_cpu(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, 22631, false);
    sim_advance_by(b.sim, 5);
    assert_true(b.longest_silence < 50 * SIM_TICKS_PER_MS);
    tell(&b, "incident silence ms=1200");
    sim_advance_by(b.sim, 3);
    assert_true(b.longest_silence >= 1199 * SIM_TICKS_PER_MS);
    assert_int_equal(b.disordered, 0);
    sim_close(b.sim);
}

static void a_crash_leaves_its_exit_code(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, 22631, true);
    tell(&b, "incident process_crash code=0xC0000005");
    sim_advance_by(b.sim, 5);
    assert_int_equal(b.crashes, 1);
    sim_close(b.sim);
}

static void every_incident_runs_on_every_build(void **state)
{
    static const char *const names[] = {"disk_stall", "present_gap", "silence", "usb_lost", "bt_lost", "audio_glitch",
                                        "process_crash", "process_burst", "net_reset", "whea", "tdr", "low_memory",
                                        "throttle", "timer_resolution", "storport_reset", "focus_loss", "pad_lost", "all", "help"};
    struct bench b;
    (void)state;
    for (int build = 0; build < 2; build++) {
        bench_open(&b, build ? 26100 : 19045, true);
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            char line[64];
            snprintf(line, sizeof line, "incident %s", names[i]);
            tell(&b, line);
            sim_advance_by(b.sim, 4);
        }
        assert_int_equal(b.disordered, 0);
        sim_close(b.sim);
    }
}

static void whatever_the_layout_a_payload_fits_its_fields(void **state)
{
    struct sim_options o = sim_options_default();
    (void)state;
    o.manual = true;
    struct sim *s = sim_open(&o);
    uint8_t out[8192];
    assert_non_null(s);
    struct sim_def *d = sim_providers_def(s, P_Kernel_Disk, 10);
    const struct sim_value v[] = {{"TransferSize", 4096, NULL, NULL, 0}, {"HighResResponseTime", 77, NULL, NULL, 0}};
    assert_int_equal(sim_payload_encode(s, d, 1, 4, 8, v, 2, out, sizeof out), 48);
    assert_int_equal(etl_walk_u32(out + 8), 4096);
    assert_int_equal(etl_walk_u64(out + 40), 77);
    d = sim_providers_def(s, P_TCPIP, 1002);
    uint8_t address[16] = {2, 0, 1, 2, 3, 4};
    const struct sim_value n[] = {{"LocalAddress", 0, NULL, address, 16}, {"LocalAddressLength", 16, NULL, NULL, 0}};
    assert_int_equal(sim_payload_encode(s, d, 1, 4, 8, n, 2, out, sizeof out), 8 + 4 + 16 + 4 + 16 + 4 + 4);
    assert_memory_equal(out + 12, address, 16);
    for (uint32_t i = 0; i < s->def_count; i++)
        assert_true(sim_payload_encode(s, &s->defs[i], 1, 4, 8, NULL, 0, out, 64) <= 64);
    assert_null(sim_providers_def(s, P_DxgKrnl, 540));
    assert_int_equal(sim_call_count(s, SIM_START_TRACE, SIM_ANY_CODE), 0);
    sim_close(s);
}

void suite_sim_load(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_usual_provider_speaks_within_seconds_and_again),
        cmocka_unit_test(a_ring_gets_three_to_six_thousand_events_a_second),
        cmocka_unit_test(what_masks_keep_out_is_said_all_the_same),
        cmocka_unit_test(a_rate_multiplies_what_is_said),
        cmocka_unit_test(events_do_not_depend_on_who_listens),
        cmocka_unit_test(a_disk_stall_shows_in_reads_and_frames),
        cmocka_unit_test(a_present_gap_is_only_a_gap),
        cmocka_unit_test(silence_holds_every_cpu),
        cmocka_unit_test(a_crash_leaves_its_exit_code),
        cmocka_unit_test(every_incident_runs_on_every_build),
        cmocka_unit_test(whatever_the_layout_a_payload_fits_its_fields),
    };
    SUITE_RUN("sim_load", tests);
}
