#include "gather/disk_records.h"

#include <stdlib.h>

#define MAX_DISK_RECORDS 600000u

void disk_records_done(struct disk_records *d)
{
    free(d->list);
}

bool disk_record_read(const struct etl_event *e, enum trace_source source, struct disk_record *r)
{
    struct disk_op op;
    bool kernel = source == TRACE_k_disk;
    bool known = kernel ? e->id == 0x010A || e->id == 0x010B || e->id == 0x010E : e->id == 10 || e->id == 11 || e->id == 14;
    if (!known || !payload_disk(e, source, &op))
        return false;
    r->time = e->time;
    r->response = op.response;
    r->bytes = op.bytes;
    r->irp_flags = op.irp_flags;
    r->disk = op.disk;
    r->by_thread = op.tid != 0;
    r->who = op.tid ? op.tid : e->has_thread ? e->pid : 0;
    r->id = e->id;
    r->version = (uint8_t)e->version;
    r->source = (uint8_t)source;
    r->what = (uint8_t)op.what;
    return true;
}

static void give_up(struct disk_records *d)
{
    free(d->list);
    d->list = NULL;
    d->count = d->room = 0;
    d->cut = true;
}

void disk_records_add(struct disk_records *d, const struct etl_event *e, enum trace_source source)
{
    struct disk_record r;
    if (d->cut || !disk_record_read(e, source, &r))
        return;
    if (d->count == d->room) {
        uint32_t room = d->room ? d->room * 2 : 4096;
        if (room > MAX_DISK_RECORDS)
            room = MAX_DISK_RECORDS;
        struct disk_record *more = room > d->count ? realloc(d->list, room * sizeof *more) : NULL;
        if (!more) {
            d->short_of_memory = room > d->count;
            give_up(d);
            return;
        }
        d->list = more;
        d->room = room;
    }
    d->list[d->count++] = r;
}
