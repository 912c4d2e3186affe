#include "tests/support/suite.h"

#include <string.h>

#include "base/json.h"
#include "runs/history.h"
#include "runs/run_files.h"
#include "tests/sim/sim_client.h"
#include "tests/support/folder.h"
#include "tests/support/sim_rig.h"
#include "recorder/recorder.h"

/* There is something better to do when it is asked for the nth time. */
static bool is_busy_at_last(void *ctx)
{
    int *left = ctx;
    return --*left == 0;
}

static void what_a_killed_recorder_left_is_saved_and_taken_over(void **state)
{
    (void)state;
    struct rig killed, next;
    struct etl_summary summary;
    sim_rig_start(&killed, "killed");
    sim_advance_by(sim_client_machine(), 7);
    sim_rig_init_in(&next, text_str(&killed.base));
    recorder_start(&next.recorder, &next.started);
    recorder_look_back(&next.recorder, &next.started);
    assert_true(str_ends(text_str(&next.started.recovered), "recovered.etl"));
    assert_true(str_ends(text_str(&next.started.unclean), "keyevents.etl"));
    struct text run = TEXT_EMPTY, place = TEXT_EMPTY;
    run_files_short_name(text_str(&killed.folder), &run);
    run_files_short_name(text_str(&next.started.recovered), &place);
    assert_true(str_starts(text_str(&place), strchr(text_str(&run), '2')));
    text_done(&run);
    text_done(&place);
    assert_false(outcome_failed(etl_summarise(text_str(&next.started.recovered), &summary)));
    assert_true(summary.payload_events > 1000);
    assert_int_equal(next.recorder.buffer.origin, SESSION_MINE);
    assert_int_equal(next.recorder.file.origin, SESSION_MINE);
    sim_rig_done(&next);
    sim_rig_forget(&killed);
}

static void assert_member(const char *json, const char *name)
{
    struct text value = TEXT_EMPTY;
    assert_true(json_find(json, json + strlen(json), name, &value));
    assert_true(value.len > 0);
    text_done(&value);
}

/* In every language, and with a page; also when a press came in between. */
static void a_recovered_ring_gets_verdict_and_report_like_any_other(void **state)
{
    (void)state;
    struct rig killed, next;
    struct text path = TEXT_EMPTY, json = TEXT_EMPTY;
    struct os_stat page;
    sim_rig_start(&killed, "verdict-of-recovered");
    sim_advance_by(sim_client_machine(), 7);
    sim_rig_init_in(&next, text_str(&killed.base));
    recorder_start(&next.recorder, &next.started);
    next.recorder.busy = is_busy_at_last;
    next.recorder.busy_ctx = &(int){12};
    while (recorder_look_back(&next.recorder, &next.started).why == WHY_given_up)
        next.recorder.busy_ctx = &(int){1000000};
    run_files_info(text_str(&next.started.recovered), &path);
    assert_false(outcome_failed(os_file_read(text_str(&path), 65536, &json)));
    assert_member(text_str(&json), "verdict");
    assert_member(text_str(&json), "felt_en");
    assert_member(text_str(&json), "felt_zh-CN");
    text_clear(&path);
    run_files_report(text_str(&next.started.recovered), &path);
    assert_false(outcome_failed(os_stat(text_str(&path), &page)));
    assert_true(page.len > 1000);
    assert_false(next.recorder.recovered_due);
    text_done(&path);
    text_done(&json);
    sim_rig_done(&next);
    sim_rig_forget(&killed);
}

/* Beside an anti-cheat no session can be started, so none may be stopped. */
static void where_starting_is_refused_the_running_sessions_are_adopted(void **state)
{
    (void)state;
    struct rig killed, next;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&killed, "adopt");
    sim_advance_by(sim_client_machine(), 7);
    sim_rig_init_in(&next, text_str(&killed.base));
    sim_rig_tell("access_denied on");
    recorder_start(&next.recorder, &next.started);
    recorder_look_back(&next.recorder, &next.started);
    assert_true(next.started.adopted);
    assert_true(next.started.recovered.len > 0);
    assert_false(outcome_failed(next.started.buffer));
    assert_int_equal(next.recorder.buffer.origin, SESSION_FOUND);
    assert_int_equal(next.recorder.file.origin, SESSION_FOUND);
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_STOP), 0);
    sim_advance_by(sim_client_machine(), 3);
    assert_false(outcome_failed(sim_rig_snapshot(&next, &path)));
    sim_rig_done(&next);
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_STOP), 0);
    sim_rig_forget(&killed);
    text_done(&path);
}

