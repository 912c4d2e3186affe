#include "config/providers.h"
#include "tests/scenarios/worlds/worlds.h"
#include "tests/sim/sim_block.h"

#include <stdio.h>
#include <string.h>

#define RING "World"
#define KEYS "World key events"
#define BUFFER_KB 64u
#define KEY_MB 16u
#define BASE 0x1u                            /* of DxgKrnl: each packet of the GPU */
#define TRAFFIC UINT64_C(0x4000000000000000) /* a channel of BTHPORT */
#define PATH "\\Device\\HarddiskVolume3\\"

int64_t stage_now(const struct stage *st)
{
    return st->s->done_until;
}

uint32_t stage_game(const struct stage *st)
{
    return st->s->processes[WHO_GAME].pid;
}

void stage_own(struct stage *st, int64_t at, enum own what, uint64_t b, uint64_t c)
{
    sim_task_add(st->s, at, TASK_OWN, what, b, c);
}

void stage_say(struct stage *st, enum sim_provider_id provider, uint16_t id, uint32_t pid, const struct sim_value *values,
               size_t count)
{
    int64_t now = stage_now(st);
    uint64_t slice = (uint64_t)(now / (80 * SIM_TICKS_PER_MS));
    struct sim_where w = {now, 0, pid, pid + 4};
    w.cpu = (pid / 4 + (uint32_t)(sim_random_of(st->s, 0x30C, slice ^ pid) % 4)) % st->w->cpus;
    /* The kernel's records have the presenting thread on CPU 1. */
    if (st->is_deep && pid == stage_game(st))
        w.cpu = 1;
    sim_emit(st->s, sim_providers_def(st->s, provider, id), &w, values, count);
}

static void own(void *ctx, const struct sim_task *t)
{
    struct stage *st = ctx;
    switch ((enum own)t->a) {
    case OWN_FRAME:
    case OWN_AGAIN:
    case OWN_PRESENTED:
    case OWN_FLIP:
    case OWN_BESIDE:
        frames_own(st, t);
        break;
    case OWN_GPU_DONE:
        gpu_done(st, t->b);
        break;
    default:
        life_own(st, t);
    }
}

static bool is_replaced(const struct stage *st, const struct sim_task *t)
{
    static const struct {
        enum sim_provider_id provider;
        uint16_t id;
    } replaced[] = {{P_Win32k, 2}, {P_Win32k, 25}, {P_Win32k, 26}, {P_Win32k, 38}, {P_Audio, 49}, {P_TCPIP, 1187},
                    {P_StorPort, 13}, {P_WHEA_Logger, 47}, {P_Kernel_Power, 63}, {P_Kernel_Power, 95}, {P_BTH_BTHUSB, 1}};
    if (t->kind == TASK_FRAME || t->kind == TASK_PROCESS_START || t->kind == TASK_CONNECT)
        return true;
    for (size_t i = 0; t->kind == TASK_PULSE && i < COUNT(replaced); i++)
        if (st->s->load->pulse_def[t->a] == sim_providers_def(st->s, replaced[i].provider, replaced[i].id))
            return true;
    return false;
}

/* The simulator's own game, programs and connections make room for those of the
 * worlds; disks, memory, the screen and the hum of providers stay. */
static void make_room(struct stage *st)
{
    static struct sim_task kept[4096];
    uint32_t count = 0;
    struct sim_task t;
    while (count < COUNT(kept) && sim_task_pop_until(st->s, INT64_MAX, &t))
        if (!is_replaced(st, &t))
            kept[count++] = t;
    for (uint32_t i = 0; i < count; i++)
        sim_task_add(st->s, kept[i].at, kept[i].kind, kept[i].a, kept[i].b, kept[i].c);
}

static void start_programs(struct stage *st)
{
    static const struct {
        enum program program;
        const char *image;
    } started[] = {
        {CHROME, PATH "Program Files\\Google\\Chrome\\Application\\chrome.exe"},
        {OBS, PATH "Program Files\\obs-studio\\bin\\64bit\\obs64.exe"},
        {WALLPAPER, PATH "Steam\\steamapps\\common\\wallpaper_engine\\wallpaper64.exe"},
        {DRIVE, PATH "Users\\Player\\AppData\\Local\\Microsoft\\OneDrive\\OneDrive.exe"},
        {INDEXER, PATH "Windows\\System32\\SearchIndexer.exe"},
    };
    for (size_t i = 0; i < COUNT(started); i++) {
        uint32_t slot = sim_process_start(st->s, st->s->done_until, started[i].image, 3600 * (int64_t)SIM_TICKS_PER_S, 0);
        st->pid[started[i].program] = st->s->processes[slot].pid;
    }
    st->pid[DISCORD] = 7216;
    st->pid[STEAM] = 5012;
    st->pid[DEFENDER] = 2960;
}

