#include "tests/support/suite.h"

#include <string.h>

#include "runs/runs.h"
#include "tests/sim/sim_client.h"
#include "tests/support/bench.h"
#include "recorder/recorder.h"

static void what_a_killed_recorder_left_is_saved_and_taken_over(void **state)
{
    (void)state;
    struct bench killed, next;
    struct etl_summary summary;
    bench_start(&killed, "killed");
    sim_advance_by(sim_client_machine(), 7);
    bench_init_in(&next, text_str(&killed.base));
    recorder_start(&next.recorder, &next.started);
    assert_true(str_ends(text_str(&next.started.recovered), "recovered.etl"));
    assert_true(str_ends(text_str(&next.started.unclean), "keyevents.etl"));
    struct text run = TEXT_EMPTY, place = TEXT_EMPTY;
    runs_short_name(text_str(&killed.folder), &run);
    runs_short_name(text_str(&next.started.recovered), &place);
    assert_true(str_starts(text_str(&place), strchr(text_str(&run), '2')));
    text_done(&run);
    text_done(&place);
    assert_false(outcome_failed(etl_summarise(text_str(&next.started.recovered), &summary)));
    assert_true(summary.payload_events > 1000);
    assert_int_equal(next.recorder.buffer.origin, SESSION_MINE);
    assert_int_equal(next.recorder.file.origin, SESSION_MINE);
    bench_done(&next);
    bench_forget(&killed);
}

/* Beside an anti-cheat no session can be started, so none may be stopped. */
static void where_starting_is_refused_the_running_sessions_are_adopted(void **state)
{
    (void)state;
    struct bench killed, next;
    struct text path = TEXT_EMPTY;
    bench_start(&killed, "adopt");
    sim_advance_by(sim_client_machine(), 7);
    bench_init_in(&next, text_str(&killed.base));
    bench_tell("access_denied on");
    recorder_start(&next.recorder, &next.started);
    assert_true(next.started.adopted);
    assert_true(next.started.recovered.len > 0);
    assert_false(outcome_failed(next.started.buffer));
    assert_int_equal(next.recorder.buffer.origin, SESSION_FOUND);
    assert_int_equal(next.recorder.file.origin, SESSION_FOUND);
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_STOP), 0);
    sim_advance_by(sim_client_machine(), 3);
    assert_false(outcome_failed(bench_snapshot(&next, &path)));
    bench_done(&next);
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_STOP), 0);
    bench_forget(&killed);
    text_done(&path);
}

/* The name is ours, the session is not. */
static void a_session_of_another_kind_is_not_stopped(void **state)
{
    (void)state;
    struct bench b;
    struct session foreign = {0};
    struct session_plan plan = {0};
    struct session_block block;
    TRACEHANDLE handle = 0;
    bench_machine();
    bench_init(&b, "foreign");
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
    bench_done(&b);
    assert_false(outcome_failed(session_find(&foreign, SESSION_BUFFER, NULL)));
    text_done(&path);
}

static void file_in(struct text *path, const struct text *folder, const char *name)
{
    text_clear(path);
    text_addf(path, "%s%c%s", text_str(folder), os_separator, name);
}

/* The first process cannot save the ring, and takes the File session all the
 * same; two starts later it can. */
static void a_ring_that_is_saved_late_lies_in_the_run_that_it_records_for(void **state)
{
    (void)state;
    struct bench killed, next, third;
    struct text path = TEXT_EMPTY;
    bench_start(&killed, "late");
    sim_advance_by(sim_client_machine(), 5);
    bench_init_in(&next, text_str(&killed.base));
    next.settings.reserve_mb = 0x7FFFFFFF;
    recorder_start(&next.recorder, &next.started);
    assert_int_equal(next.started.buffer.why, WHY_exists);
    assert_int_equal(next.started.recovered.len, 0);
    assert_int_equal(next.recorder.file.origin, SESSION_MINE);
    bench_forget(&next);
    bench_init_in(&third, text_str(&killed.base));
    recorder_start(&third.recorder, &third.started);
    file_in(&path, &killed.folder, "recovered.etl");
    assert_true(bench_stands(text_str(&path)));
    assert_string_equal(text_str(&third.started.recovered), text_str(&path));
    file_in(&path, &killed.folder, "ring");
    assert_false(bench_stands(text_str(&path)));
    file_in(&path, &third.folder, "ring");
    assert_true(bench_stands(text_str(&path)));
    bench_done(&third);
    assert_false(bench_stands(text_str(&path)));
    bench_forget(&killed);
    text_done(&path);
}

