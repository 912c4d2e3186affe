#include "etl/private/etl_body.h"

#include "base/checked.h"
#include "etl/private/etl_xpress.h"

#include <stdlib.h>
#include <string.h>

void etl_body_init(struct etl_body *body, const struct etl_header *header)
{
    memset(body, 0, sizeof *body);
    body->last_time = header->t0;
}

void etl_body_done(struct etl_body *body, size_t *budget)
{
    free(body->unpacked);
    *budget += body->room;
    body->unpacked = NULL;
    body->room = 0;
    body->at = etl_cursor_of(NULL, 0);
}

static void fail_buffer(struct etl_body *body, struct etl_findings *f, enum etl_fault fault)
{
    body->is_broken = true;
    f->buffers_broken++;
    f->bytes_skipped += body->buffer.size - ETL_BUFFER_HEADER;
    etl_findings_fault(f, fault, body->buffer.offset);
}

static enum etl_fault format_fault(uint16_t format)
{
    switch (format) {
    case ETL_FORMAT_XPRESS:
        return ETL_FAULT_NONE;
    case ETL_FORMAT_PLAIN:
        return ETL_FAULT_FORMAT_NONE;
    case ETL_FORMAT_LZNT1:
        return ETL_FAULT_FORMAT_LZNT1;
    case ETL_FORMAT_XPRESS_HUFF:
        return ETL_FAULT_FORMAT_HUFFMAN;
    default:
        return ETL_FAULT_FORMAT_OTHER;
    }
}

static bool make_room(struct etl_body *body, size_t need, size_t *budget, struct etl_findings *f)
{
    if (need <= body->room)
        return true;
    if (need - body->room > *budget)
        return false;
    /* The old content is of no use, so nothing is copied. */
    uint8_t *bytes = malloc(need);
    if (!bytes) {
        f->short_of_memory = true;
        return false;
    }
    free(body->unpacked);
    *budget -= need - body->room;
    body->unpacked = bytes;
    body->room = need;
    return true;
}

static void open_packed(struct etl_body *body, const uint8_t *packed, uint16_t format, size_t *budget,
                        struct etl_findings *f)
{
    size_t filled = body->buffer.filled, made = 0;
    enum etl_fault fault = format_fault(format);
    if (fault != ETL_FAULT_NONE) {
        fail_buffer(body, f, fault);
        return;
    }
    if (!make_room(body, filled, budget, f)) {
        fail_buffer(body, f, ETL_FAULT_MEMORY);
        return;
    }
    memcpy(body->unpacked, packed, ETL_BUFFER_HEADER);
    enum etl_unpacked how = etl_xpress_unpack(packed + ETL_BUFFER_HEADER, body->buffer.size - ETL_BUFFER_HEADER,
                                              body->unpacked + ETL_BUFFER_HEADER, filled - ETL_BUFFER_HEADER, &made);
    if (how == ETL_UNPACKED_BAD || (how == ETL_UNPACKED_SHORT && !body->is_cut)) {
        fail_buffer(body, f, ETL_FAULT_UNPACK);
        return;
    }
    body->start = body->unpacked;
    body->at = etl_cursor_of(body->unpacked + ETL_BUFFER_HEADER, made);
}

static void bound_stamps(struct etl_body *body, const struct etl_stamps *s)
{
    int64_t flush = body->buffer.time, latest = s->latest;
    if (flush <= s->farthest && i64_up_capped(flush, s->slack) > latest)
        latest = i64_up_capped(flush, s->slack);
    body->earliest = s->earliest;
    body->reach = i64_ahead(latest, s->earliest);
}

void etl_body_open(struct etl_body *body, const struct etl_scan *scan, const struct etl_buffer *buffer,
                   size_t *budget, struct etl_findings *f)
{
    const uint8_t *stored = scan->bytes + buffer->offset;
    body->buffer = *buffer;
    body->start = stored;
    body->is_cut = buffer->cut;
    body->is_broken = false;
    bound_stamps(body, &scan->header->stamps);
    body->at = etl_cursor_of(NULL, 0);
    if (buffer->flags & ETL_FLAG_COMPRESSED) {
        open_packed(body, stored, scan->header->format, budget, f);
        return;
    }
    uint32_t end = buffer->filled < buffer->size ? buffer->filled : buffer->size;
    if (end > ETL_BUFFER_HEADER)
        body->at = etl_cursor_of(stored + ETL_BUFFER_HEADER, end - ETL_BUFFER_HEADER);
}

static void end_broken(struct etl_body *body, struct etl_findings *f, enum etl_fault fault)
{
    body->is_broken = true;
    f->events_broken++;
    f->bytes_skipped += etl_left(&body->at);
    etl_findings_fault(f, fault, body->buffer.offset + (uint64_t)(body->at.at - body->start));
    body->at.at = body->at.end;
}

static void leave_out_stamp(const struct etl_body *body, struct etl_event *event, struct etl_findings *f)
{
    event->time = body->last_time;
    if (event->has_time)
        f->stray_times++;
    event->has_time = false;
}

/* Its own size was good, so the walk goes on behind it. */
static void pass_lost(struct etl_body *body, const uint8_t *record, struct etl_findings *f, enum etl_fault fault)
{
    f->events_broken++;
    f->bytes_skipped += (uint64_t)(body->at.at - record);
    etl_findings_fault(f, fault, body->buffer.offset + (uint64_t)(record - body->start));
}

bool etl_body_next(struct etl_body *body, struct etl_event *event, struct etl_findings *f)
{
    enum etl_fault fault = ETL_FAULT_EVENT_SIZE;
    for (;;) {
        event->cpu = body->buffer.cpu;
        event->buffer_offset = body->buffer.offset;
        event->time = body->last_time;
        switch (etl_record_read(&body->at, event, &fault)) {
        case ETL_RECORD_EVENT:
            if ((uint64_t)event->time - (uint64_t)body->earliest > body->reach)
                leave_out_stamp(body, event, f);
            body->last_time = event->time;
            event->offset = (uint32_t)(event->record - body->start);
            return true;
        case ETL_RECORD_LOST:
            pass_lost(body, event->record, f, fault);
            continue;
        case ETL_RECORD_CUT:
            if (!body->is_cut)
                end_broken(body, f, fault);
            else
                body->at.at = body->at.end;
            return false;
        case ETL_RECORD_BROKEN:
            end_broken(body, f, fault);
            return false;
        default:
            return false;
        }
    }
}

bool etl_body_first(struct etl_body *body, const struct etl_scan *scan, const struct etl_buffer *buffer, size_t *budget,
                    int64_t *time)
{
    struct etl_event e;
    etl_body_open(body, scan, buffer, budget, scan->findings);
    while (etl_body_next(body, &e, scan->findings)) {
        if (e.has_time) {
            *time = e.time;
            return true;
        }
    }
    return false;
}
