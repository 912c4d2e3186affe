#include "tests/scenarios/truth/kinds.h"

#include <stdio.h>
#include <string.h>

#define PATH "\\Device\\HarddiskVolume3\\"

static void say(struct run *r, enum sim_provider_id provider, uint16_t id, enum sim_who who)
{
    sim_say(r->s, provider, id, who, sim_now_raw(r->s), NULL, 0);
}

void run_incident(struct run *r, const char *name, const char *parameter, uint64_t value)
{
    char options[64];
    struct text why = TEXT_EMPTY;
    snprintf(options, sizeof options, "%s=%llu", parameter, (unsigned long long)value);
    sim_incident_start(r->s, name, options, &why);
    text_done(&why);
}

void run_gap(struct run *r, uint64_t ms)
{
    run_incident(r, "present_gap", "ms", ms);
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
    run_incident(r, "disk_stall", "ms", ms[n]);
}

static void storport_reset(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {250, 800, 2500};
    run_incident(r, "storport_reset", "ms", ms[n]);
}

/* An updater unpacks: big writes, each waiting behind the others. */
static void disk_flood(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {120, 300, 900};
    run_gap(r, ms[n]);
    for (uint64_t at = 0; at < ms[n]; at++) {
        advance(r, 0.001);
        operation(r, 11, WHO_SERVICE, 1048576, 120000 + sim_random_of(r->s, 0xF10, at) % 120000, 0x60A00);
    }
}

/* Pages of the game come back one after the other: small reads of the pager. */
void run_paging(struct run *r, uint64_t ms)
{
    for (uint64_t at = 0; at < ms; at++) {
        advance(r, 0.001);
        uint64_t ticks = 5000 + sim_random_of(r->s, 0xFA0, at) % 5000;
        operation(r, 10, WHO_GAME, 32768, ticks, 0x60043);
        if (r->extra == EXTRA_kernel)
            deep_hard_fault(&r->deep, (int64_t)ticks, at);
    }
}

static void hard_faults(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {80, 250, 800};
    run_gap(r, ms[n]);
    run_paging(r, ms[n]);
}

static void memory_low(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {80, 250, 800};
    run_incident(r, "low_memory", "ms", 2000 + 1000 * n);
    advance(r, 1.0);
    run_gap(r, ms[n]);
    run_paging(r, ms[n]);
}

static void silence(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {200, 800, 2000};
    run_incident(r, "silence", "ms", ms[n]);
}

static void throttle(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {2000, 4000, 8000};
    run_incident(r, "throttle", "ms", ms[n]);
}

static void gpu_timeout(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {2100, 2600, 4500};
    run_incident(r, "tdr", "ms", ms[n]);
}

static void usb_lost(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 400};
    run_gap(r, ms[n]);
    run_incident(r, "usb_lost", "count", n + 1);
}

static void bluetooth_lost(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 400};
    run_gap(r, ms[n]);
    /* The radio is a USB device: it falls off its hub and comes back. */
    run_incident(r, "usb_lost", "count", 1);
    advance(r, 0.4);
    run_incident(r, "bt_lost", "count", n + 1);
}

static void audio_glitch(struct run *r, unsigned n)
{
    static const uint64_t count[] = {4, 8, 20};
    run_incident(r, "audio_glitch", "count", count[n]);
}

static void network_loss(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {800, 2500, 5000};
    run_incident(r, "net_reset", "ms", ms[n]);
}

static void process_crash(struct run *r, unsigned n)
{
    static const uint64_t code[] = {0xC0000005, 0xC0000409, 0xE06D7363}, ms[] = {60, 150, 400};
    run_incident(r, "process_crash", "code", code[n]);
    advance(r, 0.85);
    run_gap(r, ms[n]);
}

static void process_starts(struct run *r, unsigned n)
{
    static const uint64_t count[] = {30, 60, 120}, ms[] = {60, 150, 400};
    run_incident(r, "process_burst", "count", count[n]);
    advance(r, 1.5);
    run_gap(r, ms[n]);
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
    run_gap(r, ms[n]);
}

static void sleep_resume(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {1500, 3000, 6000};
    const struct sim_value values[] = {NUMBER("TargetState", 4), NUMBER("EffectiveState", 4), NUMBER("Reason", 7),
                                       NUMBER("WakeFromState", 4)};
    sim_say(r->s, P_Kernel_Power, 42, WHO_SYSTEM, sim_now_raw(r->s), values, 4);
    advance(r, 0.03);
    run_incident(r, "silence", "ms", ms[n]);
    advance(r, (double)ms[n] / 1000 + 0.004);
    sim_say(r->s, P_Kernel_Power, 107, WHO_SYSTEM, sim_now_raw(r->s), values, 4);
    say(r, P_Kernel_Power, 131, WHO_SYSTEM);
}

static void display_change(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {120, 300, 900};
    say(r, P_DxgKrnl, 10000, WHO_SYSTEM);
    run_gap(r, ms[n]);
    advance(r, (double)ms[n] / 1000);
    say(r, P_DxgKrnl, 10001, WHO_SYSTEM);
}

static void gpu_paging(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 200, 600};
    run_gap(r, ms[n]);
    for (unsigned i = 0; i <= n; i++) {
        advance(r, 0.02);
        say(r, P_DxgKrnl, 1, WHO_GAME);
    }
}

static void held(struct run *r, enum deep_kind kind, const uint64_t *ms, unsigned n)
{
    deep_incident(&r->deep, kind, (int64_t)ms[n]);
    run_gap(r, ms[n] + 1);
}

