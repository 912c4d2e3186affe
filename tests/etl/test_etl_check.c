#include "tests/support/suite.h"

#include <string.h>

#include "etl/etl_check.h"
#include "etl/etl_kernel.h"
#include "os/os.h"
#include "tests/support/etl_sample.h"

static struct etlw_file file;
static struct text path;

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    text_done(&path);
    return 0;
}

static const char *save(const void *bytes, size_t len)
{
    text_set(&path, suite_folder("etl-check"));
    /* Not every letter of a user's folder is ASCII. */
    text_add(&path, "/\xE5\xBF\xAB\xE7\x85\xA7.etl");
    assert_false(outcome_failed(os_file_replace(text_str(&path), bytes, len)));
    return text_str(&path);
}

static const char *save_file(void)
{
    return save(file.bytes.bytes, file.bytes.len);
}

static void sums_up_a_whole_trace(void **state)
{
    (void)state;
    struct etl_summary s;
    struct etlw_facts f = sample_facts(3);
    f.events_lost = 17;
    f.buffers_lost = 2;
    f.partition_info = true;
    etlw_file_init(&file, &f);
    for (uint16_t i = 0; i < 100; i++) {
        struct etlw_record r = sample_event(i, 1000 + 10000000 * ((int64_t)i + 1));
        etlw_file_add(&file, i % 3u, &r);
    }
    etlw_file_finish(&file);
    assert_false(outcome_failed(etl_summarise(save_file(), &s)));
    assert_int_equal(s.state, ETL_WHOLE);
    assert_int_equal(s.bytes, file.bytes.len);
    assert_int_equal(s.events, 102);
    assert_int_equal(s.payload_events, 100);
    assert_int_equal(s.events_lost, 17);
    assert_int_equal(s.buffers_lost, 2);
    assert_int_equal(s.cpus, 3);
    assert_int_equal(s.os_build, f.os_build);
    assert_true(s.first_time == f.start_time + 10000000);
    assert_true(s.last_time == f.start_time + 100 * (int64_t)10000000);
}

static void says_what_a_trace_without_events_is(void **state)
{
    (void)state;
    struct etl_summary s;
    sample_trace(&file, 1, 0);
    assert_false(outcome_failed(etl_summarise(save_file(), &s)));
    assert_int_equal(s.state, ETL_WHOLE);
    assert_int_equal(s.events, 1);
    assert_int_equal(s.payload_events, 0);
    assert_true(s.first_time == 0 && s.last_time == 0);
    assert_int_equal(etl_glance(text_str(&path)).why, WHY_snapshot_empty);
}

static void fills_the_summary_of_what_is_no_trace(void **state)
{
    (void)state;
    struct etl_summary s;
    assert_false(outcome_failed(etl_summarise(save("MZ", 2), &s)));
    assert_int_equal(s.state, ETL_NOT_ETL);
    assert_int_equal(s.bytes, 2);
    assert_int_equal(etl_glance(text_str(&path)).why, WHY_etl_not_etl);
    assert_false(outcome_failed(etl_summarise(save("", 0), &s)));
    assert_int_equal(s.state, ETL_NOT_ETL);
    assert_int_equal(etl_glance(text_str(&path)).why, WHY_etl_not_etl);
}

static void leaves_the_summary_where_nothing_can_be_opened(void **state)
{
    (void)state;
    struct etl_summary s;
    memset(&s, 0x5A, sizeof s);
    text_set(&path, suite_folder("etl-check"));
    text_add(&path, "/none.etl");
    assert_int_equal(etl_summarise(text_str(&path), &s).why, WHY_not_found);
    assert_int_equal(s.events, 0x5A5A5A5A5A5A5A5Au);
    assert_int_equal(etl_glance(text_str(&path)).why, WHY_not_found);
}

