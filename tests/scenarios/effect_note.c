#include "tests/scenarios/effect.h"

void effect_note_child(const struct effect *e, uint32_t pid, uint32_t exit_code, int64_t from, int64_t to)
{
    struct scenario_info *info = e->info;
    if (info->child_count == SCENARIO_MAX_CHILDREN)
        return;
    struct scenario_child *child = &info->children[info->child_count++];
    child->pid = pid;
    child->exit_code = exit_code;
    child->from = from;
    child->to = to;
}
