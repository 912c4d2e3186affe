/* From when on a trace is complete: the first moment from which nothing that
 * happened on any CPU is missing.
 *
 * A ring (BUFFERING, or CIRCULAR in a file) keeps the newest buffers, and each
 * CPU's oldest kept one begins at another time: what a busy CPU said ten seconds
 * ago is gone while a quiet one's is there. Judging the ragged part would take a
 * CPU that is not there any more for one that was silent.
 *
 * A ring that has not turned is complete from its begin, as is every file that
 * is no ring: numbers begin at the start (some systems leave out 1). In a
 * snapshot they may be given at the FLUSH, so each CPU that can have lost a
 * buffer also has to begin within a second of the session's start: under (1)
 * below those with two or more, under (2) those whose first event is not behind
 * its bound, for that event did not fit into the lost one and so tells when it
 * was filled. One CPU is not enough: a parked one keeps its first buffer, open,
 * while all others turn.
 *
 * A ring that has turned: which buffer Windows takes when it needs one is not
 * documented. Either each CPU takes its own oldest (1), or the one that was
 * filled first is taken, whatever its CPU (2). Under each rule there is a bound,
 * and the later of the two is right under both:
 *   1. A CPU that took one of its own has others left, so it has two or more
 *      (Windows allots at least two for each CPU). Before the first event of its oldest one something may be gone, behind it
 *      nothing. So: the latest first event of the CPUs with two kept buffers.
 *   2. Whatever was written after the oldest kept buffer was filled lies in a
 *      buffer that was filled later still, and so is kept. When a buffer was
 *      filled is not known, but it was before its CPU went on in the next one.
 *      So each buffer with a successor bounds it by the successor's first event,
 *      and the least of these bounds serves: the least second one of any CPU.
 * An event that is gone may have the same stamp, so the answer is a tick later.
 * A buffer header's own stamp may be that of its filling or of the FLUSH (no
 * real snapshot was at hand), and is never before its events: where it is
 * earlier than the bound of its buffer, it is the filling, and lowers the bound;
 * where it is later, or cannot be (before the buffer's last event), it says
 * nothing. So stamps bring the answer closer to the truth and never before it.
 * A CPU with one kept buffer, idle or parked, moves neither bound. The answer is
 * later than the truth by at most one buffer of the busiest CPU (2), or, where a
 * CPU with two buffers was silent just then, by its silence (1): a file cannot
 * tell whether that CPU slept or reused what it had said.
 *
 * Under both rules what a CPU lost lies before what it kept. So where every CPU
 * kept some, all is there from the latest of their first events on, if that is
 * earlier than the bounds.
 *
 * Where no CPU has two buffers neither bound exists: then the FLUSH before, if
 * the caller knows of one, since a ring that it emptied holds all since then;
 * otherwise the latest first event. The order of buffers in the file plays no
 * part, nor do their numbers once the ring has turned. */
#ifndef HB_ETL_ETL_COMPLETE_H
#define HB_ETL_ETL_COMPLETE_H

#include "etl/etl_findings.h"

enum etl_from {
    ETL_FROM_BEGIN,   /* nothing was overwritten */
    ETL_FROM_BUFFERS, /* the two bounds */
    ETL_FROM_FLUSH,   /* the FLUSH before */
    ETL_FROM_FIRST    /* the latest first event */
};

struct etl_complete {
    int64_t raw;      /* session clock */
    int64_t filetime; /* 0 where the clock is unknown */
    enum etl_from by;
    bool wrapped; /* something was overwritten: all but ETL_FROM_BEGIN */
};

/* `flush_before` is a FILETIME; 0 where none is known. Reads each buffer's header
 * and first event of a ring, of other files nothing but the header. False
 * without memory, and *complete stays as it was. */
bool etl_complete_find(const uint8_t *bytes, uint64_t len, const struct etl_header *header, int64_t flush_before,
                       struct etl_complete *complete);

#endif
