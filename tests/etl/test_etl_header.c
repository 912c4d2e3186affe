#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/etl_sample.h"

/* Offsets in the file of the 64-bit layout. */
enum {
    AT_BUFFER_SIZE = 0x00,
    AT_TYPE = 0x36,
    AT_MARKER = 0x48,
    AT_EVENT_SIZE = 0x4C,
    AT_HOOK = 0x4E,
    AT_T0 = 0x58,
    AT_UNIT = 0x68,
    AT_MAJOR = 0x6C,
    AT_PROCESSORS = 0x74,
    AT_END_TIME = 0x78,
    AT_MODE = 0x88,
    AT_BUFFERS_WRITTEN = 0x8C,
    AT_POINTER_SIZE = 0x94,
    AT_PERF_FREQ = 0x168,
    AT_START_TIME = 0x170,
    AT_CLOCK = 0x178,
    AT_NAMES = 0x180
};

static struct etlw_file file;

static uint8_t *fresh(void)
{
    etlw_file_done(&file);
    sample_trace(&file, 2, 300);
    return (uint8_t *)file.bytes.bytes;
}

static struct sample_seen see(void)
{
    return sample_see(file.bytes.bytes, file.bytes.len);
}

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    return 0;
}

static void reads_every_field(void **state)
{
    (void)state;
    const uint32_t layouts[] = {0, 1};
    for (size_t i = 0; i < 2; i++) {
        struct etlw_facts f = sample_facts(6);
        f.layout32 = layouts[i] != 0;
        f.max_file_size = 500;
        f.log_file_mode = 0x2;
        f.boot_time = 133000000000000000;
        f.events_lost = 41;
        f.buffers_lost = 42;
        f.bias_minutes = -60;
        f.cpu_mhz = 3456;
        etlw_file_done(&file);
        etlw_file_init(&file, &f);
        etlw_file_finish(&file);
        struct etl_header h;
        assert_true(etl_header_read(&h, (const uint8_t *)file.bytes.bytes, file.bytes.len));
        assert_null(h.reason);
        assert_int_equal(h.is_64, !f.layout32);
        assert_int_equal(h.buffer_size, SAMPLE_UNIT);
        assert_int_equal(h.unit, SAMPLE_UNIT);
        assert_int_equal(h.processors, 6);
        assert_int_equal(h.maximum_file_size, 500);
        assert_int_equal(h.mode, 2);
        assert_int_equal(h.buffers_written, 1);
        assert_int_equal(h.events_lost, 41);
        assert_int_equal(h.buffers_lost, 42);
        assert_int_equal(h.cpu_mhz, 3456);
        assert_int_equal(h.bias_min, -60);
        assert_true(h.boot_time == f.boot_time);
        assert_true(h.perf_freq == 10000000);
        assert_true(h.start_time == f.start_time);
        assert_true(h.end_time == file.facts.end_time);
        assert_true(h.t0 == 1000);
        assert_int_equal(h.clock_type, 1);
        struct text name = TEXT_EMPTY;
        etl_add_utf16(&name, h.logger_name, h.logger_name_len);
        text_add(&name, "|");
        etl_add_utf16(&name, h.file_name, h.file_name_len);
        assert_string_equal(text_str(&name), "Sample|C:\\sample.etl");
        text_done(&name);
    }
}

static void refuses_what_is_no_trace(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u32(b + AT_MARKER, 0xC0110002);
    assert_false(see().opened);
    b = fresh();
    etlw_u16(b + AT_HOOK, 5);
    assert_false(see().opened);
    b = fresh();
    b[AT_MAJOR] = 5;
    struct sample_seen seen = see();
    assert_false(seen.opened);
    assert_string_equal(seen.header.reason, "it was written by a Windows older than Vista");
    assert_false(sample_see("", 0).opened);
    assert_false(sample_see("MZ", 2).opened);
}

static void refuses_every_cut_inside_the_header(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    for (size_t len = 0; len < AT_NAMES; len++)
        assert_false(sample_see(b, len).opened);
    struct sample_seen seen = sample_see(b, AT_NAMES);
    assert_true(seen.opened);
    assert_int_equal(seen.state, ETL_TRUNCATED);
    assert_null(seen.header.logger_name);
}

static void goes_on_with_a_damaged_first_buffer_size(void **state)
{
    (void)state;
    const uint32_t sizes[] = {0, 1, 71, 72, 73, 4095, 4097, 0x7FFFFFFF, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *b = fresh();
        etlw_u32(b + AT_BUFFER_SIZE, sizes[i]);
        struct sample_seen seen = see();
        assert_true(seen.opened);
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_int_equal(seen.events, 301);
    }
}

static void goes_on_with_a_damaged_unit(void **state)
{
    (void)state;
    const uint32_t sizes[] = {0, 72, 4104, 8192, 0x04000001, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *b = fresh();
        etlw_u32(b + AT_UNIT, sizes[i]);
        struct sample_seen seen = see();
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_int_equal(seen.events, 301);
    }
}

