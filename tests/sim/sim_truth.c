#include "tests/sim/sim_truth.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_internal.h"

#define APART_TICKS (100 * SIM_TICKS_PER_MS)

void sim_truth_lose(struct sim *s, struct sim_session *n, uint64_t cpus, int64_t time, uint32_t count)
{
    int64_t apart = sim_session_time(s, n, APART_TICKS) - sim_session_time(s, n, 0);
    struct sim_hole *last = n->hole_count ? &n->holes[n->hole_count - 1] : NULL;
    if (last && time - last->end < apart) {
        last->end = time > last->end ? time : last->end;
        last->cpus |= cpus;
        last->count += count;
        return;
    }
    if (n->hole_count == n->hole_room) {
        uint32_t room = n->hole_room ? 2 * n->hole_room : 16;
        struct sim_hole *holes = realloc(n->holes, room * sizeof *holes);
        if (!holes)
            return;
        n->holes = holes;
        n->hole_room = room;
    }
    n->holes[n->hole_count++] = (struct sim_hole){time, time, cpus, count};
}

void sim_truth_forget(struct sim_session *n, int64_t last)
{
    if (last < n->complete_from)
        return;
    n->complete_from = last + 1;
    n->wrapped = true;
}

static struct sim_told *told_for(struct sim *s, const char *session)
{
    struct sim_told *t = NULL;
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++) {
        if (s->told[i].truth.session && sim_name_equal(s->told[i].truth.session, session))
            return &s->told[i];
        if (!t && !s->told[i].truth.session)
            t = &s->told[i];
    }
    return t ? t : &s->told[0];
}

static void told_done(struct sim_told *t)
{
    text_done(&t->session);
    text_done(&t->path);
    free(t->holes);
    memset(t, 0, sizeof *t);
}

void sim_truth_note(struct sim *s, struct sim_session *n, const char *path)
{
    struct sim_told *t = told_for(s, text_str(&n->name));
    uint32_t first = 0;
    told_done(t);
    while (first < n->hole_count && n->holes[first].end < n->complete_from)
        first++;
    uint32_t count = n->hole_count - first;
    t->holes = count ? malloc(count * sizeof *t->holes) : NULL;
    if (t->holes)
        memcpy(t->holes, n->holes + first, count * sizeof *t->holes);
    text_set(&t->session, text_str(&n->name));
    text_set(&t->path, path);
    t->truth = (struct sim_truth){text_str(&t->session), text_str(&t->path),         n->complete_from,
                                  sim_session_time(s, n, s->done_until), n->wrapped, t->holes,
                                  t->holes ? count : 0};
}

void sim_truth_done(struct sim *s)
{
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        told_done(&s->told[i]);
}

const struct sim_truth *sim_truth_last(const struct sim *s, const char *session)
{
    for (uint32_t i = 0; i < SIM_MAX_SESSIONS; i++)
        if (s->told[i].truth.session && sim_name_equal(s->told[i].truth.session, session))
            return &s->told[i].truth;
    return NULL;
}