/* The name is ours, the session is not. */
static void a_session_of_another_kind_is_not_stopped(void **state)
{
    (void)state;
    struct rig b;
    struct session foreign = {0};
    struct session_plan plan = {0};
    struct session_block block;
    TRACEHANDLE handle = 0;
    sim_rig_machine();
    sim_rig_init(&b, "foreign");
    plan.kind = SESSION_FILE;
    plan.file_mb = 16;
    plan.buffer_kb = 64;
    plan.cpus = 2;
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%cforeign.etl", text_str(&b.base), os_separator);
    plan.file = text_str(&path);
    assert_true(session_plan_block(&plan, false, &block));
    assert_int_equal(StartTraceW(&handle, SESSION_BUFFER_NAME, &block.properties), ERROR_SUCCESS);
    recorder_start(&b.recorder, &b.started);
    assert_int_equal(b.started.buffer.why, WHY_exists);
    assert_int_equal(b.started.recovered.len, 0);
    assert_false(outcome_failed(session_find(&foreign, SESSION_BUFFER, NULL)));
    assert_false(outcome_failed(b.started.file));
    sim_rig_done(&b);
    assert_false(outcome_failed(session_find(&foreign, SESSION_BUFFER, NULL)));
    text_done(&path);
}

/* The first process cannot save the ring, and takes the File session all the
 * same; two starts later it can. */
static void a_ring_that_is_saved_late_lies_in_the_run_that_it_records_for(void **state)
{
    (void)state;
    struct rig killed, next, third;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&killed, "late");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_init_in(&next, text_str(&killed.base));
    next.settings.reserve_mb = 0x7FFFFFFF;
    recorder_start(&next.recorder, &next.started);
    recorder_look_back(&next.recorder, &next.started);
    assert_int_equal(next.started.buffer.why, WHY_exists);
    assert_int_equal(next.started.recovered.len, 0);
    assert_int_equal(next.recorder.file.origin, SESSION_MINE);
    sim_rig_forget(&next);
    sim_rig_init_in(&third, text_str(&killed.base));
    recorder_start(&third.recorder, &third.started);
    recorder_look_back(&third.recorder, &third.started);
    folder_join(&path, text_str(&killed.folder), "recovered.etl");
    assert_true(path_stands(text_str(&path)));
    assert_string_equal(text_str(&third.started.recovered), text_str(&path));
    folder_join(&path, text_str(&killed.folder), "ring");
    assert_false(path_stands(text_str(&path)));
    folder_join(&path, text_str(&third.folder), "ring");
    assert_true(path_stands(text_str(&path)));
    sim_rig_done(&third);
    assert_false(path_stands(text_str(&path)));
    sim_rig_forget(&killed);
    text_done(&path);
}

static void a_ring_in_the_way_is_saved_by_the_watch_in_its_own_run(void **state)
{
    (void)state;
    struct rig killed, next;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&killed, "watched");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_init_in(&next, text_str(&killed.base));
    next.settings.reserve_mb = 0x7FFFFFFF;
    recorder_start(&next.recorder, &next.started);
    recorder_look_back(&next.recorder, &next.started);
    assert_int_equal(next.started.buffer.why, WHY_exists);
    next.settings.reserve_mb = 0;
    assert_true(recorder_watch(&next.recorder).changed);
    assert_int_equal(next.recorder.buffer.origin, SESSION_MINE);
    folder_join(&path, text_str(&killed.folder), "recovered.etl");
    assert_true(path_stands(text_str(&path)));
    folder_join(&path, text_str(&next.folder), "recovered.etl");
    assert_false(path_stands(text_str(&path)));
    sim_rig_done(&next);
    sim_rig_forget(&killed);
    text_done(&path);
}

/* Only what a process started is stopped at its exit; nothing of it is lost. */
static void what_was_adopted_goes_on_after_the_exit_and_is_saved_by_the_next_start(void **state)
{
    (void)state;
    struct rig killed, next, third;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&killed, "left");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_init_in(&next, text_str(&killed.base));
    sim_rig_tell("access_denied on");
    recorder_start(&next.recorder, &next.started);
    recorder_look_back(&next.recorder, &next.started);
    assert_true(next.started.adopted);
    sim_advance_by(sim_client_machine(), 5);
    recorder_stop(&next.recorder);
    assert_true(sim_rig_log_holds(&next, "session_left_running name=Hitchbox-Buffer"));
    assert_true(sim_rig_log_holds(&next, "session_left_running name=Hitchbox-File"));
    folder_join(&path, text_str(&next.folder), "recovered.etl");
    sim_rig_tell("access_denied off");
    sim_rig_init_in(&third, text_str(&killed.base));
    recorder_start(&third.recorder, &third.started);
    recorder_look_back(&third.recorder, &third.started);
    assert_string_equal(text_str(&third.started.recovered), text_str(&path));
    assert_int_equal(third.recorder.buffer.origin, SESSION_MINE);
    assert_int_equal(third.recorder.file.origin, SESSION_MINE);
    assert_int_equal(third.started.unclean.len, 0);
    sim_rig_done(&third);
    sim_rig_forget(&next);
    sim_rig_forget(&killed);
    text_done(&path);
}

