/* Any bytes as a trace: both passes, every item, stack, name and string of
 * every event, with a window small enough to slide. */
#include <stdlib.h>
#include <string.h>

#include "events/provider_names.h"
#include "etl/etl_reader.h"
#include "etl/etl_tally.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const struct etl_event *e, struct text *t)
{
    struct etl_cursor items = etl_items(e), payload = etl_payload(e);
    struct etl_item item;
    struct etl_stack stack;
    while (etl_item_next(&items, &item)) {
        if (item.len && item.data[item.len - 1] == 0xEE)
            text_clear(t);
    }
    const char *name = etl_name_of(e);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct etl_reader *r = NULL;
    /* The map ends where the file does: so does this copy. */
    uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    (void)etl_open_memory(bytes, size, &r);
    if (r) {
        uint64_t stored = pass(r, etl_next_stored);
        struct etl_findings findings = *etl_findings(r);
        etl_rewind(r);
        etl_set_window(r, 3);
        if (pass(r, etl_next) != stored || memcmp(&findings, etl_findings(r), sizeof findings) != 0)
            abort();
    }
    etl_close(r);
    free(bytes);
    return 0;
}
