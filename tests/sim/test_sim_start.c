/* What StartTrace refuses, and with which code: the property block, names,
 * modes, limits, rights. Files are in test_sim_file.c. */
#include <string.h>

#include "os/os.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/support/suite.h"

struct bench {
    struct sim *sim;
    struct sim_block block;
    struct sim_call call;
};

static void bench_open(struct bench *b, const char *file)
{
    struct sim_options o = sim_options_default();
    o.manual = true;
    memset(b, 0, sizeof *b);
    b->sim = sim_open(&o);
    assert_non_null(b->sim);
    sim_block_init(&b->block, file);
    sim_block_set(&b->block, SIM_AT_MODE, MODE_BUFFERING);
    sim_block_set(&b->block, SIM_AT_BUFFER_KB, 64);
    sim_block_set(&b->block, SIM_AT_MIN_BUFFERS, 64);
    b->call.function = SIM_START_TRACE;
    b->call.name = "Suite";
    b->call.block = b->block.bytes;
    b->call.block_len = sizeof b->block.bytes;
}

static void bench_done(struct bench *b)
{
    sim_close(b->sim);
}

/* Every test goes through here, so a call that never arrived is noticed. */
static uint32_t start(struct bench *b)
{
    uint32_t before = sim_call_count(b->sim, SIM_START_TRACE, SIM_ANY_CODE);
    uint32_t code = sim_do(b->sim, &b->call).code;
    assert_int_equal(sim_call_count(b->sim, SIM_START_TRACE, SIM_ANY_CODE), before + 1);
    return code;
}

#define RING(b)      \
    struct bench b;  \
    (void)state;     \
    bench_open(&b, NULL)

static void a_sound_ring_starts(void **state)
{
    RING(b);
    assert_int_equal(start(&b), 0);
    assert_true(sim_block_get(&b.block, SIM_AT_HANDLE) != 0);
    assert_int_equal(sim_block_get(&b.block, SIM_AT_BUFFERS), 64);
    bench_done(&b);
}

static void null_arguments_are_87(void **state)
{
    RING(b);
    b.call.null_handle_out = true;
    assert_int_equal(start(&b), 87);
    b.call.null_handle_out = false;
    b.call.block = NULL;
    b.call.block_len = 0;
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void a_block_size_that_lies_is_24(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_BUFFER_SIZE, 119);
    assert_int_equal(start(&b), 24);
    sim_block_set(&b.block, SIM_AT_BUFFER_SIZE, SIM_BLOCK_SIZE + 1);
    assert_int_equal(start(&b), 24);
    bench_done(&b);
}

static void a_name_without_room_is_24(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_BUFFER_SIZE, SIM_BLOCK_NAME + 10);
    assert_int_equal(start(&b), 24);
    sim_block_set(&b.block, SIM_AT_BUFFER_SIZE, SIM_BLOCK_NAME + 12);
    assert_int_equal(start(&b), 0);
    bench_done(&b);
}

static void offsets_outside_the_block_are_87(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_NAME_OFFSET, 60);
    assert_int_equal(start(&b), 87);
    sim_block_set(&b.block, SIM_AT_NAME_OFFSET, SIM_BLOCK_SIZE);
    assert_int_equal(start(&b), 87);
    sim_block_set(&b.block, SIM_AT_NAME_OFFSET, 0);
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void the_file_name_before_the_session_name_is_87(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "x.etl");
    sim_block_set(&b.block, SIM_AT_MODE, MODE_SEQUENTIAL);
    sim_block_set(&b.block, SIM_AT_NAME_OFFSET, SIM_BLOCK_FILE);
    sim_block_set(&b.block, SIM_AT_FILE_OFFSET, SIM_BLOCK_NAME);
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void flags_without_traced_guid_are_87(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_FLAGS, 0);
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void an_unknown_clock_is_87(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_CLOCK, 4);
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void names_empty_or_over_1024_are_123(void **state)
{
    RING(b);
    char longest[1100];
    memset(longest, 'n', sizeof longest);
    longest[1025] = '\0';
    b.call.name = "";
    assert_int_equal(start(&b), 123);
    b.call.name = NULL;
    assert_int_equal(start(&b), 123);
    b.call.name = longest;
    assert_int_equal(start(&b), 123);
    bench_done(&b);
}

