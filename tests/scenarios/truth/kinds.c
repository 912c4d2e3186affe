#include "tests/scenarios/truth/kinds.h"

#include <stdio.h>
#include <string.h>

#define PATH "\\Device\\HarddiskVolume3\\"

static void say(struct run *r, enum sim_provider_id provider, uint16_t id, enum sim_who who)
{
    sim_say(r->s, provider, id, who, sim_now_raw(r->s), NULL, 0);
}

static void start(struct run *r, const char *name, const char *parameter, uint64_t value)
{
    char options[64];
    struct text why = TEXT_EMPTY;
    snprintf(options, sizeof options, "%s=%llu", parameter, (unsigned long long)value);
    sim_incident_start(r->s, name, options, &why);
    text_done(&why);
}

static void gap(struct run *r, uint64_t ms)
{
    start(r, "present_gap", "ms", ms);
}

static void operation(struct run *r, uint16_t id, enum sim_who who, uint64_t bytes, uint64_t ticks, uint32_t flags)
{
    const struct sim_value values[] = {
        NUMBER("DiskNumber", 0),
        NUMBER("IrpFlags", flags),
        NUMBER("TransferSize", bytes),
        NUMBER("Reserved", 0),
        NUMBER("ByteOffset", sim_random_of(r->s, 0x0FF5, (uint64_t)sim_now_raw(r->s)) % 0xFFFFFFF * 4096),
        NUMBER("HighResResponseTime", ticks),
    };
    sim_say(r->s, P_Kernel_Disk, id, who, sim_now_raw(r->s), values, sizeof values / sizeof values[0]);
}

/* ---- kinds. `n` is 0, 1 or 2. ---- */

static void disk_stall(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {90, 250, 900};
    start(r, "disk_stall", "ms", ms[n]);
}

static void storport_reset(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {250, 800, 2500};
    start(r, "storport_reset", "ms", ms[n]);
}

/* An updater unpacks: big writes, each waiting behind the others. */
static void disk_flood(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {120, 300, 900};
    gap(r, ms[n]);
    for (uint64_t at = 0; at < ms[n]; at++) {
        advance(r, 0.001);
        operation(r, 11, WHO_SERVICE, 1048576, 120000 + sim_random_of(r->s, 0xF10, at) % 120000, 0x60A00);
    }
}

/* Pages of the game come back one after the other: small reads of the pager. */
static void paging(struct run *r, uint64_t ms)
{
    for (uint64_t at = 0; at < ms; at++) {
        advance(r, 0.001);
        uint64_t ticks = 5000 + sim_random_of(r->s, 0xFA0, at) % 5000;
        operation(r, 10, WHO_GAME, 32768, ticks, 0x60043);
        if (r->is_deep)
            deep_hard_fault(&r->deep, (int64_t)ticks, at);
    }
}

static void hard_faults(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {80, 250, 800};
    gap(r, ms[n]);
    paging(r, ms[n]);
}

static void memory_low(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {80, 250, 800};
    start(r, "low_memory", "ms", 2000 + 1000 * n);
    advance(r, 1.0);
    gap(r, ms[n]);
    paging(r, ms[n]);
}

static void silence(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {200, 800, 2000};
    start(r, "silence", "ms", ms[n]);
}

static void throttle(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {2000, 4000, 8000};
    start(r, "throttle", "ms", ms[n]);
}

static void gpu_timeout(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {2100, 2600, 4500};
    start(r, "tdr", "ms", ms[n]);
}

static void usb_lost(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 400};
    gap(r, ms[n]);
    start(r, "usb_lost", "count", n + 1);
}

static void bluetooth_lost(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 400};
    gap(r, ms[n]);
    /* The radio is a USB device: it falls off its hub and comes back. */
    start(r, "usb_lost", "count", 1);
    advance(r, 0.4);
    start(r, "bt_lost", "count", n + 1);
}

static void audio_glitch(struct run *r, unsigned n)
{
    static const uint64_t count[] = {4, 8, 20};
    start(r, "audio_glitch", "count", count[n]);
}

static void network_loss(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {800, 2500, 5000};
    start(r, "net_reset", "ms", ms[n]);
}

static void process_crash(struct run *r, unsigned n)
{
    static const uint64_t code[] = {0xC0000005, 0xC0000409, 0xE06D7363}, ms[] = {60, 150, 400};
    start(r, "process_crash", "code", code[n]);
    advance(r, 0.85);
    gap(r, ms[n]);
}

static void process_starts(struct run *r, unsigned n)
{
    static const uint64_t count[] = {30, 60, 120}, ms[] = {60, 150, 400};
    start(r, "process_burst", "count", count[n]);
    advance(r, 1.5);
    gap(r, ms[n]);
}

static void mains_lost(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 400};
    const struct sim_value values[] = {NUMBER("AcOnline", 0), NUMBER("RemainingCapacity", 48000),
                                       NUMBER("FullChargeCapacity", 52000)};
    /* GUID_ACDC_POWER_SOURCE, as it lies in memory */
    static const uint8_t source[16] = {0x59, 0x9a, 0x3e, 0x5d, 0xd5, 0xe9, 0x00, 0x4b,
                                       0xa6, 0xbd, 0xff, 0x34, 0xff, 0x51, 0x65, 0x48};
    static const uint8_t on_battery[4] = {1, 0, 0, 0};
    const struct sim_value setting[] = {BYTES("SettingGuid", source, 16), NUMBER("DataSize", 4),
                                        BYTES("Data", on_battery, 4), NUMBER("Override", 0)};
    sim_say(r->s, P_Kernel_Power, 105, WHO_SYSTEM, sim_now_raw(r->s), values, 3);
    sim_say(r->s, P_Kernel_Power, 112, WHO_SERVICE, sim_now_raw(r->s), setting, 4);
    advance(r, 0.05);
    gap(r, ms[n]);
}

