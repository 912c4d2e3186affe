#include "tests/support/suite.h"

#include <string.h>

#include "runs/retention.h"
#include "runs/runs.h"

#define DAY 864000000000LL

struct place {
    struct text base;
    struct text current;
};

static void place_init(struct place *p, const char *name)
{
    memset(p, 0, sizeof *p);
    text_set(&p->base, suite_folder(name));
}

static void place_done(struct place *p)
{
    text_done(&p->base);
    text_done(&p->current);
}

static void put(const char *folder, const char *name, size_t len)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", folder, os_separator, name);
    for (size_t i = 0; i < len; i++)
        text_add_char(&bytes, 'x');
    assert_false(outcome_failed(os_file_replace(text_str(&path), text_str(&bytes), bytes.len)));
    text_done(&path);
    text_done(&bytes);
}

/* A run with some snapshots of 1,000 bytes; runs are made oldest first. */
static void run(struct place *p, unsigned snapshots)
{
    assert_false(outcome_failed(runs_begin(text_str(&p->base), os_utc_now(), NULL, NULL, &p->current)));
    put(text_str(&p->current), "main.log", 10);
    put(text_str(&p->current), "keyevents.etl", 100);
    for (unsigned i = 1; i <= snapshots; i++) {
        struct text name = TEXT_EMPTY;
        text_addf(&name, i == 1 ? "snap" : "snap-%u", i);
        size_t stem = name.len;
        text_add(&name, ".etl");
        put(text_str(&p->current), text_str(&name), 1000);
        name.len = stem;
        name.bytes[stem] = 0;
        text_add(&name, ".json");
        put(text_str(&p->current), text_str(&name), 1);
        text_done(&name);
    }
}

static bool has(const struct text *folder, const char *name)
{
    struct os_stat st;
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", text_str(folder), os_separator, name);
    bool there = !outcome_failed(os_stat(text_str(&path), &st));
    text_done(&path);
    return there;
}

static bool folder_stands(const struct text *folder)
{
    struct os_stat st;
    return !outcome_failed(os_stat(text_str(folder), &st));
}

static struct retention_result apply(struct place *p, uint64_t bytes, uint32_t count, uint32_t days, int64_t now)
{
    struct retention_limits limits = {bytes, count, days, 0};
    return retention_apply(text_str(&p->base), text_str(&p->current), &limits, now, NULL);
}

static void within_the_limits_nothing_is_touched(void **state)
{
    (void)state;
    struct place p;
    place_init(&p, "within");
    run(&p, 2);
    run(&p, 2);
    assert_int_equal(apply(&p, 1000000, 100, 30, os_utc_now()).removed, 0);
    assert_int_equal(apply(&p, 0, 0, 0, os_utc_now() + 10000 * DAY).removed, 0);
    place_done(&p);
}

static void old_ones_go_by_count_size_and_age(void **state)
{
    (void)state;
    for (int by = 0; by < 3; by++) {
        struct place p;
        struct text first = TEXT_EMPTY;
        place_init(&p, "limits");
        run(&p, 3);
        text_set(&first, text_str(&p.current));
        run(&p, 1);
        int64_t now = os_utc_now() + (by == 2 ? 31 * DAY : 0);
        apply(&p, by == 0 ? 1500 : 0, by == 1 ? 1 : 0, by == 2 ? 30 : 0, now);
        assert_false(has(&first, "snap.etl"));
        assert_false(has(&first, "snap-2.etl"));
        assert_false(has(&first, "snap-3.json"));
        assert_true(has(&p.current, "snap.etl"));
        assert_true(has(&p.current, "keyevents.etl"));
        text_done(&first);
        place_done(&p);
    }
}

static int64_t written(const struct text *folder, const char *name)
{
    struct os_stat st = {0};
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", text_str(folder), os_separator, name);
    assert_false(outcome_failed(os_stat(text_str(&path), &st)));
    text_done(&path);
    return st.modified;
}

/* What seems to come from the future was written before the clock was set
 * back: it is older than what came after, and how old nobody knows. */
