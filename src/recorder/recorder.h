/* The recorder: both sessions of a run, in the order of calls that ETW asks
 * for. Belongs to the worker thread; every call blocks.
 *
 *   recorder_init(&r, &settings, &providers, log, base, folder);
 *   recorder_start(&r, &started);
 *   recorder_snapshot(&r, flushing, ctx, &path);    at a press: the player waits
 *   recorder_settle(&r, &path);                     after each that was put off
 *   recorder_look_back(&r, &started);               once, when there is time
 *   recorder_check(&r, path, &info, &sentence);     for each path, likewise
 *   recorder_watch(&r);                             now and then
 *   recorder_stop(&r);
 *   recorder_done(&r);
 *
 * The run's folder and its log are there before (runs.h). After recorder_start
 * snapshots, looks back, checks and watches may come in any order and number; a
 * check may come after the stop as well.
 *
 * The press comes first. From the key to the FLUSH no file is touched, the log
 * among them: the snapshot's name and the room on the disk are looked up ahead
 * (recorder_prepare), and what is to be logged is kept until the FLUSH has
 * returned. Only where the name that was looked up is taken by then, others are
 * looked for.
 *
 * Promises: no session but those of our two names is touched, and of them none
 * that is of another kind. The ring that an earlier process left, or that
 * somebody changed, is saved before it is stopped; the present run's goes with
 * recorder_stop. A snapshot has its name only once a look at it found events.
 * What fails leaves the rest running, is in the log with its number, and is
 * tried again by a watch. session.h has the ETW calls, one session at a time. */
#ifndef HB_RECORDER_RECORDER_H
#define HB_RECORDER_RECORDER_H

#include "runs/log.h"
#include "config/no_games.h"
#include "config/settings.h"
#include "runs/snapinfo.h"
#include "recorder/loss_log.h"
#include "recorder/session.h"

/* Events and buffers that a session could not take in. */
struct recorder_loss {
    uint32_t events;
    uint32_t buffers;
};

/* What is known of one FLUSH of the ring, for the check that follows it. */
struct recorder_flush {
    struct recorder_loss lost; /* since the snapshot before, or since the session started */
    struct loss_count whole;   /* since the session started, and when */
    int64_t time;              /* FILETIME when the snapshot was written */
    int64_t before;            /* FILETIME of the session's FLUSH before; 0: none */
};

/* A ring that was written under a temporary name. */
struct recorder_part {
    struct text part, path;
    bool outside; /* a program from outside asked for it */
    uint32_t ring_buffers; /* of the ring that it is the first one of; 0: of none, what its header claims is not to be believed */
    struct recorder_flush flush;
};
#define RECORDER_UNSETTLED 4u

struct recorder {
    const struct settings *settings;   /* these three outlive the recorder */
    const struct providers *providers;
    struct log *log;
    struct no_games *no_games; /* NULL: none are known; outlives the recorder */
    enum language language; /* of the verdict */
    bool (*busy)(void *ctx); /* is there something better to do than a check or a watch? NULL: never */
    bool (*rushed)(void *ctx); /* is Windows about to end this process? NULL: never */
    void *busy_ctx;          /* of both */
    bool (*pause)(void *ctx, uint32_t ms); /* waits for a file that is held; false: there is no time to, or something better to do. NULL: waits */
    void *pause_ctx;
    struct text base;   /* the folder that holds runs */
    struct text folder; /* of the run */
    struct os_hold *hold; /* keeps that folder from being replaced by a link */
    struct session file;
    struct session buffer;
    struct text key_file;    /* what the File session writes or last wrote; "" if none did */
    struct recorder_loss lost_before; /* the Buffer session's whole loss at its last snapshot */
    struct loss_log losses;           /* of the Buffer session */
    struct recorder_flush flush;      /* of the last snapshot */
    int64_t flushed;                  /* FILETIME of the Buffer session's last FLUSH; 0: none yet */
    struct guid rescued;              /* the ring that was saved and whose session could not be stopped yet */
    struct outcome told[SESSION_kinds]; /* the failures to start or end one that stand in the log already */
    uint32_t tries[SESSION_kinds];      /* watches that found it changed and could not end it */
    bool outside;       /* the next snapshot or check is of one that a program from outside asked for: set for
                         * the call; it is marked, and no other kind makes room for it */
    uint64_t missing;   /* providers, a bit for each, that could not be enabled so far */
    unsigned files;     /* File sessions started in this run; each writes a file of its own */
    uint32_t in_the_way; /* watches that found a session of our name which is not ours */
    uint32_t unseen[SESSION_kinds]; /* the number with which the watch's QUERY failed last; 0: it did not */
    bool ran[SESSION_kinds]; /* it ran, and was found stopped or changed */
    int64_t seen_ns;    /* os_ticks_ns when both were last known to run: a clock may be set back */
    bool started;       /* recorder_start was called and recorder_stop was not */
    struct log *kept;   /* the lines of a press until its FLUSH has returned; NULL without memory */
    struct text next, next_part; /* the next snapshot's names, looked up ahead; "" until then */
    bool room_low;      /* when that was looked up, the disk had no room for it */
    bool part_left;     /* a file has only its temporary name still */
    struct recorder_part unsettled[RECORDER_UNSETTLED]; /* written, and put off for a press: the oldest first */
    size_t unsettled_count;
    struct text recovered; /* the ring that was saved last; "" */
    struct snapinfo recovered_info;
    bool recovered_due;  /* its numbers are not written down yet */
    struct text cut;     /* of a former run: the folder in which half a snapshot was found; "" */
};

