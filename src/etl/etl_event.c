#include "etl/etl_event.h"

#include "etl/etl_kernel.h"

#include <string.h>

#define FILLER 0xFFFFFFFFu
#define FLAGS_TRACE 0xC0u
#define FLAGS_MESSAGE 0x90u

#define SYSTEM_FIXED 0x20u
#define COMPACT_FIXED 0x18u
#define PERFINFO_FIXED 0x10u
#define FULL_FIXED 0x30u
#define INSTANCE_FIXED 0x48u
#define EVENT_FIXED 0x50u
#define MESSAGE_FIXED 8u
#define ITEM_FIXED 8u

#define EVENT_HAS_ITEMS 0x1u
#define ITEM_MORE 0x1u

#define VERSION_MASK 0xFFu
#define COUNTERS(version) ((version) >> 8 & 7u)
#define PEBS 0x8000u

enum message_option {
    MESSAGE_SEQUENCE = 0x01,
    MESSAGE_GUID = 0x02,
    MESSAGE_COMPONENT = 0x04,
    MESSAGE_TIME = 0x08,
    MESSAGE_SYSTEM = 0x20
};

static enum etl_record broken(enum etl_fault *fault, enum etl_fault why)
{
    *fault = why;
    return ETL_RECORD_BROKEN;
}

/* PMC counters and a PEBS index between header and payload. */
static bool read_extras(struct etl_event *e, struct etl_cursor *c, uint16_t version)
{
    e->version = version & VERSION_MASK;
    e->has_pebs = (version & PEBS) != 0;
    e->counter_count = COUNTERS(version);
    if (e->has_pebs || e->counter_count) {
        if (e->has_pebs)
            etl_skip(c, 8);
        e->counters = etl_take(c, 8u * e->counter_count);
    }
    return !c->failed;
}

static bool read_system(struct etl_event *e, struct etl_cursor *c, uint32_t fixed)
{
    const uint8_t *b = etl_take(c, fixed);
    if (!b)
        return false;
    e->opcode = b[6];
    e->id = etl_get_u16(b + 6);
    e->tid = etl_get_u32(b + 8);
    e->pid = etl_get_u32(b + 0xC);
    e->time = etl_get_i64(b + 0x10);
    e->has_thread = true;
    e->provider = *etl_hook_guid(e->id);
    return read_extras(e, c, etl_get_u16(b));
}

static bool read_perfinfo(struct etl_event *e, struct etl_cursor *c)
{
    const uint8_t *b = etl_take(c, PERFINFO_FIXED);
    if (!b)
        return false;
    e->opcode = b[6];
    e->id = etl_get_u16(b + 6);
    e->time = etl_get_i64(b + 8);
    e->provider = *etl_hook_guid(e->id);
    return read_extras(e, c, etl_get_u16(b));
}

static bool read_full(struct etl_event *e, struct etl_cursor *c, uint32_t fixed)
{
    const uint8_t *b = etl_take(c, fixed);
    if (!b)
        return false;
    e->opcode = b[4];
    e->id = b[4];
    e->level = b[5];
    e->version = etl_get_u16(b + 6);
    e->tid = etl_get_u32(b + 8);
    e->pid = etl_get_u32(b + 0xC);
    e->time = etl_get_i64(b + 0x10);
    e->provider = etl_get_guid(b + 0x18);
    e->has_thread = true;
    return true;
}

bool etl_item_next(struct etl_cursor *c, struct etl_item *item)
{
    const uint8_t *start = c->at;
    const uint8_t *b = etl_left(c) ? etl_take(c, ITEM_FIXED) : NULL;
    if (!b)
        return false;
    uint32_t size = etl_get_u16(b), len = etl_get_u16(b + 6);
    /* The walk goes by Size; DataSize must lie within. */
    if (size < ITEM_FIXED + len || size % 8 || !etl_take(c, size - ITEM_FIXED)) {
        c->failed = true;
        return false;
    }
    item->type = etl_get_u16(b + 2);
    item->data = start + ITEM_FIXED;
    item->len = len;
    return true;
}

