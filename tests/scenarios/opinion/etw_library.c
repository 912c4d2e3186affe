/* libhitch_etw: the three functions of advapi32 that Microsoft's TraceEvent reads
 * a file with, answered from our own reader: OpenTraceW, ProcessTrace and
 * CloseTrace, with the structures of 64-bit Windows (EVENT_TRACE_LOGFILEW 448
 * bytes, TRACE_LOGFILE_HEADER 280, EVENT_RECORD 112). Stamps are raw, as TraceEvent
 * asks for them. TraceEvent writes into payloads, so it gets a copy of each. */
#include <stdlib.h>
#include <string.h>

#include "etl/etl_reader.h"

#define FAILED_OPEN UINT64_MAX
#define ERROR_INVALID_HANDLE 6u
#define ERROR_OUTOFMEMORY 14u
#define ERROR_CANCELLED 1223u

/* EVENT_TRACE_LOGFILEW */
#define LOGFILE_NAME 0
#define LOGFILE_HEADER 120
#define LOGFILE_BUFFER_CALLBACK 400
#define LOGFILE_CALLBACK 424
#define LOGFILE_CONTEXT 440
#define LOGFILE_LEN 448
#define HEADER_LEN 280
/* TRACE_LOGFILE_HEADER of a 32-bit writer: two pointers are shorter. */
#define HEADER_LEN32 272
#define HEADER_POINTERS 0x38
#define HEADER_ZONE 0x48
#define HEADER_ZONE32 0x40

#define FLAG_EXTENDED 0x0001u
#define FLAG_MESSAGE 0x0008u
#define FLAG_32_BIT 0x0020u
#define FLAG_64_BIT 0x0040u
#define FLAG_CLASSIC 0x0100u
#define NO_THREAD 0xFFFFFFFFu
#define RECORD_LEN 112
#define MAX_ITEMS 64u
#define ITEM_LEN 16u

typedef void event_fn(void *record);
typedef uint32_t buffer_fn(void *logfile);

struct trace {
    struct etl_reader *reader;
    event_fn *event;
    buffer_fn *buffer;
    void *context;
    uint8_t logfile[LOGFILE_LEN];
    uint8_t *copy; /* of a payload */
    size_t copy_room;
};

uint64_t OpenTraceW(void *logfile);
uint32_t ProcessTrace(const uint64_t *handles, uint32_t count, const void *from, const void *to);
uint32_t CloseTrace(uint64_t handle);

static void put(uint8_t *at, uint64_t value, unsigned len)
{
    memcpy(at, &value, len);
}

static void *pointer_at(const uint8_t *at)
{
    void *p;
    memcpy(&p, at, sizeof p);
    return p;
}

static void add_path(struct text *path, const uint8_t *utf16)
{
    size_t len = 0;
    while (utf16[len] || utf16[len + 1])
        len += 2;
    etl_add_utf16(path, utf16, len);
}

/* The header as 64-bit Windows has it, from the payload of the file's first event. */
static bool read_header(struct etl_reader *r, uint8_t *out)
{
    struct etl_event e;
    bool found = etl_next_stored(r, &e);
    if (found && e.ptr_size == 8 && e.payload_len >= HEADER_LEN) {
        memcpy(out, e.payload, HEADER_LEN);
    } else if (found && e.payload_len >= HEADER_LEN32) {
        memcpy(out, e.payload, HEADER_POINTERS);
        memcpy(out + HEADER_ZONE, e.payload + HEADER_ZONE32, HEADER_LEN32 - HEADER_ZONE32);
    } else {
        found = false;
    }
    memset(out + HEADER_POINTERS, 0, HEADER_ZONE - HEADER_POINTERS);
    etl_rewind(r);
    return found;
}

uint64_t OpenTraceW(void *logfile)
{
    uint8_t *l = logfile;
    struct text path = TEXT_EMPTY;
    struct trace *t = calloc(1, sizeof *t);
    if (!t)
        return FAILED_OPEN;
    add_path(&path, pointer_at(l + LOGFILE_NAME));
    struct outcome o = etl_open(text_str(&path), &t->reader);
    text_done(&path);
    if (outcome_failed(o) || !read_header(t->reader, l + LOGFILE_HEADER)) {
        etl_close(t->reader);
        free(t);
        return FAILED_OPEN;
    }
    memcpy(t->logfile, l, LOGFILE_LEN);
    t->context = pointer_at(l + LOGFILE_CONTEXT);
    memcpy(&t->event, l + LOGFILE_CALLBACK, sizeof t->event);
    memcpy(&t->buffer, l + LOGFILE_BUFFER_CALLBACK, sizeof t->buffer);
    return (uint64_t)(uintptr_t)t;
}

