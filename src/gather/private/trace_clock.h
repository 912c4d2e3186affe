/* One clock for both files of a trace: trace_time and trace_raw of trace.h. */
#ifndef HB_GATHER_TRACE_CLOCK_H
#define HB_GATHER_TRACE_CLOCK_H

#include "gather/trace.h"

/* Before the walk of t->file. */
void trace_clock_begin(struct trace *t);

#endif
