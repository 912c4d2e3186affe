#include "tests/support/suite.h"

#include <string.h>

#include "etl/etl_cursor.h"

static void takes_fields_in_order(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 0x80, 9, 10, 11, 12, 13, 14, 15, 0xFF, 16, 17, 18, 19};
    struct etl_cursor c = etl_cursor_of(bytes, sizeof bytes);
    assert_int_equal(etl_take_u8(&c), 1);
    assert_int_equal(etl_take_u16(&c), 0x0302);
    assert_int_equal(etl_take_u32(&c), 0x07060504);
    assert_true(etl_take_i64(&c) == (int64_t)0x0F0E0D0C0B0A0980);
    assert_int_equal(etl_take_u8(&c), 0xFF);
    assert_true(etl_take_ptr(&c, 4) == 0x13121110);
    assert_false(c.failed);
    assert_int_equal(etl_left(&c), 0);
}

static void stays_failed_after_the_first_short_read(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {1, 2, 3};
    struct etl_cursor c = etl_cursor_of(bytes, sizeof bytes);
    assert_int_equal(etl_take_u32(&c), 0);
    assert_true(c.failed);
    assert_int_equal(etl_take_u8(&c), 0);
    assert_null(etl_take(&c, 1));
    assert_null(etl_take_ansi(&c));
    assert_ptr_equal(c.at, bytes);
}

static void takes_nothing_of_nothing(void **state)
{
    (void)state;
    struct etl_cursor c = etl_cursor_of(NULL, 0);
    size_t len = 7;
    assert_null(etl_take_sid(&c, &len));
    assert_int_equal(len, 7);
    c = etl_cursor_of(NULL, 0);
    assert_int_equal(etl_take_ptr(&c, 8), 0);
    assert_true(c.failed);
}

static void turns_utf16_into_utf8(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {'A', 0, 0xE9, 0, 0x2D, 0x4E, 0x3D, 0xD8, 0x00, 0xDE, 0x00, 0xDC, 0, 0, 'x'};
    struct etl_cursor c = etl_cursor_of(bytes, sizeof bytes);
    struct text t = TEXT_EMPTY;
    etl_take_utf16(&c, &t);
    assert_false(c.failed);
    assert_string_equal(text_str(&t), "A\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80\xEF\xBF\xBD");
    assert_int_equal(etl_left(&c), 1);
    text_done(&t);
}

static void refuses_a_utf16_string_without_its_end(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {'A', 0, 'B', 0, 0};
    struct etl_cursor c = etl_cursor_of(bytes, sizeof bytes);
    struct text t = TEXT_EMPTY;
    etl_take_utf16(&c, &t);
    assert_true(c.failed);
    assert_int_equal(t.len, 0);
    text_done(&t);
}

static void takes_an_ansi_string_with_its_nul(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {'g', 'o', 0, 'x', 'y'};
    struct etl_cursor c = etl_cursor_of(bytes, sizeof bytes);
    assert_string_equal(etl_take_ansi(&c), "go");
    assert_null(etl_take_ansi(&c));
    assert_true(c.failed);
}

static void takes_a_sid_by_its_own_count(void **state)
{
    (void)state;
    uint8_t bytes[80] = {1, 2, 0, 0, 0, 0, 0, 5, 21};
    struct etl_cursor c = etl_cursor_of(bytes, sizeof bytes);
    size_t len = 0;
    assert_non_null(etl_take_sid(&c, &len));
    assert_int_equal(len, 16);
    assert_int_equal(etl_left(&c), 64);
    bytes[1] = 16;
    c = etl_cursor_of(bytes, sizeof bytes);
    assert_null(etl_take_sid(&c, &len));
    bytes[1] = 3;
    c = etl_cursor_of(bytes, 19);
    assert_null(etl_take_sid(&c, &len));
}

void suite_etl_cursor(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_fields_in_order),
        cmocka_unit_test(stays_failed_after_the_first_short_read),
        cmocka_unit_test(takes_nothing_of_nothing),
        cmocka_unit_test(turns_utf16_into_utf8),
        cmocka_unit_test(refuses_a_utf16_string_without_its_end),
        cmocka_unit_test(takes_an_ansi_string_with_its_nul),
        cmocka_unit_test(takes_a_sid_by_its_own_count),
    };
    SUITE_RUN("etl_cursor", tests);
}
