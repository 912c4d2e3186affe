#include "tests/scenarios/truth/gpu.h"

#include <string.h>

#define GAME_CONTEXT UINT64_C(0xFFFFD48B11A51000)
#define DESKTOP_CONTEXT UINT64_C(0xFFFFD48B11A52000)
#define FOREIGN_CONTEXT UINT64_C(0xFFFFD48B11A53000)
#define STEP 4000 /* ticks */
#define DESKTOP_TICKS 3000
#define DESKTOP_EVERY 166667

static void listen(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct gpu_work *g = ctx;
    (void)session;
    (void)cpu;
    if (r->kind == ETLW_EVENT64 && r->id == 42 && r->guid.data1 == 0xca11c036u && r->pid == g->s->processes[WHO_GAME].pid)
        g->fresh = true;
}

void gpu_begin(struct gpu_work *g, struct sim *s)
{
    memset(g, 0, sizeof *g);
    g->s = s;
    sim_listen(s, listen, g);
}

void gpu_end(struct gpu_work *g)
{
    sim_listen(g->s, NULL, NULL);
}

static void say(struct gpu_work *g, uint16_t id, enum sim_who who, uint64_t context)
{
    const struct sim_value values[] = {NUMBER("hContext", context), NUMBER("PacketType", 0),
                                       NUMBER("SubmitSequence", g->sequence), NUMBER("ulQueueSubmitSequence", g->sequence),
                                       NUMBER("uliSubmissionId", g->sequence), NUMBER("uliCompletionId", g->sequence),
                                       NUMBER("bPreempted", 0), NUMBER("bTimeouted", 0)};
    sim_say(g->s, P_DxgKrnl, id, who, sim_now_raw(g->s), values, sizeof values / sizeof values[0]);
}

static void run(struct gpu_work *g, uint64_t context, int64_t ticks)
{
    g->sequence++;
    g->context = context;
    g->ends = sim_now_raw(g->s) + ticks;
    say(g, 175, WHO_SYSTEM, context);
}

static void begin_next(struct gpu_work *g)
{
    int64_t now = sim_now_raw(g->s);
    if (g->next == GPU_foreign) {
        say(g, 178, WHO_OVERLAY, FOREIGN_CONTEXT);
        run(g, FOREIGN_CONTEXT, g->held);
        g->next = GPU_ordinary;
    } else if (g->waiting) {
        g->waiting--;
        run(g, GAME_CONTEXT, g->next == GPU_own ? g->held : g->s->load->frame_ticks / 2);
        g->next = GPU_ordinary;
    } else if (now >= g->desktop_due) {
        g->desktop_due = now + DESKTOP_EVERY;
        say(g, 178, WHO_DWM, DESKTOP_CONTEXT);
        run(g, DESKTOP_CONTEXT, DESKTOP_TICKS);
    }
}

void gpu_advance(struct gpu_work *g, double seconds)
{
    int64_t until = sim_now_raw(g->s) + (int64_t)(seconds * SIM_TICKS_PER_S);
    while (sim_now_raw(g->s) < until) {
        sim_advance_by(g->s, (double)STEP / SIM_TICKS_PER_S);
        if (g->fresh) {
            g->fresh = false;
            g->waiting++;
            say(g, 178, WHO_GAME, GAME_CONTEXT);
        }
        if (g->context && sim_now_raw(g->s) >= g->ends) {
            say(g, 176, WHO_SYSTEM, g->context);
            say(g, 180, WHO_SYSTEM, g->context);
            g->context = 0;
        }
        if (!g->context)
            begin_next(g);
    }
}

void gpu_hold(struct gpu_work *g, enum gpu_kind kind, int64_t ms)
{
    g->next = kind;
    g->held = ms * SIM_TICKS_PER_MS;
    g->waiting += kind == GPU_own && !g->waiting;
}
