#include "tests/fuzz/records.h"

#include "etl/etl_cursor.h"
#include "tests/support/etl_write.h"

#define MARK_EVENT 0xC0u
#define MARK_MESSAGE 0x90u
#define MESSAGE_HEADER 8u

bool fuzz_buffer_at(const uint8_t *bytes, size_t len, size_t at, struct fuzz_buffer *b)
{
    if (at > len || len - at < ETLW_BUFFER_HEADER)
        return false;
    size_t size = etl_get_u32(bytes + at), used = etl_get_u32(bytes + at + BUFFER_AT_USED);
    b->at = at;
    b->len = size < ETLW_BUFFER_HEADER || size > len - at ? len - at : size;
    b->used = used < ETLW_BUFFER_HEADER ? ETLW_BUFFER_HEADER : used > b->len ? b->len : used;
    return true;
}

size_t fuzz_buffer_count(const uint8_t *bytes, size_t len)
{
    struct fuzz_buffer b;
    size_t count = 0;
    for (size_t at = 0; fuzz_buffer_at(bytes, len, at, &b); at += b.len)
        count++;
    return count;
}

bool fuzz_buffer_find(const uint8_t *bytes, size_t len, size_t number, struct fuzz_buffer *b)
{
    size_t at = 0;
    for (; fuzz_buffer_at(bytes, len, at, b); at += b->len) {
        if (!number--)
            return true;
    }
    return false;
}

static const struct {
    uint8_t type;
    enum fuzz_form form;
    uint8_t header, at_size, at_time;
} forms[] = {{0x12, FUZZ_EVENT, 0x50, 0, 0x10},   {0x13, FUZZ_EVENT, 0x50, 0, 0x10},   {0x01, FUZZ_KERNEL, 0x20, 4, 0x10},
             {0x02, FUZZ_KERNEL, 0x20, 4, 0x10},  {0x03, FUZZ_KERNEL, 0x18, 4, 0x10},  {0x04, FUZZ_KERNEL, 0x18, 4, 0x10},
             {0x10, FUZZ_KERNEL, 0x10, 4, 0x08},  {0x11, FUZZ_KERNEL, 0x10, 4, 0x08},  {0x0A, FUZZ_CLASSIC, 0x30, 0, 0x10},
             {0x14, FUZZ_CLASSIC, 0x30, 0, 0x10}, {0x0B, FUZZ_CLASSIC, 0x48, 0, 0x10}, {0x15, FUZZ_CLASSIC, 0x48, 0, 0x10}};

static bool form_of(const uint8_t *at, struct fuzz_record *r)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0] && at[3] == MARK_EVENT; i++) {
        if (forms[i].type != at[2])
            continue;
        r->form = forms[i].form;
        r->header = forms[i].header;
        r->at_size = forms[i].at_size;
        r->at_time = forms[i].at_time;
        return true;
    }
    r->form = FUZZ_MESSAGE;
    r->header = MESSAGE_HEADER;
    r->at_size = 0;
    r->at_time = 0;
    return at[3] == MARK_MESSAGE;
}

bool fuzz_record_at(const uint8_t *bytes, const struct fuzz_buffer *b, size_t at, struct fuzz_record *r)
{
    size_t end = b->at + b->used;
    if (at + MESSAGE_HEADER > end || !form_of(bytes + at, r))
        return false;
    r->at = at;
    r->size = etl_get_u16(bytes + at + r->at_size);
    r->room = (r->size + 7u) & ~(size_t)7u;
    return r->size >= r->header && r->room <= end - at;
}

size_t fuzz_record_count(const uint8_t *bytes, const struct fuzz_buffer *b)
{
    struct fuzz_record r;
    size_t count = 0;
    for (size_t at = b->at + ETLW_BUFFER_HEADER; fuzz_record_at(bytes, b, at, &r); at += r.room)
        count++;
    return count;
}

bool fuzz_record_find(const uint8_t *bytes, const struct fuzz_buffer *b, size_t number, struct fuzz_record *r)
{
    for (size_t at = b->at + ETLW_BUFFER_HEADER; fuzz_record_at(bytes, b, at, r); at += r->room) {
        if (!number--)
            return true;
    }
    return false;
}