/* WHY_out_of_memory; recorder_done then, too. */
struct outcome recorder_init(struct recorder *r, const struct settings *settings, const struct providers *providers,
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
    bool unsaved;            /* that run ended while it wrote a snapshot, and the ring is gone */
    struct text sessions;    /* names of the running sessions, after a refusal for want of resources */
};
void recorder_started_done(struct recorder_started *started);

/* Finds what an earlier process left running, saves its ring in the folder of
 * the run that it belongs to, stops it, and starts both sessions. Where Windows refuses to start sessions now, what runs
 * is adopted instead. One that cannot be started does not keep the other from
 * running. Everything is logged. *started must be zeroed. */
void recorder_start(struct recorder *r, struct recorder_started *started);

/* What may follow once both run: names for what an earlier write left under a
 * temporary one, the numbers and the verdict of a recovered ring, and the runs that ended
 * without a clean stop; of *started it fills `unclean`, `unclean_last` and
 * `unsaved`. WHY_given_up when r->busy said that there is something better to
 * do: call it again. */
struct outcome recorder_look_back(struct recorder *r, struct recorder_started *started);

/* Looks up the next snapshot's name and whether there is room for it. */
void recorder_prepare(struct recorder *r);

/* Writes the ring to the run's next snapshot: CAPTURE_STATE, FLUSH to a
 * temporary name, a look at what was written, and its real name. Where the disk
 * had no room when that was looked up, old snapshots make some first.
 * r->flush then says what was lost since the snapshot before, or since the
 * session started. WHY_session_gone where another program stopped the session.
 * Capture state is left out or cut short when r->rushed says so.
 * `path` receives the snapshot's name as soon as it is known. `flushing` (with
 * its ctx) is called when the FLUSH is about to be issued.
 * What a failed write left is kept as partial.etl if it holds events; a good
 * file that another program holds for more than 5 s gets its name later.
 * WHY_given_up: it was written, another program holds it, and r->busy said that
 * there is something better to do; recorder_settle goes on with it. */
struct outcome recorder_snapshot(struct recorder *r, void (*flushing)(void *ctx), void *ctx, struct text *path);
/* The rest of the oldest snapshot that was given up: as recorder_snapshot after
 * the FLUSH. To be called only after WHY_given_up, once for each. */
struct outcome recorder_settle(struct recorder *r, struct text *path);

/* What may follow when the player has been told: FLUSH of the File session,
 * QUERY of both, the walk through the file, the verdict with its page (for which
 * Windows is asked what the devices are called that it speaks of)
 * <snapshot>.html, <snapshot>.json, and retention. *info gives pressed, and
 * receives the rest; r->flush is what recorder_snapshot left there, since the
 * file's header counts losses from the session's start. A trace keeps the time of its session's start, whatever the
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

/* Stops what is ours, marks the run as ended, and gives names to what still
 * lacks them. A session that was only adopted goes on, and its ring with it:
 * the next start saves it. */
