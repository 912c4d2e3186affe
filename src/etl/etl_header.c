#include "etl/etl_header.h"

#include "base/checked.h"
#include "etl/etl_cursor.h"

#include <string.h>

#define AT_OFFSET 0x30u /* of the buffer header: its filled bytes */
#define RECORD_FIXED 0x20u
#define TIME_ZONE_BYTES 172u
#define MARKER_MASK 0xFFFF0000u
#define MARKER_32 0xC0010000u
#define MARKER_64 0xC0020000u
#define HEADER_BUFFER_TYPE 4u
#define VISTA_MAJOR 6u
#define MAX_PROCESSORS 2048u
#define HOUR 36000000000 /* in 100 ns */
#define DAY (24 * HOUR)
#define YEAR (366 * DAY)
#define FAR_TICKS ((uint64_t)1 << 60)

static bool size_plausible(uint32_t size)
{
    return size > ETL_BUFFER_HEADER && size <= ETL_MAX_BUFFER;
}

static void find_names(struct etl_header *h, struct etl_cursor c)
{
    struct etl_cursor at = c;
    while (!at.failed && etl_take_u16(&at)) {
    }
    if (at.failed)
        return;
    h->logger_name = c.at;
    h->logger_name_len = (size_t)(at.at - c.at) - 2;
    c = at;
    while (!at.failed && etl_take_u16(&at)) {
    }
    if (at.failed)
        return;
    h->file_name = c.at;
    h->file_name_len = (size_t)(at.at - c.at) - 2;
}

static void read_fields(struct etl_header *h, struct etl_cursor *c)
{
    uint32_t ptr = h->is_64 ? 8 : 4;
    h->buffer_size = etl_take_u32(c);
    h->os_major = etl_take_u8(c);
    h->os_minor = etl_take_u8(c);
    h->log_major = etl_take_u8(c);
    h->log_minor = etl_take_u8(c);
    h->os_build = etl_take_u32(c);
    h->processors = etl_take_u32(c);
    h->end_time = etl_take_i64(c);
    h->timer_resolution = etl_take_u32(c);
    h->maximum_file_size = etl_take_u32(c);
    h->mode = etl_take_u32(c);
    h->buffers_written = etl_take_u32(c);
    h->start_buffers = etl_take_u32(c);
    h->pointer_size = etl_take_u32(c);
    h->events_lost = etl_take_u32(c);
    h->cpu_mhz = etl_take_u32(c);
    h->logger_name_field = etl_take_ptr(c, ptr);
    h->file_name_field = etl_take_ptr(c, ptr);
    const uint8_t *zone = etl_take(c, TIME_ZONE_BYTES);
    h->bias_min = zone ? (int32_t)etl_get_u32(zone) : 0;
    etl_skip(c, 4);
    h->boot_time = etl_take_i64(c);
    h->perf_freq = etl_take_i64(c);
    h->start_time = etl_take_i64(c);
    h->clock_type = etl_take_u32(c);
    h->buffers_lost = etl_take_u32(c);
}

static void doubt(struct etl_header *h, bool wrong, const char *reason)
{
    if (!wrong)
        return;
    h->damaged = true;
    if (!h->reason)
        h->reason = reason;
}

/* Does a buffer of this size, or the end of the file, come next? */
static bool leads_on(const uint8_t *bytes, uint64_t len, uint32_t size)
{
    if (!size_plausible(size) || len < size)
        return false;
    return len == size || (len - size >= 4 && etl_get_u32(bytes + size) == size);
}

/* Compressed files store a short first buffer, so only the field counts there. */
static void choose_unit(struct etl_header *h, const uint8_t *bytes, uint64_t len)
{
    uint32_t stored = etl_get_u32(bytes);
    bool agree = stored == h->buffer_size;
    if (h->mode & ETL_MODE_COMPRESSED)
        agree = stored <= h->buffer_size && etl_get_u32(bytes + AT_OFFSET) <= stored;
    h->unit = h->buffer_size;
    if (size_plausible(h->unit) && size_plausible(stored) && agree)
        return;
    doubt(h, true, "the buffer sizes of the first buffer and of the logfile header disagree");
    if (!(h->mode & ETL_MODE_COMPRESSED) && leads_on(bytes, len, stored))
        h->unit = stored;
    else if (!size_plausible(h->unit))
        h->unit = size_plausible(stored) && !(h->mode & ETL_MODE_COMPRESSED) ? stored : ETL_MAX_BUFFER;
}

