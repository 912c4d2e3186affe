#include "tests/support/suite.h"

#include <string.h>

#include "etl/etl_event.h"
#include "tests/support/etl_sample.h"

#define ROOM 512u
#define FIRST_ITEM 0x50u

/* Offsets in an item. */
enum { AT_SIZE = 0, AT_TYPE = 2, AT_LINKAGE = 4, AT_DATA_SIZE = 6 };

static uint8_t bytes[ROOM];

/* The rich sample: related activity, traits, schema, stack64. */
static uint32_t fresh(void)
{
    struct etlw_record r = sample_kind(13, 1000);
    memset(bytes, 0xEE, sizeof bytes);
    return etlw_record_put(&r, bytes);
}

static enum etl_record read(uint32_t len, struct etl_event *e, enum etl_fault *fault)
{
    struct etl_cursor c = etl_cursor_of(bytes, len);
    memset(e, 0, sizeof *e);
    return etl_record_read(&c, e, fault);
}

static void expect_lost(uint32_t len)
{
    struct etl_event e;
    enum etl_fault fault = ETL_FAULT_NONE;
    assert_int_equal(read(len, &e, &fault), ETL_RECORD_LOST);
    assert_int_equal(fault, ETL_FAULT_EVENT_ITEMS);
}

static void lists_items_by_their_linkage(void **state)
{
    (void)state;
    static const uint16_t types[] = {ETL_ITEM_RELATED_ACTIVITY, ETL_ITEM_TRAITS, ETL_ITEM_SCHEMA, ETL_ITEM_STACK64};
    struct etl_event e;
    enum etl_fault fault;
    struct etl_item item;
    assert_int_equal(read(fresh(), &e, &fault), ETL_RECORD_EVENT);
    struct etl_cursor c = etl_items(&e);
    for (size_t i = 0; i < 4; i++) {
        assert_true(etl_item_next(&c, &item));
        assert_int_equal(item.type, types[i]);
    }
    assert_false(etl_item_next(&c, &item));
    assert_false(c.failed);
    assert_true(etl_item_find(&e, ETL_ITEM_RELATED_ACTIVITY, &item));
    assert_int_equal(item.len, 16);
    assert_false(etl_item_find(&e, ETL_ITEM_SID, &item));
    assert_int_equal(e.payload_len, sample_kind(13, 0).payload_len);
}

static void reads_names_out_of_traits_and_schema(void **state)
{
    (void)state;
    struct etl_event e;
    enum etl_fault fault;
    read(fresh(), &e, &fault);
    assert_string_equal(etl_provider_name(&e), "My-Tracer");
    assert_string_equal(etl_event_name(&e), "Frame");
}

static void gives_no_name_that_is_broken(void **state)
{
    (void)state;
    struct etl_event e;
    enum etl_fault fault;
    uint32_t traits = FIRST_ITEM + 24, schema = traits + 24;
    uint32_t len = fresh();
    bytes[traits + 8 + 4] = 0xFF; /* no UTF-8 */
    read(len, &e, &fault);
    assert_null(etl_provider_name(&e));
    len = fresh();
    memset(bytes + traits + 8 + 2, 'x', 10); /* no NUL */
    read(len, &e, &fault);
    assert_null(etl_provider_name(&e));
    len = fresh();
    etlw_u16(bytes + traits + AT_DATA_SIZE, 1);
    read(len, &e, &fault);
    assert_null(etl_provider_name(&e));
    len = fresh();
    memset(bytes + schema + 8, 0x80, 14); /* tags without end */
    read(len, &e, &fault);
    assert_null(etl_event_name(&e));
}

static void reads_no_items_without_the_flag(void **state)
{
    (void)state;
    struct etl_event e;
    enum etl_fault fault;
    uint32_t len = fresh();
    etlw_u16(bytes + 4, 0);
    assert_int_equal(read(len, &e, &fault), ETL_RECORD_EVENT);
    assert_null(e.items);
    assert_int_equal(e.payload_len, len - FIRST_ITEM);
    assert_null(etl_provider_name(&e));
}

static void refuses_an_item_size_that_cannot_be(void **state)
{
    (void)state;
    static const uint16_t sizes[] = {0, 7, 8, 16, 23, 25, 0x7FF8, 0xFFFF};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint32_t len = fresh();
        etlw_u16(bytes + FIRST_ITEM + AT_SIZE, sizes[i]);
        expect_lost(len);
    }
}

static void refuses_a_last_item_that_shifts_the_payload(void **state)
{
    (void)state;
    uint32_t len = fresh();
    etlw_u16(bytes + FIRST_ITEM + 72 + AT_SIZE, 33);
    expect_lost(len);
}

static void refuses_an_item_whose_data_pass_it(void **state)
{
    (void)state;
    static const uint16_t sizes[] = {17, 100, 0xFFFF};
    for (size_t i = 0; i < 3; i++) {
        uint32_t len = fresh();
        etlw_u16(bytes + FIRST_ITEM + AT_DATA_SIZE, sizes[i]);
        expect_lost(len);
    }
}

