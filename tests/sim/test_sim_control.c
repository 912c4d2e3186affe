/* Control lines, counts, injected failures, and calls as bytes. */
#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_rpc.h"
#include "tests/support/suite.h"

static struct sim *machine(void)
{
    struct sim_options o = sim_options_default();
    o.manual = true;
    struct sim *s = sim_open(&o);
    assert_non_null(s);
    return s;
}

static const char *ask(struct sim *s, const char *line)
{
    static struct text answer;
    text_set(&answer, "");
    sim_control_line(s, line, &answer);
    return text_str(&answer);
}

static void every_call_is_counted_by_function_and_code(void **state)
{
    struct sim *s = machine();
    struct sim_block b;
    (void)state;
    assert_int_equal(sim_start_ring(s, "Ring", 1, 64, NULL), 0);
    sim_block_init(&b, NULL);
    sim_control(s, "Ring", SIM_CONTROL_QUERY, &b);
    sim_control(s, "Ring", SIM_CONTROL_QUERY, &b);
    sim_control(s, "Nobody", SIM_CONTROL_STOP, &b);
    assert_int_equal(sim_call_count(s, SIM_CONTROL_TRACE, SIM_ANY_CODE), 3);
    assert_non_null(strstr(ask(s, "calls"), "StartTraceW 1\n"));
    assert_non_null(strstr(ask(s, "calls"), "ControlTraceW 3\n"));
    assert_non_null(strstr(ask(s, "calls"), "ControlTraceW:QUERY 2\n"));
    assert_non_null(strstr(ask(s, "log"), "ControlTraceW:STOP name=Nobody pid=0 -> 4201\n"));
    ask(s, "log clear");
    assert_string_equal(ask(s, "log"), "ok\n");
    sim_close(s);
}

static void failures_come_after_so_many_calls_and_so_often(void **state)
{
    struct sim *s = machine();
    struct sim_block b;
    (void)state;
    assert_string_equal(ask(s, "fail StartTraceW code=5 times=1"), "ok\n");
    assert_int_equal(sim_start_ring(s, "Ring", 1, 64, NULL), 5);
    assert_int_equal(sim_start_ring(s, "Ring", 1, 64, NULL), 0);
    assert_string_equal(ask(s, "fail ControlTraceW/QUERY code=234 times=2 after=1"), "ok\n");
    static const uint32_t expected[] = {0, 234, 234, 0};
    for (int i = 0; i < 4; i++) {
        sim_block_init(&b, NULL);
        assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), expected[i]);
    }
    assert_string_equal(ask(s, "fail ControlTraceW code=2402"), "ok\n");
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_STOP, &b), 2402);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), 2402);
    ask(s, "fail clear");
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_STOP, &b), 0);
    sim_close(s);
}

static void holds_are_asked_for_apart_from_failures(void **state)
{
    struct sim *s = machine();
    struct sim_call c = {0};
    (void)state;
    c.function = SIM_CONTROL_TRACE;
    c.code = SIM_CONTROL_FLUSH;
    assert_string_equal(ask(s, "hold ControlTraceW:FLUSH when=after after=1"), "ok\n");
    assert_int_equal(sim_do(s, &c).code, 87);
    assert_int_equal(sim_hold_for(s, &c), SIM_HOLD_NO);
    assert_int_equal(sim_hold_for(s, &c), SIM_HOLD_AFTER);
    assert_int_equal(sim_hold_for(s, &c), SIM_HOLD_NO);
    assert_string_equal(ask(s, "hold ControlTraceW"), "ok\n");
    assert_int_equal(sim_hold_for(s, &c), SIM_HOLD_BEFORE);
    uint64_t before = sim_releases(s);
    assert_string_equal(ask(s, "release"), "ok\n");
    assert_int_equal(sim_releases(s), before + 1);
    sim_set_held(s, 2);
    assert_string_equal(ask(s, "held"), "2\nok\n");
    sim_close(s);
}

static void lines_that_make_no_sense_say_why(void **state)
{
    static const char *const wrong[] = {"", "bogus", "fail", "fail Foo code=1", "fail ControlTraceW:FOO code=1",
                                        "fail StartTraceW", "speed", "rate 0", "behaviour", "behaviour x=1",
                                        "behaviour flush_result=sing", "late Nobody ms=3", "incident", "incident war",
                                        "stop Nobody", "session Nobody", "events Nobody", "advance"};
    struct sim *s = machine();
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (strncmp(ask(s, wrong[i]), "error ", 6) != 0)
            fail_msg("\"%s\" was taken", wrong[i]);
    char longest[2000];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_true(strncmp(ask(s, longest), "error ", 6) == 0);
    sim_close(s);
}

