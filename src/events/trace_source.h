/* Who wrote an event: the providers that the verdict knows, and the classes of
 * kernel records, as small numbers. */
#ifndef HB_CORE_TRACE_SOURCE_H
#define HB_CORE_TRACE_SOURCE_H

#include "etl/etl_event.h"

/* SOURCE(symbol, data1 of the GUID); the order is that of reports. */
#define TRACE_SOURCE_LIST(SOURCE)         \
    SOURCE(dxgi, 0xca11c036)              \
    SOURCE(d3d9, 0x783aca0a)              \
    SOURCE(dxgkrnl, 0x802ec45a)           \
    SOURCE(dwm, 0x9e9bba3c)               \
    SOURCE(win32k, 0x8c416c79)            \
    SOURCE(process, 0x22fb2cd6)           \
    SOURCE(memory, 0xd1d93ef7)            \
    SOURCE(disk, 0xc7bde69a)              \
    SOURCE(storport, 0xc4636a1e)          \
    SOURCE(processor, 0x0f67e49f)         \
    SOURCE(power, 0x331c3b3a)             \
    SOURCE(acpi, 0xc514638f)              \
    SOURCE(pnp, 0x9c205a39)               \
    SOURCE(hub3, 0xac52ad17)              \
    SOURCE(xhci, 0x30e1d284)              \
    SOURCE(usbport, 0xc88a4ef5)           \
    SOURCE(bthport, 0x8a1f9517)           \
    SOURCE(bthusb, 0x33693e1d)            \
    SOURCE(hid, 0x6465da78)               \
    SOURCE(audio, 0xae4bd3be)             \
    SOURCE(tcpip, 0x2f07e2ee)             \
    SOURCE(whea, 0xc26c4f3c)              \
    SOURCE(kernel_whea, 0x7b563579)       \
    SOURCE(k_disk, 0x3d6fa8d4)            \
    SOURCE(k_fault, 0x3d6fa8d3)           \
    SOURCE(k_process, 0x3d6fa8d0)         \
    SOURCE(k_thread, 0x3d6fa8d1)          \
    SOURCE(k_perf, 0xce1dbfb4)            \
    SOURCE(k_image, 0x2cb15d1d)

enum trace_source {
    TRACE_other,
#define SOURCE(symbol, data1) TRACE_##symbol,
    TRACE_SOURCE_LIST(SOURCE)
#undef SOURCE
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
