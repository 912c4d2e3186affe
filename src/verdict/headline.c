#include "verdict/private/search.h"

#include <stdlib.h>
#include <string.h>

#define AFTER_PRESS (300 * MILLISECOND)
#define LONGEST_SCORED (2 * SECOND)
#define HALF_LIFE (8 * SECOND)
#define AT_REACH (5 * SECOND)
#define STEPS 64 /* of a half-life */
#define EACH_STEP 0.98922835 /* 2 ^ -1/64 */

struct candidate {
    const struct hitch *h;
    uint32_t hitch; /* index + 1 */
    double score;
    bool after;
};

/* 2 ^ (-distance / HALF_LIFE) */
static double nearness(int64_t distance)
{
    double near = 1;
    for (int64_t i = distance / HALF_LIFE; i > 0 && near > 0; i--)
        near /= 2;
    for (int64_t i = distance % HALF_LIFE * STEPS / HALF_LIFE; i > 0; i--)
        near *= EACH_STEP;
    return near;
}

/* A freeze may be what made the player press while it went on. What began with
 * the press came of saving. */
static bool is_after(int64_t pressed, const struct hitch *h)
{
    return pressed && h->to > pressed + AFTER_PRESS && h->from > pressed - AFTER_PRESS;
}

/* What was felt last and longest counts most; how long what went on at the press
 * would have lasted nobody knows. */
static double score_of_press(int64_t pressed, const struct hitch *h)
{
    if (h->open && h->from <= pressed)
        return (double)LONGEST_SCORED;
    int64_t to = h->to > pressed + AFTER_PRESS && h->from <= pressed ? pressed : h->to;
    int64_t length = to - h->from < LONGEST_SCORED ? to - h->from : LONGEST_SCORED;
    return (double)length * nearness(h->to < pressed ? pressed - h->to : 0);
}

static double score_of(const struct pointed *p, const struct hitch *h)
{
    if (p->at)
        return h->to >= p->at - AT_REACH && h->from <= p->at + AT_REACH ? (double)(h->to - h->from) : 0;
    return p->pressed ? score_of_press(p->pressed, h) : (double)(h->to - h->from);
}

/* What counts first, then what came later. */
static int better_first(const void *a, const void *b)
{
    const struct candidate *c = a, *d = b;
    if (c->after != d->after)
        return c->after ? 1 : -1;
    if (c->score > d->score || c->score < d->score)
        return c->score > d->score ? -1 : 1;
    return c->hitch < d->hitch ? -1 : c->hitch > d->hitch;
}

static uint32_t collect(const struct search *q, struct candidate *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->all->hitch_count; i++) {
        const struct hitch *h = &q->all->hitches[i];
        double score = h->excuse || !search_is_of_game(q, h) ? 0 : score_of(q->pointed, h);
        if (score <= 0)
            continue;
        list[count].h = h;
        list[count].hitch = i + 1;
        list[count].score = score;
        list[count++].after = !q->pointed->at && is_after(q->pointed->pressed, h);
    }
    return count;
}

static int64_t lost_in(const struct hitch *h)
{
    uint32_t frames = h->kind == FINDING_slow && h->count ? h->count : 1;
    int64_t lost = h->to - h->from - h->usual * frames;
    return lost > 0 ? lost : 1;
}

struct moment *search_add_moment(struct search *q, int64_t from, int64_t to)
{
    if (q->all->count == MAX_MOMENTS)
        return NULL;
    struct moment *m = &q->all->list[q->all->count++];
    memset(m, 0, sizeof *m);
    m->from = from;
    m->to = to;
    m->lost = to - from;
    m->slowest.kind = FACT_count;
    m->gpu_longest.kind = FACT_count;
    return m;
}

static void add_moment(struct search *q, const struct candidate *c)
{
    struct moment *m = search_add_moment(q, c->h->from, c->h->to);
    m->usual = c->h->usual;
    m->lost = lost_in(c->h);
    m->hitch = c->hitch;
    m->stream = c->h->stream;
    m->after = c->after;
    m->goes_on = c->h->kind == FINDING_slow;
    m->is_hitch = c->h->kind != FINDING_uneven;
    m->is_slow_spell = c->h->kind == FINDING_uneven;
}

struct outcome headline_choose(struct search *q)
{
    struct candidate *list = q->all->hitch_count ? calloc(q->all->hitch_count, sizeof *list) : NULL;
    if (q->all->hitch_count && !list)
        return outcome_of(WHY_out_of_memory, 0);
    uint32_t count = list ? collect(q, list) : 0;
    if (count)
        qsort(list, count, sizeof *list, better_first);
    for (uint32_t i = 0; i < count && q->all->count < MAX_MOMENTS - 2; i++)
        add_moment(q, &list[i]);
    if (count && !list[0].after)
        q->all->main = 1;
    free(list);
    return outcome_ok();
}
