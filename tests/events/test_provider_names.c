#include "tests/support/suite.h"

#include <string.h>

#include "events/provider_names.h"
#include "events/trace_source.h"
#include "tests/support/etl_sample.h"

static void providers_and_classes_are_named_both_ways(void **state)
{
    (void)state;
    static const struct guid unknown = {1, 2, 3, {0}};
    static const char *const names[] = {"Microsoft-Windows-NDIS", "NT Kernel Logger", "KernelTraceControl", "StackWalk", "UdpIp"};
    assert_string_equal(provider_names_of_guid(&sample_provider), "Microsoft-Windows-Kernel-Process");
    assert_true(guid_equal(provider_names_find("kernel-process"), &sample_provider));
    assert_true(guid_equal(provider_names_find("MICROSOFT-windows-Kernel-Process"), &sample_provider));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(provider_names_of_guid(provider_names_find(names[i])), names[i]);
    for (int i = TRACE_other + 1; i < TRACE_source_count; i++) {
        const char *name = trace_source_name((enum trace_source)i);
        assert_true(guid_equal(provider_names_find(name), trace_source_guid((enum trace_source)i)));
        assert_string_equal(provider_names_of_guid(trace_source_guid((enum trace_source)i)), name);
    }
    assert_null(provider_names_find("no such provider"));
    assert_null(provider_names_find("?"));
    assert_null(provider_names_of_guid(&unknown));
}

static void an_event_that_names_its_provider_is_believed(void **state)
{
    (void)state;
    uint8_t bytes[512];
    struct etl_event e;
    enum etl_fault fault;
    struct etlw_record r = sample_kind(13, 1000);
    struct etl_cursor c = etl_cursor_of(bytes, etlw_record_put(&r, bytes));
    memset(&e, 0, sizeof e);
    assert_int_equal(etl_record_read(&c, &e, &fault), ETL_RECORD_EVENT);
    assert_string_equal(provider_names_of_event(&e), "My-Tracer");
}

static void the_list_gives_each_name_once(void **state)
{
    (void)state;
    size_t count = 0;
    bool others = false;
    for (; provider_names_at(count); count++) {
        const char *name = provider_names_at(count);
        assert_non_null(provider_names_find(name));
        others |= strcmp(name, "Microsoft-Windows-NDIS") == 0;
        for (size_t i = 0; i < count; i++)
            assert_string_not_equal(provider_names_at(i), name);
    }
    assert_true(others && count > TRACE_source_count);
    assert_null(provider_names_at(count + 1));
    assert_null(provider_names_at(SIZE_MAX));
}

void suite_provider_names(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(providers_and_classes_are_named_both_ways),
        cmocka_unit_test(the_list_gives_each_name_once),
        cmocka_unit_test(an_event_that_names_its_provider_is_believed),
    };
    SUITE_RUN("provider_names", tests);
}
