/* EnableTraceEx2: what it refuses, and which events then come through. */
#include <string.h>

#include "tests/sim/sim_block.h"
#include "tests/sim/sim_internal.h"
#include "tests/sim/sim_masks.h"
#include "tests/support/suite.h"

struct seen {
    struct guid provider;
    uint32_t count[4096], total;
    uint64_t keywords; /* of all that came */
};

struct bench {
    struct sim *sim;
    uint64_t handle;
    struct seen seen;
};

static void see(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    struct seen *seen = ctx;
    (void)session;
    (void)cpu;
    if (!guid_equal(&r->guid, &seen->provider))
        return;
    seen->count[r->id % 4096]++;
    seen->total++;
    seen->keywords |= r->keyword;
}

static void bench_open(struct bench *b, const char *provider)
{
    struct sim_options o = sim_options_default();
    o.manual = true;
    memset(b, 0, sizeof *b);
    b->sim = sim_open(&o);
    assert_non_null(b->sim);
    assert_int_equal(sim_start_ring(b->sim, "Ring", 8, 64, &b->handle), 0);
    b->seen.provider = *sim_provider_guid(b->sim, provider);
    sim_listen(b->sim, see, &b->seen);
}

static void run(struct bench *b, double seconds)
{
    memset(b->seen.count, 0, sizeof b->seen.count);
    b->seen.total = 0;
    b->seen.keywords = 0;
    sim_advance_by(b->sim, seconds);
    assert_true(sim_call_count(b->sim, SIM_ENABLE_TRACE, SIM_ANY_CODE) > 0);
}

static uint32_t enable(struct bench *b, uint8_t level, uint64_t any, const uint16_t *ids, uint32_t count)
{
    return sim_enable(b->sim, b->handle, &b->seen.provider, level, any, ids, count);
}

static struct sim_call enable_call(struct bench *b)
{
    struct sim_call call = {0};
    call.function = SIM_ENABLE_TRACE;
    call.handle = b->handle;
    call.provider = &b->seen.provider;
    call.code = SIM_ENABLE_ON;
    call.level = 4;
    call.has_params = true;
    call.params_version = 2;
    return call;
}

static void no_provider_and_no_handle_are_87(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "DXGI");
    struct sim_call call = enable_call(&b);
    call.provider = NULL;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call = enable_call(&b);
    call.handle = 0;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call = enable_call(&b);
    call.code = 3;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call = enable_call(&b);
    call.handle = 4711;
    assert_int_equal(sim_do(b.sim, &call).code, 4201);
    sim_close(b.sim);
}

static void a_wrong_version_of_the_parameters_is_87(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "DXGI");
    struct sim_call call = enable_call(&b);
    call.params_version = 0;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call.params_version = 3;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call.params_version = 2;
    assert_int_equal(sim_do(b.sim, &call).code, 0);
    sim_close(b.sim);
}

static void id_filters_must_say_their_size(void **state)
{
    struct bench b;
    uint8_t list[4 + 2 * 65] = {1, 0, 2, 0, 42, 0, 43, 0};
    (void)state;
    bench_open(&b, "DXGI");
    struct sim_call call = enable_call(&b);
    call.filter_count = 1;
    call.filters[0].type = 0x80000200;
    call.filters[0].bytes = list;
    static const uint32_t wrong[] = {0, 3, 6, 7, 9, 10};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        call.filters[0].size = wrong[i];
        assert_int_equal(sim_do(b.sim, &call).code, 87);
    }
    call.filters[0].size = 8;
    assert_int_equal(sim_do(b.sim, &call).code, 0);
    call.filters[0].bytes = NULL;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    sim_close(b.sim);
}

static void more_than_64_ids_are_87(void **state)
{
    struct bench b;
    uint16_t ids[65];
    (void)state;
    bench_open(&b, "DXGI");
    for (uint16_t i = 0; i < 65; i++)
        ids[i] = i;
    assert_int_equal(enable(&b, 4, 2, ids, 65), 87);
    assert_int_equal(enable(&b, 4, 2, ids, 64), 0);
    sim_close(b.sim);
}

static void filter_lists_that_make_no_sense_are_87(void **state)
{
    struct bench b;
    static const uint8_t list[] = {1, 0, 1, 0, 42, 0};
    (void)state;
    bench_open(&b, "DXGI");
    struct sim_call call = enable_call(&b);
    call.filter_count = 1;
    call.filters_null = true;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call = enable_call(&b);
    call.filter_count = 14;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call = enable_call(&b);
    call.filter_count = 2;
    for (int i = 0; i < 2; i++) {
        call.filters[i].type = 0x80000200;
        call.filters[i].size = sizeof list;
        call.filters[i].bytes = list;
    }
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call.filter_count = 1;
    call.filters[0].type = 0x1234;
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call.filters[0].type = 0x80001000; /* stack walk without EVENT_ENABLE_PROPERTY_STACK_TRACE */
    assert_int_equal(sim_do(b.sim, &call).code, 87);
    call.property = 4;
    assert_int_equal(sim_do(b.sim, &call).code, 0);
    sim_close(b.sim);
}