static uint64_t mask_of(const struct stage *st, const struct provider *p)
{
    enum world_extra extra = st->w->kind ? st->w->kind->extra : LIGHT;
    if (p->session == SESSION_BUFFER && extra == GPU && strcmp(text_str(&p->name), "Microsoft-Windows-DxgKrnl") == 0)
        return p->mask | BASE;
    if (p->session == SESSION_BUFFER && extra == RADIO && strcmp(text_str(&p->name), "Microsoft-Windows-BTH-BTHPORT") == 0)
        return p->mask | TRAFFIC;
    return p->mask;
}

static uint32_t listen_to(struct stage *st, const struct providers *all, uint64_t handle, enum session_kind session)
{
    uint32_t code = 0;
    for (size_t i = 0; i < all->count && !code; i++) {
        const struct provider *p = &all->items[i];
        uint16_t ids[PROVIDER_MAX_IDS];
        for (uint32_t k = 0; k < p->story_count; k++)
            ids[k] = p->stories[k].id;
        if (p->session == session && !p->skipped)
            code = sim_enable(st->s, handle, &p->guid, p->level, mask_of(st, p), ids,
                              session == SESSION_FILE ? p->story_count : 0);
    }
    return code;
}

static void capture(struct stage *st, const struct providers *all, const char *name, enum session_kind session)
{
    const struct sim_session *n = sim_session_by_name(st->s, name);
    for (size_t i = 0; n && i < all->count; i++)
        if (all->items[i].session == session && !all->items[i].skipped && all->items[i].capture_state)
            sim_capture(st->s, n->handle, &all->items[i].guid, 1000);
}

bool stage_open(struct stage *st, const struct world *w, const struct providers *all, unsigned ring_mb, const char *key_file)
{
    struct sim_options o = sim_options_default();
    uint64_t ring = 0, file = 0;
    memset(st, 0, sizeof *st);
    o.manual = true;
    o.seed = w->seed;
    o.os_build = w->build;
    o.cpu_count = w->cpus;
    o.habits = w->habits;
    st->w = w;
    st->dice.state = sim_random_mix(w->seed ^ 0x11FE);
    st->s = sim_open(&o);
    if (!st->s)
        return false;
    st->s->load->own = own;
    st->s->load->own_ctx = st;
    st->s->processes[WHO_GAME].image = w->game;
    make_room(st);
    uint32_t code = sim_start_ring(st->s, RING, ring_mb, BUFFER_KB, &ring);
    if (!code)
        code = sim_start_file(st->s, KEYS, key_file, KEY_MB, BUFFER_KB, &file);
    if (!code)
        code = listen_to(st, all, ring, SESSION_BUFFER);
    if (!code)
        code = listen_to(st, all, file, SESSION_FILE);
    if (code)
        return false;
    st->ring = sim_session_by_name(st->s, RING);
    capture(st, all, KEYS, SESSION_FILE);
    start_programs(st);
    st->is_deep = w->kind && (w->kind->extra == KERNEL || w->kind->extra == PROFILE);
    if (st->is_deep)
        deep_begin(&st->deep, st->s, RING, w->seed, w->kind->extra == PROFILE);
    life_begin(st);
    return true;
}

uint32_t stage_save(struct stage *st, const struct providers *all, const char *snap_file)
{
    struct sim_block b;
    life_rundown(st);
    capture(st, all, RING, SESSION_BUFFER);
    capture(st, all, KEYS, SESSION_FILE);
    stage_advance(st, 0.02);
    if (st->is_deep)
        deep_end(&st->deep);
    uint32_t code = sim_flush_to(st->s, RING, snap_file);
    sim_block_init(&b, NULL);
    return code ? code : sim_control(st->s, KEYS, SIM_CONTROL_STOP, &b);
}

void stage_close(struct stage *st)
{
    sim_close(st->s);
    st->s = NULL;
}

void stage_advance(struct stage *st, double seconds)
{
    if (st->is_deep)
        deep_advance(&st->deep, seconds);
    else
        sim_advance_by(st->s, seconds);
}

void stage_trouble(struct stage *st, uint64_t ms)
{
    st->trouble_from = stage_now(st);
    st->trouble_to = st->trouble_from + (int64_t)ms * SIM_TICKS_PER_MS;
}

void stage_gap(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    st->s->load->present_gap_until = st->trouble_to;
}

void stage_incident(struct stage *st, const char *name, const char *parameter, uint64_t value)
{
    char options[64];
    struct text why = TEXT_EMPTY;
    snprintf(options, sizeof options, "%s=%llu", parameter, (unsigned long long)value);
    if (!sim_incident_start(st->s, name, options, &why))
        fprintf(stderr, "worlds: the simulator has no incident %s\n", name);
    text_done(&why);
}
