#include "tests/support/suite.h"

#include <string.h>

#include "os/os.h"
#include "tests/sim/sim_client.h"
#include "tests/support/folder.h"
#include "tests/support/sim_rig.h"
#include "recorder/session.h"
#include "win/utf16.h"

static uint32_t calls(enum sim_function function, uint32_t code)
{
    return sim_call_count(sim_client_machine(), function, code);
}

static struct session_plan buffer_plan(void)
{
    struct session_plan plan = {0};
    plan.kind = SESSION_BUFFER;
    plan.ring_mb = 8;
    plan.buffer_kb = 256;
    plan.cpus = 4;
    return plan;
}

static struct session_plan file_plan(const char *file)
{
    struct session_plan plan = {0};
    plan.kind = SESSION_FILE;
    plan.file = file;
    plan.file_mb = 16;
    plan.flush_s = 60;
    plan.buffer_kb = 64;
    plan.cpus = 4;
    return plan;
}

static void path_in(struct text *path, const char *folder, const char *name)
{
    folder_join(path, suite_folder(folder), name);
}

/* On a machine on which nothing else of ours runs. */
static struct session start_ring(void)
{
    struct session session = {0};
    struct session_plan plan = buffer_plan();
    sim_rig_machine();
    assert_false(outcome_failed(session_start(&session, &plan)));
    return session;
}

static void the_ring_is_asked_for_in_buffers_and_without_a_file(void **state)
{
    (void)state;
    struct session_block block;
    struct session_plan plan = buffer_plan();
    plan.ring_mb = 256;
    assert_true(session_plan_block(&plan, true, &block));
    assert_int_equal(block.properties.MinimumBuffers, 1024);
    assert_int_equal(block.properties.BufferSize, 256);
    assert_int_equal(block.properties.LogFileMode, EVENT_TRACE_BUFFERING_MODE | EVENT_TRACE_INDEPENDENT_SESSION_MODE);
    assert_int_equal(block.properties.LogFileNameOffset, 0);
    assert_int_equal(block.properties.Wnode.ClientContext, 1);
    assert_int_equal(block.properties.Wnode.Flags, WNODE_FLAG_TRACED_GUID);
    assert_int_equal(block.properties.Wnode.BufferSize, sizeof block);
}

static void the_file_session_is_circular_flushed_and_stopped_at_hybrid_shutdown(void **state)
{
    (void)state;
    struct session_block block;
    struct session_plan plan = file_plan("C:\\logs\\keyevents.etl");
    plan.file_mb = 500;
    assert_true(session_plan_block(&plan, true, &block));
    assert_int_equal(block.properties.LogFileMode, EVENT_TRACE_FILE_MODE_CIRCULAR | EVENT_TRACE_INDEPENDENT_SESSION_MODE |
                                                       EVENT_TRACE_STOP_ON_HYBRID_SHUTDOWN);
    assert_int_equal(block.properties.MaximumFileSize, 500);
    assert_int_equal(block.properties.FlushTimer, 60);
    assert_int_equal(block.properties.BufferSize, 64);
    assert_int_equal(block.properties.MinimumBuffers, 32);
    assert_true(wcscmp((wchar_t *)(void *)((char *)&block + block.properties.LogFileNameOffset), L"C:\\logs\\keyevents.etl") == 0);
    plan.cpus = 64;
    assert_true(session_plan_block(&plan, false, &block));
    assert_int_equal(block.properties.MinimumBuffers, 128);
    assert_int_equal(block.properties.LogFileMode & EVENT_TRACE_INDEPENDENT_SESSION_MODE, 0);
}

static void a_path_that_does_not_fit_the_block_is_refused(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY;
    struct session session = {0};
    text_add(&path, "C:\\");
    for (int i = 0; i < 1100; i++)
        text_add_char(&path, i % 100 == 99 ? '\\' : 'a');
    struct session_plan plan = file_plan(text_str(&path));
    struct outcome result = session_start(&session, &plan);
    assert_int_equal(result.why, WHY_session_start);
    assert_int_equal(result.os, ERROR_FILENAME_EXCED_RANGE);
    assert_int_equal(session.origin, SESSION_NONE);
    text_done(&path);
}

