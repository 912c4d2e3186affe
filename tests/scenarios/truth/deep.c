#include "tests/scenarios/truth/deep.h"

#include <string.h>

#define GAME_CPU 1u
#define WORKER_TID 9440u   /* the game's */
#define SCANNER_PID 2960u
#define SCANNER_TID 2968u
#define DRIVER_WIFI UINT64_C(0xFFFFF80410000000)
#define DRIVER_AUDIO UINT64_C(0xFFFFF80420000000)
#define DRIVER_GPU UINT64_C(0xFFFFF80430000000)

static const struct guid THREAD = {0x3d6fa8d1, 0xfe05, 0x11d0, {0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}};
static const struct guid PERF = {0xce1dbfb4, 0x137e, 0x4da6, {0x87, 0xb0, 0x3f, 0x59, 0xaa, 0x10, 0x2c, 0xbc}};
static const struct guid IMAGE = {0x2cb15d1d, 0x5fc1, 0x11d2, {0xab, 0xe1, 0x00, 0xa0, 0xc9, 0x11, 0xf5, 0x18}};

static uint64_t dice(struct deep *d, uint64_t below)
{
    d->dice = sim_random_mix(d->dice + 1);
    return d->dice % below;
}

static void put(struct deep *d, enum etlw_kind kind, const struct guid *guid, uint16_t hook, uint16_t version,
                uint32_t cpu, uint32_t pid, uint32_t tid, const uint8_t *payload, uint32_t len)
{
    struct etlw_record r;
    memset(&r, 0, sizeof r);
    r.kind = kind;
    r.time = sim_now_raw(d->s);
    r.guid = *guid;
    r.hook = hook;
    r.version = version;
    r.pid = pid;
    r.tid = tid;
    r.payload = payload;
    r.payload_len = len;
    sim_ring_add(d->s, d->ring, cpu, &r);
}

static void dpc(struct deep *d, uint32_t cpu, uint64_t routine, int64_t ticks)
{
    uint8_t b[16];
    etlw_u64(b, (uint64_t)(sim_now_raw(d->s) - ticks));
    etlw_u64(b + 8, routine);
    put(d, ETLW_PERFINFO64, &PERF, 0x0F44, 2, cpu, 0, 0, b, sizeof b);
    sim_meant(d->s, sim_now_raw(d->s), cpu, "dpc", "began=%lld ms=%.4f routine=%llu",
              (long long)(sim_now_raw(d->s) - ticks), (double)ticks / SIM_TICKS_PER_MS, (unsigned long long)routine);
}

static void isr(struct deep *d, uint32_t cpu, uint64_t routine, int64_t ticks)
{
    uint8_t b[20] = {0};
    etlw_u64(b, (uint64_t)(sim_now_raw(d->s) - ticks));
    etlw_u64(b + 8, routine);
    b[16] = 1;    /* it was this driver's */
    b[17] = 0xA1; /* vector */
    put(d, ETLW_PERFINFO64, &PERF, 0x0F43, 2, cpu, 0, 0, b, sizeof b);
    sim_meant(d->s, sim_now_raw(d->s), cpu, "isr", "began=%lld ms=%.4f routine=%llu claimed=1 vector=161",
              (long long)(sim_now_raw(d->s) - ticks), (double)ticks / SIM_TICKS_PER_MS, (unsigned long long)routine);
}

static void sample(struct deep *d, uint32_t cpu, uint32_t tid)
{
    uint8_t b[16] = {0};
    uint64_t ip = tid ? UINT64_C(0x00007FF61A002200) : UINT64_C(0xFFFFF80450001000);
    etlw_u64(b, ip);
    etlw_u32(b + 8, tid);
    etlw_u16(b + 12, 1);
    put(d, ETLW_PERFINFO64, &PERF, 0x0F2E, 2, cpu, 0, 0, b, sizeof b);
    sim_meant(d->s, sim_now_raw(d->s), cpu, "sample", "tid=%u ip=%llu count=1", (unsigned)tid, (unsigned long long)ip);
}

/* One look of the profiler at every CPU. */
static void samples(struct deep *d)
{
    bool taken = d->kind == DEEP_taken && sim_now_raw(d->s) < d->to;
    for (uint32_t cpu = 0; cpu < d->s->options.cpu_count; cpu++) {
        uint64_t who = dice(d, 100);
        uint32_t tid = cpu == GAME_CPU ? DEEP_GAME_TID : who < 25 ? WORKER_TID : who < 30 ? SCANNER_TID : 0;
        sample(d, cpu, taken && cpu ? SCANNER_TID + 4 * cpu : tid);
    }
}

