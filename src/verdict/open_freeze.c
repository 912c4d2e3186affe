#include "verdict/private/search.h"

#include "verdict/thresholds.h"

#define OPEN_TIMES 10
/* What else it shows of the same frame, and what the kernel tells of it. */
#define SAME_FRAME (250 * MILLISECOND)

/* Where a loss leads to no hole it may lie at the end, where no buffer follows
 * that would be flagged; of several losses nobody knows whether each is placed. */
static bool may_lack_presents(const struct trace *t)
{
    const struct fact_list *list = &t->facts.lanes[LANE_RECORDER];
    enum etl_state state = t->files[0].state.state;
    uint32_t placed = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct fact *f = &list->items[i];
        placed += f->kind == FACT_hole && (f->more == ETL_HOLE_EVENTS_LOST || f->more == ETL_HOLE_BUFFERS_LOST);
    }
    return (state != ETL_WHOLE && state != ETL_WRAPPED) || t->frames_cut || ((t->loss.events || t->loss.buffers) && placed != 1);
}

static bool presents_later(const struct trace *t, uint32_t pid, int64_t from)
{
    for (uint32_t i = 0; i < t->stream_count; i++) {
        const struct stream *s = &t->streams[i];
        if (s->screen == SCREEN_none && s->pid == pid && s->latest > from + SAME_FRAME)
            return true;
    }
    return false;
}

static bool has_ended(const struct trace *t, uint32_t pid, int64_t from)
{
    for (uint32_t i = 0; i < t->machine.process_count; i++) {
        const struct process *p = &t->machine.processes[i];
        if (p->pid == pid && p->ended && p->end >= from && p->end <= t->last)
            return true;
    }
    return false;
}

/* Who was in front at the press is a word on the window itself, which a key or a
 * menu may have been reached from; without it the last change of focus says it. */
static bool is_in_front(const struct search *q, uint32_t pid, int64_t time)
{
    uint32_t seen = q->pointed->foreground;
    if (seen && !focus_is_compositor(q->t, seen, time))
        return seen == pid;
    return focus_is_kept(q->t, pid, time);
}

int64_t open_freeze_until(const struct search *q, uint32_t stream, const struct frame *last)
{
    const struct trace *t = q->t;
    const struct stream *s = &t->streams[stream];
    int64_t from = last->to, to = t->last_live;
    if (stream + 1u != q->all->game || !s->pid || !last->usual || from >= q->pointed->pressed)
        return 0;
    if (to - from < OPEN_LEAST || (to - from) / OPEN_TIMES < last->usual || may_lack_presents(t))
        return 0;
    return presents_later(t, s->pid, from) || has_ended(t, s->pid, from) || !is_in_front(q, s->pid, to) ? 0 : to;
}
