#include "tests/support/suite.h"

#include <string.h>

#include "runs/runs.h"
#include "tests/sim/sim_client.h"
#include "tests/support/bench.h"
#include "recorder/recorder.h"

static void both_sessions_start_with_all_their_providers(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "start");
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
    bench_done(&b);
}

static void a_snapshot_holds_events_and_its_json_says_how_many(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY, json_path = TEXT_EMPTY, json = TEXT_EMPTY;
    struct text verdict = TEXT_EMPTY;
    struct snapinfo info = {0}, read = {0};
    bench_start(&b, "snapshot");
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap.etl"));
    info.pressed = os_utc_now();
    assert_false(outcome_failed(recorder_check(&b.recorder, text_str(&path), &info, &verdict)));
    assert_int_equal(info.summary.state, ETL_WHOLE);
    assert_true(verdict.len > 0);
    text_done(&verdict);
    assert_true(info.summary.payload_events > 1000);
    assert_true(snapinfo_span_ms(&info) >= 4000 && snapinfo_span_ms(&info) <= 6000);
    runs_info_path(text_str(&path), &json_path);
    assert_false(outcome_failed(os_file_read(text_str(&json_path), 100000, &json)));
    assert_true(snapinfo_read(json.bytes, json.len, &read));
    assert_int_equal(read.summary.events, info.summary.events);
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap-2.etl"));
    text_done(&path);
    text_done(&json_path);
    text_done(&json);
    bench_done(&b);
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
    struct bench b;
    struct text path = TEXT_EMPTY, json = TEXT_EMPTY, verdict = TEXT_EMPTY;
    struct snapinfo info = {0};
    int asked = 0;
    bench_start(&b, "busy");
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    runs_info_path(text_str(&path), &json);
    b.recorder.busy = always_busy;
    b.recorder.busy_ctx = &asked;
    assert_int_equal(recorder_check(&b.recorder, text_str(&path), &info, &verdict).why, WHY_given_up);
    assert_int_equal(asked, 1);
    assert_int_equal(verdict.len, 0);
    assert_false(bench_stands(text_str(&json)));
    b.recorder.busy = NULL;
    assert_false(outcome_failed(recorder_check(&b.recorder, text_str(&path), &info, &verdict)));
    assert_true(verdict.len > 0);
    assert_true(bench_stands(text_str(&json)));
    text_done(&path);
    text_done(&json);
    text_done(&verdict);
    bench_done(&b);
}

/* Windows says 0, and the file says otherwise. */
static void a_flush_that_wrote_no_trace_is_a_failure(void **state)
{
    (void)state;
    static const struct {
        const char *result;
        enum why why;
    } cases[] = {{"nothing", WHY_snapshot_missing}, {"garbage", WHY_snapshot_not_etl}, {"header_only", WHY_snapshot_empty}};
    struct bench b;
    struct text path = TEXT_EMPTY;
    bench_start(&b, "lies");
    sim_advance_by(sim_client_machine(), 5);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "behaviour flush_result=%s", cases[i].result);
        bench_tell(line);
        struct outcome result = bench_snapshot(&b, &path);
        assert_int_equal(result.why, cases[i].why);
        assert_false(bench_stands(text_str(&path)));
        bench_tell("behaviour flush_result=write");
        assert_false(outcome_failed(bench_snapshot(&b, &path)));
    }
    text_done(&path);
    bench_done(&b);
}

static void each_code_of_flush_is_told_and_the_next_press_works(void **state)
{
    (void)state;
    static const uint32_t codes[] = {3, 5, 50, 87, 112, 123, 161, 183, 1450, 1460};
    struct bench b;
    struct text path = TEXT_EMPTY;
    bench_start(&b, "codes");
    sim_advance_by(sim_client_machine(), 5);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "fail ControlTraceW:FLUSH code=%u times=1", (unsigned)codes[i]);
        bench_tell(line);
        struct outcome result = bench_snapshot(&b, &path);
        assert_int_equal(result.why, WHY_session_flush);
        assert_int_equal(result.os, codes[i]);
        assert_false(outcome_failed(bench_snapshot(&b, &path)));
    }
    text_done(&path);
    bench_done(&b);
}

