#include "tests/support/suite.h"

#include <string.h>

#include "runs/ring_mark.h"
#include "runs/run_files.h"
#include "os/os.h"

static const struct guid FIRST = {0x11223344, 0x5566, 0x7788, {1, 2, 3, 4, 5, 6, 7, 8}};
static const struct guid SECOND = {0x11223344, 0x5566, 0x7788, {1, 2, 3, 4, 5, 6, 7, 9}};

static void make_run(const char *base, const char *name, struct text *folder)
{
    text_clear(folder);
    text_addf(folder, "%s%cruns%c%s", base, os_separator, os_separator, name);
    assert_false(outcome_failed(os_folder_make(text_str(folder))));
}

static void a_ring_is_found_in_the_run_that_names_it(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, a = TEXT_EMPTY, b = TEXT_EMPTY, found = TEXT_EMPTY;
    text_set(&base, suite_folder("found"));
    make_run(text_str(&base), "20260101_000000", &a);
    make_run(text_str(&base), "20260102_000000", &b);
    assert_false(ring_mark_find(text_str(&base), &FIRST, &found));
    assert_false(outcome_failed(ring_mark_write(text_str(&a), &FIRST)));
    assert_false(outcome_failed(ring_mark_write(text_str(&b), &SECOND)));
    assert_true(ring_mark_find(text_str(&base), &FIRST, &found));
    assert_string_equal(text_str(&found), text_str(&a));
    text_clear(&found);
    assert_true(ring_mark_find(text_str(&base), &SECOND, &found));
    assert_string_equal(text_str(&found), text_str(&b));
    assert_false(outcome_failed(ring_mark_remove(text_str(&b))));
    assert_int_equal(ring_mark_remove(text_str(&b)).why, WHY_not_found);
    text_clear(&found);
    assert_false(ring_mark_find(text_str(&base), &SECOND, &found));
    assert_int_equal(found.len, 0);
    text_done(&base);
    text_done(&a);
    text_done(&b);
    text_done(&found);
}

/* An adopted session records for the run that adopted it. */
static void of_two_runs_that_name_it_the_later_counts_and_a_new_name_replaces_the_old(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, a = TEXT_EMPTY, b = TEXT_EMPTY, found = TEXT_EMPTY;
    text_set(&base, suite_folder("later"));
    make_run(text_str(&base), "20260102_000000", &b);
    make_run(text_str(&base), "20260101_000000", &a);
    assert_false(outcome_failed(ring_mark_write(text_str(&a), &FIRST)));
    assert_false(outcome_failed(ring_mark_write(text_str(&b), &FIRST)));
    assert_true(ring_mark_find(text_str(&base), &FIRST, &found));
    assert_string_equal(text_str(&found), text_str(&b));
    assert_false(outcome_failed(ring_mark_write(text_str(&b), &SECOND)));
    text_clear(&found);
    assert_true(ring_mark_find(text_str(&base), &FIRST, &found));
    assert_string_equal(text_str(&found), text_str(&a));
    text_done(&base);
    text_done(&a);
    text_done(&b);
    text_done(&found);
}

static void what_is_no_run_and_what_is_too_long_for_a_mark_is_passed_over(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, other = TEXT_EMPTY, run = TEXT_EMPTY, path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct text found = TEXT_EMPTY;
    text_set(&base, suite_folder("strange"));
    make_run(text_str(&base), "notes", &other);
    make_run(text_str(&base), "20260101_000000", &run);
    assert_false(outcome_failed(ring_mark_write(text_str(&other), &FIRST)));
    guid_add(&bytes, &FIRST);
    while (bytes.len < 100000)
        text_add_char(&bytes, '\n');
    text_addf(&path, "%s%c%s", text_str(&run), os_separator, RUN_FILES_RING);
    assert_false(outcome_failed(os_file_replace(text_str(&path), bytes.bytes, bytes.len)));
    assert_false(ring_mark_find(text_str(&base), &FIRST, &found));
    text_done(&base);
    text_done(&other);
    text_done(&run);
    text_done(&path);
    text_done(&bytes);
    text_done(&found);
}

void suite_ring_mark(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_is_found_in_the_run_that_names_it),
        cmocka_unit_test(of_two_runs_that_name_it_the_later_counts_and_a_new_name_replaces_the_old),
        cmocka_unit_test(what_is_no_run_and_what_is_too_long_for_a_mark_is_passed_over),
    };
    SUITE_RUN("ring_mark", tests);
}
