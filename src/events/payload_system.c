#include "events/payload.h"

#define SHORTEST_COUNTED 8u

/* A string whose length in characters stands before it. Published dumps do not
 * tell whether a NUL follows, so a length that is too short to be a path is not
 * believed. */
static void take_counted(struct etl_cursor *c, struct text *name)
{
    size_t from = name->len;
    uint32_t len = etl_take_u16(c);
    if (len >= SHORTEST_COUNTED && len * 2 <= etl_left(c)) {
        const uint8_t *bytes = etl_take(c, (size_t)len * 2);
        etl_add_utf16(name, bytes, (size_t)len * 2);
        if (etl_left(c) >= 2 && etl_get_u16(c->at) == 0)
            etl_skip(c, 2);
    } else {
        etl_take_utf16(c, name);
    }
    payload_clean(name, from);
}

static void take_name(struct etl_cursor *c, struct text *name)
{
    size_t from = name->len;
    etl_take_utf16(c, name);
    payload_clean(name, from);
}

static bool disk_manifest(const struct etl_event *e, struct disk_op *d)
{
    struct etl_cursor c = etl_payload(e);
    d->disk = etl_take_u32(&c);
    d->irp_flags = etl_take_u32(&c);
    if (e->id == 14) {
        d->what = DISK_FLUSH;
        d->response = etl_take_u64(&c);
        return !c.failed;
    }
    d->what = e->id == 10 ? DISK_READ : DISK_WRITE;
    d->bytes = etl_take_u32(&c);
    etl_skip(&c, 4 + 8);
    (void)etl_take_ptr(&c, e->ptr_size);
    (void)etl_take_ptr(&c, e->ptr_size);
    d->response = etl_take_u64(&c);
    return !c.failed;
}

static bool disk_kernel(const struct etl_event *e, struct disk_op *d)
{
    struct etl_cursor c = etl_payload(e);
    d->disk = etl_take_u32(&c);
    d->irp_flags = etl_take_u32(&c);
    if (e->id == 0x010E) {
        d->what = DISK_FLUSH;
        d->response = etl_take_u64(&c);
        (void)etl_take_ptr(&c, e->ptr_size);
    } else {
        d->what = e->id == 0x010A ? DISK_READ : DISK_WRITE;
        d->bytes = etl_take_u32(&c);
        etl_skip(&c, 4 + 8);
        (void)etl_take_ptr(&c, e->ptr_size);
        (void)etl_take_ptr(&c, e->ptr_size);
        d->response = etl_take_u64(&c);
    }
    if ((e->version & 0xFF) >= 3)
        d->tid = etl_take_u32(&c);
    return !c.failed;
}

bool payload_disk(const struct etl_event *e, enum trace_source source, struct disk_op *out)
{
    struct disk_op d = {0};
    if (!(source == TRACE_k_disk ? disk_kernel(e, &d) : disk_manifest(e, &d)))
        return false;
    *out = d;
    return true;
}

bool payload_cap(const struct etl_event *e, uint32_t *seconds)
{
    struct etl_cursor c = etl_payload(e);
    etl_skip(&c, e->id == 7 || e->id == 8 ? 4 : 3); /* a number, or group and number */
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *seconds = value;
    return !c.failed;
}

bool payload_cap_percent(const struct etl_event *e, uint32_t *percent)
{
    struct etl_cursor c = etl_payload(e);
    etl_skip(&c, 3);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *percent = value;
    return !c.failed;
}

bool payload_delivered(const struct etl_event *e, struct delivered *out)
{
    struct etl_cursor c = etl_payload(e);
    struct delivered d = {0};
    d.cpu = (uint32_t)etl_take_u16(&c) << 6;
    d.cpu += etl_take_u8(&c);
    d.percent = etl_take_u32(&c);
    if (c.failed)
        return false;
    *out = d;
    return true;
}

bool payload_power_setting(const struct etl_event *e, struct guid *setting)
{
    struct etl_cursor c = etl_payload(e);
    struct guid g = etl_take_guid(&c);
    etl_skip(&c, 4);
    if (!c.failed)
        *setting = g;
    return !c.failed;
}

bool payload_timer(const struct etl_event *e, uint32_t *requested, struct text *app)
{
    struct etl_cursor c = etl_payload(e);
    if (e->version == 0) /* an execution state, which is something else */
        return false;
    uint32_t value = etl_take_u32(&c);
    etl_skip(&c, 4); /* pid */
    take_counted(&c, app);
    if (!c.failed)
        *requested = value;
    return !c.failed;
}

