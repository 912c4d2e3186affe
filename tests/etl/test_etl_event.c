#include "tests/support/suite.h"

#include <string.h>

#include "etl/etl_kernel.h"
#include "tests/support/etl_sample.h"

#define ROOM 512u

/* One record alone, as the rest of a buffer, on the heap to its last byte. */
struct alone {
    uint8_t bytes[ROOM];
    uint32_t len;
    struct etl_event event;
    enum etl_fault fault;
};

static void put(struct alone *a, const struct etlw_record *r)
{
    memset(a, 0xEE, sizeof *a);
    memset(&a->event, 0, sizeof a->event);
    a->len = etlw_record_put(r, a->bytes);
    a->fault = ETL_FAULT_NONE;
}

static enum etl_record read(struct alone *a)
{
    struct etl_cursor c = etl_cursor_of(a->bytes, a->len);
    return etl_record_read(&c, &a->event, &a->fault);
}

static void expect_broken(struct alone *a, enum etl_fault fault)
{
    assert_int_equal(read(a), ETL_RECORD_BROKEN);
    assert_int_equal(a->fault, fault);
}

static void round_trips_every_kind(void **state)
{
    (void)state;
    static const enum etl_kind kinds[SAMPLE_KINDS] = {
        ETL_EVENT, ETL_EVENT, ETL_SYSTEM, ETL_SYSTEM, ETL_COMPACT, ETL_COMPACT, ETL_PERFINFO, ETL_PERFINFO,
        ETL_FULL, ETL_FULL, ETL_INSTANCE, ETL_INSTANCE, ETL_MESSAGE, ETL_EVENT, ETL_MESSAGE, ETL_MESSAGE};
    for (uint32_t i = 0; i < SAMPLE_KINDS; i++) {
        struct etlw_record r = sample_kind(i, 1234567890123);
        struct alone a;
        put(&a, &r);
        assert_int_equal(read(&a), ETL_RECORD_EVENT);
        struct etl_event *e = &a.event;
        assert_int_equal(e->kind, kinds[i]);
        assert_int_equal(e->size, a.len);
        if (e->has_time)
            assert_true(e->time == r.time);
        if (e->has_thread) {
            assert_int_equal(e->tid, 12);
            assert_int_equal(e->pid, 8);
        }
        assert_int_equal(e->payload_len, r.payload_len);
        assert_memory_equal(e->payload, r.payload, r.payload_len);
        if (i < 12)
            assert_int_equal(e->ptr_size, i % 2 ? 4 : 8);
    }
}

static void knows_manifest_events_by_their_descriptor(void **state)
{
    (void)state;
    struct etlw_record r = sample_event(4711, 77);
    struct alone a;
    r.flags = ETLW_FLAG_STRING_ONLY;
    r.channel = 16;
    put(&a, &r);
    assert_int_equal(read(&a), ETL_RECORD_EVENT);
    assert_true(etl_event_is(&a.event, &sample_provider, 4711));
    assert_false(etl_event_is(&a.event, &sample_provider, 4712));
    assert_int_equal(a.event.version, 2);
    assert_int_equal(a.event.level, 4);
    assert_int_equal(a.event.opcode, 1);
    assert_int_equal(a.event.task, 3);
    assert_int_equal(a.event.channel, 16);
    assert_int_equal(a.event.flags, 4);
    assert_true(a.event.keyword == 0x8000000000000010u);
}

static void knows_kernel_events_by_their_hook(void **state)
{
    (void)state;
    static const struct {
        uint16_t hook;
        const char *name;
    } hooks[] = {{0x0000, "EventTrace"}, {0x010A, "DiskIo"},  {0x0220, "PageFault"}, {0x0301, "Process"}, {0x030A, "Image"},
                 {0x0440, "FileIo"},     {0x0524, "Thread"},  {0x060A, "TcpIp"},     {0x080A, "UdpIp"},   {0x090A, "Registry"},
                 {0x0B0A, "SystemConfig"}, {0x0F44, "PerfInfo"}, {0x1402, "Image"},  {0x1820, "StackWalk"}};
    for (size_t i = 0; i < sizeof hooks / sizeof hooks[0]; i++) {
        struct etlw_record r = sample_kind(ETLW_PERFINFO32, 5);
        struct alone a;
        r.hook = hooks[i].hook;
        put(&a, &r);
        assert_int_equal(read(&a), ETL_RECORD_EVENT);
        assert_int_equal(a.event.id, hooks[i].hook);
        assert_int_equal(a.event.opcode, hooks[i].hook & 0xFF);
        assert_string_equal(etl_class_name(&a.event.provider), hooks[i].name);
        assert_true(guid_equal(etl_class_guid(hooks[i].name), &a.event.provider));
    }
    assert_null(etl_class_name(etl_hook_guid(0x0701)));
    assert_null(etl_class_name(etl_hook_guid(0xFF01)));
    assert_null(etl_class_name(etl_hook_guid(0x1F01)));
}