static void goes_on_with_a_damaged_buffer_type(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u16(b + AT_TYPE, 0);
    struct sample_seen seen = see();
    assert_int_equal(seen.state, ETL_DAMAGED);
    assert_int_equal(seen.events, 301);
    etlw_u32(b + AT_BUFFER_SIZE, 0);
    assert_false(see().opened);
}

static void keeps_the_other_buffers_when_the_header_event_is_short(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u16(b + AT_EVENT_SIZE, 16);
    struct sample_seen seen = see();
    assert_int_equal(seen.state, ETL_DAMAGED);
    assert_int_equal(seen.events, 300);
    assert_null(seen.header.logger_name);
}

static void reads_no_names_behind_the_header_event(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u16(b + AT_EVENT_SIZE, (uint16_t)(AT_NAMES - 0x48 + 4));
    struct sample_seen seen = see();
    assert_null(seen.header.logger_name);
    assert_null(seen.header.file_name);
}

static void counts_cpus_itself_where_the_header_cannot(void **state)
{
    (void)state;
    const uint32_t counts[] = {0, 2049, 0xFFFFFFFF};
    for (size_t i = 0; i < 3; i++) {
        uint8_t *b = fresh();
        etlw_u32(b + AT_PROCESSORS, counts[i]);
        struct sample_seen seen = see();
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_int_equal(etl_cpus(&seen.header, &seen.findings), 2);
    }
}

static void calls_an_open_session_not_closed(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u64(b + AT_END_TIME, 0);
    assert_int_equal(see().state, ETL_NOT_CLOSED);
    etlw_u32(b + AT_BUFFERS_WRITTEN, 1);
    assert_int_equal(see().state, ETL_NOT_CLOSED);
    b = fresh();
    etlw_u32(b + AT_BUFFERS_WRITTEN, 2);
    assert_int_equal(see().state, ETL_NOT_CLOSED);
    assert_int_equal(see().events, 301);
}

static void does_not_ask_a_flushed_snapshot_for_its_end(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u32(b + AT_MODE, ETL_MODE_BUFFERING);
    etlw_u64(b + AT_END_TIME, 0);
    assert_int_equal(see().state, ETL_WHOLE);
    etlw_u32(b + AT_BUFFERS_WRITTEN, 1);
    assert_int_equal(see().state, ETL_WHOLE);
}

static void calls_missing_buffers_truncated(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u32(b + AT_BUFFERS_WRITTEN, 0xFFFFFFFF);
    assert_int_equal(see().state, ETL_TRUNCATED);
    assert_int_equal(see().events, 301);
}

static void says_when_the_clock_cannot_be(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u64(b + AT_PERF_FREQ, 0);
    assert_int_equal(see().state, ETL_DAMAGED);
    b = fresh();
    etlw_u32(b + AT_CLOCK, 9);
    assert_int_equal(see().state, ETL_DAMAGED);
    b = fresh();
    etlw_u64(b + AT_START_TIME, UINT64_MAX);
    assert_int_equal(see().state, ETL_DAMAGED);
    b = fresh();
    etlw_u32(b + AT_CLOCK, 0);
    assert_int_equal(see().state, ETL_WHOLE);
    assert_int_equal(see().events, 301);
}

static void says_when_the_pointer_size_cannot_be(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u32(b + AT_POINTER_SIZE, 5);
    assert_int_equal(see().state, ETL_DAMAGED);
    assert_int_equal(see().events, 301);
}

static void gives_every_event_whatever_time_the_header_has(void **state)
{
    (void)state;
    const uint64_t stamps[] = {0, UINT64_MAX, (uint64_t)INT64_MAX, (uint64_t)INT64_MIN};
    for (size_t i = 0; i < 4; i++) {
        uint8_t *b = fresh();
        etlw_u64(b + AT_T0, stamps[i]);
        assert_int_equal(see().events, 301);
    }
}

void suite_etl_header(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(reads_every_field, done),
        cmocka_unit_test_teardown(refuses_what_is_no_trace, done),
        cmocka_unit_test_teardown(refuses_every_cut_inside_the_header, done),
        cmocka_unit_test_teardown(goes_on_with_a_damaged_first_buffer_size, done),
        cmocka_unit_test_teardown(goes_on_with_a_damaged_unit, done),
        cmocka_unit_test_teardown(goes_on_with_a_damaged_buffer_type, done),
        cmocka_unit_test_teardown(keeps_the_other_buffers_when_the_header_event_is_short, done),
        cmocka_unit_test_teardown(reads_no_names_behind_the_header_event, done),
        cmocka_unit_test_teardown(counts_cpus_itself_where_the_header_cannot, done),
        cmocka_unit_test_teardown(calls_an_open_session_not_closed, done),
        cmocka_unit_test_teardown(does_not_ask_a_flushed_snapshot_for_its_end, done),
        cmocka_unit_test_teardown(calls_missing_buffers_truncated, done),
        cmocka_unit_test_teardown(says_when_the_clock_cannot_be, done),
        cmocka_unit_test_teardown(says_when_the_pointer_size_cannot_be, done),
        cmocka_unit_test_teardown(gives_every_event_whatever_time_the_header_has, done),
    };
    SUITE_RUN("etl_header", tests);
}
