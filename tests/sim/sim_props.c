#include <string.h>

#include "tests/sim/sim_internal.h"

/* Offsets in EVENT_TRACE_PROPERTIES of 64-bit Windows. */
#define AT_WNODE_BUFFER_SIZE 0u
#define AT_HISTORICAL 8u
#define AT_GUID 24u
#define AT_CLOCK 40u
#define AT_WNODE_FLAGS 44u
#define AT_BUFFER_KB 48u
#define AT_MIN_BUFFERS 52u
#define AT_MAX_BUFFERS 56u
#define AT_MAX_FILE 60u
#define AT_MODE 64u
#define AT_FLUSH_TIMER 68u
#define AT_ENABLE_FLAGS 72u
#define AT_NUMBER_OF_BUFFERS 80u
#define AT_FREE_BUFFERS 84u
#define AT_EVENTS_LOST 88u
#define AT_BUFFERS_WRITTEN 92u
#define AT_LOG_BUFFERS_LOST 96u
#define AT_LOGGER_THREAD 104u
#define AT_FILE_OFFSET 112u
#define AT_NAME_OFFSET 116u
#define WNODE_TRACED_GUID 0x00020000u
/* The documents ask for this room for each name in QUERY and STOP. */
#define NAME_UNITS 1024u

static uint32_t get32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t get16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static void put_guid(uint8_t *at, const struct guid *g)
{
    etlw_u32(at, g->data1);
    etlw_u16(at + 4, g->data2);
    etlw_u16(at + 6, g->data3);
    memcpy(at + 8, g->data4, 8);
}

static bool offset_wrong(uint32_t offset, uint32_t size)
{
    return offset != 0 && (offset < PROPS_SIZE || offset >= size || offset % 2);
}

uint32_t sim_props_read(const struct sim *s, const struct sim_call *call, uint32_t at, struct sim_props *p)
{
    const uint8_t *b = call->block + at;
    uint32_t have = call->block_len - at;
    if (!call->block)
        return E_INVALID_PARAMETER;
    if (have < PROPS_SIZE)
        return sim_rule(s, SIM_RULE_block_size) ? E_BAD_LENGTH : E_INVALID_PARAMETER;
    p->buffer_size = get32(b + AT_WNODE_BUFFER_SIZE);
    if (p->buffer_size < PROPS_SIZE || p->buffer_size > have) {
        if (sim_rule(s, SIM_RULE_block_size))
            return E_BAD_LENGTH;
        p->buffer_size = have;
    }
    p->guid = guid_from_bytes(b + AT_GUID);
    p->clock = get32(b + AT_CLOCK);
    p->wnode_flags = get32(b + AT_WNODE_FLAGS);
    p->buffer_kb = get32(b + AT_BUFFER_KB);
    p->min_buffers = get32(b + AT_MIN_BUFFERS);
    p->max_buffers = get32(b + AT_MAX_BUFFERS);
    p->max_file = get32(b + AT_MAX_FILE);
    p->mode = get32(b + AT_MODE);
    p->flush_timer = get32(b + AT_FLUSH_TIMER);
    p->enable_flags = get32(b + AT_ENABLE_FLAGS);
    p->file_offset = get32(b + AT_FILE_OFFSET);
    p->name_offset = get32(b + AT_NAME_OFFSET);
    bool wrong = offset_wrong(p->file_offset, p->buffer_size) || offset_wrong(p->name_offset, p->buffer_size);
    if (wrong && sim_rule(s, SIM_RULE_offsets_inside))
        return E_INVALID_PARAMETER;
    if (wrong)
        p->file_offset = p->name_offset = 0;
    /* The session's name has to stand before the file's. */
    if (p->file_offset && p->name_offset && p->file_offset <= p->name_offset &&
        sim_rule(s, SIM_RULE_name_before_file))
        return E_INVALID_PARAMETER;
    return 0;
}

static void add_utf8(struct text *t, uint32_t c)
{
    if (c < 0x80) {
        text_add_char(t, (char)c);
    } else if (c < 0x800) {
        text_add_char(t, (char)(0xC0 | c >> 6));
        text_add_char(t, (char)(0x80 | (c & 0x3F)));
    } else if (c < 0x10000) {
        text_add_char(t, (char)(0xE0 | c >> 12));
        text_add_char(t, (char)(0x80 | (c >> 6 & 0x3F)));
        text_add_char(t, (char)(0x80 | (c & 0x3F)));
    } else {
        text_add_char(t, (char)(0xF0 | c >> 18));
        text_add_char(t, (char)(0x80 | (c >> 12 & 0x3F)));
        text_add_char(t, (char)(0x80 | (c >> 6 & 0x3F)));
        text_add_char(t, (char)(0x80 | (c & 0x3F)));
    }
}

