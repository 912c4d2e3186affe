/* A snapshot's way from its temporary name to its own, while other programs
 * hold what was just written. */
#include "tests/support/suite.h"

#include <string.h>

#include "runs/runs.h"
#include "tests/support/recorder_bench.h"
#include "win/utf16.h"
#include "win/win.h"

/* Holds a file, and lets go of it after some of the recorder's waits. */
struct scanner {
    HANDLE held;
    unsigned waits, waits_least;
    bool in_a_hurry;
};

static HANDLE hold(const char *folder, const char *name, DWORD share)
{
    struct text path = TEXT_EMPTY;
    struct wide w = WIDE_EMPTY;
    text_addf(&path, "%s\\%s", folder, name);
    wide_add_path(&w, text_str(&path));
    HANDLE held = CreateFileW(wide_str(&w), GENERIC_READ, share, NULL, OPEN_EXISTING, 0, NULL);
    wide_done(&w);
    text_done(&path);
    return held;
}

static bool let_go_in_time(void *ctx, uint32_t ms)
{
    struct scanner *s = ctx;
    (void)ms;
    if (s->in_a_hurry)
        return false;
    if (++s->waits == s->waits_least && s->held != INVALID_HANDLE_VALUE) {
        CloseHandle(s->held);
        s->held = INVALID_HANDLE_VALUE;
    }
    return true;
}

static void make(const char *folder, const char *name, const char *from)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    if (from)
        assert_false(outcome_failed(os_file_read(from, 1u << 30, &bytes)));
    text_addf(&path, "%s\\%s", folder, name);
    assert_false(outcome_failed(os_file_replace(text_str(&path), bytes.len ? bytes.bytes : "", bytes.len)));
    text_done(&path);
    text_done(&bytes);
}

static bool has(const char *folder, const char *name)
{
    struct os_stat st;
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s\\%s", folder, name);
    bool there = !outcome_failed(os_stat(text_str(&path), &st));
    text_done(&path);
    return there;
}

/* A whole trace under a temporary name. */
static void leave_part(struct recorder_bench *b, const char *name)
{
    struct text path = TEXT_EMPTY;
    assert_false(outcome_failed(recorder_bench_save(b, &path)));
    make(text_str(&b->folder), name, text_str(&path));
    assert_false(outcome_failed(os_remove(text_str(&path))));
    text_done(&path);
}

static void a_whole_file_that_is_held_for_seconds_gets_its_name(void **state)
{
    (void)state;
    static const DWORD shares[] = {FILE_SHARE_READ | FILE_SHARE_WRITE, FILE_SHARE_READ};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        struct recorder_bench b;
        recorder_bench_start(&b, suite_folder("held_part"));
        const char *folder = text_str(&b.folder);
        leave_part(&b, "snap.etl.part");
        struct scanner s = {hold(folder, "snap.etl.part", shares[i]), 0, 40, false};
        assert_true(s.held != INVALID_HANDLE_VALUE);
        b.recorder.pause = let_go_in_time;
        b.recorder.pause_ctx = &s;
        recorder_take_parts(&b.recorder, folder);
        assert_int_equal(s.waits, 40);
        assert_true(has(folder, "snap.etl"));
        assert_false(has(folder, "snap.etl.part") || has(folder, "partial.etl"));
        recorder_bench_done(&b);
    }
}

static void nobody_waits_for_a_held_file_at_the_end_of_the_session(void **state)
{
    (void)state;
    struct recorder_bench b;
    recorder_bench_start(&b, suite_folder("hurried"));
    const char *folder = text_str(&b.folder);
    leave_part(&b, "snap.etl.part");
    struct scanner s = {hold(folder, "snap.etl.part", FILE_SHARE_READ), 0, 1, true};
    b.recorder.pause = let_go_in_time;
    b.recorder.pause_ctx = &s;
    recorder_take_parts(&b.recorder, folder);
    assert_int_equal(s.waits, 0);
    assert_true(has(folder, "snap.etl.part"));
    CloseHandle(s.held);
    recorder_take_parts(&b.recorder, folder);
    assert_true(has(folder, "snap.etl"));
    recorder_bench_done(&b);
}

