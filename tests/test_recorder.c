#include "tests/suite.h"

#include <string.h>

#include "core/runs.h"
#include "tests/sim/sim_client.h"
#include "tests/support/source_file.h"
#include "win/recorder.h"

/* One recorder on a fresh simulated machine, in a folder of its own. */
struct bench {
    struct settings settings;
    struct providers providers;
    struct text folder;
    struct log *log;
    struct recorder recorder;
    struct recorder_started started;
};

static void tell(const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), line, &answer);
    if (!strstr(text_str(&answer), "ok"))
        fail_msg("%s: %s", line, text_str(&answer));
    text_done(&answer);
}

static void read_providers(struct providers *providers)
{
    struct text bytes = source_read("config/providers.ini");
    struct problems problems;
    problems_init(&problems);
    assert_true(providers_read(providers, "providers.ini", text_str(&bytes), bytes.len, 22631, &problems));
    problems_done(&problems);
    text_done(&bytes);
}

static void bench_init(struct bench *b, const char *name)
{
    struct text path = TEXT_EMPTY;
    memset(b, 0, sizeof *b);
    settings_init(&b->settings);
    b->settings.ring_mb = 8;
    b->settings.post_roll_s = 0;
    providers_init(&b->providers);
    read_providers(&b->providers);
    assert_false(outcome_failed(runs_begin(suite_folder(name), os_utc_now(), &b->folder)));
    text_addf(&path, "%s%cmain.log", text_str(&b->folder), os_separator);
    assert_false(outcome_failed(log_open(text_str(&path), &b->log)));
    recorder_init(&b->recorder, &b->settings, &b->providers, b->log, text_str(&b->folder));
    text_done(&path);
}

static void fresh_machine(void)
{
    struct sim_options options = sim_options_default();
    options.manual = true;
    sim_client_reset(&options);
}

static void bench_start(struct bench *b, const char *name)
{
    fresh_machine();
    bench_init(b, name);
    recorder_start(&b->recorder, &b->started);
}

static void bench_done(struct bench *b)
{
    recorder_stop(&b->recorder);
    recorder_done(&b->recorder);
    log_close(b->log);
    text_done(&b->folder);
    text_done(&b->started.provider_name);
    text_done(&b->started.recovered);
    settings_done(&b->settings);
    providers_done(&b->providers);
}

static void note_flush(void *ctx)
{
    ++*(int *)ctx;
}

static struct outcome snapshot(struct bench *b, struct text *path)
{
    int flushes = 0;
    text_clear(path);
    struct outcome result = recorder_snapshot(&b->recorder, note_flush, &flushes, path);
    assert_true(flushes <= 1);
    return result;
}

static bool stands(const char *path)
{
    struct os_stat st;
    return !outcome_failed(os_stat(path, &st));
}

static bool log_holds(struct bench *b, const char *part)
{
    struct text bytes = TEXT_EMPTY;
    assert_false(outcome_failed(os_file_read(log_path(b->log), 1000000, &bytes)));
    bool found = strstr(text_str(&bytes), part) != NULL;
    text_done(&bytes);
    return found;
}

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
    struct snapinfo info = {0}, read = {0};
    bench_start(&b, "snapshot");
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap.etl"));
    info.pressed = os_utc_now();
    assert_false(outcome_failed(recorder_check(&b.recorder, text_str(&path), &info)));
    assert_int_equal(info.summary.state, ETL_WHOLE);
    assert_true(info.summary.payload_events > 1000);
    assert_true(snapinfo_span_ms(&info) >= 4000 && snapinfo_span_ms(&info) <= 6000);
    runs_info_path(text_str(&path), &json_path);
    assert_false(outcome_failed(os_file_read(text_str(&json_path), 100000, &json)));
    assert_true(snapinfo_read(json.bytes, json.len, &read));
    assert_int_equal(read.summary.events, info.summary.events);
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(snapshot(&b, &path)));
    assert_true(str_ends(text_str(&path), "snap-2.etl"));
    text_done(&path);
    text_done(&json_path);
    text_done(&json);
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
        tell(line);
        struct outcome result = snapshot(&b, &path);
        assert_int_equal(result.why, cases[i].why);
        assert_false(stands(text_str(&path)));
        tell("behaviour flush_result=write");
        assert_false(outcome_failed(snapshot(&b, &path)));
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
        tell(line);
        struct outcome result = snapshot(&b, &path);
        assert_int_equal(result.why, WHY_session_flush);
        assert_int_equal(result.os, codes[i]);
        assert_false(outcome_failed(snapshot(&b, &path)));
    }
    text_done(&path);
    bench_done(&b);
}

