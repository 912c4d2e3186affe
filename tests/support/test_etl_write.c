#include <string.h>

#include "os/os.h"
#include "tests/support/suite.h"
#include "tests/support/etl_walk.h"
#include "tests/support/etl_write.h"

static const struct guid PROVIDER = {0x22fb2cd6, 0x0e7b, 0x422b, {0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16}};

static struct etlw_record event(int64_t time, uint16_t id, const void *payload, uint32_t len)
{
    struct etlw_record r;
    memset(&r, 0, sizeof r);
    r.kind = ETLW_EVENT64;
    r.time = time;
    r.guid = PROVIDER;
    r.id = id;
    r.pid = 44;
    r.tid = 48;
    r.level = 4;
    r.keyword = UINT64_C(0x8000000000000010);
    r.payload = payload;
    r.payload_len = len;
    return r;
}

static void header_buffer_has_every_field_at_its_place(void **state)
{
    (void)state;
    static uint8_t b[65536];
    struct etlw_facts f = etlw_facts_default(12);
    f.end_time = 777;
    f.events_lost = 5;
    f.buffers_lost = 6;
    f.logger_name = "Ab";
    f.file_name = "C:\\\xE5\xBD\x95.etl";
    etlw_header_put(&f, b);
    assert_int_equal(etl_walk_u32(b), 65536);
    assert_int_equal(etl_walk_u16(b + 0x36), 4);
    assert_int_equal(etl_walk_u32(b + 0x48), 0xC0020002);
    assert_int_equal(etl_walk_u16(b + 0x4E), 0);
    assert_int_equal(etl_walk_u64(b + 0x58), f.start_raw);
    assert_int_equal(etl_walk_u32(b + 0x68), 65536);
    assert_int_equal(b[0x68 + 4], 10);
    assert_int_equal(etl_walk_u32(b + 0x68 + 8), 22631);
    assert_int_equal(etl_walk_u32(b + 0x68 + 0x0C), 12);
    assert_int_equal(etl_walk_u64(b + ETLW_AT_END_TIME), 777);
    assert_int_equal(etl_walk_u32(b + ETLW_AT_BUFFERS_WRITTEN), 1);
    assert_int_equal(etl_walk_u32(b + 0x68 + 0x2C), 8);
    assert_int_equal(etl_walk_u32(b + ETLW_AT_EVENTS_LOST), 5);
    assert_int_equal(etl_walk_u64(b + 0x68 + 0x100), 10000000);
    assert_int_equal(etl_walk_u64(b + 0x68 + 0x108), f.start_time);
    assert_int_equal(etl_walk_u32(b + 0x68 + 0x110), 1);
    assert_int_equal(etl_walk_u32(b + ETLW_AT_BUFFERS_LOST), 6);
    assert_memory_equal(b + 0x68 + 0x118, "A\0b\0\0\0C\0:\0\\\0\x55\x5f.\0e\0t\0l\0\0\0", 6 + 18);
}

static void layout_of_32_bits_moves_what_stands_behind_the_names(void **state)
{
    (void)state;
    static uint8_t b[65536];
    struct etlw_facts f = etlw_facts_default(2);
    f.layout32 = true;
    f.buffers_lost = 9;
    f.bias_minutes = -60;
    etlw_header_put(&f, b);
    assert_int_equal(etl_walk_u32(b + 0x48), 0xC0010002);
    assert_int_equal(etl_walk_u32(b + 0x68 + 0x2C), 4);
    assert_int_equal((int32_t)etl_walk_u32(b + 0x68 + 0x40), -60);
    assert_int_equal(etl_walk_u64(b + 0x68 + 0xF8), 10000000);
    assert_int_equal(etl_walk_u32(b + 0x68 + 0x10C), 9);
}

static void records_have_the_sizes_of_their_kinds(void **state)
{
    (void)state;
    static const struct {
        enum etlw_kind kind;
        uint32_t size;
        uint8_t type;
    } kinds[] = {
        {ETLW_EVENT64, 0x50, 0x13},  {ETLW_EVENT32, 0x50, 0x12},    {ETLW_SYSTEM64, 0x20, 2},
        {ETLW_SYSTEM32, 0x20, 1},    {ETLW_COMPACT64, 0x18, 4},     {ETLW_COMPACT32, 0x18, 3},
        {ETLW_PERFINFO64, 0x10, 17}, {ETLW_PERFINFO32, 0x10, 16},   {ETLW_FULL64, 0x30, 0x14},
        {ETLW_FULL32, 0x30, 0x0A},   {ETLW_INSTANCE64, 0x48, 0x15}, {ETLW_INSTANCE32, 0x48, 0x0B},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        uint8_t bytes[128];
        struct etlw_record r = event(7, 1, "abc", 3);
        r.kind = kinds[i].kind;
        assert_int_equal(etlw_record_put(&r, bytes), kinds[i].size + 3);
        assert_int_equal(bytes[2], kinds[i].type);
        assert_int_equal(bytes[3], 0xC0);
        assert_memory_equal(bytes + kinds[i].size, "abc", 3);
    }
}

