/* One event record of a trace, as a view on the file's bytes.
 *
 * Every kind of record becomes the same struct; what a kind does not have is
 * zero. Pointers borrow from the map (or from the reader's unpacked buffer) and
 * hold until the next event is asked for. Nothing in them is aligned.
 *
 * Kernel events come with three kinds of header (SYSTEM, COMPACT, PERFINFO) and
 * the same event may use any of them: know them by provider and id, not by
 * kind. Their provider is the class GUID of the hook's group, their id the
 * hook. For classic events (FULL, INSTANCE) the id is the event type (opcode).
 *
 * Sources: Geoff Chappell's trace header pages, System Informer's ntwmi.h, and
 * files of Vista to Windows 11. INSTANCE, COMPACT and WPP records were seen in
 * hand-made files only. */
#ifndef HB_ETL_ETL_EVENT_H
#define HB_ETL_ETL_EVENT_H

#include "base/guid.h"
#include "etl/etl_cursor.h"
#include "etl/etl_findings.h"

enum etl_kind {
    ETL_SYSTEM,
    ETL_COMPACT,
    ETL_PERFINFO,
    ETL_FULL,     /* classic: EVENT_TRACE_HEADER */
    ETL_INSTANCE, /* classic with instance ids */
    ETL_EVENT,    /* manifest and TraceLogging: EVENT_HEADER */
    ETL_MESSAGE,  /* WPP */
    ETL_OTHER,    /* timed, error and wnode records: only their size is known */
    ETL_kinds
};

struct etl_event {
    struct guid provider; /* of WPP: the message GUID, or the component id in data1 */
    uint64_t keyword;
    int64_t time;            /* raw session clock; without has_time (none, or a stray) that of the event before it */
    uint64_t buffer_offset;  /* in the file, of the buffer it stands in */
    const uint8_t *record;
    const uint8_t *payload;
    const uint8_t *items;    /* extended items, already checked; NULL without */
    const uint8_t *counters; /* NULL without; the PEBS index stands before them */
    uint32_t size;           /* of the whole record */
    uint32_t payload_len;
    uint32_t items_len;
    uint32_t offset; /* in its buffer (unpacked, if it is packed) */
    uint32_t pid, tid; /* only with has_thread */
    enum etl_kind kind;
    uint16_t id;
    uint16_t version;
    uint16_t task;
    uint16_t flags; /* of EVENT_HEADER; option flags of WPP */
    uint16_t cpu;
    uint8_t opcode;
    uint8_t level;
    uint8_t channel;
    uint8_t ptr_size;      /* of the program that wrote it: 4 or 8 */
    uint8_t counter_count; /* PMC counters, 8 bytes each */
    bool has_time;
    bool has_thread;
    bool has_pebs;
};

/* Reads the record at the cursor, which must hold the rest of its buffer, and
 * moves the cursor behind it and its filling bytes. */
enum etl_record { ETL_RECORD_EVENT, ETL_RECORD_END, ETL_RECORD_CUT, ETL_RECORD_BROKEN, ETL_RECORD_LOST };
/* END: no more events. CUT: the bytes end inside the record (a broken one, if
 * they are all the buffer has). BROKEN: *fault says why; the rest of the buffer
 * cannot be read. LOST: the same of this record alone; the cursor is behind it,
 * and the next one may be read. Only with EVENT does `event` mean anything; its cpu and buffer
 * offset are the caller's, as is `time` where the record has none. */
enum etl_record etl_record_read(struct etl_cursor *c, struct etl_event *event, enum etl_fault *fault);

/* The names used in counts: "System", "Compact", "Perfinfo", "EventTrace",
 * "Instance", "Event", "Message", "Other". */
const char *etl_kind_name(enum etl_kind kind);
/* SYSTEM, COMPACT and PERFINFO: id is a hook. */
static inline bool etl_is_kernel(const struct etl_event *e)
{
    return e->kind <= ETL_PERFINFO;
}
static inline bool etl_event_is(const struct etl_event *e, const struct guid *provider, uint16_t id)
{
    return e->id == id && guid_equal(&e->provider, provider);
}

/* The payload, to be read by cursor. Its pointers have e->ptr_size. */
static inline struct etl_cursor etl_payload(const struct etl_event *e)
{
    return etl_cursor_of(e->payload, e->payload_len);
}

/* ---- Extended items of EVENT_HEADER records: all types that Windows names ---- */
enum etl_item_type {
    ETL_ITEM_RELATED_ACTIVITY = 1,
    ETL_ITEM_SID = 2,
    ETL_ITEM_TERMINAL_SESSION = 3,
    ETL_ITEM_INSTANCE = 4,
    ETL_ITEM_STACK32 = 5,
    ETL_ITEM_STACK64 = 6,
    ETL_ITEM_PEBS = 7,
    ETL_ITEM_COUNTERS = 8,
    ETL_ITEM_PSM_KEY = 9,
    ETL_ITEM_EVENT_KEY = 10,
    ETL_ITEM_SCHEMA = 11, /* TraceLogging: u16 size, tags, name, fields */
    ETL_ITEM_TRAITS = 12, /* u16 size, provider name, traits */
    ETL_ITEM_PROCESS_START_KEY = 13
};
struct etl_item {
    uint16_t type;
    const uint8_t *data;
    uint32_t len;
};
/* Start with struct etl_cursor c = etl_items(e), then ask until false. */
static inline struct etl_cursor etl_items(const struct etl_event *e)
{
    return etl_cursor_of(e->items, e->items_len);
}
bool etl_item_next(struct etl_cursor *c, struct etl_item *item);
/* The first item of a type, or false. */
bool etl_item_find(const struct etl_event *e, enum etl_item_type type, struct etl_item *item);

/* The provider's own name from its traits, or the TraceLogging event's name;
 * NULL where the record carries none. UTF-8, NUL-terminated, borrowed. */
const char *etl_provider_name(const struct etl_event *e);
const char *etl_event_name(const struct etl_event *e);

/* ---- Stacks ---- */
/* From an extended item, or from a StackWalk record (hook 0x1820), which
 * belongs to the event with exactly this raw time on this thread; one stack may
 * come in two records (user and kernel part). */
struct etl_stack {
    uint64_t match_id; /* of items: ties a deferred user part to its event */
    int64_t event_time; /* of StackWalk; the event's own otherwise */
    uint32_t pid, tid;
    uint32_t frame_count;
    uint32_t frame_size; /* 4 or 8 */
    const uint8_t *frames;
};
bool etl_stack_read(const struct etl_event *e, struct etl_stack *stack);
/* Frame 0 is the innermost; 0 for an index past the end. */
uint64_t etl_stack_frame(const struct etl_stack *stack, uint32_t index);

#endif
