#include "tests/scenarios/worlds/worlds.h"

#include <string.h>

#define PATH "\\Device\\HarddiskVolume3\\"
#define READ 10u
#define WRITE 11u
#define FILM_CONNECTION 90u
#define BY_PROGRAM 0x60000u /* IrpFlags of ordinary reads and writes */

enum life { LIFE_process, LIFE_connect, LIFE_own_connect, LIFE_stream, LIFE_write, LIFE_timer, LIFE_glitch, LIFE_battery, LIFE_radio, LIFE_active };

static void process(struct stage *st)
{
    static const char *const images[] = {
        PATH "Windows\\System32\\backgroundTaskHost.exe", PATH "Windows\\System32\\conhost.exe",
        PATH "Windows\\System32\\SearchProtocolHost.exe", PATH "Windows\\System32\\dllhost.exe",
        PATH "Windows\\System32\\RuntimeBroker.exe",      PATH "Windows\\System32\\taskhostw.exe",
        PATH "Windows\\System32\\svchost.exe",            PATH "Program Files\\Google\\Chrome\\Application\\chrome.exe",
        PATH "Program Files\\Discord\\Update.exe",        PATH "Program Files (x86)\\Steam\\steamwebhelper.exe",
    };
    uint64_t which = dice_below(&st->dice, COUNT(images));
    /* Some end by themselves with a code of their own: nobody crashed. */
    uint32_t code = dice_below(&st->dice, 12) ? 0 : 1;
    sim_process_start(st->s, stage_now(st), images[which],
                      (int64_t)(dice_between(&st->dice, 0.2, 7) * SECOND), code);
}

/* ---- connections ---- */

static void say_connection(struct stage *st, uint16_t id, uint32_t pid, uint64_t n, uint32_t status)
{
    uint8_t local[16] = {2, 0, 0, 0, 192, 168, 1, 23}, remote[16] = {2, 0, 0x01, 0xBB, 203, 0, 113, 0};
    etlw_u16(local + 2, (uint16_t)(n * 7919));
    remote[7] = (uint8_t)(n * 13);
    const struct sim_value values[] = {
        NUMBER("Tcb", UINT64_C(0xFFFFBC0A00000000) + n * 0x1000),
        NUMBER("Endpoint", UINT64_C(0xFFFFBC0B00000000) + n * 0x400),
        NUMBER("LocalAddressLength", 16),
        BYTES("LocalAddress", local, 16),
        NUMBER("RemoteAddressLength", 16),
        BYTES("RemoteAddress", remote, 16),
        NUMBER("LocalSockAddrLength", 16),
        BYTES("LocalSockAddr", local, 16),
        NUMBER("RemoteSockAddrLength", 16),
        BYTES("RemoteSockAddr", remote, 16),
        NUMBER("Status", status),
        NUMBER("ProcessId", pid),
        NUMBER("Pid", pid),
        NUMBER("Compartment", 1),
        NUMBER("AddressFamily", 2),
        NUMBER("State", 4),
        NUMBER("RexmitCount", 1),
    };
    stage_say(st, P_TCPIP, id, pid, values, COUNT(values));
}

void life_connection_lost(struct stage *st, uint32_t pid, uint64_t connection)
{
    static const uint16_t ids[] = {1184, 1039, 1040, 1051};
    for (size_t i = 0; i < COUNT(ids); i++)
        say_connection(st, ids[i], pid, connection, 0xC000020D);
}

static void connect_to(struct stage *st, uint32_t pid)
{
    static const uint16_t ids[] = {1013, 1001, 1191, 1008, 1002, 1003, 1004, 1031, 1033, 1051};
    uint64_t n = 100 + ++st->connections;
    for (size_t i = 0; i < COUNT(ids); i++)
        say_connection(st, ids[i], pid, n, 0);
    stage_own(st, stage_now(st) + (int64_t)(dice_between(&st->dice, 0.3, 9) * SECOND), OWN_CONNECTION, n, pid);
}

static void connection_ends(struct stage *st, uint64_t n, uint32_t pid)
{
    static const uint16_t ids[] = {1044, 1038, 1043, 1051, 1009, 1193};
    if (pid != stage_game(st) && dice_unit(&st->dice) < world_numbers.reset_share) {
        life_connection_lost(st, pid, n);
        return;
    }
    for (size_t i = 0; i < COUNT(ids); i++)
        say_connection(st, ids[i], pid, n, 0);
}

/* ---- disk ---- */