static void driver_long(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {40, 120, 500};
    held(r, DEEP_long_dpc, ms, n);
}

static void isr_long(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {40, 120, 500};
    held(r, DEEP_long_isr, ms, n);
}

static void isr_storm(struct run *r, unsigned n)
{
    static const uint64_t ms[] = {60, 150, 500};
    held(r, DEEP_isr_storm, ms, n);
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
    {"disk stall", SUSPECT_disk_slow, disk_stall, EXTRA_none, 0},
    {"disk port reset", SUSPECT_disk_slow, storport_reset, EXTRA_none, 0},
    {"disk flood", SUSPECT_disk_flood, disk_flood, EXTRA_none, 0},
    {"hard faults", SUSPECT_hard_faults, hard_faults, EXTRA_kernel, 0},
    {"paging, light trace", SUSPECT_hard_faults, play_light_paging, EXTRA_none, 0},
    {"memory nearly gone", SUSPECT_memory_low, memory_low, EXTRA_none, 0},
    {"firmware silence", SUSPECT_machine_silent, silence, EXTRA_none, 0},
    {"CPU capped", SUSPECT_cpu_capped, throttle, EXTRA_none, 0},
    {"CPU hot", SUSPECT_cpu_capped, play_heat, EXTRA_none, 0},
    {"hardware error", SUSPECT_hardware_error, play_hardware_error, EXTRA_none, 0},
    {"GPU timeout", SUSPECT_gpu_timeout, gpu_timeout, EXTRA_none, 26100},
    {"GPU memory moved", SUSPECT_gpu_busy, gpu_paging, EXTRA_none, 0},
    {"GPU held by others", SUSPECT_gpu_busy, play_gpu_foreign, EXTRA_gpu, 0},
    {"GPU held by the game", SUSPECT_gpu_busy, play_gpu_own, EXTRA_gpu, 0},
    {"GPU starved", SUSPECT_gpu_starved, play_gpu_starved, EXTRA_gpu, 0},
    {"USB device lost", SUSPECT_device_lost, usb_lost, EXTRA_none, 0},
    {"PnP device lost", SUSPECT_device_lost, play_pnp_lost, EXTRA_none, 0},
    {"Bluetooth lost", SUSPECT_device_lost, bluetooth_lost, EXTRA_none, 0},
    {"Bluetooth, no USB", SUSPECT_device_lost, play_radio_alone, EXTRA_none, 0},
    {"Bluetooth switched", SUSPECT_device_lost, play_radio_state, EXTRA_radio, 0},
    {"audio glitch", SUSPECT_audio_glitch, audio_glitch, EXTRA_none, 0},
    {"network down", SUSPECT_network_loss, network_loss, EXTRA_none, 0},
    {"packets lost", SUSPECT_network_loss, play_retransmits, EXTRA_none, 0},
    {"process crash", SUSPECT_process_crash, process_crash, EXTRA_none, 0},
    {"process starts", SUSPECT_process_start, process_starts, EXTRA_none, 0},
    {"mains lost", SUSPECT_power_change, mains_lost, EXTRA_none, 0},
    {"power plan", SUSPECT_power_change, play_power_plan, EXTRA_none, 0},
    {"timer resolution", SUSPECT_power_change, play_timer, EXTRA_none, 0},
    {"sleep and resume", SUSPECT_sleep_resume, sleep_resume, EXTRA_none, 0},
    {"display mode", SUSPECT_display_change, display_change, EXTRA_none, 0},
    {"hole in recording", SUSPECT_none, play_no_buffers, EXTRA_none, 0},
    {"long DPC", SUSPECT_driver_long, driver_long, EXTRA_kernel, 0},
    {"long ISR", SUSPECT_driver_long, isr_long, EXTRA_kernel, 0},
    {"DPC storm", SUSPECT_driver_storm, driver_storm, EXTRA_kernel, 0},
    {"ISR storm", SUSPECT_driver_storm, isr_storm, EXTRA_kernel, 0},
    {"thread wait", SUSPECT_thread_wait, thread_wait, EXTRA_kernel, 0},
    {"process burst", SUSPECT_process_burst, process_burst, EXTRA_kernel, 0},
    {"burst, profile only", SUSPECT_process_burst, process_burst, EXTRA_profile, 0},
    {"game busy", SUSPECT_game_busy, game_busy, EXTRA_kernel, 0},
    {"focus taken", SUSPECT_focus_taken, play_focus_taken, EXTRA_none, 0},
};
const unsigned truth_kind_count = sizeof truth_kinds / sizeof truth_kinds[0];

/* ---- what is none ---- */

static void loading(struct run *r)
{
    run_gap(r, 2500);
    for (unsigned at = 0; at < 1200; at++) {
        advance(r, 0.002);
        operation(r, 10, WHO_GAME, 262144, 8000 + at % 4000, 0x60000);
    }
}

void run_focus(struct run *r, uint32_t from, uint32_t to)
{
    const struct sim_value values[] = {NUMBER("SessionId", 1), NUMBER("OldProcessId", from), NUMBER("NewProcessId", to)};
    static const uint16_t ids[] = {259, 258, 26};
    for (unsigned i = 0; i < 3; i++)
        sim_say(r->s, P_Win32k, ids[i], WHO_CSRSS, sim_now_raw(r->s), values, 3);
}

static void alt_tab(struct run *r)
{
    run_focus(r, RUN_GAME, RUN_EXPLORER);
    run_gap(r, 1500);
    advance(r, 1.4);
    run_focus(r, RUN_EXPLORER, RUN_GAME);
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
