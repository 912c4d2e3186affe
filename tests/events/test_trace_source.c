#include "tests/support/suite.h"

#include "etl/etl_kernel.h"
#include "events/trace_source.h"

static void every_source_is_known_by_its_whole_guid(void **state)
{
    (void)state;
    for (unsigned i = 1; i < TRACE_source_count; i++) {
        struct guid g = *trace_source_guid((enum trace_source)i);
        assert_int_equal(trace_source_of(&g), i);
        g.data4[7] ^= 1;
        assert_int_equal(trace_source_of(&g), TRACE_other);
    }
}

static void every_source_has_its_own_name(void **state)
{
    (void)state;
    for (int i = 0; i < TRACE_source_count; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(trace_source_name((enum trace_source)i), trace_source_name((enum trace_source)k));
    assert_string_equal(trace_source_name(TRACE_other), "?");
    assert_string_equal(trace_source_name(TRACE_source_count), "?");
    assert_string_equal(trace_source_name(TRACE_dxgi), "Microsoft-Windows-DXGI");
    assert_string_equal(trace_source_name(TRACE_k_image), "Image");
    assert_null(trace_source_guid(TRACE_other));
    assert_null(trace_source_guid(TRACE_source_count));
}

static void records_of_kernel_classes_are_told_from_providers(void **state)
{
    (void)state;
    static const struct {
        uint16_t hook;
        enum trace_source source;
    } hooks[] = {{0x010A, TRACE_k_disk},   {0x020E, TRACE_k_fault}, {0x0301, TRACE_k_process},
                 {0x0524, TRACE_k_thread}, {0x0F2E, TRACE_k_perf},  {0x030A, TRACE_k_image}};
    for (size_t i = 0; i < sizeof hooks / sizeof hooks[0]; i++) {
        assert_int_equal(trace_source_of(etl_hook_guid(hooks[i].hook)), hooks[i].source);
        assert_true(trace_source_is_kernel(hooks[i].source));
    }
    assert_int_equal(trace_source_of(etl_hook_guid(0x0400)), TRACE_other);
    assert_false(trace_source_is_kernel(TRACE_kernel_whea) || trace_source_is_kernel(TRACE_other));
}

void suite_trace_source(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_source_is_known_by_its_whole_guid),
        cmocka_unit_test(every_source_has_its_own_name),
        cmocka_unit_test(records_of_kernel_classes_are_told_from_providers),
    };
    SUITE_RUN("trace_source", tests);
}
