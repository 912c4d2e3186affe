#include "tests/support/suite.h"

#include <string.h>

#include "base/guid.h"

static void reads_and_prints_the_registry_form(void **state)
{
    (void)state;
    struct guid g, h;
    struct text t = TEXT_EMPTY;
    char room[GUID_ROOM];
    assert_true(guid_parse("{22FB2CD6-0e7b-422b-a0c7-2fad1fd0e716}", &g));
    assert_int_equal(g.data1, 0x22fb2cd6);
    assert_int_equal(g.data2, 0x0e7b);
    assert_int_equal(g.data3, 0x422b);
    assert_int_equal(g.data4[0], 0xa0);
    assert_int_equal(g.data4[7], 0x16);
    guid_add(&t, &g);
    assert_string_equal(text_str(&t), "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716");
    assert_string_equal(guid_str(&g, room), text_str(&t));
    assert_true(guid_parse(text_str(&t), &h));
    assert_true(guid_equal(&g, &h));
    text_done(&t);
}

static void takes_the_bytes_of_a_file(void **state)
{
    (void)state;
    static const uint8_t bytes[16] = {0xd6, 0x2c, 0xfb, 0x22, 0x7b, 0x0e, 0x2b, 0x42,
                                      0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16};
    struct guid expected, g = guid_from_bytes(bytes);
    assert_true(guid_parse("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716", &expected));
    assert_true(guid_equal(&g, &expected));
}

static void refuses_anything_else(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "", "{}", "22fb2cd6", "{22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716", "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}",
        "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e71", "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e7166",
        "22fb2cd60-e7b-422b-a0c7-2fad1fd0e716", "g2fb2cd6-0e7b-422b-a0c7-2fad1fd0e716",
        " 22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716"};
    struct guid g, untouched;
    memset(&g, 0x5A, sizeof g);
    untouched = g;
    for (size_t n = 0; n < sizeof bad / sizeof bad[0]; n++) {
        assert_false(guid_parse(bad[n], &g));
        assert_memory_equal(&g, &untouched, sizeof g);
    }
}

void suite_guid(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_prints_the_registry_form),
        cmocka_unit_test(takes_the_bytes_of_a_file),
        cmocka_unit_test(refuses_anything_else),
    };
    SUITE_RUN("guid", tests);
}
