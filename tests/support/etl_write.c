#include "tests/support/etl_write.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"

/* Alignment bytes are garbage in real files; this one is easy to spot. */
#define ALIGN_GARBAGE 0xA5
#define FILLER 0xFF
#define STATE_FLUSH 3u
#define TYPE_GENERIC 0u
#define TYPE_HEADER 4u
#define LOGFILE_HEADER64 0x118u
#define LOGFILE_HEADER32 0x110u

void etlw_u16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

void etlw_u32(uint8_t *at, uint32_t value)
{
    etlw_u16(at, (uint16_t)value);
    etlw_u16(at + 2, (uint16_t)(value >> 16));
}

void etlw_u64(uint8_t *at, uint64_t value)
{
    etlw_u32(at, (uint32_t)value);
    etlw_u32(at + 4, (uint32_t)(value >> 32));
}

static void put_guid(uint8_t *at, const struct guid *g)
{
    etlw_u32(at, g->data1);
    etlw_u16(at + 4, g->data2);
    etlw_u16(at + 6, g->data3);
    memcpy(at + 8, g->data4, 8);
}

static uint32_t align8(uint32_t n)
{
    return (n + 7u) & ~7u;
}

static const struct {
    uint8_t type, header;
} KINDS[] = {
    {0x13, 0x50}, {0x12, 0x50}, {0x02, 0x20}, {0x01, 0x20}, {0x04, 0x18}, {0x03, 0x18}, {0x11, 0x10},
    {0x10, 0x10}, {0x14, 0x30}, {0x0A, 0x30}, {0x15, 0x48}, {0x0B, 0x48}, {0x00, 0x08},
};

static bool is_event(const struct etlw_record *r)
{
    return r->kind == ETLW_EVENT64 || r->kind == ETLW_EVENT32;
}

static bool is_perfinfo(const struct etlw_record *r)
{
    return r->kind == ETLW_PERFINFO64 || r->kind == ETLW_PERFINFO32;
}

static uint32_t wpp_header(const struct etlw_record *r)
{
    uint32_t size = 8;
    if (r->wpp_options & ETLW_WPP_SEQUENCE)
        size += 4;
    if (r->wpp_options & ETLW_WPP_COMPONENT)
        size += 4;
    else if (r->wpp_options & ETLW_WPP_GUID)
        size += 16;
    if (r->wpp_options & ETLW_WPP_TIMESTAMP)
        size += 8;
    if (r->wpp_options & ETLW_WPP_SYSTEMINFO)
        size += 8;
    return size;
}

uint32_t etlw_record_size(const struct etlw_record *r)
{
    uint32_t size = r->kind == ETLW_WPP ? wpp_header(r) : KINDS[r->kind].header;
    if (is_event(r))
        for (uint32_t i = 0; i < r->item_count; i++)
            size += align8(8u + r->items[i].len);
    if (is_perfinfo(r))
        size += 8 * r->extra_count;
    return size + r->payload_len;
}

static uint8_t *put_items(const struct etlw_record *r, uint8_t *at)
{
    for (uint32_t i = 0; i < r->item_count; i++) {
        const struct etlw_item *item = &r->items[i];
        uint32_t size = align8(8u + item->len);
        memset(at, 0, size);
        etlw_u16(at, (uint16_t)size);
        etlw_u16(at + 2, item->type);
        etlw_u16(at + 4, i + 1 < r->item_count ? 1 : 0);
        etlw_u16(at + 6, item->len);
        if (item->len)
            memcpy(at + 8, item->bytes, item->len);
        at += size;
    }
    return at;
}

