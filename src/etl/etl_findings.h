/* What a pass over a file met beside its events: the ground of its state. */
#ifndef HB_ETL_ETL_FINDINGS_H
#define HB_ETL_ETL_FINDINGS_H

#include "etl/etl_check.h"
#include "etl/etl_header.h"

/* Each has an English name for messages (etl_fault_name). */
#define ETL_FAULT_LIST(FAULT)                                                                     \
    FAULT(NONE, "nothing")                                                                        \
    FAULT(HEADER, "the logfile header contradicts itself")                                        \
    FAULT(BUFFER_SIZE, "a buffer's size cannot be; its slot was skipped")                         \
    FAULT(BUFFER_FILL, "a buffer's fill level cannot be; it was read as far as its events go")    \
    FAULT(HOLE, "zeros stand where a buffer should be")                                           \
    FAULT(FORMAT_NONE, "a buffer is compressed, but the file names no compression format")        \
    FAULT(FORMAT_LZNT1, "a buffer is compressed as LZNT1, which this reader does not know")       \
    FAULT(FORMAT_HUFFMAN, "a buffer is compressed as XPRESS_HUFF, which this reader does not know") \
    FAULT(FORMAT_OTHER, "a buffer is compressed in an unknown format")                            \
    FAULT(UNPACK, "a compressed buffer does not unpack to its size")                              \
    FAULT(MEMORY, "there is no memory to unpack a buffer")                                        \
    FAULT(EVENT_KIND, "an event's header is of no known kind; the rest of its buffer was skipped") \
    FAULT(EVENT_SIZE, "an event's size cannot be; the rest of its buffer was skipped")            \
    FAULT(EVENT_ITEMS, "an event's extended items are broken; it alone was skipped")                \
    FAULT(CUT, "the file ends inside a buffer")

enum etl_fault {
#define FAULT(name, words) ETL_FAULT_##name,
    ETL_FAULT_LIST(FAULT)
#undef FAULT
    ETL_FAULT_count
};

struct etl_findings {
    uint64_t buffers;         /* read, the header buffer and a cut one among them */
    uint64_t buffers_skipped; /* slots without a readable buffer, holes among them */
    uint64_t buffers_broken;  /* read, but a header field or the packing was wrong */
    uint64_t events_broken;   /* each ended its buffer, but those with broken items */
    uint64_t stray_times;     /* events whose stamp cannot be; they are given without a time */
    uint64_t bytes_skipped;   /* of slots and of rests of buffers */
    uint64_t zero_slots;      /* at the end: reserved, never written */
    uint64_t lossy_buffers;   /* flagged by ETW: events or buffers lost before them */
    uint64_t sequence_gaps;   /* numbers missing between the lowest and the highest */
    int64_t first_sequence;   /* lowest of a data buffer; 0 without any */
    int64_t last_sequence;
    uint32_t segments; /* sessions that were appended to one file */
    uint32_t top_cpu;  /* highest CPU number of a data buffer */
    bool cut;          /* the last buffer passes the end of the file */
    bool short_of_memory; /* some buffers could not be unpacked for that: the rest says nothing of the file */
    enum etl_fault first_fault;
    uint64_t first_fault_offset; /* in the file */
};

const char *etl_fault_name(enum etl_fault fault);

/* Keeps the fault that stands first in the file, for the message; counting is
 * the caller's. */
void etl_findings_fault(struct etl_findings *f, enum etl_fault fault, uint64_t offset);

/* The state of a file whose header could be read, after a whole pass.
 *
 * Damaged before not closed before truncated before wrapped. A file of a
 * BUFFERING session is written in one go while the session runs, so neither
 * its EndTime nor its BuffersWritten says anything of its end: it is truncated
 * only where it ends inside a buffer. Not seen on Windows: what a flushed
 * snapshot holds in these two fields. */
enum etl_state etl_state_of(const struct etl_header *h, const struct etl_findings *f);

/* How many processors the machine had: the header's number where it can be,
 * otherwise as many as the buffers name. */
uint32_t etl_cpus(const struct etl_header *h, const struct etl_findings *f);

/* "whole", "not-closed", "wrapped", "truncated", "damaged", "not-etl". */
const char *etl_state_name(enum etl_state state);

#endif
