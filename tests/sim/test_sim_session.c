/* ControlTrace, QueryAllTraces, TraceSetInformation: what they answer and what
 * they refuse. */
#include <string.h>

#include "os/os.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/support/suite.h"

static struct sim *machine(void)
{
    struct sim_options o = sim_options_default();
    o.manual = true;
    struct sim *s = sim_open(&o);
    assert_non_null(s);
    return s;
}

static struct sim *machine_with_ring(uint64_t *handle)
{
    struct sim *s = machine();
    assert_int_equal(sim_start_ring(s, "Ring", 4, 64, handle), 0);
    assert_int_equal(sim_call_count(s, SIM_START_TRACE, SIM_ANY_CODE), 1);
    return s;
}

static uint32_t control_by_handle(struct sim *s, uint64_t handle, const char *name, uint32_t code, struct sim_block *b)
{
    struct sim_call call = {0};
    call.function = SIM_CONTROL_TRACE;
    call.handle = handle;
    call.name = name;
    call.code = code;
    call.block = b ? b->bytes : NULL;
    call.block_len = b ? sizeof b->bytes : 0;
    uint32_t before = sim_call_count(s, SIM_CONTROL_TRACE, code);
    uint32_t result = sim_do(s, &call).code;
    assert_int_equal(sim_call_count(s, SIM_CONTROL_TRACE, code), before + 1);
    return result;
}

static void query_by_name_gives_the_handle_and_what_was_granted(void **state)
{
    uint64_t handle = 0;
    struct sim *s = machine_with_ring(&handle);
    struct sim_block b;
    (void)state;
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "rING", SIM_CONTROL_QUERY, &b), 0);
    assert_int_equal(sim_block_get(&b, SIM_AT_HANDLE), (uint32_t)handle);
    assert_int_equal(sim_block_get(&b, SIM_AT_BUFFERS), 64);
    assert_int_equal(sim_block_get(&b, SIM_AT_MODE), MODE_BUFFERING | MODE_INDEPENDENT);
    assert_memory_equal(b.bytes + SIM_BLOCK_NAME, "R\0i\0n\0g\0\0\0", 10);
    sim_close(s);
}

static void without_block_name_and_handle_it_is_87(void **state)
{
    uint64_t handle = 0;
    struct sim *s = machine_with_ring(&handle);
    struct sim_block b;
    (void)state;
    sim_block_init(&b, NULL);
    assert_int_equal(control_by_handle(s, handle, NULL, SIM_CONTROL_QUERY, NULL), 87);
    assert_int_equal(control_by_handle(s, 0, NULL, SIM_CONTROL_QUERY, &b), 87);
    assert_int_equal(control_by_handle(s, 0, "", SIM_CONTROL_QUERY, &b), 87);
    assert_int_equal(control_by_handle(s, handle, NULL, 99, &b), 87);
    assert_int_equal(control_by_handle(s, handle, NULL, SIM_CONTROL_QUERY, &b), 0);
    sim_close(s);
}

static void a_session_that_does_not_run_is_4201(void **state)
{
    uint64_t handle = 0;
    struct sim *s = machine_with_ring(&handle);
    struct sim_block b;
    (void)state;
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "Nobody", SIM_CONTROL_QUERY, &b), 4201);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_STOP, &b), 0);
    assert_int_equal(control_by_handle(s, handle, NULL, SIM_CONTROL_FLUSH, &b), 4201);
    assert_int_equal(control_by_handle(s, handle, NULL, SIM_CONTROL_STOP, &b), 4201);
    sim_close(s);
}

static void the_next_session_gets_an_ended_ones_handle(void **state)
{
    uint64_t first = 0, second = 0;
    struct sim *s = machine_with_ring(&first);
    struct sim_block b;
    (void)state;
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_STOP, &b), 0);
    assert_int_equal(control_by_handle(s, first, NULL, SIM_CONTROL_QUERY, &b), 4201);
    assert_int_equal(sim_start_ring(s, "Stranger", 4, 64, &second), 0);
    assert_true(first == second);
    sim_block_init(&b, NULL);
    assert_int_equal(control_by_handle(s, first, NULL, SIM_CONTROL_QUERY, &b), 0);
    assert_memory_equal(b.bytes + SIM_BLOCK_NAME, "S\0t\0r\0", 6);
    sim_close(s);
}

static void bad_sizes_and_offsets_are_24_and_87(void **state)
{
    struct sim *s = machine_with_ring(NULL);
    struct sim_block b;
    (void)state;
    sim_block_init(&b, NULL);
    sim_block_set(&b, SIM_AT_BUFFER_SIZE, 100);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), 24);
    sim_block_init(&b, NULL);
    sim_block_set(&b, SIM_AT_FILE_OFFSET, SIM_BLOCK_SIZE + 2);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), 87);
    sim_block_set(&b, SIM_AT_FILE_OFFSET, SIM_BLOCK_NAME);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), 87);
    sim_close(s);
}

static void names_without_1024_characters_of_room_are_234(void **state)
{
    struct sim *s = machine_with_ring(NULL);
    struct sim_block b;
    struct text answer = TEXT_EMPTY;
    (void)state;
    sim_block_init(&b, NULL);
    sim_block_set(&b, SIM_AT_BUFFER_SIZE, SIM_BLOCK_NAME + 512);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), 234);
    sim_control_line(s, "behaviour loose_names=1", &answer);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), 0);
    sim_block_set(&b, SIM_AT_BUFFER_SIZE, SIM_BLOCK_NAME + 8);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), 234);
    text_done(&answer);
    sim_close(s);
}