static void a_provider_that_fails_is_named_and_the_others_run(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY;
    bench_machine();
    bench_init(&b, "provider");
    bench_tell("fail EnableTraceEx2 code=1450 times=1 after=2");
    recorder_start(&b.recorder, &b.started);
    assert_int_equal(b.started.providers_failed, 1);
    assert_int_equal(b.started.provider.os, 1450);
    assert_true(b.started.provider_name.len > 0);
    assert_true(bench_log_holds(&b, "provider_failed session=Hitchbox-File name="));
    assert_false(outcome_failed(b.started.buffer));
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    text_done(&path);
    bench_done(&b);
}

static void one_session_that_fails_leaves_the_other_running(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY;
    bench_machine();
    bench_init(&b, "one");
    bench_tell("fail StartTraceW code=5 times=1");
    recorder_start(&b.recorder, &b.started);
    assert_int_equal(b.started.file.os, 5);
    assert_false(outcome_failed(b.started.buffer));
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    bench_done(&b);
    bench_machine();
    bench_init(&b, "other");
    bench_tell("fail StartTraceW code=5 times=1 after=1");
    recorder_start(&b.recorder, &b.started);
    assert_false(outcome_failed(b.started.file));
    assert_int_equal(b.started.buffer.os, 5);
    assert_true(outcome_failed(bench_snapshot(&b, &path)));
    text_done(&path);
    bench_done(&b);
}

static void state_that_comes_too_late_does_not_hold_up_the_snapshot(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY;
    bench_start(&b, "late");
    sim_advance_by(sim_client_machine(), 5);
    bench_tell("fail EnableTraceEx2:CAPTURE_STATE code=1460 times=3");
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_true(bench_log_holds(&b, "capture_state_failed"));
    b.settings.capture_state_ms = 0;
    uint32_t before = sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE);
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE), before);
    text_done(&path);
    bench_done(&b);
}

static void a_disk_without_room_is_told_and_the_ring_goes_on(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY;
    bench_start(&b, "disk");
    sim_advance_by(sim_client_machine(), 3);
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    b.settings.reserve_mb = 0x7FFFFFFF;
    uint32_t flushes = sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH);
    struct outcome result = bench_snapshot(&b, &path);
    assert_int_equal(result.why, WHY_disk_full);
    assert_int_equal(result.os, 112);
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH), flushes);
    b.settings.reserve_mb = 0;
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap-2.etl"));
    text_done(&path);
    bench_done(&b);
}

/* Windows may answer 0 to half a file, and the file says so. */
static void half_a_file_that_windows_calls_good_is_no_snapshot(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY, partial = TEXT_EMPTY;
    bench_start(&b, "half");
    sim_advance_by(sim_client_machine(), 5);
    text_addf(&partial, "%s%cpartial.etl", text_str(&b.folder), os_separator);
    bench_tell("behaviour flush_result=half");
    struct outcome result = bench_snapshot(&b, &path);
    assert_int_equal(result.why, WHY_snapshot_cut);
    assert_false(bench_stands(text_str(&path)));
    assert_true(bench_stands(text_str(&partial)));
    bench_tell("behaviour flush_result=write");
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap.etl"));
    text_done(&path);
    text_done(&partial);
    bench_done(&b);
}

/* The header may count what the ring has forgotten; the file can hold no more
 * than the ring. */
static void a_header_that_counts_more_than_the_ring_has_spoils_no_snapshot(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY;
    bench_start(&b, "counts");
    sim_advance_by(sim_client_machine(), 5);
    bench_tell("behaviour flush_counts_more=100000");
    struct outcome result = bench_snapshot(&b, &path);
    bench_tell("behaviour flush_counts_more=0");
    assert_int_equal(result.why, WHY_ok);
    assert_true(str_ends(text_str(&path), "snap.etl"));
    text_done(&path);
    bench_done(&b);
}

static uint64_t lost_of_a_snapshot(struct bench *b)
{
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY;
    struct snapinfo info = {0};
    assert_false(outcome_failed(bench_snapshot(b, &path)));
    assert_false(outcome_failed(recorder_check(&b->recorder, text_str(&path), &info, &verdict)));
    text_done(&path);
    text_done(&verdict);
    return info.summary.events_lost;
}