static void disk_done(struct stage *st, uint16_t id, uint32_t pid, uint64_t bytes, int64_t ticks, uint32_t flags)
{
    const struct sim_value values[] = {
        NUMBER("DiskNumber", 0),
        NUMBER("IrpFlags", flags),
        NUMBER("TransferSize", bytes),
        NUMBER("Reserved", 0),
        NUMBER("ByteOffset", dice_below(&st->dice, 0xFFFFFFF) * 4096),
        NUMBER("HighResResponseTime", ticks),
    };
    stage_say(st, P_Kernel_Disk, id, pid, values, COUNT(values));
}

void life_disk(struct stage *st, uint16_t id, uint32_t pid, uint64_t bytes, int64_t ticks, uint32_t flags)
{
    uint64_t what = (uint64_t)id << 56 | (uint64_t)(flags & 0xFFFFFF) << 32 | pid;
    stage_own(st, stage_now(st) + ticks, OWN_DISK, what, bytes << 32 | (uint32_t)ticks);
}

static void run_of(struct stage *st, uint16_t id, uint32_t pid, unsigned most, uint64_t bytes)
{
    unsigned count = 4 + (unsigned)dice_below(&st->dice, most);
    int64_t at = stage_now(st);
    for (unsigned i = 0; i < count; i++) {
        int64_t ticks = 4000 + (int64_t)dice_below(&st->dice, 26000);
        uint64_t what = (uint64_t)id << 56 | (uint64_t)BY_PROGRAM << 32 | pid;
        at += 10000 + (int64_t)dice_below(&st->dice, 90000);
        stage_own(st, at + ticks, OWN_DISK, what, bytes << 32 | (uint32_t)ticks);
    }
}

/* ---- timer, sound, power, radio, focus ---- */

static void timer(struct stage *st)
{
    static const struct {
        enum program program;
        const char *image;
    } who[] = {{CHROME, PATH "Program Files\\Google\\Chrome\\Application\\chrome.exe"},
               {DISCORD, PATH "Program Files\\Discord\\Discord.exe"},
               {STEAM, PATH "Program Files\\Steam\\steam.exe"}};
    uint64_t which = dice_below(&st->dice, COUNT(who)), finer = dice_below(&st->dice, 2);
    /* The game itself asked for 1 ms all evening, so that the resolution stays. */
    const struct sim_value values[] = {NUMBER("RequestedResolution", finer ? 10000 : 156250), NUMBER("NewResolution", 10000),
                                       NUMBER("Pid", st->pid[who[which].program]), STRING("AppName", who[which].image)};
    stage_say(st, P_Kernel_Power, 63, st->pid[who[which].program], values, COUNT(values));
}

static void glitch(struct stage *st)
{
    const struct sim_value values[] = {NUMBER("GlitchDuration", 6)};
    stage_say(st, P_Audio, dice_below(&st->dice, 2) ? 41 : 48, st->s->processes[WHO_AUDIO].pid, values, 1);
}

/* The charge of the battery went down by a percent. */
static void battery(struct stage *st)
{
    static const uint8_t remaining[16] = {0x41, 0x80, 0xad, 0xa7, 0x5a, 0xb4, 0xae, 0x4c,
                                          0x87, 0xa3, 0xee, 0xcb, 0xb4, 0x68, 0xa9, 0xe1};
    uint8_t percent[4] = {0};
    percent[0] = (uint8_t)(40 + dice_below(&st->dice, 50));
    const struct sim_value values[] = {BYTES("SettingGuid", remaining, 16), NUMBER("DataSize", 4), BYTES("Data", percent, 4),
                                       NUMBER("Override", 0)};
    stage_say(st, P_Kernel_Power, 112, st->s->processes[WHO_SERVICE].pid, values, COUNT(values));
}

static void user_is_active(struct stage *st)
{
    const struct sim_value values[] = {NUMBER("SessionId", 1), NUMBER("ProcessIdOwningFocus", st->in_front)};
    if (st->in_front)
        stage_say(st, P_Win32k, 25, st->s->processes[WHO_CSRSS].pid, values, COUNT(values));
}

void life_focus(struct stage *st, uint32_t from, uint32_t to)
{
    static const uint16_t ids[] = {259, 258, 26};
    const struct sim_value values[] = {NUMBER("SessionId", 1), NUMBER("OldProcessId", from), NUMBER("NewProcessId", to)};
    st->in_front = to;
    for (size_t i = 0; i < COUNT(ids); i++)
        stage_say(st, P_Win32k, ids[i], st->s->processes[WHO_CSRSS].pid, values, COUNT(values));
}

static void radio(struct stage *st)
{
    stage_say(st, P_BTH_BTHUSB, 1, st->s->processes[WHO_SYSTEM].pid, NULL, 0);
}