static unsigned flags_of(const struct etl_event *e)
{
    unsigned flags = e->ptr_size == 4 ? FLAG_32_BIT : FLAG_64_BIT;
    if (e->kind == ETL_EVENT)
        return flags | e->flags;
    return flags | (e->kind == ETL_MESSAGE ? FLAG_MESSAGE : FLAG_CLASSIC);
}

static void put_header(uint8_t *h, const struct etl_event *e)
{
    bool classic = e->kind != ETL_EVENT && e->kind != ETL_MESSAGE;
    put(h, RECORD_LEN - 32 + e->payload_len, 2);
    put(h + 4, flags_of(e), 2);
    put(h + 8, e->has_thread ? e->tid : NO_THREAD, 4);
    put(h + 12, e->has_thread ? e->pid : NO_THREAD, 4);
    put(h + 16, (uint64_t)e->time, 8);
    put(h + 24, e->provider.data1, 4);
    put(h + 28, e->provider.data2, 2);
    put(h + 30, e->provider.data3, 2);
    memcpy(h + 32, e->provider.data4, 8);
    put(h + 40, classic ? 0 : e->id, 2);
    h[42] = (uint8_t)e->version;
    h[43] = e->channel;
    h[44] = e->level;
    h[45] = classic ? (uint8_t)e->id : e->opcode;
    put(h + 46, e->task, 2);
    put(h + 48, e->keyword, 8);
}

static unsigned put_items(uint8_t items[MAX_ITEMS][ITEM_LEN], const struct etl_event *e)
{
    unsigned count = 0;
    struct etl_cursor c = etl_items(e);
    struct etl_item item;
    while (count < MAX_ITEMS && etl_item_next(&c, &item)) {
        uint8_t *at = items[count++];
        memset(at, 0, ITEM_LEN);
        put(at + 2, item.type, 2);
        put(at + 6, item.len, 2);
        put(at + 8, (uint64_t)(uintptr_t)item.data, 8);
    }
    return count;
}

static bool give(struct trace *t, const struct etl_event *e)
{
    uint8_t record[RECORD_LEN] = {0}, items[MAX_ITEMS][ITEM_LEN];
    if (e->payload_len >= t->copy_room) {
        uint8_t *more = realloc(t->copy, e->payload_len + 1u);
        if (!more)
            return false;
        t->copy = more;
        t->copy_room = e->payload_len + 1u;
    }
    if (e->payload_len)
        memcpy(t->copy, e->payload, e->payload_len);
    put_header(record, e);
    put(record + 80, e->cpu, 2);
    put(record + 84, put_items(items, e), 2);
    put(record + 86, e->payload_len, 2);
    put(record + 88, (uint64_t)(uintptr_t)items, 8);
    put(record + 96, (uint64_t)(uintptr_t)t->copy, 8);
    put(record + 104, (uint64_t)(uintptr_t)t->context, 8);
    t->event(record);
    return true;
}

uint32_t ProcessTrace(const uint64_t *handles, uint32_t count, const void *from, const void *to)
{
    struct etl_event e;
    (void)from;
    (void)to;
    if (count != 1 || !handles || handles[0] == FAILED_OPEN)
        return ERROR_INVALID_HANDLE;
    struct trace *t = (struct trace *)(uintptr_t)handles[0];
    etl_rewind(t->reader);
    while (etl_next(t->reader, &e))
        if (!give(t, &e))
            return ERROR_OUTOFMEMORY;
    if (outcome_failed(etl_error(t->reader)))
        return ERROR_OUTOFMEMORY;
    return t->buffer && !t->buffer(t->logfile) ? ERROR_CANCELLED : 0;
}

uint32_t CloseTrace(uint64_t handle)
{
    struct trace *t = (struct trace *)(uintptr_t)handle;
    if (handle == FAILED_OPEN)
        return ERROR_INVALID_HANDLE;
    etl_close(t->reader);
    free(t->copy);
    free(t);
    return 0;
}
