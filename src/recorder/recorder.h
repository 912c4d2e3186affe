/* The recorder: both sessions of a run, in the order of calls that ETW asks
 * for. Belongs to the worker thread; every call blocks.
 *
 * Order: recorder_init, recorder_start, any number of recorder_snapshot and
 * recorder_watch, recorder_stop, recorder_done. */
#ifndef HB_WIN_RECORDER_H
#define HB_WIN_RECORDER_H

#include "runs/log.h"
#include "config/settings.h"
#include "runs/snapinfo.h"
#include "recorder/session.h"

/* Events and buffers that a session could not take in. */
struct recorder_loss {
    uint32_t events;
    uint32_t buffers;
};

struct recorder {
    const struct settings *settings;   /* these three outlive the recorder */
    const struct providers *providers;
    struct log *log;
    enum language language; /* of the verdict */
    bool (*busy)(void *ctx); /* is there something better to do than a check or a watch? NULL: never */
    bool (*rushed)(void *ctx); /* is Windows about to end this process? NULL: never */
    void *busy_ctx;          /* of both */
    bool (*pause)(void *ctx, uint32_t ms); /* waits for a file that is held; false: there is no time to. NULL: waits */
    void *pause_ctx;
    struct text base;   /* the folder that holds runs */
    struct text folder; /* of the run */
    struct os_hold *hold; /* keeps that folder from being replaced by a link */
    struct session file;
    struct session buffer;
    struct text key_file;    /* what the File session writes or last wrote; "" if none did */
    struct recorder_loss lost_before; /* the Buffer session's whole loss at its last snapshot */
    struct recorder_loss lost;        /* since the snapshot before the last one */
    int64_t flushed;                  /* FILETIME when the last snapshot was written */
    struct outcome told[SESSION_kinds]; /* the failures to start or end one that stand in the log already */
    uint32_t tries[SESSION_kinds];      /* watches that found it changed and could not end it */
    uint64_t missing;   /* providers, a bit for each, that could not be enabled so far */
    unsigned files;     /* File sessions started in this run; each writes a file of its own */
    uint32_t in_the_way; /* watches that found a session of our name which is not ours */
    uint32_t unseen[SESSION_kinds]; /* the number with which the watch's QUERY failed last; 0: it did not */
    bool ran[SESSION_kinds]; /* it ran, and was found stopped or changed */
    int64_t seen_ns;    /* os_ticks_ns when both were last known to run: a clock may be set back */
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

/* Finds what an earlier process left running, saves its ring in the folder of
 * the run that it belongs to, stops it, and starts both sessions. Where Windows refuses to start sessions now, what runs
 * is adopted instead. One that cannot be started does not keep the other from
 * running. Everything is logged. *started must be zeroed. */
void recorder_start(struct recorder *r, struct recorder_started *started);

/* Writes the ring to the run's next snapshot: room on the disk, CAPTURE_STATE,
 * FLUSH to a temporary name, a look at what was written, and its real name.
 * r->lost then says what was lost since the snapshot before, or since the
 * session started. WHY_session_gone where another program stopped the session.
 * Capture state is left out or cut short when r->rushed says so.
 * `path` receives the snapshot's name as soon as it is known. `flushing` (with
 * its ctx) is called when the FLUSH is about to be issued.
 * What a failed write left is kept as partial.etl if it holds events; a good
 * file that another program holds for more than 5 s gets its name at the next
 * press, exit or start. */
struct outcome recorder_snapshot(struct recorder *r, void (*flushing)(void *ctx), void *ctx, struct text *path);

/* What may follow when the player has been told: FLUSH of the File session,
 * QUERY of both, the walk through the file, the verdict with its page
 * <snapshot>.html, <snapshot>.json, and retention. *info gives pressed, and
 * receives the rest; the loss is r->lost as recorder_snapshot left it, since
 * the file's header counts from the session's start, and r->flushed the time
 * that it left. A trace keeps the time of its session's start, whatever the
 * clock is set to since; the press is looked for in the trace's own time.
 * `verdict` receives the sentence. Once stopped, there is no time for a verdict. WHY_given_up, with
 * nothing written, when r->busy said so meanwhile: check again later. */
struct outcome recorder_check(struct recorder *r, const char *path, struct snapinfo *info, struct text *verdict);

/* Are both still running as they were started? One that was stopped by another
 * program, or whose name is another's now, is started again and the gap is
 * logged. One of ours whose modes were changed is stopped and started again,
 * its ring is saved as recovered.etl before; where that fails it is left and
 * tried again, ever less often. What could not be done before is tried again,
 * unless r->busy says that there is something better to do: providers that are
 * missing are enabled, and a session of our name that could not be taken over
 * is (recorder_watch.c). */
struct recorder_watched {
    bool providers_changed;     /* other providers are missing than before */
    uint32_t providers_missing; /* how many */
    bool changed;   /* something was found; the rest is filled */
    bool interrupted; /* one that had run was found stopped or changed; else one that had been refused runs now */
    int64_t from;   /* the gap: last seen ... */
    int64_t to;     /* ... and started again, or found missing */
    struct outcome file;   /* how each runs now; ok if it does */
    struct outcome buffer;
};
struct recorder_watched recorder_watch(struct recorder *r);

/* Stops what is ours, and marks the run as ended. A session that was only
 * adopted goes on, and its ring with it: the next start saves it. */
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
/* Saves what a session's ring holds as recovered.etl: in the run that it records
 * for, else in that of `old_file` (may be ""), else in the present one. */
struct outcome recorder_rescue(struct recorder *r, struct session *ring, const char *old_file, struct recorder_started *started);
/* What the Buffer session has lost is counted from here on. */
void recorder_count_loss_anew(struct recorder *r);
/* The present run's mark names the ring that records for it. */
void recorder_mark_ring(struct recorder *r);
bool recorder_is_busy(const struct recorder *r);
void recorder_enable_missing(struct recorder *r);
void recorder_log_session(struct recorder *r, const char *event, const struct session *s);
struct outcome recorder_start_one(struct recorder *r, enum session_kind kind, struct recorder_started *started);
/* Of those sessions that the recorder does not have. */
void recorder_take_over(struct recorder *r, struct recorder_started *started);

#endif