/* ETW counts from the session's start; "with gaps" must not stay for ever. */
static void what_was_lost_is_counted_from_the_snapshot_before(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "lost");
    bench_tell("behaviour capacity_kb_s=1");
    sim_advance_by(sim_client_machine(), 5);
    bench_tell("behaviour capacity_kb_s=65536");
    uint64_t first = lost_of_a_snapshot(&b);
    assert_true(first > 100);
    assert_int_equal(first, b.recorder.buffer.facts.events_lost);
    sim_advance_by(sim_client_machine(), 5);
    assert_int_equal(lost_of_a_snapshot(&b), 0);
    bench_tell("behaviour flush_loses=7");
    assert_int_equal(lost_of_a_snapshot(&b), 7);
    bench_tell("behaviour flush_loses=0");
    assert_int_equal(lost_of_a_snapshot(&b), 0);
    /* A session that starts again counts from nothing. */
    bench_tell("stop Hitchbox-Buffer");
    assert_true(recorder_watch(&b.recorder).changed);
    bench_tell("behaviour capacity_kb_s=1");
    sim_advance_by(sim_client_machine(), 2);
    bench_tell("behaviour capacity_kb_s=65536");
    uint64_t again = lost_of_a_snapshot(&b);
    assert_true(again > 0);
    assert_int_equal(again, b.recorder.buffer.facts.events_lost);
    bench_done(&b);
}

/* The machine's clock stands at a day of long ago, as if it was set since the
 * session began: the press is found in the trace all the same. */
static void a_press_is_found_in_the_trace_whatever_the_clock_was_set_to(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY, page = TEXT_EMPTY;
    struct snapinfo info = {0};
    bench_start(&b, "clock");
    sim_advance_by(sim_client_machine(), 20);
    info.pressed = os_utc_now() - 50000000;
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_true(b.recorder.flushed - sim_now_utc(sim_client_machine()) > 864000000000);
    assert_false(outcome_failed(recorder_check(&b.recorder, text_str(&path), &info, &verdict)));
    assert_true(bench_log_holds(&b, "clock_moved by_ms="));
    path.len -= 4;
    path.bytes[path.len] = 0;
    text_add(&path, ".html");
    assert_false(outcome_failed(os_file_read(text_str(&path), 10000000, &page)));
    assert_non_null(strstr(text_str(&page), "<rect class=\"k\""));
    text_done(&path);
    text_done(&verdict);
    text_done(&page);
    bench_done(&b);
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
    struct bench b;
    struct text path = TEXT_EMPTY;
    bench_start(&b, "rush");
    sim_advance_by(sim_client_machine(), 5);
    uint32_t before = sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE);
    b.recorder.rushed = yes;
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE), before);
    b.recorder.rushed = NULL;
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_true(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE) > before);
    text_done(&path);
    bench_done(&b);
}

static void half_a_file_is_kept_as_partial_and_never_called_a_snapshot(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY, partial = TEXT_EMPTY;
    bench_start(&b, "partial");
    sim_advance_by(sim_client_machine(), 5);
    text_addf(&partial, "%s%cpartial.etl", text_str(&b.folder), os_separator);
    bench_tell("behaviour flush_result=half");
    bench_tell("fail ControlTraceW:FLUSH code=112 times=1 act=1");
    struct outcome result = bench_snapshot(&b, &path);
    assert_int_equal(result.why, WHY_session_flush);
    assert_int_equal(result.os, 112);
    assert_false(bench_stands(text_str(&path)));
    assert_true(bench_stands(text_str(&partial)));
    bench_tell("behaviour flush_result=write");
    assert_false(outcome_failed(bench_snapshot(&b, &path)));
    assert_true(bench_stands(text_str(&path)));
    text_done(&path);
    text_done(&partial);
    bench_done(&b);
}

