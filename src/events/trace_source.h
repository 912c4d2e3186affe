/* Who wrote an event: the providers that the verdict knows, and the classes of
 * kernel records, as small numbers. */
#ifndef HB_EVENTS_TRACE_SOURCE_H
#define HB_EVENTS_TRACE_SOURCE_H

#include "base/guid.h"
#include "events/trace_source_list.h"

enum trace_source {
    TRACE_other,
#define SOURCE(symbol, name, data1, data2, data3, a, b, c, d, e, f, g, h) TRACE_##symbol,
#define KERNEL(symbol, id) TRACE_##symbol,
    TRACE_SOURCE_LIST(SOURCE)
    TRACE_KERNEL_LIST(KERNEL)
#undef SOURCE
#undef KERNEL
    TRACE_source_count
};

/* TRACE_other for any other provider. */
enum trace_source trace_source_of(const struct guid *provider);
/* The full GUID; NULL for TRACE_other. */
const struct guid *trace_source_guid(enum trace_source source);
/* "Microsoft-Windows-DXGI", "Thread"; "?" for TRACE_other. */
const char *trace_source_name(enum trace_source source);
/* Kernel records, whose ids are hooks. */
bool trace_source_is_kernel(enum trace_source source);

#endif
