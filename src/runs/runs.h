/* Runs: the folders on disk. A run is one life of the recorder, with a folder of
 * its own.
 *
 *   runs_begin(base, os_utc_now(), NULL, NULL, &folder), log_open(path, &log)
 *   runs_mark_running, runs_take_unclean, stale_temp_remove    at the start
 *   run_files_free -> a snapshot -> snapinfo_write             for each press
 *   retention_apply                                            after each
 *   runs_mark_ended, log_close                                 at a clean end
 *
 * run_files.h has every name in a run's folder, log.h its log, snapinfo.h what
 * is known of one snapshot, history.h the newest of them all; retention.h makes
 * room, and stale_temp.h, ring_mark.h and runs_take_unclean look after what a
 * run left that did not end cleanly.
 *
 * The disk is the only memory: every question reads the folders anew, so what a
 * user moved or removed meanwhile is gone. `base` is the folder that holds
 * `runs`. Folders whose names are no run's, and links, are
 * passed over; files that Hitchbox does not know are never removed. Times are
 * FILETIMEs; only the name of a run's folder is local time. */
#ifndef HB_RUNS_RUNS_H
#define HB_RUNS_RUNS_H

#include "os/os.h"
#include "runs/log.h"

/* Makes the run's folder; `folder` receives its path. `make` makes one that is
 * not there yet and answers WHY_exists where something stands; NULL: it is made
 * with those above it. */
typedef struct outcome runs_make_fn(void *ctx, const char *folder);
struct outcome runs_begin(const char *base, int64_t now, runs_make_fn *make, void *ctx, struct text *folder);

/* A run is marked as running from its begin to its clean end; a mark that is
 * found at the next start tells of a crash, a blue screen or a power loss. */
struct outcome runs_mark_running(const char *folder);
struct outcome runs_mark_ended(const char *folder);

/* Runs under `base`, other than `current`, that ended without a clean stop and
 * were not told of yet; each is told once: its mark becomes "unclean".
 * False from the function: not told, there is no time now; that run and those
 * after it are met again by the next call. So are runs whose mark could not be
 * renamed, or that could not be listed; the log says so. */
typedef bool runs_unclean_fn(void *ctx, const char *folder);
void runs_take_unclean(const char *base, const char *current, struct log *log, runs_unclean_fn *fn, void *ctx);

#endif
