#include "tests/sim/sim_quiet.h"

#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"

static uint32_t or_else(uint32_t given, uint32_t otherwise)
{
    return given ? given : otherwise;
}

static uint32_t start(struct sim *s, const struct sim_quiet *q)
{
    uint64_t ring = 0, file = 0;
    uint32_t buffer_kb = or_else(q->buffer_kb, 16);
    uint32_t code = sim_start_ring(s, SIM_QUIET_RING, or_else(q->ring_mb, 8), buffer_kb, &ring);
    if (!code)
        code = sim_enable_usual(s, ring, false);
    if (code || !q->key_file)
        return code;
    code = sim_start_file(s, SIM_QUIET_FILE, q->key_file, or_else(q->key_mb, 4), buffer_kb, &file);
    return code ? code : sim_enable_usual(s, file, true);
}

struct sim *sim_quiet_open(const struct sim_quiet *q)
{
    struct sim_options o = sim_options_default();
    o.manual = true;
    o.seed = q->seed;
    o.cpu_count = or_else(q->cpus, o.cpu_count);
    sim_habits_choose(&o.habits, q->seed);
    if (q->habits && !sim_habits_read(&o.habits, q->habits))
        return NULL;
    struct sim *s = sim_open(&o);
    if (!s)
        return NULL;
    s->behaviour.quiet = true;
    s->behaviour.free_space_set = true;
    s->behaviour.free_space = UINT64_MAX / 2;
    if (start(s, q)) {
        sim_close(s);
        return NULL;
    }
    return s;
}

int64_t sim_quiet_stutter(struct sim *s, const char *incident)
{
    struct text line = TEXT_EMPTY, answer = TEXT_EMPTY;
    const struct sim_session *n = sim_session_by_name(s, SIM_QUIET_RING);
    text_addf(&line, "incident %s", incident);
    sim_control_line(s, text_str(&line), &answer);
    bool fine = n && str_ends(text_str(&answer), "ok\n");
    text_done(&line);
    text_done(&answer);
    return fine ? sim_session_time(s, n, s->done_until) : -1;
}

const struct sim_truth *sim_quiet_save(struct sim *s, const char *path)
{
    const struct sim_session *ring = sim_session_by_name(s, SIM_QUIET_RING);
    if (!ring)
        return NULL;
    sim_capture_usual(s, ring->handle);
    uint32_t code = sim_flush_to(s, SIM_QUIET_RING, path);
    if (!code && sim_session_by_name(s, SIM_QUIET_FILE))
        code = sim_flush_to(s, SIM_QUIET_FILE, NULL);
    return code ? NULL : sim_truth_last(s, SIM_QUIET_RING);
}
