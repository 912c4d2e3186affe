/* Incidents that a light trace shows. Each begins the trouble at its own moment
 * and returns when what belongs to it was said. */
#include "tests/scenarios/worlds/worlds.h"

#define PATH "\\Device\\HarddiskVolume3\\"
#define READ 10u
#define WRITE 11u
#define BY_PROGRAM 0x60000u
#define BY_PAGER 0x60043u /* IrpFlags with PAGING_IO and SYNCHRONOUS_PAGING_IO */

static void say(struct stage *st, enum sim_provider_id provider, uint16_t id, enum sim_who who)
{
    stage_say(st, provider, id, st->s->processes[who].pid, NULL, 0);
}

static bool heads(struct stage *st)
{
    return dice_below(&st->dice, 2);
}

/* ---- disk and memory ---- */

void play_disk_stall(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    stage_incident(st, "disk_stall", "ms", ms);
}

void play_port_reset(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    stage_incident(st, "storport_reset", "ms", ms);
}

/* The game waits for one read after the other, none of them fast. */
void play_slow_reads(struct stage *st, uint64_t ms)
{
    stage_gap(st, ms);
    int64_t end = st->trouble_to - 2 * SIM_TICKS_PER_MS;
    while (stage_now(st) < end - 10 * SIM_TICKS_PER_MS) {
        int64_t ticks = (int64_t)dice_between(&st->dice, 45, 85) * SIM_TICKS_PER_MS;
        if (ticks > end - stage_now(st))
            ticks = end - stage_now(st);
        life_disk(st, READ, stage_game(st), 65536, ticks, BY_PROGRAM);
        stage_advance(st, (double)ticks / SECOND + 0.0005);
    }
}

static uint32_t writer(struct stage *st)
{
    static const struct {
        enum program program;
        const char *name;
    } who[] = {{DEFENDER, "MsMpEng"}, {STEAM, "steam"}, {DRIVE, "OneDrive"}, {INDEXER, "SearchIndexer"}};
    uint64_t which = dice_below(&st->dice, COUNT(who));
    st->named = who[which].name;
    return st->pid[who[which].program];
}

/* Somebody unpacks: big writes, each waiting behind the others. */
static void flood(struct stage *st, uint64_t ms, bool delays)
{
    uint32_t pid = writer(st);
    int64_t next_read = 0;
    stage_gap(st, ms);
    while (stage_now(st) < st->trouble_to) {
        stage_advance(st, 0.0015);
        life_disk(st, WRITE, pid, 1048576, 120000 + (int64_t)dice_below(&st->dice, 120000), 0x60A00);
        if (!delays || stage_now(st) < next_read)
            continue;
        int64_t ticks = (int64_t)dice_between(&st->dice, 50, 95) * SIM_TICKS_PER_MS;
        next_read = stage_now(st) + ticks + SIM_TICKS_PER_MS;
        if (next_read < st->trouble_to)
            life_disk(st, READ, stage_game(st), 65536, ticks, BY_PROGRAM);
    }
}

void play_disk_flood(struct stage *st, uint64_t ms)
{
    flood(st, ms, false);
}

/* The game's own reads wait behind the flood. */
void play_flood_delays(struct stage *st, uint64_t ms)
{
    flood(st, ms, true);
}

/* Pages of the game come back one after the other. */
void play_paging(struct stage *st, uint64_t ms)
{
    stage_gap(st, ms);
    for (uint64_t n = 0; stage_now(st) < st->trouble_to; n++) {
        int64_t ticks = 5000 + (int64_t)dice_below(&st->dice, 6000);
        life_disk(st, READ, stage_game(st), 32768, ticks, BY_PAGER);
        stage_advance(st, (double)ticks / SECOND + 0.0001);
        if (st->is_deep)
            deep_hard_fault(&st->deep, ticks, n);
    }
}

void play_memory_low(struct stage *st, uint64_t ms)
{
    stage_incident(st, "low_memory", "ms", ms + 2000);
    stage_advance(st, 1.0);
    play_paging(st, ms);
}

/* ---- the machine ---- */

void play_silence(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    stage_incident(st, "silence", "ms", ms);
}

static void slow(struct stage *st, uint64_t ms, double stretch, int64_t step_ticks)
{
    stage_trouble(st, ms);
    st->game.slow_until = st->trouble_to;
    st->game.stretch = stretch;
    st->game.step_ticks = step_ticks;
}

void play_throttle(struct stage *st, uint64_t ms)
{
    slow(st, ms, dice_between(&st->dice, 1.9, 2.6), 0);
    stage_incident(st, "throttle", "ms", ms);
}

