/* The moments that are looked at: whose frames they are (game.c), which came
 * late (late_frames.c), which of these are no stutter (excuses.c, settle.c),
 * which one was felt (headline.c), and what the machine did then and otherwise
 * (measure.c). Each step writes its own part and takes the trace const. */
#ifndef HB_VERDICT_MOMENTS_H
#define HB_VERDICT_MOMENTS_H

#include "frames/frames.h"
#include "gather/trace.h"

#define MAX_MOMENTS 12u
#define MAX_HITCHES 4096u
#define MAX_SEGMENTS 16u

/* Why a late frame is no stutter; each has its words (excuse_<name> of
 * strings/strings_list.h). The last three: the recording cannot tell. */
#define EXCUSE_LIST(EXCUSE) \
    EXCUSE(first_frames)    \
    EXCUSE(loading)         \
    EXCUSE(focus)           \
    EXCUSE(covered)         \
    EXCUSE(display)         \
    EXCUSE(idle)            \
    EXCUSE(began_before)    \
    EXCUSE(hole)            \
    EXCUSE(clock)

enum excuse {
    EXCUSE_none,
#define EXCUSE(name) EXCUSE_##name,
    EXCUSE_LIST(EXCUSE)
#undef EXCUSE
    EXCUSE_count
};

/* How it was known whose frames are the game's; each has its words (why_<name>). */
#define GAME_WHY_LIST(WHY) \
    WHY(asked)             \
    WHY(foreground)        \
    WHY(focus)             \
    WHY(presents)          \
    WHY(screen)

enum game_why {
    GAME_none,
#define WHY(name) GAME_##name,
    GAME_WHY_LIST(WHY)
#undef WHY
    GAME_count
};

/* What the frames say of themselves, late or slow or uneven: see frames/frames.h. */
struct hitch {
    int64_t from, to; /* the present before, or the end of a hole, and the late one, or its begin */
    int64_t usual;    /* frame time around it */
    int64_t longest;  /* frame in it */
    uint32_t count;   /* frames in it; of uneven pacing, jolts */
    uint16_t stream;
    uint8_t kind;     /* enum frame_finding_kind */
    uint8_t excuse;   /* enum excuse */
    bool open;        /* no frame followed: `to` is the recording's end, and it went on then */
};

/* Frame times of a stream; all 0 where there are too few. */
struct figures {
    struct frame_figures all; /* of the game: of its segment that the report is about, without excused gaps */
    uint32_t hitches;         /* findings */
    uint32_t told;            /* of them without excuse, as far as they were kept */
};

/* A stretch of the game's frames at another speed than the one before. */
struct segment {
    int64_t from, to;
    struct frame_figures figures;
};

/* One driver's part in a moment. */
struct driver_use {
    uint64_t time;    /* of DPCs and ISRs, less what fell into silence */
    uint64_t longest;
    int64_t longest_from;
    uint32_t count;
    uint16_t longest_id; /* hook of that event */
};

struct process_use {
    uint64_t cpu;    /* on CPU, 100 ns; by switches */
    uint64_t stolen; /* of it, by DPCs and ISRs */
    uint32_t samples;
    uint64_t disk_bytes;
    uint64_t gpu; /* the GPU worked for it, 100 ns */
};

/* When operations of the disk were under way in a moment, by how long each took:
 * the moment in slices, a bit each. */
#define DISK_POWERS 48u
#define GPU_POWERS 48u
#define DISK_SLICES 256u
struct disk_use {
    uint64_t slices[DISK_POWERS][DISK_SLICES / 64];
    uint32_t count[DISK_POWERS];
};

/* A moment that is looked at closely: a hitch, or the press of the key. */
struct moment {
    int64_t from, to;
    int64_t usual; /* 0: no hitch */
    int64_t lost;  /* of it, what usual frames would not have taken */
    uint32_t hitch; /* index + 1; 0: of none */
    uint16_t stream;
    bool after;         /* too late to be what the player meant */
    bool goes_on;       /* slow frames, which need a cause at their begin or all along */
    bool is_hitch;      /* a stutter or a slow stretch */
    bool is_slow_spell; /* many frames somewhat late instead of one very late, or uneven */
    int64_t raw_from, raw_to;

