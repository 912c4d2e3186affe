#include "verdict/weigh.h"

#include <stdlib.h>
#include <string.h>

#define LOADED_BYTES (24u * 1024u * 1024u)
#define FEWEST_PAGES 51200u /* 200 MB */
#define SHORTEST_LOADING (800 * MILLISECOND)
#define OTHER_MOMENT 60u /* percent of a score that counts for hitches but the main one */

struct suspect *weigh_add(struct scales *s, enum suspect_kind kind, uint32_t score)
{
    struct suspect *new = &s->list[s->count < MAX_CANDIDATES ? s->count++ : MAX_CANDIDATES - 1];
    memset(new, 0, sizeof *new);
    new->kind = kind;
    new->score = score > 100 ? 100 : score;
    new->moment = s->index;
    return new;
}

void weigh_proof(struct suspect *suspect, const struct fact *fact)
{
    if (suspect->proof_count < MAX_PROOFS)
        suspect->proofs[suspect->proof_count++] = *fact;
}

uint32_t weigh_count(const struct verdict *v, enum fact_kind kind, int64_t from, int64_t to)
{
    const struct fact_list *list = &v->facts[fact_lane(kind)];
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        count += list->items[i].kind == kind && list->items[i].to >= from && list->items[i].from <= to;
    return count;
}

const struct fact *weigh_first(const struct verdict *v, enum fact_kind kind, int64_t from, int64_t to)
{
    const struct fact_list *list = &v->facts[fact_lane(kind)];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == kind && f->to >= from && f->from <= to)
            return f;
    }
    return NULL;
}

uint32_t weigh_proofs(const struct verdict *v, struct suspect *suspect, enum fact_kind kind, int64_t from, int64_t to)
{
    const struct fact_list *list = &v->facts[fact_lane(kind)];
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

static bool memory_is_gone(const struct verdict *v, const struct moment *m)
{
    const struct fact_list *list = &v->facts[fact_lane(FACT_memory)];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == FACT_memory && f->from >= m->from - SECOND && f->from <= m->to + SECOND && f->value < FEWEST_PAGES)
            return true;
    }
    return false;
}

/* A long gap in which the game itself read a lot, without one read being slow,
 * is a loading screen. */
static bool is_loading(const struct verdict *v, const struct moment *m)
{
    if (!m->is_hitch || m->to - m->from < SHORTEST_LOADING)
        return false;
    uint32_t pid = v->streams[m->stream].pid;
    uint64_t read = 0, usual = 0;
    for (uint32_t i = 0; i < v->process_count; i++) {
        if (v->processes[i].pid != pid)
            continue;
        read += m->processes[i].disk_bytes;
        usual += v->base.processes[i].disk_bytes;
    }
    /* Some games stream from disk all the time. */
    usual = usual * (uint64_t)((m->to - m->from) / MILLISECOND) / (uint64_t)(v->base.span / MILLISECOND + 1);
    if (read < usual * 2)
        return false;
    /* Where others moved more, or pages came back one by one, it waited. */
    if (read * 2 < m->bytes || share_of(m->game_fault_time, m->to - m->from) >= 40 || memory_is_gone(v, m))
        return false;
    return read >= LOADED_BYTES && share_of(m->slowest_overlap, m->to - m->from) < 30;
}

static void settle_loading(struct verdict *v)
{
    for (uint32_t i = 0; i < v->moment_count; i++) {
        struct moment *m = &v->moments[i];
        if (!is_loading(v, m))
            continue;
        m->is_hitch = false;
        m->usual = 0;
        for (uint32_t h = 0; h < v->hitch_count; h++) {
            if (v->hitches[h].from == m->from && v->hitches[h].stream == m->stream && !v->hitches[h].excuse) {
                v->hitches[h].excuse = EXCUSE_loading;
                v->real_hitches -= v->real_hitches > 0;
            }
        }
        if (v->main_moment == i + 1)
            v->main_moment = 0;
    }
    for (uint32_t i = 0; i < v->moment_count && !v->main_moment; i++) {
        if (v->moments[i].is_hitch)
            v->main_moment = i + 1;
    }
}

static void weigh_moment(struct scales *s, uint32_t index)
{
    const struct moment *m = &s->v->moments[index];
    uint32_t first = s->count;
    s->m = m;
    s->index = index;
    s->len = m->to - m->from;
    s->lost = s->len - m->usual > 0 ? s->len - m->usual : 1;
    weigh_machine(s);
    weigh_programs(s);
    if (m->is_hitch) {
        weigh_disk(s);
        weigh_changes(s);
    }
    const struct moment *main = verdict_moment(s->v);
    for (uint32_t i = first; i < s->count; i++) {
        if (main && main->is_hitch && main != m)
            s->list[i].score = s->list[i].score * OTHER_MOMENT / 100;
    }
}

/* Causes are listed before symptoms, which decides between near equals. */
static int rank(const struct suspect *a)
{
    return (int)a->score * 8 - (int)a->kind;
}

static int better_first(const void *a, const void *b)
{
    int x = rank(a), y = rank(b);
    return x > y ? -1 : x < y;
}

static void keep_best(struct scales *s)
{
    struct verdict *v = s->v;
    qsort(s->list, s->count, sizeof *s->list, better_first);
    for (uint32_t i = 0; i < s->count && v->suspect_count < MAX_SUSPECTS; i++) {
        const struct suspect *c = &s->list[i];
        bool known = c->score < SCORE_NAMED;
        for (uint32_t k = 0; k < v->suspect_count; k++)
            known = known || (v->suspects[k].kind == c->kind && v->suspects[k].name == c->name);
        if (!known)
            v->suspects[v->suspect_count++] = *c;
    }
}

void weigh(struct verdict *v)
{
    struct scales *s = calloc(1, sizeof *s);
    if (!s)
        return;
    s->v = v;
    settle_loading(v);
    weigh_changes_begin(s);
    for (uint32_t i = 0; i < v->moment_count; i++) {
        if (v->moments[i].is_hitch || v->moments[i].is_slow_spell)
            weigh_moment(s, i);
    }
    const struct moment *m = verdict_moment(v);
    if (!m)
        weigh_standing(s, v->first, v->last);
    else if (!m->is_hitch)
        weigh_standing(s, m->from - 5 * SECOND, m->to);
    keep_best(s);
    free(s);
}
