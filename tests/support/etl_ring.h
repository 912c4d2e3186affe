/* Rings as they may lie in a file: buffers of any CPU, number, stamp and order,
 * each with a few evenly spaced events. */
#ifndef HB_TESTS_SUPPORT_ETL_RING_H
#define HB_TESTS_SUPPORT_ETL_RING_H

#include "tests/support/etl_sample.h"

/* One data buffer; times are seconds behind the session's start. */
struct ring_buffer {
    uint32_t cpu;
    int64_t sequence;
    double first, last; /* its events */
    double stamp;       /* of its header */
    uint16_t flags;     /* beside PROC_INDEX */
};
#define RING_EVENTS 11u /* evenly spaced in each buffer */

/* Sample facts with a second of 10,000,000 ticks, started at 100,000 s, with this
 * mode, closed 1 s behind the last event. */
struct etlw_facts ring_facts(uint32_t mode);
/* A whole file with the buffers as they come, all of them written by its header; *w is etlw_file_done's. */
void ring_put(struct etlw_file *w, const struct etlw_facts *facts, const struct ring_buffer *buffers, size_t count);
/* The raw stamp of a second, and back. */
int64_t ring_raw(double second);
double ring_second(int64_t raw);

#endif
