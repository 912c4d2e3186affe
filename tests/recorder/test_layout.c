/* Structures and constants that go to Windows as bytes. The numbers are those
 * that clang prints for x86_64-pc-windows-msvc from the headers of the Windows
 * SDK 10.0.26100, not ours: a header or a switch that changes one is noticed
 * before Windows answers 87. */
#include "tests/support/suite.h"

#include <string.h>

#include "recorder/session.h"

#define OFFSET(type, member) offsetof(type, member)

static void traces_start_with_the_sdks_properties(void **state)
{
    (void)state;
    assert_int_equal(sizeof(void *), 8);
    assert_int_equal(sizeof(WNODE_HEADER), 48);
    assert_int_equal(OFFSET(WNODE_HEADER, BufferSize), 0);
    assert_int_equal(OFFSET(WNODE_HEADER, HistoricalContext), 8);
    assert_int_equal(OFFSET(WNODE_HEADER, Guid), 24);
    assert_int_equal(OFFSET(WNODE_HEADER, ClientContext), 40);
    assert_int_equal(OFFSET(WNODE_HEADER, Flags), 44);
    assert_int_equal(sizeof(EVENT_TRACE_PROPERTIES), 120);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, BufferSize), 48);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, MinimumBuffers), 52);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, MaximumBuffers), 56);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, MaximumFileSize), 60);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, LogFileMode), 64);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, FlushTimer), 68);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, EnableFlags), 72);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, NumberOfBuffers), 80);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, FreeBuffers), 84);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, EventsLost), 88);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, BuffersWritten), 92);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, LogBuffersLost), 96);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, RealTimeBuffersLost), 100);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, LoggerThreadId), 104);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, LogFileNameOffset), 112);
    assert_int_equal(OFFSET(EVENT_TRACE_PROPERTIES, LoggerNameOffset), 116);
}

static void names_follow_the_properties_without_a_gap(void **state)
{
    (void)state;
    assert_int_equal(OFFSET(struct session_block, name), 120);
    assert_int_equal(OFFSET(struct session_block, file), 120 + 2 * 1024);
    assert_int_equal(sizeof(struct session_block), 120 + 2 * 2 * 1024);
}

static void providers_are_enabled_with_the_sdks_parameters(void **state)
{
    (void)state;
    assert_int_equal(sizeof(ENABLE_TRACE_PARAMETERS), 48);
    assert_int_equal(OFFSET(ENABLE_TRACE_PARAMETERS, Version), 0);
    assert_int_equal(OFFSET(ENABLE_TRACE_PARAMETERS, EnableProperty), 4);
    assert_int_equal(OFFSET(ENABLE_TRACE_PARAMETERS, ControlFlags), 8);
    assert_int_equal(OFFSET(ENABLE_TRACE_PARAMETERS, SourceId), 12);
    assert_int_equal(OFFSET(ENABLE_TRACE_PARAMETERS, EnableFilterDesc), 32);
    assert_int_equal(OFFSET(ENABLE_TRACE_PARAMETERS, FilterDescCount), 40);
    assert_int_equal(sizeof(EVENT_FILTER_DESCRIPTOR), 16);
    assert_int_equal(OFFSET(EVENT_FILTER_DESCRIPTOR, Ptr), 0);
    assert_int_equal(OFFSET(EVENT_FILTER_DESCRIPTOR, Size), 8);
    assert_int_equal(OFFSET(EVENT_FILTER_DESCRIPTOR, Type), 12);
}

/* The mingw headers have no EVENT_FILTER_EVENT_ID, so ours stands in for it. */
static void our_id_list_is_laid_out_as_the_sdks(void **state)
{
    (void)state;
    assert_int_equal(OFFSET(struct session_ids, filter_in), 0);
    assert_int_equal(OFFSET(struct session_ids, count), 2);
    assert_int_equal(OFFSET(struct session_ids, events), 4);
    assert_int_equal(sizeof(struct session_ids), 4 + 64 * 2);
    assert_int_equal(PROVIDER_MAX_IDS, 64); /* MAX_EVENT_FILTER_EVENT_ID_COUNT */
    assert_int_equal(SESSION_FILTER_EVENT_ID, 0x80000200u);
}

static void the_filters_pointers_lead_from_parameters_to_ids(void **state)
{
    static struct provider provider;
    struct session_filter filter;
    ENABLE_TRACE_PARAMETERS parameters;
    (void)state;
    memset(&parameters, 0, sizeof parameters);
    provider.stories[0].id = 1;
    provider.stories[1].id = 2;
    provider.stories[2].id = 0x1234;
    provider.story_count = 3;
    session_filter_of(&provider, &filter);
    parameters.EnableFilterDesc = &filter.descriptor;
    parameters.FilterDescCount = 1;
    /* As the kernel goes: by bytes. */
    static const uint8_t wanted[] = {1, 0, 3, 0, 1, 0, 2, 0, 0x34, 0x12};
    const uint8_t *p = (const uint8_t *)&parameters, *descriptor, *ids;
    uint32_t size, type, count;
    memcpy(&descriptor, p + 32, sizeof descriptor);
    memcpy(&count, p + 40, sizeof count);
    memcpy(&ids, descriptor, sizeof ids);
    memcpy(&size, descriptor + 8, sizeof size);
    memcpy(&type, descriptor + 12, sizeof type);
    assert_int_equal(count, 1);
    assert_int_equal(type, 0x80000200u);
    assert_int_equal(size, sizeof wanted);
    assert_memory_equal(ids, wanted, sizeof wanted);
}

static void constants_are_the_sdks(void **state)
{
    (void)state;
    assert_int_equal(WNODE_FLAG_TRACED_GUID, 0x20000);
    assert_int_equal(EVENT_TRACE_FILE_MODE_CIRCULAR, 2);
    assert_int_equal(EVENT_TRACE_BUFFERING_MODE, 0x400);
    assert_int_equal(EVENT_TRACE_STOP_ON_HYBRID_SHUTDOWN, 0x400000);
    assert_int_equal(EVENT_TRACE_INDEPENDENT_SESSION_MODE, 0x8000000);
    assert_int_equal(ENABLE_TRACE_PARAMETERS_VERSION_2, 2);
    assert_int_equal(EVENT_CONTROL_CODE_DISABLE_PROVIDER, 0);
    assert_int_equal(EVENT_CONTROL_CODE_ENABLE_PROVIDER, 1);
    assert_int_equal(EVENT_CONTROL_CODE_CAPTURE_STATE, 2);
    assert_int_equal(EVENT_TRACE_CONTROL_QUERY, 0);
    assert_int_equal(EVENT_TRACE_CONTROL_STOP, 1);
    assert_int_equal(EVENT_TRACE_CONTROL_FLUSH, 3);
    assert_int_equal(ERROR_WMI_INSTANCE_NOT_FOUND, 4201);
}

static void the_tray_icons_structure_is_the_sdks(void **state)
{
    (void)state;
    assert_int_equal(sizeof(NOTIFYICONDATAW), 976);
}

void suite_layout(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_start_with_the_sdks_properties),
        cmocka_unit_test(names_follow_the_properties_without_a_gap),
        cmocka_unit_test(providers_are_enabled_with_the_sdks_parameters),
        cmocka_unit_test(our_id_list_is_laid_out_as_the_sdks),
        cmocka_unit_test(the_filters_pointers_lead_from_parameters_to_ids),
        cmocka_unit_test(constants_are_the_sdks),
        cmocka_unit_test(the_tray_icons_structure_is_the_sdks),
    };
    SUITE_RUN("layout", tests);
}
