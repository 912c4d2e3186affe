#include "etl/private/etl_scan.h"

#include "etl/etl_cursor.h"

#include <string.h>

#define RECORD_SIZE_AT 4u
#define SYSTEM_FIXED 0x20u
#define TOP_TYPE 7u
#define STORED_FLAGS 0x7Fu

/* Field offsets of the buffer header. */
enum {
    AT_SIZE = 0x00,
    AT_SAVED = 0x04,
    AT_REFERENCES = 0x0C,
    AT_TIME = 0x10,
    AT_SEQUENCE = 0x18,
    AT_CPU = 0x28,
    AT_LOGGER = 0x2A,
    AT_OFFSET = 0x30,
    AT_FLAGS = 0x34,
    AT_TYPE = 0x36
};

void etl_scan_init(struct etl_scan *scan, const uint8_t *bytes, uint64_t len,
                   const struct etl_header *header, struct etl_findings *findings)
{
    memset(scan, 0, sizeof *scan);
    memset(findings, 0, sizeof *findings);
    scan->bytes = bytes;
    scan->len = len;
    scan->header = header;
    scan->findings = findings;
    if (header->damaged)
        etl_findings_fault(findings, ETL_FAULT_HEADER, ETL_BUFFER_HEADER);
}

static bool is_compressed_file(const struct etl_scan *s)
{
    return (s->header->mode & ETL_MODE_COMPRESSED) != 0;
}

static bool all_zero(const uint8_t *bytes, uint64_t len)
{
    for (uint64_t i = 0; i < len; i++) {
        if (bytes[i])
            return false;
    }
    return true;
}

/* May a buffer with this stored size stand in this file? */
static bool size_fits(const struct etl_scan *s, uint32_t size)
{
    if (is_compressed_file(s))
        return size >= ETL_BUFFER_HEADER && size <= s->header->unit;
    return size == s->header->unit;
}

static bool fill_fits(const struct etl_scan *s, const uint8_t *b, uint32_t value, uint32_t size)
{
    bool packed = (etl_get_u16(b + AT_FLAGS) & ETL_FLAG_COMPRESSED) != 0;
    return value >= ETL_BUFFER_HEADER && value <= (packed ? s->header->unit : size);
}

/* For a search without alignment: a header whose fields agree. */
static bool header_agrees(const struct etl_scan *s, const uint8_t *b)
{
    uint32_t size = etl_get_u32(b + AT_SIZE), offset = etl_get_u32(b + AT_OFFSET);
    return etl_get_u32(b + AT_SAVED) == offset && etl_get_u32(b + AT_REFERENCES) == 0 &&
           size >= ETL_BUFFER_HEADER && size_fits(s, size) && fill_fits(s, b, offset, size) &&
           etl_get_u16(b + AT_TYPE) <= TOP_TYPE && etl_get_u16(b + AT_FLAGS) <= STORED_FLAGS;
}

/* A buffer may begin at `at` of a compressed file if its size and level can be. */
static bool may_begin(const struct etl_scan *s, const uint8_t *b)
{
    uint32_t size = etl_get_u32(b + AT_SIZE);
    return size_fits(s, size) && etl_get_u16(b + AT_TYPE) <= TOP_TYPE &&
           fill_fits(s, b, etl_get_u32(b + AT_OFFSET), size);
}

/* Valid bytes of a buffer; *wrong where its own fields could not be believed. */
static uint32_t fill_level(const struct etl_scan *s, const uint8_t *b, uint32_t size, bool first, bool *wrong)
{
    uint32_t offset = etl_get_u32(b + AT_OFFSET), saved = etl_get_u32(b + AT_SAVED);
    *wrong = false;
    if (fill_fits(s, b, offset, size))
        return offset;
    *wrong = true;
    if (fill_fits(s, b, saved, size))
        return saved;
    /* The first buffer's record was found to be in the file before any walk. */
    if (first && size >= ETL_BUFFER_HEADER + SYSTEM_FIXED) {
        uint32_t record = ((uint32_t)etl_get_u16(b + ETL_BUFFER_HEADER + RECORD_SIZE_AT) + 7u) & ~7u;
        if (record <= size - ETL_BUFFER_HEADER)
            return ETL_BUFFER_HEADER + record;
    }
    return size;
}