static void bound_stamps(struct etl_header *h)
{
    const struct etl_clock_base *c = &h->clock;
    int64_t slack = h->mode & ETL_MODE_RELOG ? DAY : HOUR;
    int64_t from = i64_sub_capped(h->start_time, c->clock == ETL_CLOCK_SYSTEM ? 2 * DAY : DAY);
    int64_t booted = i64_sub_capped(h->boot_time, slack), farthest = i64_add_capped(h->start_time, YEAR);
    bool ended = h->end_time > h->start_time && h->end_time < farthest;
    struct etl_stamps s;
    /* The system's time may be set back to before the boot; ticks may not. */
    if (c->clock != ETL_CLOCK_SYSTEM && h->boot_time > 0 && h->boot_time <= h->start_time && booted > from)
        from = booted;
    s.earliest = etl_raw_time(c, from);
    s.farthest = etl_raw_time(c, farthest);
    s.latest = etl_raw_time(c, i64_add_capped(ended ? h->end_time : farthest, slack));
    s.slack = i64_ahead(etl_raw_time(c, i64_add_capped(h->start_time, slack)), etl_raw_time(c, h->start_time));
    if (c->clock == ETL_CLOCK_UNKNOWN || h->start_time <= 0 || h->t0 < s.earliest || h->t0 > s.latest) {
        s.earliest = i64_down_capped(h->t0, FAR_TICKS);
        s.latest = s.farthest = i64_up_capped(h->t0, FAR_TICKS);
        s.slack = 0;
    }
    h->stamps = s;
}

static bool refuse(struct etl_header *h, const char *reason)
{
    h->reason = reason;
    return false;
}

bool etl_header_read(struct etl_header *header, const uint8_t *bytes, uint64_t len)
{
    memset(header, 0, sizeof *header);
    if (!len)
        return refuse(header, "the file is empty");
    struct etl_cursor c = etl_cursor_of(bytes, len < ETL_MAX_BUFFER ? (size_t)len : ETL_MAX_BUFFER);
    const uint8_t *buffer = etl_take(&c, ETL_BUFFER_HEADER);
    const uint8_t *record = etl_take(&c, RECORD_FIXED);
    if (!record)
        return refuse(header, "it ends before its logfile header");
    uint32_t marker = etl_get_u32(record) & MARKER_MASK;
    if ((marker != MARKER_32 && marker != MARKER_64) || etl_get_u16(record + 6) != 0)
        return refuse(header, "there is no logfile header where it must stand");
    header->is_64 = marker == MARKER_64;
    header->t0 = etl_get_i64(record + 0x10);
    struct etl_cursor body = c;
    read_fields(header, &c);
    if (c.failed)
        return refuse(header, "it ends inside its logfile header");
    if (header->os_major < VISTA_MAJOR)
        return refuse(header, "it was written by a Windows older than Vista");
    bool size_wrong = !size_plausible(etl_get_u32(buffer));
    bool type_wrong = etl_get_u16(buffer + 0x36) != HEADER_BUFFER_TYPE;
    if (type_wrong && (size_wrong || !size_plausible(header->buffer_size)))
        return refuse(header, "its first buffer is no header buffer");

    uint32_t size = etl_get_u16(record + 4), fixed = RECORD_FIXED + (uint32_t)(c.at - body.at);
    doubt(header, type_wrong, "the first buffer's type is not that of a header buffer");
    doubt(header, size < fixed, "the logfile header event is too short");
    choose_unit(header, bytes, len);
    doubt(header, header->pointer_size != 4 && header->pointer_size != 8, "PointerSize is neither 4 nor 8");
    doubt(header, !header->processors || header->processors > MAX_PROCESSORS, "NumberOfProcessors is out of range");
    if (header->mode & ETL_MODE_COMPRESSED)
        header->format = etl_get_u16(buffer + 0x2C);
    header->clock = etl_clock_of(header->clock_type, header->perf_freq, header->cpu_mhz, header->t0,
                                 header->start_time);
    doubt(header, header->clock_type && header->clock.clock == ETL_CLOCK_UNKNOWN, "the clock is unknown, so its times are");
    doubt(header, header->start_time <= 0, "StartTime is no time");
    bound_stamps(header);
    if (size > fixed) {
        struct etl_cursor names = c;
        if (etl_left(&names) > size - fixed)
            names.end = names.at + (size - fixed);
        find_names(header, names);
    }
    return true;
}
