/* The history: the newest snapshots over all runs, read anew each time. */
#ifndef HB_RUNS_HISTORY_H
#define HB_RUNS_HISTORY_H

#include "runs/snapinfo.h"

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
    struct snapinfo_words words; /* of its .json */
    bool pinned;
};

#define HISTORY_MAX 10u

struct history {
    struct history_entry entries[HISTORY_MAX]; /* newest first */
    size_t count;
    /* The first folder that could not be listed, or want of memory, so that entries
     * or what is known of them are missing; ok without either. A `runs` that is not there yet holds none. */
    struct outcome read;
};

void history_init(struct history *h);
void history_done(struct history *h);
/* The newest snapshots over all runs under `base`. Folders that are links, and
 * names that are no run's, are passed over. Never fails: what cannot be read
 * is not shown, and h->read tells of it. */
void history_read(const char *base, struct history *h);

#endif
