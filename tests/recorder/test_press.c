/* From the key to the FLUSH, and what has to wait until then. Time is the
 * simulated machine's: it goes on only while the recorder waits. */
#include "tests/support/suite.h"

#include <string.h>

#include "runs/runs.h"
#include "tests/sim/sim_client.h"
#include "tests/support/folder.h"
#include "tests/support/sim_rig.h"
#include "win/utf16.h"

#define GAME 9412u /* process of the simulated game */

struct clock {
    HANDLE held;       /* a file that another program holds */
    unsigned waits;
    bool wanted;       /* there is something better to do ... */
    unsigned asked, asked_in_vain; /* ... from that question on */
    const char *ended; /* a folder whose mark `running` is looked for while waiting; NULL */
    bool marked;
};

static bool wait_for_file(void *ctx, uint32_t ms)
{
    struct clock *c = ctx;
    c->waits++;
    sim_advance_by(sim_client_machine(), ms / 1000.0);
    c->marked = c->marked || (c->ended && folder_has(c->ended, "running"));
    return !c->wanted;
}

static bool is_wanted(void *ctx)
{
    struct clock *c = ctx;
    return c->wanted && c->asked++ >= c->asked_in_vain;
}

static void watch_clock(struct rig *b, struct clock *c)
{
    b->recorder.pause = wait_for_file;
    b->recorder.pause_ctx = c;
    b->recorder.busy = is_wanted;
    b->recorder.busy_ctx = c;
}

static bool has(const struct rig *b, const char *name)
{
    return folder_has(text_str(&b->folder), name);
}

/* Others may read and write it meanwhile, but not rename it. */
static HANDLE hold(struct rig *b, const char *name)
{
    struct text path = TEXT_EMPTY;
    struct wide wide = WIDE_EMPTY;
    folder_join(&path, text_str(&b->folder), name);
    wide_add_path(&wide, text_str(&path));
    HANDLE held = CreateFileW(wide_str(&wide), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    wide_done(&wide);
    text_done(&path);
    return held;
}

/* Holds the first snapshot as soon as it stands. */
static DWORD WINAPI scan(void *ctx)
{
    HANDLE held = INVALID_HANDLE_VALUE;
    for (int i = 0; i < 3000 && held == INVALID_HANDLE_VALUE; i++) {
        held = hold(ctx, "snap.etl.part");
        Sleep(1);
    }
    return held != INVALID_HANDLE_VALUE ? (DWORD)(ULONG_PTR)held : 0;
}

/* A press whose file is held while the next one is wanted already; the handle
 * that holds it. */
static HANDLE press_and_hold(struct rig *b, struct clock *c, struct text *path)
{
    DWORD held = 0;
    HANDLE scanner = CreateThread(NULL, 0, scan, b, 0, NULL);
    assert_non_null(scanner);
    sim_rig_tell("behaviour flush_delay_ms=500");
    watch_clock(b, c);
    c->wanted = true;
    assert_int_equal(sim_rig_snapshot(b, path).why, WHY_given_up);
    sim_rig_tell("behaviour flush_delay_ms=0");
    c->wanted = false;
    WaitForSingleObject(scanner, INFINITE);
    GetExitCodeThread(scanner, &held);
    CloseHandle(scanner);
    assert_true(held != 0);
    assert_int_equal(c->waits, 1);
    return (HANDLE)(ULONG_PTR)held;
}

/* A whole trace, or half of one that ends within a buffer, under a name. */
static void leave(struct rig *b, const char *name, bool cut)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    sim_advance_by(sim_client_machine(), 2);
    assert_false(outcome_failed(sim_rig_snapshot(b, &path)));
    assert_false(outcome_failed(os_file_read(text_str(&path), 1u << 30, &bytes)));
    assert_false(outcome_failed(os_remove(text_str(&path))));
    folder_join(&path, text_str(&b->folder), name);
    assert_false(outcome_failed(os_file_replace(text_str(&path), bytes.bytes, cut ? bytes.len / 2 - 100 : bytes.len)));
    recorder_prepare(&b->recorder);
    text_done(&path);
    text_done(&bytes);
}

static int64_t last_event(const char *path)
{
    struct etl_summary summary = {0};
    assert_false(outcome_failed(etl_summarise(path, &summary)));
    return summary.last_time;
}

static void an_old_file_that_is_held_does_not_delay_the_flush(void **state)
{
    (void)state;
    struct rig b;
    struct clock c = {0};
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "press-held");
    leave(&b, "snap-7.etl.part", false);
    c.held = hold(&b, "snap-7.etl.part");
    assert_true(c.held != INVALID_HANDLE_VALUE);
    watch_clock(&b, &c);
    sim_advance_by(sim_client_machine(), 5);
    int64_t pressed = sim_now_utc(sim_client_machine());
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(last_event(text_str(&path)) <= pressed);
    assert_int_equal(c.waits, 0);
    assert_int_equal(sim_now_utc(sim_client_machine()), pressed);
    b.recorder.part_left = true;
    recorder_watch(&b.recorder);
    assert_true(c.waits > 10); /* it is waited for when there is time */
    assert_true(has(&b, "snap-7.etl.part"));
    CloseHandle(c.held);
    recorder_watch(&b.recorder);
    assert_true(has(&b, "snap-7.etl"));
    sim_rig_done(&b);
    text_done(&path);
}

