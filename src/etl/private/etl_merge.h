/* The merge of a file's buffers by time; the inside of etl_next. */
#ifndef HB_ETL_ETL_MERGE_H
#define HB_ETL_ETL_MERGE_H

#include "etl/private/etl_body.h"

/* One buffer that waits for its turn. A CPU's buffers come in the order of their
 * numbers; in a BUFFERING session's file, whose numbers may be given at the
 * FLUSH in any order, in that of their first events. */
struct etl_place {
    uint64_t offset;
    int64_t order;   /* among those of its stream */
    uint32_t stream; /* CPU, or ETL_MAX_CPUS for the header buffer */
    bool taken;
};

struct etl_stream {
    struct etl_body body;
    struct etl_event event; /* the next one of this CPU */
    int64_t key;            /* where it stands in time */
    uint32_t next, end; /* its places in the window */
    bool in_heap;
};

struct etl_merge {
    struct etl_scan *scan;
    struct etl_findings *findings;
    size_t *budget;
    struct etl_place *places;
    uint32_t place_count, window, waiting; /* waiting: not yet opened */
    struct etl_body ahead_body; /* looks into buffers for their first event */
    struct etl_stream *streams;
    uint32_t stream_count, stream_room;
    uint16_t stream_at[ETL_MAX_CPUS + 1]; /* index + 1 of a CPU's stream; 0: none yet */
    uint32_t *heap;
    uint32_t heap_count;
    uint32_t segment;
    struct etl_buffer ahead; /* first of the next segment */
    bool has_ahead, scanned, failed;
    bool started; /* the top of the heap was given out */
    uint64_t opened_bytes; /* of buffers opened so far */
};

void etl_merge_init(struct etl_merge *m, struct etl_scan *scan, struct etl_findings *f, size_t *budget,
                    uint32_t window);
void etl_merge_done(struct etl_merge *m);

/* False at the end, or with m->failed where memory ran out. */
bool etl_merge_next(struct etl_merge *m, struct etl_event *event);

/* Bytes of the file whose buffers were opened. */
uint64_t etl_merge_progress(const struct etl_merge *m);

#endif
