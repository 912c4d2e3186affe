/* Retention: which old snapshots make room for new ones.
 *
 * Kept always: pinned snapshots (a file <name>.pin stands beside), the newest
 * snapshot, and the key events and log of the run that is recorded now. A run's other files
 * (keyevents.etl, main.log) go when none of its snapshots is left, and its
 * folder only when nothing is left in it: files that Hitchbox does not know are
 * never touched. The trace goes first: where it cannot be removed, what lies
 * beside it stays and nothing counts as gone.
 * A snapshot that a program from outside asked for (a file <name>.outside stands
 * beside) never costs one that was made by key, or that is pinned: those from
 * outside go first, and what is left of them does not count against the others.
 * Links inside the runs folder are neither followed nor removed. */
#ifndef HB_RUNS_RETENTION_H
#define HB_RUNS_RETENTION_H

#include "runs/log.h"

struct retention_limits {
    uint64_t bytes_most;     /* of all runs together; 0: no limit */
    uint32_t snapshots_most; /* 0: no limit */
    uint32_t days_most;      /* 0: no limit */
    uint64_t free_least;     /* bytes to be free on the disk afterwards; 0: as it is. Nothing is
                              * removed for it where that could not reach it */
    bool outside_only;       /* room for one from outside: only such ones go */
};

struct retention_result {
    uint32_t removed;    /* files */
    uint64_t freed;      /* bytes */
    uint64_t free_bytes; /* on the disk now; UINT64_MAX if unknown */
};

/* Removes the oldest until the limits hold or only what is kept is left. Each
 * removal is a line in the log. `current` is the folder of the present run.
 * Where not all could be listed, for want of memory, nothing is removed. */
struct retention_result retention_apply(const char *base, const char *current, const struct retention_limits *limits,
                                        int64_t now, struct log *log);

/* Removes one snapshot (full path of its .etl, which may have gone) with its
 * companions, kept or not, and the run's folder if nothing is left in it; a line
 * in the log for each. Where the trace cannot be removed, as while a program has
 * it open, all stays. The outcome is that of the first file that stays; `stays`
 * (may be NULL) receives its path. What is no snapshot's name, or lies behind a
 * link, is refused: WHY_bad_argument, and what os_hold_open says. */
struct outcome retention_delete(const char *snapshot, struct log *log, struct text *stays);

/* Pins or frees a snapshot (full path of its .etl). */
struct outcome retention_pin(const char *snapshot, bool pinned);
/* Marks a snapshot as one that was asked for from outside. */
struct outcome retention_mark_outside(const char *snapshot);
/* WHY_not_found where it is not; only with ok it is. */
struct outcome retention_pinned(const char *snapshot, bool *pinned);

#endif