/* The first one's file is held as soon as it stands. */
static void a_press_does_not_wait_for_the_file_of_the_one_before(void **state)
{
    (void)state;
    struct rig b;
    struct clock c = {0};
    struct text first = TEXT_EMPTY, second = TEXT_EMPTY;
    sim_rig_start(&b, "press-again");
    sim_advance_by(sim_client_machine(), 5);
    c.held = press_and_hold(&b, &c, &first);
    int64_t pressed = sim_now_utc(sim_client_machine());
    assert_false(outcome_failed(sim_rig_snapshot(&b, &second)));
    assert_int_equal(sim_now_utc(sim_client_machine()), pressed);
    recorder_take_parts(&b.recorder, text_str(&b.folder)); /* keeps off a file that is settled later */
    assert_true(has(&b, "snap.etl.part"));
    CloseHandle(c.held);
    assert_false(outcome_failed(recorder_settle(&b.recorder, &first)));
    assert_true(path_stands(text_str(&first)) && path_stands(text_str(&second)));
    assert_true(last_event(text_str(&first)) < last_event(text_str(&second)));
    assert_string_not_equal(text_str(&first), text_str(&second));
    assert_false(has(&b, "snap.etl.part"));
    sim_rig_done(&b);
    text_done(&first);
    text_done(&second);
}

static void what_is_put_off_keeps_its_own_losses_and_the_time_of_its_flush(void **state)
{
    (void)state;
    struct rig b;
    struct clock c = {0};
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "press-lost");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell("behaviour flush_loses=7");
    c.held = press_and_hold(&b, &c, &path);
    struct recorder_flush first = b.recorder.flush;
    sim_advance_by(sim_client_machine(), 5);
    CloseHandle(c.held);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_int_equal(b.recorder.flush.lost.events, 7);
    assert_int_equal(b.recorder.flush.whole.events, 14);
    assert_true(b.recorder.flush.before == first.time && b.recorder.flush.time > first.time);
    assert_false(outcome_failed(recorder_settle(&b.recorder, &path)));
    assert_int_equal(b.recorder.flush.lost.events, 7);
    assert_int_equal(b.recorder.flush.whole.events, 7);
    assert_true(first.time && b.recorder.flush.time == first.time && b.recorder.flush.before == 0);
    sim_rig_done(&b);
    text_done(&path);
}

/* No file came of a FLUSH that was done: what it would have told of, the next
 * snapshot tells; what the ring held then is no more its own. */
static void a_flush_without_a_file_gives_its_losses_to_the_next(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "press-none");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell("habits more_data=never");
    sim_rig_tell("behaviour flush_loses=7");
    sim_rig_tell("behaviour flush_result=half");
    assert_true(outcome_failed(sim_rig_snapshot(&b, &path)));
    int64_t done = b.recorder.flushed;
    sim_rig_tell("behaviour flush_result=write");
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_int_equal(b.recorder.flush.lost.events, 14);
    assert_true(done && b.recorder.flush.before == done);
    sim_rig_done(&b);
    text_done(&path);
}

static void the_run_is_marked_as_ended_before_files_are_waited_for(void **state)
{
    (void)state;
    struct rig b;
    struct clock c = {0};
    sim_rig_start(&b, "press-stop");
    leave(&b, "snap-7.etl.part", false);
    c.held = hold(&b, "snap-7.etl.part");
    assert_true(c.held != INVALID_HANDLE_VALUE);
    c.ended = text_str(&b.folder);
    watch_clock(&b, &c);
    recorder_stop(&b.recorder);
    assert_true(c.waits > 10);
    assert_false(c.marked);
    CloseHandle(c.held);
    sim_rig_done(&b);
}

static void looking_back_is_given_up_for_a_press_and_tells_all_the_same(void **state)
{
    (void)state;
    struct rig dead, next;
    struct clock c = {0};
    struct text path = TEXT_EMPTY;
    sim_rig_start(&dead, "press-back");
    sim_advance_by(sim_client_machine(), 70);
    sim_rig_tell("power_loss");
    sim_rig_init_in(&next, text_str(&dead.base));
    watch_clock(&next, &c);
    recorder_start(&next.recorder, &next.started);
    assert_false(outcome_failed(next.started.buffer));
    c.wanted = true;
    for (unsigned i = 0; i < 2; i++) { /* before the walk through the file, and within it */
        c.asked = 0;
        c.asked_in_vain = i;
        assert_int_equal(recorder_look_back(&next.recorder, &next.started).why, WHY_given_up);
        assert_true(has(&dead, "running"));
    }
    assert_int_equal(next.started.unclean.len, 0);
    assert_false(outcome_failed(sim_rig_snapshot(&next, &path)));
    c.wanted = false;
    assert_false(outcome_failed(recorder_look_back(&next.recorder, &next.started)));
    assert_true(next.started.unclean_last > 0);
    assert_true(has(&dead, "unclean") && has(&dead, "keyevents.json"));
    sim_rig_done(&next);
    sim_rig_forget(&dead);
    text_done(&path);
}

