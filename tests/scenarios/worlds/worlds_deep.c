/* Incidents that only a richer trace shows: scheduling, drivers' interrupts, a
 * sampled profile, packets of the graphics card. */
#include "tests/scenarios/worlds/worlds.h"

#define MOST_PACKETS 48 /* of a flood; the queue has room for more */
#define FOREIGN_CONTEXT UINT64_C(0xFFFFD48B11A53000)

/* ---- the graphics card ---- */

/* A neighbour fills the queue: in one packet, or in many short ones. */
void play_gpu_foreign(struct stage *st, uint64_t ms)
{
    static const struct {
        enum program program;
        const char *name;
    } who[] = {{OBS, "obs64"}, {CHROME, "chrome"}, {WALLPAPER, "wallpaper64"}};
    uint64_t which = dice_below(&st->dice, COUNT(who));
    int64_t left = (int64_t)ms * SIM_TICKS_PER_MS;
    bool many = dice_below(&st->dice, 2);
    st->named = who[which].name;
    stage_trouble(st, ms);
    int64_t least = left / MOST_PACKETS;
    while (left > 0) {
        int64_t ticks = many ? least + (int64_t)dice_between(&st->dice, 40000, 90000) : left;
        if (ticks > left)
            ticks = left;
        gpu_submit(st, st->pid[who[which].program], FOREIGN_CONTEXT, ticks);
        left -= ticks;
    }
}

void play_gpu_own(struct stage *st, uint64_t ms)
{
    stage_trouble(st, ms);
    st->gpu.next_own = (int64_t)ms * SIM_TICKS_PER_MS;
}

/* The game sends nothing, and nobody else much. */
void play_gpu_starved(struct stage *st, uint64_t ms)
{
    stage_gap(st, ms);
}

/* ---- processors ---- */

static void held(struct stage *st, enum deep_kind kind, uint64_t ms)
{
    deep_incident(&st->deep, kind, (int64_t)ms);
    stage_gap(st, ms + 1);
}

void play_long_dpc(struct stage *st, uint64_t ms)
{
    st->named = "usbaudio";
    held(st, DEEP_long_dpc, ms);
}

void play_long_isr(struct stage *st, uint64_t ms)
{
    st->named = "wifidrv";
    held(st, DEEP_long_isr, ms);
}

void play_dpc_storm(struct stage *st, uint64_t ms)
{
    st->named = "wifidrv";
    held(st, DEEP_storm, ms);
}

void play_isr_storm(struct stage *st, uint64_t ms)
{
    st->named = "wifidrv";
    held(st, DEEP_isr_storm, ms);
}

void play_thread_wait(struct stage *st, uint64_t ms)
{
    held(st, DEEP_wait, ms);
}

void play_process_burst(struct stage *st, uint64_t ms)
{
    st->named = "MsMpEng";
    held(st, DEEP_taken, ms);
}

void play_game_busy(struct stage *st, uint64_t ms)
{
    held(st, DEEP_busy, ms);
}
