/* What Windows says that a session could not take in, whenever it was asked.
 *
 * EventsLost and BuffersLost count from the session's start. What of them lies in
 * the span that a ring still covers is told by the counts of earlier questions,
 * which are kept here: as long as nothing more is lost they cost no room, and
 * where there are too many, every second of the older ones goes, so that they
 * reach back to the session's start, ever coarser. */
#ifndef HB_RECORDER_LOSS_LOG_H
#define HB_RECORDER_LOSS_LOG_H

#include <stdint.h>

#define LOSS_LOG_MOST 256u

struct loss_count {
    int64_t ns; /* os_ticks_ns when it was asked: a clock may be set */
    uint32_t events, buffers; /* since the session's start */
};

struct loss_log {
    struct loss_count counts[LOSS_LOG_MOST]; /* by time */
    uint32_t count;
};

/* A session begins, or is taken over; it has lost so much. */
void loss_log_begin(struct loss_log *log, struct loss_count now);
void loss_log_add(struct loss_log *log, struct loss_count now);
/* The last count that is no later than `ns`; the first where there is none;
 * zeros without any. */
struct loss_count loss_log_at(const struct loss_log *log, int64_t ns);

#endif
