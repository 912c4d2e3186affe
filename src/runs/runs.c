#include "runs/runs.h"

#include "runs/run_files.h"

#define SAME_SECOND_MOST 99u

struct outcome runs_begin(const char *base, int64_t now, runs_make_fn *make, void *ctx, struct text *folder)
{
    struct os_stat st;
    struct text path = TEXT_EMPTY;
    struct outcome result = outcome_of(WHY_exists, 0);
    for (unsigned n = 1; n <= SAME_SECOND_MOST && result.why == WHY_exists; n++) {
        text_clear(&path);
        run_files_run(base, now, n, &path);
        if (path.failed)
            result = outcome_of(WHY_out_of_memory, 0);
        else if (outcome_failed(os_stat(text_str(&path), &st)))
            result = make ? make(ctx, text_str(&path)) : os_folder_make(text_str(&path));
    }
    if (result.why == WHY_exists)
        result.why = WHY_folder_create;
    if (!outcome_failed(result))
        text_move(folder, &path);
    text_done(&path);
    return result;
}

struct outcome runs_mark_running(const char *folder)
{
    struct text path = TEXT_EMPTY;
    os_path_join(folder, RUN_FILES_RUNNING, &path);
    struct outcome result = path.failed ? outcome_of(WHY_out_of_memory, 0) : os_file_replace(text_str(&path), "", 0);
    text_done(&path);
    return result;
}

struct outcome runs_mark_ended(const char *folder)
{
    struct text path = TEXT_EMPTY;
    os_path_join(folder, RUN_FILES_RUNNING, &path);
    struct outcome result = path.failed ? outcome_of(WHY_out_of_memory, 0) : os_remove(text_str(&path));
    text_done(&path);
    return result;
}

struct unclean_reader {
    const char *current;
    struct log *log;
    runs_unclean_fn *fn;
    void *ctx;
};

static bool take_unclean(void *ctx, const char *folder, const char *name)
{
    struct unclean_reader *r = ctx;
    if (str_ends(r->current, name))
        return true;
    struct text running = TEXT_EMPTY, unclean = TEXT_EMPTY;
    os_path_join(folder, RUN_FILES_RUNNING, &running);
    os_path_join(folder, RUN_FILES_UNCLEAN, &unclean);
    bool told = true;
    struct outcome renamed = running.failed || unclean.failed ? outcome_of(WHY_out_of_memory, 0)
                                                              : os_rename(text_str(&running), text_str(&unclean));
    if (!outcome_failed(renamed))
        told = r->fn(r->ctx, folder);
    else if (renamed.why != WHY_not_found)
        log_outcome(r->log, "mark_failed", renamed, "unclean=1 path=\"%s\"", folder);
    if (!told)
        os_rename(text_str(&unclean), text_str(&running));
    text_done(&running);
    text_done(&unclean);
    return told;
}

void runs_take_unclean(const char *base, const char *current, struct log *log, runs_unclean_fn *fn, void *ctx)
{
    struct unclean_reader r = {current, log, fn, ctx};
    log_unread(log, run_files_each_run(base, take_unclean, &r), base);
}
