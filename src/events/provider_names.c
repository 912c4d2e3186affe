#include "events/provider_names.h"

#include "etl/etl_kernel.h"
#include "events/trace_source.h"

#include <string.h>

#define SHORT_FORM "Microsoft-Windows-"

struct named {
    const char *name;
    struct guid guid;
};

/* Those that trace_source does not know. */
static const struct named others[] = {
    {"KernelTraceControl", {0xb3e675d7, 0x2554, 0x4f18, {0x83, 0x0b, 0x27, 0x62, 0x73, 0x25, 0x60, 0xde}}},
    {"Microsoft-Windows-DotNETRuntime", {0xe13c0d23, 0xccbc, 0x4e12, {0x93, 0x1b, 0xd9, 0xcc, 0x2e, 0xee, 0x27, 0xe4}}},
    {"Microsoft-Windows-DotNETRuntimeRundown", {0xa669021c, 0xc450, 0x4609, {0xa0, 0x35, 0x5a, 0xf5, 0x9a, 0xf4, 0xdf, 0x18}}},
    {"Microsoft-Windows-Kernel-File", {0xedd08927, 0x9cc4, 0x4e65, {0xb9, 0x70, 0xc2, 0x56, 0x0f, 0xb5, 0xc2, 0x89}}},
    {"Microsoft-Windows-Kernel-General", {0xa68ca8b7, 0x004f, 0xd7b6, {0xa6, 0x98, 0x07, 0xe2, 0xde, 0x0f, 0x1f, 0x5d}}},
    {"Microsoft-Windows-Kernel-IO", {0xabf1f586, 0x2e50, 0x4ba8, {0x92, 0x8d, 0x49, 0x04, 0x4e, 0x6f, 0x0d, 0xb7}}},
    {"Microsoft-Windows-Kernel-Interrupt-Steering", {0x951b41ea, 0xc830, 0x44dc, {0xa6, 0x71, 0xe2, 0xc9, 0x95, 0x88, 0x09, 0xb8}}},
    {"Microsoft-Windows-Kernel-Network", {0x7dd42a49, 0x5329, 0x4832, {0x8d, 0xfd, 0x43, 0xd9, 0x79, 0x15, 0x3a, 0x88}}},
    {"Microsoft-Windows-Kernel-Pep", {0x5412704e, 0xb2e1, 0x4624, {0x8f, 0xfd, 0x55, 0x77, 0x7b, 0x8f, 0x73, 0x73}}},
    {"Microsoft-Windows-Kernel-PnP-Rundown", {0xb3a0c2c8, 0x83bb, 0x4ddf, {0x9f, 0x8d, 0x4b, 0x22, 0xd3, 0xc3, 0x8a, 0xd7}}},
    {"Microsoft-Windows-NDIS", {0xcdead503, 0x17f5, 0x4a3e, {0xb7, 0xae, 0xdf, 0x8c, 0xc2, 0x90, 0x2e, 0xb9}}},
    {"Microsoft-Windows-USB-UCX", {0x36da592d, 0xe43a, 0x4e28, {0xaf, 0x6f, 0x4b, 0xc5, 0x7c, 0x5a, 0x11, 0xe8}}},
    {"Microsoft-Windows-USB-USBHUB", {0x7426a56b, 0xe2d5, 0x4b30, {0xbd, 0xef, 0xb3, 0x18, 0x15, 0xc1, 0xa7, 0x4a}}},
    {"NT Kernel Logger", {0x9e814aad, 0x3204, 0x11d2, {0x9a, 0x82, 0x00, 0x60, 0x08, 0xa8, 0x69, 0x39}}},
};
#define OTHERS (sizeof others / sizeof others[0])

const char *provider_names_of_guid(const struct guid *guid)
{
    enum trace_source source = trace_source_of(guid);
    if (source != TRACE_other)
        return trace_source_name(source);
    for (size_t i = 0; i < OTHERS; i++) {
        if (guid_equal(&others[i].guid, guid))
            return others[i].name;
    }
    return etl_class_name(guid);
}

const char *provider_names_of_event(const struct etl_event *e)
{
    const char *own = e->kind == ETL_EVENT ? etl_provider_name(e) : NULL;
    return own ? own : provider_names_of_guid(&e->provider);
}

static bool is_called(const char *full, const char *name)
{
    return str_equal_nocase(full, name) ||
           (str_starts(full, SHORT_FORM) && str_equal_nocase(full + strlen(SHORT_FORM), name));
}

const struct guid *provider_names_find(const char *name)
{
    for (int i = TRACE_other + 1; i < TRACE_source_count; i++) {
        if (is_called(trace_source_name((enum trace_source)i), name))
            return trace_source_guid((enum trace_source)i);
    }
    for (size_t i = 0; i < OTHERS; i++) {
        if (is_called(others[i].name, name))
            return &others[i].guid;
    }
    return etl_class_guid(name);
}

const char *provider_names_at(size_t index)
{
    size_t sources = TRACE_source_count - (TRACE_other + 1);
    if (index < sources)
        return trace_source_name((enum trace_source)(TRACE_other + 1 + (int)index));
    return index - sources < OTHERS ? others[index - sources].name : NULL;
}
