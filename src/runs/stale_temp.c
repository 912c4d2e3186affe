#include "runs/stale_temp.h"

#include <string.h>

#include "runs/run_files.h"

struct sweep {
    const char *folder;
    const char *current;
    struct log *log;
    bool is_run;
};

static bool is_ours(const struct sweep *s, const char *target)
{
    if (!s->is_run)
        return str_equal(target, "providers.last-good.ini");
    return run_files_is_replaced(target);
}

static bool sweep_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct sweep *s = ctx;
    struct text target = TEXT_EMPTY, path = TEXT_EMPTY;
    size_t len = st->is_folder || st->is_link ? 0 : os_file_replaced_len(name);
    text_add_bytes(&target, name, len);
    if (len && !target.failed && is_ours(s, text_str(&target))) {
        os_path_join(s->folder, name, &path);
        struct outcome removed = path.failed ? outcome_of(WHY_out_of_memory, 0) : os_remove(text_str(&path));
        log_outcome(s->log, "left_over_removed", removed, "path=\"%s\"", text_str(&path));
    }
    text_done(&target);
    text_done(&path);
    return true;
}

static bool sweep_run(void *ctx, const char *folder, const char *name)
{
    const struct sweep *top = ctx;
    struct sweep run = {folder, top->current, top->log, true};
    (void)name;
    if (!str_equal(folder, top->current))
        log_unread(run.log, os_folder_list(folder, sweep_file, &run), folder);
    return true;
}

void stale_temp_remove(const char *base, const char *current, struct log *log)
{
    struct sweep top = {base, current, log, false};
    log_unread(log, os_folder_list(base, sweep_file, &top), base);
    log_unread(log, run_files_each_run(base, sweep_run, &top), base);
}
