#include "events/trace_source.h"

#include "etl/etl_kernel.h"

struct entry {
    const char *name;
    struct guid guid;
};

/* In the order of the enumeration. */
static const struct entry entries[] = {
    {"?", {0, 0, 0, {0}}},
#define SOURCE(symbol, name, data1, data2, data3, a, b, c, d, e, f, g, h) \
    {name, {data1, data2, data3, {a, b, c, d, e, f, g, h}}},
    TRACE_SOURCE_LIST(SOURCE)
#undef SOURCE
};

static const enum etl_class classes[] = {
#define KERNEL(symbol, id) ETL_CLASS_##id,
    TRACE_KERNEL_LIST(KERNEL)
#undef KERNEL
};

static const struct guid *guid_of(enum trace_source source)
{
    return source < TRACE_k_disk ? &entries[source].guid : &etl_classes[classes[source - TRACE_k_disk]].guid;
}

static enum trace_source by_first(uint32_t data1)
{
    switch (data1) {
#define SOURCE(symbol, name, data1, data2, data3, a, b, c, d, e, f, g, h) \
    case data1:                                                           \
        return TRACE_##symbol;
#define KERNEL(symbol, id)     \
    case ETL_CLASS_FIRST_##id: \
        return TRACE_##symbol;
        TRACE_SOURCE_LIST(SOURCE)
        TRACE_KERNEL_LIST(KERNEL)
#undef SOURCE
#undef KERNEL
    default:
        return TRACE_other;
    }
}

enum trace_source trace_source_of(const struct guid *provider)
{
    enum trace_source source = by_first(provider->data1);
    return source != TRACE_other && guid_equal(provider, guid_of(source)) ? source : TRACE_other;
}

const struct guid *trace_source_guid(enum trace_source source)
{
    return source > TRACE_other && source < TRACE_source_count ? guid_of(source) : NULL;
}

const char *trace_source_name(enum trace_source source)
{
    if (source >= TRACE_source_count)
        return entries[TRACE_other].name;
    return source < TRACE_k_disk ? entries[source].name : etl_classes[classes[source - TRACE_k_disk]].name;
}

bool trace_source_is_kernel(enum trace_source source)
{
    return source >= TRACE_k_disk;
}
