/* Kernel hooks: which class of events a hook belongs to.
 *
 * A hook is group << 8 | opcode. Source of the groups: dissect.etl and
 * Microsoft's MOF pages, checked against counts made by ProcessTrace. */
#ifndef HB_ETL_ETL_KERNEL_H
#define HB_ETL_ETL_KERNEL_H

#include "base/guid.h"

enum etl_class {
    ETL_CLASS_EVENT_TRACE, /* ETW's own records: header, extension, rundown marks */
    ETL_CLASS_DISK_IO,
    ETL_CLASS_PAGE_FAULT,
    ETL_CLASS_PROCESS,
    ETL_CLASS_FILE_IO,
    ETL_CLASS_THREAD,
    ETL_CLASS_TCP_IP,
    ETL_CLASS_UDP_IP,
    ETL_CLASS_REGISTRY,
    ETL_CLASS_SYSTEM_CONFIG,
    ETL_CLASS_PERF_INFO,
    ETL_CLASS_IMAGE,
    ETL_CLASS_STACK_WALK,
    ETL_CLASS_COUNT
};

/* How the GUIDs begin of those that are told apart at every event. */
#define ETL_CLASS_FIRST_DISK_IO 0x3d6fa8d4u
#define ETL_CLASS_FIRST_PAGE_FAULT 0x3d6fa8d3u
#define ETL_CLASS_FIRST_PROCESS 0x3d6fa8d0u
#define ETL_CLASS_FIRST_THREAD 0x3d6fa8d1u
#define ETL_CLASS_FIRST_PERF_INFO 0xce1dbfb4u
#define ETL_CLASS_FIRST_IMAGE 0x2cb15d1du

struct etl_class_entry {
    const char *name; /* "Thread", "DiskIo" */
    struct guid guid;
};

extern const struct etl_class_entry etl_classes[ETL_CLASS_COUNT];

/* The class GUID of a hook; all zero for an unknown group. */
const struct guid *etl_hook_guid(uint16_t hook);

/* "Thread", "DiskIo", ... for a class GUID, or NULL for any other GUID. */
const char *etl_class_name(const struct guid *guid);

/* The class GUID of such a name (ASCII case ignored), or NULL. */
const struct guid *etl_class_guid(const char *name);

#endif
