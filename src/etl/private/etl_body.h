/* The events of one buffer, one after the other. */
#ifndef HB_ETL_ETL_BODY_H
#define HB_ETL_ETL_BODY_H

#include "etl/etl_event.h"
#include "etl/private/etl_scan.h"

/* What unpacking may cost: in all, over every CPU's buffer. */
#define ETL_UNPACK_BUDGET (512u * 1024u * 1024u)

struct etl_body {
    struct etl_buffer buffer;
    struct etl_cursor at;
    const uint8_t *start; /* of the buffer, unpacked where it was packed */
    uint8_t *unpacked;    /* own storage, kept from buffer to buffer */
    size_t room;
    int64_t last_time; /* of the event before, over all buffers of this body */
    int64_t earliest;  /* a stamp before it, or over `reach` behind it, is a stray */
    uint64_t reach;
    bool is_cut;       /* the bytes end early, so a record may too */
    bool is_broken;    /* what stood in the rest of this buffer cannot be read */
};

/* Storage is taken only when a packed buffer is opened; `budget` counts down
 * what all bodies of a reader may still take. */
void etl_body_init(struct etl_body *body, const struct etl_header *header);
void etl_body_done(struct etl_body *body, size_t *budget);

/* Begins a buffer. Faults are counted in the findings; a buffer that cannot be
 * unpacked has no events. */
void etl_body_open(struct etl_body *body, const struct etl_scan *scan, const struct etl_buffer *buffer,
                   size_t *budget, struct etl_findings *f);

/* The next event of it, or false. A stray stamp (etl_stamps) is counted and
 * left out: the event then has no time of its own. */
bool etl_body_next(struct etl_body *body, struct etl_event *event, struct etl_findings *f);

/* Opens a buffer for the stamp of its first event that has one; false where none
 * has. Faults are counted in the scan's findings. */
bool etl_body_first(struct etl_body *body, const struct etl_scan *scan, const struct etl_buffer *buffer, size_t *budget,
                    int64_t *time);

#endif
