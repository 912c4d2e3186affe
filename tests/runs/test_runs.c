#include "tests/support/suite.h"

#include <string.h>

#include "strings/format.h"
#include "runs/runs.h"

#define NOW 134404836123456780LL

static void put(const char *folder, const char *name, const char *content)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", folder, os_separator, name);
    assert_false(outcome_failed(os_file_replace(text_str(&path), content, strlen(content))));
    text_done(&path);
}

static void put_info(const char *folder, const char *name, int64_t pressed)
{
    struct text json = TEXT_EMPTY;
    struct snapinfo info;
    memset(&info, 0, sizeof info);
    info.pressed = pressed;
    info.summary.bytes = 777;
    snapinfo_write(&info, NULL, &json);
    put(folder, name, text_str(&json));
    text_done(&json);
}

static void runs_of_one_second_get_folders_of_their_own(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, first = TEXT_EMPTY, second = TEXT_EMPTY;
    text_set(&base, suite_folder("runs"));
    assert_false(outcome_failed(runs_begin(text_str(&base), NOW, NULL, NULL, &first)));
    assert_false(outcome_failed(runs_begin(text_str(&base), NOW, NULL, NULL, &second)));
    assert_string_not_equal(text_str(&first), text_str(&second));
    assert_true(str_ends(text_str(&second), "_2"));
    text_done(&base);
    text_done(&first);
    text_done(&second);
}

static void a_run_that_cannot_be_made_is_an_error(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, folder = TEXT_EMPTY;
    text_set(&base, suite_folder("runs-file"));
    put(text_str(&base), "runs", "a file where the folder should be");
    struct outcome result = runs_begin(text_str(&base), NOW, NULL, NULL, &folder);
    assert_int_equal(result.why, WHY_folder_create);
    assert_int_equal(folder.len, 0);
    text_done(&base);
    text_done(&folder);
}

static void a_snapshot_never_takes_a_name_that_stands(void **state)
{
    (void)state;
    struct text folder = TEXT_EMPTY, path = TEXT_EMPTY;
    text_set(&folder, suite_folder("names"));
    assert_false(outcome_failed(runs_snapshot_path(text_str(&folder), &path)));
    assert_true(str_ends(text_str(&path), "snap.etl"));
    put(text_str(&folder), "snap.etl", "x");
    assert_false(outcome_failed(runs_snapshot_path(text_str(&folder), &path)));
    assert_true(str_ends(text_str(&path), "snap-2.etl"));
    put(text_str(&folder), "snap-2.etl", "x");
    put(text_str(&folder), "snap-4.etl", "x");
    assert_false(outcome_failed(runs_snapshot_path(text_str(&folder), &path)));
    assert_true(str_ends(text_str(&path), "snap-3.etl"));
    text_done(&folder);
    text_done(&path);
}

static void names_are_made_from_the_snapshot(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    runs_info_path("C:\\logs\\runs\\20261130_044012\\snap-2.etl", &t);
    assert_string_equal(text_str(&t), "C:\\logs\\runs\\20261130_044012\\snap-2.json");
    text_clear(&t);
    runs_report_path("C:\\logs\\runs\\20261130_044012\\snap-2.etl", &t);
    assert_string_equal(text_str(&t), "C:\\logs\\runs\\20261130_044012\\snap-2.html");
    text_clear(&t);
    runs_short_name("C:\\logs\\runs\\20261130_044012\\snap-2.etl", &t);
    assert_string_equal(text_str(&t), "20261130_044012\\snap-2.etl");
    text_clear(&t);
    runs_short_name("snap.etl", &t);
    assert_string_equal(text_str(&t), "snap.etl");
    text_done(&t);
}

static void history_is_newest_first_over_all_runs_and_ends_at_ten(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY;
    struct history h;
    text_set(&base, suite_folder("history"));
    for (int i = 0; i < 14; i++) {
        struct text folder = TEXT_EMPTY;
        assert_false(outcome_failed(runs_begin(text_str(&base), NOW + i % 2 * 864000000000LL, NULL, NULL, &folder)));
        put(text_str(&folder), "snap.etl", "12345");
        put_info(text_str(&folder), "snap.json", NOW + (i * 5 % 14) * 10000000LL);
        put(text_str(&folder), "keyevents.etl", "not a snapshot");
        put(text_str(&folder), "recovered.txt", "nor this");
        put(text_str(&folder), "snap-x.etl", "nor this");
        text_done(&folder);
    }
    history_init(&h);
    history_read(text_str(&base), &h);
    assert_int_equal(h.count, HISTORY_MAX);
    for (size_t i = 0; i < h.count; i++) {
        assert_true(h.entries[i].time == NOW + (13 - (int64_t)i) * 10000000LL);
        assert_true(h.entries[i].known);
        assert_false(h.entries[i].gone);
        assert_int_equal(h.entries[i].bytes, 5);
    }
    history_done(&h);
    text_done(&base);
}