static uint8_t *put_event(const struct etlw_record *r, uint8_t *at)
{
    etlw_u16(at + 4, (uint16_t)(r->flags | (r->item_count ? ETLW_FLAG_EXTENDED : 0)));
    etlw_u16(at + 6, r->property);
    etlw_u32(at + 8, r->tid);
    etlw_u32(at + 12, r->pid);
    etlw_u64(at + 0x10, (uint64_t)r->time);
    put_guid(at + 0x18, &r->guid);
    etlw_u16(at + 0x28, r->id);
    at[0x2A] = (uint8_t)r->version;
    at[0x2B] = r->channel;
    at[0x2C] = r->level;
    at[0x2D] = r->opcode;
    etlw_u16(at + 0x2E, r->task);
    etlw_u64(at + 0x30, r->keyword);
    etlw_u64(at + 0x38, r->processor_time);
    put_guid(at + 0x40, &r->activity);
    return put_items(r, at + 0x50);
}

static uint8_t *put_kernel(const struct etlw_record *r, uint8_t *at)
{
    etlw_u16(at, r->version);
    at[2] = KINDS[r->kind].type;
    at[3] = 0xC0;
    etlw_u16(at + 4, (uint16_t)etlw_record_size(r));
    etlw_u16(at + 6, r->hook);
    if (is_perfinfo(r)) {
        etlw_u64(at + 8, (uint64_t)r->time);
        for (uint32_t i = 0; i < r->extra_count; i++)
            etlw_u64(at + 16 + 8 * i, r->extras[i]);
        return at + 16 + 8 * r->extra_count;
    }
    etlw_u32(at + 8, r->tid);
    etlw_u32(at + 12, r->pid);
    etlw_u64(at + 0x10, (uint64_t)r->time);
    if (r->kind == ETLW_COMPACT64 || r->kind == ETLW_COMPACT32)
        return at + 0x18;
    etlw_u32(at + 0x18, r->kernel_time);
    etlw_u32(at + 0x1C, r->user_time);
    return at + 0x20;
}

static uint8_t *put_classic(const struct etlw_record *r, uint8_t *at)
{
    at[4] = r->opcode;
    at[5] = r->level;
    etlw_u16(at + 6, r->version);
    etlw_u32(at + 8, r->tid);
    etlw_u32(at + 12, r->pid);
    etlw_u64(at + 0x10, (uint64_t)r->time);
    put_guid(at + 0x18, &r->guid);
    etlw_u32(at + 0x28, r->kernel_time);
    etlw_u32(at + 0x2C, r->user_time);
    if (r->kind == ETLW_FULL64 || r->kind == ETLW_FULL32)
        return at + 0x30;
    etlw_u32(at + 0x30, r->instance_id);
    etlw_u32(at + 0x34, r->parent_instance_id);
    put_guid(at + 0x38, &r->activity);
    return at + 0x48;
}

static uint8_t *put_wpp(const struct etlw_record *r, uint8_t *at)
{
    at[2] = 0;
    at[3] = 0x90;
    etlw_u16(at + 4, r->id);
    etlw_u16(at + 6, r->wpp_options);
    at += 8;
    if (r->wpp_options & ETLW_WPP_SEQUENCE) {
        etlw_u32(at, r->wpp_sequence);
        at += 4;
    }
    if (r->wpp_options & ETLW_WPP_COMPONENT) {
        etlw_u32(at, r->wpp_component);
        at += 4;
    } else if (r->wpp_options & ETLW_WPP_GUID) {
        put_guid(at, &r->guid);
        at += 16;
    }
    if (r->wpp_options & ETLW_WPP_TIMESTAMP) {
        etlw_u64(at, (uint64_t)r->time);
        at += 8;
    }
    if (r->wpp_options & ETLW_WPP_SYSTEMINFO) {
        etlw_u32(at, r->tid);
        etlw_u32(at + 4, r->pid);
        at += 8;
    }
    return at;
}