static void the_filter_chain_holds_all_ids_in_order(void **state)
{
    (void)state;
    static struct provider provider;
    struct session_filter filter;
    memset(&provider, 0, sizeof provider);
    for (uint16_t i = 0; i < PROVIDER_MAX_IDS; i++)
        provider.stories[i].id = (uint16_t)(1000 + i);
    provider.story_count = PROVIDER_MAX_IDS;
    session_filter_of(&provider, &filter);
    /* EVENT_FILTER_EVENT_ID: BOOLEAN, UCHAR, USHORT, USHORT[Count] */
    const uint8_t *bytes = (const uint8_t *)(uintptr_t)filter.descriptor.Ptr;
    assert_ptr_equal(bytes, &filter.ids);
    assert_int_equal(filter.descriptor.Type, 0x80000200);
    assert_int_equal(filter.descriptor.Size, 4 + 2 * 64);
    assert_int_equal(bytes[0], 1);
    assert_int_equal(bytes[2] | bytes[3] << 8, 64);
    for (int i = 0; i < 64; i++)
        assert_int_equal(bytes[4 + 2 * i] | bytes[5 + 2 * i] << 8, 1000 + i);
}

static void start_shows_what_was_granted(void **state)
{
    (void)state;
    struct session session = start_ring();
    assert_int_equal(session.origin, SESSION_MINE);
    assert_true(session.independent);
    assert_int_equal(session.facts.buffers, 32);
    assert_int_equal(session.facts.buffer_kb, 256);
    assert_int_equal(session.facts.mode & EVENT_TRACE_BUFFERING_MODE, EVENT_TRACE_BUFFERING_MODE);
    assert_int_equal(calls(SIM_START_TRACE, SIM_ANY_CODE), 1);
    assert_int_equal(calls(SIM_CONTROL_TRACE, SIM_CONTROL_QUERY), 1);
    assert_false(outcome_failed(session_stop(&session)));
    assert_int_equal(session.origin, SESSION_NONE);
}

static void without_independent_mode_it_starts_all_the_same(void **state)
{
    (void)state;
    struct session session = {0};
    struct session_plan plan = buffer_plan();
    sim_rig_machine();
    sim_rig_tell("fail StartTraceW code=87 times=1");
    assert_false(outcome_failed(session_start(&session, &plan)));
    assert_false(session.independent);
    assert_int_equal(calls(SIM_START_TRACE, SIM_ANY_CODE), 2);
    session_stop(&session);
    sim_rig_tell("fail StartTraceW code=87 times=2");
    struct outcome result = session_start(&session, &plan);
    assert_int_equal(result.why, WHY_session_start);
    assert_int_equal(result.os, 87);
}

static void each_refusal_of_start_is_told_with_its_code(void **state)
{
    (void)state;
    static const uint32_t codes[] = {3, 5, 24, 112, 123, 161, 1450};
    struct session_plan plan = buffer_plan();
    sim_rig_machine();
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        char line[64];
        struct session session = {0};
        snprintf(line, sizeof line, "fail StartTraceW code=%u times=1", (unsigned)codes[i]);
        sim_rig_tell(line);
        struct outcome result = session_start(&session, &plan);
        assert_int_equal(result.why, WHY_session_start);
        assert_int_equal(result.os, codes[i]);
        assert_int_equal(session.origin, SESSION_NONE);
    }
}

