#include "verdict/private/search.h"
#include "verdict/private/timer.h"

#include <stdlib.h>

#define BLOCK (SECOND / 2)
#define FIRST_SPAN (1 * SECOND)
#define SHORTEST_SPELL (1 * SECOND)
#define LONGEST_SPELL (20 * SECOND)
#define SHORTEST_COARSE (300 * MILLISECOND)
#define AT_REACH (5 * SECOND)
#define PRESS_REACH (10 * SECOND)

/* Did the frames say something of this stretch themselves? */
static bool is_told(const struct search *q, int64_t from, int64_t to)
{
    for (uint32_t i = 0; i < q->all->hitch_count; i++) {
        const struct hitch *h = &q->all->hitches[i];
        if (search_is_of_game(q, h) && h->kind != FINDING_stutter && overlap(h->from, h->to, from, to))
            return true;
    }
    return false;
}

/* What was generated between the game's own frames is none of them. */
static int64_t own_frames(const struct search *q, const struct stream *s, uint32_t presents)
{
    const struct frame_figures *f = &q->all->figures[q->all->game - 1].all;
    return frame_figures_generated(f) ? (int64_t)presents * f->frames / s->count : presents;
}

/* Stretches in which most frames took half as long again as usual. A menu with
 * another cap looks alike, so they need a reason to be told of. */
static void moments_of_spells(struct search *q)
{
    const struct stream *s = &q->t->streams[q->all->game - 1];
    int64_t median = q->all->figures[q->all->game - 1].all.median;
    int64_t began = 0, best_from = 0, best_to = 0, end = s->times[s->count - 1];
    uint32_t i = 1;
    for (int64_t block = s->times[0] + FIRST_SPAN; block < end && !patience_ends(q->patience); block += BLOCK) {
        uint32_t frames = 0;
        while (s->times[i] < block)
            i++;
        for (uint32_t k = i; k < s->count && s->times[k] < block + BLOCK; k++)
            frames++;
        bool slow = frames >= 3 && own_frames(q, s, frames) * median * 3 < BLOCK * 2;
        if (slow && !began)
            began = block;
        if (began && (!slow || block + BLOCK >= end)) {
            int64_t to = slow ? end : block;
            if (to - began > best_to - best_from && to - began >= SHORTEST_SPELL && to - began <= LONGEST_SPELL) {
                best_from = began;
                best_to = to;
            }
            began = 0;
        }
        /* Steps over what has no frames, however long. */
        if (!frames)
            block += (s->times[i] - block) / BLOCK * BLOCK - BLOCK;
    }
    if (!best_to || trace_hole_at(q->t, best_from, best_to) || is_told(q, best_from, best_to) ||
        focus_change(q->t, s->pid, best_from - SECOND, best_to + SECOND) || focus_is_elsewhere(q->t, s->pid, best_from))
        return;
    struct moment *m = search_add_moment(q, best_from, best_to);
    m->usual = median;
    m->stream = (uint16_t)(q->all->game - 1);
    m->is_slow_spell = true;
}

static int64_t mean_between(const struct stream *s, int64_t from, int64_t to)
{
    uint32_t first = trace_times_until(s->times, s->count, from - 1), end = trace_times_until(s->times, s->count, to);
    return end > first + 2 ? (s->times[end - 1] - s->times[first]) / (end - first - 1) : 0;
}

/* While the timer was coarse frames may have been somewhat longer, which the
 * frames alone do not tell. The longest such stretch counts. */
static void moment_of_timer(struct search *q)
{
    const struct stream *s = &q->t->streams[q->all->game - 1];
    struct timer_spell spell, best = {NULL, NULL};
    int64_t usual = 0;
    for (uint32_t at = 0; timer_next_coarse(q->t, &at, &spell) && !patience_ends_now(q->patience);) {
        int64_t from = spell.begin->from, to = spell.end->from, length = to - from;
        if (length < SHORTEST_COARSE || length > LONGEST_SPELL || (best.begin && length <= best.end->from - best.begin->from))
            continue;
        int64_t during = mean_between(s, from, to), before = mean_between(s, from - length, from), after = mean_between(s, to, to + length);
        if (!before || !after || during * 4 < before * 5 || during * 4 < after * 5 || trace_hole_at(q->t, from, to) || is_told(q, from, to))
            continue;
        best = spell;
        usual = before;
    }
    struct moment *m = best.begin ? search_add_moment(q, best.begin->from, best.end->from) : NULL;
    if (!m)
        return;
    m->usual = usual;
    m->stream = (uint16_t)(q->all->game - 1);
    m->is_slow_spell = true;
}

static void moment_of_press(struct search *q)
{
    int64_t at = q->pointed->at, time = at ? at : q->pointed->pressed;
    if (!time || time < q->t->first || time > q->t->last + 60 * SECOND)
        return;
    struct moment *m = search_add_moment(q, at ? time - AT_REACH : time - PRESS_REACH, time + SECOND);
    if (m && !q->all->main)
        q->all->main = q->all->count;
}

void moments_done(struct moments *m)
{
    for (unsigned i = 0; i < m->count; i++) {
        free(m->list[i].drivers);
        free(m->list[i].processes);
    }
    free(m->base.drivers);
    free(m->base.processes);
    free(m->hitches);
    facts_done(&m->found);
}

static struct outcome find_all(struct search *q)
{
    struct outcome o = late_frames_find(q);
    if (!outcome_failed(o))
        o = excuses_find(q);
    if (outcome_failed(o) || q->patience->given_up)
        return o;
    o = headline_choose(q);
    if (!outcome_failed(o) && q->all->game && q->all->figures[q->all->game - 1].all.median)
        moments_of_spells(q);
    if (q->all->game)
        moment_of_timer(q);
    if (!q->all->main)
        moment_of_press(q);
    return o;
}

struct outcome hitches_find(const struct trace *t, struct patience *patience, const struct pointed *pointed, struct moments *moments)
{
    struct search q = {t, patience, pointed, moments};
    moments->hitches = calloc(MAX_HITCHES, sizeof *moments->hitches);
    if (!moments->hitches)
        return outcome_of(WHY_out_of_memory, 0);
    game_choose(&q);
    focus_note_taken(&q);
    /* Without a clock nobody knows how long a frame took. */
    return t->files[0].state.has_clock ? find_all(&q) : outcome_ok();
}