static void switched(struct deep *d, uint32_t cpu, uint32_t old_tid, uint32_t new_tid, bool waits)
{
    uint8_t b[24] = {0};
    if (d->sampled)
        return;
    etlw_u32(b, new_tid);
    etlw_u32(b + 4, old_tid);
    b[8] = b[9] = 8;
    b[12] = waits ? 6 : 0;
    b[14] = waits ? 5 : 1;
    put(d, ETLW_PERFINFO64, &THREAD, 0x0524, 4, cpu, 0, 0, b, sizeof b);
    sim_meant(d->s, sim_now_raw(d->s), cpu, "switch",
              "new_tid=%u old_tid=%u new_priority=8 old_priority=8 wait_reason=%d state=%d", (unsigned)new_tid,
              (unsigned)old_tid, waits ? 6 : 0, waits ? 5 : 1);
}

static void readied(struct deep *d, uint32_t by_pid, uint32_t by_tid, uint32_t tid)
{
    uint8_t b[8] = {0};
    if (d->sampled)
        return;
    etlw_u32(b, tid);
    put(d, ETLW_COMPACT64, &THREAD, 0x0532, 2, GAME_CPU + 1, by_pid, by_tid, b, sizeof b);
    sim_meant(d->s, sim_now_raw(d->s), GAME_CPU + 1, "ready", "tid=%u by_tid=%u by_pid=%u", (unsigned)tid,
              (unsigned)by_tid, (unsigned)by_pid);
}

void deep_hard_fault(struct deep *d, int64_t ticks, uint64_t n)
{
    static const struct guid fault = {0x3d6fa8d3, 0xfe05, 0x11d0, {0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}};
    uint8_t b[40];
    etlw_u64(b, (uint64_t)(sim_now_raw(d->s) - ticks));
    etlw_u64(b + 8, n * 32768);
    etlw_u64(b + 16, UINT64_C(0x00007FF61A000000) + n * 32768);
    etlw_u64(b + 24, UINT64_C(0xFFFFA70C5F113220));
    etlw_u32(b + 32, DEEP_GAME_TID);
    etlw_u32(b + 36, 32768);
    put(d, ETLW_COMPACT64, &fault, 0x0220, 0, GAME_CPU, 9412, DEEP_GAME_TID, b, sizeof b);
    sim_meant(d->s, sim_now_raw(d->s), GAME_CPU, "hard_fault", "began=%lld ms=%.4f tid=%u bytes=32768",
              (long long)(sim_now_raw(d->s) - ticks), (double)ticks / SIM_TICKS_PER_MS, DEEP_GAME_TID);
}

static void listen(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct deep *d = ctx;
    (void)session;
    (void)cpu;
    if (r->kind == ETLW_EVENT64 && r->id == 42 && r->guid.data1 == 0xca11c036u && r->tid == DEEP_GAME_TID)
        d->fresh = true;
}

void deep_begin(struct deep *d, struct sim *s, const char *session, uint64_t seed, bool sampled)
{
    memset(d, 0, sizeof *d);
    d->sampled = sampled;
    d->s = s;
    d->ring = sim_session_by_name(s, session);
    d->dice = sim_random_mix(seed);
    sim_listen(s, listen, d);
}

static void step(struct deep *d, int64_t ticks)
{
    sim_advance_by(d->s, (double)ticks / SIM_TICKS_PER_S);
}

/* What drivers do all the time. */
static void usual_dpcs(struct deep *d)
{
    uint32_t cpu = (uint32_t)dice(d, d->s->options.cpu_count);
    uint64_t which = dice(d, 10);
    if (which < 3)
        dpc(d, cpu, DRIVER_WIFI + 0x1200, 80 + (int64_t)dice(d, 500));
    else if (which < 4)
        dpc(d, cpu, DRIVER_AUDIO + 0x700, 100 + (int64_t)dice(d, 400));
    else if (which < 7)
        dpc(d, cpu, DRIVER_GPU + 0x90, 150 + (int64_t)dice(d, 900));
    else
        isr(d, cpu, DRIVER_GPU + 0x800, 20 + (int64_t)dice(d, 100));
}

/* A frame: the thread waits for its worker, is woken, and computes. */
static void usual_frame(struct deep *d)
{
    d->fresh = false;
    step(d, 3000);
    switched(d, GAME_CPU, DEEP_GAME_TID, SCANNER_TID, true);
    step(d, 9000);
    readied(d, 9412, WORKER_TID, DEEP_GAME_TID);
    step(d, 200);
    switched(d, GAME_CPU, SCANNER_TID, DEEP_GAME_TID, true);
}

static void storm(struct deep *d)
{
    while (sim_now_raw(d->s) < d->to) {
        step(d, 1100);
        dpc(d, GAME_CPU, DRIVER_WIFI + 0x1200, 500 + (int64_t)dice(d, 450));
    }
}

