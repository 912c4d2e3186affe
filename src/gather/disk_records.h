/* Disk operations as the first walk met them, so that a trace with nothing else
 * to measure need not be walked twice. */
#ifndef HB_GATHER_DISK_RECORDS_H
#define HB_GATHER_DISK_RECORDS_H

#include "events/payload.h"

struct disk_record {
    int64_t time; /* raw; its end */
    uint64_t response;
    uint32_t bytes, irp_flags;
    uint32_t disk;
    uint32_t who; /* thread where `by_thread`, else process */
    uint16_t id;
    uint8_t version;
    uint8_t source; /* enum trace_source */
    uint8_t what;   /* enum disk_what */
    bool by_thread;
};

struct disk_records {
    struct disk_record *list; /* as they lie in the file */
    uint32_t count, room;
    bool cut; /* more than fit: none is kept, and the trace is to be walked again */
    bool short_of_memory; /* they would have fit */
};

void disk_records_done(struct disk_records *records);
/* Reads an event of the disk; false for one that is no operation. */
bool disk_record_read(const struct etl_event *e, enum trace_source source, struct disk_record *record);
/* Keeps it, if it is one. */
void disk_records_add(struct disk_records *records, const struct etl_event *e, enum trace_source source);

#endif
