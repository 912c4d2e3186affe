#include "verdict/private/search.h"

#include "base/image_name.h"

#define USER_ACTIVE 25 /* tells the owner as a state */
#define BORROWED (250 * MILLISECOND)

enum state { STATE_unknown, STATE_front, STATE_behind };

static bool is_known(const struct trace *t, uint32_t pid)
{
    return machine_process_at(&t->machine, pid, 0) < t->machine.process_count;
}

/* What a word on the focus says of a process; whoever owns it now is in front. */
static enum state said(const struct trace *t, const struct fact *f, uint32_t pid)
{
    if (f->kind != FACT_focus || (f->id == USER_ACTIVE && f->pid != pid && !is_known(t, f->pid)))
        return STATE_unknown;
    if (f->pid)
        return f->pid == pid ? STATE_front : STATE_behind;
    return f->value == pid ? STATE_behind : STATE_unknown;
}

/* What followed a word from before the trace is complete may be lost. */
static bool begins_anew(const struct trace *t, uint32_t at)
{
    const struct fact *f = &t->facts.lanes[LANE_PROCESSES].items[at];
    return at > 0 && f->from >= t->complete_from && f[-1].from < t->complete_from;
}

/* The state that is told again and again changes nothing. */
static const struct fact *next_change(const struct trace *t, uint32_t pid, uint32_t *at, enum state *state)
{
    const struct fact_list *list = &t->facts.lanes[LANE_PROCESSES];
    for (; *at < list->count; (*at)++) {
        const struct fact *f = &list->items[*at];
        enum state now = said(t, f, pid);
        *state = begins_anew(t, *at) ? STATE_unknown : *state;
        bool told_of_it = f->pid == pid || f->value == pid;
        if (now == STATE_unknown || now == *state || (*state == STATE_unknown && !told_of_it && now == STATE_behind)) {
            if (*state == STATE_unknown)
                *state = now;
            continue;
        }
        bool changes = *state != STATE_unknown || f->value;
        *state = now;
        if (changes) {
            (*at)++;
            return f;
        }
    }
    return NULL;
}

/* What a word says of the time before it, back to the last one. */
static enum state said_before(const struct trace *t, const struct fact *f, uint32_t pid)
{
    enum state now = said(t, f, pid);
    if (now == STATE_unknown || f->id == USER_ACTIVE)
        return now;
    return f->value == pid ? STATE_front : f->pid == pid ? STATE_behind : STATE_unknown;
}

bool focus_is_elsewhere(const struct trace *t, uint32_t pid, int64_t time)
{
    const struct fact_list *list = &t->facts.lanes[LANE_PROCESSES];
    enum state state = STATE_unknown, early = STATE_unknown;
    uint32_t i = 0;
    for (; i < list->count && list->items[i].from <= time; i++) {
        enum state now = said(t, &list->items[i], pid);
        if (now != STATE_unknown && list->items[i].from < t->complete_from)
            early = now;
        else
            state = now == STATE_unknown ? state : now;
    }
    for (; i < list->count && state == STATE_unknown && time >= t->complete_from; i++) {
        if (trace_hole_at(t, time, list->items[i].from))
            break;
        state = said_before(t, &list->items[i], pid);
    }
    state = state == STATE_unknown ? early : state;
    return pid && state == STATE_behind;
}

bool focus_is_compositor(const struct trace *t, uint32_t pid, int64_t time)
{
    return pid == t->dwm || image_name_is(names_str(&t->names, machine_process_name(&t->machine, pid, time)), "dwm.exe");
}

/* The loss is told before who gained it. */
static bool goes_to_compositor(const struct trace *t, uint32_t at)
{
    const struct fact_list *list = &t->facts.lanes[LANE_PROCESSES];
    for (uint32_t i = at; i < list->count && list->items[i].from <= list->items[at].from + BORROWED; i++) {
        const struct fact *f = &list->items[i];
        if (f->kind == FACT_focus && f->pid)
            return focus_is_compositor(t, f->pid, f->from);
    }
    return false;
}

bool focus_is_kept(const struct trace *t, uint32_t pid, int64_t time)
{
    const struct fact_list *list = &t->facts.lanes[LANE_PROCESSES];
    enum state state = STATE_unknown;
    for (uint32_t i = 0; i < list->count && list->items[i].from <= time; i++) {
        enum state now = said(t, &list->items[i], pid);
        if (now == STATE_front || (now == STATE_behind && !goes_to_compositor(t, i)))
            state = now;
    }
    return pid && state == STATE_front;
}

const struct fact *focus_change(const struct trace *t, uint32_t pid, int64_t from, int64_t to)
{
    enum state state = STATE_unknown;
    uint32_t at = 0;
    const struct fact *f;
    while (pid && (f = next_change(t, pid, &at, &state)) != NULL) {
        if (f->from > to)
            return NULL;
        if (f->from >= from)
            return f;
    }
    return NULL;
}

bool focus_was_borrowed(const struct trace *t, uint32_t pid, int64_t from, int64_t to, struct focus_loan *loan)
{
    const struct fact *gone = focus_change(t, pid, from, to);
    if (!gone || said(t, gone, pid) != STATE_behind)
        return false;
    const struct fact *back = focus_change(t, pid, gone->from + 1, gone->from + BORROWED);
    if (!back || said(t, back, pid) != STATE_front)
        return false;
    loan->gone = gone;
    loan->back = back;
    return true;
}

/* ---- who took it ---- */

/* The first other program that gained it meanwhile; 0 where none did, or where
 * nobody says which. */
static uint32_t thief_of(const struct trace *t, uint32_t pid, const struct focus_loan *loan)
{
    const struct fact_list *list = &t->facts.lanes[LANE_PROCESSES];
    for (uint32_t i = 0; i < list->count && list->items[i].from < loan->back->from; i++) {
        const struct fact *f = &list->items[i];
        bool gains = f->kind == FACT_focus && f->id != USER_ACTIVE && f->pid && f->pid != pid;
        if (gains && f->from >= loan->gone->from && !focus_is_compositor(t, f->pid, f->from))
            return f->pid;
    }
    return 0;
}

/* What tells a state says nothing of when it began. */
static void note_taken(struct search *q, uint32_t pid, const struct focus_loan *loan)
{
    const struct fact *gone = loan->gone;
    uint32_t thief = gone->id != USER_ACTIVE && loan->back->id != USER_ACTIVE ? thief_of(q->t, pid, loan) : 0;
    if (!thief || gone->from < q->t->complete_from || trace_hole_at(q->t, gone->from, loan->back->from))
        return;
    struct fact *f = facts_add(&q->all->found, FACT_focus_taken, gone->from, loan->back->from, NULL, TRACE_win32k);
    if (!f)
        return;
    f->id = gone->id;
    f->version = gone->version;
    f->file = gone->file;
    f->pid = thief;
    f->name = machine_process_name(&q->t->machine, thief, gone->from);
}

void focus_note_taken(struct search *q)
{
    struct focus_loan loan = {NULL, NULL};
    enum state state = STATE_unknown;
    uint32_t at = 0, pid = q->all->game ? q->t->streams[q->all->game - 1].pid : 0;
    const struct fact *f;
    while (pid && !patience_ends(q->patience) && (f = next_change(q->t, pid, &at, &state)) != NULL) {
        loan.back = f;
        if (state == STATE_front && loan.gone && f->from > loan.gone->from && f->from - loan.gone->from <= BORROWED)
            note_taken(q, pid, &loan);
        loan.gone = state == STATE_behind ? f : NULL;
    }
}
