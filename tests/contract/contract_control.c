/* QUERY, FLUSH, UPDATE and STOP. */
#include "tests/contract/contract.h"

#include <string.h>

static ULONG query_name(const wchar_t *name, struct block *b)
{
    block_init(b);
    block_want_file(b);
    return ControlTraceW(0, name, &b->p, EVENT_TRACE_CONTROL_QUERY);
}

static void query_by_name_gives_the_handle_and_what_was_asked(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "query");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    assert_int_equal(query_name(CONTRACT_NAME, &b), ERROR_SUCCESS);
    assert_int_equal(b.p.Wnode.HistoricalContext, handle);
    assert_true(b.p.NumberOfBuffers > 0);
    assert_int_equal(b.p.EventsLost, 0);
    assert_int_equal(wcscmp(b.name, CONTRACT_NAME), 0);
    assert_non_null(wcsstr(b.file, L"query-"));
    text_done(&path);
}

static void a_name_is_found_in_any_case_of_letters(void **state)
{
    struct block b;
    (void)state;
    start_ring(NULL);
    assert_int_equal(query_name(L"HITCHBOX-contract", &b), ERROR_SUCCESS);
}

static void query_does_not_change_the_session(void **state)
{
    struct block one, two;
    (void)state;
    start_ring(NULL);
    assert_int_equal(query_name(CONTRACT_NAME, &one), ERROR_SUCCESS);
    assert_int_equal(query_name(CONTRACT_NAME, &two), ERROR_SUCCESS);
    assert_int_equal(one.p.NumberOfBuffers, two.p.NumberOfBuffers);
    assert_int_equal(one.p.BufferSize, two.p.BufferSize);
    assert_int_equal(one.p.LogFileMode, two.p.LogFileMode);
    assert_int_equal(one.p.Wnode.HistoricalContext, two.p.Wnode.HistoricalContext);
}

static void neither_name_nor_handle_is_87(void **state)
{
    struct block b;
    (void)state;
    start_ring(NULL);
    assert_int_equal(query_name(NULL, &b), ERROR_INVALID_PARAMETER);
    assert_int_equal(ControlTraceW(0, CONTRACT_NAME, NULL, EVENT_TRACE_CONTROL_QUERY), ERROR_INVALID_PARAMETER);
}

static void a_session_that_does_not_run_is_4201(void **state)
{
    struct block b;
    (void)state;
    assert_int_equal(query_name(L"Hitchbox-Contract-nobody", &b), ERROR_WMI_INSTANCE_NOT_FOUND);
    block_init(&b);
    assert_int_equal(ControlTraceW(0, L"Hitchbox-Contract-nobody", &b.p, EVENT_TRACE_CONTROL_STOP),
                     ERROR_WMI_INSTANCE_NOT_FOUND);
    block_init(&b);
    assert_int_equal(ControlTraceW(0, L"Hitchbox-Contract-nobody", &b.p, EVENT_TRACE_CONTROL_FLUSH),
                     ERROR_WMI_INSTANCE_NOT_FOUND);
}

static void after_stop_the_name_is_free(void **state)
{
    struct block b;
    (void)state;
    stop_session(start_ring(NULL));
    assert_int_equal(query_name(CONTRACT_NAME, &b), ERROR_WMI_INSTANCE_NOT_FOUND);
    assert_true(start_ring(NULL) != 0);
}

/* Room for four units of each name. */
static void narrow(struct block *b)
{
    block_init(b);
    b->p.Wnode.BufferSize = sizeof b->p + 16;
    b->p.LoggerNameOffset = sizeof b->p;
    b->p.LogFileNameOffset = sizeof b->p + 8;
}

static void query_without_room_for_names_is_234(void **state)
{
    struct block b;
    (void)state;
    TRACEHANDLE handle = start_ring(NULL);
    narrow(&b);
    assert_int_equal(control(handle, EVENT_TRACE_CONTROL_QUERY, &b), ERROR_MORE_DATA);
}