static bool read_items(struct etl_event *e, struct etl_cursor *c)
{
    const uint8_t *start = c->at;
    struct etl_item item;
    bool more = true;
    while (more) {
        const uint8_t *b = c->at;
        if (!etl_item_next(c, &item))
            return false;
        more = (etl_get_u16(b + 4) & ITEM_MORE) != 0;
    }
    e->items = start;
    e->items_len = (uint32_t)(c->at - start);
    return true;
}

static bool read_event(struct etl_event *e, struct etl_cursor *c, enum etl_fault *fault)
{
    const uint8_t *b = etl_take(c, EVENT_FIXED);
    if (!b)
        return false;
    e->flags = etl_get_u16(b + 4);
    e->tid = etl_get_u32(b + 8);
    e->pid = etl_get_u32(b + 0xC);
    e->time = etl_get_i64(b + 0x10);
    e->provider = etl_get_guid(b + 0x18);
    e->id = etl_get_u16(b + 0x28);
    e->version = b[0x2A];
    e->channel = b[0x2B];
    e->level = b[0x2C];
    e->opcode = b[0x2D];
    e->task = etl_get_u16(b + 0x2E);
    e->keyword = etl_get_u64(b + 0x30);
    e->has_thread = true;
    if (!(e->flags & EVENT_HAS_ITEMS))
        return true;
    *fault = ETL_FAULT_EVENT_ITEMS;
    return read_items(e, c);
}

static bool read_message(struct etl_event *e, struct etl_cursor *c)
{
    const uint8_t *b = etl_take(c, MESSAGE_FIXED);
    if (!b)
        return false;
    e->id = etl_get_u16(b + 4);
    e->flags = etl_get_u16(b + 6);
    e->has_time = (e->flags & MESSAGE_TIME) != 0;
    e->has_thread = (e->flags & MESSAGE_SYSTEM) != 0;
    if (e->flags & MESSAGE_SEQUENCE)
        etl_skip(c, 4);
    if (e->flags & MESSAGE_COMPONENT)
        e->provider.data1 = etl_take_u32(c);
    else if (e->flags & MESSAGE_GUID)
        e->provider = etl_take_guid(c);
    if (e->has_time)
        e->time = etl_take_i64(c);
    if (e->has_thread) {
        e->tid = etl_take_u32(c);
        e->pid = etl_take_u32(c);
    }
    return !c->failed;
}

struct shape {
    uint8_t kind; /* enum etl_kind + 1; 0 is no record */
    uint8_t ptr_size;
    uint8_t fixed;
    uint8_t size_at;
};

/* By header type. */
static const struct shape shapes[] = {
    {0, 0, 0, 0},
    {ETL_SYSTEM + 1, 4, SYSTEM_FIXED, 4},   /* 01 */
    {ETL_SYSTEM + 1, 8, SYSTEM_FIXED, 4},   /* 02 */
    {ETL_COMPACT + 1, 4, COMPACT_FIXED, 4}, /* 03 */
    {ETL_COMPACT + 1, 8, COMPACT_FIXED, 4}, /* 04 */
    {0, 0, 0, 0},
    {0, 0, 0, 0},
    {0, 0, 0, 0},
    {0, 0, 0, 0},
    {0, 0, 0, 0},
    {ETL_FULL + 1, 4, FULL_FIXED, 0},         /* 0A */
    {ETL_INSTANCE + 1, 4, INSTANCE_FIXED, 0}, /* 0B */
    {ETL_OTHER + 1, 8, 4, 0},                 /* 0C timed */
    {ETL_OTHER + 1, 8, 4, 0},                 /* 0D error */
    {ETL_OTHER + 1, 8, 4, 0},                 /* 0E wnode */
    {0, 0, 0, 0},
    {ETL_PERFINFO + 1, 4, PERFINFO_FIXED, 4}, /* 10 */
    {ETL_PERFINFO + 1, 8, PERFINFO_FIXED, 4}, /* 11 */
    {ETL_EVENT + 1, 4, EVENT_FIXED, 0},       /* 12 */
    {ETL_EVENT + 1, 8, EVENT_FIXED, 0},       /* 13 */
    {ETL_FULL + 1, 8, FULL_FIXED, 0},         /* 14 */
    {ETL_INSTANCE + 1, 8, INSTANCE_FIXED, 0}, /* 15 */
};
static const struct shape message_shape = {ETL_MESSAGE + 1, 8, MESSAGE_FIXED, 0};
#define SHAPES (sizeof shapes / sizeof shapes[0])

