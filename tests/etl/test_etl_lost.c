#include "tests/support/suite.h"

#include <stdio.h>
#include <string.h>

#include "etl/etl_check.h"
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

static const char *save(void)
{
    sample_trace(&file, 2, 20000);
    text_set(&path, suite_folder("etl-lost"));
    text_add(&path, "/lost.etl");
    assert_true(etlw_file_save(&file, text_str(&path)));
    return text_str(&path);
}

/* False where the system lets nobody cut a file that is mapped, as Windows. */
static bool cut(size_t keep)
{
    FILE *f = fopen(text_str(&path), "wb");
    if (!f)
        return false;
    assert_int_equal(fwrite(file.bytes.bytes, 1, keep, f), keep);
    assert_int_equal(fclose(f), 0);
    return true;
}

static void a_file_cut_while_it_is_read_is_an_error(void **state)
{
    (void)state;
    for (int stored = 0; stored < 2; stored++) {
        struct etl_reader *r = NULL;
        struct etl_event e = {0};
        uint64_t events = 0;
        assert_false(outcome_failed(etl_open(save(), &r)));
        for (; events < 100; events++)
            assert_true(stored ? etl_next_stored(r, &e) : etl_next(r, &e));
        bool was_cut = cut(3 * SAMPLE_UNIT);
        while (stored ? etl_next_stored(r, &e) : etl_next(r, &e))
            events++;
        if (was_cut) {
            assert_int_equal(etl_error(r).why, WHY_file_lost);
            assert_true(events < 20001);
        } else {
            assert_int_equal(etl_error(r).why, WHY_ok);
            assert_int_equal(events, 20001);
        }
        etl_close(r);
        etlw_file_done(&file);
        /* The next file at that place is read as ever. */
        struct etl_summary s;
        assert_int_equal(etl_summarise(save(), &s).why, WHY_ok);
        assert_int_equal(s.events, 20001);
        etlw_file_done(&file);
    }
}

static bool cut_once(void *ctx)
{
    bool *was_cut = ctx;
    *was_cut = cut(0);
    return false;
}

static void a_summary_of_a_lost_file_says_so(void **state)
{
    (void)state;
    struct etl_summary s;
    bool was_cut = false;
    memset(&s, 0x5A, sizeof s);
    struct outcome o = etl_summarise_unless(save(), cut_once, &was_cut, &s);
    assert_int_equal(o.why, was_cut ? WHY_file_lost : WHY_ok);
    assert_int_equal(s.events, was_cut ? 0x5A5A5A5A5A5A5A5Au : 20001);
}

static void only_the_map_of_that_file_is_lost(void **state)
{
    (void)state;
    struct os_map lost, whole;
    struct text other = TEXT_EMPTY;
    save();
    text_set(&other, text_str(&path));
    text_add(&other, ".2");
    assert_true(etlw_file_save(&file, text_str(&other)));
    assert_false(outcome_failed(os_map_open(text_str(&path), &lost)));
    assert_false(outcome_failed(os_map_open(text_str(&other), &whole)));
    if (cut(100)) {
        uint64_t sum = 0;
        for (uint64_t i = 4096; i < lost.len; i++)
            sum += lost.bytes[i];
        assert_int_equal(sum, 0);
        assert_true(os_map_lost(&lost));
    }
    assert_memory_equal(whole.bytes, file.bytes.bytes, file.bytes.len);
    assert_false(os_map_lost(&whole));
    os_map_close(&lost);
    os_map_close(&whole);
    text_done(&other);
}

void suite_etl_lost(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_file_cut_while_it_is_read_is_an_error, done),
        cmocka_unit_test_teardown(a_summary_of_a_lost_file_says_so, done),
        cmocka_unit_test_teardown(only_the_map_of_that_file_is_lost, done),
    };
    SUITE_RUN("etl_lost", tests);
}
