#include "tests/support/suite.h"

#include <string.h>

#include "runs/run_files.h"

static void put(const char *folder, const char *name, const char *content)
{
    struct text path = TEXT_EMPTY;
    os_path_join(folder, name, &path);
    assert_false(outcome_failed(os_file_replace(text_str(&path), content, strlen(content))));
    text_done(&path);
}

static void a_snapshot_never_takes_a_name_that_stands(void **state)
{
    (void)state;
    struct text folder = TEXT_EMPTY, path = TEXT_EMPTY;
    text_set(&folder, suite_folder("names"));
    assert_false(outcome_failed(run_files_free(text_str(&folder), RUN_FILES_SNAP, 1, &path)));
    assert_true(str_ends(text_str(&path), "snap.etl"));
    put(text_str(&folder), "snap.etl", "x");
    assert_false(outcome_failed(run_files_free(text_str(&folder), RUN_FILES_SNAP, 1, &path)));
    assert_true(str_ends(text_str(&path), "snap-2.etl"));
    put(text_str(&folder), "snap-2.etl", "x");
    put(text_str(&folder), "snap-4.etl", "x");
    assert_false(outcome_failed(run_files_free(text_str(&folder), RUN_FILES_SNAP, 1, &path)));
    assert_true(str_ends(text_str(&path), "snap-3.etl"));
    text_done(&folder);
    text_done(&path);
}

static void names_are_made_from_the_snapshot(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    run_files_info("C:\\logs\\runs\\20261130_044012\\snap-2.etl", &t);
    assert_string_equal(text_str(&t), "C:\\logs\\runs\\20261130_044012\\snap-2.json");
    text_clear(&t);
    run_files_report("C:\\logs\\runs\\20261130_044012\\snap-2.etl", &t);
    assert_string_equal(text_str(&t), "C:\\logs\\runs\\20261130_044012\\snap-2.html");
    text_clear(&t);
    run_files_pin("C:\\logs\\runs\\20261130_044012\\snap-2.etl", &t);
    assert_string_equal(text_str(&t), "C:\\logs\\runs\\20261130_044012\\snap-2.pin");
    text_clear(&t);
    run_files_trace("C:\\logs", "snap-2.json", 6, &t);
    assert_true(str_ends(text_str(&t), "snap-2.etl"));
    text_clear(&t);
    run_files_short_name("C:\\logs\\runs\\20261130_044012\\snap-2.etl", &t);
    assert_string_equal(text_str(&t), "20261130_044012\\snap-2.etl");
    text_clear(&t);
    run_files_short_name("snap.etl", &t);
    assert_string_equal(text_str(&t), "snap.etl");
    text_done(&t);
}

static void stems_are_told_from_other_names(void **state)
{
    (void)state;
    assert_int_equal(run_files_snapshot_stem("snap.etl"), 4);
    assert_int_equal(run_files_snapshot_stem("snap-12.json"), 7);
    assert_int_equal(run_files_snapshot_stem("recovered.etl"), 9);
    assert_int_equal(run_files_snapshot_stem("partial-2.html"), 9);
    assert_int_equal(run_files_snapshot_stem("snap.pin"), 4);
    static const char *const other[] = {"", ".etl", "snap", "snap-.etl", "snap-x.etl", "snapshot.etl", "snap.etl.bad",
                                        "keyevents.etl", "xsnap.etl", "snap-1x.etl"};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        assert_int_equal(run_files_snapshot_stem(other[i]), 0);
}

/* What was set aside under a name comes back under it, or beside it. */
static void a_trace_that_is_written_has_a_name_of_its_own(void **state)
{
    (void)state;
    struct text folder = TEXT_EMPTY, path = TEXT_EMPTY, next = TEXT_EMPTY;
    text_set(&folder, suite_folder("aside"));
    os_path_join(text_str(&folder), "snap-2.etl", &path);
    run_files_part(text_str(&path), &next);
    assert_true(str_ends(text_str(&next), "snap-2.etl.part"));
    put(text_str(&folder), "snap-2.etl.part", "x");
    run_files_part(text_str(&path), &next);
    assert_true(str_ends(text_str(&next), "snap-2.etl.2.part"));
    put(text_str(&folder), "snap-2.etl.bad", "x");
    run_files_bad(text_str(&path), &next);
    assert_true(str_ends(text_str(&next), "snap-2.etl.2.bad"));
    put(text_str(&folder), "snap.etl", "x");
    put(text_str(&folder), "snap-2.etl", "x");
    assert_false(outcome_failed(run_files_free_like(text_str(&path), &next)));
    assert_true(str_ends(text_str(&next), "snap-3.etl"));
    assert_int_equal(run_files_part_stem("snap-2.etl.2.part"), 10);
    assert_int_equal(run_files_part_stem("snap-2.etl.part"), 10);
    assert_int_equal(run_files_part_stem("snap-2.etl.bad"), 0);
    assert_int_equal(run_files_part_stem("snap-2.part"), 0);
    text_done(&folder);
    text_done(&path);
    text_done(&next);
}

static void own_files_are_told_from_other_people_s(void **state)
{
    (void)state;
    static const char *const rest[] = {"main.log", "running", "unclean", "ring", "keyevents.etl", "keyevents-2.json",
                                       "snap.etl.bad", "snap.etl.3.part", "running.17.tmp"};
    static const char *const other[] = {"snap.etl", "notes.txt", "keyevents", "main.log.old", "snap.bad"};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        assert_true(run_files_is_rest(rest[i]));
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        assert_false(run_files_is_rest(other[i]));
    assert_true(run_files_is_replaced("snap.json") && run_files_is_replaced("ring"));
    assert_false(run_files_is_replaced("main.log") || run_files_is_replaced("notes.txt"));
}

struct seen {
    unsigned count;
    unsigned most;
};

static bool see(void *ctx, const char *folder, const char *name)
{
    struct seen *s = ctx;
    assert_true(str_ends(folder, name) && run_files_is_run(name));
    return ++s->count < s->most;
}

static void only_folders_with_a_run_s_name_are_runs(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, root = TEXT_EMPTY, path = TEXT_EMPTY;
    static const char *const folders[] = {"20261130_044012", "20261130_044012_2", "my pictures", "20261130-044012"};
    struct seen all = {0, 99}, first = {0, 1};
    text_set(&base, suite_folder("each-run"));
    assert_int_equal(run_files_each_run(text_str(&base), see, &all).why, WHY_not_found);
    run_files_root(text_str(&base), &root);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        text_clear(&path);
        os_path_join(text_str(&root), folders[i], &path);
        assert_false(outcome_failed(os_folder_make(text_str(&path))));
    }
    put(text_str(&root), "20261130_044013", "a file");
    assert_false(outcome_failed(run_files_each_run(text_str(&base), see, &all)));
    assert_int_equal(all.count, 2);
    run_files_each_run(text_str(&base), see, &first);
    assert_int_equal(first.count, 1);
    text_done(&base);
    text_done(&root);
    text_done(&path);
}

void suite_run_files(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_never_takes_a_name_that_stands),
        cmocka_unit_test(names_are_made_from_the_snapshot),
        cmocka_unit_test(stems_are_told_from_other_names),
        cmocka_unit_test(a_trace_that_is_written_has_a_name_of_its_own),
        cmocka_unit_test(own_files_are_told_from_other_people_s),
        cmocka_unit_test(only_folders_with_a_run_s_name_are_runs),
    };
    SUITE_RUN("run_files", tests);
}
