#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_load.h"

#define PATH "\\Device\\HarddiskVolume3\\"
#define GAME_IMAGE PATH "Games\\Asteroids\\Asteroids.exe"
#define MAX_PROCESSES 4096u
#define USUAL_CYCLES_PER_TICK 18u /* a twentieth of a processor of 3.6 GHz */
#define DISK_MEAN_TICKS (2000 * 10)
#define STEP_COUNT(list) (sizeof(list) / sizeof(list)[0])

/* In the order of enum sim_who, then others that are there from the start. */
static const struct {
    uint32_t pid;
    const char *image;
} RESIDENT[] = {
    {4, "System"},
    {9412, GAME_IMAGE},
    {1476, PATH "Windows\\System32\\dwm.exe"},
    {6120, PATH "Windows\\explorer.exe"},
    {1208, PATH "Windows\\System32\\svchost.exe"},
    {3344, PATH "Windows\\System32\\audiodg.exe"},
    {812, PATH "Windows\\System32\\csrss.exe"},
    {8024, PATH "Program Files\\Overlay\\overlay.exe"},
    {652, PATH "Windows\\System32\\smss.exe"},
    {900, PATH "Windows\\System32\\wininit.exe"},
    {968, PATH "Windows\\System32\\services.exe"},
    {988, PATH "Windows\\System32\\lsass.exe"},
    {1088, PATH "Windows\\System32\\svchost.exe"},
    {2960, PATH "ProgramData\\Microsoft\\Windows Defender\\MsMpEng.exe"},
    {5012, PATH "Program Files\\Steam\\steam.exe"},
    {7216, PATH "Program Files\\Discord\\Discord.exe"},
};

static const char *const PASSING[] = {
    PATH "Windows\\System32\\backgroundTaskHost.exe", PATH "Windows\\System32\\conhost.exe",
    PATH "Windows\\System32\\SearchProtocolHost.exe", PATH "Windows\\System32\\dllhost.exe",
    PATH "Program Files\\Updater\\update.exe",        PATH "Windows\\System32\\taskhostw.exe",
};

static const char *const IMAGES[] = {
    PATH "Windows\\System32\\ntdll.dll",    PATH "Windows\\System32\\kernel32.dll",
    PATH "Windows\\System32\\KernelBase.dll", PATH "Windows\\System32\\ucrtbase.dll",
    PATH "Windows\\System32\\user32.dll",   PATH "Windows\\System32\\win32u.dll",
    PATH "Windows\\System32\\gdi32.dll",    PATH "Windows\\System32\\combase.dll",
};

/* Irregular, around `mean`; the sum of four uniforms is irregular enough. */
static int64_t around(const struct sim *s, uint64_t stream, uint64_t n, int64_t mean)
{
    double sum = 0;
    for (uint64_t i = 0; i < 4; i++)
        sum += sim_random_unit(s, stream + i, n);
    return (int64_t)((double)mean * sum / 2.0 / s->rate) + 1;
}

static uint32_t add_process(struct sim *s, uint32_t pid, uint32_t parent, const char *image, int64_t created)
{
    uint32_t slot = 0;
    while (slot < s->process_count && (s->processes[slot].alive || slot < STEP_COUNT(RESIDENT)))
        slot++;
    if (slot == s->process_room) {
        uint32_t room = s->process_room ? 2 * s->process_room : 64;
        struct sim_process *p = room <= MAX_PROCESSES ? realloc(s->processes, room * sizeof *p) : NULL;
        if (!p)
            return 0;
        s->processes = p;
        s->process_room = room;
    }
    if (slot == s->process_count)
        s->process_count++;
    struct sim_process *p = &s->processes[slot];
    p->pid = pid;
    p->parent = parent;
    p->key = ++s->load->starts;
    p->cycles = 0;
    p->created = created;
    p->image = image;
    p->alive = true;
    return slot;
}

bool sim_machine_init(struct sim *s)
{
    for (size_t i = 0; i < STEP_COUNT(RESIDENT); i++) {
        int64_t age = (int64_t)(3600 + 997 * i) * SIM_TICKS_PER_S;
        add_process(s, RESIDENT[i].pid, i == 0 ? 0 : 968, RESIDENT[i].image, s->done_until - age);
    }
    s->next_pid = 10000;
    int64_t now = s->done_until;
    sim_task_add(s, now + SIM_TICKS_PER_MS, TASK_DISK, 0, 0, 0);
    sim_task_add(s, now + 250 * SIM_TICKS_PER_MS, TASK_MEMORY, 0, 0, 0);
    sim_task_add(s, now + 800 * SIM_TICKS_PER_MS, TASK_PROCESS_START, 0, 0, 0);
    sim_task_add(s, now + 300 * SIM_TICKS_PER_MS, TASK_CONNECT, 0, 0, 0);
    return s->process_count == STEP_COUNT(RESIDENT);
}

/* ---- disk ---- */

