#include "events/payload.h"

#include <string.h>

bool payload_cswitch(const struct etl_event *e, struct cswitch *out)
{
    struct etl_cursor c = etl_payload(e);
    struct cswitch s = {0};
    s.new_tid = etl_take_u32(&c);
    s.old_tid = etl_take_u32(&c);
    etl_skip(&c, 4);
    s.old_wait_reason = etl_take_u8(&c);
    etl_skip(&c, 1);
    s.old_state = etl_take_u8(&c);
    etl_skip(&c, 1);
    if (c.failed)
        return false;
    *out = s;
    return true;
}

bool payload_ready(const struct etl_event *e, uint32_t *tid)
{
    struct etl_cursor c = etl_payload(e);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *tid = value;
    return !c.failed;
}

bool payload_interrupt(const struct etl_event *e, struct interrupt *out)
{
    struct etl_cursor c = etl_payload(e);
    struct interrupt i = {0};
    i.began = etl_take_i64(&c);
    i.routine = etl_take_ptr(&c, e->ptr_size);
    if (c.failed)
        return false;
    *out = i;
    return true;
}

bool payload_sample(const struct etl_event *e, uint32_t *tid)
{
    struct etl_cursor c = etl_payload(e);
    (void)etl_take_ptr(&c, e->ptr_size);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *tid = value;
    return !c.failed;
}

bool payload_hard_fault(const struct etl_event *e, struct hard_fault *out)
{
    struct etl_cursor c = etl_payload(e);
    struct hard_fault f = {0};
    f.began = etl_take_i64(&c);
    etl_skip(&c, 8);
    (void)etl_take_ptr(&c, e->ptr_size);
    (void)etl_take_ptr(&c, e->ptr_size);
    f.tid = etl_take_u32(&c);
    f.bytes = etl_take_u32(&c);
    if (c.failed)
        return false;
    *out = f;
    return true;
}

static void skip_user(struct etl_cursor *c, uint32_t ptr_size)
{
    size_t len;
    if (etl_left(c) >= 4 && etl_get_u32(c->at) == 0) {
        etl_skip(c, 4);
        return;
    }
    etl_skip(c, 2 * (size_t)ptr_size);
    (void)etl_take_sid(c, &len);
}

bool payload_kernel_process(const struct etl_event *e, struct kernel_process *out, struct text *image)
{
    struct etl_cursor c = etl_payload(e);
    struct kernel_process p = {0};
    unsigned version = e->version & 0xFF;
    (void)etl_take_ptr(&c, e->ptr_size); /* page directory (v1) or key */
    p.pid = etl_take_u32(&c);
    p.parent = etl_take_u32(&c);
    etl_skip(&c, 4);
    p.exit_code = etl_take_u32(&c);
    if (version >= 3)
        (void)etl_take_ptr(&c, e->ptr_size);
    if (version >= 4)
        etl_skip(&c, 4);
    skip_user(&c, e->ptr_size);
    const char *name = etl_take_ansi(&c);
    if (c.failed)
        return false;
    size_t from = image->len;
    text_add(image, name);
    payload_clean(image, from);
    *out = p;
    return true;
}

bool payload_kernel_thread(const struct etl_event *e, struct kernel_thread *out)
{
    struct etl_cursor c = etl_payload(e);
    struct kernel_thread t = {0};
    t.pid = etl_take_u32(&c);
    t.tid = etl_take_u32(&c);
    if (c.failed)
        return false;
    *out = t;
    return true;
}

bool payload_image(const struct etl_event *e, struct image *out, struct text *path)
{
    struct etl_cursor c = etl_payload(e);
    struct image i = {0};
    unsigned version = e->version & 0xFF;
    size_t from = path->len;
    i.base = etl_take_ptr(&c, e->ptr_size);
    i.len = etl_take_ptr(&c, e->ptr_size);
    if (version >= 1)
        i.pid = etl_take_u32(&c);
    if (version >= 2) {
        etl_skip(&c, 4 + 4 + 4);
        (void)etl_take_ptr(&c, e->ptr_size);
        etl_skip(&c, 16);
    }
    etl_take_utf16(&c, path);
    payload_clean(path, from);
    if (c.failed)
        return false;
    *out = i;
    return true;
}
