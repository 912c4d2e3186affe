#include "tests/support/suite.h"

#include <string.h>

#include "runs/history.h"
#include "runs/run_files.h"
#include "tests/sim/sim_client.h"
#include "tests/support/folder.h"
#include "tests/support/sim_rig.h"
#include "recorder/recorder.h"

static void both_sessions_start_with_all_their_providers(void **state)
{
    (void)state;
    struct rig b;
    sim_rig_start(&b, "start");
    size_t wanted = 0;
    for (size_t i = 0; i < b.providers.count; i++)
        wanted += !b.providers.items[i].skipped;
    assert_false(outcome_failed(b.started.file));
    assert_false(outcome_failed(b.started.buffer));
    assert_int_equal(b.started.providers_failed, 0);
    assert_int_equal(b.started.ring_mb, 8);
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_START_TRACE, SIM_ANY_CODE), 2);
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_ON), wanted);
    assert_true(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE) > 0);
    sim_rig_done(&b);
}

static void a_snapshot_holds_events_and_its_json_says_how_many(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY, json_path = TEXT_EMPTY, json = TEXT_EMPTY;
    struct text verdict = TEXT_EMPTY;
    struct snapinfo info = {0}, read = {0};
    sim_rig_start(&b, "snapshot");
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap.etl"));
    info.pressed = os_utc_now();
    assert_false(outcome_failed(recorder_check(&b.recorder, text_str(&path), &info, &verdict)));
    assert_int_equal(info.summary.state, ETL_WHOLE);
    assert_true(verdict.len > 0);
    text_done(&verdict);
    assert_true(info.summary.payload_events > 1000);
    assert_true(snapinfo_span_ms(&info) >= 4000 && snapinfo_span_ms(&info) <= 6000);
    run_files_info(text_str(&path), &json_path);
    assert_false(outcome_failed(os_file_read(text_str(&json_path), 100000, &json)));
    assert_int_equal(snapinfo_read(json.bytes, json.len, &read).why, WHY_ok);
    assert_int_equal(read.summary.events, info.summary.events);
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap-2.etl"));
    text_done(&path);
    text_done(&json_path);
    text_done(&json);
    sim_rig_done(&b);
}

static bool always_busy(void *ctx)
{
    ++*(int *)ctx;
    return true;
}

/* A key press or a stop does not wait for it. */
static void a_verdict_is_given_up_for_something_better_and_made_later(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY, json = TEXT_EMPTY, verdict = TEXT_EMPTY;
    struct snapinfo info = {0};
    int asked = 0;
    sim_rig_start(&b, "busy");
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    run_files_info(text_str(&path), &json);
    b.recorder.busy = always_busy;
    b.recorder.busy_ctx = &asked;
    assert_int_equal(recorder_check(&b.recorder, text_str(&path), &info, &verdict).why, WHY_given_up);
    assert_int_equal(asked, 1);
    assert_int_equal(verdict.len, 0);
    assert_false(path_stands(text_str(&json)));
    b.recorder.busy = NULL;
    assert_false(outcome_failed(recorder_check(&b.recorder, text_str(&path), &info, &verdict)));
    assert_true(verdict.len > 0);
    assert_true(path_stands(text_str(&json)));
    text_done(&path);
    text_done(&json);
    text_done(&verdict);
    sim_rig_done(&b);
}

/* Windows says 0, and the file says otherwise. */
static void a_flush_that_wrote_no_trace_is_a_failure(void **state)
{
    (void)state;
    static const struct {
        const char *result;
        enum why why;
    } cases[] = {{"nothing", WHY_snapshot_missing}, {"garbage", WHY_snapshot_not_etl}, {"header_only", WHY_snapshot_empty}};
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "lies");
    sim_advance_by(sim_client_machine(), 5);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "behaviour flush_result=%s", cases[i].result);
        sim_rig_tell(line);
        struct outcome result = sim_rig_snapshot(&b, &path);
        assert_int_equal(result.why, cases[i].why);
        assert_false(path_stands(text_str(&path)));
        sim_rig_tell("behaviour flush_result=write");
        assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    }
    text_done(&path);
    sim_rig_done(&b);
}

static void each_code_of_flush_is_told_and_the_next_press_works(void **state)
{
    (void)state;
    static const uint32_t codes[] = {3, 5, 50, 87, 112, 123, 161, 1450, 1460};
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "codes");
    sim_advance_by(sim_client_machine(), 5);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "fail ControlTraceW:FLUSH code=%u times=1", (unsigned)codes[i]);
        sim_rig_tell(line);
        struct outcome result = sim_rig_snapshot(&b, &path);
        assert_int_equal(result.why, WHY_session_flush);
        assert_int_equal(result.os, codes[i]);
        assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    }
    text_done(&path);
    sim_rig_done(&b);
}