static void glances_past_empty_buffers_to_the_first_event(void **state)
{
    (void)state;
    uint8_t empty[SAMPLE_UNIT];
    struct etlw_buffer b;
    struct etlw_facts f = sample_facts(2);
    struct etlw_record mark = sample_kind(ETLW_SYSTEM64, 1500);
    mark.hook = 0x0008; /* rundown complete: ETW's own */
    etlw_file_init(&file, &f);
    etlw_buffer_begin(&b, empty, sizeof empty);
    etlw_buffer_end(&b, 0, 1, 1, 2000, ETLW_BUFFER_PROC_INDEX);
    etlw_file_append(&file, empty, sizeof empty);
    etlw_buffer_begin(&b, empty, sizeof empty);
    etlw_buffer_add(&b, &mark);
    etlw_buffer_end(&b, 0, 1, 2, 2000, ETLW_BUFFER_PROC_INDEX);
    etlw_file_append(&file, empty, sizeof empty);
    assert_int_equal(etl_glance(save_file()).why, WHY_snapshot_empty);
    struct etlw_record r = sample_event(1, 3000);
    etlw_file_add(&file, 1, &r);
    etlw_file_flush(&file, 1, ETLW_BUFFER_PROC_INDEX);
    assert_int_equal(etl_glance(save_file()).why, WHY_ok);
}

static void tells_how_far_it_has_come(void *ctx, uint64_t bytes)
{
    uint64_t *last = ctx;
    assert_true(bytes >= *last);
    *last = bytes;
}

static void reports_its_progress(void **state)
{
    (void)state;
    struct etl_reader *r = NULL;
    struct etl_summary s;
    uint64_t last = 0;
    sample_trace(&file, 2, 20000);
    assert_false(outcome_failed(etl_open_memory(file.bytes.bytes, file.bytes.len, &r)));
    etl_summarise_reader(r, tells_how_far_it_has_come, &last, &s);
    assert_int_equal(s.events, 20001);
    assert_true(last > file.bytes.len / 2 && last <= file.bytes.len);
    etl_close(r);
}

static void measures_how_much_of_a_file_is_there(void **state)
{
    (void)state;
    struct etl_extent extent = {77, 77, 77, true};
    sample_trace(&file, 2, 2000);
    size_t buffers = file.bytes.len / SAMPLE_UNIT;
    assert_true(buffers > 3);
    assert_false(outcome_failed(etl_glance_extent(save_file(), &extent)));
    assert_int_equal(extent.buffers, buffers);
    assert_int_equal(extent.claimed, buffers);
    assert_false(extent.cut);
    assert_false(outcome_failed(etl_glance_extent(save(file.bytes.bytes, file.bytes.len - SAMPLE_UNIT), &extent)));
    assert_int_equal(extent.buffers, buffers - 1);
    assert_int_equal(extent.claimed, buffers);
    assert_false(extent.cut);
    assert_false(outcome_failed(etl_glance_extent(save(file.bytes.bytes, file.bytes.len - 1), &extent)));
    assert_int_equal(extent.buffers, buffers - 1);
    assert_true(extent.cut);
    extent.claimed = 55;
    assert_true(outcome_failed(etl_glance_extent(save("MZ", 2), &extent)));
    assert_int_equal(extent.claimed, 55);
}

static bool when_asked_often_enough(void *ctx)
{
    int *left = ctx;
    return --*left == 0;
}

static void gives_up_when_there_is_something_better_to_do(void **state)
{
    (void)state;
    struct etl_summary s;
    int left = 3;
    memset(&s, 0x5A, sizeof s);
    sample_trace(&file, 2, 20000);
    save_file();
    assert_int_equal(etl_summarise_unless(text_str(&path), when_asked_often_enough, &left, &s).why, WHY_given_up);
    assert_int_equal(left, 0);
    assert_int_equal(s.events, 0x5A5A5A5A5A5A5A5Au);
    left = 1000;
    assert_false(outcome_failed(etl_summarise_unless(text_str(&path), when_asked_often_enough, &left, &s)));
    assert_int_equal(s.events, 20001);
    assert_true(left < 998);
}

void suite_etl_check(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(sums_up_a_whole_trace, done),
        cmocka_unit_test_teardown(says_what_a_trace_without_events_is, done),
        cmocka_unit_test_teardown(fills_the_summary_of_what_is_no_trace, done),
        cmocka_unit_test_teardown(leaves_the_summary_where_nothing_can_be_opened, done),
        cmocka_unit_test_teardown(glances_past_empty_buffers_to_the_first_event, done),
        cmocka_unit_test_teardown(reports_its_progress, done),
        cmocka_unit_test_teardown(measures_how_much_of_a_file_is_there, done),
        cmocka_unit_test_teardown(gives_up_when_there_is_something_better_to_do, done),
    };
    SUITE_RUN("etl_check", tests);
}
