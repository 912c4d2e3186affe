#include "tests/scenarios/worlds/worlds.h"

#include <math.h>

#define GAME_CHAIN UINT64_C(0x000001D2A4C0E5F0)
#define CHAIN_OF(pid) (UINT64_C(0x0000021000000000) + (uint64_t)(pid) * 0x1000)
#define CONTEXT_OF(pid) (UINT64_C(0xFFFFD48B20000000) + (uint64_t)(pid) * 0x1000)
#define WINDOW UINT64_C(0x0000000000050A1C)
#define SCREEN_TICKS 166667

/* A frame is long where it is told in the truth: felt by nobody below. */
#define LONG_OVER 70000
#define LONG_TIMES 1.6

static const enum program beside[] = {WALLPAPER, CHROME, OBS};

static void present(struct stage *st, uint32_t pid, uint64_t chain)
{
    const struct sim_value values[] = {NUMBER("pIDXGISwapChain", chain), NUMBER("Flags", 0), NUMBER("SyncInterval", 1),
                                       NUMBER("DirtyRects", 0), NUMBER("ScrollRects", 0)};
    stage_say(st, P_DXGI, 42, pid, values, COUNT(values));
    if (pid == stage_game(st) && st->game.present_count < PRESENTS)
        st->game.presents[st->game.present_count++] = stage_now(st);
    stage_own(st, stage_now(st) + 1850, OWN_PRESENTED, pid, 0);
}

/* What follows a present: it returns, and the picture reaches the screen. */
static void presented(struct stage *st, uint32_t pid)
{
    const struct sim_value kernel[] = {NUMBER("hWindow", WINDOW + pid), NUMBER("FlipInterval", 1), NUMBER("Flags", 0),
                                       NUMBER("ReturnStatus", 0), NUMBER("VidPnSourceId", 0), NUMBER("hContext", pid)};
    const struct sim_value result[] = {NUMBER("Result", 0)};
    stage_say(st, P_DxgKrnl, 184, pid, kernel, COUNT(kernel));
    stage_say(st, P_DXGI, 43, pid, result, 1);
    if (pid == stage_game(st))
        stage_own(st, stage_now(st) + 22000, OWN_FLIP, st->game.count, 0);
}

static void flip(struct stage *st, uint64_t n)
{
    static const uint16_t ids[] = {168, 252, 259, 172, 246, 246};
    const struct sim_value values[] = {NUMBER("VidPnSourceId", 0), NUMBER("VidPnTargetId", 4352), NUMBER("FlipSubmitSequence", n),
                                       NUMBER("SubmitSequence", n), NUMBER("FlipFenceId", n << 32), NUMBER("LayerIndex", 0),
                                       NUMBER("PlaneCount", 1), NUMBER("FlipEntryCount", 1)};
    for (size_t i = 0; i < COUNT(ids); i++)
        stage_say(st, P_DxgKrnl, ids[i], st->s->processes[WHO_SYSTEM].pid, values, COUNT(values));
}

static void note_length(struct stage *st, int64_t now)
{
    struct game_frames *g = &st->game;
    int64_t length = now - g->last;
    if (g->last && length > g->usual + LONG_OVER && (double)length > LONG_TIMES * (double)g->usual &&
        g->long_count < LONG_FRAMES)
        g->longs[g->long_count++] = (struct long_frame){g->last, now};
    g->last = now;
}

/* Frame times wander by some percent, and one of 300 is up to 4 ms longer. */
static int64_t next_length(struct stage *st)
{
    struct game_frames *g = &st->game;
    double usual = (double)g->usual;
    g->wander = 0.9 * g->wander + 0.02 * (dice_unit(&st->dice) - 0.5);
    double ticks = usual * (1 + g->wander + 0.05 * (dice_unit(&st->dice) - 0.5));
    if (dice_below(&st->dice, 300) == 0)
        ticks += dice_between(&st->dice, 0, usual < 80000 ? usual / 2 : 40000);
    if (g->first_frames) {
        g->first_frames--;
        ticks += dice_between(&st->dice, 0, 1) < 0.3 ? dice_between(&st->dice, 500000, 4000000) : 0;
    }
    if (stage_now(st) < g->slow_until && g->step_ticks)
        ticks = ceil(ticks / (double)g->step_ticks) * (double)g->step_ticks;
    else if (stage_now(st) < g->slow_until)
        ticks *= g->stretch;
    if (g->on_change && dice_below(&st->dice, 40) == 0)
        ticks += dice_between(&st->dice, 0.7, 6) * SECOND;
    return (int64_t)ticks;
}