static void issue_request(struct sim *s, const struct sim_task *t)
{
    struct sim_load *l = s->load;
    uint64_t n = ++l->reads, r = sim_random_of(s, 0xD15C, n);
    int64_t latency = 700 + (int64_t)(r % 2600);
    if (!(r >> 20 & 15))
        latency *= 6; /* now and then a slow one */
    if (l->disk_stall_until > t->at)
        latency += l->disk_stall_until - t->at;
    uint64_t bytes = UINT64_C(4096) << (r >> 32 & 7);
    uint64_t kind = (r >> 40) % 10 < 7 ? 10 : (r >> 40) % 10 < 9 ? 11 : 14;
    sim_task_add(s, t->at + latency, TASK_DISK_DONE, bytes, (uint64_t)latency, (r >> 8 & 0xFFFFFFF) << 16 | kind);
    sim_task_add(s, t->at + around(s, 0xD15D, n, DISK_MEAN_TICKS), TASK_DISK, 0, 0, 0);
}

static void complete_request(struct sim *s, const struct sim_task *t)
{
    uint16_t id = (uint16_t)(t->c & 0xFF);
    const struct sim_value values[] = {
        NUMBER("DiskNumber", 0),
        NUMBER("IrpFlags", id == 10 ? 0x60043 : 0x60A00),
        NUMBER("TransferSize", t->a),
        NUMBER("Reserved", 0),
        NUMBER("ByteOffset", (t->c >> 16) * 4096),
        NUMBER("HighResResponseTime", t->b),
    };
    sim_say(s, P_Kernel_Disk, id, t->a > 65536 ? WHO_GAME : WHO_SERVICE, t->at, values, STEP_COUNT(values));
}

/* ---- memory ---- */

static void put_counts(uint8_t *at, uint64_t total)
{
    for (uint64_t i = 0; i < 8; i++)
        etlw_u64(at + 8 * i, total >> (8 - i) / 2);
}

static void sample_memory(struct sim *s, const struct sim_task *t)
{
    uint8_t standby[64], repurposed[64], sets[8 * 40];
    uint64_t n = ++s->load->memory_samples;
    bool low = s->load->memory_low_until > t->at;
    put_counts(standby, low ? 9000 : 1400000);
    put_counts(repurposed, low ? 400000 : 12000);
    const struct sim_value memory[] = {
        NUMBER("PriorityLevels", 8),
        NUMBER("ZeroPageCount", low ? 40 : 120000 + sim_random_of(s, 0x3E3, n) % 9000),
        NUMBER("FreePageCount", low ? 210 : 30000 + sim_random_of(s, 0x3E4, n) % 5000),
        NUMBER("ModifiedPageCount", low ? 90000 : 21000),
        NUMBER("BadPageCount", 0),
        NUMBER("CommitPageCount", low ? 4150000 : 2600000),
        BYTES("StandbyPageCounts", standby, sizeof standby),
        BYTES("RepurposedPageCounts", repurposed, sizeof repurposed),
    };
    sim_say(s, P_Kernel_Memory, 1, WHO_SYSTEM, t->at, memory, STEP_COUNT(memory));
    if (n % 2 == 0) {
        for (size_t i = 0; i < 8; i++) {
            memset(sets + 40 * i, 0, 40);
            etlw_u32(sets + 40 * i, s->processes[i].pid);
            etlw_u64(sets + 40 * i + 8, 4000 + (low ? 900 : 9000) * i);
            etlw_u64(sets + 40 * i + 16, 5000 + 9500 * i);
        }
        const struct sim_value workers[] = {NUMBER("Count", 8), BYTES("WSCommitInfo", sets, sizeof sets)};
        sim_say(s, P_Kernel_Memory, 2, WHO_SYSTEM, t->at, workers, 2);
        const struct sim_value nodes[] = {NUMBER("PartitionId", 0), NUMBER("Count", 1),
                                          BYTES("MemoryNodeInfo", standby, sizeof standby)};
        sim_say(s, P_Kernel_Memory, 12, WHO_SYSTEM, t->at, nodes, 3);
    }
    sim_task_add(s, t->at + 500 * SIM_TICKS_PER_MS, TASK_MEMORY, 0, 0, 0);
}

/* ---- processes ---- */

static void say_images(struct sim *s, const struct sim_process *p, uint16_t id, int64_t at)
{
    for (size_t i = 0; i < STEP_COUNT(IMAGES); i++) {
        const struct sim_value values[] = {
            NUMBER("ImageBase", UINT64_C(0x7FFB10000000) + 0x200000 * i),
            NUMBER("ImageSize", 0x1F8000),
            NUMBER("ProcessID", p->pid),
            STRING("ImageName", IMAGES[i]),
        };
        sim_say(s, P_Kernel_Process, id, WHO_SERVICE, at, values, STEP_COUNT(values));
    }
}

static void say_process(struct sim *s, const struct sim_process *p, uint16_t id, int64_t at, uint32_t exit_code)
{
    const char *name = strrchr(p->image, '\\');
    const struct sim_value values[] = {
        NUMBER("ProcessID", p->pid),
        NUMBER("ProcessSequenceNumber", p->key),
        NUMBER("CreateTime", sim_clock_utc(&s->clock, p->created)),
        NUMBER("ExitTime", sim_clock_utc(&s->clock, at)),
        NUMBER("ParentProcessID", p->parent),
        NUMBER("SessionID", 1),
        NUMBER("ExitCode", exit_code),
        NUMBER("CPUCycleCount", p->cycles),
        STRING("ImageName", id == 2 && name ? name + 1 : p->image),
        STRING("PackageFullName", ""),
        STRING("PackageRelativeAppId", ""),
    };
    sim_say(s, P_Kernel_Process, id, WHO_SERVICE, at, values, STEP_COUNT(values));
}