/* The name was taken meanwhile; or it may have been done all the same. */
static void a_flush_that_answers_183_or_234_once_costs_no_snapshot(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        uint32_t flushes;
    } cases[] = {{"fail ControlTraceW:FLUSH code=183 times=1", 2},
                 {"fail ControlTraceW:FLUSH code=234 times=1", 2},
                 {"fail ControlTraceW:FLUSH code=234 act=1 times=1", 1}};
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "again");
    sim_rig_tell("habits more_data=never");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sim_advance_by(sim_client_machine(), 2);
        sim_rig_tell(cases[i].line);
        uint32_t before = sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH);
        assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
        assert_true(path_stands(text_str(&path)));
        assert_int_equal(sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH) - before,
                         cases[i].flushes);
    }
    sim_rig_tell("fail ControlTraceW:FLUSH code=183");
    assert_int_equal(sim_rig_snapshot(&b, &path).os, 183);
    sim_rig_tell("fail clear");
    text_done(&path);
    sim_rig_done(&b);
}

static void a_provider_that_fails_is_named_and_the_others_run(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_machine();
    sim_rig_init(&b, "provider");
    sim_rig_tell("fail EnableTraceEx2 code=1450 times=1 after=2");
    recorder_start(&b.recorder, &b.started);
    assert_int_equal(b.started.providers_failed, 1);
    assert_int_equal(b.started.provider.os, 1450);
    assert_true(b.started.provider_name.len > 0);
    assert_true(sim_rig_log_holds(&b, "provider_failed session=Hitchbox-File name="));
    assert_false(outcome_failed(b.started.buffer));
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    text_done(&path);
    sim_rig_done(&b);
}

static void one_session_that_fails_leaves_the_other_running(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_machine();
    sim_rig_init(&b, "one");
    sim_rig_tell("fail StartTraceW code=5 times=1");
    recorder_start(&b.recorder, &b.started);
    assert_int_equal(b.started.file.os, 5);
    assert_false(outcome_failed(b.started.buffer));
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    sim_rig_done(&b);
    sim_rig_machine();
    sim_rig_init(&b, "other");
    sim_rig_tell("fail StartTraceW code=5 times=1 after=1");
    recorder_start(&b.recorder, &b.started);
    assert_false(outcome_failed(b.started.file));
    assert_int_equal(b.started.buffer.os, 5);
    assert_true(outcome_failed(sim_rig_snapshot(&b, &path)));
    text_done(&path);
    sim_rig_done(&b);
}

static void state_that_comes_too_late_does_not_hold_up_the_snapshot(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "late");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell("fail EnableTraceEx2:CAPTURE_STATE code=1460 times=3");
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(sim_rig_log_holds(&b, "capture_state_failed"));
    sim_advance_by(sim_client_machine(), 1);
    b.settings.capture_state_ms = 0;
    uint32_t before = sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE), before);
    text_done(&path);
    sim_rig_done(&b);
}

static void a_disk_without_room_is_told_and_the_ring_goes_on(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "disk");
    sim_advance_by(sim_client_machine(), 3);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    b.settings.reserve_mb = 0x7FFFFFFF;
    recorder_watch(&b.recorder); /* looks ahead */
    uint32_t flushes = sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH);
    struct outcome result = sim_rig_snapshot(&b, &path);
    assert_int_equal(result.why, WHY_disk_full);
    assert_int_equal(result.os, 112);
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH), flushes);
    b.settings.reserve_mb = 0;
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap-2.etl"));
    text_done(&path);
    sim_rig_done(&b);
}

/* Windows may answer 0 to half a file, and the file says so. */
static void half_a_file_that_windows_calls_good_is_no_snapshot(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY, partial = TEXT_EMPTY;
    sim_rig_start(&b, "half");
    sim_advance_by(sim_client_machine(), 5);
    text_addf(&partial, "%s%cpartial.etl", text_str(&b.folder), os_separator);
    sim_rig_tell("behaviour flush_result=half");
    struct outcome result = sim_rig_snapshot(&b, &path);
    assert_int_equal(result.why, WHY_snapshot_cut);
    assert_false(path_stands(text_str(&path)));
    assert_true(path_stands(text_str(&partial)));
    sim_rig_tell("behaviour flush_result=write");
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap.etl"));
    text_done(&path);
    text_done(&partial);
    sim_rig_done(&b);
}