void recorder_stop(struct recorder *r);

/* Between the recorder's own files (recorder_*.c). */
uint32_t recorder_ring_mb(const struct session *session);
/* A full ring of that session and the reserve, in bytes. */
uint64_t recorder_room(const struct recorder *r, const struct session *ring);
/* Frees room for it; WHY_disk_full. */
struct outcome recorder_make_room(struct recorder *r, const struct session *ring);
/* Writes a ring to `path` by way of a temporary name; looks at what was written
 * before it gets that name, or the next free one where it was taken meanwhile:
 * `path` says which. */
struct outcome recorder_flush_ring(struct recorder *r, struct session *ring, struct text *path);
/* FLUSH to p->part, and where that name was taken meanwhile to others of p->path:
 * p->part says which. No file is looked at before. */
struct outcome recorder_flush_part(struct recorder *r, struct session *ring, struct recorder_part *p);
/* Looks at what was written and names it; p->path says how. WHY_given_up where
 * `hasty`, and only waiting would help while there is something better to do. */
struct outcome recorder_settle_part(struct recorder *r, struct recorder_part *p, bool hasty);
/* What a FLUSH that failed as `flushed` says left: partial.etl, or .bad. What
 * stood there before it is another's. */
void recorder_set_aside(struct recorder *r, const struct recorder_part *p, struct outcome flushed);
/* What an earlier flush left under a temporary name, where it could not even be
 * renamed or its process was killed: a whole file gets its name, half a one is
 * kept as partial.etl, anything else as .bad. r->part_left where one is left,
 * because it is held or there is something better to do. */
void recorder_take_parts(struct recorder *r, const char *folder);
/* The same in every run's folder. */
void recorder_take_all_parts(struct recorder *r);
/* Saves what a session's ring holds as recovered.etl: in the run that it records
 * for, else in that of `old_file` (may be ""), else in the present one. Once: as
 * long as its session cannot be stopped, it answers ok and saves nothing more. */
struct outcome recorder_rescue(struct recorder *r, struct session *ring, const char *old_file, struct recorder_started *started);
/* What the Buffer session has lost is counted from here on. */
void recorder_count_loss_anew(struct recorder *r);
/* Keeps the counts of the QUERY that was just answered. */
void recorder_note_loss(struct recorder *r);
/* What is known of a trace goes beside it; `words` and `devices` may be NULL. */
void recorder_save_info(const struct recorder *r, const char *trace, const struct snapinfo *info,
                        const struct snapinfo_words *words, const struct device_names *devices);
/* From when on the trace is complete, to *info. */
struct outcome recorder_note_complete(const char *path, struct snapinfo *info);
/* Has the verdict found, at the lowest priority, then asks Windows for the names of
 * its devices, and writes the page. `keys`: the key events of the same run, NULL
 * without any. `devices` receives the names, `words` are filled as far as it came,
 * with those names. WHY_given_up when r->busy said so; `words` are then untouched. */
struct outcome recorder_judge(struct recorder *r, const char *path, const char *keys, const struct snapinfo *info,
                              struct snapinfo_words *words, struct device_names *devices);
/* Asks Windows what the verdict's devices are called, and notes it; one that it
 * has no name for is told by class and maker. False, with only some asked for, when
 * r->busy said so meanwhile. */
struct verdict;
bool recorder_name_devices(struct recorder *r, const struct verdict *v, struct device_names *names);
/* The present run's mark names the ring that records for it. */
void recorder_mark_ring(struct recorder *r);
bool recorder_is_busy(const struct recorder *r);
bool recorder_is_rushed(const struct recorder *r);
void recorder_enable_missing(struct recorder *r);
void recorder_log_session(struct recorder *r, const char *event, const struct session *s);
struct outcome recorder_start_one(struct recorder *r, enum session_kind kind, struct recorder_started *started);
/* Of those sessions that the recorder does not have. */
void recorder_take_over(struct recorder *r, struct recorder_started *started);

#endif
