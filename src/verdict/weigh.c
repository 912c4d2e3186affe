#include "verdict/private/weigh.h"

#include <stdlib.h>
#include <string.h>

#define MOST_OF_OTHER 3u /* suspects of a moment that is not the headline's */


struct suspect *weigh_add(struct scales *s, enum suspect_kind kind, uint32_t score)
{
    struct suspect *new = &s->list[s->count < MAX_CANDIDATES ? s->count++ : MAX_CANDIDATES - 1];
    memset(new, 0, sizeof *new);
    new->kind = kind;
    new->score = score > 100 ? 100 : score;
    new->moment = s->index;
    new->place = s->places++;
    return new;
}

void weigh_proof(struct suspect *suspect, const struct fact *fact)
{
    if (suspect->proof_count < MAX_PROOFS)
        suspect->proofs[suspect->proof_count++] = *fact;
}

uint32_t weigh_proofs(const struct facts *facts, struct suspect *suspect, enum fact_kind kind, int64_t from, int64_t to)
{
    const struct fact_list *list = &facts->lanes[fact_lane(kind)];
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind != kind || f->to < from || f->from > to)
            continue;
        weigh_proof(suspect, f);
        count++;
    }
    return count;
}

static void weigh_moment(struct scales *s, uint32_t index)
{
    const struct moment *m = &s->all->list[index];
    s->m = m;
    s->index = index;
    s->len = m->to - m->from;
    s->lost = m->lost > 0 ? m->lost : 1;
    s->until = m->goes_on ? m->from : m->to;
    weigh_machine(s);
    weigh_programs(s);
    if (m->is_hitch) {
        weigh_disk(s);
        weigh_changes(s);
        weigh_focus(s);
        weigh_network(s);
    }
    weigh_timer(s);
}

/* Causes are listed before symptoms, which decides between near equals. */
static int rank(const struct suspect *a)
{
    return (int)a->score * 8 - (int)a->kind;
}

static int better_first(const void *a, const void *b)
{
    const struct suspect *s = a, *t = b;
    int x = rank(s), y = rank(t);
    if (x != y)
        return x > y ? -1 : 1;
    return s->place < t->place ? -1 : s->place > t->place;
}

static bool is_known(const struct suspect *list, uint32_t count, const struct suspect *c)
{
    for (uint32_t k = 0; k < count; k++) {
        if (list[k].kind == c->kind && list[k].name == c->name && list[k].moment == c->moment)
            return true;
    }
    return false;
}

static uint32_t count_of(const struct suspects *suspects, uint32_t moment)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < suspects->other_count; i++)
        count += suspects->others[i].moment == moment;
    return count;
}

/* The moment that the report is about: what was felt; where nothing was, the
 * spell of slow frames that is explained best. MAX_MOMENTS: none. */
static uint32_t lead_of(const struct scales *s)
{
    const struct moment *main = moments_main(s->all);
    if (main && main->hitch)
        return s->all->main - 1;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct suspect *c = &s->list[i];
        if (!c->standing && c->score >= SCORE_NAMED && s->all->list[c->moment].is_slow_spell && !s->all->list[c->moment].hitch)
            return c->moment;
    }
    return MAX_MOMENTS;
}

static void keep_best(struct scales *s, struct suspects *suspects)
{
    qsort(s->list, s->count, sizeof *s->list, better_first);
    weigh_causes_first(s);
    uint32_t lead = lead_of(s);
    suspects->headline = lead < MAX_MOMENTS ? lead + 1 : 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct suspect *c = &s->list[i];
        bool leads = c->standing ? lead == MAX_MOMENTS : c->moment == lead;
        if (c->score < SCORE_NAMED)
            continue;
        if (leads && suspects->count < MAX_SUSPECTS && !is_known(suspects->list, suspects->count, c))
            suspects->list[suspects->count++] = *c;
        else if (!leads && !c->standing && suspects->other_count < MAX_OTHERS && count_of(suspects, c->moment) < MOST_OF_OTHER &&
                 !is_known(suspects->others, suspects->other_count, c))
            suspects->others[suspects->other_count++] = *c;
    }
}

struct outcome weigh(const struct trace *t, struct patience *patience, const struct moments *moments,
                     struct suspects *suspects)
{
    struct scales *s = calloc(1, sizeof *s);
    if (!s)
        return outcome_of(WHY_out_of_memory, 0);
    s->t = t;
    s->patience = patience;
    s->all = moments;
    weigh_changes_begin(s);
    for (uint32_t i = 0; i < moments->count && !patience_ends_now(patience); i++) {
        if (moments->list[i].is_hitch || moments->list[i].is_slow_spell)
            weigh_moment(s, i);
    }
    const struct moment *m = moments_main(moments);
    if (!m)
        weigh_standing(s, t->complete_from, t->last);
    else if (!m->hitch)
        weigh_standing(s, m->from - 5 * SECOND, m->to);
    keep_best(s, suspects);
    free(s);
    return outcome_ok();
}
