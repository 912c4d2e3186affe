#include "recorder/recorder.h"

#include <string.h>

#include "runs/run_files.h"
#include "runs/runs.h"
#include "runs/stale_temp.h"

/* The newest key events of the run that the recovered ring is of. */
static void keys_of_recovered(const struct recorder *r, struct text *keys)
{
    struct text folder = TEXT_EMPTY;
    unsigned newest = 0;
    size_t len = os_path_folder_len(text_str(&r->recovered));
    text_add_bytes(&folder, text_str(&r->recovered), len ? len - 1 : 0);
    log_unread(r->log, run_files_keys_last(text_str(&folder), &newest), text_str(&folder));
    if (newest)
        run_files_keys(text_str(&folder), newest, keys);
    text_done(&folder);
}

/* Its numbers, and the verdict as of any snapshot; what was lost in it nobody
 * counted. */
static struct outcome judge_recovered(struct recorder *r, struct snapinfo_words *words, struct device_names *devices)
{
    struct text keys = TEXT_EMPTY;
    struct outcome seen = etl_summarise_unless(text_str(&r->recovered), r->busy, r->busy_ctx, &r->recovered_info.summary);
    if (outcome_failed(seen))
        return seen;
    struct outcome complete = recorder_note_complete(text_str(&r->recovered), &r->recovered_info);
    if (outcome_failed(complete)) {
        log_outcome(r->log, "verdict", complete, "suspect=none sentence=\"\"");
        return outcome_ok();
    }
    snapinfo_set_game(&r->recovered_info, text_str(&r->settings->game));
    keys_of_recovered(r, &keys);
    struct outcome judged = recorder_judge(r, text_str(&r->recovered), text_is_empty(&keys) ? NULL : text_str(&keys),
                                           &r->recovered_info, words, devices);
    text_done(&keys);
    return judged.why == WHY_given_up ? judged : outcome_ok();
}

/* A file that cannot be read has no numbers; its history entry goes without. */
static struct outcome look_at_recovered(struct recorder *r)
{
    struct snapinfo_words words = {0};
    struct device_names devices = {0};
    if (!r->recovered_due)
        return outcome_ok();
    struct outcome seen = judge_recovered(r, &words, &devices);
    if (!outcome_failed(seen))
        recorder_save_info(r, text_str(&r->recovered), &r->recovered_info, &words, &devices);
    else if (seen.why != WHY_given_up)
        log_outcome(r->log, "info_failed", seen, "path=\"%s\"", text_str(&r->recovered));
    snapinfo_words_done(&words);
    device_names_done(&devices);
    r->recovered_due = seen.why == WHY_given_up;
    return r->recovered_due ? seen : outcome_ok();
}

/* Does the recovered ring lie in that folder? */
static bool is_recovered(const struct recorder *r, const char *folder)
{
    size_t len = strlen(folder);
    return str_starts(text_str(&r->recovered), folder) && r->recovered.len > len && r->recovered.bytes[len] == os_separator;
}

struct unclean_search {
    struct recorder *r;
    struct recorder_started *started;
    bool given_up;
};

/* Key events stay as the machine left them; what is known of them goes beside. */
static struct outcome look_at_keys(struct recorder *r, const char *path, struct snapinfo *info)
{
    struct outcome seen = etl_summarise_unless(path, r->busy, r->busy_ctx, &info->summary);
    if (seen.why == WHY_given_up)
        return seen;
    log_outcome(r->log, "unclean_run", seen, "path=\"%s\" events=%llu", path, (unsigned long long)info->summary.events);
    if (!outcome_failed(seen))
        recorder_save_info(r, path, info, NULL, NULL);
    return seen;
}

/* The newest file that holds events, else the newest: one of a session that had
 * just started may hold nothing yet, and then an earlier one says when the run
 * ended. *last is 0 where none holds any. */
static struct outcome newest_keys(struct recorder *r, const char *folder, struct text *path, int64_t *last)
{
    struct text tried = TEXT_EMPTY;
    unsigned newest = 0;
    log_unread(r->log, run_files_keys_last(folder, &newest), folder);
    newest = newest ? newest : 1;
    run_files_keys(folder, newest, path);
    if (path->failed)
        log_outcome(r->log, "unclean_run", outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY), "");
    for (unsigned n = newest; n > 0 && !*last; n--) {
        struct snapinfo info = {0};
        text_clear(&tried);
        run_files_keys(folder, n, &tried);
        if (tried.failed)
            continue;
        struct outcome seen = look_at_keys(r, text_str(&tried), &info);
        if (seen.why == WHY_given_up) {
            text_done(&tried);
            return seen;
        }
        if (!outcome_failed(seen) && info.summary.last_time) {
            *last = info.summary.last_time;
            text_move(path, &tried);
        }
    }
    text_done(&tried);
    return outcome_ok();
}

static bool note_unclean(void *ctx, const char *folder)
{
    struct unclean_search *search = ctx;
    struct recorder *r = search->r;
    struct recorder_started *started = search->started;
    struct text path = TEXT_EMPTY;
    int64_t last = 0;
    search->given_up = outcome_failed(newest_keys(r, folder, &path, &last));
    if (!search->given_up) {
        if (text_is_empty(&started->unclean) || last > started->unclean_last) {
            text_move(&started->unclean, &path);
            started->unclean_last = last;
        }
        started->unsaved = started->unsaved || (str_equal(text_str(&r->cut), folder) && !is_recovered(r, folder));
    }
    text_done(&path);
    return !search->given_up;
}

struct outcome recorder_look_back(struct recorder *r, struct recorder_started *started)
{
    struct unclean_search search = {r, started, false};
    struct outcome looked = look_at_recovered(r);
    if (outcome_failed(looked))
        return looked;
    recorder_take_all_parts(r);
    if (recorder_is_busy(r))
        return outcome_of(WHY_given_up, 0);
    runs_take_unclean(text_str(&r->base), text_str(&r->folder), r->log, note_unclean, &search);
    if (search.given_up)
        return outcome_of(WHY_given_up, 0);
    stale_temp_remove(text_str(&r->base), text_str(&r->folder), r->log);
    return outcome_ok();
}