static void after_the_clock_was_set_back_the_ones_before_it_go_first(void **state)
{
    (void)state;
    struct place p;
    struct text after = TEXT_EMPTY, before = TEXT_EMPTY;
    place_init(&p, "setback");
    run(&p, 1);
    text_set(&after, text_str(&p.current));
    int64_t now = written(&after, "snap.json") + 1;
    while (os_utc_now() <= now + 300000) /* until a file's time is later for sure */
        ;
    run(&p, 1);
    text_set(&before, text_str(&p.current));
    assert_true(written(&before, "snap.etl") > now);
    text_set(&p.current, text_str(&after));
    assert_int_equal(apply(&p, 0, 0, 1, now).removed, 0);
    assert_int_equal(apply(&p, 0, 0, 1, now - 500 * DAY).removed, 0);
    assert_true(apply(&p, 0, 1, 0, now).removed > 0);
    assert_true(has(&after, "snap.etl"));
    assert_false(has(&before, "snap.etl"));
    text_done(&after);
    text_done(&before);
    place_done(&p);
}

static void a_run_goes_whole_when_nothing_in_it_is_kept(void **state)
{
    (void)state;
    struct place p;
    struct text first = TEXT_EMPTY, second = TEXT_EMPTY;
    place_init(&p, "whole");
    run(&p, 1);
    text_set(&first, text_str(&p.current));
    run(&p, 1);
    text_set(&second, text_str(&p.current));
    put(text_str(&second), "notes of the user.txt", 5);
    run(&p, 1);
    apply(&p, 0, 0, 1, os_utc_now() + 5 * DAY);
    assert_false(folder_stands(&first));
    assert_true(has(&second, "notes of the user.txt"));
    assert_false(has(&second, "snap.etl"));
    assert_true(has(&p.current, "snap.etl"));
    text_done(&first);
    text_done(&second);
    place_done(&p);
}

static void every_key_event_file_and_what_was_set_aside_goes_with_its_run(void **state)
{
    (void)state;
    static const char *const names[] = {"keyevents-2.etl", "keyevents-3.json", "snap.etl.2.bad", "snap.etl.bad", "snap-2.etl.part"};
    struct place p;
    struct text first = TEXT_EMPTY;
    place_init(&p, "own");
    run(&p, 1);
    text_set(&first, text_str(&p.current));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        put(text_str(&first), names[i], 50);
    run(&p, 1);
    apply(&p, 0, 0, 1, os_utc_now() + 5 * DAY);
    assert_false(folder_stands(&first));
    text_done(&first);
    place_done(&p);
}

static void the_limits_hold_within_one_long_run(void **state)
{
    (void)state;
    struct place p;
    place_init(&p, "long");
    run(&p, 5);
    apply(&p, 0, 2, 0, os_utc_now());
    size_t left = 0;
    static const char *const names[] = {"snap.etl", "snap-2.etl", "snap-3.etl", "snap-4.etl", "snap-5.etl"};
    for (size_t i = 0; i < 5; i++)
        left += has(&p.current, names[i]);
    assert_int_equal(left, 2);
    assert_true(has(&p.current, "keyevents.etl"));
    place_done(&p);
}

static void nothing_is_given_up_for_room_that_cannot_be_made(void **state)
{
    (void)state;
    struct place p;
    place_init(&p, "vain");
    run(&p, 2);
    run(&p, 1);
    struct retention_limits limits = {0, 0, 0, UINT64_MAX};
    assert_int_equal(retention_apply(text_str(&p.base), text_str(&p.current), &limits, os_utc_now(), NULL).removed, 0);
    place_done(&p);
}

static void pinned_ones_and_the_newest_are_never_removed(void **state)
{
    (void)state;
    struct place p;
    struct text first = TEXT_EMPTY, pinned = TEXT_EMPTY;
    place_init(&p, "pinned");
    run(&p, 2);
    text_set(&first, text_str(&p.current));
    text_addf(&pinned, "%s%csnap.etl", text_str(&first), os_separator);
    assert_false(retention_pinned(text_str(&pinned)));
    assert_false(outcome_failed(retention_pin(text_str(&pinned), true)));
    assert_true(retention_pinned(text_str(&pinned)));
    run(&p, 1);
    struct text newest = TEXT_EMPTY;
    text_set(&newest, text_str(&p.current));
    run(&p, 0);
    apply(&p, 1, 1, 1, os_utc_now() + 100 * DAY);
    assert_true(has(&first, "snap.etl"));
    assert_true(has(&first, "snap.json"));
    assert_true(has(&first, "keyevents.etl"));
    assert_false(has(&first, "snap-2.etl"));
    assert_true(has(&newest, "snap.etl"));
    assert_false(outcome_failed(retention_pin(text_str(&pinned), false)));
    assert_false(outcome_failed(retention_pin(text_str(&pinned), false)));
    apply(&p, 1, 1, 1, os_utc_now() + 100 * DAY);
    assert_false(has(&first, "snap.etl"));
    text_done(&first);
    text_done(&pinned);
    text_done(&newest);
    place_done(&p);
}

