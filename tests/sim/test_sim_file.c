/* File sessions: where the file may stand, circular wrap, timer, STOP, loss of
 * power. */
#include <string.h>

#include "etl/etl_check.h"
#include "os/os.h"
#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"
#include "tests/support/suite.h"
#include "tests/support/etl_walk.h"

struct bench {
    struct sim *sim;
    uint64_t handle;
    struct text folder, path;
};

static void bench_open(struct bench *b, const char *name)
{
    struct sim_options o = sim_options_default();
    o.manual = true;
    memset(b, 0, sizeof *b);
    b->sim = sim_open(&o);
    assert_non_null(b->sim);
    text_set(&b->folder, suite_folder(name));
    text_addf(&b->path, "%s/keyevents.etl", text_str(&b->folder));
}

static void bench_start(struct bench *b, uint32_t max_mb)
{
    assert_int_equal(sim_start_file(b->sim, "File", text_str(&b->path), max_mb, 64, &b->handle), 0);
    assert_int_equal(sim_enable_usual(b->sim, b->handle, true), 0);
}

static void bench_done(struct bench *b)
{
    assert_true(sim_call_count(b->sim, SIM_START_TRACE, SIM_ANY_CODE) > 0);
    sim_close(b->sim);
    text_done(&b->folder);
    text_done(&b->path);
}

static void tell(struct bench *b, const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(b->sim, line, &answer);
    assert_string_equal(text_str(&answer), "ok\n");
    text_done(&answer);
}

static struct etl_summary summary_of(struct bench *b)
{
    struct etl_summary summary;
    assert_false(outcome_failed(etl_summarise(text_str(&b->path), &summary)));
    return summary;
}

static uint32_t start_with(struct bench *b, uint32_t mode, const char *file, uint32_t max_mb)
{
    struct sim_block block;
    struct sim_call call = {0};
    sim_block_init(&block, file);
    sim_block_set(&block, SIM_AT_MODE, mode);
    sim_block_set(&block, SIM_AT_MAX_FILE, max_mb);
    call.function = SIM_START_TRACE;
    call.name = "Modes";
    call.block = block.bytes;
    call.block_len = sizeof block.bytes;
    return sim_do(b->sim, &call).code;
}

static void circular_and_preallocated_files_need_a_size(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "size");
    assert_int_equal(start_with(&b, MODE_CIRCULAR, text_str(&b.path), 0), 87);
    assert_int_equal(start_with(&b, MODE_SEQUENTIAL | MODE_PREALLOCATE, text_str(&b.path), 0), 87);
    assert_int_equal(start_with(&b, MODE_APPEND | MODE_PREALLOCATE, text_str(&b.path), 4), 87);
    assert_int_equal(start_with(&b, MODE_CIRCULAR | MODE_SEQUENTIAL, text_str(&b.path), 4), 87);
    bench_done(&b);
}

static void newfile_needs_exactly_one_number_in_its_name(void **state)
{
    struct bench b;
    struct text name = TEXT_EMPTY;
    struct os_stat st;
    (void)state;
    bench_open(&b, "newfile");
    assert_int_equal(start_with(&b, MODE_NEWFILE, text_str(&b.path), 4), 123);
    text_addf(&name, "%s/%%d-%%d.etl", text_str(&b.folder));
    assert_int_equal(start_with(&b, MODE_NEWFILE, text_str(&name), 4), 123);
    text_set(&name, text_str(&b.folder));
    text_add(&name, "/n%d.etl");
    assert_int_equal(start_with(&b, MODE_NEWFILE, text_str(&name), 4), 0);
    text_set(&name, text_str(&b.folder));
    text_add(&name, "/n1.etl");
    assert_false(outcome_failed(os_stat(text_str(&name), &st)));
    text_done(&name);
    bench_done(&b);
}