static void finds_the_payload_behind_counters_and_pebs(void **state)
{
    (void)state;
    struct etlw_record r = sample_kind(ETLW_PERFINFO64, 5);
    struct alone a;
    put(&a, &r);
    assert_int_equal(read(&a), ETL_RECORD_EVENT);
    assert_int_equal(a.event.version, 4);
    assert_int_equal(a.event.counter_count, 2);
    assert_true(a.event.has_pebs);
    assert_ptr_equal(a.event.counters, a.bytes + 0x18);
    assert_ptr_equal(a.event.payload, a.bytes + 0x28);
}

static void reads_wpp_options_in_their_order(void **state)
{
    (void)state;
    struct alone a;
    struct etlw_record r = sample_kind(12, 99);
    put(&a, &r);
    assert_int_equal(read(&a), ETL_RECORD_EVENT);
    assert_true(guid_equal(&a.event.provider, &sample_provider));
    assert_true(a.event.has_time && a.event.has_thread);
    r = sample_kind(15, 99);
    r.wpp_component = 0xC0FFEE;
    put(&a, &r);
    assert_int_equal(read(&a), ETL_RECORD_EVENT);
    assert_int_equal(a.event.provider.data1, 0xC0FFEE);
    assert_true(a.event.has_time);
    assert_false(a.event.has_thread);
}

static void gives_a_message_without_time_its_neighbours(void **state)
{
    (void)state;
    struct alone a;
    struct etlw_record r = sample_kind(14, 99);
    put(&a, &r);
    a.event.time = 4242;
    assert_int_equal(read(&a), ETL_RECORD_EVENT);
    assert_false(a.event.has_time);
    assert_true(a.event.time == 4242);
}

/* Everything a damaged file can do to the first words of a record. */
static void refuses_a_size_below_the_header(void **state)
{
    (void)state;
    static const uint16_t at[] = {0, 0, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0};
    static const uint16_t fixed[] = {0x50, 0x50, 0x20, 0x20, 0x18, 0x18, 0x10, 0x10, 0x30, 0x30, 0x48, 0x48, 8};
    for (uint32_t i = 0; i < 13; i++) {
        struct etlw_record r = sample_kind(i, 5);
        struct alone a;
        for (uint16_t size = 0; size < fixed[i]; size++) {
            put(&a, &r);
            etlw_u16(a.bytes + at[i], size);
            expect_broken(&a, ETL_FAULT_EVENT_SIZE);
        }
        put(&a, &r);
        etlw_u16(a.bytes + at[i], (uint16_t)(a.len + 1));
        assert_int_equal(read(&a), ETL_RECORD_CUT);
        etlw_u16(a.bytes + at[i], 0xFFFF);
        assert_int_equal(read(&a), ETL_RECORD_CUT);
    }
}

static void refuses_unknown_kinds(void **state)
{
    (void)state;
    struct etlw_record r = sample_event(1, 5);
    struct alone a;
    put(&a, &r);
    for (unsigned type = 0; type < 256; type++) {
        bool known = (type >= 1 && type <= 4) || (type >= 0x0A && type <= 0x0E) || (type >= 0x10 && type <= 0x15);
        a.bytes[2] = (uint8_t)type;
        enum etl_record got = read(&a);
        if (!known)
            assert_int_equal(got, ETL_RECORD_BROKEN);
        a.bytes[3] = 0xC1;
        expect_broken(&a, ETL_FAULT_EVENT_KIND);
        a.bytes[3] = 0xC0;
    }
}

static void skips_unused_kinds_by_their_size(void **state)
{
    (void)state;
    for (uint8_t type = 0x0C; type <= 0x0E; type++) {
        struct etlw_record r = sample_event(1, 5);
        struct alone a;
        put(&a, &r);
        a.bytes[2] = type;
        assert_int_equal(read(&a), ETL_RECORD_EVENT);
        assert_int_equal(a.event.kind, ETL_OTHER);
        assert_false(a.event.has_time);
        etlw_u16(a.bytes, 3);
        expect_broken(&a, ETL_FAULT_EVENT_SIZE);
    }
}

