/* Kernel hooks: which class of events a hook belongs to.
 *
 * A hook is group << 8 | opcode. Source of the groups: dissect.etl and
 * Microsoft's MOF pages, checked against counts made by ProcessTrace. */
#ifndef HB_ETL_ETL_KERNEL_H
#define HB_ETL_ETL_KERNEL_H

#include "base/guid.h"

/* ETW's own records: header, extension, rundown marks. */
extern const struct guid etl_guid_event_trace;

/* The class GUID of a hook; all zero for an unknown group. */
const struct guid *etl_hook_guid(uint16_t hook);

/* "Thread", "DiskIo", ... for a class GUID, or NULL for any other GUID. */
const char *etl_class_name(const struct guid *guid);

/* The class GUID of such a name (ASCII case ignored), or NULL. */
const struct guid *etl_class_guid(const char *name);

#endif