static void a_file_that_has_gone_stays_in_the_history_as_gone(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, folder = TEXT_EMPTY;
    struct history h;
    text_set(&base, suite_folder("gone"));
    assert_false(outcome_failed(runs_begin(text_str(&base), NOW, NULL, NULL, &folder)));
    put_info(text_str(&folder), "snap.json", NOW);
    put(text_str(&folder), "snap-2.etl", "without a json");
    put(text_str(&folder), "snap-3.json", "no json of ours");
    history_init(&h);
    history_read(text_str(&base), &h);
    assert_int_equal(h.count, 3);
    size_t gone = 0, known = 0;
    for (size_t i = 0; i < h.count; i++) {
        gone += h.entries[i].gone;
        known += h.entries[i].known;
        if (h.entries[i].known)
            assert_int_equal(h.entries[i].bytes, 777);
    }
    assert_int_equal(gone, 2);
    assert_int_equal(known, 1);
    history_done(&h);
    text_done(&base);
    text_done(&folder);
}

/* Newer ones than the ten that are shown have gone, and key events alone are
 * nothing that somebody could be given. */
static void the_newest_to_share_is_the_newest_that_is_there(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, folder = TEXT_EMPTY;
    struct history h;
    text_set(&base, suite_folder("newest"));
    assert_false(outcome_failed(runs_begin(text_str(&base), NOW, NULL, NULL, &folder)));
    put(text_str(&folder), "keyevents.etl", "key events");
    put(text_str(&folder), "unclean", "");
    put_info(text_str(&folder), "keyevents.json", NOW + 99 * 10000000LL);
    history_init(&h);
    history_read(text_str(&base), &h);
    assert_int_equal(h.count, 1);
    assert_string_equal(text_str(&h.newest), "");
    history_done(&h);
    put(text_str(&folder), "recovered.etl", "older");
    put_info(text_str(&folder), "recovered.json", NOW + 1 * 10000000LL);
    put(text_str(&folder), "partial.etl", "newer");
    put_info(text_str(&folder), "partial.json", NOW + 2 * 10000000LL);
    for (int i = 2; i < 16; i++) {
        struct text name = TEXT_EMPTY;
        text_addf(&name, "snap-%d.json", i);
        put_info(text_str(&folder), text_str(&name), NOW + (2 + i) * 10000000LL);
        text_done(&name);
    }
    history_init(&h);
    history_read(text_str(&base), &h);
    assert_int_equal(h.count, HISTORY_MAX);
    assert_true(str_ends(text_str(&h.newest), "partial.etl"));
    history_done(&h);
    text_done(&base);
    text_done(&folder);
}

static void history_of_nothing_is_empty(void **state)
{
    (void)state;
    struct history h;
    history_init(&h);
    history_read("no-such-folder-anywhere", &h);
    assert_false(outcome_failed(h.read));
    assert_int_equal(h.count, 0);
    history_done(&h);
}

/* "No snapshots yet" would be a lie. */
static void a_history_that_cannot_be_listed_says_so(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY;
    struct history h;
    text_set(&base, suite_folder("unlisted"));
    put(text_str(&base), "runs", "a file where the folder should be");
    history_init(&h);
    history_read(text_str(&base), &h);
    assert_int_equal(h.read.why, WHY_folder_read);
    assert_int_equal(h.count, 0);
    history_done(&h);
    text_done(&base);
}

void suite_runs(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_one_second_get_folders_of_their_own),
        cmocka_unit_test(a_run_that_cannot_be_made_is_an_error),
        cmocka_unit_test(a_snapshot_never_takes_a_name_that_stands),
        cmocka_unit_test(names_are_made_from_the_snapshot),
        cmocka_unit_test(history_is_newest_first_over_all_runs_and_ends_at_ten),
        cmocka_unit_test(a_file_that_has_gone_stays_in_the_history_as_gone),
        cmocka_unit_test(the_newest_to_share_is_the_newest_that_is_there),
        cmocka_unit_test(history_of_nothing_is_empty),
        cmocka_unit_test(a_history_that_cannot_be_listed_says_so),
    };
    SUITE_RUN("runs", tests);
}
