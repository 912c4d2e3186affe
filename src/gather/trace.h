/* What one walk over a snapshot and its key events learns: the room's front
 * door. Everything here is written by `gather` and by nobody after it; the
 * steps of the verdict take it const.
 *
 *   struct trace t;
 *   struct outcome o = trace_init(&t);
 *   o = etl_open("snap.etl", &t.files[0].reader), t.file_count = 1;
 *   o = gather(&t, &patience);
 *   ...
 *   trace_done(&t);
 *
 * The walk takes events as they lie in the file, in no order of time. Every
 * table has a bound, so memory does not grow with the file; what did not fit is
 * counted. Times are FILETIMEs of the snapshot, from 0 to LAST_TIME, so that
 * differences of any two fit; where its clock is unknown they are all 0, and 0
 * is told as no time.
 *
 * What lies before `complete_from` is shown and judged by nobody: presents and
 * facts from there stand apart. Changes of focus do not, since the last one
 * before still holds; names are names. */
#ifndef HB_GATHER_TRACE_H
#define HB_GATHER_TRACE_H

#include "base/checked.h"
#include "etl/etl_reader.h"
#include "gather/disk_records.h"
#include "gather/facts.h"
#include "gather/file_state.h"
#include "gather/machine.h"
#include "gather/silence.h"

#define FIRST_BUILD_WITH_TDR 26100u /* that DxgKrnl tells of resets */
#define TIMER_SET 95 /* FACT_timer of this id: the resolution is now `value`, in 100 ns; others ask for one */
#define MAX_STREAMS 48u
#define MAX_FRAMES 1000000u /* of all streams together */
#define MAX_CPUS 256u
#define MAX_CHAIN_CHANGES 32u /* of one stream */
#define LAST_TIME (INT64_MAX / 8)

enum screen_kind { SCREEN_none, SCREEN_flips, SCREEN_refresh };

/* Presents of a process by one interface, or of one screen. While the file is
 * walked each swap chain has a stream of its own; once gathered they are one,
 * without presents that were refused or covered. */
struct stream {
    uint32_t pid;
    uint32_t tid; /* the thread that presents */
    uint32_t tid_votes;
    uint64_t chain;
    uint8_t source; /* dxgi, d3d9, dxgkrnl */
    uint8_t screen; /* enum screen_kind: flips and vertical syncs are of no process */
    int64_t *times; /* of presents, ascending once gathered */
    uint32_t count, room;
    uint32_t early; /* once gathered: presents before complete_from, which end at times[-1] */
    int64_t latest; /* once gathered: the last present of any of its process's chains, even one that did not join */
    int64_t last_covered; /* a present was answered with "covered" */
    int64_t changes[MAX_CHAIN_CHANGES]; /* first presents of a chain that took over from another */
    uint32_t change_count;
};

/* A present that was answered with an error, or with "covered": no frame. */
struct refusal {
    int64_t time; /* of the answer */
    uint32_t pid, tid;
    uint8_t source;
};

struct coverage {
    uint64_t count;
    uint64_t judged; /* of them, from complete_from on */
    int64_t first, last;
};

struct trace_file {
    struct etl_reader *reader;
    bool same_clock; /* as the snapshot: raw times mean the same */
    bool simple;     /* the clock counts in FILETIME units: time = raw + offset */
    int64_t offset;
    struct file_state state;
    bool failed;
    struct outcome outcome;
};

/* What ETW says that it could not take in. */
struct trace_loss {
    uint64_t events, buffers;
    int64_t since; /* they were lost after this time; 0: since the session's start */
    bool counted;  /* by who recorded; else the file's header says it */
};

/* Which kinds of kernel records and GPU work the trace has. */
enum seen {
    SEEN_interrupts = 1,
    SEEN_switches = 2,
    SEEN_samples = 4,
    SEEN_faults = 8,
    SEEN_gpu = 16,
    SEEN_ready = 32,
    SEEN_gpu_queue = 64 /* 178 and 180, which with hardware scheduling are all there is */
};

struct trace {
    struct trace_file files[2];
    uint32_t file_count;
    uint8_t file; /* that is being walked; 0 afterwards */
    struct text file_names[2];

    struct names names;
    struct machine machine;
    struct facts facts;
    struct facts early; /* before complete_from */
    struct coverage coverage[TRACE_source_count];
    uint64_t events;
    int64_t first, last; /* of the snapshot's events */
    int64_t last_live;   /* of them, of what goes on by itself: lists come when a session ends, and behind it */
    int64_t complete_from; /* between the two: from here on nothing is missing but in holes (FACT_hole) */
    int64_t complete_raw;
    int64_t flush_before; /* FILETIME; 0: not known */
    bool is_early; /* the event of the walk lies before */
    struct silence silence;
    uint32_t cpu_count;
    struct trace_loss loss;
    uint32_t os_build;

    struct stream streams[MAX_STREAMS];
    uint32_t stream_count;
    uint32_t frame_count;
    bool frames_cut; /* presents are missing that did not fit */
    struct refusal *refusals; /* while gathering */
    uint32_t refusal_count, refusal_room;
    uint32_t kinds_seen;  /* bits of enum seen */
    uint32_t clocks[256]; /* reports of the delivered clock, by percent */
    struct disk_records disk;
    bool short_of_memory; /* something is missing for that: gather has failed */
    uint32_t dwm; /* pid of the desktop's compositor; 0: unknown */
};

/* For a thread with something better to do: asked every few thousand events. */
struct patience {
    bool (*give_up)(void *ctx); /* NULL: never */
    void *ctx;
    uint32_t asked; /* events since the last time */
    bool given_up;
};
/* Before each costly step: is it to end here? */
static inline bool patience_ends_now(struct patience *p)
{
    p->asked = 0;
    p->given_up = p->given_up || (p->give_up && p->give_up(p->ctx));
    return p->given_up;
}
/* For every event of a walk, and whatever else is many. */
static inline bool patience_ends(struct patience *p)
{
    return p->given_up || (p->give_up && ++p->asked >= 4096 && patience_ends_now(p));
}

/* WHY_out_of_memory; trace_done is to be called all the same. */
struct outcome trace_init(struct trace *t);
/* Closes the readers, too. */
void trace_done(struct trace *t);

/* Fails with what the snapshot's reader says, and with WHY_out_of_memory where a
 * table could not be had: a verdict on half of what happened would be a wrong
 * one. Where it was given up, the rest is not there. */
struct outcome gather(struct trace *t, struct patience *patience);

/* Times of the file that is being walked, as FILETIMEs of the snapshot (0 where
 * the clock is unknown), and of the snapshot as raw ticks of that file. */
int64_t trace_time(const struct trace *t, int64_t raw);
int64_t trace_raw(const struct trace *t, int64_t filetime);

/* How many of ascending times are not later than that. */
static inline uint32_t trace_times_until(const int64_t *times, uint32_t count, int64_t time)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (times[middle] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How much of it is judged; at least 1, to divide by. */
static inline int64_t trace_judged(const struct trace *t)
{
    return t->last > t->complete_from ? t->last - t->complete_from : 1;
}
/* Is something missing there? Its ends count, for a hole without a length says
 * only where the loss showed. The first hole that touches the span, or NULL. */
const struct fact *trace_hole_at(const struct trace *t, int64_t from, int64_t to);

/* How long two spans overlap; 0 if not at all. */
static inline int64_t overlap(int64_t a_from, int64_t a_to, int64_t b_from, int64_t b_to)
{
    int64_t from = a_from > b_from ? a_from : b_from, to = a_to < b_to ? a_to : b_to;
    return i64_of_u64_capped(i64_ahead(to, from));
}

#endif