static void a_provider_that_fails_is_named_and_the_others_run(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY;
    fresh_machine();
    bench_init(&b, "provider");
    tell("fail EnableTraceEx2 code=1450 times=1 after=2");
    recorder_start(&b.recorder, &b.started);
    assert_int_equal(b.started.providers_failed, 1);
    assert_int_equal(b.started.provider.os, 1450);
    assert_true(b.started.provider_name.len > 0);
    assert_true(log_holds(&b, "provider_failed session=Hitchbox-File name="));
    assert_false(outcome_failed(b.started.buffer));
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(snapshot(&b, &path)));
    text_done(&path);
    bench_done(&b);
}

static void one_session_that_fails_leaves_the_other_running(void **state)
{
    (void)state;
    struct bench b;
    struct text path = TEXT_EMPTY;
    fresh_machine();
    bench_init(&b, "one");
    tell("fail StartTraceW code=5 times=1");
    recorder_start(&b.recorder, &b.started);
    assert_int_equal(b.started.file.os, 5);
    assert_false(outcome_failed(b.started.buffer));
    sim_advance_by(sim_client_machine(), 5);
    assert_false(outcome_failed(snapshot(&b, &path)));
    bench_done(&b);
    fresh_machine();
    bench_init(&b, "other");
    tell("fail StartTraceW code=1450 times=1 after=1");
    recorder_start(&b.recorder, &b.started);
    assert_false(outcome_failed(b.started.file));
    assert_int_equal(b.started.buffer.os, 1450);
    assert_true(outcome_failed(snapshot(&b, &path)));
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
    tell("fail EnableTraceEx2:CAPTURE_STATE code=1460 times=3");
    assert_false(outcome_failed(snapshot(&b, &path)));
    assert_true(log_holds(&b, "capture_state_failed"));
    b.settings.capture_state_ms = 0;
    uint32_t before = sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE);
    assert_false(outcome_failed(snapshot(&b, &path)));
    assert_int_equal(sim_call_count(sim_client_machine(), SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE), before);
    text_done(&path);
    bench_done(&b);
}

static void what_a_killed_recorder_left_is_saved_and_taken_over(void **state)
{
    (void)state;
    struct bench killed, next;
    struct etl_summary summary;
    bench_start(&killed, "killed");
    sim_advance_by(sim_client_machine(), 7);
    bench_init(&next, "next");
    recorder_start(&next.recorder, &next.started);
    assert_true(str_ends(text_str(&next.started.recovered), "recovered.etl"));
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
    memset(&killed.recorder.file, 0, sizeof killed.recorder.file);
    memset(&killed.recorder.buffer, 0, sizeof killed.recorder.buffer);
    bench_done(&killed);
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
        cmocka_unit_test(a_flush_that_wrote_no_trace_is_a_failure),
        cmocka_unit_test(each_code_of_flush_is_told_and_the_next_press_works),
        cmocka_unit_test(a_provider_that_fails_is_named_and_the_others_run),
        cmocka_unit_test(one_session_that_fails_leaves_the_other_running),
        cmocka_unit_test(state_that_comes_too_late_does_not_hold_up_the_snapshot),
        cmocka_unit_test(what_a_killed_recorder_left_is_saved_and_taken_over),
        cmocka_unit_test(stop_finalises_the_file),
    };
    SUITE_RUN("recorder", tests);
}