void play_heat(struct stage *st, uint64_t ms)
{
    slow(st, ms, dice_between(&st->dice, 1.8, 2.2), 0);
    stage_incident(st, "heat", "ms", ms);
}

void play_hardware_error(struct stage *st, uint64_t ms)
{
    stage_gap(st, ms);
    stage_advance(st, dice_between(&st->dice, 0, 0.6) * (double)ms / 1000);
    stage_incident(st, "whea", "count", 1 + dice_below(&st->dice, 3));
}

/* ---- the graphics card ---- */

void play_gpu_timeout(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    if (world_has_packets(st->w))
        gpu_submit(st, stage_game(st), GAME_CONTEXT, (int64_t)ms * SIM_TICKS_PER_MS);
    stage_incident(st, "tdr", "ms", ms);
}

void play_gpu_memory(struct stage *st, uint64_t ms)
{
    unsigned count = 1 + (unsigned)dice_below(&st->dice, 3);
    const struct sim_value values[] = {NUMBER("PagingLevel", 2)};
    stage_gap(st, ms);
    for (unsigned i = 0; i < count; i++) {
        stage_advance(st, 0.8 * (double)ms / 1000 / count);
        stage_say(st, P_DxgKrnl, 1, stage_game(st), values, 1);
    }
}

/* ---- devices ---- */

/* The device goes a little before the frames stop, or a little after. */
static void gap_around(struct stage *st, uint64_t ms, void (*event)(struct stage *st))
{
    if (heads(st)) {
        event(st);
        stage_advance(st, dice_between(&st->dice, 0, 0.03));
        stage_gap(st, ms);
        return;
    }
    stage_gap(st, ms);
    stage_advance(st, dice_between(&st->dice, 0, 0.03));
    event(st);
}

static void usb(struct stage *st)
{
    stage_incident(st, "usb_lost", "count", 1 + dice_below(&st->dice, 3));
}

static void pnp(struct stage *st)
{
    stage_incident(st, "pnp_lost", "count", 1 + dice_below(&st->dice, 3));
}

static void radio(struct stage *st)
{
    stage_incident(st, "bt_lost", "count", 1 + dice_below(&st->dice, 3));
}

void play_usb_lost(struct stage *st, uint64_t ms)
{
    gap_around(st, ms, usb);
}

void play_pnp_lost(struct stage *st, uint64_t ms)
{
    gap_around(st, ms, pnp);
}

/* The radio is a USB device: it falls off its hub and comes back. */
void play_bluetooth_lost(struct stage *st, uint64_t ms)
{
    gap_around(st, ms, usb);
    stage_advance(st, 0.4);
    radio(st);
}

void play_radio_alone(struct stage *st, uint64_t ms)
{
    gap_around(st, ms, radio);
}

void play_radio_switched(struct stage *st, uint64_t ms)
{
    static const uint16_t ids[] = {310, 311, 312};
    stage_gap(st, ms);
    for (unsigned i = 0; i < COUNT(ids); i++) {
        const struct sim_value state[] = {NUMBER("RadioState", i < 2 ? 0 : 1), NUMBER("CompleteStatus", 0)};
        stage_say(st, P_BTH_BTHPORT, ids[i], st->s->processes[WHO_SYSTEM].pid, state, COUNT(state));
        stage_advance(st, 0.02);
    }
}

/* ---- sound and network: the frames are as ever ---- */

void play_audio(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    stage_incident(st, "audio_glitch", "count", ms / 40);
}

static void say_interface(struct stage *st, bool up)
{
    const struct sim_value values[] = {NUMBER("Interface", 7), NUMBER("OperationalStatus", up ? 1 : 2), NUMBER("Status", up ? 0 : 2),
                                       NUMBER("CompartmentId", 1)};
    say(st, P_NDIS, up ? 10107 : 10106, WHO_SYSTEM);
    stage_say(st, P_TCPIP, 1130, st->s->processes[WHO_SYSTEM].pid, values, COUNT(values));
}

void play_network_down(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    say_interface(st, false);
    stage_advance(st, 0.01);
    life_connection_lost(st, stage_game(st), GAME_CONNECTION);
    stage_advance(st, (double)ms / 1000);
    say_interface(st, true);
}

void play_packets_lost(struct stage *st, uint64_t ms)
{
    const struct sim_value values[] = {NUMBER("Tcb", UINT64_C(0xFFFFBC0A00000000) + GAME_CONNECTION * 0x1000),
                                       NUMBER("RexmitCount", 2), NUMBER("SRTT", 48), NUMBER("RTO", 300)};
    stage_trouble(st, ms);
    while (stage_now(st) < st->trouble_to) {
        stage_say(st, P_TCPIP, 1351, stage_game(st), values, COUNT(values));
        stage_say(st, P_TCPIP, 1078, stage_game(st), values, COUNT(values));
        stage_advance(st, dice_between(&st->dice, 0.08, 0.14));
    }
}

