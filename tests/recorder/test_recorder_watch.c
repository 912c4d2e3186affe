#include "tests/support/suite.h"

#include <string.h>

#include "runs/history.h"
#include "tests/sim/sim_client.h"
#include "tests/sim/sim_internal.h"
#include "tests/support/folder.h"
#include "tests/support/sim_rig.h"
#include "recorder/recorder.h"

static void a_session_that_another_program_stops_is_started_again(void **state)
{
    (void)state;
    struct rig b;
    struct session thief = {0};
    struct text path = TEXT_EMPTY, second = TEXT_EMPTY;
    sim_rig_start(&b, "watch");
    sim_advance_by(sim_client_machine(), 2);
    assert_false(recorder_watch(&b.recorder).changed);
    assert_false(outcome_failed(session_find(&thief, SESSION_BUFFER, NULL)));
    assert_false(outcome_failed(session_stop(&thief)));
    assert_false(outcome_failed(session_find(&thief, SESSION_FILE, NULL)));
    assert_false(outcome_failed(session_stop(&thief)));
    struct recorder_watched w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_true(w.from > 0 && w.to >= w.from);
    assert_false(outcome_failed(w.file));
    assert_false(outcome_failed(w.buffer));
    assert_true(sim_rig_log_holds(&b, " gap from="));
    text_addf(&second, "%s%ckeyevents-2.etl", text_str(&b.folder), os_separator);
    assert_true(path_stands(text_str(&second)));
    sim_advance_by(sim_client_machine(), 3);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_false(recorder_watch(&b.recorder).changed);
    text_done(&path);
    text_done(&second);
    sim_rig_done(&b);
}

static void a_lost_session_is_tried_again_quietly_until_it_runs(void **state)
{
    (void)state;
    struct rig b;
    struct session thief = {0};
    sim_rig_start(&b, "lost");
    assert_false(outcome_failed(session_find(&thief, SESSION_BUFFER, NULL)));
    assert_false(outcome_failed(session_stop(&thief)));
    sim_rig_tell("access_denied on");
    struct recorder_watched w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_int_equal(w.buffer.os, 5);
    struct os_stat before, after;
    assert_false(outcome_failed(os_stat(log_path(b.log), &before)));
    for (int i = 0; i < 20; i++)
        assert_false(recorder_watch(&b.recorder).changed);
    assert_false(outcome_failed(os_stat(log_path(b.log), &after)));
    assert_int_equal(before.len, after.len);
    sim_rig_tell("access_denied off");
    w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_false(outcome_failed(w.buffer));
    sim_rig_done(&b);
}

static bool session_runs(const char *name)
{
    return sim_session_by_name(sim_client_machine(), name) != NULL;
}

static uint32_t enabled_in(const char *name)
{
    const struct sim_session *n = sim_session_by_name(sim_client_machine(), name);
    uint32_t count = 0;
    for (uint32_t i = 0; n && i < SIM_MAX_PROVIDERS; i++)
        count += n->enables[i].on;
    return count;
}

/* As another program would start its own. */
static void start_stranger(const wchar_t *name)
{
    struct session_plan plan = {0};
    struct session_block block;
    TRACEHANDLE handle = 0;
    plan.kind = SESSION_BUFFER;
    plan.ring_mb = 8;
    plan.buffer_kb = 64;
    assert_true(session_plan_block(&plan, true, &block));
    assert_int_equal(StartTraceW(&handle, name, &block.properties), ERROR_SUCCESS);
}

static uint32_t control_calls(uint32_t code)
{
    return sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, code);
}

static uint32_t enable_calls(uint32_t code)
{
    return sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, code);
}

