#include "verdict/private/timer.h"

#define ASKED_REACH (40 * MILLISECOND)

bool timer_next_coarse(const struct trace *t, uint32_t *at, struct timer_spell *spell)
{
    const struct fact_list *list = &t->facts.lanes[LANE_POWER];
    spell->begin = NULL;
    for (; *at < list->count; ++*at) {
        const struct fact *f = &list->items[*at];
        if (f->kind != FACT_timer || f->id != TIMER_SET)
            continue;
        spell->end = f;
        if (spell->begin && f->value < spell->begin->value)
            return true; /* this one may begin the next */
        if (!spell->begin || f->value > spell->begin->value)
            spell->begin = f;
    }
    return false;
}

const struct fact *timer_asked(const struct trace *t, int64_t time)
{
    const struct fact_list *list = &t->facts.lanes[LANE_POWER];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == FACT_timer && f->id != TIMER_SET && f->name && f->from >= time - ASKED_REACH && f->from <= time + ASKED_REACH)
            return f;
    }
    return NULL;
}