static void without_memory_for_the_ring_half_and_a_quarter_are_tried(void **state)
{
    (void)state;
    for (unsigned refusals = 1; refusals <= 3; refusals++) {
        struct bench b;
        char line[64];
        bench_machine();
        bench_init(&b, "halves");
        b.settings.ring_mb = 32;
        snprintf(line, sizeof line, "fail StartTraceW code=1450 times=%u after=1", refusals);
        bench_tell(line);
        recorder_start(&b.recorder, &b.started);
        assert_int_equal(b.started.ring_reduced, refusals < 3);
        assert_int_equal(outcome_failed(b.started.buffer), refusals == 3);
        assert_int_equal(b.started.ring_mb, refusals == 3 ? 0 : 32u >> refusals);
        if (refusals == 3)
            assert_non_null(strstr(text_str(&b.started.sessions), "Hitchbox-File"));
        bench_done(&b);
    }
}

static void a_run_without_a_clean_stop_is_told_once_and_stays_in_the_history(void **state)
{
    (void)state;
    struct bench dead, next, later;
    struct history h;
    bench_start(&dead, "unclean");
    sim_advance_by(sim_client_machine(), 70);
    bench_tell("power_loss");
    bench_init_in(&next, text_str(&dead.base));
    recorder_start(&next.recorder, &next.started);
    assert_true(str_ends(text_str(&next.started.unclean), "keyevents.etl"));
    assert_true(next.started.unclean_last > 0);
    assert_int_equal(next.started.recovered.len, 0);
    bench_init_in(&later, text_str(&dead.base));
    history_init(&h);
    history_read(text_str(&dead.base), &h);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.entries[0].kind, HISTORY_UNCLEAN);
    assert_true(h.entries[0].time / 10 == next.started.unclean_last / 10);
    assert_int_equal(h.entries[0].info.summary.state, ETL_NOT_CLOSED);
    history_done(&h);
    bench_done(&next);
    bench_machine();
    recorder_start(&later.recorder, &later.started);
    assert_int_equal(later.started.unclean.len, 0);
    bench_done(&later);
    bench_forget(&dead);
}

static void stop_finalises_the_file(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY;
    struct etl_summary summary;
    bench_start(&b, "stop");
    text_addf(&path, "%s%ckeyevents.etl", text_str(&b.folder), os_separator);
    sim_advance_by(sim_client_machine(), 70);
    assert_false(outcome_failed(etl_summarise(text_str(&path), &summary)));
    assert_int_equal(summary.state, ETL_NOT_CLOSED);
    assert_true(summary.payload_events > 0);
    recorder_stop(&b.recorder);
    assert_false(outcome_failed(etl_summarise(text_str(&path), &summary)));
    assert_int_equal(summary.state, ETL_WHOLE);
    text_done(&path);
    bench_done(&b);
}

void suite_recorder(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sessions_start_with_all_their_providers),
        cmocka_unit_test(a_snapshot_holds_events_and_its_json_says_how_many),
        cmocka_unit_test(a_verdict_is_given_up_for_something_better_and_made_later),
        cmocka_unit_test(a_flush_that_wrote_no_trace_is_a_failure),
        cmocka_unit_test(each_code_of_flush_is_told_and_the_next_press_works),
        cmocka_unit_test(a_provider_that_fails_is_named_and_the_others_run),
        cmocka_unit_test(one_session_that_fails_leaves_the_other_running),
        cmocka_unit_test(state_that_comes_too_late_does_not_hold_up_the_snapshot),
        cmocka_unit_test(a_disk_without_room_is_told_and_the_ring_goes_on),
        cmocka_unit_test(half_a_file_that_windows_calls_good_is_no_snapshot),
        cmocka_unit_test(a_header_that_counts_more_than_the_ring_has_spoils_no_snapshot),
        cmocka_unit_test(what_was_lost_is_counted_from_the_snapshot_before),
        cmocka_unit_test(a_press_is_found_in_the_trace_whatever_the_clock_was_set_to),
        cmocka_unit_test(a_snapshot_in_a_rush_asks_for_no_state),
        cmocka_unit_test(half_a_file_is_kept_as_partial_and_never_called_a_snapshot),
        cmocka_unit_test(without_memory_for_the_ring_half_and_a_quarter_are_tried),
        cmocka_unit_test(a_run_without_a_clean_stop_is_told_once_and_stays_in_the_history),
        cmocka_unit_test(stop_finalises_the_file),
    };
    SUITE_RUN("recorder", tests);
}