static void a_file_of_another_session_is_161(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "in-use");
    bench_start(&b, 4);
    assert_int_equal(sim_start_file(b.sim, "Second", text_str(&b.path), 4, 64, NULL), 161);
    bench_done(&b);
}

static void a_missing_folder_is_3(void **state)
{
    struct bench b;
    struct text path = TEXT_EMPTY;
    (void)state;
    bench_open(&b, "missing");
    text_addf(&path, "%s/none/keyevents.etl", text_str(&b.folder));
    assert_int_equal(sim_start_file(b.sim, "File", text_str(&path), 4, 64, NULL), 3);
    assert_int_equal(sim_start_file(b.sim, "File", text_str(&b.folder), 4, 64, NULL), 5);
    text_done(&path);
    bench_done(&b);
}

static void too_little_space_is_112_with_200_mb_on_top(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "space");
    tell(&b, "free_space 314572799"); /* 100 + 200 MB less one byte */
    assert_int_equal(sim_start_file(b.sim, "File", text_str(&b.path), 100, 64, NULL), 112);
    tell(&b, "free_space 314572800");
    assert_int_equal(sim_start_file(b.sim, "File", text_str(&b.path), 100, 64, NULL), 0);
    bench_done(&b);
}

static void a_new_start_overwrites_the_old_file(void **state)
{
    struct bench b;
    struct sim_block q;
    (void)state;
    bench_open(&b, "restart");
    bench_start(&b, 4);
    sim_advance_by(b.sim, 70);
    sim_block_init(&q, NULL);
    assert_int_equal(sim_control(b.sim, "File", SIM_CONTROL_STOP, &q), 0);
    uint64_t before = summary_of(&b).events;
    bench_start(&b, 4);
    assert_true(summary_of(&b).events < before);
    bench_done(&b);
}

static void data_is_on_disk_after_the_timer_though_nobody_asked(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "timer");
    assert_int_equal(sim_start_file(b.sim, "File", text_str(&b.path), 4, 64, &b.handle), 0);
    assert_int_equal(sim_enable(b.sim, b.handle, sim_provider_guid(b.sim, "Kernel-PnP"), 4, 0x800000, NULL, 0), 0);
    sim_advance_by(b.sim, 59);
    assert_int_equal(summary_of(&b).payload_events, 0);
    sim_advance_by(b.sim, 2);
    struct etl_summary s = summary_of(&b);
    assert_true(s.payload_events >= 9);
    assert_int_equal(s.state, ETL_NOT_CLOSED);
    bench_done(&b);
}

static void flush_writes_what_is_in_memory_and_ignores_a_name(void **state)
{
    struct bench b;
    struct text other = TEXT_EMPTY;
    struct os_stat st;
    (void)state;
    bench_open(&b, "flush");
    bench_start(&b, 4);
    sim_advance_by(b.sim, 5);
    text_addf(&other, "%s/other.etl", text_str(&b.folder));
    assert_int_equal(sim_flush_to(b.sim, "File", text_str(&other)), 0);
    assert_true(summary_of(&b).payload_events > 10);
    assert_true(outcome_failed(os_stat(text_str(&other), &st)));
    text_done(&other);
    bench_done(&b);
}

static void stop_finalises_the_header(void **state)
{
    struct bench b;
    struct sim_block q;
    struct os_map map;
    (void)state;
    bench_open(&b, "stop");
    bench_start(&b, 4);
    sim_advance_by(b.sim, 20);
    int64_t end = sim_now_utc(b.sim);
    sim_block_init(&q, NULL);
    assert_int_equal(sim_control(b.sim, "File", SIM_CONTROL_STOP, &q), 0);
    assert_false(outcome_failed(os_map_open(text_str(&b.path), &map)));
    assert_int_equal(etl_walk_u64(map.bytes + ETLW_AT_END_TIME), end);
    assert_int_equal(etl_walk_u32(map.bytes + ETLW_AT_BUFFERS_WRITTEN), map.len / 65536);
    os_map_close(&map);
    assert_int_equal(summary_of(&b).state, ETL_WHOLE);
    bench_done(&b);
}

