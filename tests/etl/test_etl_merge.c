#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/etl_pack.h"
#include "tests/support/etl_sample.h"

enum { AT_TIME = 0x10, AT_SEQUENCE = 0x18, AT_CPU = 0x28, AT_LOGGER = 0x2A };
enum { AT_MODE = 0x88, AT_CLOCK = 0x178 };

static struct etlw_file file;

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    return 0;
}

static uint8_t *buffer(size_t i)
{
    return (uint8_t *)file.bytes.bytes + i * SAMPLE_UNIT;
}

static size_t buffers(void)
{
    return file.bytes.len / SAMPLE_UNIT;
}

/* Are these the sample's ids 0, 1, 2, ... behind the header event? */
static void expect_in_order(uint32_t events, uint32_t window)
{
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    assert_false(outcome_failed(etl_open_memory(file.bytes.bytes, file.bytes.len, &r)));
    if (window)
        etl_set_window(r, window);
    assert_true(etl_next(r, &e));
    for (uint32_t i = 0; i < events; i++) {
        assert_true(etl_next(r, &e));
        assert_int_equal(e.id, i);
    }
    assert_false(etl_next(r, &e));
    assert_false(etl_next(r, &e));
    assert_false(outcome_failed(etl_error(r)));
    etl_close(r);
}

static void merges_cpus_by_time(void **state)
{
    (void)state;
    const uint32_t cpus[] = {1, 2, 3, 17, 64};
    for (size_t i = 0; i < 5; i++) {
        sample_trace(&file, cpus[i], 3000);
        expect_in_order(3000, 0);
        etlw_file_done(&file);
    }
}

static void merges_buffers_in_any_order_of_the_file(void **state)
{
    (void)state;
    sample_trace(&file, 3, 2000);
    uint8_t swap[SAMPLE_UNIT];
    uint32_t seed = 7;
    for (size_t i = buffers() - 1; i > 1; i--) {
        seed = seed * 1664525 + 1013904223;
        size_t j = 1 + (seed >> 8) % i;
        memcpy(swap, buffer(i), SAMPLE_UNIT);
        memcpy(buffer(i), buffer(j), SAMPLE_UNIT);
        memcpy(buffer(j), swap, SAMPLE_UNIT);
    }
    expect_in_order(2000, 0);
    struct sample_seen seen = sample_see(file.bytes.bytes, file.bytes.len);
    assert_int_equal(seen.state, ETL_WHOLE);
    assert_int_equal(seen.findings.segments, 1);
}

static void slides_its_window_through_a_long_file(void **state)
{
    (void)state;
    sample_trace(&file, 3, 4000);
    for (uint32_t window = 8; window < 100; window += 7)
        expect_in_order(4000, window);
}

/* Its buffers are flushed long after their first events. */
static void keeps_a_slow_cpu_in_order_through_the_window(void **state)
{
    (void)state;
    struct etlw_facts f = sample_facts(2);
    etlw_file_init(&file, &f);
    for (uint16_t i = 0; i < 6000; i++) {
        struct etlw_record r = sample_event(i, 2000 + i);
        etlw_file_add(&file, i % 10u == 0, &r);
    }
    etlw_file_finish(&file);
    for (uint32_t window = 24; window < 48; window++)
        expect_in_order(6000, window);
}

static void gives_every_event_through_the_smallest_window(void **state)
{
    (void)state;
    sample_trace(&file, 5, 1000);
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    uint32_t count = 0;
    assert_false(outcome_failed(etl_open_memory(file.bytes.bytes, file.bytes.len, &r)));
    etl_set_window(r, 0);
    while (etl_next(r, &e))
        count++;
    assert_int_equal(count, 1001);
    etl_close(r);
}

static void puts_equal_stamps_in_the_order_of_their_flush(void **state)
{
    (void)state;
    struct etlw_facts f = sample_facts(3);
    etlw_file_init(&file, &f);
    for (uint16_t i = 0; i < 9; i++) {
        struct etlw_record r = sample_event(i, 5000);
        etlw_file_add(&file, 2 - i / 3u, &r);
    }
    etlw_file_flush(&file, 2, ETLW_BUFFER_PROC_INDEX);
    etlw_file_flush(&file, 1, ETLW_BUFFER_PROC_INDEX);
    etlw_file_finish(&file);
    expect_in_order(9, 0);
}