static void sleep_resume(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {1500, 3000, 6000};
    const struct sim_value values[] = {NUMBER("TargetState", 4), NUMBER("EffectiveState", 4), NUMBER("Reason", 7),
                                       NUMBER("WakeFromState", 4)};
    sim_say(r->s, P_Kernel_Power, 42, WHO_SYSTEM, sim_now_raw(r->s), values, 4);
    advance(r, 0.03);
    start(r, "silence", "ms", ms[n]);
    advance(r, (double)ms[n] / 1000 + 0.004);
    sim_say(r->s, P_Kernel_Power, 107, WHO_SYSTEM, sim_now_raw(r->s), values, 4);
    say(r, P_Kernel_Power, 131, WHO_SYSTEM);
}

static void display_change(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {120, 300, 900};
    say(r, P_DxgKrnl, 10000, WHO_SYSTEM);
    gap(r, ms[n]);
    advance(r, (double)ms[n] / 1000);
    say(r, P_DxgKrnl, 10001, WHO_SYSTEM);
}

static void gpu_paging(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 200, 600};
    gap(r, ms[n]);
    for (unsigned i = 0; i <= n; i++) {
        advance(r, 0.02);
        say(r, P_DxgKrnl, 1, WHO_GAME);
    }
}

static void held(struct run *r, enum deep_kind kind, const uint64_t *ms, unsigned n)
{
    deep_incident(&r->deep, kind, (int64_t)ms[n]);
    gap(r, ms[n] + 1);
}

static void driver_long(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {40, 120, 500};
    held(r, DEEP_long_dpc, ms, n);
}

static void driver_storm(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 500};
    held(r, DEEP_storm, ms, n);
}

static void thread_wait(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 500};
    held(r, DEEP_wait, ms, n);
}

static void process_burst(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 500};
    held(r, DEEP_taken, ms, n);
}

static void game_busy(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 500};
    held(r, DEEP_busy, ms, n);
}

const struct truth_kind truth_kinds[] = {
    {"disk stall", SUSPECT_disk_slow, disk_stall, false},
    {"disk port reset", SUSPECT_disk_slow, storport_reset, false},
    {"disk flood", SUSPECT_disk_flood, disk_flood, false},
    {"hard faults", SUSPECT_hard_faults, hard_faults, true},
    {"memory nearly gone", SUSPECT_memory_low, memory_low, false},
    {"firmware silence", SUSPECT_machine_silent, silence, false},
    {"CPU capped", SUSPECT_cpu_capped, throttle, false},
    {"GPU timeout", SUSPECT_gpu_timeout, gpu_timeout, false},
    {"GPU paging", SUSPECT_gpu_busy, gpu_paging, false},
    {"USB device lost", SUSPECT_device_lost, usb_lost, false},
    {"Bluetooth lost", SUSPECT_device_lost, bluetooth_lost, false},
    {"audio glitch", SUSPECT_audio_glitch, audio_glitch, false},
    {"network loss", SUSPECT_network_loss, network_loss, false},
    {"process crash", SUSPECT_process_crash, process_crash, false},
    {"process starts", SUSPECT_process_start, process_starts, false},
    {"mains lost", SUSPECT_power_change, mains_lost, false},
    {"sleep and resume", SUSPECT_sleep_resume, sleep_resume, false},
    {"display mode", SUSPECT_display_change, display_change, false},
    {"long DPC", SUSPECT_driver_long, driver_long, true},
    {"DPC storm", SUSPECT_driver_storm, driver_storm, true},
    {"thread wait", SUSPECT_thread_wait, thread_wait, true},
    {"process burst", SUSPECT_process_burst, process_burst, true},
    {"game busy", SUSPECT_game_busy, game_busy, true},
};
const unsigned truth_kind_count = sizeof truth_kinds / sizeof truth_kinds[0];

/* ---- what is none ---- */

static void loading(struct run *r)
{
    gap(r, 2500);
    for (unsigned at = 0; at < 1200; at++) {
        advance(r, 0.002);
        operation(r, 10, WHO_GAME, 262144, 8000 + at % 4000, 0x60000);
    }
}

static void focus(struct run *r, uint32_t from, uint32_t to)
{
    const struct sim_value values[] = {NUMBER("SessionId", 1), NUMBER("OldProcessId", from), NUMBER("NewProcessId", to)};
    static const uint16_t ids[] = {259, 258, 26};
    for (unsigned i = 0; i < 3; i++)
        sim_say(r->s, P_Win32k, ids[i], WHO_CSRSS, sim_now_raw(r->s), values, 3);
}

static void alt_tab(struct run *r)
{
    focus(r, 9412, 6120);
    gap(r, 1500);
    advance(r, 1.4);
    focus(r, 6120, 9412);
}

static void update(struct run *r)
{
    sim_process_start(r->s, sim_now_raw(r->s), PATH "Program Files\\Updater\\update.exe",
                      4 * (int64_t)SIM_TICKS_PER_S, 0);
    for (unsigned at = 0; at < 1500; at++) {
        advance(r, 0.002);
        operation(r, 11, WHO_SERVICE, 131072, 9000 + at % 7000, 0x60A00);
    }
}

static void nothing(struct run *r)
{
    (void)r;
}

quiet_fn *const truth_quiet[4] = {nothing, loading, alt_tab, update};
const char *const truth_quiet_names[4] = {"nothing", "loading", "alt-tab", "update"};