/* ---- what comes when ---- */

static double every(const struct stage *st, enum life what)
{
    const struct world_numbers *n = &world_numbers;
    const struct world *w = st->w;
    bool own_radio = w->kind && (w->kind->play == play_bluetooth_lost || w->kind->play == play_radio_alone ||
                                 w->kind->play == play_radio_switched);
    bool own_sound = w->kind && w->kind->play == play_audio;
    switch (what) {
    case LIFE_process:
        return 60 / n->starts_per_minute;
    case LIFE_connect:
        return n->connect_every_s;
    case LIFE_own_connect:
        return n->own_connect_every_s;
    case LIFE_stream:
        return n->stream_every_s;
    case LIFE_write:
        return n->write_every_s;
    case LIFE_timer:
        return n->timer_every_s;
    case LIFE_glitch:
        return w->glitchy && !own_sound ? n->glitch_every_s : 0;
    case LIFE_battery:
        return w->laptop ? n->battery_every_s : 0;
    case LIFE_radio:
        return w->radio && !own_radio ? n->radio_every_s : 0;
    default:
        return n->active_every_s;
    }
}

static void happen(struct stage *st, enum life what)
{
    static const enum program writers[] = {DEFENDER, STEAM, DRIVE, INDEXER};
    switch (what) {
    case LIFE_process:
        process(st);
        break;
    case LIFE_connect:
        connect_to(st, st->pid[dice_below(&st->dice, 5) ? CHROME : DISCORD]);
        break;
    case LIFE_own_connect:
        connect_to(st, stage_game(st));
        break;
    case LIFE_stream:
        run_of(st, READ, stage_game(st), 28, 131072);
        break;
    case LIFE_write:
        run_of(st, WRITE, st->pid[writers[dice_below(&st->dice, COUNT(writers))]], 40, 65536);
        break;
    case LIFE_timer:
        timer(st);
        break;
    case LIFE_glitch:
        glitch(st);
        break;
    case LIFE_battery:
        battery(st);
        break;
    case LIFE_radio:
        radio(st);
        break;
    case LIFE_active:
        user_is_active(st);
        break;
    }
}

static void next(struct stage *st, enum life what)
{
    double mean = every(st, what);
    if (mean > 0)
        stage_own(st, stage_now(st) + (int64_t)(dice_wait(&st->dice, mean) * SECOND) + 1, OWN_LIFE, what, 0);
}

void life_begin(struct stage *st)
{
    for (unsigned what = LIFE_process; what <= LIFE_active; what++)
        next(st, (enum life)what);
    say_connection(st, 1002, stage_game(st), GAME_CONNECTION, 0);
    say_connection(st, 1033, stage_game(st), GAME_CONNECTION, 0);
    say_connection(st, 1033, st->pid[CHROME], FILM_CONNECTION, 0);
    if (!st->w->quiet || st->w->quiet->play != quiet_new_game)
        life_focus(st, st->s->processes[WHO_EXPLORER].pid, stage_game(st));
    user_is_active(st);
}

static void decoy(struct stage *st, enum decoy what)
{
    switch (what) {
    case DECOY_process:
        process(st);
        break;
    case DECOY_reset:
        life_connection_lost(st, st->pid[CHROME], FILM_CONNECTION);
        break;
    case DECOY_timer:
        timer(st);
        break;
    case DECOY_sound:
        glitch(st);
        break;
    case DECOY_power:
        battery(st);
        break;
    default:
        break;
    }
}

void life_decoy(struct stage *st, enum decoy what, double after_s)
{
    stage_own(st, stage_now(st) + (int64_t)(after_s * SECOND), OWN_DECOY, what, 0);
}

/* What exists when the snapshot is made, beside what the simulator lists. */
void life_rundown(struct stage *st)
{
    say_connection(st, 1300, stage_game(st), GAME_CONNECTION, 0);
    user_is_active(st);
}

void life_own(struct stage *st, const struct sim_task *t)
{
    switch ((enum own)t->a) {
    case OWN_LIFE:
        happen(st, (enum life)t->b);
        next(st, (enum life)t->b);
        break;
    case OWN_CONNECTION:
        connection_ends(st, t->b, (uint32_t)t->c);
        break;
    case OWN_DISK:
        disk_done(st, (uint16_t)(t->b >> 56), (uint32_t)t->b, t->c >> 32, (int64_t)(uint32_t)t->c, t->b >> 32 & 0xFFFFFF);
        break;
    case OWN_DECOY:
        decoy(st, (enum decoy)t->b);
        break;
    default:
        break;
    }
}