static void refuses_counters_that_pass_the_record(void **state)
{
    (void)state;
    static const uint32_t kinds[] = {ETLW_PERFINFO64, ETLW_SYSTEM64, ETLW_COMPACT64};
    for (uint32_t i = 0; i < 3; i++) {
        struct etlw_record r = sample_kind(kinds[i], 5);
        struct alone a;
        r.extra_count = 0;
        r.payload_len = 20;
        r.version = 0x0304;
        put(&a, &r);
        expect_broken(&a, ETL_FAULT_EVENT_SIZE);
        r.version = 0x8204;
        put(&a, &r);
        expect_broken(&a, ETL_FAULT_EVENT_SIZE);
        r.version = 0x0204;
        put(&a, &r);
        assert_int_equal(read(&a), ETL_RECORD_EVENT);
    }
}

static void refuses_wpp_options_that_pass_the_record(void **state)
{
    (void)state;
    struct etlw_record r = sample_kind(14, 5);
    struct alone a;
    r.payload_len = 0;
    put(&a, &r);
    for (unsigned options = 0; options < 256; options++) {
        etlw_u16(a.bytes + 6, (uint16_t)options);
        unsigned need = (options & 1 ? 4 : 0) + (options & 4 ? 4 : options & 2 ? 16 : 0) + (options & 8) +
                        (options & 0x20 ? 8 : 0);
        assert_int_equal(read(&a), need <= 4 ? ETL_RECORD_EVENT : ETL_RECORD_BROKEN);
    }
}

static void ends_at_the_filler_and_at_the_end(void **state)
{
    (void)state;
    struct alone a;
    memset(&a, 0xFF, sizeof a);
    a.len = 64;
    assert_int_equal(read(&a), ETL_RECORD_END);
    a.len = 0;
    assert_int_equal(read(&a), ETL_RECORD_END);
    memset(&a, 0, sizeof a);
    a.len = 64;
    expect_broken(&a, ETL_FAULT_EVENT_KIND);
}

static void reads_every_cut_of_every_kind_as_cut(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SAMPLE_KINDS; i++) {
        struct etlw_record r = sample_kind(i, 5);
        struct alone a;
        put(&a, &r);
        for (uint32_t whole = a.len; a.len > 1 && a.len <= whole;) {
            a.len--;
            assert_int_equal(read(&a), ETL_RECORD_CUT);
        }
    }
}

static void keeps_the_fields_of_damaged_stamps_and_ids_apart(void **state)
{
    (void)state;
    struct etlw_record r = sample_event(1, INT64_MIN);
    struct alone a;
    put(&a, &r);
    memset(a.bytes + 8, 0xFF, 8);
    memset(a.bytes + 0x18, 0xFF, 0x38);
    assert_int_equal(read(&a), ETL_RECORD_EVENT);
    assert_true(a.event.time == INT64_MIN);
    assert_int_equal(a.event.pid, UINT32_MAX);
    assert_int_equal(a.event.id, UINT16_MAX);
    assert_int_equal(a.event.payload_len, 0);
}

void suite_etl_event(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips_every_kind),
        cmocka_unit_test(knows_manifest_events_by_their_descriptor),
        cmocka_unit_test(knows_kernel_events_by_their_hook),
        cmocka_unit_test(finds_the_payload_behind_counters_and_pebs),
        cmocka_unit_test(reads_wpp_options_in_their_order),
        cmocka_unit_test(gives_a_message_without_time_its_neighbours),
        cmocka_unit_test(refuses_a_size_below_the_header),
        cmocka_unit_test(refuses_unknown_kinds),
        cmocka_unit_test(skips_unused_kinds_by_their_size),
        cmocka_unit_test(refuses_counters_that_pass_the_record),
        cmocka_unit_test(refuses_wpp_options_that_pass_the_record),
        cmocka_unit_test(ends_at_the_filler_and_at_the_end),
        cmocka_unit_test(reads_every_cut_of_every_kind_as_cut),
        cmocka_unit_test(keeps_the_fields_of_damaged_stamps_and_ids_apart),
    };
    SUITE_RUN("etl_event", tests);
}