uint32_t sim_props_file_name(const struct sim_call *call, uint32_t at, const struct sim_props *p, struct text *name)
{
    const uint8_t *b = call->block + at;
    text_set(name, "");
    for (uint32_t i = p->file_offset; i + 2 <= p->buffer_size; i += 2) {
        uint32_t c = get16(b + i);
        if (c == 0) {
            if (call->full_path && name->len)
                text_set(name, call->full_path);
            return 0;
        }
        if (c >= 0xD800 && c < 0xDC00 && i + 4 <= p->buffer_size) {
            i += 2;
            c = 0x10000 + ((c & 0x3FF) << 10) + (get16(b + i) & 0x3FF);
        }
        add_utf8(name, c);
    }
    return E_INVALID_PARAMETER;
}

uint32_t sim_utf16_units(const char *utf8)
{
    uint32_t units = 0;
    for (const uint8_t *p = (const uint8_t *)utf8; *p; p++)
        if ((*p & 0xC0) != 0x80)
            units += *p >= 0xF0 ? 2 : 1;
    return units;
}

bool sim_props_put_name(uint8_t *block, uint32_t offset, uint32_t end, const char *utf8)
{
    if (end < offset || (end - offset) / 2 < sim_utf16_units(utf8) + 1)
        return false;
    etlw_name(block + offset, UINT32_MAX, utf8);
    return true;
}

static uint32_t free_buffers(const struct sim_session *n)
{
    uint32_t free_count = n->chunk_limit - n->chunk_count;
    for (const struct sim_chunk *c = n->free; c; c = c->next)
        free_count++;
    return free_count;
}

void sim_props_write_session(const struct sim *s, const struct sim_session *n, uint8_t *block)
{
    (void)s;
    etlw_u64(block + AT_HISTORICAL, n->handle);
    put_guid(block + AT_GUID, &n->guid);
    etlw_u32(block + AT_CLOCK, n->clock);
    etlw_u32(block + AT_WNODE_FLAGS, WNODE_TRACED_GUID);
    etlw_u32(block + AT_BUFFER_KB, n->buffer_bytes / 1024);
    etlw_u32(block + AT_MIN_BUFFERS, n->min_buffers);
    etlw_u32(block + AT_MAX_BUFFERS, n->max_buffers);
    etlw_u32(block + AT_MAX_FILE, n->max_file);
    etlw_u32(block + AT_MODE, n->mode);
    etlw_u32(block + AT_FLUSH_TIMER, n->flush_timer);
    etlw_u32(block + AT_ENABLE_FLAGS, n->enable_flags);
    etlw_u32(block + AT_NUMBER_OF_BUFFERS, n->chunk_limit);
    etlw_u32(block + AT_FREE_BUFFERS, free_buffers(n));
    etlw_u32(block + AT_EVENTS_LOST, n->events_lost);
    etlw_u32(block + AT_BUFFERS_WRITTEN, n->buffers_written);
    etlw_u32(block + AT_LOG_BUFFERS_LOST, n->buffers_lost);
    etlw_u64(block + AT_LOGGER_THREAD, 0x1000 + 4 * (uint64_t)n->slot);
}

static bool write_name(const struct sim *s, uint8_t *block, uint32_t offset, uint32_t end, const char *name)
{
    if (offset == 0)
        return true;
    if (!s->behaviour.loose_names && (end < offset || (end - offset) / 2 < NAME_UNITS))
        return false;
    return sim_props_put_name(block, offset, end, name);
}

uint32_t sim_props_write_names(const struct sim *s, const struct sim_session *n, uint8_t *block,
                           const struct sim_props *p)
{
    uint32_t name_end = p->file_offset ? p->file_offset : p->buffer_size;
    bool named = write_name(s, block, p->name_offset, name_end, text_str(&n->name));
    bool filed = write_name(s, block, p->file_offset, p->buffer_size, text_str(&n->path));
    return (named && filed) || !sim_rule(s, SIM_RULE_names_have_room) ? 0 : E_MORE_DATA;
}
