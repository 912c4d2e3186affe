#include "tests/scenarios/quiet/played.h"

#include "os/os.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"

struct game {
    struct sim *s;
    const struct plan *plan;
    struct played *played;
    const char *other;
};

static void go_to(struct game *g, int64_t at)
{
    int64_t ticks = g->played->start + at - sim_now_raw(g->s);
    if (ticks > 0)
        sim_advance_by(g->s, (double)ticks / SIM_TICKS_PER_S);
}

static int64_t incident(struct game *g, const char *kind, uint32_t ms)
{
    struct text line = TEXT_EMPTY;
    text_addf(&line, "%s ms=%u", kind, (unsigned)ms);
    int64_t at = sim_quiet_stutter(g->s, text_str(&line));
    text_done(&line);
    return at;
}

static bool flush(struct game *g)
{
    (void)os_remove(g->other);
    g->played->flush_before = sim_now_utc(g->s);
    return sim_flush_to(g->s, SIM_QUIET_RING, g->other) == 0;
}

/* The next thing to come behind `*at`; false where none is left. */
static bool step(struct game *g, int64_t *at)
{
    const struct plan *p = g->plan;
    int64_t next = p->end;
    if (p->hole_ms && p->hole > *at && p->hole < next)
        next = p->hole;
    if (p->stutter_ms && p->stutter > *at && p->stutter < next)
        next = p->stutter;
    for (uint32_t i = 0; i < p->flush_count; i++)
        if (p->flushes[i] > *at && p->flushes[i] < next)
            next = p->flushes[i];
    go_to(g, next);
    *at = next;
    if (next == p->end)
        return false;
    bool fine = true;
    if (p->hole_ms && next == p->hole)
        fine = incident(g, "no_buffers", p->hole_ms) >= 0;
    if (p->stutter_ms && next == p->stutter)
        g->played->stutter = incident(g, p->stutter_kind, p->stutter_ms);
    for (uint32_t i = 0; i < p->flush_count && fine; i++)
        if (next == p->flushes[i])
            fine = flush(g);
    return fine;
}

static bool save(struct game *g, const char *snapshot)
{
    (void)os_remove(snapshot);
    const struct sim_truth *t = sim_quiet_save(g->s, snapshot);
    const struct sim_truth *key = sim_truth_last(g->s, SIM_QUIET_FILE);
    if (!t || !key)
        return false;
    g->played->complete_from = t->complete_from;
    g->played->until = t->until;
    g->played->wrapped = t->wrapped;
    g->played->key_from = key->complete_from;
    return true;
}

bool played_make(const struct plan *plan, const char *snapshot, const char *other, struct played *played)
{
    struct game g = {NULL, plan, played, other};
    int64_t at = 0;
    (void)os_remove(plan->quiet.key_file);
    g.s = sim_quiet_open(&plan->quiet);
    if (!g.s)
        return false;
    *played = (struct played){.start = sim_now_raw(g.s), .stutter = -1};
    while (step(&g, &at))
        continue;
    bool fine = at == plan->end && save(&g, snapshot);
    sim_close(g.s);
    return fine;
}
