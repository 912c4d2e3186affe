#include "tests/scenarios/quiet/plan.h"

#include "tests/sim/sim_internal.h"

#define MS SIM_TICKS_PER_MS
#define SECOND SIM_TICKS_PER_S
#define TICKS_PER_MB (5 * SECOND / 2) /* that a ring covers */
#define TO_SEE (8 * SECOND) /* is left of a ring that a FLUSH emptied */
#define BEHIND (7 * SECOND / 10) /* some frames have to follow */
#define NEAR (SECOND / 4)

static uint64_t choose(const struct plan *p, uint64_t what, uint64_t below)
{
    return sim_random_mix(sim_random_mix(p->quiet.seed) + 1000 + what) % below;
}

static int64_t between(const struct plan *p, uint64_t what, int64_t from, int64_t to)
{
    return to > from ? from + (int64_t)choose(p, what, (uint64_t)(to - from)) : from;
}

void plan_make(struct plan *p, uint64_t seed, const char *key_file)
{
    static const uint32_t ring_mb[] = {4, 8, 12}, buffer_kb[] = {8, 16, 32}, cpus[] = {2, 4, 8, 16};
    *p = (struct plan){.quiet = {.seed = seed, .key_file = key_file, .key_mb = 1}};
    p->quiet.ring_mb = ring_mb[choose(p, 0, 3)];
    p->quiet.buffer_kb = buffer_kb[choose(p, 1, 3)];
    p->quiet.cpus = cpus[choose(p, 2, 4)];
    int64_t span = p->quiet.ring_mb * TICKS_PER_MB;
    p->end = between(p, 3, span * 3 / 2, span * 3);
    p->flush_count = (uint32_t)choose(p, 4, PLAN_MOST_FLUSHES + 1);
    int64_t from = SECOND;
    for (uint32_t i = 0; i < p->flush_count; i++)
        from = p->flushes[i] = between(p, 5 + i, from, p->end - TO_SEE);
    if (choose(p, 10, 3) == 0) {
        p->hole_ms = (uint32_t)between(p, 11, 50, 2500);
        p->hole = between(p, 12, p->end - span, p->end - SECOND - p->hole_ms * MS);
    }
}

static bool is_clear(const struct plan *p, int64_t stutter, int64_t apart)
{
    return !p->hole_ms || stutter > p->hole + p->hole_ms * MS + apart ||
           stutter + p->stutter_ms * MS + apart < p->hole;
}

bool plan_stutter(struct plan *p, int64_t from, int64_t to, int64_t apart)
{
    static const char *const kinds[] = {"present_gap", "disk_stall", "silence"};
    static const uint32_t shortest_ms[] = {120, 250, 500};
    uint64_t kind = choose(p, 20, 3);
    p->stutter_kind = kinds[kind];
    p->stutter_ms = shortest_ms[kind] + (uint32_t)choose(p, 21, 300);
    int64_t last = to - p->stutter_ms * MS - BEHIND;
    if (last <= from)
        return false;
    if (choose(p, 22, 3) == 0 && last > from + NEAR)
        last = from + NEAR;
    for (uint64_t i = 0; i < 50; i++) {
        p->stutter = between(p, 30 + i, from, last);
        if (is_clear(p, p->stutter, apart))
            return true;
    }
    p->hole_ms = 0;
    return true;
}

void plan_add_words(const struct plan *p, struct text *words)
{
    static const char *const times[] = {"none", "once", "twice"};
    struct sim_habits habits;
    sim_habits_choose(&habits, p->quiet.seed);
    if (p->quiet.habits)
        sim_habits_read(&habits, p->quiet.habits);
    sim_habits_add(&habits, words);
    text_addf(words, " ring=%uMB buffer=%uKB cpus=%u flushed=%s hole=%s", (unsigned)p->quiet.ring_mb,
              (unsigned)p->quiet.buffer_kb, (unsigned)p->quiet.cpus, times[p->flush_count],
              p->hole_ms ? "one" : "none");
}