static void wpp_fields_follow_their_option_bits(void **state)
{
    (void)state;
    uint8_t bytes[96];
    struct etlw_record r = event(0x1122334455667788, 10, "xy", 2);
    r.kind = ETLW_WPP;
    r.wpp_options = ETLW_WPP_SEQUENCE | ETLW_WPP_GUID | ETLW_WPP_TIMESTAMP | ETLW_WPP_SYSTEMINFO;
    r.wpp_sequence = 3;
    assert_int_equal(etlw_record_put(&r, bytes), 8 + 4 + 16 + 8 + 8 + 2);
    assert_int_equal(bytes[3], 0x90);
    assert_int_equal(etl_walk_u32(bytes + 8), 3);
    assert_int_equal(etl_walk_u64(bytes + 28), 0x1122334455667788);
    assert_int_equal(etl_walk_u32(bytes + 36), 48);
    r.wpp_options = ETLW_WPP_COMPONENT | ETLW_WPP_GUID;
    assert_int_equal(etlw_record_size(&r), 8 + 4 + 2);
}

static void extended_items_are_linked_and_aligned(void **state)
{
    (void)state;
    uint8_t bytes[256];
    const struct etlw_item items[] = {{6, 24, "012345678901234567890123"}, {3, 4, "wxyz"}};
    struct etlw_record r = event(1, 2, "pp", 2);
    r.items = items;
    r.item_count = 2;
    assert_int_equal(etlw_record_put(&r, bytes), 0x50 + 32 + 16 + 2);
    assert_int_equal(etl_walk_u16(bytes + 4), 1);
    assert_int_equal(etl_walk_u16(bytes + 0x50), 32);
    assert_int_equal(etl_walk_u16(bytes + 0x54), 1);
    assert_int_equal(etl_walk_u16(bytes + 0x70), 16);
    assert_int_equal(etl_walk_u16(bytes + 0x74), 0);
    assert_int_equal(etl_walk_u16(bytes + 0x76), 4);
    assert_memory_equal(bytes + 0x80, "pp", 2);
}

static void count_events(void *ctx, const struct etl_walked *e)
{
    uint32_t *count = ctx;
    count[0] += e->is_event;
    count[1] += !e->is_event;
    assert_true(!e->is_event || e->cpu == e->id % 3);
}

static void full_buffers_go_to_the_file_and_the_rest_at_the_end(void **state)
{
    (void)state;
    struct etlw_facts f = etlw_facts_default(3);
    struct etlw_file w;
    uint32_t count[2] = {0, 0};
    uint8_t payload[100] = {0};
    f.buffer_size = 4096;
    etlw_file_init(&w, &f);
    for (uint16_t i = 0; i < 100; i++) {
        struct etlw_record r = event(f.start_raw + i, i, payload, sizeof payload);
        assert_true(etlw_file_add(&w, i % 3, &r));
    }
    struct etlw_record huge = event(f.start_raw, 1, payload, 60000);
    assert_false(etlw_file_add(&w, 0, &huge));
    etlw_file_finish(&w);
    uint32_t buffers = etl_walk(w.bytes.bytes, w.bytes.len, count_events, count);
    assert_int_equal(count[0], 100);
    assert_int_equal(count[1], 2);
    assert_int_equal(buffers, 1 + 6);
    assert_int_equal(etl_walk_u32((uint8_t *)w.bytes.bytes + ETLW_AT_BUFFERS_WRITTEN), buffers);
    assert_int_equal(etl_walk_u64((uint8_t *)w.bytes.bytes + ETLW_AT_END_TIME), f.start_time + 99);
    etlw_file_done(&w);
}

void suite_etl_write(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_buffer_has_every_field_at_its_place),
        cmocka_unit_test(layout_of_32_bits_moves_what_stands_behind_the_names),
        cmocka_unit_test(records_have_the_sizes_of_their_kinds),
        cmocka_unit_test(wpp_fields_follow_their_option_bits),
        cmocka_unit_test(extended_items_are_linked_and_aligned),
        cmocka_unit_test(full_buffers_go_to_the_file_and_the_rest_at_the_end),
    };
    SUITE_RUN("etl_write", tests);
}
