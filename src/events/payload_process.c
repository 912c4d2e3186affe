#include "events/payload.h"

#include <string.h>

#define NAME_MAX_BYTES 256u
#define MAX_PRIORITIES 16u

void payload_clean(struct text *name, size_t from)
{
    if (name->failed || name->len < from)
        return;
    text_clean(name, from);
    text_cut(name, from + NAME_MAX_BYTES);
}

static void take_name(struct etl_cursor *c, struct text *name)
{
    size_t from = name->len;
    etl_take_utf16(c, name);
    payload_clean(name, from);
}

/* From v3 of the start and v1 of the rundown on, sequence numbers and the
 * token's label stand between the ids and the name. */
static void long_start(struct etl_cursor *c, struct process_start *p)
{
    size_t sid_len;
    etl_skip(c, 8 + 8);
    p->parent = etl_take_u32(c);
    etl_skip(c, 8 + 4 + 4 + 4 + 4);
    (void)etl_take_sid(c, &sid_len);
}

static void short_start(struct etl_cursor *c, bool has_flags, struct process_start *p)
{
    etl_skip(c, 8);
    p->parent = etl_take_u32(c);
    etl_skip(c, has_flags ? 8 : 4);
}

bool payload_process_start(const struct etl_event *e, struct process_start *out, struct text *image)
{
    struct etl_cursor c = etl_payload(e);
    struct process_start p = {0};
    bool rundown = e->id == 15;
    p.pid = etl_take_u32(&c);
    if (e->version >= (rundown ? 1 : 3))
        long_start(&c, &p);
    else
        short_start(&c, rundown || e->version >= 1, &p);
    take_name(&c, image);
    if (c.failed)
        return false;
    *out = p;
    return true;
}

bool payload_process_end(const struct etl_event *e, struct process_end *out, struct text *image)
{
    struct etl_cursor c = etl_payload(e);
    struct process_end p = {0};
    p.pid = etl_take_u32(&c);
    if (e->version >= 2)
        etl_skip(&c, 8);
    p.created = etl_take_i64(&c);
    etl_skip(&c, 8);
    p.exit_code = etl_take_u32(&c);
    etl_skip(&c, 8 + 8);
    p.commit_peak = etl_take_u64(&c);
    if (e->version >= 1) {
        etl_skip(&c, 8 + 16);
        p.hard_faults = etl_take_u32(&c);
    }
    const char *name = etl_take_ansi(&c);
    if (c.failed)
        return false;
    size_t from = image->len;
    text_add(image, name);
    payload_clean(image, from);
    *out = p;
    return true;
}

bool payload_process_freeze(const struct etl_event *e, uint32_t *pid)
{
    struct etl_cursor c = etl_payload(e);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *pid = value;
    return !c.failed;
}

static uint64_t sum_pages(struct etl_cursor *c, uint32_t ptr_size, unsigned count)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += etl_take_ptr(c, ptr_size);
    return sum;
}

bool payload_memory_info(const struct etl_event *e, struct memory_info *out)
{
    struct etl_cursor c = etl_payload(e);
    struct memory_info m = {0};
    unsigned levels = etl_take_u8(&c), rest = e->version >= 1 ? 5 : 0;
    /* One count for each priority; published dumps show the two lists as single
     * values, so the length decides. */
    if (levels > MAX_PRIORITIES || e->payload_len < 1 + (5 + 2 * levels + rest) * (uint32_t)e->ptr_size)
        levels = 1;
    m.free = sum_pages(&c, e->ptr_size, 2);
    m.modified = sum_pages(&c, e->ptr_size, 2);
    (void)etl_take_ptr(&c, e->ptr_size); /* bad pages */
    m.standby = sum_pages(&c, e->ptr_size, levels);
    (void)sum_pages(&c, e->ptr_size, levels);
    if (rest) {
        (void)sum_pages(&c, e->ptr_size, 4);
        m.commit = etl_take_ptr(&c, e->ptr_size);
    }
    if (c.failed)
        return false;
    *out = m;
    return true;
}

bool payload_focus(const struct etl_event *e, struct focus *out)
{
    struct etl_cursor c = etl_payload(e);
    struct focus f = {0};
    if (e->id == 2)
        f.is_thread = true;
    else
        etl_skip(&c, 4); /* session */
    if (e->id != 258 && e->id != 25)
        f.old_id = etl_take_u32(&c);
    if (e->id != 259)
        f.new_id = etl_take_u32(&c);
    if (c.failed)
        return false;
    *out = f;
    return true;
}