static void quit_ends_and_nothing_else_does(void **state)
{
    struct sim *s = machine();
    struct text answer = TEXT_EMPTY;
    (void)state;
    assert_true(sim_control_line(s, "ping", &answer));
    assert_true(sim_control_line(s, "quitt", &answer));
    assert_false(sim_control_line(s, "quit", &answer));
    text_done(&answer);
    sim_close(s);
}

static void time_runs_as_told(void **state)
{
    struct sim *s = machine();
    (void)state;
    int64_t before = sim_now_raw(s);
    ask(s, "advance 12.5");
    assert_int_equal(sim_now_raw(s) - before, 125000000);
    assert_int_equal(sim_now_utc(s), INT64_C(133500000000000000) + 125000000);
    assert_non_null(strstr(ask(s, "now"), "utc=133500000125000000\n"));
    sim_close(s);
}

static void nothing_happens_while_the_machine_sleeps(void **state)
{
    struct sim *s = machine();
    (void)state;
    ask(s, "advance 1");
    uint64_t emitted = s->emitted;
    int64_t before = sim_now_raw(s);
    ask(s, "sleep 3600");
    assert_int_equal(sim_now_raw(s) - before, INT64_C(3600) * SIM_TICKS_PER_S);
    assert_int_equal(s->emitted, emitted);
    ask(s, "advance 1");
    assert_true(s->emitted > emitted && s->emitted < emitted * 3);
    sim_close(s);
}

static void another_program_can_stop_a_session(void **state)
{
    struct sim *s = machine();
    struct sim_block b;
    (void)state;
    assert_int_equal(sim_start_ring(s, "My Ring", 1, 64, NULL), 0);
    assert_non_null(strstr(ask(s, "sessions"), "My Ring\t"));
    assert_string_equal(ask(s, "stop my ring"), "ok\n");
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "My Ring", SIM_CONTROL_QUERY, &b), 4201);
    sim_close(s);
}

static void a_sessions_providers_can_be_looked_at(void **state)
{
    struct sim *s = machine();
    static const struct guid dxgi = {0xca11c036, 0x0102, 0x4a2d, {0xa6, 0xad, 0xf0, 0x3c, 0xfe, 0xd5, 0xd3, 0xc9}};
    static const uint16_t ids[] = {42, 43};
    uint64_t handle = 0;
    (void)state;
    assert_int_equal(sim_start_ring(s, "Ring", 1, 64, &handle), 0);
    assert_int_equal(sim_enable(s, handle, &dxgi, 4, 2, ids, 2), 0);
    assert_non_null(strstr(ask(s, "session Ring"), "ca11c036-0102-4a2d-a6ad-f03cfed5d3c9 Microsoft-Windows-DXGI "
                                                   "level=4 any=0x2 all=0x0 property=0x0 in=42,43\n"));
    sim_close(s);
}

static void fill(struct sim_call *c, uint8_t *block, const struct guid *g, const uint8_t *filter)
{
    memset(c, 0, sizeof *c);
    c->function = SIM_ENABLE_TRACE;
    c->pid = 11;
    c->tid = 12;
    c->handle = UINT64_C(0x123456789A);
    c->name = "N\xC3\xA4me";
    c->code = 2;
    c->block = block;
    c->block_len = 5;
    c->full_path = "C:\\x";
    c->count = 3;
    c->provider = g;
    c->level = 5;
    c->match_any = UINT64_C(0x8000000000000001);
    c->match_all = 9;
    c->timeout_ms = 1000;
    c->has_params = true;
    c->params_version = 2;
    c->property = 4;
    c->filter_count = 1;
    c->filters[0].type = 0x80000200;
    c->filters[0].size = 6;
    c->filters[0].bytes = filter;
}

static void hear_number(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    uint64_t *newest = ctx;
    (void)session;
    assert_int_equal(r->processor_time & 0xFFFFFFFFFFFFu, newest[cpu] + 1);
    newest[cpu]++;
}

