/* Late frames of which the recording itself cannot tell whether they were late.
 * Private to the verdict. */
#ifndef HB_VERDICT_UNSURE_H
#define HB_VERDICT_UNSURE_H

#include "verdict/moments.h"

/* EXCUSE_hole where presents may be missing in it, EXCUSE_clock where the time
 * itself may have jumped. A hitch of which holes take less than a quarter becomes
 * its longest part without one, in which certainly nothing was presented, or of
 * one that goes on its last; it is excused where that part alone would be no hitch. */
enum excuse unsure_excuse(const struct trace *t, struct hitch *hitch, int64_t least_excess);

/* Its first present here was none of its first, as far as is known: it presented
 * before the trace is complete, or as soon as it was. */
bool unsure_is_older(const struct trace *t, const struct stream *s);

#endif
