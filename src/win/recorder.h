/* The recorder: both sessions of a run, in the order of calls that ETW asks
 * for. Belongs to the worker thread; every call blocks.
 *
 * Order: recorder_init, recorder_start, any number of recorder_snapshot,
 * recorder_stop, recorder_done. */
#ifndef HB_WIN_RECORDER_H
#define HB_WIN_RECORDER_H

#include "core/log.h"
#include "core/settings.h"
#include "core/snapinfo.h"
#include "win/session.h"

struct recorder {
    const struct settings *settings;   /* these three outlive the recorder */
    const struct providers *providers;
    struct log *log;
    struct text folder; /* of the run */
    struct session file;
    struct session buffer;
};

void recorder_init(struct recorder *r, const struct settings *settings, const struct providers *providers,
                   struct log *log, const char *folder);
/* Frees memory; the sessions stay as they are. */
void recorder_done(struct recorder *r);

struct recorder_started {
    struct outcome file;     /* of each session's start */
    struct outcome buffer;
    struct outcome provider; /* of the first provider that could not be enabled */
    struct text provider_name;
    uint32_t providers_failed;
    uint32_t ring_mb;        /* granted */
    struct text recovered;   /* path of the ring saved from an earlier run; "" */
};

/* Finds what an earlier process left running, saves its ring, stops it, and
 * starts both sessions. One that cannot be started does not keep the other
 * from running. Everything is logged. *started must be zeroed; its texts are
 * the caller's afterwards. */
void recorder_start(struct recorder *r, struct recorder_started *started);

/* Writes the ring to the run's next snapshot: CAPTURE_STATE, FLUSH, and a look
 * at what was written. `path` receives the file's name as soon as it is known.
 * `flushing` (with its ctx) is called when the FLUSH is about to be issued. */
struct outcome recorder_snapshot(struct recorder *r, void (*flushing)(void *ctx), void *ctx, struct text *path);

/* What may follow when the player has been told: FLUSH of the File session,
 * QUERY of both, the walk through the file, and <snapshot>.json. *info gives
 * pressed, and receives the rest. */
struct outcome recorder_check(struct recorder *r, const char *path, struct snapinfo *info);

/* Stops what is ours. */
void recorder_stop(struct recorder *r);

#endif
