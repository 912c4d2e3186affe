#include "verdict/moments.h"
#include "verdict/private/shares.h"
#include "verdict/thresholds.h"

#define SHORTEST_LOADING (800 * MILLISECOND)

static bool memory_is_gone(const struct trace *t, const struct moment *m)
{
    const struct fact_list *list = &t->facts.lanes[fact_lane(FACT_memory)];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == FACT_memory && f->from >= m->from - SECOND && f->from <= m->to + SECOND && f->value < PAGES_FEWEST)
            return true;
    }
    return false;
}

/* A long gap in which the game itself read a lot, without one read being slow,
 * is a loading screen. */
static bool is_loading(const struct trace *t, const struct baseline *base, const struct moment *m)
{
    if (!m->is_hitch || !m->hitch || m->to - m->from < SHORTEST_LOADING)
        return false;
    uint32_t pid = t->streams[m->stream].pid;
    uint64_t read = 0, usual = 0;
    for (uint32_t i = 0; i < t->machine.process_count; i++) {
        if (t->machine.processes[i].pid != pid)
            continue;
        read += m->processes[i].disk_bytes;
        usual += base->processes[i].disk_bytes;
    }
    /* Some games stream from disk all the time. */
    usual = u64_scaled(usual, (uint64_t)((m->to - m->from) / MILLISECOND), (uint64_t)(base->span / MILLISECOND + 1));
    if (read < usual * 2)
        return false;
    /* Where others moved more, or pages came back one by one, it waited. */
    if (read * 2 < m->bytes || share_of(m->game_fault_time, m->to - m->from) >= 40 || memory_is_gone(t, m))
        return false;
    return read >= LOADED_BYTES && share_of(m->slowest_overlap, m->to - m->from) < 30;
}

void settle_loading(const struct trace *t, struct moments *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        struct moment *m = &all->list[i];
        if (!is_loading(t, &all->base, m))
            continue;
        struct hitch *h = &all->hitches[m->hitch - 1];
        m->is_hitch = false;
        m->usual = 0;
        h->excuse = EXCUSE_loading;
        all->real_hitches -= h->kind == FINDING_stutter;
        all->figures[h->stream].told--;
        if (all->main == i + 1)
            all->main = 0;
    }
    for (uint32_t i = 0; i < all->count && !all->main; i++) {
        if (all->list[i].is_hitch && !all->list[i].after)
            all->main = i + 1;
    }
}