static void isr_storm(struct deep *d)
{
    while (sim_now_raw(d->s) < d->to) {
        step(d, 600);
        isr(d, GAME_CPU, DRIVER_WIFI + 0x300, 150 + (int64_t)dice(d, 150));
    }
}

static void taken_by_samples(struct deep *d)
{
    while (sim_now_raw(d->s) < d->to) {
        step(d, 10000);
        samples(d);
    }
}

static void incident(struct deep *d)
{
    int64_t left = d->to - sim_now_raw(d->s);
    switch (d->kind) {
    case DEEP_long_dpc:
        step(d, left);
        dpc(d, GAME_CPU, DRIVER_AUDIO + 0x4400, left);
        break;
    case DEEP_long_isr:
        step(d, left);
        isr(d, GAME_CPU, DRIVER_WIFI + 0x300, left);
        break;
    case DEEP_storm:
        storm(d);
        break;
    case DEEP_isr_storm:
        isr_storm(d);
        break;
    case DEEP_wait:
        switched(d, GAME_CPU, DEEP_GAME_TID, 0, true);
        step(d, left);
        readied(d, SCANNER_PID, SCANNER_TID, DEEP_GAME_TID);
        step(d, 300);
        switched(d, GAME_CPU, 0, DEEP_GAME_TID, true);
        break;
    case DEEP_taken:
        if (d->sampled) {
            taken_by_samples(d);
            break;
        }
        switched(d, GAME_CPU, DEEP_GAME_TID, SCANNER_TID, false);
        for (uint32_t cpu = 2; cpu < d->s->options.cpu_count; cpu++)
            switched(d, cpu, 0, SCANNER_TID + 4 * cpu, true);
        step(d, left);
        for (uint32_t cpu = 2; cpu < d->s->options.cpu_count; cpu++)
            switched(d, cpu, SCANNER_TID + 4 * cpu, 0, true);
        switched(d, GAME_CPU, SCANNER_TID, DEEP_GAME_TID, true);
        break;
    default:
        step(d, left);
    }
    d->kind = DEEP_ordinary;
}

void deep_advance(struct deep *d, double seconds)
{
    int64_t until = sim_now_raw(d->s) + (int64_t)(seconds * SIM_TICKS_PER_S);
    while (sim_now_raw(d->s) < until) {
        step(d, 8000 + (int64_t)dice(d, 4000));
        usual_dpcs(d);
        if (d->sampled)
            samples(d);
        if (d->kind != DEEP_ordinary)
            incident(d);
        else if (d->fresh)
            usual_frame(d);
    }
}

void deep_incident(struct deep *d, enum deep_kind kind, int64_t ms)
{
    d->kind = kind;
    d->from = sim_now_raw(d->s);
    d->to = d->from + ms * SIM_TICKS_PER_MS;
}

static void list_thread(struct deep *d, uint32_t pid, uint32_t tid)
{
    uint8_t b[80] = {0};
    etlw_u32(b, pid);
    etlw_u32(b + 4, tid);
    put(d, ETLW_SYSTEM64, &THREAD, 0x0504, 3, 0, pid, tid, b, sizeof b);
    sim_meant(d->s, sim_now_raw(d->s), 0, "thread", "pid=%u tid=%u", (unsigned)pid, (unsigned)tid);
}

static void list_driver(struct deep *d, uint64_t base, const char *path)
{
    uint8_t b[56 + 256] = {0};
    uint32_t len = 56;
    const char *at = path;
    etlw_u64(b, base);
    etlw_u64(b + 8, 0x100000);
    etlw_u64(b + 32, base);
    do {
        etlw_u16(b + len, (uint8_t)*at);
        len += 2;
    } while (*at++);
    put(d, ETLW_SYSTEM64, &IMAGE, 0x1404, 3, 0, 4, 8, b, len);
    sim_meant(d->s, sim_now_raw(d->s), 0, "image", "pid=0 base=%llu size=1048576 path=%s", (unsigned long long)base, path);
}

void deep_end(struct deep *d)
{
    list_thread(d, 9412, DEEP_GAME_TID);
    list_thread(d, 9412, WORKER_TID);
    for (uint32_t i = 0; i < 16; i++)
        list_thread(d, SCANNER_PID, SCANNER_TID + 4 * i);
    list_driver(d, DRIVER_WIFI, "\\SystemRoot\\System32\\drivers\\wifidrv.sys");
    list_driver(d, DRIVER_AUDIO, "\\SystemRoot\\System32\\drivers\\usbaudio.sys");
    list_driver(d, DRIVER_GPU, "\\SystemRoot\\System32\\drivers\\gpukm.sys");
    sim_listen(d->s, NULL, NULL);
}