/* Where the next such header stands at or after `at`; the file's end without one. */
static uint64_t next_agreeing(const struct etl_scan *s, uint64_t at)
{
    for (; at + ETL_BUFFER_HEADER <= s->len; at++) {
        if (header_agrees(s, s->bytes + at))
            return at;
    }
    return s->len;
}

static uint32_t stored_size(const struct etl_scan *s, uint64_t offset)
{
    uint32_t size = etl_get_u32(s->bytes + offset + AT_SIZE);
    if (offset != 0)
        return size;
    if (!is_compressed_file(s))
        return s->header->unit;
    if (size_fits(s, size) && fill_fits(s, s->bytes, etl_get_u32(s->bytes + AT_OFFSET), size))
        return size;
    uint64_t next = next_agreeing(s, ETL_BUFFER_HEADER);
    return next < s->header->unit ? (uint32_t)next : s->header->unit;
}

static void read_header(const struct etl_scan *s, uint64_t offset, struct etl_buffer *out, bool *wrong)
{
    const uint8_t *b = s->bytes + offset;
    uint64_t left = s->len - offset;
    uint32_t stored = stored_size(s, offset);
    memset(out, 0, sizeof *out);
    out->offset = offset;
    out->cut = stored > left;
    out->size = out->cut ? (uint32_t)left : stored;
    out->flags = etl_get_u16(b + AT_FLAGS);
    out->type = etl_get_u16(b + AT_TYPE);
    out->time = etl_get_i64(b + AT_TIME);
    out->sequence = etl_get_i64(b + AT_SEQUENCE);
    out->logger_id = etl_get_u16(b + AT_LOGGER);
    uint16_t index = etl_get_u16(b + AT_CPU);
    out->cpu = (out->flags & ETL_FLAG_PROC_INDEX) ? index & ETL_CPU_MASK : index & 0xFFu;
    out->is_first = offset == 0;
    out->filled = fill_level(s, b, stored, out->is_first, wrong);
}

void etl_buffer_at(const struct etl_scan *scan, uint64_t offset, struct etl_buffer *buffer)
{
    bool wrong;
    read_header(scan, offset, buffer, &wrong);
}

static void close_segment(struct etl_scan *s)
{
    uint64_t span = (uint64_t)s->highest - (uint64_t)s->lowest + 1;
    if (s->counted && span > s->counted && s->highest > s->lowest)
        s->findings->sequence_gaps += span - s->counted;
    s->counted = 0;
}

static bool falls_back(const struct etl_scan *s, const struct etl_buffer *b)
{
    if (!s->counted || b->sequence > s->previous)
        return false;
    if (b->logger_id != s->logger_id)
        return true;
    return (s->header->mode & ETL_MODE_APPEND) && b->sequence <= s->lowest;
}

static void follow_sequence(struct etl_scan *s, const struct etl_buffer *b)
{
    struct etl_findings *f = s->findings;
    if (falls_back(s, b)) {
        close_segment(s);
        f->segments++;
    }
    if (!f->segments)
        f->segments = 1;
    if (!s->counted || b->sequence < s->lowest)
        s->lowest = b->sequence;
    if (!s->counted || b->sequence > s->highest)
        s->highest = b->sequence;
    if (!f->first_sequence || b->sequence < f->first_sequence)
        f->first_sequence = b->sequence;
    if (b->sequence > f->last_sequence)
        f->last_sequence = b->sequence;
    s->counted++;
    s->previous = b->sequence;
    s->logger_id = b->logger_id;
}

static void skip_slot(struct etl_scan *s, enum etl_fault fault, uint64_t offset, uint64_t bytes)
{
    s->findings->buffers_skipped++;
    s->findings->bytes_skipped += bytes;
    etl_findings_fault(s->findings, fault, offset);
}

