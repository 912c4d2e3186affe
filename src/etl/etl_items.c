/* What extended items and stack records hold. */
#include "etl/etl_event.h"

#include "etl/etl_kernel.h"

#include <string.h>

#define HOOK_STACKWALK 0x1820u
#define TAG_CHAIN 0x80u

bool etl_item_find(const struct etl_event *e, enum etl_item_type type, struct etl_item *item)
{
    struct etl_cursor c = etl_items(e);
    struct etl_item each;
    while (etl_item_next(&c, &each)) {
        if (each.type == type) {
            *item = each;
            return true;
        }
    }
    return false;
}

static const char *valid_name(struct etl_cursor *c)
{
    const char *name = etl_take_ansi(c);
    return name && name[0] && utf8_valid(name, strlen(name)) ? name : NULL;
}

const char *etl_provider_name(const struct etl_event *e)
{
    struct etl_item item;
    if (!e->items || !etl_item_find(e, ETL_ITEM_TRAITS, &item))
        return NULL;
    struct etl_cursor c = etl_cursor_of(item.data, item.len);
    etl_skip(&c, 2);
    return valid_name(&c);
}

const char *etl_event_name(const struct etl_event *e)
{
    struct etl_item item;
    if (!e->items || !etl_item_find(e, ETL_ITEM_SCHEMA, &item))
        return NULL;
    struct etl_cursor c = etl_cursor_of(item.data, item.len);
    etl_skip(&c, 2);
    /* Tag bytes go on while their top bit is set. */
    while (etl_take_u8(&c) & TAG_CHAIN) {
    }
    return valid_name(&c);
}

static bool stack_of_item(const struct etl_event *e, struct etl_stack *stack)
{
    struct etl_item item;
    bool wide = etl_item_find(e, ETL_ITEM_STACK64, &item);
    if ((!wide && !etl_item_find(e, ETL_ITEM_STACK32, &item)) || item.len < 8)
        return false;
    stack->match_id = etl_get_u64(item.data);
    stack->event_time = e->time;
    stack->pid = e->pid;
    stack->tid = e->tid;
    stack->frame_size = wide ? 8 : 4;
    stack->frames = item.data + 8;
    stack->frame_count = (item.len - 8) / stack->frame_size;
    return true;
}

static bool stack_of_walk(const struct etl_event *e, struct etl_stack *stack)
{
    struct etl_cursor c = etl_payload(e);
    struct etl_stack s = {0};
    s.event_time = etl_take_i64(&c);
    s.pid = etl_take_u32(&c);
    s.tid = etl_take_u32(&c);
    if (c.failed)
        return false;
    s.frame_size = e->ptr_size;
    s.frames = c.at;
    s.frame_count = (uint32_t)etl_left(&c) / s.frame_size;
    *stack = s;
    return true;
}

bool etl_stack_read(const struct etl_event *e, struct etl_stack *stack)
{
    if (e->items)
        return stack_of_item(e, stack);
    return etl_is_kernel(e) && e->id == HOOK_STACKWALK && stack_of_walk(e, stack);
}

uint64_t etl_stack_frame(const struct etl_stack *stack, uint32_t index)
{
    if (index >= stack->frame_count)
        return 0;
    const uint8_t *b = stack->frames + (size_t)index * stack->frame_size;
    return stack->frame_size == 4 ? etl_get_u32(b) : etl_get_u64(b);
}