static void the_ninth_session_of_a_provider_is_1450(void **state)
{
    struct bench b;
    char name[] = "Ring 0";
    (void)state;
    bench_open(&b, "DXGI");
    assert_int_equal(enable(&b, 4, 2, NULL, 0), 0);
    for (int i = 1; i < 9; i++) {
        uint64_t handle = 0;
        name[5] = (char)('0' + i);
        assert_int_equal(sim_start_ring(b.sim, name, 1, 64, &handle), 0);
        assert_int_equal(sim_enable(b.sim, handle, &b.seen.provider, 4, 2, NULL, 0), i < 8 ? 0 : 1450);
    }
    assert_int_equal(enable(&b, 5, 2, NULL, 0), 0);
    sim_close(b.sim);
}

static void a_guid_that_nobody_registered_is_accepted_and_silent(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "DXGI");
    memset(&b.seen.provider, 0x77, sizeof b.seen.provider);
    assert_int_equal(enable(&b, 5, UINT64_MAX, NULL, 0), 0);
    run(&b, 2);
    assert_int_equal(b.seen.total, 0);
    sim_close(b.sim);
}

static void any_bit_of_the_mask_lets_in_the_channels_too(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "Kernel-Process");
    assert_int_equal(enable(&b, 4, 0x10, NULL, 0), 0);
    run(&b, 20);
    assert_true(b.seen.count[1] > 0);
    assert_int_equal(b.seen.count[3], 0);
    assert_int_equal(b.seen.count[5], 0);
    /* Everything but threads and priorities, channel bits left set: as if there were no mask. */
    assert_int_equal(enable(&b, 4, ~UINT64_C(0x21E0), NULL, 0), 0);
    run(&b, 20);
    assert_true(b.seen.count[3] > 0);
    assert_true(b.seen.count[8] > 0);
    sim_close(b.sim);
}

static void keyword_0_passes_every_mask_unless_told_otherwise(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "Kernel-WHEA");
    assert_int_equal(enable(&b, 4, 0x4000, NULL, 0), 0);
    run(&b, 60);
    assert_true(b.seen.count[5] > 0);
    struct sim_call call = enable_call(&b);
    call.match_any = 0x4000;
    call.property = 0x10;
    assert_int_equal(sim_do(b.sim, &call).code, 0);
    run(&b, 60);
    assert_int_equal(b.seen.total, 0);
    sim_close(b.sim);
}

static void match_all_needs_every_bit(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "TCPIP");
    struct sim_call call = enable_call(&b);
    call.match_any = 0x400;
    call.match_all = UINT64_C(0x400000080);
    assert_int_equal(sim_do(b.sim, &call).code, 0);
    run(&b, 20);
    assert_true(b.seen.count[1002] > 0);
    assert_int_equal(b.seen.count[1001], 0);
    sim_close(b.sim);
}

static void levels_above_the_wish_stay_out_and_level_0_always_passes(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "DXGI");
    assert_int_equal(enable(&b, 1, 2, NULL, 0), 0);
    run(&b, 2);
    assert_true(b.seen.count[42] > 100);
    sim_close(b.sim);
    bench_open(&b, "Audio");
    assert_int_equal(enable(&b, 4, UINT64_MAX, NULL, 0), 0);
    run(&b, 60);
    assert_int_equal(b.seen.count[28], 0);
    assert_int_equal(enable(&b, 5, UINT64_MAX, NULL, 0), 0);
    run(&b, 60);
    assert_true(b.seen.count[28] > 0);
    sim_close(b.sim);
}

static void id_filters_let_in_or_keep_out(void **state)
{
    struct bench b;
    static const uint16_t only[] = {43};
    uint8_t without[] = {0, 0, 1, 0, 43, 0};
    (void)state;
    bench_open(&b, "DXGI");
    assert_int_equal(enable(&b, 4, 2, only, 1), 0);
    run(&b, 2);
    assert_int_equal(b.seen.count[42], 0);
    assert_true(b.seen.count[43] > 100);
    struct sim_call call = enable_call(&b);
    call.match_any = 2;
    call.filter_count = 1;
    call.filters[0].type = 0x80000200;
    call.filters[0].size = sizeof without;
    call.filters[0].bytes = without;
    assert_int_equal(sim_do(b.sim, &call).code, 0);
    run(&b, 2);
    assert_true(b.seen.count[42] > 100);
    assert_int_equal(b.seen.count[43], 0);
    sim_close(b.sim);
}