bool payload_mains(const struct etl_event *e, bool *on_mains)
{
    struct etl_cursor c = etl_payload(e);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *on_mains = value != 0;
    return !c.failed;
}

bool payload_thermal(const struct etl_event *e, uint32_t *value, struct text *zone)
{
    struct etl_cursor c = etl_payload(e);
    take_counted(&c, zone);
    if (e->id == 18) {
        struct text device = TEXT_EMPTY;
        take_counted(&c, &device);
        text_done(&device);
    }
    uint32_t v = e->id == 9 || e->id == 18 ? etl_take_u8(&c) : etl_take_u32(&c);
    if (!c.failed)
        *value = v;
    return !c.failed;
}

bool payload_pnp(const struct etl_event *e, uint32_t *problem, struct text *device)
{
    struct etl_cursor c = etl_payload(e);
    uint32_t code = 0;
    if (e->id == 801 || e->id == 860)
        (void)etl_take_ptr(&c, e->ptr_size);
    take_name(&c, device);
    if (e->id == 860) {
        struct text service = TEXT_EMPTY;
        take_name(&c, &service);
        text_done(&service);
        code = etl_take_u32(&c);
    } else if (e->id == 830 && e->version >= 1) {
        etl_skip(&c, 16);
        code = etl_take_u32(&c);
    } else if (e->id == 420) {
        etl_skip(&c, 16);
        code = etl_take_u32(&c);
    }
    if (!c.failed)
        *problem = code;
    return !c.failed;
}

bool payload_pnp_end(const struct etl_event *e, uint32_t *status, struct text *name)
{
    struct etl_cursor c = etl_payload(e);
    take_counted(&c, name);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *status = value;
    return !c.failed;
}

/* USBHUB3 events whose ids stand behind other fields: how many bytes. */
static uint32_t before_ids(uint16_t id)
{
    switch (id) {
    case 194:
    case 195:
    case 196:
    case 205:
        return 4;
    default:
        return UINT32_MAX;
    }
}

bool payload_usb(const struct etl_event *e, struct usb_device *out)
{
    struct etl_cursor c = etl_payload(e);
    struct usb_device d = {0};
    uint32_t skip = before_ids(e->id);
    if (e->id == 123) {
        etl_skip(&c, 4 + 6 + 4);
        if (e->version >= 1) {
            d.vendor = etl_take_u16(&c);
            d.product = etl_take_u16(&c);
        }
    } else {
        d.device = etl_take_ptr(&c, e->ptr_size);
        if (skip != UINT32_MAX) {
            etl_skip(&c, skip);
            d.vendor = etl_take_u16(&c);
            d.product = etl_take_u16(&c);
        }
    }
    if (c.failed)
        return false;
    *out = d;
    return true;
}

bool payload_usb_name(const struct etl_event *e, uint64_t *device, struct text *name)
{
    struct etl_cursor c = etl_payload(e);
    (void)etl_take_ptr(&c, e->ptr_size);
    uint64_t value = etl_take_ptr(&c, e->ptr_size);
    etl_skip(&c, 4);
    take_name(&c, name);
    if (!c.failed)
        *device = value;
    return !c.failed;
}

bool payload_hid(const struct etl_event *e, struct usb_device *out, struct text *name)
{
    struct etl_cursor c = etl_payload(e);
    struct usb_device d = {0};
    struct text path = TEXT_EMPTY;
    if (e->version == 1)
        etl_skip(&c, 2 * (size_t)e->ptr_size);
    else
        etl_skip(&c, 4);
    d.vendor = etl_take_u16(&c);
    d.product = etl_take_u16(&c);
    etl_skip(&c, 2);
    take_name(&c, &path);
    take_name(&c, name);
    text_done(&path);
    if (c.failed || e->version == 0)
        return false;
    *out = d;
    return true;
}

bool payload_bluetooth(const struct etl_event *e, uint32_t *state)
{
    struct etl_cursor c = etl_payload(e);
    if (e->id >= 313)
        etl_skip(&c, 4);
    uint32_t value = etl_take_u32(&c);
    if (!c.failed)
        *state = value;
    return !c.failed;
}
