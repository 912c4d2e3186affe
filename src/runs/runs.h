/* Runs: the folders on disk, and the history over them.
 *
 *   <base>/runs/20261130_044012/main.log keyevents.etl snap.etl snap.json
 *                               snap-2.etl snap-2.json ...
 *
 * A run is one life of the recorder, named by its local start time; a second
 * one of the same second gets _2. */
#ifndef HB_CORE_RUNS_H
#define HB_CORE_RUNS_H

#include "runs/snapinfo.h"
#include "os/os.h"

/* Makes the run's folder; `folder` receives its path. `make` makes one that is
 * not there yet and answers WHY_exists where something stands; NULL: it is made
 * with those above it. */
typedef struct outcome runs_make_fn(void *ctx, const char *folder);
struct outcome runs_begin(const char *base, int64_t now, runs_make_fn *make, void *ctx, struct text *folder);

/* The first of snap.etl, snap-2.etl, ... that does not stand in the folder, as
 * a full path. WHY_snapshot_name after 9,999. */
struct outcome runs_snapshot_path(const char *folder, struct text *path);
/* snap-2.etl -> snap-2.json */
void runs_info_path(const char *snapshot, struct text *path);
/* snap-2.etl -> snap-2.html, the page of its verdict */
void runs_report_path(const char *snapshot, struct text *path);
/* The folder's name and the file's: "20261130_044012\snap.etl". */
void runs_short_name(const char *snapshot, struct text *name);

/* A run is marked as running from its begin to its clean end; a mark that is
 * found at the next start tells of a crash, a blue screen or a power loss. */
struct outcome runs_mark_running(const char *folder);
struct outcome runs_mark_ended(const char *folder);

/* Runs under `base`, other than `current`, that ended without a clean stop and
 * were not told of yet; each is told once: its mark becomes "unclean". */
typedef void runs_unclean_fn(void *ctx, const char *folder);
void runs_take_unclean(const char *base, const char *current, runs_unclean_fn *fn, void *ctx);

/* Is `name` that of a run's folder? */
bool runs_is_run_name(const char *name);
/* The part of a snapshot's file name that its companions share ("snap-2",
 * "recovered"); 0 for names of other files. `name` may end in .etl, .json,
 * .html or .pin. */
size_t runs_snapshot_stem(const char *name);
/* The same for the File session's files: "keyevents", "keyevents-2". */
size_t runs_key_events_stem(const char *name);

enum history_kind {
    HISTORY_SNAPSHOT,
    HISTORY_RECOVERED, /* the ring of a recorder that was killed */
    HISTORY_PARTIAL,   /* what a write that stopped half-way left */
    HISTORY_UNCLEAN    /* keyevents.etl of a run without a clean stop */
};

struct history_entry {
    enum history_kind kind;
    struct text path; /* of the .etl */
    int64_t time;     /* FILETIME of the press; else when the file was written */
    uint64_t bytes;
    bool known;       /* info was read */
    bool gone;        /* the .etl is not there any more */
    struct snapinfo info;
    struct text verdict; /* the sentence of its .json; "" */
    bool pinned;
};

#define HISTORY_MAX 10u

struct history {
    struct history_entry entries[HISTORY_MAX]; /* newest first */
    size_t count;
    /* The newest of all that is there and that somebody could be given: a whole
     * snapshot, a recovered or a partial one; "" without any. */
    struct text newest;
    int64_t newest_time;
    /* The first folder that could not be listed, so that entries are missing;
     * ok if all could. A `runs` that is not there yet holds none. */
    struct outcome read;
};

void history_init(struct history *h);
void history_done(struct history *h);
/* The newest snapshots over all runs under `base`. Folders that are links, and
 * names that are no run's, are passed over. Never fails: what cannot be read
 * is not shown, and h->read tells of it. */
void history_read(const char *base, struct history *h);

#endif
