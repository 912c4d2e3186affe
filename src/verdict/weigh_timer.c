#include "verdict/private/weigh.h"

#include "verdict/private/timer.h"

#define LEAST_SLACK (40 * MILLISECOND)
/* Generated frames that come in pairs only now are known as that after some. */
#define SEEN_LATE (125 * MILLISECOND)

static bool is_near(int64_t a, int64_t b, int64_t before, int64_t after)
{
    return a >= b - before && a <= b + after;
}

/* It has to begin and to end with the trouble. */
void weigh_timer(struct scales *s)
{
    int64_t slack = s->m->usual * 2 > LEAST_SLACK ? s->m->usual * 2 : LEAST_SLACK;
    struct timer_spell spell;
    for (uint32_t at = 0; timer_next_coarse(s->t, &at, &spell);) {
        if (!is_near(spell.begin->from, s->m->from, slack > SEEN_LATE ? slack : SEEN_LATE, slack) ||
            !is_near(spell.end->from, s->m->to, slack, slack))
            continue;
        const struct fact *who = timer_asked(s->t, spell.begin->from);
        struct suspect *c = weigh_add(s, SUSPECT_power_change, 76);
        c->more = FACT_timer;
        c->span = spell.end->from - spell.begin->from;
        c->name = who ? who->name : 0;
        weigh_proof(c, spell.begin);
        weigh_proof(c, spell.end);
        if (who)
            weigh_proof(c, who);
        return;
    }
}
