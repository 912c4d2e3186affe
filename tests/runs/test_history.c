#include "tests/support/suite.h"

#include <string.h>

#include "runs/history.h"
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
    info.summary.last_time = pressed;
    info.summary.bytes = 777;
    snapinfo_write(&info, NULL, NULL, &json);
    put(folder, name, text_str(&json));
    text_done(&json);
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

/* A session that another program stopped went on in a file of its own. */
static void a_cut_off_run_is_dated_by_its_newest_key_events(void **state)
{
    (void)state;
    struct text base = TEXT_EMPTY, folder = TEXT_EMPTY;
    text_set(&base, suite_folder("keys"));
    assert_false(outcome_failed(runs_begin(text_str(&base), NOW, NULL, NULL, &folder)));
    put(text_str(&folder), "unclean", "");
    static const char *const names[] = {"keyevents.etl", "keyevents-2.etl", "keyevents-10.etl", "keyevents-11.etl"};
    for (size_t i = 0; i < 4; i++)
        put(text_str(&folder), names[i], "key events");
    put_info(text_str(&folder), "keyevents.json", NOW + 1 * 10000000LL);
    put_info(text_str(&folder), "keyevents-2.json", NOW + 2 * 10000000LL);
    put_info(text_str(&folder), "keyevents-10.json", NOW + 3 * 10000000LL);
    put_info(text_str(&folder), "keyevents-11.json", 0);
    struct history h;
    history_init(&h);
    history_read(text_str(&base), &h);
    assert_int_equal(h.count, 1);
    assert_true(str_ends(text_str(&h.entries[0].path), "keyevents-10.etl"));
    assert_int_equal(h.entries[0].time, NOW + 3 * 10000000LL);
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

void suite_history(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_is_newest_first_over_all_runs_and_ends_at_ten),
        cmocka_unit_test(a_file_that_has_gone_stays_in_the_history_as_gone),
        cmocka_unit_test(a_cut_off_run_is_dated_by_its_newest_key_events),
        cmocka_unit_test(history_of_nothing_is_empty),
        cmocka_unit_test(a_history_that_cannot_be_listed_says_so),
    };
    SUITE_RUN("history", tests);
}
