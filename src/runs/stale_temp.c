#include "runs/stale_temp.h"

#include <string.h>

#include "runs/ring_mark.h"
#include "runs/runs.h"

struct sweep {
    const char *folder;
    const char *current;
    struct log *log;
    bool is_run;
};

/* The length of <name> in "<name>.<number>.tmp", else 0. */
static size_t target_len(const char *name)
{
    if (!str_ends(name, ".tmp"))
        return 0;
    size_t end = strlen(name) - strlen(".tmp"), len = end;
    while (len > 0 && name[len - 1] >= '0' && name[len - 1] <= '9')
        len--;
    return len > 1 && len < end && name[len - 1] == '.' ? len - 1 : 0;
}

static bool is_ours(const struct sweep *s, const char *target)
{
    if (!s->is_run)
        return str_equal(target, "providers.last-good.ini");
    return str_equal(target, "running") || str_equal(target, RING_MARK_NAME) || runs_snapshot_stem(target) || runs_key_events_stem(target);
}

static bool sweep_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct sweep *s = ctx;
    struct text target = TEXT_EMPTY, path = TEXT_EMPTY;
    size_t len = st->is_folder || st->is_link ? 0 : target_len(name);
    text_add_bytes(&target, name, len);
    if (len && !target.failed && is_ours(s, text_str(&target))) {
        text_addf(&path, "%s%c%s", s->folder, os_separator, name);
        struct outcome removed = path.failed ? outcome_of(WHY_out_of_memory, 0) : os_remove(text_str(&path));
        log_outcome(s->log, "left_over_removed", removed, "path=\"%s\"", text_str(&path));
    }
    text_done(&target);
    text_done(&path);
    return true;
}

static bool sweep_run(void *ctx, const char *name, const struct os_stat *st)
{
    const struct sweep *runs = ctx;
    struct text path = TEXT_EMPTY;
    if (!st->is_folder || st->is_link || !runs_is_run_name(name))
        return true;
    text_addf(&path, "%s%c%s", runs->folder, os_separator, name);
    struct sweep run = {text_str(&path), runs->current, runs->log, true};
    if (!path.failed && !str_equal(text_str(&path), runs->current))
        os_folder_list(text_str(&path), sweep_file, &run);
    text_done(&path);
    return true;
}

void leftover_remove(const char *base, const char *current, struct log *log)
{
    struct text runs = TEXT_EMPTY;
    struct sweep top = {base, current, log, false};
    os_folder_list(base, sweep_file, &top);
    text_addf(&runs, "%s%cruns", base, os_separator);
    struct sweep below = {text_str(&runs), current, log, true};
    if (!runs.failed)
        os_folder_list(text_str(&runs), sweep_run, &below);
    text_done(&runs);
}
