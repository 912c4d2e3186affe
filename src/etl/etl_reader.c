#include "etl/etl_reader.h"

#include "etl/private/etl_merge.h"
#include "os/os.h"

#include <stdlib.h>
#include <string.h>

enum pass { PASS_NONE, PASS_TIME, PASS_STORED };

struct etl_reader {
    const uint8_t *bytes;
    uint64_t len;
    struct os_map map;
    struct etl_header header;
    struct etl_findings findings;
    struct etl_scan scan;
    struct etl_filter filter;
    bool has_filter;
    size_t budget;
    uint32_t window;
    enum pass pass;
    struct etl_merge merge;
    struct etl_body body; /* of a pass through the file as it lies */
    bool readable;
};

static struct etl_reader *make(const uint8_t *bytes, uint64_t len)
{
    struct etl_reader *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->bytes = bytes;
    r->len = len;
    r->budget = ETL_UNPACK_BUDGET;
    r->window = ETL_WINDOW;
    r->readable = etl_header_read(&r->header, bytes, len);
    etl_rewind(r);
    return r;
}

static struct outcome give(struct etl_reader *r, struct etl_reader **reader)
{
    *reader = r;
    return r->readable ? outcome_ok() : outcome_of(WHY_etl_not_etl, 0);
}

struct outcome etl_open_memory(const void *bytes, uint64_t len, struct etl_reader **reader)
{
    struct etl_reader *r = make(bytes, len);
    return r ? give(r, reader) : outcome_of(WHY_out_of_memory, 0);
}

struct outcome etl_open(const char *path, struct etl_reader **reader)
{
    struct os_map map;
    struct outcome o = os_map_open(path, &map);
    if (outcome_failed(o))
        return o;
    struct etl_reader *r = make(map.bytes, map.len);
    if (!r) {
        os_map_close(&map);
        return outcome_of(WHY_out_of_memory, 0);
    }
    r->map = map;
    if (os_map_lost(&map)) {
        etl_close(r);
        return outcome_of(WHY_file_lost, 0);
    }
    return give(r, reader);
}

static void end_pass(struct etl_reader *r)
{
    if (r->pass == PASS_TIME)
        etl_merge_done(&r->merge);
    if (r->pass == PASS_STORED)
        etl_body_done(&r->body, &r->budget);
    r->pass = PASS_NONE;
}

void etl_close(struct etl_reader *reader)
{
    if (!reader)
        return;
    end_pass(reader);
    if (reader->map.bytes)
        os_map_close(&reader->map);
    free(reader);
}

void etl_rewind(struct etl_reader *reader)
{
    end_pass(reader);
    if (reader->readable)
        etl_scan_init(&reader->scan, reader->bytes, reader->len, &reader->header, &reader->findings);
}

const struct etl_header *etl_header(const struct etl_reader *reader)
{
    return &reader->header;
}

uint64_t etl_len(const struct etl_reader *reader)
{
    return reader->len;
}

const struct etl_findings *etl_findings(const struct etl_reader *reader)
{
    return &reader->findings;
}

void etl_set_filter(struct etl_reader *reader, const struct etl_filter *filter)
{
    reader->filter = *filter;
    reader->has_filter = filter->wanted_count || filter->has_from || filter->has_to;
}

void etl_set_window(struct etl_reader *reader, uint32_t buffers)
{
    reader->window = buffers < 2 ? 2 : buffers;
}

bool etl_filter_passes(const struct etl_filter *filter, const struct etl_event *event)
{
    if (filter->has_from && event->time < filter->from)
        return false;
    if (filter->has_to && event->time > filter->to)
        return false;
    for (size_t i = 0; i < filter->wanted_count; i++) {
        const struct etl_wanted *w = &filter->wanted[i];
        if ((w->any_id || w->id == event->id) && (w->any_version || w->version == event->version) &&
            guid_equal(&w->provider, &event->provider))
            return true;
    }
    return filter->wanted_count == 0;
}

bool etl_next(struct etl_reader *reader, struct etl_event *event)
{
    if (!reader->readable || reader->pass == PASS_STORED)
        return false;
    if (reader->pass == PASS_NONE) {
        etl_merge_init(&reader->merge, &reader->scan, &reader->findings, &reader->budget, reader->window);
        reader->pass = PASS_TIME;
    }
    while (etl_merge_next(&reader->merge, event)) {
        if (!reader->has_filter || etl_filter_passes(&reader->filter, event))
            return true;
    }
    return false;
}

static bool next_stored(struct etl_reader *r, struct etl_event *event)
{
    struct etl_buffer buffer;
    while (!etl_body_next(&r->body, event, &r->findings)) {
        if (!etl_scan_next(&r->scan, &buffer))
            return false;
        etl_body_open(&r->body, &r->scan, &buffer, &r->budget, &r->findings);
    }
    return true;
}

bool etl_next_stored(struct etl_reader *reader, struct etl_event *event)
{
    if (reader->pass != PASS_STORED) {
        if (!reader->readable || reader->pass == PASS_TIME)
            return false;
        etl_body_init(&reader->body, &reader->header);
        reader->pass = PASS_STORED;
    }
    while (next_stored(reader, event)) {
        if (!reader->has_filter || etl_filter_passes(&reader->filter, event))
            return true;
    }
    return false;
}

struct outcome etl_error(const struct etl_reader *reader)
{
    if (!reader->readable)
        return outcome_of(WHY_etl_not_etl, 0);
    if (os_map_lost(&reader->map))
        return outcome_of(WHY_file_lost, 0);
    if (reader->findings.short_of_memory || (reader->pass == PASS_TIME && reader->merge.failed))
        return outcome_of(WHY_out_of_memory, 0);
    return outcome_ok();
}

struct outcome etl_complete_from(struct etl_reader *reader, int64_t flush_before, struct etl_complete *complete)
{
    struct outcome o = etl_error(reader);
    struct etl_complete found;
    if (outcome_failed(o))
        return o;
    if (!etl_complete_find(reader->bytes, reader->len, &reader->header, flush_before, &found))
        return outcome_of(WHY_out_of_memory, 0);
    o = etl_error(reader);
    if (!outcome_failed(o))
        *complete = found;
    return o;
}

struct outcome etl_holes(struct etl_reader *reader, struct etl_holes *holes)
{
    struct etl_complete complete;
    struct etl_holes found;
    struct outcome o = etl_complete_from(reader, 0, &complete);
    if (outcome_failed(o))
        return o;
    if (!etl_holes_find(reader->bytes, reader->len, &reader->header, &reader->findings, &complete, &found))
        return outcome_of(WHY_out_of_memory, 0);
    o = etl_error(reader);
    if (!outcome_failed(o))
        *holes = found;
    return o;
}

uint64_t etl_progress(const struct etl_reader *reader)
{
    if (reader->pass != PASS_TIME)
        return reader->readable ? reader->scan.at : reader->len;
    return etl_merge_progress(&reader->merge);
}

uint32_t etl_segment(const struct etl_reader *reader)
{
    return reader->pass == PASS_TIME ? reader->merge.segment : reader->body.buffer.segment;
}

int64_t etl_event_filetime(const struct etl_reader *reader, const struct etl_event *event)
{
    return etl_filetime(&reader->header.clock, event->time);
}
