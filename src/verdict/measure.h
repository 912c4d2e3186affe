/* The second walk's own state. Private to measure*.c. */
#ifndef HB_CORE_MEASURE_H
#define HB_CORE_MEASURE_H

#include "verdict/verdict_model.h"

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
    struct {
        uint32_t sequence;
        int64_t began; /* raw; 0: free */
    } packets[GPU_PACKETS];
};

struct measuring {
    struct verdict *v;
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
    bool kernel_disk; /* DiskIo records are there: the provider says the same again */
};

/* The part of a raw span that lies in a moment, in FILETIME units. */
int64_t measure_part(const struct measuring *s, const struct moment *m, int64_t from, int64_t to);
/* Of the time line. */
struct bucket *measure_bucket(const struct measuring *s, int64_t raw);
/* Raw ticks to FILETIME units. */
int64_t measure_span(const struct measuring *s, int64_t ticks);

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
