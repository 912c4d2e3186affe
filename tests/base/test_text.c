#include "tests/support/suite.h"

#include <limits.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"

static void formats_like_printf(void **state)
{
    (void)state;
    static const int numbers[] = {0, 1, -1, 42, -90210, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char expected[256];
        struct text t = TEXT_EMPTY;
        int n = numbers[i];
        snprintf(expected, sizeof expected, "%d|%5d|%-6d|%05d|%u|%x|%08X|%lld|%zu", n, n, n, n,
                 (unsigned)n, (unsigned)n, (unsigned)n, (long long)n * 1000, (size_t)i);
        text_addf(&t, "%d|%5d|%-6d|%05d|%u|%x|%08X|%lld|%zu", n, n, n, n,
                  (unsigned)n, (unsigned)n, (unsigned)n, (long long)n * 1000, (size_t)i);
        assert_string_equal(text_str(&t), expected);
        text_done(&t);
    }
}

static void formats_strings_with_width_and_precision(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    text_addf(&t, "%s|%5s|%-5s|%.2s|%*s|%.*s|%c|%%", "abc", "abc", "abc", "abc", 4, "x", 1, "yz", '!');
    assert_string_equal(text_str(&t), "abc|  abc|abc  |ab|   x|y|!|%");
    text_done(&t);
}

static void holds_extreme_numbers(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    text_addf(&t, "%lld %llu %llx", (long long)INT64_MIN, (unsigned long long)UINT64_MAX, 0xFEDCBA9876543210ULL);
    assert_string_equal(text_str(&t), "-9223372036854775808 18446744073709551615 fedcba9876543210");
    text_done(&t);
}

static void set_from_itself_is_safe(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    text_add(&t, "hello world");
    text_set(&t, text_str(&t) + 6);
    assert_string_equal(text_str(&t), "world");
    text_done(&t);
}

static void a_text_that_lost_all_of_it_is_not_empty(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    assert_true(text_is_empty(&t));
    text_add_bytes(&t, "all", SIZE_MAX / 2);
    assert_true(!t.len && !text_is_empty(&t));
    text_clear(&t);
    assert_true(text_is_empty(&t));
    text_add(&t, "a");
    assert_false(text_is_empty(&t));
    text_done(&t);
}

static void what_is_made_of_a_failed_text_has_failed(void **state)
{
    (void)state;
    struct text lost = TEXT_EMPTY, made[5] = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY};
    text_add(&lost, "C:\\half a pa");
    text_add_bytes(&lost, "th", SIZE_MAX / 2);
    assert_ptr_equal(text_str(&lost), text_lost);
    assert_string_equal(text_str(&lost), "");
    text_add(&made[0], text_str(&lost));
    text_addf(&made[1], "%s\\%s", "before", text_str(&lost));
    text_set(&made[2], text_str(&lost));
    json_add_string(&made[3], text_str(&lost));
    text_add_bytes(&made[4], text_str(&lost), lost.len);
    for (int i = 0; i < 5; i++) {
        assert_true(made[i].failed);
        text_done(&made[i]);
    }
    text_clear(&lost);
    text_add(&lost, "whole");
    assert_string_equal(text_str(&lost), "whole");
    text_done(&lost);
}

static void a_text_over_fixed_room_fails_where_that_is_full(void **state)
{
    (void)state;
    char room[6];
    struct text t;
    text_init_over(&t, room, sizeof room);
    text_addf(&t, "%u", 12345u);
    assert_string_equal(text_str(&t), "12345");
    assert_ptr_equal(text_str(&t), room);
    text_add_char(&t, '6');
    assert_true(t.failed);
    assert_string_equal(room, "12345");
    text_done(&t);
}

static void impossible_size_fails_and_keeps_content(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    text_add(&t, "kept");
    text_add_bytes(&t, "x", SIZE_MAX / 2);
    assert_true(t.failed);
    assert_string_equal(t.bytes, "kept");
    text_add(&t, "more");
    assert_string_equal(t.bytes, "kept");
    text_done(&t);
}

static void numbers_are_whole_or_nothing(void **state)
{
    (void)state;
    uint64_t u = 7;
    int64_t i = 7;
    assert_true(str_to_u64("18446744073709551615", &u));
    assert_true(u == UINT64_MAX);
    assert_true(str_to_u64("0xFFFFFFFFFFFFFFFF", &u));
    assert_true(str_to_i64("-9223372036854775808", &i));
    assert_true(i == INT64_MIN);
    u = 7;
    static const char *const bad[] = {"", " 1", "1 ", "1x", "0x", "0xG", "+1", "18446744073709551616", "0x10000000000000000"};
    for (size_t n = 0; n < sizeof bad / sizeof bad[0]; n++) {
        assert_false(str_to_u64(bad[n], &u));
        assert_true(u == 7);
    }
    assert_false(str_to_i64("9223372036854775808", &i));
    assert_false(str_to_i64("-", &i));
    assert_false(str_to_i64("--1", &i));
}

static void compares_ascii_without_case_only(void **state)
{
    (void)state;
    assert_true(str_equal_nocase("Ctrl", "cTRL"));
    assert_false(str_equal_nocase("Ctrl", "Ctr"));
    assert_false(str_equal_nocase("\xC3\x84", "\xC3\xA4"));
    assert_true(str_starts("snap-2.etl", "snap"));
    assert_true(str_ends("snap-2.etl", ".etl"));
    assert_false(str_ends("etl", ".etl"));
}

static void rejects_malformed_utf8(void **state)
{
    (void)state;
    static const char *const good[] = {"", "a", "\xC2\x80", "\xE4\xBD\xA0", "\xF0\x9F\x8E\xAE", "\xF4\x8F\xBF\xBF"};
    static const char *const bad[] = {"\x80", "\xC0\x80", "\xC1\xBF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                                      "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE4\xBD", "\xFF"};
    for (size_t n = 0; n < sizeof good / sizeof good[0]; n++)
        assert_true(utf8_valid(good[n], strlen(good[n])));
    for (size_t n = 0; n < sizeof bad / sizeof bad[0]; n++)
        assert_false(utf8_valid(bad[n], strlen(bad[n])));
}

void suite_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_like_printf),
        cmocka_unit_test(formats_strings_with_width_and_precision),
        cmocka_unit_test(holds_extreme_numbers),
        cmocka_unit_test(set_from_itself_is_safe),
        cmocka_unit_test(impossible_size_fails_and_keeps_content),
        cmocka_unit_test(a_text_that_lost_all_of_it_is_not_empty),
        cmocka_unit_test(what_is_made_of_a_failed_text_has_failed),
        cmocka_unit_test(a_text_over_fixed_room_fails_where_that_is_full),
        cmocka_unit_test(numbers_are_whole_or_nothing),
        cmocka_unit_test(compares_ascii_without_case_only),
        cmocka_unit_test(rejects_malformed_utf8),
    };
    SUITE_RUN("text", tests);
}
