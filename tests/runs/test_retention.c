#include "tests/support/suite.h"

#include <string.h>

#include "runs/retention.h"
#include "runs/runs.h"
#include "tests/support/folder.h"

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
    static const char bytes[1000] = {0};
    assert_true(len <= sizeof bytes);
    assert_true(folder_put(folder, name, bytes, len));
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

static struct retention_result apply(struct place *p, uint64_t bytes, uint32_t count, uint32_t days, int64_t now)
{
    struct retention_limits limits = {bytes, count, days, 0, false};
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
        assert_false(folder_has(text_str(&first), "snap.etl"));
        assert_false(folder_has(text_str(&first), "snap-2.etl"));
        assert_false(folder_has(text_str(&first), "snap-3.json"));
        assert_true(folder_has(text_str(&p.current), "snap.etl"));
        assert_true(folder_has(text_str(&p.current), "keyevents.etl"));
        text_done(&first);
        place_done(&p);
    }
}

static int64_t written(const struct text *folder, const char *name)
{
    struct os_stat st = {0};
    struct text path = TEXT_EMPTY;
    folder_join(&path, text_str(folder), name);
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
    assert_true(folder_has(text_str(&after), "snap.etl"));
    assert_false(folder_has(text_str(&before), "snap.etl"));
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
    assert_false(path_stands(text_str(&first)));
    assert_true(folder_has(text_str(&second), "notes of the user.txt"));
    assert_false(folder_has(text_str(&second), "snap.etl"));
    assert_true(folder_has(text_str(&p.current), "snap.etl"));
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
    assert_false(path_stands(text_str(&first)));
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
        left += folder_has(text_str(&p.current), names[i]);
    assert_int_equal(left, 2);
    assert_true(folder_has(text_str(&p.current), "keyevents.etl"));
    place_done(&p);
}

static void nothing_is_given_up_for_room_that_cannot_be_made(void **state)
{
    (void)state;
    struct place p;
    place_init(&p, "vain");
    run(&p, 2);
    run(&p, 1);
    struct retention_limits limits = {0, 0, 0, UINT64_MAX, false};
    assert_int_equal(retention_apply(text_str(&p.base), text_str(&p.current), &limits, os_utc_now(), NULL).removed, 0);
    place_done(&p);
}

static void pinned_ones_and_the_newest_are_never_removed(void **state)
{
    (void)state;
    struct place p;
    bool is_pinned = true;
    struct text first = TEXT_EMPTY, pinned = TEXT_EMPTY;
    place_init(&p, "pinned");
    run(&p, 2);
    text_set(&first, text_str(&p.current));
    text_addf(&pinned, "%s%csnap.etl", text_str(&first), os_separator);
    assert_int_equal(retention_pinned(text_str(&pinned), &is_pinned).why, WHY_not_found);
    assert_false(is_pinned);
    assert_false(outcome_failed(retention_pin(text_str(&pinned), true)));
    assert_int_equal(retention_pinned(text_str(&pinned), &is_pinned).why, WHY_ok);
    assert_true(is_pinned);
    run(&p, 1);
    struct text newest = TEXT_EMPTY;
    text_set(&newest, text_str(&p.current));
    run(&p, 0);
    apply(&p, 1, 1, 1, os_utc_now() + 100 * DAY);
    assert_true(folder_has(text_str(&first), "snap.etl"));
    assert_true(folder_has(text_str(&first), "snap.json"));
    assert_true(folder_has(text_str(&first), "keyevents.etl"));
    assert_false(folder_has(text_str(&first), "snap-2.etl"));
    assert_true(folder_has(text_str(&newest), "snap.etl"));
    assert_false(outcome_failed(retention_pin(text_str(&pinned), false)));
    assert_false(outcome_failed(retention_pin(text_str(&pinned), false)));
    apply(&p, 1, 1, 1, os_utc_now() + 100 * DAY);
    assert_false(folder_has(text_str(&first), "snap.etl"));
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
        struct retention_limits limits = {0, 0, 0, free_bytes + 1000, false};
        r = retention_apply(text_str(&p.base), text_str(&p.current), &limits, os_utc_now(), NULL);
    }
    assert_true(r.removed >= 2);
    assert_true(r.freed >= 1000);
    assert_true(r.free_bytes > 0 && r.free_bytes < UINT64_MAX);
    assert_false(folder_has(text_str(&first), "snap.etl"));
    assert_true(folder_has(text_str(&p.current), "snap.etl"));
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
    assert_true(folder_has(text_str(&foreign), "snap.etl"));
    assert_true(folder_has(text_str(&p.base), "snap.etl"));
    text_done(&foreign);
    place_done(&p);
}

static struct outcome delete_one(const struct place *p, const char *name)
{
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", text_str(&p->current), os_separator, name);
    struct outcome result = retention_delete(text_str(&path), NULL, NULL);
    text_done(&path);
    return result;
}

static void what_is_deleted_goes_with_its_companions_and_nothing_else_does(void **state)
{
    (void)state;
    static const char *const gone[] = {"snap-2.etl", "snap-2.json", "snap-2.html", "snap-2.pin"};
    static const char *const stays[] = {"snap.etl", "snap.json", "snap-20.etl", "snap-2.txt", "snap-2.etl.bad", "keyevents.etl", "main.log"};
    struct place p;
    place_init(&p, "delete");
    run(&p, 2);
    for (size_t i = 2; i < 4; i++)
        put(text_str(&p.current), gone[i], 5);
    for (size_t i = 2; i < 5; i++)
        put(text_str(&p.current), stays[i], 5);
    assert_int_equal(delete_one(&p, "snap-2.etl").why, WHY_ok);
    for (size_t i = 0; i < 4; i++)
        assert_false(folder_has(text_str(&p.current), gone[i]));
    for (size_t i = 0; i < 7; i++)
        assert_true(folder_has(text_str(&p.current), stays[i]));
    place_done(&p);
}

