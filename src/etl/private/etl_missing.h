/* Where buffers are missing that stand in no file: by the numbers that are left
 * out, and by which CPU was silent across them. The rules stand in etl_holes.h;
 * this is the inside of etl_holes_find. */
#ifndef HB_ETL_ETL_MISSING_H
#define HB_ETL_ETL_MISSING_H

#include "etl/etl_holes.h"
#include "etl/private/etl_survey.h"

/* A survey whose timed buffers stand first, by CPU, then by their first events. */
struct etl_line_up {
    struct etl_survey *survey;
    uint32_t timed;
    int64_t begin, end; /* of what the recording covers */
    bool has_turned;
};

static inline uint64_t etl_cpu_bit(uint32_t cpu)
{
    return (uint64_t)1 << (cpu < 63 ? cpu : 63);
}

/* When the events of this buffer end, walking it where that is not done yet. */
int64_t etl_line_up_last(struct etl_line_up *line, struct etl_kept *kept);
/* Until when its CPU is there for sure: its last event, or its stamp behind it. */
int64_t etl_line_up_until(struct etl_line_up *line, struct etl_kept *kept);
/* The buffer of the same CPU behind it or before it; NULL without one. */
struct etl_kept *etl_line_up_next(struct etl_line_up *line, struct etl_kept *kept);
struct etl_kept *etl_line_up_previous(struct etl_line_up *line, struct etl_kept *kept);

/* `cut`: buffers and bytes that the file lacks at its end (0: none). Gives each
 * hole to `add`. False without memory. */
typedef void etl_hole_fn(void *ctx, const struct etl_hole *hole);
bool etl_missing_find(struct etl_line_up *line, uint64_t cut_buffers, uint64_t cut_bytes, etl_hole_fn *add, void *ctx);

#endif
