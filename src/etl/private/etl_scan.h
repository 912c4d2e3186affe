/* The walk from buffer to buffer through a file.
 *
 * A trace is buffers back to back, each with its own size; there is no index.
 * The walk trusts no total of the header: it goes to the end of the file. In a
 * plain file every buffer has the file's unit as its size, so a slot with any
 * other size is skipped and the walk goes on at the next multiple. In a
 * compressed file buffers begin anywhere; there the walk searches for the next
 * header that agrees with itself. Zeros are reserved room, or a hole if a
 * buffer follows them.
 *
 * Appended files hold several sessions behind one header buffer: a new segment
 * begins where the sequence falls back and the logger's number changes, or, in
 * APPEND mode, where it falls back to the lowest of its segment. */
#ifndef HB_ETL_ETL_SCAN_H
#define HB_ETL_ETL_SCAN_H

#include "etl/etl_findings.h"

#define ETL_CPU_MASK 0x07FFu /* of Windows 8 and later; earlier ones use a byte */
#define ETL_MAX_CPUS 2048u

#define ETL_FLAG_EVENTS_LOST 0x02u
#define ETL_FLAG_BUFFER_LOST 0x04u
#define ETL_FLAG_PROC_INDEX 0x20u
#define ETL_FLAG_COMPRESSED 0x40u

struct etl_buffer {
    uint64_t offset;   /* in the file */
    uint32_t size;     /* bytes from its header on that are in the file */
    uint32_t filled;   /* valid bytes with header, of the unpacked buffer */
    int64_t time;      /* raw, of its flush; 0 in the header buffer */
    int64_t sequence;  /* 0 is the header buffer */
    uint32_t segment;
    uint16_t cpu;
    uint16_t logger_id;
    uint16_t flags;
    uint16_t type;
    bool is_first; /* the header buffer */
    bool cut;      /* passes the end of the file */
};

struct etl_scan {
    const uint8_t *bytes;
    uint64_t len;
    const struct etl_header *header;
    struct etl_findings *findings;
    uint64_t at;
    uint64_t resync; /* where a search in a compressed file begins */
    uint64_t zeros;  /* zero slots since the last buffer */
    uint64_t zeros_from;
    /* of the running segment */
    int64_t previous, lowest, highest;
    uint64_t counted;
    uint16_t logger_id;
};

/* `bytes` and `header` must outlive the scan; findings are set to those of an
 * empty pass, then filled by the scan as it goes. */
void etl_scan_init(struct etl_scan *scan, const uint8_t *bytes, uint64_t len,
                   const struct etl_header *header, struct etl_findings *findings);

/* The next buffer, or false at the end, when the findings about buffers are
 * complete. */
bool etl_scan_next(struct etl_scan *scan, struct etl_buffer *buffer);

/* Reads one buffer's header again, at an offset that a scan has given. */
void etl_buffer_at(const struct etl_scan *scan, uint64_t offset, struct etl_buffer *buffer);

#endif
