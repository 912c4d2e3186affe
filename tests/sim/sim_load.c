#include "tests/sim/sim_load.h"

#include <stdlib.h>

bool sim_load_init(struct sim *s)
{
    s->load = calloc(1, sizeof *s->load);
    if (!s->load || !sim_machine_init(s))
        return false;
    sim_frames_init(s);
    sim_pulses_init(s);
    return true;
}

void sim_load_done(struct sim *s)
{
    free(s->load);
}

/* Fixed processes stand first in the table, in the order of enum sim_who. */
struct sim_where sim_who(const struct sim *s, enum sim_who who, int64_t at, uint64_t spread)
{
    struct sim_where w;
    uint32_t home = (uint32_t)who * 3 + 1;
    w.at = at;
    w.pid = s->processes[who].pid;
    w.tid = w.pid + 4 + 4 * (uint32_t)(spread % 6);
    /* A thread stays on its CPU for a while, then moves. */
    uint64_t slice = (uint64_t)(at / (80 * SIM_TICKS_PER_MS));
    uint64_t moved = sim_random_of(s, 0xC9D, slice ^ home ^ spread % 6 << 40) % 5;
    w.cpu = (home + (uint32_t)moved) % s->options.cpu_count;
    return w;
}

void sim_say(struct sim *s, enum sim_provider_id provider, uint16_t id, enum sim_who who, int64_t at,
             const struct sim_value *values, size_t count)
{
    struct sim_where w = sim_who(s, who, at, id);
    sim_emit(s, sim_providers_def(s, provider, id), &w, values, count);
}

void sim_load_run(struct sim *s, const struct sim_task *t)
{
    switch (t->kind) {
    case TASK_PULSE:
        sim_pulse_run(s, t);
        break;
    case TASK_FRAME:
    case TASK_STEP:
    case TASK_VSYNC:
        sim_frame_run(s, t);
        break;
    case TASK_RUNDOWN:
        sim_rundown_run(s, (uint32_t)t->a, t->at);
        break;
    case TASK_INCIDENT:
        sim_incident_run(s, t);
        break;
    case TASK_ONCE: {
        struct sim_where w = sim_who(s, WHO_SYSTEM, t->at, t->a);
        sim_emit(s, &s->defs[t->a], &w, NULL, 0);
        break;
    }
    case TASK_OWN:
        if (s->load->own)
            s->load->own(s->load->own_ctx, t);
        break;
    default:
        sim_machine_run(s, t);
    }
}

void sim_load_rundown(struct sim *s, uint32_t provider, int64_t at)
{
    if (at > s->done_until)
        sim_task_add(s, at, TASK_RUNDOWN, provider, 0, 0);
    else
        sim_rundown_run(s, provider, at);
}