/* Others use the disk too, so what is free is asked anew until it was short. */
static void too_little_free_space_removes_the_oldest(void **state)
{
    (void)state;
    struct place p;
    struct text first = TEXT_EMPTY;
    struct retention_result r = {0, 0, 0};
    place_init(&p, "space");
    run(&p, 2);
    text_set(&first, text_str(&p.current));
    run(&p, 1);
    for (int i = 0; i < 1000 && !r.removed; i++) {
        uint64_t free_bytes = 0;
        assert_false(outcome_failed(os_free_space(text_str(&p.base), &free_bytes)));
        struct retention_limits limits = {0, 0, 0, free_bytes + 1000};
        r = retention_apply(text_str(&p.base), text_str(&p.current), &limits, os_utc_now(), NULL);
    }
    assert_true(r.removed >= 2);
    assert_true(r.freed >= 1000);
    assert_true(r.free_bytes > 0 && r.free_bytes < UINT64_MAX);
    assert_false(has(&first, "snap.etl"));
    assert_true(has(&p.current, "snap.etl"));
    text_done(&first);
    place_done(&p);
}

static void foreign_folders_and_files_stay(void **state)
{
    (void)state;
    struct place p;
    struct text foreign = TEXT_EMPTY;
    place_init(&p, "foreign");
    run(&p, 1);
    text_addf(&foreign, "%s%cruns%cmy pictures", text_str(&p.base), os_separator, os_separator);
    assert_false(outcome_failed(os_folder_make(text_str(&foreign))));
    put(text_str(&foreign), "snap.etl", 1000);
    put(text_str(&p.base), "snap.etl", 1000);
    apply(&p, 1, 1, 1, os_utc_now() + 100 * DAY);
    assert_true(has(&foreign, "snap.etl"));
    assert_true(has(&p.base, "snap.etl"));
    text_done(&foreign);
    place_done(&p);
}

static void stems_are_told_from_other_names(void **state)
{
    (void)state;
    assert_int_equal(runs_snapshot_stem("snap.etl"), 4);
    assert_int_equal(runs_snapshot_stem("snap-12.json"), 7);
    assert_int_equal(runs_snapshot_stem("recovered.etl"), 9);
    assert_int_equal(runs_snapshot_stem("partial-2.html"), 9);
    assert_int_equal(runs_snapshot_stem("snap.pin"), 4);
    static const char *const other[] = {"", ".etl", "snap", "snap-.etl", "snap-x.etl", "snapshot.etl", "snap.etl.bad",
                                        "keyevents.etl", "xsnap.etl", "snap-1x.etl"};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        assert_int_equal(runs_snapshot_stem(other[i]), 0);
}

void suite_retention(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(within_the_limits_nothing_is_touched),
        cmocka_unit_test(old_ones_go_by_count_size_and_age),
        cmocka_unit_test(after_the_clock_was_set_back_the_ones_before_it_go_first),
        cmocka_unit_test(a_run_goes_whole_when_nothing_in_it_is_kept),
        cmocka_unit_test(every_key_event_file_and_what_was_set_aside_goes_with_its_run),
        cmocka_unit_test(the_limits_hold_within_one_long_run),
        cmocka_unit_test(nothing_is_given_up_for_room_that_cannot_be_made),
        cmocka_unit_test(pinned_ones_and_the_newest_are_never_removed),
        cmocka_unit_test(too_little_free_space_removes_the_oldest),
        cmocka_unit_test(foreign_folders_and_files_stay),
        cmocka_unit_test(stems_are_told_from_other_names),
    };
    SUITE_RUN("retention", tests);
}