static const struct shape *shape_of(uint32_t first)
{
    uint32_t flags = first >> 24, type = first >> 16 & 0xFF;
    if (flags == FLAGS_MESSAGE)
        return &message_shape;
    return flags == FLAGS_TRACE && type < SHAPES && shapes[type].kind ? &shapes[type] : NULL;
}

static bool read_body(struct etl_event *e, struct etl_cursor *body, enum etl_fault *fault)
{
    *fault = ETL_FAULT_EVENT_SIZE;
    switch (e->kind) {
    case ETL_SYSTEM:
        return read_system(e, body, SYSTEM_FIXED);
    case ETL_COMPACT:
        return read_system(e, body, COMPACT_FIXED);
    case ETL_PERFINFO:
        return read_perfinfo(e, body);
    case ETL_FULL:
        return read_full(e, body, FULL_FIXED);
    case ETL_INSTANCE:
        return read_full(e, body, INSTANCE_FIXED);
    case ETL_EVENT:
        return read_event(e, body, fault);
    case ETL_MESSAGE:
        return read_message(e, body);
    default:
        e->has_time = false;
        etl_skip(body, 4);
        return true;
    }
}

/* Empties the event but for what its caller has put there. Field by field: this
 * runs for every event, and a memset of this size costs a third of a count. */
static void begin(struct etl_event *e, const struct shape *shape, const uint8_t *record, uint32_t size)
{
    static const struct guid none = {0, 0, 0, {0}};
    e->provider = none;
    e->keyword = 0;
    e->record = record;
    e->items = NULL;
    e->counters = NULL;
    e->size = size;
    e->items_len = 0;
    e->offset = 0;
    e->pid = e->tid = 0;
    e->kind = (enum etl_kind)(shape->kind - 1);
    e->id = e->version = e->task = e->flags = 0;
    e->opcode = e->level = e->channel = 0;
    e->ptr_size = shape->ptr_size;
    e->counter_count = 0;
    e->has_time = true;
    e->has_thread = e->has_pebs = false;
}

enum etl_record etl_record_read(struct etl_cursor *c, struct etl_event *event, enum etl_fault *fault)
{
    size_t left = etl_left(c);
    if (!left)
        return ETL_RECORD_END;
    if (left < 4)
        return ETL_RECORD_CUT;
    uint32_t first = etl_get_u32(c->at);
    if (first == FILLER)
        return ETL_RECORD_END;
    const struct shape *shape = shape_of(first);
    if (!shape)
        return broken(fault, ETL_FAULT_EVENT_KIND);
    if (left < (uint32_t)shape->size_at + 2)
        return ETL_RECORD_CUT;
    uint32_t size = etl_get_u16(c->at + shape->size_at);
    if (size < shape->fixed)
        return broken(fault, ETL_FAULT_EVENT_SIZE);
    if (size > left)
        return ETL_RECORD_CUT;

    struct etl_cursor body = etl_cursor_of(c->at, size);
    begin(event, shape, c->at, size);
    bool good = read_body(event, &body, fault);
    if (!good && *fault != ETL_FAULT_EVENT_ITEMS)
        return ETL_RECORD_BROKEN;
    event->payload = body.at;
    event->payload_len = (uint32_t)etl_left(&body);
    size_t step = ((size_t)size + 7u) & ~(size_t)7u;
    c->at += step < left ? step : left;
    return good ? ETL_RECORD_EVENT : ETL_RECORD_LOST;
}

const char *etl_kind_name(enum etl_kind kind)
{
    static const char *const names[] = {"System", "Compact", "Perfinfo", "EventTrace", "Instance", "Event", "Message", "Other"};
    return (unsigned)kind < ETL_kinds ? names[kind] : "Other";
}
