/* Evenings on which nothing was wrong with the game. */
#include "tests/scenarios/worlds/worlds.h"

#define READ 10u
#define WRITE 11u
#define BY_PROGRAM 0x60000u

static double before(struct stage *st)
{
    return st->w->before_s;
}

void quiet_evening(struct stage *st)
{
    frames_begin(st, 0.1);
    stage_advance(st, before(st) + 4);
}

void quiet_loading(struct stage *st)
{
    frames_begin(st, 0.1);
    stage_advance(st, before(st));
    int64_t until = stage_now(st) + (int64_t)(dice_between(&st->dice, 1, 3) * SECOND);
    st->s->load->present_gap_until = until;
    while (stage_now(st) < until) {
        life_disk(st, READ, stage_game(st), 262144, 8000 + (int64_t)dice_below(&st->dice, 6000), BY_PROGRAM);
        stage_advance(st, 0.002);
    }
    stage_advance(st, 5);
}

void quiet_alt_tab(struct stage *st)
{
    uint32_t other = st->pid[dice_below(&st->dice, 2) ? CHROME : DISCORD];
    double away = dice_between(&st->dice, 0.5, 2);
    frames_begin(st, 0.1);
    stage_advance(st, before(st));
    life_focus(st, stage_game(st), other);
    st->s->load->present_gap_until = stage_now(st) + (int64_t)(away * SECOND);
    stage_advance(st, away - 0.03);
    life_focus(st, other, stage_game(st));
    stage_advance(st, 5);
}

void quiet_update(struct stage *st)
{
    frames_begin(st, 0.1);
    stage_advance(st, before(st));
    int64_t until = stage_now(st) + 3 * (int64_t)SIM_TICKS_PER_S;
    sim_process_start(st->s, stage_now(st), "\\Device\\HarddiskVolume3\\Program Files\\Updater\\update.exe",
                      4 * (int64_t)SIM_TICKS_PER_S, 0);
    while (stage_now(st) < until) {
        life_disk(st, WRITE, st->pid[STEAM], 131072, 9000 + (int64_t)dice_below(&st->dice, 7000), BY_PROGRAM);
        stage_advance(st, 0.002);
    }
    stage_advance(st, 3);
}

/* A menu with three times the frames of play; the change comes with no gap. */
void quiet_menu(struct stage *st)
{
    frames_begin(st, 0.1);
    int64_t play = st->game.usual;
    st->game.usual = play / 3;
    stage_advance(st, before(st) / 2);
    st->game.usual = play;
    stage_advance(st, before(st) / 2 + 4);
}

void quiet_beside(struct stage *st)
{
    frames_begin(st, 0.1);
    stage_advance(st, before(st));
    st->gap_beside_until = stage_now(st) + (int64_t)(dice_between(&st->dice, 0.15, 0.6) * SECOND);
    stage_advance(st, 5);
}

void quiet_on_change(struct stage *st)
{
    st->game.on_change = true;
    frames_begin(st, 0.1);
    stage_advance(st, before(st) + 4);
}

void quiet_new_game(struct stage *st)
{
    uint32_t explorer = st->s->processes[WHO_EXPLORER].pid;
    stage_advance(st, before(st) - 10);
    life_focus(st, explorer, stage_game(st));
    st->game.first_frames = 12;
    frames_begin(st, 1.2);
    stage_advance(st, dice_between(&st->dice, 10, 15));
}

void quiet_resets(struct stage *st)
{
    frames_begin(st, 0.1);
    for (double left = before(st) + 4; left > 0;) {
        double wait = dice_wait(&st->dice, 1.5);
        stage_advance(st, wait < left ? wait : left);
        left -= wait;
        life_connection_lost(st, st->pid[dice_below(&st->dice, 3) ? CHROME : DISCORD], 3000 + ++st->connections);
    }
}

void quiet_closed(struct stage *st)
{
    double closed = dice_between(&st->dice, 4, 8);
    frames_begin(st, 0.1);
    stage_advance(st, before(st));
    st->game.ends = stage_now(st);
    life_focus(st, stage_game(st), st->s->processes[WHO_EXPLORER].pid);
    sim_task_add(st->s, stage_now(st) + SIM_TICKS_PER_S / 2, TASK_PROCESS_END, WHO_GAME, 0, 0);
    stage_advance(st, closed);
    st->s->processes[WHO_GAME].alive = false;
}