static void a_held_file_is_waited_for_but_not_for_ever(void **state)
{
    (void)state;
    struct recorder_bench b;
    recorder_bench_start(&b, suite_folder("held_long"));
    const char *folder = text_str(&b.folder);
    leave_part(&b, "snap.etl.part");
    struct scanner s = {hold(folder, "snap.etl.part", FILE_SHARE_READ), 0, UINT32_MAX, false};
    b.recorder.pause = let_go_in_time;
    b.recorder.pause_ctx = &s;
    recorder_take_parts(&b.recorder, folder);
    assert_true(s.waits > 10 && s.waits < 1000);
    CloseHandle(s.held);
    s.held = INVALID_HANDLE_VALUE;
    recorder_bench_done(&b);
}

/* Names that were taken between the choice and the rename. */
static void a_whole_file_takes_the_next_free_name_where_its_own_is_taken(void **state)
{
    (void)state;
    struct recorder_bench b;
    recorder_bench_start(&b, suite_folder("taken"));
    const char *folder = text_str(&b.folder);
    leave_part(&b, "snap-3.etl.part");
    make(folder, "snap.etl", NULL);
    make(folder, "snap-2.etl", NULL);
    make(folder, "snap-3.etl", NULL);
    make(folder, "snap-4.etl", NULL);
    recorder_take_parts(&b.recorder, folder);
    assert_true(has(folder, "snap-5.etl"));
    assert_false(has(folder, "snap-3.etl.part") || has(folder, "partial.etl"));
    leave_part(&b, "recovered.etl.part");
    make(folder, "recovered.etl", NULL);
    recorder_take_parts(&b.recorder, folder);
    assert_true(has(folder, "recovered-2.etl"));
    recorder_bench_done(&b);
}

static void half_a_file_and_rubbish_get_no_snapshots_name(void **state)
{
    (void)state;
    struct recorder_bench b;
    struct text bytes = TEXT_EMPTY, path = TEXT_EMPTY;
    recorder_bench_start(&b, suite_folder("halves"));
    const char *folder = text_str(&b.folder);
    assert_false(outcome_failed(recorder_bench_save(&b, &path)));
    assert_false(outcome_failed(os_file_read(text_str(&path), 1u << 30, &bytes)));
    text_clear(&path);
    text_addf(&path, "%s\\snap-2.etl.part", folder);
    assert_false(outcome_failed(os_file_replace(text_str(&path), bytes.bytes, bytes.len / 2)));
    make(folder, "snap-3.etl.part", NULL);
    recorder_take_parts(&b.recorder, folder);
    assert_true(has(folder, "partial.etl"));
    assert_true(has(folder, "snap-3.etl.bad"));
    assert_false(has(folder, "snap-2.etl") || has(folder, "snap-3.etl"));
    recorder_bench_done(&b);
    text_done(&bytes);
    text_done(&path);
}

static void the_next_start_names_what_the_last_one_could_not(void **state)
{
    (void)state;
    struct recorder_bench first, second;
    struct text base = TEXT_EMPTY;
    text_set(&base, suite_folder("later"));
    recorder_bench_start(&first, text_str(&base));
    leave_part(&first, "snap.etl.part");
    HANDLE held = hold(text_str(&first.folder), "snap.etl.part", FILE_SHARE_READ);
    struct scanner s = {held, 0, UINT32_MAX, true};
    first.recorder.pause = let_go_in_time;
    first.recorder.pause_ctx = &s;
    struct text folder = TEXT_EMPTY;
    text_set(&folder, text_str(&first.folder));
    recorder_bench_done(&first);
    assert_true(has(text_str(&folder), "snap.etl.part"));
    CloseHandle(held);
    recorder_bench_start(&second, text_str(&base));
    assert_true(has(text_str(&folder), "snap.etl"));
    assert_false(has(text_str(&folder), "snap.etl.part"));
    recorder_bench_done(&second);
    text_done(&folder);
    text_done(&base);
}

void suite_parts(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_file_that_is_held_for_seconds_gets_its_name),
        cmocka_unit_test(nobody_waits_for_a_held_file_at_the_end_of_the_session),
        cmocka_unit_test(a_held_file_is_waited_for_but_not_for_ever),
        cmocka_unit_test(a_whole_file_takes_the_next_free_name_where_its_own_is_taken),
        cmocka_unit_test(half_a_file_and_rubbish_get_no_snapshots_name),
        cmocka_unit_test(the_next_start_names_what_the_last_one_could_not),
    };
    SUITE_RUN("parts", tests);
}