static void the_kernel_loggers_guid_with_a_foreign_name_is_87(void **state)
{
    RING(b);
    static const uint8_t guid[16] = {0xad, 0x4a, 0x81, 0x9e, 0x04, 0x32, 0xd2, 0x11,
                                     0x9a, 0x82, 0x00, 0x60, 0x08, 0xa8, 0x69, 0x39};
    memcpy(b.block.bytes + 24, guid, sizeof guid);
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void buffering_with_a_file_name_is_87(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "ring.etl");
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void buffering_with_another_file_mode_is_87(void **state)
{
    static const uint32_t others[] = {MODE_SEQUENTIAL, MODE_CIRCULAR, MODE_APPEND, MODE_NEWFILE, MODE_REAL_TIME};
    RING(b);
    sim_block_set(&b.block, SIM_AT_MAX_FILE, 10);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        sim_block_set(&b.block, SIM_AT_MODE, MODE_BUFFERING | others[i]);
        assert_int_equal(start(&b), 87);
    }
    bench_done(&b);
}

static void compression_is_for_rings_only(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "x.etl");
    sim_block_set(&b.block, SIM_AT_MODE, MODE_SEQUENTIAL | MODE_COMPRESSED);
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void both_hybrid_shutdown_wishes_are_87(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_MODE, MODE_BUFFERING | MODE_STOP_HYBRID | MODE_PERSIST_HYBRID);
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void a_strict_machine_refuses_independent_sessions_with_87(void **state)
{
    RING(b);
    struct text answer = TEXT_EMPTY;
    sim_block_set(&b.block, SIM_AT_MODE, MODE_BUFFERING | MODE_INDEPENDENT);
    assert_true(sim_control_line(b.sim, "behaviour strict_independent=1", &answer));
    assert_string_equal(text_str(&answer), "ok\n");
    assert_int_equal(start(&b), 87);
    sim_block_set(&b.block, SIM_AT_MODE, MODE_BUFFERING);
    assert_int_equal(start(&b), 0);
    text_done(&answer);
    bench_done(&b);
}

static void buffer_sizes_outside_4_to_16384_kb_are_87(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_BUFFER_KB, 3);
    assert_int_equal(start(&b), 87);
    sim_block_set(&b.block, SIM_AT_BUFFER_KB, 16385);
    assert_int_equal(start(&b), 87);
    bench_done(&b);
}

static void no_mode_and_no_file_is_161(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_MODE, 0);
    assert_int_equal(start(&b), 161);
    sim_block_set(&b.block, SIM_AT_MODE, MODE_CIRCULAR);
    sim_block_set(&b.block, SIM_AT_MAX_FILE, 5);
    assert_int_equal(start(&b), 161);
    bench_done(&b);
}

static void a_name_that_runs_is_183_whatever_its_case(void **state)
{
    RING(b);
    assert_int_equal(start(&b), 0);
    b.call.name = "sUITE";
    memset(b.block.bytes + 24, 0, 16); /* the running session's GUID came back in it */
    assert_int_equal(start(&b), 183);
    bench_done(&b);
}

static void a_guid_that_runs_is_183(void **state)
{
    RING(b);
    memset(b.block.bytes + 24, 0x11, 16);
    assert_int_equal(start(&b), 0);
    b.call.name = "Other";
    assert_int_equal(start(&b), 183);
    bench_done(&b);
}

static void the_65th_session_is_1450(void **state)
{
    RING(b);
    struct text answer = TEXT_EMPTY;
    assert_true(sim_control_line(b.sim, "foreign 63", &answer));
    assert_int_equal(start(&b), 0);
    b.call.name = "One more";
    memset(b.block.bytes + 24, 0, 16);
    assert_int_equal(start(&b), 1450);
    text_done(&answer);
    bench_done(&b);
}

