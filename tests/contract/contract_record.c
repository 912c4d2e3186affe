/* What is kept: rings, circular files, their headers, and what is lost. */
#include "tests/contract/contract.h"

#include <string.h>

#define KB 1024u
#define BIG (30u * KB)

static TRACEHANDLE start_enabled(struct block *b)
{
    TRACEHANDLE handle = 0;
    assert_int_equal(start_block(b, NULL, &handle), ERROR_SUCCESS);
    enable_all(handle);
    return handle;
}

static void a_full_ring_keeps_the_newest(void **state)
{
    struct block b;
    struct seen seen;
    (void)state;
    provider_open();
    block_ring(&b, 1);
    TRACEHANDLE handle = start_enabled(&b);
    /* Four times what it holds. */
    uint32_t wanted = b.p.NumberOfBuffers * b.p.BufferSize * KB / BIG * 4 + 16;
    for (uint32_t i = 0; i < wanted; i++)
        write_sized(1, 4, 1, BIG);
    look_into_ring(handle, &seen);
    assert_int_equal(seen.last, wanted);
    assert_in_range(seen.count, 1, wanted / 2);
    assert_true(seen.first > wanted / 2);
}

static void a_ring_that_wraps_loses_no_event_by_the_count(void **state)
{
    struct block b;
    (void)state;
    provider_open();
    block_ring(&b, 1);
    TRACEHANDLE handle = start_enabled(&b);
    for (uint32_t i = 0; i < 200; i++)
        write_sized(1, 4, 1, BIG);
    assert_int_equal(ask(handle, EVENT_TRACE_CONTROL_QUERY, &b), ERROR_SUCCESS);
    assert_int_equal(b.p.EventsLost, 0);
}

static void an_event_larger_than_the_buffers_is_counted_as_lost(void **state)
{
    struct block b;
    (void)state;
    provider_open();
    block_ring(&b, 64);
    b.p.BufferSize = 4;
    TRACEHANDLE handle = start_enabled(&b);
    write_sized(1, 4, 1, BIG);
    assert_int_equal(ask(handle, EVENT_TRACE_CONTROL_QUERY, &b), ERROR_SUCCESS);
    assert_int_equal(b.p.EventsLost, 1);
}

static void a_circular_file_wraps_at_its_size(void **state)
{
    struct seen seen;
    struct text path = TEXT_EMPTY;
    (void)state;
    provider_open();
    fresh_path(&path, "wraps");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 1);
    enable_all(handle);
    uint32_t wanted = 3 * 1024 * KB / BIG;
    for (uint32_t i = 0; i < wanted; i++)
        write_sized(1, 4, 1, BIG);
    stop_session(handle);
    look_into(text_str(&path), &seen);
    assert_true(seen.readable);
    assert_int_equal(seen.last, wanted);
    assert_true(seen.first > 1);
    assert_in_range(seen.bytes, 1, (1024 + 64) * KB);
    text_done(&path);
}

static void stop_finalises_the_header(void **state)
{
    struct seen seen;
    struct text path = TEXT_EMPTY;
    (void)state;
    provider_open();
    fresh_path(&path, "final");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    enable_all(handle);
    for (int i = 0; i < 40; i++)
        write_sized(1, 4, 1, BIG);
    stop_session(handle);
    look_into(text_str(&path), &seen);
    assert_int_equal(seen.count, 40);
    assert_true(seen.end_time != 0);
    assert_int_equal((uint64_t)seen.buffers_written * seen.buffer_size, seen.bytes);
    text_done(&path);
}

static void a_ring_has_no_file_at_stop(void **state)
{
    struct block b;
    (void)state;
    TRACEHANDLE handle = start_ring(NULL);
    assert_int_equal(ask(handle, EVENT_TRACE_CONTROL_STOP, &b), ERROR_SUCCESS);
    assert_int_equal(b.file[0], 0);
}

static void the_flush_timer_writes_what_is_in_memory(void **state)
{
    struct block b;
    struct seen seen;
    struct text path = TEXT_EMPTY;
    (void)state;
    provider_open();
    fresh_path(&path, "timer");
    block_circular(&b, text_str(&path), 4);
    b.p.FlushTimer = 1;
    TRACEHANDLE handle = start_enabled(&b);
    write_event(1, 4, 1);
    for (int i = 0; i < 12; i++) {
        Sleep(500);
        /* The simulated machine's time passes when it is asked something. */
        ask(handle, EVENT_TRACE_CONTROL_QUERY, &b);
        look_into(text_str(&path), &seen);
        if (seen.ids[1])
            break;
    }
    assert_int_equal(seen.ids[1], 1);
    text_done(&path);
}

static void a_snapshot_is_a_whole_trace(void **state)
{
    struct seen seen;
    (void)state;
    provider_open();
    TRACEHANDLE handle = start_ring(NULL);
    enable_all(handle);
    for (int i = 0; i < 100; i++)
        write_sized(1, 4, 1, BIG);
    look_into_ring(handle, &seen);
    assert_true(seen.buffer_size >= 64 * KB);
    assert_int_equal(seen.bytes % seen.buffer_size, 0);
    assert_int_equal(seen.last, 100);
}

static void after_stop_nothing_comes_into_the_file(void **state)
{
    struct seen seen;
    struct text path = TEXT_EMPTY;
    (void)state;
    provider_open();
    fresh_path(&path, "ended");
    TRACEHANDLE handle = start_circular(NULL, text_str(&path), 4);
    enable_all(handle);
    write_event(1, 4, 1);
    stop_session(handle);
    write_event(2, 4, 1);
    look_into(text_str(&path), &seen);
    assert_int_equal(seen.ids[1], 1);
    assert_int_equal(seen.ids[2], 0);
    text_done(&path);
}

static const struct contract_case cases[] = {
    {"a full ring keeps the newest", "Logging Mode Constants: BUFFERING", a_full_ring_keeps_the_newest, false},
    {"a ring that wraps loses no event by the count", "EVENT_TRACE_PROPERTIES: EventsLost",
     a_ring_that_wraps_loses_no_event_by_the_count, false},
    {"an event larger than the buffers is counted as lost", "EVENT_TRACE_PROPERTIES: BufferSize, EventsLost",
     an_event_larger_than_the_buffers_is_counted_as_lost, false},
    {"a circular file wraps at its size", "Logging Mode Constants: CIRCULAR", a_circular_file_wraps_at_its_size, false},
    {"STOP finalises the header", "TRACE_LOGFILE_HEADER: EndTime, BuffersWritten", stop_finalises_the_header, false},
    {"a ring has no file at STOP", "Logging Mode Constants: BUFFERING", a_ring_has_no_file_at_stop, false},
    {"the flush timer writes what is in memory", "EVENT_TRACE_PROPERTIES: FlushTimer",
     the_flush_timer_writes_what_is_in_memory, true},
    {"a snapshot is a whole trace", "ControlTraceW: FLUSH", a_snapshot_is_a_whole_trace, false},
    {"after STOP nothing comes into the file", "ControlTraceW: STOP", after_stop_nothing_comes_into_the_file,
     false},
};
const struct contract_group contract_record = CONTRACT_GROUP("what is kept", cases);