/* Zeros that a buffer follows were a hole, not reserved room. */
static void settle_zeros(struct etl_scan *s, bool buffer_follows)
{
    if (s->zeros && buffer_follows) {
        etl_findings_fault(s->findings, ETL_FAULT_HOLE, s->zeros_from);
        s->findings->buffers_skipped += s->zeros;
        s->findings->bytes_skipped += s->at - s->zeros_from;
        s->zeros = 0;
    }
    s->findings->zero_slots = s->zeros;
}

/* A compressed file: to the next header that agrees with itself, looking also
 * into the buffer before, whose size may have been the wrong one. Each byte is
 * searched once at most, whatever the sizes claim. */
static bool search(struct etl_scan *s)
{
    uint64_t from = s->at, at = next_agreeing(s, s->resync);
    if (at < s->len) {
        skip_slot(s, ETL_FAULT_BUFFER_SIZE, from, at > from ? at - from : 0);
        s->at = at;
        return true;
    }
    if (all_zero(s->bytes + from, s->len - from)) {
        s->zeros++;
        s->zeros_from = from;
    } else {
        skip_slot(s, ETL_FAULT_BUFFER_SIZE, from, s->len - from);
    }
    s->at = s->len;
    return false;
}

/* A plain file: from slot to slot until one begins as a buffer does. */
static bool step_slots(struct etl_scan *s)
{
    uint32_t unit = s->header->unit;
    while (s->len - s->at >= ETL_BUFFER_HEADER) {
        const uint8_t *b = s->bytes + s->at;
        if (etl_get_u32(b) == unit)
            return true;
        uint64_t left = s->len - s->at, step = left < unit ? left : unit;
        if (all_zero(b, ETL_BUFFER_HEADER)) {
            if (!s->zeros++)
                s->zeros_from = s->at;
        } else {
            settle_zeros(s, true);
            skip_slot(s, ETL_FAULT_BUFFER_SIZE, s->at, step);
        }
        s->at += step;
    }
    return false;
}

static bool find_buffer(struct etl_scan *s)
{
    if (s->len - s->at < ETL_BUFFER_HEADER)
        return false;
    if (s->at == 0)
        return true;
    if (!is_compressed_file(s))
        return step_slots(s);
    return may_begin(s, s->bytes + s->at) || search(s);
}

static bool finish(struct etl_scan *s)
{
    if (s->len > s->at && !all_zero(s->bytes + s->at, s->len - s->at)) {
        s->findings->cut = true;
        s->findings->bytes_skipped += s->len - s->at;
        etl_findings_fault(s->findings, ETL_FAULT_CUT, s->at);
    }
    s->at = s->len;
    settle_zeros(s, false);
    close_segment(s);
    return false;
}

bool etl_scan_next(struct etl_scan *scan, struct etl_buffer *buffer)
{
    struct etl_findings *f = scan->findings;
    bool wrong;
    if (!find_buffer(scan))
        return finish(scan);
    settle_zeros(scan, true);
    read_header(scan, scan->at, buffer, &wrong);
    f->buffers++;
    if (wrong && !(buffer->is_first && etl_get_u32(scan->bytes + AT_OFFSET) == 0)) {
        f->buffers_broken++;
        etl_findings_fault(f, ETL_FAULT_BUFFER_FILL, buffer->offset);
    }
    if (buffer->flags & (ETL_FLAG_EVENTS_LOST | ETL_FLAG_BUFFER_LOST))
        f->lossy_buffers++;
    if (!buffer->is_first) {
        follow_sequence(scan, buffer);
        if (buffer->cpu > f->top_cpu)
            f->top_cpu = buffer->cpu;
    }
    buffer->segment = f->segments ? f->segments - 1 : 0;
    if (buffer->cut) {
        f->cut = true;
        etl_findings_fault(f, ETL_FAULT_CUT, buffer->offset);
    }
    scan->resync = scan->at + ETL_BUFFER_HEADER;
    scan->at += buffer->size;
    return true;
}