static void a_second_call_replaces_the_first_and_disabling_ends_it(void **state)
{
    struct bench b;
    static const uint16_t only[] = {43};
    (void)state;
    bench_open(&b, "DXGI");
    assert_int_equal(enable(&b, 4, 2, only, 1), 0);
    assert_int_equal(enable(&b, 4, 2, NULL, 0), 0);
    run(&b, 2);
    assert_true(b.seen.count[42] > 100);
    struct sim_call call = enable_call(&b);
    call.code = SIM_ENABLE_OFF;
    assert_int_equal(sim_do(b.sim, &call).code, 0);
    run(&b, 2);
    assert_int_equal(b.seen.total, 0);
    sim_close(b.sim);
}

static void capture_state_brings_the_rundown_of_those_who_answer(void **state)
{
    struct bench b;
    (void)state;
    bench_open(&b, "Kernel-Process");
    assert_int_equal(enable(&b, 4, 0x10, NULL, 0), 0);
    run(&b, 1);
    assert_int_equal(b.seen.count[15], 0);
    assert_int_equal(sim_capture(b.sim, b.handle, &b.seen.provider, 1000), 0);
    assert_true(b.seen.count[15] >= 16);
    sim_close(b.sim);
    bench_open(&b, "Kernel-Disk");
    assert_int_equal(enable(&b, 4, UINT64_MAX, NULL, 0), 0);
    assert_int_equal(sim_capture(b.sim, b.handle, &b.seen.provider, 1000), 0);
    assert_int_equal(b.seen.total, 0);
    sim_close(b.sim);
}

static void a_late_answer_is_1460_and_still_comes(void **state)
{
    struct bench b;
    struct text answer = TEXT_EMPTY;
    (void)state;
    bench_open(&b, "Kernel-Process");
    assert_true(sim_control_line(b.sim, "late Kernel-Process ms=500", &answer));
    assert_string_equal(text_str(&answer), "ok\n");
    assert_int_equal(enable(&b, 4, 0x10, NULL, 0), 0);
    assert_int_equal(sim_capture(b.sim, b.handle, &b.seen.provider, 100), 1460);
    assert_int_equal(b.seen.count[15], 0);
    run(&b, 1);
    assert_true(b.seen.count[15] >= 16);
    assert_int_equal(sim_capture(b.sim, b.handle, &b.seen.provider, 1000), 0);
    assert_int_equal(sim_capture(b.sim, b.handle, &b.seen.provider, 0), 0);
    text_done(&answer);
    sim_close(b.sim);
}

static void count_flags(void *ctx, const char *session, uint32_t cpu, const struct etlw_record *r)
{
    uint32_t *count = ctx;
    (void)session;
    (void)cpu;
    *count += r->item_count == 2 && r->items[0].type == 6 && r->items[1].type == 0x0D;
}

static void properties_add_extended_items(void **state)
{
    struct bench b;
    uint32_t count = 0;
    (void)state;
    bench_open(&b, "DXGI");
    sim_listen(b.sim, count_flags, &count);
    struct sim_call call = enable_call(&b);
    call.match_any = 2;
    call.property = 0x84;
    assert_int_equal(sim_do(b.sim, &call).code, 0);
    run(&b, 1);
    assert_true(count > 100);
    sim_close(b.sim);
}

void suite_sim_enable(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_provider_and_no_handle_are_87),
        cmocka_unit_test(a_wrong_version_of_the_parameters_is_87),
        cmocka_unit_test(id_filters_must_say_their_size),
        cmocka_unit_test(more_than_64_ids_are_87),
        cmocka_unit_test(filter_lists_that_make_no_sense_are_87),
        cmocka_unit_test(the_ninth_session_of_a_provider_is_1450),
        cmocka_unit_test(a_guid_that_nobody_registered_is_accepted_and_silent),
        cmocka_unit_test(any_bit_of_the_mask_lets_in_the_channels_too),
        cmocka_unit_test(keyword_0_passes_every_mask_unless_told_otherwise),
        cmocka_unit_test(match_all_needs_every_bit),
        cmocka_unit_test(levels_above_the_wish_stay_out_and_level_0_always_passes),
        cmocka_unit_test(id_filters_let_in_or_keep_out),
        cmocka_unit_test(a_second_call_replaces_the_first_and_disabling_ends_it),
        cmocka_unit_test(capture_state_brings_the_rundown_of_those_who_answer),
        cmocka_unit_test(a_late_answer_is_1460_and_still_comes),
        cmocka_unit_test(properties_add_extended_items),
    };
    SUITE_RUN("sim_enable", tests);
}