/* The key events go on where they were begun. */
static void beside_an_adopted_session_the_verdict_reads_its_own_file(void **state)
{
    (void)state;
    struct rig killed, next;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY, html = TEXT_EMPTY, page = TEXT_EMPTY;
    struct snapinfo info = {0};
    sim_rig_start(&killed, "keys");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_init_in(&next, text_str(&killed.base));
    sim_rig_tell("access_denied on");
    recorder_start(&next.recorder, &next.started);
    recorder_look_back(&next.recorder, &next.started);
    struct text run = TEXT_EMPTY;
    run_files_short_name(text_str(&killed.folder), &run);
    text_addf(&run, "%ckeyevents.etl", os_separator);
    assert_true(str_ends(text_str(&next.recorder.key_file), strchr(text_str(&run), '2')));
    text_done(&run);
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(sim_rig_snapshot(&next, &path)));
    assert_false(outcome_failed(recorder_check(&next.recorder, text_str(&path), &info, &verdict)));
    text_add_bytes(&html, text_str(&path), path.len - 4);
    text_add(&html, ".html");
    assert_false(outcome_failed(os_file_read(text_str(&html), 10000000, &page)));
    assert_non_null(strstr(text_str(&page), "keyevents.etl"));
    assert_null(strstr(text_str(&page), "could not be read"));
    sim_rig_done(&next);
    sim_rig_tell("access_denied off");
    sim_rig_forget(&killed);
    text_done(&path);
    text_done(&verdict);
    text_done(&html);
    text_done(&page);
}

/* The File session was stopped by another program and went on in a second file:
 * what led up to the crash is there. */
static void the_newest_key_events_of_a_run_that_was_cut_off_are_told_of(void **state)
{
    (void)state;
    struct rig dead, next;
    struct session thief = {0};
    struct history h;
    sim_rig_start(&dead, "keys");
    sim_advance_by(sim_client_machine(), 70);
    assert_false(outcome_failed(session_find(&thief, SESSION_FILE, NULL)));
    assert_false(outcome_failed(session_stop(&thief)));
    assert_true(recorder_watch(&dead.recorder).changed);
    sim_advance_by(sim_client_machine(), 70);
    sim_rig_tell("power_loss");
    sim_rig_init_in(&next, text_str(&dead.base));
    recorder_start(&next.recorder, &next.started);
    assert_false(outcome_failed(recorder_look_back(&next.recorder, &next.started)));
    assert_true(str_ends(text_str(&next.started.unclean), "keyevents-2.etl"));
    assert_true(next.started.unclean_last > 0);
    history_init(&h);
    history_read(text_str(&dead.base), &h);
    assert_int_equal(h.count, 1);
    assert_true(str_ends(text_str(&h.entries[0].path), "keyevents-2.etl"));
    assert_true(h.entries[0].time / 10 == next.started.unclean_last / 10);
    history_done(&h);
    sim_rig_done(&next);
    sim_rig_forget(&dead);
}

void suite_recorder_found(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_killed_recorder_left_is_saved_and_taken_over),
        cmocka_unit_test(a_recovered_ring_gets_verdict_and_report_like_any_other),
        cmocka_unit_test(where_starting_is_refused_the_running_sessions_are_adopted),
        cmocka_unit_test(a_session_of_another_kind_is_not_stopped),
        cmocka_unit_test(a_ring_that_is_saved_late_lies_in_the_run_that_it_records_for),
        cmocka_unit_test(a_ring_in_the_way_is_saved_by_the_watch_in_its_own_run),
        cmocka_unit_test(what_was_adopted_goes_on_after_the_exit_and_is_saved_by_the_next_start),
        cmocka_unit_test(beside_an_adopted_session_the_verdict_reads_its_own_file),
        cmocka_unit_test(the_newest_key_events_of_a_run_that_was_cut_off_are_told_of),
    };
    SUITE_RUN("recorder_found", tests);
}