static void a_stop_that_answers_234_has_stopped(void **state)
{
    struct block b;
    (void)state;
    TRACEHANDLE handle = start_ring(NULL);
    narrow(&b);
    assert_int_equal(control(handle, EVENT_TRACE_CONTROL_STOP, &b), ERROR_MORE_DATA);
    assert_int_equal(query_name(CONTRACT_NAME, &b), ERROR_WMI_INSTANCE_NOT_FOUND);
}

static void a_ring_is_written_by_flush_and_goes_on(void **state)
{
    struct block b;
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    enable_all(handle);
    for (int i = 0; i < 10; i++)
        write_event(1, 4, 1);
    look_into_ring(handle, &seen);
    assert_int_equal(seen.ids[1], 10);
    assert_int_equal(query_name(CONTRACT_NAME, &b), ERROR_SUCCESS);
    write_event(2, 4, 1);
    look_into_ring(handle, &seen);
    assert_int_equal(seen.ids[2], 1);
}

static void flush_by_name_works_as_by_handle(void **state)
{
    struct seen seen;
    struct text path = TEXT_EMPTY;
    (void)state;
    provider_open();
    enable_all(start_ring(NULL));
    write_event(1, 4, 1);
    fresh_path(&path, "by-name");
    flush_named(0, CONTRACT_NAME, text_str(&path));
    look_into(text_str(&path), &seen);
    assert_int_equal(seen.ids[1], 1);
    text_done(&path);
}

static void a_flush_into_a_missing_folder_is_refused(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    (void)state;
    TRACEHANDLE handle = start_ring(NULL);
    text_addf(&path, "%s/no-such-folder/ring.etl", contract_folder());
    assert_true(flush_to(handle, text_str(&path)) != ERROR_SUCCESS);
    assert_false(path_stands(text_str(&path)));
    assert_int_equal(query_name(CONTRACT_NAME, &b), ERROR_SUCCESS);
    text_done(&path);
}

static void flush_writes_what_a_file_session_has_in_memory(void **state)
{
    struct seen seen;
    struct text path = TEXT_EMPTY;
    (void)state;
    provider_open();
    fresh_path(&path, "flushed");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    enable_all(handle);
    write_event(1, 4, 1);
    assert_int_equal(flush_to(handle, NULL), ERROR_SUCCESS);
    /* Not documented whether the buffers are on the disk when it returns. */
    for (int i = 0; i < 20; i++) {
        look_into(text_str(&path), &seen);
        if (seen.ids[1])
            break;
        Sleep(100);
    }
    assert_int_equal(seen.ids[1], 1);
    text_done(&path);
}

static void flush_of_a_file_session_makes_no_second_file(void **state)
{
    struct text path = TEXT_EMPTY, other = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "own");
    fresh_path(&other, "other");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    flush_to(handle, text_str(&other));
    assert_false(path_stands(text_str(&other)));
    text_done(&path);
    text_done(&other);
}

static void update_changes_the_flush_timer(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "timer");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    block_init(&b);
    b.p.FlushTimer = 7;
    assert_int_equal(control(handle, EVENT_TRACE_CONTROL_UPDATE, &b), ERROR_SUCCESS);
    assert_int_equal(query_name(CONTRACT_NAME, &b), ERROR_SUCCESS);
    assert_int_equal(b.p.FlushTimer, 7);
    text_done(&path);
}

static void update_goes_on_in_another_file(void **state)
{
    struct block b;
    struct seen seen;
    struct text path = TEXT_EMPTY, other = TEXT_EMPTY;
    (void)state;
    provider_open();
    fresh_path(&path, "before");
    fresh_path(&other, "after");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    enable_all(handle);
    write_event(1, 4, 1);
    block_init(&b);
    block_set_file(&b, text_str(&other));
    assert_int_equal(control(handle, EVENT_TRACE_CONTROL_UPDATE, &b), ERROR_SUCCESS);
    write_event(2, 4, 1);
    stop_session(handle);
    look_into(text_str(&other), &seen);
    assert_int_equal(seen.ids[2], 1);
    text_done(&path);
    text_done(&other);
}