uint32_t etlw_record_put(const struct etlw_record *r, uint8_t *at)
{
    uint32_t size = etlw_record_size(r);
    uint8_t *payload;
    etlw_u16(at, (uint16_t)size);
    at[2] = KINDS[r->kind].type;
    at[3] = 0xC0;
    if (is_event(r))
        payload = put_event(r, at);
    else if (r->kind == ETLW_WPP)
        payload = put_wpp(r, at);
    else if (r->kind >= ETLW_FULL64)
        payload = put_classic(r, at);
    else
        payload = put_kernel(r, at);
    if (r->payload_len)
        memcpy(payload, r->payload, r->payload_len);
    return size;
}

void etlw_buffer_begin(struct etlw_buffer *b, uint8_t *bytes, uint32_t size)
{
    b->bytes = bytes;
    b->size = size;
    b->used = ETLW_BUFFER_HEADER;
    b->last_time = 0;
}

bool etlw_buffer_add(struct etlw_buffer *b, const struct etlw_record *r)
{
    uint32_t size = etlw_record_size(r);
    uint32_t room = align8(size);
    if (size > UINT16_MAX || b->used > b->size || b->size - b->used < room)
        return false;
    etlw_record_put(r, b->bytes + b->used);
    memset(b->bytes + b->used + size, ALIGN_GARBAGE, room - size);
    b->used += room;
    b->last_time = r->time;
    return true;
}

static void put_buffer_header(uint8_t *at, uint32_t size, uint32_t used, uint16_t type)
{
    memset(at, 0, ETLW_BUFFER_HEADER);
    etlw_u32(at, size);
    etlw_u32(at + 4, used);
    /* What Windows leaves in CurrentOffset of a buffer flushed before it was
     * full; readers must not use it. */
    etlw_u32(at + 8, used + (type == TYPE_HEADER ? 0 : size));
    etlw_u32(at + 0x2C, STATE_FLUSH);
    etlw_u32(at + 0x30, used);
    etlw_u16(at + 0x36, type);
}

void etlw_buffer_end(struct etlw_buffer *b, uint32_t cpu, uint16_t logger_id, int64_t sequence,
                     int64_t flush_time, uint16_t flags)
{
    put_buffer_header(b->bytes, b->size, b->used, TYPE_GENERIC);
    etlw_u64(b->bytes + ETLW_AT_BUFFER_STAMP, (uint64_t)(flush_time ? flush_time : b->last_time));
    etlw_u64(b->bytes + ETLW_AT_BUFFER_SEQUENCE, (uint64_t)sequence);
    etlw_u16(b->bytes + 0x28, (uint16_t)cpu);
    etlw_u16(b->bytes + 0x2A, logger_id);
    etlw_u16(b->bytes + 0x34, flags);
    memset(b->bytes + b->used, FILLER, b->size - b->used);
}

struct etlw_facts etlw_facts_default(uint32_t cpu_count)
{
    struct etlw_facts f;
    memset(&f, 0, sizeof f);
    f.buffer_size = 64 * 1024;
    f.cpu_count = cpu_count;
    f.os_major = 10;
    f.os_build = 22631;
    f.log_file_mode = 1;
    f.buffers_written = 1;
    f.clock = 1;
    f.perf_freq = 10000000;
    f.start_raw = 5464821681081;
    f.start_time = 133500000000000000; /* 2024-01-18 */
    f.boot_time = f.start_time - 5464821681081;
    f.cpu_mhz = 3600;
    f.timer_resolution = 156250;
    f.pid = 4;
    f.tid = 8;
    f.logger_name = "Test";
    f.file_name = "C:\\test.etl";
    f.partition_info = true;
    return f;
}

uint32_t etlw_name(uint8_t *at, uint32_t room, const char *name)
{
    const uint8_t *p = (const uint8_t *)(name ? name : "");
    uint32_t n = 0;
    while (*p && n + 6 <= room) {
        uint32_t c = *p++;
        unsigned more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
        if (more)
            c &= 0x3Fu >> more;
        for (; more && *p; more--)
            c = c << 6 | (*p++ & 0x3Fu);
        if (c >= 0x10000) {
            c -= 0x10000;
            etlw_u16(at + n, (uint16_t)(0xD800 | c >> 10));
            etlw_u16(at + n + 2, (uint16_t)(0xDC00 | (c & 0x3FF)));
            n += 4;
        } else {
            etlw_u16(at + n, (uint16_t)c);
            n += 2;
        }
    }
    etlw_u16(at + n, 0);
    return n + 2;
}