/* Generated frames come right behind the game's own, or half way to the next. */
static double generated_share(const struct world *w)
{
    return w->number % 2 ? 0.12 : 0.5;
}

static void game_frame(struct stage *st, const struct sim_task *t)
{
    struct game_frames *g = &st->game;
    struct sim_load *l = st->s->load;
    if (g->ends && t->at >= g->ends)
        return;
    if (l->present_gap_until > t->at) {
        stage_own(st, l->present_gap_until, OWN_FRAME, 0, 0);
        return;
    }
    if (l->disk_stall_until > t->at) {
        stage_own(st, l->disk_stall_until + 2 * SIM_TICKS_PER_MS, OWN_FRAME, 0, 0);
        return;
    }
    if (world_has_packets(st->w) && st->gpu.game_sent >= st->gpu.game_done + IN_FLIGHT) {
        stage_own(st, t->at + 2000, OWN_FRAME, 0, 0);
        return;
    }
    g->count++;
    note_length(st, t->at);
    present(st, stage_game(st), GAME_CHAIN);
    if (world_has_packets(st->w)) {
        int64_t usual = (int64_t)(dice_between(&st->dice, 0.4, 0.6) * (double)g->usual);
        gpu_submit(st, stage_game(st), GAME_CONTEXT, st->gpu.next_own ? st->gpu.next_own : usual);
        st->gpu.next_own = 0;
    }
    if (st->w->generated)
        stage_own(st, t->at + (int64_t)(generated_share(st->w) * (double)g->usual), OWN_AGAIN, 0, 0);
    stage_own(st, t->at + next_length(st), OWN_FRAME, 0, 0);
}

static int64_t beside_length(struct stage *st, enum program who)
{
    bool film = who == CHROME && st->w->number % 3 != 0;
    if (who != CHROME || film)
        return SCREEN_TICKS + (int64_t)dice_below(&st->dice, 12000) - 6000;
    /* A page that is scrolled now and then: frames in bursts, and nothing between. */
    return dice_below(&st->dice, 60) ? SCREEN_TICKS : (int64_t)(dice_between(&st->dice, 0.4, 5) * SECOND);
}

static void beside_frame(struct stage *st, const struct sim_task *t)
{
    enum program who = beside[t->b];
    uint32_t pid = st->pid[who];
    if (st->gap_beside_until > t->at && st->w->gap_beside >> t->b & 1) {
        stage_own(st, st->gap_beside_until, OWN_BESIDE, t->b, 0);
        return;
    }
    present(st, pid, CHAIN_OF(pid));
    if (world_has_packets(st->w))
        gpu_submit(st, pid, CONTEXT_OF(pid), 3000 + (int64_t)dice_below(&st->dice, 6000));
    stage_own(st, t->at + beside_length(st, who), OWN_BESIDE, t->b, 0);
}

void frames_begin(struct stage *st, double after_s)
{
    int64_t first = stage_now(st) + (int64_t)(after_s * SECOND);
    st->game.usual = SIM_TICKS_PER_S / st->w->rate;
    st->s->load->frame_ticks = st->game.usual;
    stage_own(st, first, OWN_FRAME, 0, 0);
    for (unsigned i = 0; i < COUNT(beside); i++)
        if (st->w->beside >> i & 1)
            stage_own(st, stage_now(st) + (int64_t)dice_below(&st->dice, 5 * SIM_TICKS_PER_S), OWN_BESIDE, i, 0);
}

void frames_own(struct stage *st, const struct sim_task *t)
{
    switch ((enum own)t->a) {
    case OWN_FRAME:
        game_frame(st, t);
        break;
    case OWN_AGAIN:
        present(st, stage_game(st), GAME_CHAIN);
        break;
    case OWN_PRESENTED:
        presented(st, (uint32_t)t->b);
        break;
    case OWN_FLIP:
        flip(st, t->b);
        break;
    default:
        beside_frame(st, t);
    }
}