/* Windows gives a handle that is free to the next one who asks. */
static void a_stranger_with_our_handle_is_not_touched_by_a_press_or_a_watch(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_machine();
    sim_rig_init(&b, "stranger");
    sim_rig_tell("fail EnableTraceEx2:ENABLE code=1450 times=1 after=9");
    recorder_start(&b.recorder, &b.started);
    assert_int_equal(b.started.providers_failed, 1);
    sim_advance_by(sim_client_machine(), 3);
    sim_rig_tell("stop Hitchbox-Buffer");
    start_stranger(L"Stranger");
    uint64_t handle = sim_session_by_name(sim_client_machine(), "Stranger")->handle;
    assert_true(handle == b.recorder.buffer.handle);
    uint32_t flushes = control_calls(SIM_CONTROL_FLUSH), stops = control_calls(SIM_CONTROL_STOP);
    uint32_t captures = enable_calls(SIM_ENABLE_CAPTURE);
    assert_int_equal(sim_rig_snapshot(&b, &path).why, WHY_session_gone);
    assert_int_equal(control_calls(SIM_CONTROL_FLUSH), flushes);
    assert_int_equal(enable_calls(SIM_ENABLE_CAPTURE), captures);
    struct recorder_watched w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_false(outcome_failed(w.buffer));
    assert_true(sim_rig_log_holds(&b, "session_gone name=Hitchbox-Buffer"));
    assert_int_equal(control_calls(SIM_CONTROL_STOP), stops);
    assert_int_equal(enabled_in("Stranger"), 0);
    assert_true(enabled_in("Hitchbox-Buffer") > 5);
    assert_true(b.recorder.buffer.handle != handle);
    sim_advance_by(sim_client_machine(), 3);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    sim_rig_done(&b);
    assert_true(session_runs("Stranger"));
    text_done(&path);
}

static void a_stranger_with_our_name_is_noticed_and_saved_before_it_is_stopped(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "namesake");
    sim_rig_tell("stop Hitchbox-Buffer");
    start_stranger(SESSION_BUFFER_NAME);
    assert_int_equal(sim_rig_snapshot(&b, &path).why, WHY_session_gone);
    assert_int_equal(enabled_in("Hitchbox-Buffer"), 0);
    struct recorder_watched w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_int_equal(w.buffer.why, WHY_exists);
    assert_true(sim_rig_log_holds(&b, "session_replaced name=Hitchbox-Buffer"));
    sim_advance_by(sim_client_machine(), 1);
    w = recorder_watch(&b.recorder);
    assert_false(outcome_failed(w.buffer));
    assert_true(enabled_in("Hitchbox-Buffer") > 5);
    sim_advance_by(sim_client_machine(), 3);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    sim_rig_done(&b);
    text_done(&path);
}

#define RING_IN_REAL_TIME "mode 0x8000500 Hitchbox-Buffer"
#define FILE_IN_REAL_TIME "mode 0x8400102 Hitchbox-File"

static void a_ring_whose_modes_were_changed_is_saved_before_it_is_stopped(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    struct etl_summary summary;
    struct history h;
    sim_rig_start(&b, "changed");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell(RING_IN_REAL_TIME);
    struct recorder_watched w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_false(outcome_failed(w.buffer));
    text_addf(&path, "%s%crecovered.etl", text_str(&b.folder), os_separator);
    assert_false(outcome_failed(etl_summarise(text_str(&path), &summary)));
    assert_true(summary.payload_events > 1000);
    assert_true(sim_rig_log_holds(&b, " session_changed name=Hitchbox-Buffer"));
    assert_true(sim_rig_log_holds(&b, " recovered path="));
    history_init(&h);
    history_read(text_str(&b.base), &h);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.entries[0].kind, HISTORY_RECOVERED);
    history_done(&h);
    assert_false(recorder_watch(&b.recorder).changed);
    sim_rig_done(&b);
    text_done(&path);
}

static void a_changed_ring_that_cannot_be_saved_goes_on_until_it_can(void **state)
{
    (void)state;
    struct rig b;
    sim_rig_start(&b, "unsaved");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell(RING_IN_REAL_TIME);
    sim_rig_tell("fail ControlTraceW:FLUSH code=5 times=2");
    uint32_t stops = control_calls(SIM_CONTROL_STOP);
    struct recorder_watched w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_int_equal(w.buffer.why, WHY_session_flush);
    assert_int_equal(w.buffer.os, 5);
    w = recorder_watch(&b.recorder);
    assert_false(w.changed); /* told once */
    assert_int_equal(w.buffer.os, 5);
    assert_int_equal(control_calls(SIM_CONTROL_STOP), stops);
    assert_true(session_runs("Hitchbox-Buffer"));
    w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_false(outcome_failed(w.buffer));
    assert_int_equal(control_calls(SIM_CONTROL_STOP), stops + 1);
    sim_rig_done(&b);
}

