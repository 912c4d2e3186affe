#include <stdlib.h>

#include "tests/sim/sim_internal.h"

struct sim_load {
    uint64_t frame;
};

bool sim_load_init(struct sim *s)
{
    s->load = calloc(1, sizeof *s->load);
    if (!s->load)
        return false;
    sim_task_add(s, s->done_until + SIM_TICKS_PER_MS, 0, 0, 0, 0);
    return true;
}

void sim_load_done(struct sim *s)
{
    free(s->load);
}

void sim_load_run(struct sim *s, const struct sim_task *t)
{
    struct sim_where w = {t->at, (uint32_t)t->a, 4242, 4300};
    struct sim_value v[] = {{"SyncInterval", 1, NULL, NULL, 0}};
    sim_emit(s, sim_providers_def(s, P_DXGI, 42), &w, v, 1);
    sim_emit(s, sim_providers_def(s, P_Kernel_Disk, 10), &w, NULL, 0);
    sim_task_add(s, t->at + SIM_TICKS_PER_MS, 0, t->a + 1, 0, 0);
}

void sim_load_rundown(struct sim *s, uint32_t provider, int64_t at)
{
    (void)s;
    (void)provider;
    (void)at;
}

bool sim_incident_start(struct sim *s, const char *name, const char *options, struct text *why)
{
    (void)s;
    (void)name;
    (void)options;
    (void)why;
    return false;
}
