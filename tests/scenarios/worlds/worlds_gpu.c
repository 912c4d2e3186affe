#include "tests/scenarios/worlds/worlds.h"

/* One queue before one engine. A packet is announced (178) by who sends it, runs
 * (175 to 176) where Windows itself hands it to the card, and is done (180). */
static void say(struct stage *st, uint16_t id, uint32_t pid, const struct packet *p)
{
    const struct sim_value values[] = {NUMBER("hContext", p->context), NUMBER("PacketType", 0),
                                       NUMBER("SubmitSequence", p->sequence), NUMBER("ulQueueSubmitSequence", p->sequence),
                                       NUMBER("uliSubmissionId", p->sequence), NUMBER("uliCompletionId", p->sequence),
                                       NUMBER("bPreempted", 0), NUMBER("bTimeouted", 0)};
    stage_say(st, P_DxgKrnl, id, pid, values, COUNT(values));
}

static void turn_to_next(struct stage *st)
{
    struct gpu_queue *g = &st->gpu;
    if (g->busy || !g->count)
        return;
    const struct packet *p = &g->waiting[g->first];
    g->busy = true;
    if (!st->w->scheduler)
        say(st, 175, st->s->processes[WHO_SYSTEM].pid, p);
    stage_own(st, stage_now(st) + p->ticks, OWN_GPU_DONE, p->sequence, 0);
}

void gpu_submit(struct stage *st, uint32_t pid, uint64_t context, int64_t ticks)
{
    struct gpu_queue *g = &st->gpu;
    if (g->count == GPU_QUEUE)
        return;
    struct packet *p = &g->waiting[(g->first + g->count++) % GPU_QUEUE];
    p->context = context;
    p->sequence = ++g->sequence;
    p->pid = pid;
    p->ticks = ticks;
    g->game_sent += context == GAME_CONTEXT;
    say(st, 178, pid, p);
    turn_to_next(st);
}

void gpu_done(struct stage *st, uint64_t sequence)
{
    struct gpu_queue *g = &st->gpu;
    const struct packet *p = &g->waiting[g->first];
    uint32_t system = st->s->processes[WHO_SYSTEM].pid;
    if (!g->busy || p->sequence != sequence)
        return;
    if (!st->w->scheduler)
        say(st, 176, system, p);
    say(st, 180, system, p);
    g->game_done += p->context == GAME_CONTEXT;
    g->first = (g->first + 1) % GPU_QUEUE;
    g->count--;
    g->busy = false;
    turn_to_next(st);
}