static void update_to_a_file_that_cannot_be_leaves_the_session_as_it_was(void **state)
{
    struct block b;
    struct seen seen;
    struct text path = TEXT_EMPTY, none = TEXT_EMPTY;
    (void)state;
    provider_open();
    fresh_path(&path, "kept");
    text_addf(&none, "%s/no-such-folder/file.etl", contract_folder());
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    enable_all(handle);
    block_init(&b);
    block_set_file(&b, text_str(&none));
    assert_true(control(handle, EVENT_TRACE_CONTROL_UPDATE, &b) != ERROR_SUCCESS);
    write_event(1, 4, 1);
    stop_session(handle);
    look_into(text_str(&path), &seen);
    assert_int_equal(seen.ids[1], 1);
    text_done(&path);
    text_done(&none);
}

static void update_to_the_same_file_is_an_error(void **state)
{
    struct block b;
    struct text path = TEXT_EMPTY;
    (void)state;
    fresh_path(&path, "same");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    block_init(&b);
    block_set_file(&b, text_str(&path));
    assert_true(control(handle, EVENT_TRACE_CONTROL_UPDATE, &b) != ERROR_SUCCESS);
    text_done(&path);
}

static const struct contract_case cases[] = {
    {"QUERY by name gives the handle and what was asked for", "ControlTraceW: remarks",
     query_by_name_gives_the_handle_and_what_was_asked, false},
    {"a name is found in any case of letters", "StartTraceW: session names", a_name_is_found_in_any_case_of_letters,
     false},
    {"QUERY does not change the session", "ControlTraceW: QUERY", query_does_not_change_the_session, false},
    {"neither name nor handle, or no block, is 87", "ControlTraceW: return value", neither_name_nor_handle_is_87,
     false},
    {"a session that does not run is 4201", "ControlTraceW: return value", a_session_that_does_not_run_is_4201, false},
    {"after STOP the name is free", "ControlTraceW: STOP", after_stop_the_name_is_free, false},
    {"QUERY without room for the names is 234", "ControlTraceW: return value", query_without_room_for_names_is_234,
     false},
    {"a STOP that answers 234 has stopped", "ControlTraceW: return value", a_stop_that_answers_234_has_stopped, false},
    {"a ring is written by FLUSH and goes on", "ControlTraceW: FLUSH", a_ring_is_written_by_flush_and_goes_on, false},
    {"FLUSH by name works as by handle", "ControlTraceW: parameters", flush_by_name_works_as_by_handle, false},
    {"a FLUSH into a missing folder is refused and harms nothing", "ControlTraceW: FLUSH",
     a_flush_into_a_missing_folder_is_refused, false},
    {"FLUSH writes what a file session has in memory", "ControlTraceW: FLUSH",
     flush_writes_what_a_file_session_has_in_memory, false},
    {"FLUSH of a file session makes no second file", "Tracelog command syntax: -flush -f",
     flush_of_a_file_session_makes_no_second_file, false},
    {"UPDATE changes the flush timer", "ControlTraceW: UPDATE", update_changes_the_flush_timer, false},
    {"UPDATE goes on in another file", "ControlTraceW: UPDATE", update_goes_on_in_another_file, false},
    {"an UPDATE that fails leaves the session as it was", "ControlTraceW: UPDATE",
     update_to_a_file_that_cannot_be_leaves_the_session_as_it_was, false},
    {"UPDATE to the same file is an error", "ControlTraceW: UPDATE", update_to_the_same_file_is_an_error, false},
};
const struct contract_group contract_control = CONTRACT_GROUP("control", cases);
