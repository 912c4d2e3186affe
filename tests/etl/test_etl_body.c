#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/etl_sample.h"

enum { AT_FLUSH = 0x10, AT_END_TIME = 0x78 };
#define SECOND 10000000
#define HOUR (3600 * (int64_t)SECOND)
#define DAY (24 * HOUR)

static struct etlw_file file;

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    return 0;
}

/* Three events of one CPU, a second apart, the middle one at `stamp`. */
static struct etlw_facts facts(int64_t length)
{
    struct etlw_facts f = sample_facts(1);
    f.start_raw = 100 * DAY;
    f.boot_time = f.start_time - 2 * HOUR;
    f.end_time = length ? f.start_time + length : 0;
    return f;
}

static void make(const struct etlw_facts *f, int64_t stamp)
{
    etlw_file_done(&file);
    etlw_file_init(&file, f);
    for (uint16_t i = 1; i <= 3; i++) {
        struct etlw_record r = sample_event(i, i == 2 ? stamp : f->start_raw + i * (int64_t)SECOND);
        etlw_file_add(&file, 0, &r);
    }
    file.open[0].last_time = f->start_raw + 3 * (int64_t)SECOND;
    etlw_file_finish(&file);
}

static bool is_stray(const struct etlw_facts *f)
{
    struct etl_event e[4];
    struct etl_reader *r = NULL;
    struct sample_seen seen = sample_see(file.bytes.bytes, file.bytes.len);
    assert_int_equal(sample_events(file.bytes.bytes, file.bytes.len, e, 4, &r), 4);
    etl_close(r);
    assert_int_equal(seen.state, f->end_time ? ETL_WHOLE : ETL_NOT_CLOSED);
    assert_int_equal(seen.findings.first_fault, ETL_FAULT_NONE);
    assert_int_equal(seen.findings.stray_times, e[2].has_time ? 0 : 1);
    assert_int_equal(e[2].id, 2);
    if (!e[2].has_time)
        assert_true(e[2].time == e[1].time);
    assert_true(e[1].has_time && e[3].has_time);
    return !e[2].has_time;
}

static bool stray_at(const struct etlw_facts *f, int64_t stamp)
{
    make(f, stamp);
    return is_stray(f);
}

static void leaves_out_stamps_that_no_event_can_have(void **state)
{
    (void)state;
    struct etlw_facts f = facts(10 * SECOND);
    int64_t good = f.start_raw + 2 * SECOND;
    assert_false(stray_at(&f, good));
    assert_true(stray_at(&f, good | (int64_t)1 << 62));
    assert_true(stray_at(&f, good | (int64_t)1 << 47));
    assert_true(stray_at(&f, INT64_MIN) && stray_at(&f, INT64_MAX));
    assert_true(stray_at(&f, 0));
    assert_true(stray_at(&f, f.start_time + 2 * SECOND));
}

static void bounds_stamps_by_the_boot_and_the_end(void **state)
{
    (void)state;
    struct etlw_facts f = facts(10 * SECOND);
    assert_false(stray_at(&f, f.start_raw - 3 * HOUR));
    assert_true(stray_at(&f, f.start_raw - 3 * HOUR - 1));
    assert_false(stray_at(&f, f.start_raw + 10 * SECOND + HOUR));
    assert_true(stray_at(&f, f.start_raw + 10 * SECOND + HOUR + 1));
    f.boot_time = f.start_time - 9 * DAY;
    assert_false(stray_at(&f, f.start_raw - DAY));
    assert_true(stray_at(&f, f.start_raw - DAY - 1));
    f.log_file_mode |= ETL_MODE_RELOG;
    assert_false(stray_at(&f, f.start_raw + 10 * SECOND + DAY));
    assert_true(stray_at(&f, f.start_raw + 10 * SECOND + DAY + 1));
}