static void put_time_zone(uint8_t *at, int32_t bias_minutes)
{
    etlw_u32(at, (uint32_t)bias_minutes);
    etlw_name(at + 4, 64, "@tzres.dll,-322");
    etlw_name(at + 88, 64, "@tzres.dll,-321");
}

/* The payload of the logfile header event up to its names; returns its size. */
static uint32_t put_logfile_header(const struct etlw_facts *f, uint8_t *at)
{
    uint32_t size = f->layout32 ? LOGFILE_HEADER32 : LOGFILE_HEADER64;
    uint32_t zone = f->layout32 ? 0x40 : 0x48;
    uint32_t tail = f->layout32 ? 0xF0 : 0xF8;
    memset(at, 0, size);
    etlw_u32(at, f->buffer_size);
    at[4] = (uint8_t)f->os_major;
    at[5] = (uint8_t)f->os_minor;
    at[6] = 1;
    at[7] = 5;
    if (f->buffer_size > 1024 * 1024 || f->cpu_count > 256) {
        at[6] = 2;
        at[7] = 0;
    }
    etlw_u32(at + 8, f->os_build);
    etlw_u32(at + 0x0C, f->cpu_count);
    etlw_u64(at + 0x10, (uint64_t)f->end_time);
    etlw_u32(at + 0x18, f->timer_resolution);
    etlw_u32(at + 0x1C, f->max_file_size);
    etlw_u32(at + 0x20, f->log_file_mode);
    etlw_u32(at + 0x24, f->buffers_written);
    etlw_u32(at + 0x28, 1);
    etlw_u32(at + 0x2C, f->layout32 ? 4 : 8);
    etlw_u32(at + 0x30, f->events_lost);
    etlw_u32(at + 0x34, f->cpu_mhz);
    put_time_zone(at + zone, f->bias_minutes);
    etlw_u64(at + tail, (uint64_t)f->boot_time);
    etlw_u64(at + tail + 8, (uint64_t)f->perf_freq);
    etlw_u64(at + tail + 16, (uint64_t)f->start_time);
    etlw_u32(at + tail + 24, f->clock);
    etlw_u32(at + tail + 28, f->buffers_lost);
    return size;
}

void etlw_header_put(const struct etlw_facts *f, uint8_t *bytes)
{
    uint8_t payload[LOGFILE_HEADER64 + 2 * 2048];
    uint8_t zeros[48] = {0};
    struct etlw_buffer b;
    struct etlw_record r;
    memset(&r, 0, sizeof r);
    r.kind = f->layout32 ? ETLW_SYSTEM32 : ETLW_SYSTEM64;
    r.version = 2;
    r.tid = f->tid;
    r.pid = f->pid;
    r.time = f->start_raw;
    r.payload = payload;
    r.payload_len = put_logfile_header(f, payload);
    r.payload_len += etlw_name(payload + r.payload_len, 2048, f->logger_name);
    r.payload_len += etlw_name(payload + r.payload_len, 2048, f->file_name);
    etlw_buffer_begin(&b, bytes, f->buffer_size);
    etlw_buffer_add(&b, &r);
    if (f->partition_info) {
        r.hook = 0x0050;
        r.payload = zeros;
        r.payload_len = sizeof zeros;
        etlw_buffer_add(&b, &r);
    }
    put_buffer_header(bytes, b.size, b.used, TYPE_HEADER);
    etlw_u16(bytes + 0x2A, f->logger_id);
    etlw_u16(bytes + 0x34, ETLW_BUFFER_FLUSH_MARKER | ETLW_BUFFER_PROC_INDEX);
    memset(bytes + b.used, FILLER, b.size - b.used);
}