    struct driver_use *drivers;   /* module_count + 1, the last one is "unknown" */
    struct process_use *processes; /* process_count + 1 */
    /* the game's thread, by switches */
    int64_t running, ready, waiting;
    int64_t stolen; /* of `running`, by DPCs and ISRs */
    int64_t ran_from, ran_to;   /* its longest stretch on a CPU there, FILETIMEs */
    int64_t waited_from, waited_to;
    uint32_t readied_by; /* tid of the last one that woke it */
    /* disk */
    uint32_t ops, paging_reads;
    uint64_t bytes, op_time;
    int64_t paging_time; /* of reads of the pager; those at once count twice */
    struct fact slowest; /* the operation that overlaps most; kind FACT_count: none */
    int64_t slowest_overlap;
    struct disk_use disk;
    /* hard faults */
    uint32_t faults, game_faults;
    int64_t game_fault_time;
    /* no events of anybody */
    int64_t silent_from, silent_to;
    /* GPU */
    int64_t gpu_game, gpu_other;
    struct fact gpu_longest;
    uint32_t samples;
};

/* What the rest of the trace is like, from when it is complete; the moments are
 * left out. */
struct baseline {
    int64_t span;          /* without the moments */
    uint64_t events_other; /* of anybody but the graphics, the moments' too */
    int64_t longest_silence; /* outside of every moment */
    uint64_t disk_ops, disk_bytes, paging_reads;
    int64_t paging_time;
    uint32_t latency[DISK_POWERS];  /* responses by power of two of 100 ns */
    uint64_t faults;
    struct driver_use *drivers;
    struct process_use *processes;
    uint64_t samples;
    int64_t gpu_busy, gpu_other;
    uint32_t gpu_packets;
    uint32_t gpu_long[GPU_POWERS]; /* packets by power of two of 100 ns */
};

struct moments {
    uint32_t game; /* stream + 1; 0: nothing presents */
    enum game_why why;
    struct figures figures[MAX_STREAMS];
    struct hitch *hitches; /* stream by stream, the game's first, each by time */
    uint32_t hitch_count;
    uint32_t real_hitches; /* stutters of the game, without excuse */
    int64_t period;        /* of these, where they come regularly */
    struct segment segments[MAX_SEGMENTS]; /* of the game */
    uint32_t segment_count;
    uint32_t segment; /* that the report is about: index + 1; 0: the whole */
    struct moment list[MAX_MOMENTS];
    uint32_t count;
    uint32_t main; /* index + 1; 0: none */
    struct baseline base;
    struct facts found;     /* what the close look adds to the trace's facts */
};

/* Where the player pointed, and to what. */
struct pointed {
    int64_t pressed; /* FILETIMEs; 0: not known */
    int64_t at;      /* look only around this moment; 0: the whole trace */
    const char *game; /* the program to look at; NULL: not said */
    uint32_t foreground; /* process that was in front before the press; 0: not known */
    bool (*is_no_game)(void *ctx, const char *name); /* NULL: no program is known to be none */
    void *ctx;
};

void moments_done(struct moments *moments);
/* WHY_out_of_memory. */
struct outcome hitches_find(const struct trace *t, struct patience *patience, const struct pointed *pointed, struct moments *moments);
/* Fails with what the reader says, or WHY_out_of_memory. */
struct outcome measure(const struct trace *t, struct patience *patience, struct moments *moments);
/* Excuses the hitches that, measured, were loading. */
void settle_loading(const struct trace *t, struct moments *moments);
/* Once all excuses are known, and what the report is about (or NULL): the game's
 * figures. WHY_out_of_memory. */
struct outcome figures_settle(const struct trace *t, struct moments *moments, const struct moment *headline);

/* The main moment, or NULL. */
static inline const struct moment *moments_main(const struct moments *moments)
{
    return moments->main ? &moments->list[moments->main - 1] : NULL;
}

#endif