static void takes_a_session_without_an_end_to_last_a_year_at_most(void **state)
{
    (void)state;
    struct etlw_facts f = facts(0);
    f.start_time = 133800000000000000;
    make(&f, f.start_raw + 300 * DAY);
    etlw_u64((uint8_t *)file.bytes.bytes + AT_END_TIME, 0);
    assert_false(is_stray(&f));
    make(&f, f.start_raw + 400 * DAY);
    etlw_u64((uint8_t *)file.bytes.bytes + AT_END_TIME, 0);
    assert_true(is_stray(&f));
}

/* The clock of the machine went back while recording: EndTime is too early, the
 * buffers' own stamps are not. */
static void believes_a_flush_behind_the_end(void **state)
{
    (void)state;
    struct etlw_facts f = facts(10 * SECOND);
    make(&f, f.start_raw + 8 * HOUR);
    assert_true(is_stray(&f));
    etlw_u64((uint8_t *)file.bytes.bytes + SAMPLE_UNIT + AT_FLUSH, (uint64_t)(f.start_raw + 8 * HOUR));
    assert_false(is_stray(&f));
    make(&f, f.start_raw | (int64_t)1 << 62);
    etlw_u64((uint8_t *)file.bytes.bytes + SAMPLE_UNIT + AT_FLUSH, (uint64_t)f.start_raw | (uint64_t)1 << 62);
    assert_true(is_stray(&f));
}

static void lets_an_unknown_clock_run_far_but_not_anywhere(void **state)
{
    (void)state;
    struct etlw_facts f = facts(10 * SECOND);
    struct etl_event e[4];
    struct etl_reader *r = NULL;
    const int64_t stamps[] = {f.start_raw + 400 * DAY, f.start_raw | (int64_t)1 << 62};
    f.clock = 0;
    for (int i = 0; i < 2; i++) {
        make(&f, stamps[i]);
        assert_int_equal(sample_events(file.bytes.bytes, file.bytes.len, e, 4, &r), 4);
        assert_int_equal(e[2].id, 2);
        assert_true(e[2].has_time == (i == 0));
        etl_close(r);
    }
}

static void loses_only_the_event_with_broken_items(void **state)
{
    (void)state;
    struct etlw_facts f = sample_facts(1);
    etlw_file_init(&file, &f);
    for (uint32_t i = 0; i < 3; i++) {
        struct etlw_record r = sample_kind(13, f.start_raw + 10 * ((int64_t)i + 1));
        r.id = (uint16_t)i;
        etlw_file_add(&file, 0, &r);
    }
    etlw_file_finish(&file);
    struct etlw_record again = sample_kind(13, 0);
    uint32_t size = (etlw_record_size(&again) + 7u) & ~7u;
    uint8_t *item = (uint8_t *)file.bytes.bytes + SAMPLE_UNIT + ETLW_BUFFER_HEADER + size + 0x50;
    etlw_u16(item, 23);
    struct sample_seen seen = sample_see(file.bytes.bytes, file.bytes.len);
    assert_int_equal(seen.state, ETL_DAMAGED);
    assert_int_equal(seen.events, 3);
    assert_int_equal(seen.findings.events_broken, 1);
    assert_int_equal(seen.findings.bytes_skipped, size);
    assert_int_equal(seen.findings.first_fault, ETL_FAULT_EVENT_ITEMS);
    assert_int_equal(seen.findings.first_fault_offset, SAMPLE_UNIT + ETLW_BUFFER_HEADER + size);
}

void suite_etl_body(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(leaves_out_stamps_that_no_event_can_have, done),
        cmocka_unit_test_teardown(bounds_stamps_by_the_boot_and_the_end, done),
        cmocka_unit_test_teardown(takes_a_session_without_an_end_to_last_a_year_at_most, done),
        cmocka_unit_test_teardown(believes_a_flush_behind_the_end, done),
        cmocka_unit_test_teardown(lets_an_unknown_clock_run_far_but_not_anywhere, done),
        cmocka_unit_test_teardown(loses_only_the_event_with_broken_items, done),
    };
    SUITE_RUN("etl_body", tests);
}