/* ---- programs ---- */

void play_process_crash(struct stage *st, uint64_t ms)
{
    static const uint64_t codes[] = {0xC0000005, 0xC0000409, 0xE06D7363, 0xC00000FD};
    stage_incident(st, "process_crash", "code", codes[dice_below(&st->dice, COUNT(codes))]);
    stage_advance(st, dice_between(&st->dice, 0.84, 0.92));
    st->named = "launcher";
    stage_gap(st, ms);
}

void play_process_starts(struct stage *st, uint64_t ms)
{
    stage_incident(st, "process_burst", "count", 30 + dice_below(&st->dice, 90));
    stage_advance(st, 1.5);
    stage_gap(st, ms);
}

/* ---- power, screen ---- */

void play_mains_lost(struct stage *st, uint64_t ms)
{
    const struct sim_value values[] = {NUMBER("AcOnline", 0), NUMBER("RemainingCapacity", 48000),
                                       NUMBER("FullChargeCapacity", 52000)};
    /* GUID_ACDC_POWER_SOURCE, as it lies in memory */
    static const uint8_t source[16] = {0x59, 0x9a, 0x3e, 0x5d, 0xd5, 0xe9, 0x00, 0x4b,
                                       0xa6, 0xbd, 0xff, 0x34, 0xff, 0x51, 0x65, 0x48};
    static const uint8_t on_battery[4] = {1, 0, 0, 0};
    const struct sim_value setting[] = {BYTES("SettingGuid", source, 16), NUMBER("DataSize", 4),
                                        BYTES("Data", on_battery, 4), NUMBER("Override", 0)};
    stage_say(st, P_Kernel_Power, 105, st->s->processes[WHO_SYSTEM].pid, values, COUNT(values));
    stage_say(st, P_Kernel_Power, 112, st->s->processes[WHO_SERVICE].pid, setting, COUNT(setting));
    stage_advance(st, dice_between(&st->dice, 0.005, 0.06));
    stage_gap(st, ms);
}

void play_power_plan(struct stage *st, uint64_t ms)
{
    stage_incident(st, "power_plan", "count", 1 + dice_below(&st->dice, 2));
    stage_advance(st, dice_between(&st->dice, 0.005, 0.05));
    stage_gap(st, ms);
}

static void ask_for_timer(struct stage *st, uint32_t resolution)
{
    const struct sim_value values[] = {NUMBER("RequestedResolution", resolution), NUMBER("NewResolution", resolution),
                                       NUMBER("Pid", st->s->processes[WHO_OVERLAY].pid),
                                       STRING("AppName", PATH "Program Files\\Overlay\\overlay.exe")};
    stage_say(st, P_Kernel_Power, 63, st->s->processes[WHO_OVERLAY].pid, values, COUNT(values));
    stage_say(st, P_Kernel_Power, 95, st->s->processes[WHO_SYSTEM].pid, values, COUNT(values));
}

/* The game's limiter sleeps: while the timer is coarse, frames end at its ticks. */
void play_timer(struct stage *st, uint64_t ms)
{
    ask_for_timer(st, 156250);
    slow(st, ms, 1, 156250);
    stage_advance(st, (double)ms / 1000);
    ask_for_timer(st, 5000);
}

void play_sleep(struct stage *st, uint64_t ms)
{
    const struct sim_value values[] = {NUMBER("TargetState", 4), NUMBER("EffectiveState", 4), NUMBER("Reason", 7),
                                       NUMBER("WakeFromState", 4)};
    stage_say(st, P_Kernel_Power, 42, st->s->processes[WHO_SYSTEM].pid, values, COUNT(values));
    stage_advance(st, 0.03);
    stage_trouble(st, ms);
    stage_incident(st, "silence", "ms", ms);
    stage_advance(st, (double)ms / 1000 + 0.004);
    stage_say(st, P_Kernel_Power, 107, st->s->processes[WHO_SYSTEM].pid, values, COUNT(values));
    say(st, P_Kernel_Power, 131, WHO_SYSTEM);
}

void play_display(struct stage *st, uint64_t ms)
{
    say(st, P_DxgKrnl, 10000, WHO_SYSTEM);
    stage_gap(st, ms);
    stage_advance(st, (double)ms / 1000);
    say(st, P_DxgKrnl, 10001, WHO_SYSTEM);
}

/* ---- none ---- */

void play_hole(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    stage_incident(st, "no_buffers", "ms", ms);
}

/* The game stops by itself, and no event says why. */
void play_nothing(struct stage *st, uint64_t ms)
{
    stage_gap(st, ms);
}