uint32_t sim_process_start(struct sim *s, int64_t at, const char *image, int64_t lifetime, uint32_t exit_code)
{
    uint32_t pid = s->next_pid += 4 + 4 * (uint32_t)(sim_random_of(s, 0x91D, s->next_pid) % 9);
    uint32_t slot = add_process(s, pid, 968, image, at);
    if (!slot)
        return 0;
    s->processes[slot].cycles = (uint64_t)lifetime * USUAL_CYCLES_PER_TICK;
    say_process(s, &s->processes[slot], 1, at, 0);
    say_images(s, &s->processes[slot], 5, at);
    const struct sim_value thread[] = {NUMBER("ProcessID", pid), NUMBER("ThreadID", pid + 4)};
    sim_say(s, P_Kernel_Process, 3, WHO_SERVICE, at, thread, 2);
    sim_task_add(s, at + lifetime, TASK_PROCESS_END, slot, exit_code, 0);
    return slot;
}

static void end_process(struct sim *s, const struct sim_task *t)
{
    struct sim_process *p = &s->processes[t->a];
    const struct sim_value thread[] = {NUMBER("ProcessID", p->pid), NUMBER("ThreadID", p->pid + 4)};
    sim_say(s, P_Kernel_Process, 4, WHO_SERVICE, t->at, thread, 2);
    say_images(s, p, 6, t->at);
    say_process(s, p, 2, t->at, (uint32_t)t->b);
    p->alive = t->a < STEP_COUNT(RESIDENT);
}

static void start_next(struct sim *s, const struct sim_task *t)
{
    uint64_t r = sim_random_of(s, 0x9A55, s->load->starts);
    sim_process_start(s, t->at, PASSING[r % STEP_COUNT(PASSING)], (int64_t)(500 + r % 6000) * SIM_TICKS_PER_MS, 0);
    sim_task_add(s, t->at + around(s, 0x9A56, s->load->starts, 2500 * SIM_TICKS_PER_MS), TASK_PROCESS_START, 0, 0,
                 0);
}

/* ---- network ---- */

static const struct {
    uint32_t after_ms;
    uint16_t id;
} CONNECTION[] = {
    {0, 1013}, {0, 1001}, {0, 1191}, {0, 1008}, {0, 1002}, {0, 1003}, {0, 1004}, {0, 1031},
    {24, 1033}, {0, 1051}, {1900, 1044}, {1, 1038}, {18, 1043}, {0, 1051}, {0, 1009}, {0, 1193},
};
static const uint16_t RESET[] = {1184, 1039, 1040, 1479, 1051};

static void say_network(struct sim *s, uint16_t id, uint64_t n, int64_t at, uint32_t status)
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
        NUMBER("Compartment", 1),
        NUMBER("AddressFamily", 2),
    };
    sim_say(s, P_TCPIP, id, n % 3 ? WHO_SERVICE : WHO_GAME, at, values, STEP_COUNT(values));
}

static void run_connection(struct sim *s, const struct sim_task *t)
{
    bool reset = t->a >= 10 && s->load->net_down_until > t->at;
    if (reset) {
        for (size_t i = 0; i < STEP_COUNT(RESET); i++)
            say_network(s, RESET[i], t->b, t->at, 0xC000020D);
        return;
    }
    say_network(s, CONNECTION[t->a].id, t->b, t->at, 0);
    if (t->a + 1 < STEP_COUNT(CONNECTION)) {
        int64_t wait = (int64_t)CONNECTION[t->a + 1].after_ms * SIM_TICKS_PER_MS;
        if (wait)
            wait += (int64_t)(sim_random_of(s, 0xC0EC, t->b ^ t->a << 32) % (uint64_t)wait);
        sim_task_add(s, t->at + wait + 300, TASK_CONNECTION, t->a + 1, t->b, 0);
    }
}

void sim_machine_run(struct sim *s, const struct sim_task *t)
{
    switch (t->kind) {
    case TASK_DISK:
        issue_request(s, t);
        break;
    case TASK_DISK_DONE:
        complete_request(s, t);
        break;
    case TASK_MEMORY:
        sample_memory(s, t);
        break;
    case TASK_PROCESS_START:
        start_next(s, t);
        break;
    case TASK_PROCESS_END:
        end_process(s, t);
        break;
    case TASK_CONNECT:
        sim_task_add(s, t->at, TASK_CONNECTION, 0, ++s->load->connections, 0);
        sim_task_add(s, t->at + around(s, 0xC0EE, s->load->connections, 900 * SIM_TICKS_PER_MS), TASK_CONNECT, 0,
                     0, 0);
        break;
    case TASK_CONNECTION:
        run_connection(s, t);
        break;
    default:
        break;
    }
}