static void refuses_a_linkage_that_runs_into_the_payload(void **state)
{
    (void)state;
    uint32_t len = fresh();
    uint32_t last = FIRST_ITEM + 24 + 24 + 24;
    bytes[last + AT_LINKAGE] |= 1;
    expect_lost(len);
}

static void ends_the_items_where_the_linkage_says(void **state)
{
    (void)state;
    struct etl_event e;
    enum etl_fault fault;
    uint32_t len = fresh();
    bytes[FIRST_ITEM + AT_LINKAGE] = 0;
    assert_int_equal(read(len, &e, &fault), ETL_RECORD_EVENT);
    assert_int_equal(e.items_len, 24);
}

static void passes_items_of_unknown_type(void **state)
{
    (void)state;
    struct etl_event e;
    enum etl_fault fault;
    uint32_t len = fresh();
    etlw_u16(bytes + FIRST_ITEM + AT_TYPE, 0x1234);
    assert_int_equal(read(len, &e, &fault), ETL_RECORD_EVENT);
    assert_string_equal(etl_event_name(&e), "Frame");
}

static void reads_stacks_of_items(void **state)
{
    (void)state;
    struct etl_event e;
    enum etl_fault fault;
    struct etl_stack s;
    read(fresh(), &e, &fault);
    assert_true(etl_stack_read(&e, &s));
    assert_int_equal(s.match_id, 1);
    assert_int_equal(s.frame_count, 2);
    assert_int_equal(s.frame_size, 8);
    assert_true(etl_stack_frame(&s, 0) == 0xFFFFF80000000010u);
    assert_true(etl_stack_frame(&s, 1) == 0x20);
    assert_true(etl_stack_frame(&s, 2) == 0);
    assert_true(s.event_time == 1000);
    struct etlw_record r = sample_kind(ETLW_EVENT32, 7);
    uint32_t len = etlw_record_put(&r, bytes);
    read(len, &e, &fault);
    assert_true(etl_stack_read(&e, &s));
    assert_int_equal(s.frame_size, 4);
    assert_int_equal(s.frame_count, 2);
    assert_true(etl_stack_frame(&s, 1) == 0x20);
}

static void reads_no_stack_of_a_short_item(void **state)
{
    (void)state;
    struct etl_event e;
    enum etl_fault fault;
    struct etl_stack s;
    uint32_t len = fresh();
    etlw_u16(bytes + FIRST_ITEM + 72 + AT_DATA_SIZE, 7);
    read(len, &e, &fault);
    assert_false(etl_stack_read(&e, &s));
}

static void reads_stacks_of_walk_records(void **state)
{
    (void)state;
    struct etl_event e;
    enum etl_fault fault;
    struct etl_stack s;
    static const uint8_t walk[] = {0x39, 5, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 12, 0, 0, 0, 0x44, 0, 0, 0, 0x55, 0, 0, 0};
    struct etlw_record r = sample_kind(ETLW_PERFINFO32, 7);
    r.hook = 0x1820;
    r.payload = walk;
    r.payload_len = sizeof walk;
    read(etlw_record_put(&r, bytes), &e, &fault);
    assert_true(etl_stack_read(&e, &s));
    assert_true(s.event_time == 0x539);
    assert_int_equal(s.pid, 8);
    assert_int_equal(s.tid, 12);
    assert_int_equal(s.frame_count, 2);
    assert_true(etl_stack_frame(&s, 1) == 0x55);
    r.payload_len = 15;
    read(etlw_record_put(&r, bytes), &e, &fault);
    assert_false(etl_stack_read(&e, &s));
    r.hook = 0x0524;
    r.payload_len = sizeof walk;
    read(etlw_record_put(&r, bytes), &e, &fault);
    assert_false(etl_stack_read(&e, &s));
}

void suite_etl_items(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_items_by_their_linkage),
        cmocka_unit_test(reads_names_out_of_traits_and_schema),
        cmocka_unit_test(gives_no_name_that_is_broken),
        cmocka_unit_test(reads_no_items_without_the_flag),
        cmocka_unit_test(refuses_an_item_size_that_cannot_be),
        cmocka_unit_test(refuses_a_last_item_that_shifts_the_payload),
        cmocka_unit_test(refuses_an_item_whose_data_pass_it),
        cmocka_unit_test(refuses_a_linkage_that_runs_into_the_payload),
        cmocka_unit_test(ends_the_items_where_the_linkage_says),
        cmocka_unit_test(passes_items_of_unknown_type),
        cmocka_unit_test(reads_stacks_of_items),
        cmocka_unit_test(reads_no_stack_of_a_short_item),
        cmocka_unit_test(reads_stacks_of_walk_records),
    };
    SUITE_RUN("etl_items", tests);
}