static void lets_one_damaged_stamp_hold_nothing_up(void **state)
{
    (void)state;
    const int64_t stamps[] = {INT64_MAX, INT64_MIN, 0, 1000000000};
    for (size_t k = 0; k < 4; k++) {
        sample_trace(&file, 2, 1000);
        /* The third event of the first data buffer of CPU 0 (id 4). */
        etlw_u64(buffer(1) + ETLW_BUFFER_HEADER + 2 * 80 + 0x10, (uint64_t)stamps[k]);
        struct etl_reader *r = NULL;
        struct etl_event events[1001];
        assert_int_equal(sample_events(file.bytes.bytes, file.bytes.len, events, 1001, &r), 1001);
        etl_close(r);
        size_t next = 0;
        for (size_t i = 1; i < 1001; i++) {
            if (!events[i].has_time || events[i].time == stamps[k])
                continue;
            assert_int_equal(events[i].id, next);
            next += next == 3 ? 2 : 1;
        }
        etlw_file_done(&file);
    }
}

static void puts_a_message_without_time_behind_its_neighbour(void **state)
{
    (void)state;
    struct etlw_facts f = sample_facts(2);
    struct etl_event events[4];
    struct etl_reader *r = NULL;
    struct etlw_record first = sample_event(1, 5000), message = sample_kind(14, 0), other = sample_event(2, 6000);
    etlw_file_init(&file, &f);
    etlw_file_add(&file, 0, &first);
    etlw_file_add(&file, 0, &message);
    etlw_file_add(&file, 1, &other);
    etlw_file_finish(&file);
    assert_int_equal(sample_events(file.bytes.bytes, file.bytes.len, events, 4, &r), 4);
    assert_int_equal(events[2].kind, ETL_MESSAGE);
    assert_false(events[2].has_time);
    assert_true(events[2].time == 5000);
    assert_int_equal(events[3].id, 2);
    etl_close(r);
}

/* Two sessions behind one header: the second starts anew at sequence 1. */
static void append_session(uint16_t logger, int64_t from, bool append_mode)
{
    struct etlw_file second;
    struct etlw_facts f = sample_facts(2);
    f.logger_id = 5;
    f.log_file_mode = append_mode ? ETL_MODE_APPEND : 1;
    etlw_file_init(&file, &f);
    for (uint16_t i = 0; i < 400; i++) {
        struct etlw_record r = sample_event(i, 10000 + i);
        etlw_file_add(&file, i % 2u, &r);
    }
    etlw_file_finish(&file);
    f.logger_id = logger;
    etlw_file_init(&second, &f);
    for (uint16_t i = 0; i < 400; i++) {
        struct etlw_record r = sample_event((uint16_t)(400 + i), from + i);
        etlw_file_add(&second, i % 2u, &r);
    }
    etlw_file_finish(&second);
    etlw_file_append(&file, second.bytes.bytes + SAMPLE_UNIT, second.bytes.len - SAMPLE_UNIT);
    etlw_file_done(&second);
}

static void keeps_appended_sessions_apart(void **state)
{
    (void)state;
    /* The clock of the second session stands before that of the first. */
    append_session(6, 2000, false);
    expect_in_order(800, 0);
    expect_in_order(800, 4);
    struct sample_seen seen = sample_see(file.bytes.bytes, file.bytes.len);
    assert_int_equal(seen.findings.segments, 2);
    assert_int_equal(seen.findings.sequence_gaps, 0);
    etlw_file_done(&file);
    append_session(5, 2000, true);
    expect_in_order(800, 0);
}

static void does_not_split_a_session_that_wrote_out_of_order(void **state)
{
    (void)state;
    uint8_t swap[SAMPLE_UNIT];
    sample_trace(&file, 2, 1000);
    etlw_u32(buffer(0) + AT_MODE, ETL_MODE_APPEND);
    memcpy(swap, buffer(5), SAMPLE_UNIT);
    memcpy(buffer(5), buffer(8), SAMPLE_UNIT);
    memcpy(buffer(8), swap, SAMPLE_UNIT);
    expect_in_order(1000, 0);
}