static void a_stop_that_answers_234_has_stopped(void **state)
{
    struct sim *s = machine_with_ring(NULL);
    struct sim_block b;
    (void)state;
    sim_block_init(&b, NULL);
    sim_block_set(&b, SIM_AT_BUFFER_SIZE, SIM_BLOCK_NAME + 8);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_STOP, &b), 234);
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "Ring", SIM_CONTROL_QUERY, &b), 4201);
    sim_close(s);
}

static void update_changes_timer_and_flags_and_refuses_the_same_name(void **state)
{
    struct sim *s = machine();
    struct sim_block b;
    struct text path = TEXT_EMPTY, other = TEXT_EMPTY;
    struct os_stat st;
    (void)state;
    text_addf(&path, "%s/a.etl", suite_folder("update"));
    text_addf(&other, "%s/b.etl", suite_folder("update"));
    assert_int_equal(sim_start_file(s, "File", text_str(&path), 1, 64, NULL), 0);
    sim_block_init(&b, text_str(&path));
    assert_int_equal(sim_control(s, "File", SIM_CONTROL_UPDATE, &b), 87);
    sim_block_init(&b, text_str(&other));
    sim_block_set(&b, SIM_AT_FLUSH_TIMER, 7);
    assert_int_equal(sim_control(s, "File", SIM_CONTROL_UPDATE, &b), 0);
    assert_false(outcome_failed(os_stat(text_str(&other), &st)));
    sim_block_init(&b, NULL);
    assert_int_equal(sim_control(s, "File", SIM_CONTROL_QUERY, &b), 0);
    assert_int_equal(sim_block_get(&b, SIM_AT_FLUSH_TIMER), 7);
    text_done(&path);
    text_done(&other);
    sim_close(s);
}

static uint32_t query_all(struct sim *s, struct sim_block *blocks, uint32_t count, uint32_t *got)
{
    struct sim_call call = {0};
    call.function = SIM_QUERY_ALL;
    call.block = blocks ? blocks[0].bytes : NULL;
    call.block_len = blocks ? count * (uint32_t)sizeof *blocks : 0;
    call.count = count;
    struct sim_reply reply = sim_do(s, &call);
    assert_true(sim_call_count(s, SIM_QUERY_ALL, SIM_ANY_CODE) > 0);
    *got = reply.count;
    return reply.code;
}

static void query_all_lists_every_session_and_says_when_the_array_is_short(void **state)
{
    struct sim *s = machine_with_ring(NULL);
    struct sim_block blocks[5];
    uint32_t got = 0;
    (void)state;
    for (int i = 0; i < 5; i++)
        sim_block_init(&blocks[i], NULL);
    assert_int_equal(query_all(s, NULL, 0, &got), 87);
    assert_int_equal(query_all(s, blocks, 2, &got), 234);
    assert_int_equal(got, 4);
    assert_true(sim_block_get(&blocks[1], SIM_AT_HANDLE) != 0);
    assert_int_equal(query_all(s, blocks, 5, &got), 0);
    assert_int_equal(got, 4);
    assert_memory_equal(blocks[3].bytes + SIM_BLOCK_NAME, "R\0i\0n\0g\0", 8);
    sim_close(s);
}

static uint32_t inform(struct sim *s, uint64_t handle, uint32_t what, uint32_t len)
{
    uint8_t bytes[6400] = {0};
    struct sim_call call = {0};
    call.function = SIM_SET_INFORMATION;
    call.handle = handle;
    call.code = what;
    call.block = bytes;
    call.block_len = len;
    uint32_t code = sim_do(s, &call).code;
    assert_true(sim_call_count(s, SIM_SET_INFORMATION, what) > 0);
    return code;
}

static void trace_information_is_checked_by_class_and_length(void **state)
{
    uint64_t handle = 0;
    struct sim *s = machine_with_ring(&handle);
    (void)state;
    assert_int_equal(inform(s, handle, 3, 48), 0);
    assert_int_equal(inform(s, handle, 3, 0), 0);
    assert_int_equal(inform(s, handle, 3, 25), 24);
    assert_int_equal(inform(s, handle, 3, 24 * 257), 24);
    assert_int_equal(inform(s, handle, 4, 2), 24);
    assert_int_equal(inform(s, handle, 4, 8), 50);
    assert_int_equal(inform(s, 0, 5, 4), 24);
    assert_int_equal(inform(s, 0, 5, 8), 0);
    assert_int_equal(inform(s, handle, 77, 8), 50);
    assert_int_equal(inform(s, 12345, 3, 24), 4201);
    sim_close(s);
}

void suite_sim_session(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(query_by_name_gives_the_handle_and_what_was_granted),
        cmocka_unit_test(without_block_name_and_handle_it_is_87),
        cmocka_unit_test(a_session_that_does_not_run_is_4201),
        cmocka_unit_test(the_next_session_gets_an_ended_ones_handle),
        cmocka_unit_test(bad_sizes_and_offsets_are_24_and_87),
        cmocka_unit_test(names_without_1024_characters_of_room_are_234),
        cmocka_unit_test(a_stop_that_answers_234_has_stopped),
        cmocka_unit_test(update_changes_timer_and_flags_and_refuses_the_same_name),
        cmocka_unit_test(query_all_lists_every_session_and_says_when_the_array_is_short),
        cmocka_unit_test(trace_information_is_checked_by_class_and_length),
    };
    SUITE_RUN("sim_session", tests);
}
