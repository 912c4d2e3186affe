#include "verdict/private/chance.h"

/* A game loses its screen with the focus, so it is late at once or as soon as it
 * has it back; what stood still before has another cause. */
#define TAKEN_BEFORE (200 * MILLISECOND)
#define TAKEN_AFTER (50 * MILLISECOND)
#define TAKEN_PER_HOUR 12u
#define TAKEN_SCORE 72u
#define HARMLESS_MOST 2u
#define FAR (5 * SECOND)

static const struct chance how = {FACT_focus_taken, TAKEN_BEFORE, TAKEN_AFTER, TAKEN_PER_HOUR, NULL, NULL};

static int64_t distance_of(const struct scales *s, const struct fact *f)
{
    return f->from > s->m->from ? f->from - s->m->from : f->to < s->m->from ? s->m->from - f->to : 0;
}

static const struct fact *nearest(const struct scales *s)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_PROCESSES];
    const struct fact *best = NULL;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        bool near = f->kind == FACT_focus_taken && f->to >= s->m->from - TAKEN_BEFORE && f->from <= s->m->from + TAKEN_AFTER;
        if (near && (!best || distance_of(s, f) < distance_of(s, best)))
            best = f;
    }
    return best;
}

/* Where it goes round all the time, and mostly nothing comes of it, it is no cause. */
static bool is_ordinary(const struct scales *s)
{
    const struct fact_list *list = &s->t->facts.lanes[LANE_PROCESSES];
    uint32_t harmless = 0, with = 1;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind != FACT_focus_taken || (f->to >= s->m->from - FAR && f->from <= s->m->to + FAR))
            continue;
        if (weigh_stuttered(s, f->from - TAKEN_AFTER, f->to + TAKEN_BEFORE))
            with++;
        else
            harmless++;
    }
    return harmless > HARMLESS_MOST && harmless >= with;
}

void weigh_focus(struct scales *s)
{
    const struct fact *f = nearest(s);
    /* A mode that is set moves the focus itself. */
    if (!f || is_ordinary(s) || facts_first(&s->t->facts, FACT_display_mode, f->from - MODE_MOVES_FOCUS, f->from))
        return;
    uint32_t score = chance_points(s, &how, TAKEN_SCORE);
    if (!score)
        return;
    struct suspect *c = weigh_add(s, SUSPECT_focus_taken, score);
    c->name = f->name;
    c->span = f->to - f->from;
    weigh_proof(c, f);
    weigh_proofs(&s->t->facts, c, FACT_focus, f->from, f->to);
}