static void filters_by_provider_id_version_and_time(void **state)
{
    (void)state;
    sample_trace(&file, 2, 1000);
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    struct etl_wanted wanted[2] = {{sample_provider, 7, false, 2, false}, {sample_provider, 500, false, 0, true}};
    struct etl_filter filter = {wanted, 2, false, false, 0, 0};
    assert_false(outcome_failed(etl_open_memory(file.bytes.bytes, file.bytes.len, &r)));
    etl_set_filter(r, &filter);
    assert_true(etl_next(r, &e));
    assert_int_equal(e.id, 7);
    assert_true(etl_next(r, &e));
    assert_int_equal(e.id, 500);
    assert_false(etl_next(r, &e));
    wanted[0].version = 3;
    etl_rewind(r);
    assert_true(etl_next_stored(r, &e));
    assert_int_equal(e.id, 500);
    wanted[1].any_id = true;
    filter.has_from = filter.has_to = true;
    filter.from = 1000 + 10 * 21;
    filter.to = 1000 + 10 * 23;
    etl_set_filter(r, &filter);
    etl_rewind(r);
    for (uint16_t i = 20; i < 23; i++) {
        assert_true(etl_next(r, &e));
        assert_int_equal(e.id, i);
    }
    assert_false(etl_next(r, &e));
    etl_close(r);
}

static void begins_again_after_a_rewind(void **state)
{
    (void)state;
    sample_trace(&file, 2, 500);
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    assert_false(outcome_failed(etl_open_memory(file.bytes.bytes, file.bytes.len, &r)));
    for (int k = 0; k < 3; k++) {
        uint32_t count = 0;
        while (count < 100u * ((unsigned)k + 1u) && etl_next(r, &e))
            count++;
        /* The other way has to wait for a rewind. */
        assert_false(etl_next_stored(r, &e));
        etl_rewind(r);
    }
    uint32_t count = 0;
    while (etl_next_stored(r, &e))
        count++;
    assert_int_equal(count, 501);
    assert_false(etl_next(r, &e));
    assert_int_equal(etl_progress(r), etl_len(r));
    assert_int_equal(etl_findings(r)->buffers, buffers());
    etl_close(r);
}

static void merges_packed_buffers_of_many_cpus(void **state)
{
    (void)state;
    struct text packed = TEXT_EMPTY;
    sample_trace(&file, 16, 3000);
    pack_trace(&file.bytes, &packed);
    etlw_file_done(&file);
    file.bytes = packed;
    expect_in_order(3000, 0);
}

static void gives_no_events_of_what_is_no_trace(void **state)
{
    (void)state;
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    struct outcome o = etl_open_memory("no trace", 8, &r);
    assert_int_equal(o.why, WHY_etl_not_etl);
    assert_non_null(r);
    assert_non_null(etl_header(r)->reason);
    assert_false(etl_next(r, &e));
    assert_false(etl_next_stored(r, &e));
    assert_int_equal(etl_error(r).why, WHY_etl_not_etl);
    etl_close(r);
    etl_close(NULL);
}

void suite_etl_merge(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(merges_cpus_by_time, done),
        cmocka_unit_test_teardown(merges_buffers_in_any_order_of_the_file, done),
        cmocka_unit_test_teardown(slides_its_window_through_a_long_file, done),
        cmocka_unit_test_teardown(keeps_a_slow_cpu_in_order_through_the_window, done),
        cmocka_unit_test_teardown(gives_every_event_through_the_smallest_window, done),
        cmocka_unit_test_teardown(puts_equal_stamps_in_the_order_of_their_flush, done),
        cmocka_unit_test_teardown(lets_one_damaged_stamp_hold_nothing_up, done),
        cmocka_unit_test_teardown(puts_a_message_without_time_behind_its_neighbour, done),
        cmocka_unit_test_teardown(keeps_appended_sessions_apart, done),
        cmocka_unit_test_teardown(does_not_split_a_session_that_wrote_out_of_order, done),
        cmocka_unit_test_teardown(filters_by_provider_id_version_and_time, done),
        cmocka_unit_test_teardown(begins_again_after_a_rewind, done),
        cmocka_unit_test_teardown(merges_packed_buffers_of_many_cpus, done),
        cmocka_unit_test_teardown(gives_no_events_of_what_is_no_trace, done),
    };
    SUITE_RUN("etl_merge", tests);
}
