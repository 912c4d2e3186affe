/* Retention while other programs have a trace open. */
#include "tests/support/suite.h"

#include <string.h>

#include "runs/retention.h"
#include "runs/run_files.h"
#include "runs/runs.h"
#include "tests/support/folder.h"
#include "win/utf16.h"
#include "win/win.h"

#define DAY 864000000000LL

static HANDLE hold(const char *folder, const char *name)
{
    struct text path = TEXT_EMPTY;
    struct wide w = WIDE_EMPTY;
    folder_join(&path, folder, name);
    wide_add_path(&w, text_str(&path));
    HANDLE held = CreateFileW(wide_str(&w), GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(held != INVALID_HANDLE_VALUE);
    wide_done(&w);
    text_done(&path);
    return held;
}

static void make_run(const char *base, struct text *folder)
{
    static const char *const names[] = {"snap.json", "snap.html", "snap.etl", "main.log", "unclean", "keyevents.json", "keyevents.etl"};
    static const char bytes[1000] = {0};
    assert_false(outcome_failed(runs_begin(base, os_utc_now(), NULL, NULL, folder)));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_true(folder_put(text_str(folder), names[i], bytes, run_files_is_trace(names[i]) ? 1000 : 10));
}

struct three_runs {
    struct text base, first, second, third;
};

static void three_init(struct three_runs *t, const char *name)
{
    memset(t, 0, sizeof *t);
    text_set(&t->base, suite_folder(name));
    make_run(text_str(&t->base), &t->first);
    make_run(text_str(&t->base), &t->second);
    make_run(text_str(&t->base), &t->third);
}

static void three_done(struct three_runs *t)
{
    text_done(&t->base);
    text_done(&t->first);
    text_done(&t->second);
    text_done(&t->third);
}

static struct retention_result apply(const struct three_runs *t, uint32_t count, uint32_t days)
{
    struct retention_limits limits = {0, count, days, 0, false};
    return retention_apply(text_str(&t->base), text_str(&t->third), &limits, os_utc_now() + 5 * DAY, NULL);
}

static void a_snapshot_that_is_open_keeps_all_that_belongs_to_it(void **state)
{
    (void)state;
    static const char *const names[] = {"snap.json", "snap.html", "snap.etl", "main.log", "unclean", "keyevents.json", "keyevents.etl"};
    struct three_runs t;
    three_init(&t, "open");
    HANDLE held = hold(text_str(&t.first), "snap.etl");
    apply(&t, 0, 1);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_true(folder_has(text_str(&t.first), names[i]));
    assert_false(path_stands(text_str(&t.second)));
    CloseHandle(held);
    apply(&t, 0, 1);
    assert_false(path_stands(text_str(&t.first)));
    three_done(&t);
}

static void another_goes_in_the_place_of_one_that_is_open(void **state)
{
    (void)state;
    struct three_runs t;
    three_init(&t, "place");
    HANDLE held = hold(text_str(&t.first), "snap.etl");
    struct retention_result r = apply(&t, 2, 0);
    assert_int_equal(r.freed, 1020);
    assert_true(folder_has(text_str(&t.first), "snap.etl"));
    assert_false(folder_has(text_str(&t.second), "snap.etl"));
    assert_true(folder_has(text_str(&t.third), "snap.etl"));
    CloseHandle(held);
    three_done(&t);
}

static void a_companion_that_is_open_does_not_keep_the_trace(void **state)
{
    (void)state;
    struct three_runs t;
    three_init(&t, "companion");
    HANDLE held = hold(text_str(&t.first), "snap.html");
    apply(&t, 2, 0);
    assert_false(folder_has(text_str(&t.first), "snap.etl"));
    assert_false(folder_has(text_str(&t.first), "snap.json"));
    assert_true(folder_has(text_str(&t.first), "snap.html"));
    assert_true(folder_has(text_str(&t.second), "snap.etl"));
    CloseHandle(held);
    three_done(&t);
}

static void key_events_that_are_open_keep_the_log_beside_them(void **state)
{
    (void)state;
    struct three_runs t;
    three_init(&t, "keys");
    HANDLE held = hold(text_str(&t.first), "keyevents.etl");
    apply(&t, 0, 1);
    assert_false(folder_has(text_str(&t.first), "snap.etl"));
    assert_true(folder_has(text_str(&t.first), "main.log"));
    assert_true(folder_has(text_str(&t.first), "keyevents.json"));
    assert_true(folder_has(text_str(&t.first), "unclean"));
    CloseHandle(held);
    three_done(&t);
}

void suite_held_traces(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_that_is_open_keeps_all_that_belongs_to_it),
        cmocka_unit_test(another_goes_in_the_place_of_one_that_is_open),
        cmocka_unit_test(a_companion_that_is_open_does_not_keep_the_trace),
        cmocka_unit_test(key_events_that_are_open_keep_the_log_beside_them),
    };
    SUITE_RUN("held_traces", tests);
}
