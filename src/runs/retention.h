/* Retention: which old snapshots make room for new ones.
 *
 * Kept always: pinned snapshots (a file <name>.pin stands beside), the newest
 * snapshot, and the key events and log of the run that is recorded now. A run's other files
 * (keyevents.etl, main.log) go when none of its snapshots is left, and its
 * folder only when nothing is left in it: files that Hitchbox does not know are
 * never touched. Links inside the runs folder are neither followed nor removed. */
#ifndef HB_CORE_RETENTION_H
#define HB_CORE_RETENTION_H

#include "runs/log.h"

struct retention_limits {
    uint64_t bytes_most;     /* of all runs together; 0: no limit */
    uint32_t snapshots_most; /* 0: no limit */
    uint32_t days_most;      /* 0: no limit */
    uint64_t free_least;     /* bytes to be free on the disk afterwards; 0: as it is. Nothing is
                              * removed for it where that could not reach it */
};

struct retention_result {
    uint32_t removed;    /* files */
    uint64_t freed;      /* bytes */
    uint64_t free_bytes; /* on the disk now; UINT64_MAX if unknown */
};

/* Removes the oldest until the limits hold or only what is kept is left. Each
 * removal is a line in the log. `current` is the folder of the present run. */
struct retention_result retention_apply(const char *base, const char *current, const struct retention_limits *limits,
                                        int64_t now, struct log *log);

/* Pins or frees a snapshot (full path of its .etl). */
struct outcome retention_pin(const char *snapshot, bool pinned);
bool retention_pinned(const char *snapshot);

#endif
