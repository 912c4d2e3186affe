#include "tests/sim/sim_load.h"

#define FRAME_TICKS 166667 /* 60 Hz */
#define GAME_CHAIN UINT64_C(0x000001D2A4C0E5F0)
#define DWM_CHAIN UINT64_C(0x0000021F77A01340)
#define OVERLAY_CHAIN UINT64_C(0x0000000006F1C2A0)
#define ADAPTER UINT64_C(0xFFFFA70C5E8D2000)
#define CONTEXT UINT64_C(0xFFFFD48B11A43B20)
#define GAME_WINDOW UINT64_C(0x0000000000050A1C)

struct step {
    uint32_t after_us; /* from the frame's start */
    enum sim_provider_id provider;
    uint16_t id;
    enum sim_who who;
};

/* A frame from Present to the moment the GPU is done with it. Those of
 * keyword Base alone are the flood that "Full GPU" masks let in. */
static const struct step GAME[] = {
    {0, P_DXGI, 42, WHO_GAME},        {38, P_DxgKrnl, 184, WHO_GAME},   {55, P_DxgKrnl, 41, WHO_GAME},
    {61, P_DxgKrnl, 178, WHO_GAME},   {66, P_DxgKrnl, 67, WHO_GAME},    {70, P_DxgKrnl, 72, WHO_GAME},
    {74, P_DxgKrnl, 72, WHO_GAME},    {90, P_DxgKrnl, 171, WHO_GAME},   {96, P_DxgKrnl, 215, WHO_GAME},
    {140, P_DxgKrnl, 230, WHO_GAME},  {185, P_DXGI, 43, WHO_GAME},      {390, P_DxgKrnl, 175, WHO_SYSTEM},
    {600, P_DxgKrnl, 231, WHO_GAME},  {900, P_DxgKrnl, 178, WHO_GAME},  {950, P_DxgKrnl, 175, WHO_SYSTEM},
    {1700, P_DxgKrnl, 177, WHO_SYSTEM}, {1702, P_DxgKrnl, 176, WHO_SYSTEM}, {1710, P_DxgKrnl, 180, WHO_SYSTEM},
    {2300, P_DxgKrnl, 177, WHO_SYSTEM}, {2302, P_DxgKrnl, 176, WHO_SYSTEM}, {2311, P_DxgKrnl, 180, WHO_SYSTEM},
    {2400, P_DxgKrnl, 168, WHO_SYSTEM}, {2412, P_DxgKrnl, 252, WHO_SYSTEM}, {2425, P_DxgKrnl, 116, WHO_SYSTEM},
    {2432, P_DxgKrnl, 259, WHO_SYSTEM}, {2450, P_DxgKrnl, 172, WHO_SYSTEM}, {2455, P_DxgKrnl, 173, WHO_SYSTEM},
    {2600, P_DxgKrnl, 246, WHO_SYSTEM}, {2610, P_DxgKrnl, 246, WHO_SYSTEM}, {2700, P_DxgKrnl, 246, WHO_SYSTEM},
    {2900, P_DxgKrnl, 246, WHO_SYSTEM}, {3100, P_DxgKrnl, 246, WHO_SYSTEM}, {3300, P_DxgKrnl, 246, WHO_SYSTEM},
};

static const struct step VSYNC[] = {
    {0, P_DxgKrnl, 181, WHO_SYSTEM}, {8, P_DxgKrnl, 17, WHO_SYSTEM}, {14, P_DxgKrnl, 273, WHO_SYSTEM},
    {20, P_DxgKrnl, 247, WHO_SYSTEM}, {31, P_DxgKrnl, 248, WHO_SYSTEM},
};

static const struct step COMPOSE[] = {
    {200, P_Dwm_Core, 7, WHO_DWM},  {204, P_Dwm_Core, 2, WHO_DWM},   {210, P_Dwm_Core, 10, WHO_DWM},
    {215, P_Dwm_Core, 63, WHO_DWM}, {219, P_Dwm_Core, 64, WHO_DWM},  {224, P_Dwm_Core, 65, WHO_DWM},
    {230, P_Dwm_Core, 13, WHO_DWM}, {700, P_Dwm_Core, 14, WHO_DWM},  {704, P_Dwm_Core, 169, WHO_DWM},
    {710, P_Dwm_Core, 15, WHO_DWM}, {715, P_DXGI, 55, WHO_DWM},      {730, P_DxgKrnl, 184, WHO_DWM},
    {738, P_DxgKrnl, 171, WHO_DWM}, {790, P_DXGI, 56, WHO_DWM},      {795, P_Dwm_Core, 16, WHO_DWM},
    {800, P_Dwm_Core, 11, WHO_DWM}, {806, P_Dwm_Core, 12, WHO_DWM},  {812, P_Dwm_Core, 8, WHO_DWM},
    {900, P_Dwm_Core, 9, WHO_DWM},  {905, P_Dwm_Core, 6, WHO_DWM},
};

static const struct step OVERLAY[] = {
    {500, P_D3D9, 1, WHO_OVERLAY},
    {640, P_D3D9, 2, WHO_OVERLAY},
};