static void what_is_no_snapshot_is_not_deleted(void **state)
{
    (void)state;
    static const char *const names[] = {"keyevents.etl", "main.log", "snap.etl.bad", ""};
    struct place p;
    place_init(&p, "delete-other");
    run(&p, 1);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(delete_one(&p, names[i]).why, WHY_bad_argument);
    assert_int_equal(retention_delete("snap.etl", NULL, NULL).why, WHY_bad_argument);
    assert_true(folder_has(text_str(&p.current), "keyevents.etl"));
    assert_true(folder_has(text_str(&p.current), "snap.json"));
    place_done(&p);
}

static void the_last_thing_in_a_runs_folder_takes_the_folder_along(void **state)
{
    (void)state;
    struct place p;
    place_init(&p, "delete-last");
    assert_false(outcome_failed(runs_begin(text_str(&p.base), os_utc_now(), NULL, NULL, &p.current)));
    put(text_str(&p.current), "snap.json", 5); /* its trace has gone before */
    put(text_str(&p.current), "recovered.etl", 5);
    assert_int_equal(delete_one(&p, "snap.etl").why, WHY_ok);
    assert_true(path_stands(text_str(&p.current)));
    assert_int_equal(delete_one(&p, "recovered.etl").why, WHY_ok);
    assert_false(path_stands(text_str(&p.current)));
    place_done(&p);
}

static struct retention_result apply_for_outside(struct place *p, uint32_t count)
{
    struct retention_limits limits = {0, count, 0, 0, true};
    return retention_apply(text_str(&p->base), text_str(&p->current), &limits, os_utc_now() + 5 * DAY, NULL);
}

static void mark(const struct place *p, const char *name)
{
    struct text path = TEXT_EMPTY;
    folder_join(&path, text_str(&p->current), name);
    assert_false(outcome_failed(retention_mark_outside(text_str(&path))));
    text_done(&path);
}

static bool has(const struct place *p, const char *name)
{
    return folder_has(text_str(&p->current), name);
}

static void room_for_one_from_outside_is_made_of_such_alone(void **state)
{
    struct place p;
    (void)state;
    place_init(&p, "outside");
    run(&p, 5);
    mark(&p, "snap-2.etl");
    mark(&p, "snap-3.etl");
    mark(&p, "snap-5.etl");
    apply_for_outside(&p, 4);
    assert_true(has(&p, "snap.etl") && has(&p, "snap-4.etl") && has(&p, "snap-5.etl") && has(&p, "keyevents.etl"));
    assert_int_equal(has(&p, "snap-2.etl") + has(&p, "snap-3.etl"), 1);
    apply_for_outside(&p, 1);
    assert_true(has(&p, "snap.etl") && has(&p, "snap-4.etl"));
    assert_false(has(&p, "snap-2.etl") || has(&p, "snap-2.outside") || has(&p, "snap-3.etl"));
    place_done(&p);
}

/* Two by key are within the limit of two, whatever was asked for besides. */
static void those_from_outside_never_cost_one_by_key(void **state)
{
    struct place p;
    (void)state;
    place_init(&p, "bykey");
    run(&p, 6);
    for (int i = 3; i <= 6; i++) {
        char name[] = "snap-0.etl";
        name[5] = (char)('0' + i);
        mark(&p, name);
    }
    apply(&p, 0, 2, 0, os_utc_now());
    assert_true(has(&p, "snap.etl") && has(&p, "snap-2.etl"));
    apply(&p, 2500, 0, 0, os_utc_now());
    assert_true(has(&p, "snap.etl") && has(&p, "snap-2.etl"));
    place_done(&p);
}

static void one_from_outside_that_is_pinned_is_the_players(void **state)
{
    struct place p;
    struct text path = TEXT_EMPTY;
    (void)state;
    place_init(&p, "outpin");
    run(&p, 2);
    mark(&p, "snap.etl");
    mark(&p, "snap-2.etl");
    folder_join(&path, text_str(&p.current), "snap.etl");
    assert_false(outcome_failed(retention_pin(text_str(&path), true)));
    int64_t now = os_utc_now();
    while (os_utc_now() <= now + 300000) /* until a file's time is later for sure */
        ;
    put(text_str(&p.current), "snap-3.etl", 1000);
    apply_for_outside(&p, 1);
    assert_true(has(&p, "snap.etl") && has(&p, "snap-3.etl"));
    assert_false(has(&p, "snap-2.etl"));
    text_done(&path);
    place_done(&p);
}

void suite_retention(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_for_one_from_outside_is_made_of_such_alone),
        cmocka_unit_test(those_from_outside_never_cost_one_by_key),
        cmocka_unit_test(one_from_outside_that_is_pinned_is_the_players),
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
        cmocka_unit_test(what_is_deleted_goes_with_its_companions_and_nothing_else_does),
        cmocka_unit_test(what_is_no_snapshot_is_not_deleted),
        cmocka_unit_test(the_last_thing_in_a_runs_folder_takes_the_folder_along),
    };
    SUITE_RUN("retention", tests);
}
