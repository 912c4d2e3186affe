#include "tests/support/suite.h"

#include <string.h>

#include "runs/stale_temp.h"
#include "runs/runs.h"
#include "tests/support/folder.h"

static void put(const char *folder, const char *name)
{
    assert_true(folder_put(folder, name, "", 0));
}

/* An earlier run, the current one, and the folder above them. */
struct folders {
    struct text base, old_run, current;
};

static void folders_init(struct folders *f, const char *name)
{
    memset(f, 0, sizeof *f);
    text_set(&f->base, suite_folder(name));
    assert_false(outcome_failed(runs_begin(text_str(&f->base), 134404836123456780LL, NULL, NULL, &f->old_run)));
    assert_false(outcome_failed(runs_begin(text_str(&f->base), 134404836123456780LL, NULL, NULL, &f->current)));
}

static void folders_done(struct folders *f)
{
    text_done(&f->base);
    text_done(&f->old_run);
    text_done(&f->current);
}

static void what_a_killed_process_was_writing_is_removed(void **state)
{
    static const char *const names[] = {"running.15479503934500.tmp", "ring.8.tmp", "snap.json.1.tmp",      "snap-2.html.22.tmp",
                                        "recovered.json.3.tmp",       "snap-3.pin.4.tmp",     "keyevents-2.json.5.tmp",
                                        "partial.json.6.tmp"};
    (void)state;
    struct folders f;
    folders_init(&f, "leftover");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        put(text_str(&f.old_run), names[i]);
    put(text_str(&f.base), "providers.last-good.ini.7.tmp");
    stale_temp_remove(text_str(&f.base), text_str(&f.current), NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_false(folder_has(text_str(&f.old_run), names[i]));
    assert_false(folder_has(text_str(&f.base), "providers.last-good.ini.7.tmp"));
    folders_done(&f);
}

static void what_is_no_left_over_of_ours_stays(void **state)
{
    static const char *const in_run[] = {"snap.json",       "snap.etl",        "running",     "snap.json.tmp", "snap.json.x.tmp",
                                         "notes.txt.1.tmp", "snap.json.1.tmpx", "snap.etl.part", ".1.tmp"};
    static const char *const in_base[] = {"snap.json.1.tmp", "running.1.tmp", "something.1.tmp"};
    (void)state;
    struct folders f;
    folders_init(&f, "leftover-stays");
    for (size_t i = 0; i < sizeof in_run / sizeof in_run[0]; i++)
        put(text_str(&f.old_run), in_run[i]);
    for (size_t i = 0; i < sizeof in_base / sizeof in_base[0]; i++)
        put(text_str(&f.base), in_base[i]);
    stale_temp_remove(text_str(&f.base), text_str(&f.current), NULL);
    for (size_t i = 0; i < sizeof in_run / sizeof in_run[0]; i++)
        assert_true(folder_has(text_str(&f.old_run), in_run[i]));
    for (size_t i = 0; i < sizeof in_base / sizeof in_base[0]; i++)
        assert_true(folder_has(text_str(&f.base), in_base[i]));
    folders_done(&f);
}

static void the_run_that_goes_on_is_left_alone(void **state)
{
    (void)state;
    struct folders f;
    folders_init(&f, "leftover-current");
    put(text_str(&f.current), "snap.json.1.tmp");
    stale_temp_remove(text_str(&f.base), text_str(&f.current), NULL);
    assert_true(folder_has(text_str(&f.current), "snap.json.1.tmp"));
    folders_done(&f);
}

void suite_stale_temp(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_killed_process_was_writing_is_removed),
        cmocka_unit_test(what_is_no_left_over_of_ours_stays),
        cmocka_unit_test(the_run_that_goes_on_is_left_alone),
    };
    SUITE_RUN("leftover", tests);
}