void etlw_file_init(struct etlw_file *w, const struct etlw_facts *facts)
{
    memset(w, 0, sizeof *w);
    w->facts = *facts;
    uint8_t *header = malloc(facts->buffer_size);
    if (header)
        etlw_header_put(facts, header);
    else
        w->bytes.failed = true;
    etlw_file_append(w, header, header ? facts->buffer_size : 0);
    free(header);
}

bool etlw_file_add(struct etlw_file *w, uint32_t cpu, const struct etlw_record *r)
{
    struct etlw_buffer *b = &w->open[cpu % ETLW_MAX_CPUS];
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!b->bytes) {
            uint8_t *bytes = malloc(w->facts.buffer_size);
            w->bytes.failed = w->bytes.failed || !bytes;
            if (!bytes)
                return false;
            etlw_buffer_begin(b, bytes, w->facts.buffer_size);
        }
        if (etlw_buffer_add(b, r))
            return true;
        etlw_file_flush(w, cpu, ETLW_BUFFER_PROC_INDEX);
    }
    return false;
}

void etlw_file_flush(struct etlw_file *w, uint32_t cpu, uint16_t flags)
{
    struct etlw_buffer *b = &w->open[cpu % ETLW_MAX_CPUS];
    if (b->bytes && b->used > ETLW_BUFFER_HEADER) {
        int64_t last = b->last_time;
        etlw_buffer_end(b, cpu, w->facts.logger_id, ++w->sequence, last, flags);
        etlw_file_append(w, b->bytes, b->size);
        etlw_buffer_begin(b, b->bytes, b->size);
        b->last_time = last;
    }
}

void etlw_file_append(struct etlw_file *w, const void *bytes, size_t len)
{
    text_add_bytes(&w->bytes, bytes, len);
}

static int64_t ticks_to_100ns(int64_t ticks, int64_t freq)
{
    return ticks / freq * 10000000 + ticks % freq * 10000000 / freq;
}

void etlw_file_finish(struct etlw_file *w)
{
    struct etlw_facts *f = &w->facts;
    int64_t last = f->start_raw;
    for (uint32_t cpu = 0; cpu < ETLW_MAX_CPUS; cpu++) {
        etlw_file_flush(w, cpu, ETLW_BUFFER_PROC_INDEX);
        if (w->open[cpu].last_time > last)
            last = w->open[cpu].last_time;
    }
    f->buffers_written = (uint32_t)w->sequence + 1;
    if (!f->end_time)
        f->end_time = f->clock == 2 ? last : f->start_time + ticks_to_100ns(last - f->start_raw, f->perf_freq);
    if (w->bytes.failed)
        return;
    uint8_t *at = (uint8_t *)w->bytes.bytes;
    uint32_t back = f->layout32 ? 8 : 0;
    etlw_u64(at + ETLW_AT_END_TIME, (uint64_t)f->end_time);
    etlw_u32(at + ETLW_AT_BUFFERS_WRITTEN, f->buffers_written);
    etlw_u32(at + ETLW_AT_EVENTS_LOST, f->events_lost);
    etlw_u32(at + ETLW_AT_BUFFERS_LOST - back, f->buffers_lost);
}

bool etlw_file_save(const struct etlw_file *w, const char *path)
{
    struct os_file *file = NULL;
    if (w->bytes.failed || outcome_failed(os_file_open(path, OS_OPEN_NEW, &file)))
        return false;
    bool written = !outcome_failed(os_file_write(file, w->bytes.bytes, w->bytes.len));
    os_file_close(file);
    return written;
}

void etlw_file_done(struct etlw_file *w)
{
    for (uint32_t cpu = 0; cpu < ETLW_MAX_CPUS; cpu++)
        free(w->open[cpu].bytes);
    text_done(&w->bytes);
    memset(w, 0, sizeof *w);
}