static void a_circular_file_wraps_in_place_behind_its_header(void **state)
{
    struct bench b;
    struct os_stat st;
    struct sim_block q;
    (void)state;
    bench_open(&b, "wrap");
    bench_start(&b, 1);
    sim_advance_by(b.sim, 600);
    sim_block_init(&q, NULL);
    assert_int_equal(sim_control(b.sim, "File", SIM_CONTROL_STOP, &q), 0);
    assert_false(outcome_failed(os_stat(text_str(&b.path), &st)));
    assert_int_equal(st.len, 1024 * 1024);
    assert_true(sim_block_get(&q, SIM_AT_WRITTEN) > 16);
    assert_int_equal(summary_of(&b).state, ETL_WRAPPED);
    bench_done(&b);
}

static void loss_of_power_leaves_what_was_flushed_and_an_open_header(void **state)
{
    struct bench b;
    struct sim_block q;
    (void)state;
    bench_open(&b, "power");
    bench_start(&b, 4);
    sim_advance_by(b.sim, 90);
    uint64_t flushed = summary_of(&b).events;
    tell(&b, "power_loss");
    sim_block_init(&q, NULL);
    assert_int_equal(sim_control(b.sim, "File", SIM_CONTROL_QUERY, &q), 4201);
    struct etl_summary s = summary_of(&b);
    assert_int_equal(s.events, flushed);
    assert_int_equal(s.state, ETL_NOT_CLOSED);
    bench_done(&b);
}

static void a_session_whose_file_cannot_grow_ends(void **state)
{
    struct bench b;
    struct sim_block q;
    (void)state;
    bench_open(&b, "grow");
    bench_start(&b, 4);
    tell(&b, "free_space 1000");
    sim_advance_by(b.sim, 120);
    sim_block_init(&q, NULL);
    assert_int_equal(sim_control(b.sim, "File", SIM_CONTROL_QUERY, &q), 4201);
    bench_done(&b);
}

static void only_masked_events_are_in_the_file(void **state)
{
    struct bench b;
    struct text answer = TEXT_EMPTY;
    (void)state;
    bench_open(&b, "masked");
    bench_start(&b, 16);
    sim_advance_by(b.sim, 30);
    assert_int_equal(sim_flush_to(b.sim, "File", NULL), 0);
    uint64_t kept = summary_of(&b).payload_events;
    sim_control_line(b.sim, "events TCPIP", &answer);
    assert_non_null(strstr(text_str(&answer), "1074 "));
    /* 400 packets a second are said; with them there would be over 10,000. */
    assert_true(kept > 500 && kept < 6000);
    text_done(&answer);
    bench_done(&b);
}

void suite_sim_file(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circular_and_preallocated_files_need_a_size),
        cmocka_unit_test(newfile_needs_exactly_one_number_in_its_name),
        cmocka_unit_test(a_file_of_another_session_is_161),
        cmocka_unit_test(a_missing_folder_is_3),
        cmocka_unit_test(too_little_space_is_112_with_200_mb_on_top),
        cmocka_unit_test(a_new_start_overwrites_the_old_file),
        cmocka_unit_test(data_is_on_disk_after_the_timer_though_nobody_asked),
        cmocka_unit_test(flush_writes_what_is_in_memory_and_ignores_a_name),
        cmocka_unit_test(stop_finalises_the_header),
        cmocka_unit_test(a_circular_file_wraps_in_place_behind_its_header),
        cmocka_unit_test(loss_of_power_leaves_what_was_flushed_and_an_open_header),
        cmocka_unit_test(a_session_whose_file_cannot_grow_ends),
        cmocka_unit_test(only_masked_events_are_in_the_file),
    };
    SUITE_RUN("sim_file", tests);
}
