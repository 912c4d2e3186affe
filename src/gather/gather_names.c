#include "gather/private/gather_parts.h"

#include <string.h>

#include "base/image_name.h"

static bool is_cut(const struct trace *t, const struct process *p)
{
    return p->name_of_end && image_name_kept(names_str(&t->names, p->name));
}

/* The one whole name that begins like that; 0 where there is none, or several. */
static uint32_t whole_name(const struct trace *t, const char *begin)
{
    uint32_t found = 0;
    size_t len = strlen(begin);
    for (uint32_t i = 0; i < t->machine.process_count; i++) {
        const struct process *p = &t->machine.processes[i];
        const char *name = names_str(&t->names, p->name);
        if (p->name_of_end || p->name == found || strncmp(name, begin, len) != 0 || strlen(name) <= len)
            continue;
        if (found)
            return 0;
        found = p->name;
    }
    return found;
}

static void rename_facts(struct fact_list *list, uint32_t pid, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i].pid == pid && list->items[i].name == from)
            list->items[i].name = to;
    }
}

void gather_process_names(struct trace *t)
{
    for (uint32_t i = 0; i < t->machine.process_count; i++) {
        struct process *p = &t->machine.processes[i];
        if (!is_cut(t, p))
            continue;
        struct text name = TEXT_EMPTY;
        text_set(&name, names_str(&t->names, p->name));
        uint32_t old = p->name, whole = whole_name(t, text_str(&name));
        text_add(&name, IMAGE_NAME_CUT);
        p->name = whole ? whole : names_add(&t->names, text_str(&name));
        if (!p->name)
            p->name = old;
        rename_facts(&t->facts.lanes[LANE_PROCESSES], p->pid, old, p->name);
        rename_facts(&t->early.lanes[LANE_PROCESSES], p->pid, old, p->name);
        text_done(&name);
    }
}