static void the_ninth_system_logger_is_1450(void **state)
{
    RING(b);
    char name[] = "System 0";
    sim_block_set(&b.block, SIM_AT_MODE, MODE_BUFFERING | MODE_SYSTEM_LOGGER);
    uint32_t code = 0, started = 0;
    for (int i = 0; i < 9 && !code; i++) {
        name[7] = (char)('0' + i);
        b.call.name = name;
        memset(b.block.bytes + 24, 0, 16);
        code = start(&b);
        started += code == 0;
    }
    assert_int_equal(code, 1450);
    assert_int_equal(started, 7); /* the system runs one itself */
    bench_done(&b);
}

static void without_the_right_it_is_5(void **state)
{
    RING(b);
    struct text answer = TEXT_EMPTY;
    sim_control_line(b.sim, "access_denied on", &answer);
    assert_int_equal(start(&b), 5);
    sim_control_line(b.sim, "access_denied off", &answer);
    assert_int_equal(start(&b), 0);
    text_done(&answer);
    bench_done(&b);
}

static void a_ring_beyond_memory_is_8(void **state)
{
    RING(b);
    struct text answer = TEXT_EMPTY;
    sim_control_line(b.sim, "behaviour memory_limit_mb=16", &answer);
    sim_block_set(&b.block, SIM_AT_MIN_BUFFERS, 512);
    assert_int_equal(start(&b), 8);
    sim_block_set(&b.block, SIM_AT_MIN_BUFFERS, 128);
    assert_int_equal(start(&b), 0);
    text_done(&answer);
    bench_done(&b);
}

static void at_least_two_buffers_for_each_cpu_are_granted(void **state)
{
    RING(b);
    sim_block_set(&b.block, SIM_AT_MIN_BUFFERS, 3);
    assert_int_equal(start(&b), 0);
    assert_int_equal(sim_block_get(&b.block, SIM_AT_BUFFERS), 16);
    bench_done(&b);
}

static void fewer_buffers_may_be_granted_than_asked(void **state)
{
    RING(b);
    struct text answer = TEXT_EMPTY;
    sim_control_line(b.sim, "behaviour max_buffers_granted=40", &answer);
    assert_int_equal(start(&b), 0);
    assert_int_equal(sim_block_get(&b.block, SIM_AT_BUFFERS), 40);
    text_done(&answer);
    bench_done(&b);
}

void suite_sim_start(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_ring_starts),
        cmocka_unit_test(null_arguments_are_87),
        cmocka_unit_test(a_block_size_that_lies_is_24),
        cmocka_unit_test(a_name_without_room_is_24),
        cmocka_unit_test(offsets_outside_the_block_are_87),
        cmocka_unit_test(the_file_name_before_the_session_name_is_87),
        cmocka_unit_test(flags_without_traced_guid_are_87),
        cmocka_unit_test(an_unknown_clock_is_87),
        cmocka_unit_test(names_empty_or_over_1024_are_123),
        cmocka_unit_test(the_kernel_loggers_guid_with_a_foreign_name_is_87),
        cmocka_unit_test(buffering_with_a_file_name_is_87),
        cmocka_unit_test(buffering_with_another_file_mode_is_87),
        cmocka_unit_test(compression_is_for_rings_only),
        cmocka_unit_test(both_hybrid_shutdown_wishes_are_87),
        cmocka_unit_test(a_strict_machine_refuses_independent_sessions_with_87),
        cmocka_unit_test(buffer_sizes_outside_4_to_16384_kb_are_87),
        cmocka_unit_test(no_mode_and_no_file_is_161),
        cmocka_unit_test(a_name_that_runs_is_183_whatever_its_case),
        cmocka_unit_test(a_guid_that_runs_is_183),
        cmocka_unit_test(the_65th_session_is_1450),
        cmocka_unit_test(the_ninth_system_logger_is_1450),
        cmocka_unit_test(without_the_right_it_is_5),
        cmocka_unit_test(a_ring_beyond_memory_is_8),
        cmocka_unit_test(at_least_two_buffers_for_each_cpu_are_granted),
        cmocka_unit_test(fewer_buffers_may_be_granted_than_asked),
    };
    SUITE_RUN("sim_start", tests);
}
