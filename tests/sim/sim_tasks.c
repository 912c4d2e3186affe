#include <stdlib.h>

#include "tests/sim/sim_internal.h"

static bool earlier(const struct sim_task *a, const struct sim_task *b)
{
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void swap(struct sim_task *a, struct sim_task *b)
{
    struct sim_task t = *a;
    *a = *b;
    *b = t;
}

void sim_task_add(struct sim *s, int64_t at, uint32_t kind, uint64_t a, uint64_t b, uint64_t c)
{
    if (s->task_count == s->task_room) {
        uint32_t room = s->task_room ? 2 * s->task_room : 256;
        struct sim_task *tasks = realloc(s->tasks, room * sizeof *tasks);
        if (!tasks)
            return;
        s->tasks = tasks;
        s->task_room = room;
    }
    uint32_t i = s->task_count++;
    struct sim_task *t = &s->tasks[i];
    t->at = at;
    t->order = s->task_order++;
    t->kind = kind;
    t->a = a;
    t->b = b;
    t->c = c;
    for (; i && earlier(&s->tasks[i], &s->tasks[(i - 1) / 2]); i = (i - 1) / 2)
        swap(&s->tasks[i], &s->tasks[(i - 1) / 2]);
}

void sim_tasks_put_off(struct sim *s, int64_t ticks)
{
    for (uint32_t i = 0; i < s->task_count; i++)
        s->tasks[i].at += ticks;
}

bool sim_task_pop_until(struct sim *s, int64_t until, struct sim_task *t)
{
    if (!s->task_count || s->tasks[0].at > until)
        return false;
    *t = s->tasks[0];
    s->tasks[0] = s->tasks[--s->task_count];
    for (uint32_t i = 0;;) {
        uint32_t child = 2 * i + 1;
        if (child >= s->task_count)
            break;
        if (child + 1 < s->task_count && earlier(&s->tasks[child + 1], &s->tasks[child]))
            child++;
        if (!earlier(&s->tasks[child], &s->tasks[i]))
            break;
        swap(&s->tasks[child], &s->tasks[i]);
        i = child;
    }
    return true;
}
