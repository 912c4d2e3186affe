/* Holes of a trace: stretches of time of which some of what was recorded is not
 * in the file. What happened in one cannot be told, and silence in one is none.
 *
 * Each cause, and where its hole lies. "Silence" is a CPU's time between the last
 * event of one kept buffer and the first of the next:
 *   events or buffers lost   ETW flags the first buffer that it filled after a
 *       loss: the silence before that buffer, and up to the end of the longest
 *       gap inside, where that is the longer one (where that lies before the
 *       silence, as it may in a buffer without order, both and what is between)
 *   zeros, damage            a slot without a readable buffer. Its number is
 *       missing between those that are there, and somewhere a CPU passes over
 *       that number: the silence there. Of several CPUs, those that were silent
 *       for at least half of what their own buffers last; where none was, the
 *       one that was longest in proportion. A buffer whose rest cannot be read:
 *       from its last event to the next buffer of its CPU
 *   missing                  a number that no slot explains. Windows leaves out
 *       numbers without a loss, so this is a hole only where a CPU was silent
 *       for at least a quarter of what its buffers last
 *   cut                      the file ends early: from the last event of the CPUs
 *       concerned to the session's end, as far as the header knows it. Where the
 *       file is written newest first, what is cut off is its begin.
 * So a hole is as long as the loss, and longer by a buffer of its CPU at most.
 * The order of the buffers in the file plays no part but in which of its ends is
 * cut off; numbers may rise or fall with time.
 *
 * What a ring has overwritten is no hole: holes end after etl_complete_from, and
 * begin no earlier. In appended files, and where more numbers are missing than
 * can be placed, neighbours become one hole. */
#ifndef HB_ETL_ETL_HOLES_H
#define HB_ETL_ETL_HOLES_H

#include "etl/etl_complete.h"

/* By rank: of two causes in one stretch, the earlier is named. Each has English
 * words for messages (etl_hole_cause_name). */
#define ETL_HOLE_LIST(HOLE)                                \
    HOLE(EVENTS_LOST, "Windows lost events")               \
    HOLE(BUFFERS_LOST, "Windows lost whole buffers")       \
    HOLE(CUT, "the file ends early")                       \
    HOLE(ZEROS, "zeros stand where a buffer should be")    \
    HOLE(DAMAGED, "a buffer cannot be read")               \
    HOLE(MISSING, "buffers are not in the file")

enum etl_hole_cause {
#define HOLE(name, words) ETL_HOLE_##name,
    ETL_HOLE_LIST(HOLE)
#undef HOLE
    ETL_HOLE_count
};

struct etl_hole {
    int64_t from, to; /* raw */
    uint64_t cpus;    /* bit n: CPU n; bit 63: any from 63 on */
    enum etl_hole_cause cause;
    uint64_t buffers; /* that are not there; 0 where Windows lost them */
    uint64_t bytes;   /* of the file that cannot be read or are not there */
};

#define ETL_HOLES_MOST 64u

struct etl_holes {
    struct etl_hole list[ETL_HOLES_MOST]; /* by begin; the nearest become one where there are more */
    uint32_t count;
    uint64_t missing_bytes; /* of the file, unreadable or not there */
    uint64_t whole_bytes;   /* what it would be: the share is missing_bytes / whole_bytes */
};

const char *etl_hole_cause_name(enum etl_hole_cause cause);

/* `findings` are those of a pass: with broken buffers or events in them all
 * buffers are walked, otherwise few or none. False without memory; *holes stays. */
bool etl_holes_find(const uint8_t *bytes, uint64_t len, const struct etl_header *header, const struct etl_findings *findings,
                    const struct etl_complete *complete, struct etl_holes *holes);

#endif
