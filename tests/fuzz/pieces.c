#include "tests/fuzz/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "events/provider_names.h"
#include "etl/etl_check.h"
#include "etl/etl_reader.h"
#include "etl/etl_tally.h"
#include "etl/private/etl_xpress.h"
#include "tests/support/etl_pack.h"

/* ---- the reader ---- */

static void look_at(const struct etl_event *e, struct text *t)
{
    struct etl_cursor items = etl_items(e), payload = etl_payload(e);
    struct etl_item item;
    struct etl_stack stack;
    while (etl_item_next(&items, &item)) {
        if (item.len && item.data[item.len - 1] == 0xEE)
            text_clear(t);
    }
    const char *name = provider_names_of_event(e);
    if (name && !utf8_valid(name, strlen(name)))
        abort();
    name = etl_event_name(e);
    if (name && !utf8_valid(name, strlen(name)))
        abort();
    if (etl_stack_read(e, &stack) && stack.frame_count)
        (void)etl_stack_frame(&stack, stack.frame_count - 1);
    text_clear(t);
    (void)etl_take_ptr(&payload, e->ptr_size);
    etl_take_utf16(&payload, t);
    if (!utf8_valid(text_str(t), t->len))
        abort();
}

static uint64_t pass(struct etl_reader *r, bool (*next)(struct etl_reader *, struct etl_event *))
{
    struct etl_event e = {0};
    struct text t = TEXT_EMPTY;
    struct etl_tally tally;
    uint64_t count = 0;
    etl_tally_init(&tally);
    while (next(r, &e)) {
        look_at(&e, &t);
        etl_tally_add(&tally, &e);
        (void)etl_event_filetime(r, &e);
        count++;
    }
    (void)etl_state_of(etl_header(r), etl_findings(r));
    etl_tally_done(&tally);
    text_done(&t);
    return count;
}

/* Holes lie in order, none ends before it begins, and the file never lacks more
 * than the whole of it. */
static void look_for_holes(struct etl_reader *r)
{
    struct etl_complete complete;
    struct etl_holes holes;
    if (outcome_failed(etl_complete_from(r, 1, &complete)) || outcome_failed(etl_holes(r, &holes)))
        return;
    if (holes.count > ETL_HOLES_MOST || holes.missing_bytes > holes.whole_bytes)
        abort();
    for (uint32_t i = 0; i < holes.count; i++) {
        if (holes.list[i].to < holes.list[i].from || (i && holes.list[i].from < holes.list[i - 1].from))
            abort();
    }
}

void try_reader(const uint8_t *data, size_t size)
{
    struct etl_reader *r = NULL;
    /* The map ends where the file does: so does this copy. */
    uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes)
        return;
    if (size)
        memcpy(bytes, data, size);
    (void)etl_open_memory(bytes, size, &r);
    if (r) {
        uint64_t stored = pass(r, etl_next_stored);
        struct etl_findings findings = *etl_findings(r);
        etl_rewind(r);
        etl_set_window(r, 3);
        if (pass(r, etl_next) != stored || memcmp(&findings, etl_findings(r), sizeof findings) != 0)
            abort();
        look_for_holes(r);
    }
    etl_close(r);
    free(bytes);
}

static bool never(void *ctx)
{
    (void)ctx;
    return false;
}

void try_check(const char *path)
{
    struct etl_extent extent;
    struct etl_summary s;
    bool has_events = !outcome_failed(etl_glance_extent(path, &extent));
    if (!outcome_failed(etl_summarise_unless(path, never, NULL, &s)) && has_events != (s.payload_events > 0))
        abort();
}

/* ---- packed streams ---- */

static void unpack(const uint8_t *data, size_t size, size_t room)
{
    uint8_t *out = malloc(room ? room : 1), *in = malloc(size ? size : 1);
    size_t made = SIZE_MAX;
    if (!out || !in)
        abort();
    memcpy(in, data, size);
    enum etl_unpacked how = etl_xpress_unpack(in, size, out, room, &made);
    if (made > room || (how == ETL_UNPACKED_WHOLE) != (made == room))
        abort();
    free(out);
    free(in);
}

static void there_and_back(const uint8_t *data, size_t size)
{
    uint8_t *packed = malloc(pack_room(size)), *back = malloc(size ? size : 1);
    size_t made = 0;
    if (!packed || !back)
        abort();
    size_t len = pack_xpress(data, size, packed);
    if (etl_xpress_unpack(packed, len, back, size, &made) != ETL_UNPACKED_WHOLE || memcmp(back, data, size) != 0)
        abort();
    free(packed);
    free(back);
}

void try_xpress(const uint8_t *data, size_t size)
{
    if (size < 2)
        return;
    unpack(data + 2, size - 2, (size_t)(data[0] | data[1] << 8));
    there_and_back(data + 2, size - 2);
}

/* ---- payloads ---- */

static void take(struct etl_cursor *c, uint8_t what, struct text *t)
{
    size_t len = 0;
    const uint8_t *sid;
    switch (what % 12) {
    case 0:
        (void)etl_take_u8(c);
        break;
    case 1:
        (void)etl_take_u16(c);
        break;
    case 2:
        (void)etl_take_u32(c);
        break;
    case 3:
        (void)etl_take_i64(c);
        break;
    case 4:
        (void)etl_take_ptr(c, 4);
        break;
    case 5:
        (void)etl_take_ptr(c, 8);
        break;
    case 6:
        (void)etl_take_guid(c);
        break;
    case 7:
        etl_take_utf16(c, t);
        break;
    case 8:
        if (etl_take_ansi(c) && c->at[-1] != 0)
            abort();
        break;
    case 9:
        sid = etl_take_sid(c, &len);
        if (sid && sid[len - 1] == 0xEE)
            text_clear(t);
        break;
    case 10:
        etl_skip(c, what / 12u);
        break;
    default:
        etl_add_utf16(t, c->at, etl_left(c));
        break;
    }
}

void try_cursor(const uint8_t *data, size_t size)
{
    size_t half = size / 2;
    uint8_t *bytes = malloc(half ? half : 1);
    struct text t = TEXT_EMPTY;
    if (!bytes)
        return;
    memcpy(bytes, data + (size - half), half);
    struct etl_cursor c = etl_cursor_of(bytes, half);
    for (size_t i = 0; i < half; i++) {
        bool failed = c.failed;
        const uint8_t *at = c.at;
        take(&c, data[i], &t);
        /* Sticky, and never past the end. */
        if (c.at < bytes || c.at > bytes + half || (failed && (!c.failed || c.at != at)))
            abort();
    }
    if (!utf8_valid(text_str(&t), t.len))
        abort();
    text_done(&t);
    free(bytes);
}