static void a_ring_in_the_way_is_saved_by_the_watch_in_its_own_run(void **state)
{
    (void)state;
    struct bench killed, next;
    struct text path = TEXT_EMPTY;
    bench_start(&killed, "watched");
    sim_advance_by(sim_client_machine(), 5);
    bench_init_in(&next, text_str(&killed.base));
    next.settings.reserve_mb = 0x7FFFFFFF;
    recorder_start(&next.recorder, &next.started);
    assert_int_equal(next.started.buffer.why, WHY_exists);
    next.settings.reserve_mb = 0;
    assert_true(recorder_watch(&next.recorder).changed);
    assert_int_equal(next.recorder.buffer.origin, SESSION_MINE);
    file_in(&path, &killed.folder, "recovered.etl");
    assert_true(bench_stands(text_str(&path)));
    file_in(&path, &next.folder, "recovered.etl");
    assert_false(bench_stands(text_str(&path)));
    bench_done(&next);
    bench_forget(&killed);
    text_done(&path);
}

/* Only what a process started is stopped at its exit; nothing of it is lost. */
static void what_was_adopted_goes_on_after_the_exit_and_is_saved_by_the_next_start(void **state)
{
    (void)state;
    struct bench killed, next, third;
    struct text path = TEXT_EMPTY;
    bench_start(&killed, "left");
    sim_advance_by(sim_client_machine(), 5);
    bench_init_in(&next, text_str(&killed.base));
    bench_tell("access_denied on");
    recorder_start(&next.recorder, &next.started);
    assert_true(next.started.adopted);
    sim_advance_by(sim_client_machine(), 5);
    recorder_stop(&next.recorder);
    assert_true(bench_log_holds(&next, "session_left_running name=Hitchbox-Buffer"));
    assert_true(bench_log_holds(&next, "session_left_running name=Hitchbox-File"));
    file_in(&path, &next.folder, "recovered.etl");
    bench_tell("access_denied off");
    bench_init_in(&third, text_str(&killed.base));
    recorder_start(&third.recorder, &third.started);
    assert_string_equal(text_str(&third.started.recovered), text_str(&path));
    assert_int_equal(third.recorder.buffer.origin, SESSION_MINE);
    assert_int_equal(third.recorder.file.origin, SESSION_MINE);
    assert_int_equal(third.started.unclean.len, 0);
    bench_done(&third);
    bench_forget(&next);
    bench_forget(&killed);
    text_done(&path);
}

/* The key events go on where they were begun. */
static void beside_an_adopted_session_the_verdict_reads_its_own_file(void **state)
{
    (void)state;
    struct bench killed, next;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY, html = TEXT_EMPTY, page = TEXT_EMPTY;
    struct snapinfo info = {0};
    bench_start(&killed, "keys");
    sim_advance_by(sim_client_machine(), 5);
    bench_init_in(&next, text_str(&killed.base));
    bench_tell("access_denied on");
    recorder_start(&next.recorder, &next.started);
    struct text run = TEXT_EMPTY;
    runs_short_name(text_str(&killed.folder), &run);
    text_addf(&run, "%ckeyevents.etl", os_separator);
    assert_true(str_ends(text_str(&next.recorder.key_file), strchr(text_str(&run), '2')));
    text_done(&run);
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(bench_snapshot(&next, &path)));
    assert_false(outcome_failed(recorder_check(&next.recorder, text_str(&path), &info, &verdict)));
    text_add_bytes(&html, text_str(&path), path.len - 4);
    text_add(&html, ".html");
    assert_false(outcome_failed(os_file_read(text_str(&html), 10000000, &page)));
    assert_non_null(strstr(text_str(&page), "keyevents.etl"));
    assert_null(strstr(text_str(&page), "could not be read"));
    bench_done(&next);
    bench_tell("access_denied off");
    bench_forget(&killed);
    text_done(&path);
    text_done(&verdict);
    text_done(&html);
    text_done(&page);
}

void suite_recorder_found(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_killed_recorder_left_is_saved_and_taken_over),
        cmocka_unit_test(where_starting_is_refused_the_running_sessions_are_adopted),
        cmocka_unit_test(a_session_of_another_kind_is_not_stopped),
        cmocka_unit_test(a_ring_that_is_saved_late_lies_in_the_run_that_it_records_for),
        cmocka_unit_test(a_ring_in_the_way_is_saved_by_the_watch_in_its_own_run),
        cmocka_unit_test(what_was_adopted_goes_on_after_the_exit_and_is_saved_by_the_next_start),
        cmocka_unit_test(beside_an_adopted_session_the_verdict_reads_its_own_file),
    };
    SUITE_RUN("recorder_found", tests);
}