static void a_changed_session_that_does_not_stop_is_told_and_tried_again(void **state)
{
    (void)state;
    struct rig b;
    struct text second = TEXT_EMPTY;
    sim_rig_start(&b, "unstopped");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell(FILE_IN_REAL_TIME);
    sim_rig_tell("fail ControlTraceW:STOP code=2402 times=1");
    text_addf(&second, "%s%ckeyevents-2.etl", text_str(&b.folder), os_separator);
    struct recorder_watched w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_int_equal(w.file.why, WHY_session_stop);
    assert_int_equal(w.file.os, 2402);
    assert_int_equal(b.recorder.file.origin, SESSION_MINE);
    assert_false(path_stands(text_str(&second)));
    w = recorder_watch(&b.recorder);
    assert_true(w.changed);
    assert_false(outcome_failed(w.file));
    assert_true(path_stands(text_str(&second)));
    assert_string_equal(text_str(&b.recorder.key_file), text_str(&second));
    sim_rig_done(&b);
    text_done(&second);
}

/* Each retry would write a ring of hundreds of megabytes again. */
static void a_ring_whose_session_cannot_be_stopped_is_saved_once(void **state)
{
    (void)state;
    struct rig b;
    sim_rig_start(&b, "savedonce");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell(RING_IN_REAL_TIME);
    sim_rig_tell("fail ControlTraceW:STOP code=2402 times=3");
    uint32_t flushes = control_calls(SIM_CONTROL_FLUSH);
    struct recorder_watched w = recorder_watch(&b.recorder);
    assert_int_equal(w.buffer.why, WHY_session_stop);
    assert_true(control_calls(SIM_CONTROL_FLUSH) > flushes);
    flushes = control_calls(SIM_CONTROL_FLUSH);
    for (int tries = 0; tries < 8 && outcome_failed(w.buffer); tries++)
        w = recorder_watch(&b.recorder);
    assert_false(outcome_failed(w.buffer));
    assert_int_equal(control_calls(SIM_CONTROL_FLUSH), flushes);
    sim_rig_done(&b);
}

static bool always(void *ctx)
{
    (void)ctx;
    return true;
}

/* Saving what stands in the way takes seconds; a press does not wait for it. */
static void a_watch_gives_way_to_a_press(void **state)
{
    (void)state;
    struct rig killed, next;
    sim_rig_start(&killed, "givesway");
    sim_rig_tell("habits more_data=never");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_init_in(&next, text_str(&killed.base));
    next.settings.reserve_mb = 0x7FFFFFFF;
    recorder_start(&next.recorder, &next.started);
    next.settings.reserve_mb = 0;
    uint32_t flushes = control_calls(SIM_CONTROL_FLUSH);
    next.recorder.busy = always;
    recorder_watch(&next.recorder);
    assert_int_equal(control_calls(SIM_CONTROL_FLUSH), flushes);
    next.recorder.busy = NULL;
    recorder_watch(&next.recorder);
    assert_int_equal(control_calls(SIM_CONTROL_FLUSH), flushes + 1);
    assert_int_equal(next.recorder.buffer.origin, SESSION_MINE);
    sim_rig_done(&next);
    sim_rig_forget(&killed);
}

void suite_recorder_watch(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_that_another_program_stops_is_started_again),
        cmocka_unit_test(a_lost_session_is_tried_again_quietly_until_it_runs),
        cmocka_unit_test(a_stranger_with_our_handle_is_not_touched_by_a_press_or_a_watch),
        cmocka_unit_test(a_stranger_with_our_name_is_noticed_and_saved_before_it_is_stopped),
        cmocka_unit_test(a_ring_whose_modes_were_changed_is_saved_before_it_is_stopped),
        cmocka_unit_test(a_changed_ring_that_cannot_be_saved_goes_on_until_it_can),
        cmocka_unit_test(a_changed_session_that_does_not_stop_is_told_and_tried_again),
        cmocka_unit_test(a_ring_whose_session_cannot_be_stopped_is_saved_once),
        cmocka_unit_test(a_watch_gives_way_to_a_press),
    };
    SUITE_RUN("recorder_watch", tests);
}