/* The computer went down while a snapshot was written: that is said. Where only
 * the process went, its ring is there still and nothing is lost. */
static void a_snapshot_that_was_cut_by_the_end_is_told_unless_the_ring_is_saved(void **state)
{
    (void)state;
    for (int lost = 0; lost < 2; lost++) {
        struct rig dead, next;
        sim_rig_start(&dead, lost ? "press-lost-ring" : "press-saved-ring");
        leave(&dead, "snap.etl.part", true);
        sim_advance_by(sim_client_machine(), 2); /* a FLUSH may have emptied the ring */
        if (lost)
            sim_rig_tell("power_loss");
        sim_rig_init_in(&next, text_str(&dead.base));
        recorder_start(&next.recorder, &next.started);
        assert_false(outcome_failed(recorder_look_back(&next.recorder, &next.started)));
        assert_int_equal(next.started.unsaved, lost);
        assert_int_equal(next.started.recovered.len > 0, !lost);
        assert_true(has(&dead, "partial.etl"));
        assert_true(next.started.unclean.len > 0);
        sim_rig_done(&next);
        sim_rig_forget(&dead);
    }
}

static uint64_t lost_of_a_snapshot(struct rig *b)
{
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY;
    struct snapinfo info = {0};
    assert_false(outcome_failed(sim_rig_snapshot(b, &path)));
    assert_false(outcome_failed(recorder_check(&b->recorder, text_str(&path), &info, &verdict)));
    text_done(&path);
    text_done(&verdict);
    return info.summary.events_lost;
}

/* The game hangs, the key is pressed, and it still hangs when the ring is saved. */
static void a_freeze_that_goes_on_at_the_press_is_what_the_snapshot_is_about(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY;
    struct snapinfo info = {0};
    sim_rig_start(&b, "hangs");
    sim_advance_by(sim_client_machine(), 20);
    sim_rig_tell("incident present_gap ms=60000");
    sim_advance_by(sim_client_machine(), 3);
    info.pressed = sim_now_utc(sim_client_machine());
    info.foreground = GAME;
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_false(outcome_failed(recorder_check(&b.recorder, text_str(&path), &info, &verdict)));
    if (!strstr(text_str(&verdict), "still going on when the recording ended"))
        fail_msg("%s", text_str(&verdict));
    text_done(&path);
    text_done(&verdict);
    sim_rig_done(&b);
}

/* ETW counts from the session's start; "with gaps" must not stay for ever. */
static void what_was_lost_is_counted_from_the_snapshot_before(void **state)
{
    (void)state;
    struct rig b;
    sim_rig_start(&b, "lost");
    sim_rig_tell("behaviour capacity_kb_s=1");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell("behaviour capacity_kb_s=65536");
    uint64_t first = lost_of_a_snapshot(&b);
    assert_true(first > 100);
    assert_int_equal(first, b.recorder.buffer.facts.events_lost);
    sim_advance_by(sim_client_machine(), 5);
    assert_int_equal(lost_of_a_snapshot(&b), 0);
    sim_rig_tell("behaviour flush_loses=7");
    assert_int_equal(lost_of_a_snapshot(&b), 7);
    sim_rig_tell("behaviour flush_loses=0");
    assert_int_equal(lost_of_a_snapshot(&b), 0);
    /* A session that starts again counts from nothing. */
    sim_rig_tell("stop Hitchbox-Buffer");
    assert_true(recorder_watch(&b.recorder).changed);
    sim_rig_tell("behaviour capacity_kb_s=1");
    sim_advance_by(sim_client_machine(), 2);
    sim_rig_tell("behaviour capacity_kb_s=65536");
    uint64_t again = lost_of_a_snapshot(&b);
    assert_true(again > 0);
    assert_int_equal(again, b.recorder.buffer.facts.events_lost);
    sim_rig_done(&b);
}

void suite_press(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_old_file_that_is_held_does_not_delay_the_flush),
        cmocka_unit_test(a_press_does_not_wait_for_the_file_of_the_one_before),
        cmocka_unit_test(what_is_put_off_keeps_its_own_losses_and_the_time_of_its_flush),
        cmocka_unit_test(a_flush_without_a_file_gives_its_losses_to_the_next),
        cmocka_unit_test(a_freeze_that_goes_on_at_the_press_is_what_the_snapshot_is_about),
        cmocka_unit_test(what_was_lost_is_counted_from_the_snapshot_before),
        cmocka_unit_test(the_run_is_marked_as_ended_before_files_are_waited_for),
        cmocka_unit_test(looking_back_is_given_up_for_a_press_and_tells_all_the_same),
        cmocka_unit_test(a_snapshot_that_was_cut_by_the_end_is_told_unless_the_ring_is_saved),
    };
    SUITE_RUN("press", tests);
}