static void a_first_snapshot_that_lacks_a_buffer_is_none(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_machine();
    sim_rig_init(&b, "lacks");
    b.settings.ring_mb = 64;
    recorder_start(&b.recorder, &b.started);
    sim_advance_by(sim_client_machine(), 0.3);
    sim_rig_tell("behaviour flush_counts_more=1");
    assert_int_equal(sim_rig_snapshot(&b, &path).why, WHY_snapshot_cut);
    sim_rig_tell("behaviour flush_counts_more=0");
    sim_advance_by(sim_client_machine(), 0.3);
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    text_done(&path);
    sim_rig_done(&b);
}

/* The header may count what the ring has forgotten, more than it can hold or,
 * where some CPUs have gone round their share and others not, less. */
static void a_header_that_counts_what_was_forgotten_spoils_no_snapshot(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    struct etl_extent extent = {0};
    sim_rig_start(&b, "counts");
    sim_advance_by(sim_client_machine(), 5);
    sim_rig_tell("behaviour flush_counts_more=100000");
    struct outcome result = sim_rig_snapshot(&b, &path);
    assert_int_equal(result.why, WHY_ok);
    assert_true(str_ends(text_str(&path), "snap.etl"));
    sim_rig_done(&b);
    sim_rig_start(&b, "shares");
    sim_rig_tell("habits reuse=share written=all load=tenfold parked=half after=kept");
    sim_advance_by(sim_client_machine(), 12);
    assert_int_equal(sim_rig_snapshot(&b, &path).why, WHY_ok);
    assert_false(outcome_failed(etl_glance_extent(text_str(&path), &extent)));
    assert_in_range(extent.claimed, extent.buffers + 1, b.recorder.buffer.facts.buffers + 1);
    text_done(&path);
    sim_rig_done(&b);
}

/* The machine's clock stands at a day of long ago, as if it was set since the
 * session began: the press is found in the trace all the same. */
static void a_press_is_found_in_the_trace_whatever_the_clock_was_set_to(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY, page = TEXT_EMPTY;
    struct snapinfo info = {0};
    sim_rig_start(&b, "clock");
    sim_advance_by(sim_client_machine(), 20);
    info.pressed = os_utc_now() - 50000000;
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(b.recorder.flushed - sim_now_utc(sim_client_machine()) > 864000000000);
    assert_false(outcome_failed(recorder_check(&b.recorder, text_str(&path), &info, &verdict)));
    assert_true(sim_rig_log_holds(&b, "clock_moved by_ms="));
    path.len -= 4;
    path.bytes[path.len] = 0;
    text_add(&path, ".html");
    assert_false(outcome_failed(os_file_read(text_str(&path), 10000000, &page)));
    assert_non_null(strstr(text_str(&page), "<rect class=\"k\""));
    text_done(&path);
    text_done(&verdict);
    text_done(&page);
    sim_rig_done(&b);
}

static bool yes(void *ctx)
{
    (void)ctx;
    return true;
}

/* At a log-off names may be missing, the events may not. */
static void a_snapshot_in_a_rush_asks_for_no_state(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    sim_rig_start(&b, "rush");
    sim_advance_by(sim_client_machine(), 5);
    uint32_t before = sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE);
    b.recorder.rushed = yes;
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE), before);
    b.recorder.rushed = NULL;
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE) > before);
    text_done(&path);
    sim_rig_done(&b);
}

static void half_a_file_is_kept_as_partial_and_never_called_a_snapshot(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY, partial = TEXT_EMPTY;
    sim_rig_start(&b, "partial");
    sim_advance_by(sim_client_machine(), 5);
    text_addf(&partial, "%s%cpartial.etl", text_str(&b.folder), os_separator);
    sim_rig_tell("habits more_data=never");
    sim_rig_tell("behaviour flush_result=half");
    sim_rig_tell("fail ControlTraceW:FLUSH code=112 times=1 act=1");
    struct outcome result = sim_rig_snapshot(&b, &path);
    assert_int_equal(result.why, WHY_session_flush);
    assert_int_equal(result.os, 112);
    assert_false(path_stands(text_str(&path)));
    assert_true(path_stands(text_str(&partial)));
    sim_rig_tell("behaviour flush_result=write");
    assert_false(outcome_failed(sim_rig_snapshot(&b, &path)));
    assert_true(path_stands(text_str(&path)));
    text_done(&path);
    text_done(&partial);
    sim_rig_done(&b);
}

