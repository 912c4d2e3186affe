/* The recorder: both sessions of a run, in the order of calls that ETW asks
 * for. Belongs to the worker thread; every call blocks.
 *
 * Order: recorder_init, recorder_start, any number of recorder_snapshot and
 * recorder_watch, recorder_stop, recorder_done. */
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
    enum language language; /* of the verdict */
    bool (*busy)(void *ctx); /* is there something better to do than a verdict? NULL: never */
    void *busy_ctx;
    bool (*pause)(void *ctx, uint32_t ms); /* waits for a file that is held; false: there is no time to. NULL: waits */
    void *pause_ctx;
    struct text base;   /* the folder that holds runs */
    struct text folder; /* of the run */
    struct os_hold *hold; /* keeps that folder from being replaced by a link */
    struct session file;
    struct session buffer;
    struct outcome told[SESSION_kinds]; /* the failures to start that stand in the log already */
    uint64_t missing;   /* providers, a bit for each, that could not be enabled so far */
    unsigned files;     /* File sessions started in this run; each writes a file of its own */
    uint32_t in_the_way; /* watches that found a session of our name which is not ours */
    int64_t seen;       /* FILETIME when both were last known to run */
    bool started;       /* recorder_start was called and recorder_stop was not */
};

void recorder_init(struct recorder *r, const struct settings *settings, const struct providers *providers,
                   struct log *log, const char *base, const char *folder);
/* Frees memory; the sessions stay as they are. */
void recorder_done(struct recorder *r);

struct recorder_started {
    struct outcome file;     /* of each session's start */
    struct outcome buffer;
    struct outcome provider; /* of the first provider that could not be enabled */
    struct text provider_name;
    uint32_t providers_failed;
    uint32_t ring_mb;        /* granted */
    bool ring_reduced;       /* a half or a quarter of what was asked for */
    bool adopted;            /* an earlier process's sessions go on: starting is refused */
    struct text recovered;   /* path of the ring saved from an earlier run; "" */
    struct text unclean;     /* keyevents.etl of the newest run without a clean stop; "" */
    int64_t unclean_last;    /* FILETIME of its last event; 0 if unknown */
    struct text sessions;    /* names of the running sessions, after a refusal for want of resources */
};
void recorder_started_done(struct recorder_started *started);

/* Finds what an earlier process left running, saves its ring, stops it, and
 * starts both sessions. Where Windows refuses to start sessions now, what runs
 * is adopted instead. One that cannot be started does not keep the other from
 * running. Everything is logged. *started must be zeroed. */
void recorder_start(struct recorder *r, struct recorder_started *started);

/* Writes the ring to the run's next snapshot: room on the disk, CAPTURE_STATE,
 * FLUSH to a temporary name, a look at what was written, and its real name.
 * `path` receives the snapshot's name as soon as it is known. `flushing` (with
 * its ctx) is called when the FLUSH is about to be issued.
 * What a failed write left is kept as partial.etl if it holds events; a good
 * file that another program holds for more than 5 s gets its name at the next
 * press, exit or start. */
struct outcome recorder_snapshot(struct recorder *r, void (*flushing)(void *ctx), void *ctx, struct text *path);

/* What may follow when the player has been told: FLUSH of the File session,
 * QUERY of both, the walk through the file, the verdict with its page
 * <snapshot>.html, <snapshot>.json, and retention. *info gives pressed, and
 * receives the rest; `verdict` receives the sentence. Once stopped, there is no
 * time for a verdict. WHY_given_up, with nothing written, when r->busy said so
 * meanwhile: check again later. */
struct outcome recorder_check(struct recorder *r, const char *path, struct snapinfo *info, struct text *verdict);

/* Are both still running as they were started? One that was stopped or changed
 * by another program is started again and the gap is logged. What could not be
 * done before is tried again: providers that are missing are enabled, and a
 * session of our name that could not be taken over is. */
struct recorder_watched {
    bool providers_changed;     /* other providers are missing than before */
    uint32_t providers_missing; /* how many */
    bool changed;   /* something was found; the rest is filled */
    int64_t from;   /* the gap: last seen ... */
    int64_t to;     /* ... and started again, or found missing */
    struct outcome file;   /* how each runs now; ok if it does */
    struct outcome buffer;
};
struct recorder_watched recorder_watch(struct recorder *r);

/* Stops what is ours, and marks the run as ended. */
void recorder_stop(struct recorder *r);

/* Between the recorder's own files (recorder_*.c). */
uint32_t recorder_ring_mb(const struct session *session);
/* Frees room for a full ring of that session and the reserve; WHY_disk_full. */
struct outcome recorder_make_room(struct recorder *r, const struct session *ring);
/* Writes a ring to `path` by way of a temporary name; looks at what was written
 * before it gets that name, or the next free one where it was taken meanwhile:
 * `path` says which. */
struct outcome recorder_flush_ring(struct recorder *r, struct session *ring, struct text *path);
/* What an earlier flush left under a temporary name, where it could not even be
 * renamed or its process was killed: a whole file gets its name, half a one is
 * kept as partial.etl, anything else as .bad. */
void recorder_take_parts(struct recorder *r, const char *folder);
/* The same in every run's folder. */
void recorder_take_all_parts(struct recorder *r);
void recorder_enable_missing(struct recorder *r);
void recorder_log_session(struct recorder *r, const char *event, const struct session *s);
struct outcome recorder_start_one(struct recorder *r, enum session_kind kind, struct recorder_started *started);
/* Of those sessions that the recorder does not have. */
void recorder_take_over(struct recorder *r, struct recorder_started *started);

#endif