static void numbered_events_count_each_processor_from_one(void **state)
{
    struct sim *s = machine();
    uint64_t newest[SIM_MAX_CPUS] = {0}, total = 0;
    uint64_t handle = 0;
    (void)state;
    ask(s, "behaviour numbered=1");
    sim_listen(s, hear_number, newest);
    assert_int_equal(sim_start_ring(s, "Ring", 1, 64, &handle), 0);
    assert_int_equal(sim_enable(s, handle, &s->providers[P_DxgKrnl].guid, 255, 0, NULL, 0), 0);
    ask(s, "advance 30");
    for (uint32_t cpu = 0; cpu < SIM_MAX_CPUS; cpu++)
        total += newest[cpu];
    assert_true(total > 0);
    assert_non_null(strstr(ask(s, "numbers"), "running\t"));
    ask(s, "stop Ring");
    assert_non_null(strstr(ask(s, "numbers"), "ended\t"));
    assert_null(strstr(ask(s, "numbers"), "running\t"));
    sim_close(s);
}

static void a_call_survives_the_way_as_bytes(void **state)
{
    uint8_t block[] = {1, 2, 3, 4, 5};
    static const uint8_t filter[] = {1, 0, 1, 0, 42, 0};
    static const struct guid g = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
    struct sim_call c;
    struct sim_rpc_call got;
    struct text bytes = TEXT_EMPTY;
    (void)state;
    fill(&c, block, &g, filter);
    sim_rpc_put_call(&bytes, &c);
    assert_memory_equal(bytes.bytes, SIM_RPC_MAGIC, 4);
    assert_true(sim_rpc_get_call((uint8_t *)bytes.bytes + 8, (uint32_t)bytes.len - 8, &got));
    assert_int_equal(got.call.function, SIM_ENABLE_TRACE);
    assert_int_equal(got.call.handle, c.handle);
    assert_string_equal(got.call.name, c.name);
    assert_string_equal(got.call.full_path, c.full_path);
    assert_memory_equal(got.call.block, block, 5);
    assert_true(guid_equal(got.call.provider, &g));
    assert_int_equal(got.call.match_any, c.match_any);
    assert_true(got.call.has_params && !got.call.filters_null && !got.call.null_handle_out);
    assert_memory_equal(got.call.filters[0].bytes, filter, 6);
    sim_rpc_call_done(&got);
    /* Cut anywhere, it is refused and nothing is read beyond. */
    for (uint32_t len = 0; len < bytes.len - 8; len++) {
        uint8_t *cut = malloc(len ? len : 1);
        memcpy(cut, bytes.bytes + 8, len);
        assert_false(sim_rpc_get_call(cut, len, &got));
        free(cut);
    }
    text_done(&bytes);
}

static void a_reply_brings_the_block_back(void **state)
{
    struct sim_reply reply = {1460, 77, 3, 250, false, false}, got = {0};
    uint8_t block[] = {9, 8, 7, 6}, back[4] = {0};
    struct text bytes = TEXT_EMPTY;
    (void)state;
    sim_rpc_put_reply(&bytes, &reply, block, 4);
    assert_true(sim_rpc_get_reply((uint8_t *)bytes.bytes + 4, (uint32_t)bytes.len - 4, &got, back, 4));
    assert_int_equal(got.code, 1460);
    assert_int_equal(got.handle, 77);
    assert_int_equal(got.count, 3);
    assert_int_equal(got.delay_ms, 250);
    assert_memory_equal(back, block, 4);
    assert_false(sim_rpc_get_reply((uint8_t *)bytes.bytes + 4, 10, &got, back, 4));
    text_done(&bytes);
}

void suite_sim_control(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_is_counted_by_function_and_code),
        cmocka_unit_test(failures_come_after_so_many_calls_and_so_often),
        cmocka_unit_test(holds_are_asked_for_apart_from_failures),
        cmocka_unit_test(lines_that_make_no_sense_say_why),
        cmocka_unit_test(quit_ends_and_nothing_else_does),
        cmocka_unit_test(time_runs_as_told),
        cmocka_unit_test(nothing_happens_while_the_machine_sleeps),
        cmocka_unit_test(another_program_can_stop_a_session),
        cmocka_unit_test(a_sessions_providers_can_be_looked_at),
        cmocka_unit_test(numbered_events_count_each_processor_from_one),
        cmocka_unit_test(a_call_survives_the_way_as_bytes),
        cmocka_unit_test(a_reply_brings_the_block_back),
    };
    SUITE_RUN("sim_control", tests);
}