static void one_that_runs_is_found_with_its_file_and_not_started_twice(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, found_path = TEXT_EMPTY;
    struct session session = {0}, found = {0};
    sim_rig_machine();
    path_in(&path, "found", "keyevents.etl");
    struct session_plan plan = file_plan(text_str(&path));
    assert_int_equal(session_find(&found, SESSION_FILE, NULL).why, WHY_session_gone);
    assert_false(outcome_failed(session_start(&session, &plan)));
    assert_int_equal(session_start(&found, &plan).why, WHY_exists);
    assert_false(outcome_failed(session_find(&found, SESSION_FILE, &found_path)));
    assert_int_equal(found.origin, SESSION_FOUND);
    assert_true(found.handle == session.handle);
    assert_true(str_ends(text_str(&found_path), "keyevents.etl"));
    assert_false(outcome_failed(session_stop(&found)));
    assert_int_equal(session_query(&session).why, WHY_session_gone);
    assert_false(outcome_failed(session_stop(&session)));
    text_done(&path);
    text_done(&found_path);
}

static void a_flush_that_answers_more_data_has_its_file_looked_for(void **state)
{
    static const struct {
        const char *habits;
        const char *fault; /* an answer before those */
        uint32_t flushes;
    } cases[] = {{"habits more_data=done", NULL, 1},
                 {"habits more_data=undone", NULL, 2},
                 {"habits more_data=done", "fail ControlTraceW:FLUSH code=234 times=1", 2},
                 {"habits more_data=undone", "fail ControlTraceW:FLUSH code=234 times=1", 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text path = TEXT_EMPTY;
        struct session session = {0};
        struct session_plan plan = buffer_plan();
        struct os_stat st;
        sim_rig_machine();
        path_in(&path, "more", "snap.etl");
        sim_rig_tell(cases[i].habits);
        assert_false(outcome_failed(session_start(&session, &plan)));
        if (cases[i].fault)
            sim_rig_tell(cases[i].fault);
        assert_false(outcome_failed(session_flush(&session, text_str(&path))));
        assert_false(outcome_failed(os_stat(text_str(&path), &st)));
        assert_int_equal(calls(SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH), cases[i].flushes);
        os_remove(text_str(&path));
        sim_rig_tell("fail ControlTraceW:FLUSH code=234");
        assert_int_equal(session_flush(&session, text_str(&path)).os, 234);
        sim_rig_tell("fail clear");
        session_stop(&session);
        text_done(&path);
    }
}

static void stop_takes_more_data_as_stopped(void **state)
{
    (void)state;
    struct session session = {0};
    struct session_plan plan = buffer_plan();
    sim_rig_machine();
    assert_false(outcome_failed(session_start(&session, &plan)));
    sim_rig_tell("fail ControlTraceW:STOP code=234 times=1");
    assert_false(outcome_failed(session_stop(&session)));
    sim_rig_machine();
    assert_false(outcome_failed(session_start(&session, &plan)));
    sim_rig_tell("fail ControlTraceW:STOP code=2402 times=1");
    assert_int_equal(session_stop(&session).why, WHY_session_stop);
    assert_int_equal(session.origin, SESSION_MINE);
}

static void flush_writes_the_ring_to_a_fresh_file_and_goes_on(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY;
    struct session session = start_ring();
    struct os_stat st;
    path_in(&path, "flush", "snap.etl");
    sim_rig_tell("habits exists=refused more_data=never");
    assert_false(outcome_failed(session_flush(&session, text_str(&path))));
    assert_false(outcome_failed(os_stat(text_str(&path), &st)));
    assert_true(st.len > 0);
    assert_false(outcome_failed(session_query(&session)));
    assert_true(outcome_failed(session_flush(&session, text_str(&path))));
    assert_int_equal(calls(SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH), 2);
    session_stop(&session);
    text_done(&path);
}

static void providers_are_enabled_with_level_mask_and_ids(void **state)
{
    (void)state;
    static struct provider provider;
    struct session session = {0};
    struct session_plan plan = buffer_plan();
    memset(&provider, 0, sizeof provider);
    assert_true(guid_parse("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716", &provider.guid));
    provider.level = 4;
    provider.mask = 0x10;
    provider.stories[0].id = 1;
    provider.stories[1].id = 2;
    provider.story_count = 2;
    sim_rig_machine();
    assert_false(outcome_failed(session_start(&session, &plan)));
    assert_false(outcome_failed(session_enable(&session, &provider)));
    assert_false(outcome_failed(session_capture(&session, &provider, 1000)));
    assert_int_equal(calls(SIM_ENABLE_TRACE, SIM_ENABLE_ON), 1);
    assert_int_equal(calls(SIM_ENABLE_TRACE, SIM_ENABLE_CAPTURE), 1);
    sim_rig_tell("fail EnableTraceEx2 code=1450 times=1");
    struct outcome result = session_enable(&session, &provider);
    assert_int_equal(result.why, WHY_provider_enable);
    assert_int_equal(result.os, 1450);
    sim_rig_tell("fail EnableTraceEx2 code=1460 times=1");
    result = session_capture(&session, &provider, 1000);
    assert_int_equal(result.why, WHY_capture_state);
    assert_int_equal(result.os, 1460);
    session_stop(&session);
}

/* As another program would: its own calls, no check of ours. */
static TRACEHANDLE start_strangers(const wchar_t *name)
{
    struct session_block block;
    struct session_plan plan = buffer_plan();
    TRACEHANDLE handle = 0;
    assert_true(session_plan_block(&plan, true, &block));
    assert_int_equal(StartTraceW(&handle, name, &block.properties), ERROR_SUCCESS);
    return handle;
}

static uint32_t session_lines(const char *start)
{
    struct text answer = TEXT_EMPTY;
    uint32_t count = 0;
    sim_control_line(sim_client_machine(), "sessions", &answer);
    for (const char *at = text_str(&answer); at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        count += str_starts(at, start);
    text_done(&answer);
    return count;
}

static void assert_left_alone(struct session *session, const struct text *path, uint32_t os)
{
    struct outcome asked = session_query(session);
    assert_int_equal(asked.why, WHY_session_gone);
    assert_int_equal(asked.os, os);
    assert_int_equal(session_flush(session, text_str(path)).why, WHY_session_gone);
    assert_false(outcome_failed(session_stop(session)));
    assert_int_equal(session->origin, SESSION_NONE);
    assert_false(path_stands(text_str(path)));
    assert_int_equal(calls(SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH), 0);
    assert_int_equal(calls(SIM_CONTROL_TRACE, SIM_CONTROL_STOP), 0);
}

static void a_session_that_got_our_handle_is_noticed_and_not_touched(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY;
    struct session session = start_ring();
    path_in(&path, "handle", "snap.etl");
    sim_rig_tell("stop Hitchbox-Buffer");
    assert_true(start_strangers(L"Stranger") == session.handle);
    assert_left_alone(&session, &path, 4201);
    assert_int_equal(session_lines("Stranger"), 1);
    text_done(&path);
}

static void a_session_that_got_our_name_is_noticed_and_not_touched(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY;
    struct session session = start_ring();
    path_in(&path, "name", "snap.etl");
    sim_rig_tell("stop Hitchbox-Buffer");
    assert_true(start_strangers(SESSION_BUFFER_NAME) == session.handle);
    assert_left_alone(&session, &path, 0);
    assert_int_equal(session_lines("Hitchbox-Buffer"), 1);
    text_done(&path);
}

/* A QUERY that fails for a moment is no proof that the session is another's. */
static void a_query_that_fails_keeps_nothing_from_flush_and_stop(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY;
    struct session session = {0};
    struct session_plan plan = buffer_plan();
    sim_rig_machine();
    path_in(&path, "query", "snap.etl");
    sim_rig_tell("habits more_data=never");
    sim_rig_tell("fail ControlTraceW:QUERY code=1450 times=1");
    assert_false(outcome_failed(session_start(&session, &plan)));
    assert_false(outcome_failed(session_query(&session)));
    sim_rig_tell("fail ControlTraceW:QUERY code=1450 times=2");
    assert_false(outcome_failed(session_flush(&session, text_str(&path))));
    assert_false(outcome_failed(session_stop(&session)));
    assert_int_equal(calls(SIM_CONTROL_TRACE, SIM_CONTROL_FLUSH), 1);
    assert_int_equal(calls(SIM_CONTROL_TRACE, SIM_CONTROL_STOP), 1);
    assert_int_equal(session_lines("Hitchbox"), 0);
    text_done(&path);
}

/* An event that does not fit into the probe must not be kept from others. */
static void the_probe_is_independent_where_it_may_be(void **state)
{
    (void)state;
    struct text answer = TEXT_EMPTY;
    struct outcome stopped;
    sim_rig_machine();
    sim_rig_tell("fail ControlTraceW:STOP code=5 times=1");
    assert_false(outcome_failed(session_probe(&stopped)));
    assert_int_equal(stopped.why, WHY_session_stop);
    assert_int_equal(stopped.os, 5);
    sim_control_line(sim_client_machine(), "sessions", &answer);
    assert_non_null(strstr(text_str(&answer), "Hitchbox-Probe\tmode=0x8000400"));
    text_clear(&answer);
    assert_false(outcome_failed(session_probe(&stopped)));
    assert_false(outcome_failed(stopped));
    assert_int_equal(session_lines("Hitchbox"), 0);
    sim_rig_tell("behaviour strict_independent=1");
    assert_false(outcome_failed(session_probe(&stopped)));
    sim_rig_tell("fail StartTraceW code=5 times=1");
    assert_int_equal(session_probe(&stopped).os, 5);
    text_done(&answer);
}

static void a_list_of_sessions_that_is_refused_says_so(void **state)
{
    (void)state;
    struct text names = TEXT_EMPTY;
    uint32_t count = 77;
    sim_rig_machine();
    sim_rig_tell("fail QueryAllTracesW code=1450 times=1");
    struct outcome listed = session_list_names(&names, &count);
    assert_int_equal(listed.why, WHY_session_query);
    assert_int_equal(listed.os, 1450);
    assert_int_equal(count, 77);
    assert_int_equal(names.len, 0);
    assert_false(outcome_failed(session_list_names(&names, &count)));
    assert_int_equal(count, 3);
    assert_non_null(strstr(text_str(&names), "EventLog-System\n"));
    text_done(&names);
}

void suite_session(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ring_is_asked_for_in_buffers_and_without_a_file),
        cmocka_unit_test(the_file_session_is_circular_flushed_and_stopped_at_hybrid_shutdown),
        cmocka_unit_test(a_path_that_does_not_fit_the_block_is_refused),
        cmocka_unit_test(the_filter_chain_holds_all_ids_in_order),
        cmocka_unit_test(start_shows_what_was_granted),
        cmocka_unit_test(without_independent_mode_it_starts_all_the_same),
        cmocka_unit_test(each_refusal_of_start_is_told_with_its_code),
        cmocka_unit_test(one_that_runs_is_found_with_its_file_and_not_started_twice),
        cmocka_unit_test(a_flush_that_answers_more_data_has_its_file_looked_for),
        cmocka_unit_test(stop_takes_more_data_as_stopped),
        cmocka_unit_test(flush_writes_the_ring_to_a_fresh_file_and_goes_on),
        cmocka_unit_test(providers_are_enabled_with_level_mask_and_ids),
        cmocka_unit_test(a_session_that_got_our_handle_is_noticed_and_not_touched),
        cmocka_unit_test(a_session_that_got_our_name_is_noticed_and_not_touched),
        cmocka_unit_test(a_query_that_fails_keeps_nothing_from_flush_and_stop),
        cmocka_unit_test(the_probe_is_independent_where_it_may_be),
        cmocka_unit_test(a_list_of_sessions_that_is_refused_says_so),
    };
    SUITE_RUN("session", tests);
}