static const struct {
    const struct step *steps;
    size_t count;
} LISTS[] = {
    {GAME, sizeof GAME / sizeof GAME[0]},
    {VSYNC, sizeof VSYNC / sizeof VSYNC[0]},
    {COMPOSE, sizeof COMPOSE / sizeof COMPOSE[0]},
    {OVERLAY, sizeof OVERLAY / sizeof OVERLAY[0]},
};
enum { LIST_GAME, LIST_VSYNC, LIST_COMPOSE, LIST_OVERLAY };

void sim_frames_init(struct sim *s)
{
    s->load->frame_ticks = FRAME_TICKS;
    sim_task_add(s, s->done_until + 3 * SIM_TICKS_PER_MS, TASK_FRAME, 0, 0, 0);
    sim_task_add(s, s->done_until + SIM_TICKS_PER_MS, TASK_VSYNC, 0, 0, 0);
}

static void begin_list(struct sim *s, uint32_t list, uint64_t frame, int64_t at)
{
    sim_task_add(s, at + (int64_t)LISTS[list].steps[0].after_us * 10, TASK_STEP, list, 0, frame);
}

static void run_step(struct sim *s, const struct sim_task *t)
{
    const struct step *step = &LISTS[t->a].steps[t->b];
    uint64_t n = t->c;
    uint64_t chain = step->who == WHO_GAME ? GAME_CHAIN : step->who == WHO_DWM ? DWM_CHAIN : OVERLAY_CHAIN;
    const struct sim_value values[] = {
        NUMBER("pIDXGISwapChain", chain), NUMBER("pSwapchain", chain),   NUMBER("SyncInterval", 1),
        NUMBER("Flags", 0),               NUMBER("pDxgAdapter", ADAPTER), NUMBER("hAdapter", ADAPTER),
        NUMBER("VidPnSourceId", 0),       NUMBER("VidPnTargetId", 4352),  NUMBER("FlipSubmitSequence", n),
        NUMBER("SubmitSequence", n),      NUMBER("ulQueueSubmitSequence", n), NUMBER("FrameNumber", n),
        NUMBER("FlipFenceId", n << 32),   NUMBER("hContext", CONTEXT),    NUMBER("hWindow", GAME_WINDOW),
        NUMBER("Token", CONTEXT + 64 * (n % 8)), NUMBER("TokenData", n),  NUMBER("Model", 3),
        NUMBER("TokenSize", 128),         NUMBER("FlipInterval", 1),      NUMBER("bPresent", 1),
        NUMBER("MMIOFlip", 1),            NUMBER("LayerIndex", 0),        NUMBER("PlaneCount", 1),
        NUMBER("FlipEntryCount", 1),      NUMBER("ScannedPhysicalAddress", 0x7F000000 + 0x800000 * (n % 3)),
        NUMBER("FlipToPhysicalAddress", 0x7F000000 + 0x800000 * (n % 3)), NUMBER("Enabled", 1),
        NUMBER("FrameQPCTime", t->at),    NUMBER("m_qpcCurrent", t->at),  NUMBER("m_cFramesRendered", n),
    };
    sim_say(s, step->provider, step->id, step->who, t->at, values, sizeof values / sizeof values[0]);
    if (t->b + 1 < LISTS[t->a].count) {
        int64_t next = (int64_t)(LISTS[t->a].steps[t->b + 1].after_us - step->after_us) * 10;
        sim_task_add(s, t->at + next + (int64_t)(sim_random_of(s, 0x57E9, n ^ t->b << 48) % 9), TASK_STEP, t->a,
                     t->b + 1, n);
    }
}

/* The game waits for what it reads, and for the gap that an incident makes. */
static void run_frame(struct sim *s, const struct sim_task *t)
{
    struct sim_load *l = s->load;
    if (l->present_gap_until > t->at) {
        sim_task_add(s, l->present_gap_until, TASK_FRAME, 0, 0, 0);
        return;
    }
    uint64_t n = ++l->frames;
    begin_list(s, LIST_GAME, n, t->at);
    int64_t next = t->at + l->frame_ticks + (int64_t)(sim_random_of(s, 0xF7A3E, n) % 9000) - 4500;
    if (l->disk_stall_until > next)
        next = l->disk_stall_until + 2 * SIM_TICKS_PER_MS;
    if (l->throttled_until > t->at)
        next += l->frame_ticks * 3 / 4;
    sim_task_add(s, next, TASK_FRAME, 0, 0, 0);
}

static void run_vsync(struct sim *s, const struct sim_task *t)
{
    uint64_t n = ++s->load->vsyncs;
    begin_list(s, LIST_VSYNC, n, t->at);
    begin_list(s, LIST_COMPOSE, n, t->at);
    if (n % 2 == 1)
        begin_list(s, LIST_OVERLAY, n, t->at);
    sim_task_add(s, t->at + FRAME_TICKS, TASK_VSYNC, 0, 0, 0);
}

void sim_frame_run(struct sim *s, const struct sim_task *t)
{
    if (t->kind == TASK_FRAME)
        run_frame(s, t);
    else if (t->kind == TASK_VSYNC)
        run_vsync(s, t);
    else
        run_step(s, t);
}