static void without_memory_for_the_ring_half_and_a_quarter_are_tried(void **state)
{
    (void)state;
    for (unsigned refusals = 1; refusals <= 3; refusals++) {
        struct rig b;
        char line[64];
        sim_rig_machine();
        sim_rig_init(&b, "halves");
        b.settings.ring_mb = 32;
        snprintf(line, sizeof line, "fail StartTraceW code=1450 times=%u after=1", refusals);
        sim_rig_tell(line);
        recorder_start(&b.recorder, &b.started);
        assert_int_equal(b.started.ring_reduced, refusals < 3);
        assert_int_equal(outcome_failed(b.started.buffer), refusals == 3);
        assert_int_equal(b.started.ring_mb, refusals == 3 ? 0 : 32u >> refusals);
        if (refusals == 3)
            assert_non_null(strstr(text_str(&b.started.sessions), "Hitchbox-File"));
        sim_rig_done(&b);
    }
}

static void a_run_without_a_clean_stop_is_told_once_and_stays_in_the_history(void **state)
{
    (void)state;
    struct rig dead, next, later;
    struct history h;
    sim_rig_start(&dead, "unclean");
    sim_advance_by(sim_client_machine(), 70);
    sim_rig_tell("power_loss");
    sim_rig_init_in(&next, text_str(&dead.base));
    recorder_start(&next.recorder, &next.started);
    recorder_look_back(&next.recorder, &next.started);
    assert_true(str_ends(text_str(&next.started.unclean), "keyevents.etl"));
    assert_true(next.started.unclean_last > 0);
    assert_int_equal(next.started.recovered.len, 0);
    sim_rig_init_in(&later, text_str(&dead.base));
    history_init(&h);
    history_read(text_str(&dead.base), &h);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.entries[0].kind, HISTORY_UNCLEAN);
    assert_true(h.entries[0].time / 10 == next.started.unclean_last / 10);
    assert_int_equal(h.entries[0].info.summary.state, ETL_NOT_CLOSED);
    history_done(&h);
    sim_rig_done(&next);
    sim_rig_machine();
    recorder_start(&later.recorder, &later.started);
    recorder_look_back(&later.recorder, &later.started);
    assert_int_equal(later.started.unclean.len, 0);
    sim_rig_done(&later);
    sim_rig_forget(&dead);
}

static void stop_finalises_the_file(void **state)
{
    (void)state;
    struct rig b;
    struct text path = TEXT_EMPTY;
    struct etl_summary summary;
    sim_rig_start(&b, "stop");
    text_addf(&path, "%s%ckeyevents.etl", text_str(&b.folder), os_separator);
    sim_advance_by(sim_client_machine(), 70);
    assert_false(outcome_failed(etl_summarise(text_str(&path), &summary)));
    assert_int_equal(summary.state, ETL_NOT_CLOSED);
    assert_true(summary.payload_events > 0);
    recorder_stop(&b.recorder);
    assert_false(outcome_failed(etl_summarise(text_str(&path), &summary)));
    assert_int_equal(summary.state, ETL_WHOLE);
    text_done(&path);
    sim_rig_done(&b);
}

void suite_recorder(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sessions_start_with_all_their_providers),
        cmocka_unit_test(a_snapshot_holds_events_and_its_json_says_how_many),
        cmocka_unit_test(a_verdict_is_given_up_for_something_better_and_made_later),
        cmocka_unit_test(a_flush_that_wrote_no_trace_is_a_failure),
        cmocka_unit_test(each_code_of_flush_is_told_and_the_next_press_works),
        cmocka_unit_test(a_flush_that_answers_183_or_234_once_costs_no_snapshot),
        cmocka_unit_test(a_provider_that_fails_is_named_and_the_others_run),
        cmocka_unit_test(one_session_that_fails_leaves_the_other_running),
        cmocka_unit_test(state_that_comes_too_late_does_not_hold_up_the_snapshot),
        cmocka_unit_test(a_disk_without_room_is_told_and_the_ring_goes_on),
        cmocka_unit_test(half_a_file_that_windows_calls_good_is_no_snapshot),
        cmocka_unit_test(a_first_snapshot_that_lacks_a_buffer_is_none),
        cmocka_unit_test(a_header_that_counts_what_was_forgotten_spoils_no_snapshot),
        cmocka_unit_test(a_press_is_found_in_the_trace_whatever_the_clock_was_set_to),
        cmocka_unit_test(a_snapshot_in_a_rush_asks_for_no_state),
        cmocka_unit_test(half_a_file_is_kept_as_partial_and_never_called_a_snapshot),
        cmocka_unit_test(without_memory_for_the_ring_half_and_a_quarter_are_tried),
        cmocka_unit_test(a_run_without_a_clean_stop_is_told_once_and_stays_in_the_history),
        cmocka_unit_test(stop_finalises_the_file),
    };
    SUITE_RUN("recorder", tests);
}
