/* The walk's own parts: each takes the events of some providers. */
#ifndef HB_GATHER_GATHER_PARTS_H
#define HB_GATHER_GATHER_PARTS_H

#include "gather/trace.h"

/* Of an event of the file that is walked; NULL as facts_add. */
struct fact *gather_fact(struct trace *t, enum fact_kind kind, int64_t from, int64_t to, const struct etl_event *e,
                         enum trace_source source);
void gather_graphics(struct trace *t, const struct etl_event *e, enum trace_source source);
/* After the walk: drops the presents that were refused and makes one stream of
 * each process's swap chains; the presents are in order then. */
void gather_streams_end(struct trace *t);
void gather_process(struct trace *t, const struct etl_event *e, enum trace_source source, struct text *scratch);
void gather_power(struct trace *t, const struct etl_event *e, enum trace_source source, struct text *scratch);
void gather_device(struct trace *t, const struct etl_event *e, enum trace_source source, struct text *scratch);
void gather_device_names(struct trace *t);
/* Completes names that the kernel cut, by whoever has the whole one; else an
 * ellipsis says so. */
void gather_process_names(struct trace *t);
void gather_network(struct trace *t, const struct etl_event *e);

#endif
