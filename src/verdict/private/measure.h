/* The second walk's own state. Private to measure*.c. */
#ifndef HB_VERDICT_MEASURE_H
#define HB_VERDICT_MEASURE_H

#include "verdict/moments.h"

#define GPU_CONTEXTS 512u

enum thread_state { THREAD_unknown, THREAD_running, THREAD_ready, THREAD_waiting };

/* A context may have several packets in the card's hands; they end in the order
 * of their numbers, and of two in a row the second runs when the first is done. */
#define GPU_PACKETS 8u
struct gpu_context {
    uint64_t context;
    uint32_t pid;
    uint32_t next; /* place of the next packet */
    int64_t ended; /* raw; of the last one that ended */
    int64_t worked;       /* for this context, raw ticks */
    int64_t others_ended; /* worked for others when the last one ended */
    struct {
        uint32_t sequence;
        int64_t began;  /* raw; 0: free */
        int64_t others; /* worked for others until then */
    } packets[GPU_PACKETS];
};

struct measuring {
    const struct trace *t;
    struct moments *all;
    struct patience *patience;
    int64_t now;       /* raw time of the event */
    int64_t near_from, near_to; /* raw, all moments lie in between */
    /* what runs on each CPU */
    uint32_t running[MAX_CPUS];
    int64_t since[MAX_CPUS];
    /* the game's thread */
    uint32_t game_pid, game_tid;
    enum thread_state state;
    int64_t state_since;
    uint32_t woken_by;
    struct gpu_context contexts[GPU_CONTEXTS];
    int64_t gpu_worked; /* for all contexts, raw ticks */
    bool gpu_queue;     /* only the queue is told of (178, 180), not the card's own begin and end (175, 176) */
    bool kernel_disk; /* DiskIo records are there: the provider says the same again */
    bool has_holes;
    int64_t first_raw;              /* of the trace's first event: nothing is told to have begun before */
    int64_t switched[MAX_CPUS];     /* raw; when each CPU went to another thread; INT64_MIN: not yet */
    int64_t dpc_ended[MAX_CPUS];    /* the same of its last DPC */
};

/* The part of a raw span that lies in a moment, in FILETIME units. */
int64_t measure_part(const struct measuring *s, const struct moment *m, int64_t from, int64_t to);
/* Raw ticks to FILETIME units. */
int64_t measure_span(const struct measuring *s, int64_t ticks);
/* From one raw time to a later one; 0 where it is not later. */
int64_t measure_between(const struct measuring *s, int64_t from, int64_t to);
/* Is something missing between the two raw times? Then nobody knows what went on
 * from the one to the other. */
bool measure_has_hole(const struct measuring *s, int64_t from, int64_t to);

void measure_switch(struct measuring *s, const struct etl_event *e);
void measure_woken(struct measuring *s, const struct etl_event *e);
void measure_interrupt(struct measuring *s, const struct etl_event *e);
void measure_sample(struct measuring *s, const struct etl_event *e);
/* Books what still runs when the trace ends. */
void measure_switch_end(struct measuring *s);

void measure_disk(struct measuring *s, const struct disk_record *r);
void measure_fault(struct measuring *s, const struct etl_event *e);
void measure_gpu(struct measuring *s, const struct etl_event *e);

#endif
