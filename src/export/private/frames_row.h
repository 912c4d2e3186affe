/* One frame as a row of PresentMon's tables. Private to frames_*.c. */
#ifndef HB_EXPORT_FRAMES_ROW_H
#define HB_EXPORT_FRAMES_ROW_H

#include "export/frames_csv.h"

struct frames_row {
    const char *process; /* "": not known */
    uint32_t pid;
    uint64_t chain;
    const char *runtime; /* "DXGI", "D3D9", "Other" */
    uint32_t flags, interval;
    bool knows_flags, knows_interval;
    int64_t raw;            /* of the present, ticks as the trace has them */
    uint64_t from_begin_ns; /* since the trace's first event */
    /* What is not known is NA. */
    bool knows_before, knows_in_api, knows_cpu;
    uint64_t between_ns;    /* since the chain's present before */
    uint64_t in_api_ns;     /* that the call took */
    int64_t cpu_start_raw;  /* when the chain's call before ended */
    uint64_t cpu_busy_ns;   /* from there to this present */
};

/* Adds a line with its end. */
void frames_row_add(struct text *out, enum frames_columns columns, const struct frames_row *row);

#endif
