/* The names of all that lies under <base>/runs, and the paths made of them. No
 * other module puts such a name together or takes one apart.
 *
 *   <base>/runs/20261130_044012/   a run; 20261130_044012_2 began in the same second
 *     main.log  running | unclean  ring
 *     keyevents.etl keyevents-2.etl ...          of the File session
 *     snap.etl snap-2.etl ...                    snapshots; so are
 *     recovered.etl ... partial.etl ...          rings of killed recorders, halves
 *     snap.json snap.html snap.pin               companions of snap.etl
 *     snap.outside                               the same: a program from outside asked for it
 *     snap.etl.part snap.etl.2.part ...          being written
 *     snap.etl.bad snap.etl.2.bad ...            set aside: no trace
 *     snap.json.1234.tmp                         being replaced (os_file_replace)
 *
 * `path` and `name` are added to, but where a free name is searched: there they
 * are replaced. */
#ifndef HB_RUNS_RUN_FILES_H
#define HB_RUNS_RUN_FILES_H

#include "os/os.h"

#define RUN_FILES_ROOT "runs"

#define RUN_FILES_LOG "main.log"
#define RUN_FILES_RUNNING "running"
#define RUN_FILES_UNCLEAN "unclean"
#define RUN_FILES_RING "ring"

/* The words that traces are numbered by. */
#define RUN_FILES_SNAP "snap"
#define RUN_FILES_RECOVERED "recovered"
#define RUN_FILES_PARTIAL "partial"
#define RUN_FILES_KEYS "keyevents"

/* <base>/runs */
void run_files_root(const char *base, struct text *path);
/* The folder of the run that begins at this time, as the `n`th of its second. */
void run_files_run(const char *base, int64_t begin, unsigned n, struct text *path);

/* Is `name` that of a run's folder? */
bool run_files_is_run(const char *name);
/* Each run's folder under `base`, with its path and its name; links, and names
 * that are no run's, are passed over. False from `fn` ends the walk. */
typedef bool run_files_fn(void *ctx, const char *folder, const char *name);
struct outcome run_files_each_run(const char *base, run_files_fn *fn, void *ctx);

/* The first of <word>.etl, <word>-2.etl, ... that does not stand in the folder;
 * the numbers below `first` are passed over. WHY_snapshot_name after 9,999.
 * Replaces `path`, which stays as it was after a failure. */
struct outcome run_files_free(const char *folder, const char *word, unsigned first, struct text *path);
/* The next one of the kind of `trace`, a full path: of snap-3.etl the first of
 * snap.etl, snap-2.etl, ... that does not stand. */
struct outcome run_files_free_like(const char *trace, struct text *path);
/* The files of the run's File sessions: 1 for keyevents.etl, 2 for
 * keyevents-2.etl, of the session that followed when the first was stopped. */
void run_files_keys(const char *folder, unsigned number, struct text *path);
/* The highest number of those that stand, 0 where none does; of those that were
 * met where the folder could not be listed to its end, as os_folder_list says. */
struct outcome run_files_keys_last(const char *folder, unsigned *last);
/* What a trace is called until it is whole, and what it is called for good where
 * it is none: the first that does not stand. Replaces `path`. */
void run_files_part(const char *trace, struct text *path);
void run_files_bad(const char *trace, struct text *path);
/* The length of "snap.etl" in "snap.etl.2.part"; 0 for any other name. */
size_t run_files_part_stem(const char *name);

/* snap-2.etl -> snap-2.json */
void run_files_info(const char *trace, struct text *path);
/* snap-2.etl -> snap-2.html, the page of its verdict */
void run_files_report(const char *trace, struct text *path);
/* snap-2.etl -> snap-2.pin, which keeps it */
void run_files_pin(const char *trace, struct text *path);
/* snap-2.etl -> snap-2.outside, the mark of one that was asked for from outside */
void run_files_outside(const char *trace, struct text *path);
/* The folder's name and the file's: "20261130_044012\snap.etl". */
void run_files_short_name(const char *path, struct text *name);

/* The part of a snapshot's file name that its companions share ("snap-2",
 * "recovered"); 0 for names of other files. `name` may end in .etl, .json,
 * .html, .pin or .outside. */
size_t run_files_snapshot_stem(const char *name);
/* The path of the trace with that stem of `name`. */
void run_files_trace(const char *folder, const char *name, size_t stem, struct text *path);
bool run_files_is_trace(const char *name);
bool run_files_is_info(const char *name);
bool run_files_is_pin(const char *name);
bool run_files_is_outside(const char *name);
/* What the recorder puts into a run's folder beside snapshots. */
bool run_files_is_rest(const char *name);
/* What it writes by os_file_replace, so that a .tmp of it may be left over. */
bool run_files_is_replaced(const char *name);

#endif
