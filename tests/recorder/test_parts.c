/* A snapshot's way from its temporary name to its own, while other programs
 * hold what was just written. */
#include "tests/support/suite.h"

#include <string.h>

#include "runs/runs.h"
#include "tests/sim/sim_client.h"
#include "tests/support/folder.h"
#include "tests/support/sim_rig.h"
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

static void put_empty(const char *folder, const char *name)
{
    assert_true(folder_put(folder, name, "", 0));
}

static void save(struct rig *b, struct text *path)
{
    sim_advance_by(sim_client_machine(), 2);
    assert_false(outcome_failed(sim_rig_snapshot(b, path)));
}

/* A whole trace under a temporary name. */
static void leave_part(struct rig *b, const char *name)
{
    struct text path = TEXT_EMPTY, part = TEXT_EMPTY;
    save(b, &path);
    folder_join(&part, text_str(&b->folder), name);
    assert_false(outcome_failed(os_rename(text_str(&path), text_str(&part))));
    text_done(&path);
    text_done(&part);
}

static void a_whole_file_that_is_held_for_seconds_gets_its_name(void **state)
{
    (void)state;
    static const DWORD shares[] = {FILE_SHARE_READ | FILE_SHARE_WRITE, FILE_SHARE_READ};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        struct rig b;
        sim_rig_start(&b, "held_part");
        const char *folder = text_str(&b.folder);
        leave_part(&b, "snap.etl.part");
        struct scanner s = {hold(folder, "snap.etl.part", shares[i]), 0, 40, false};
        assert_true(s.held != INVALID_HANDLE_VALUE);
        b.recorder.pause = let_go_in_time;
        b.recorder.pause_ctx = &s;
        recorder_take_parts(&b.recorder, folder);
        assert_int_equal(s.waits, 40);
        assert_true(folder_has(folder, "snap.etl"));
        assert_false(folder_has(folder, "snap.etl.part") || folder_has(folder, "partial.etl"));
        sim_rig_done(&b);
    }
}

static void nobody_waits_for_a_held_file_at_the_end_of_the_session(void **state)
{
    (void)state;
    struct rig b;
    sim_rig_start(&b, "hurried");
    const char *folder = text_str(&b.folder);
    leave_part(&b, "snap.etl.part");
    struct scanner s = {hold(folder, "snap.etl.part", FILE_SHARE_READ), 0, 1, true};
    b.recorder.pause = let_go_in_time;
    b.recorder.pause_ctx = &s;
    recorder_take_parts(&b.recorder, folder);
    assert_int_equal(s.waits, 0);
    assert_true(folder_has(folder, "snap.etl.part"));
    CloseHandle(s.held);
    recorder_take_parts(&b.recorder, folder);
    assert_true(folder_has(folder, "snap.etl"));
    sim_rig_done(&b);
}

static void a_held_file_is_waited_for_but_not_for_ever(void **state)
{
    (void)state;
    struct rig b;
    sim_rig_start(&b, "held_long");
    const char *folder = text_str(&b.folder);
    leave_part(&b, "snap.etl.part");
    struct scanner s = {hold(folder, "snap.etl.part", FILE_SHARE_READ), 0, UINT32_MAX, false};
    b.recorder.pause = let_go_in_time;
    b.recorder.pause_ctx = &s;
    recorder_take_parts(&b.recorder, folder);
    assert_true(s.waits > 10 && s.waits < 1000);
    CloseHandle(s.held);
    s.held = INVALID_HANDLE_VALUE;
    sim_rig_done(&b);
}

/* Names that were taken between the choice and the rename. */
static void a_whole_file_takes_the_next_free_name_where_its_own_is_taken(void **state)
{
    (void)state;
    struct rig b;
    sim_rig_start(&b, "taken");
    const char *folder = text_str(&b.folder);
    leave_part(&b, "snap-3.etl.part");
    put_empty(folder, "snap.etl");
    put_empty(folder, "snap-2.etl");
    put_empty(folder, "snap-3.etl");
    put_empty(folder, "snap-4.etl");
    recorder_take_parts(&b.recorder, folder);
    assert_true(folder_has(folder, "snap-5.etl"));
    assert_false(folder_has(folder, "snap-3.etl.part") || folder_has(folder, "partial.etl"));
    leave_part(&b, "recovered.etl.part");
    put_empty(folder, "recovered.etl");
    recorder_take_parts(&b.recorder, folder);
    assert_true(folder_has(folder, "recovered-2.etl"));
    sim_rig_done(&b);
}

static void half_a_file_and_rubbish_get_no_snapshots_name(void **state)
{
    (void)state;
    struct rig b;
    struct text bytes = TEXT_EMPTY, path = TEXT_EMPTY;
    sim_rig_start(&b, "halves");
    const char *folder = text_str(&b.folder);
    save(&b, &path);
    assert_false(outcome_failed(os_file_read(text_str(&path), 1u << 30, &bytes)));
    assert_true(folder_put(folder, "snap-2.etl.part", bytes.bytes, bytes.len / 2 + 100));
    put_empty(folder, "snap-3.etl.part");
    recorder_take_parts(&b.recorder, folder);
    assert_true(folder_has(folder, "partial.etl"));
    assert_true(folder_has(folder, "snap-3.etl.bad"));
    assert_false(folder_has(folder, "snap-2.etl") || folder_has(folder, "snap-3.etl"));
    sim_rig_done(&b);
    text_done(&bytes);
    text_done(&path);
}

static void the_next_start_names_what_the_last_one_could_not(void **state)
{
    (void)state;
    struct rig first, second;
    sim_rig_start(&first, "later");
    leave_part(&first, "snap.etl.part");
    HANDLE held = hold(text_str(&first.folder), "snap.etl.part", FILE_SHARE_READ);
    struct scanner s = {held, 0, UINT32_MAX, true};
    first.recorder.pause = let_go_in_time;
    first.recorder.pause_ctx = &s;
    struct text folder = TEXT_EMPTY, base = TEXT_EMPTY;
    text_set(&folder, text_str(&first.folder));
    text_set(&base, text_str(&first.base));
    sim_rig_done(&first);
    assert_true(folder_has(text_str(&folder), "snap.etl.part"));
    CloseHandle(held);
    sim_rig_machine();
    sim_rig_init_in(&second, text_str(&base));
    recorder_start(&second.recorder, &second.started);
    recorder_look_back(&second.recorder, &second.started);
    assert_true(folder_has(text_str(&folder), "snap.etl"));
    assert_false(folder_has(text_str(&folder), "snap.etl.part"));
    sim_rig_done(&second);
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
