#include "tests/support/suite.h"

#include "strings/format.h"
#include "os/os.h"

/* 2026-11-30T03:40:12.3456789Z */
#define SOME_TIME 134404836123456789LL

static void utc_is_written_and_read_back(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    int64_t back = 0;
    format_utc(&t, SOME_TIME);
    assert_string_equal(text_str(&t), "2026-11-30T03:40:12.345678Z");
    assert_true(format_utc_parse(text_str(&t), &back));
    assert_true(back == SOME_TIME - 9);
    assert_true(format_utc_parse("1601-01-01T00:00:00Z", &back));
    assert_true(back == 0);
    assert_true(format_utc_parse("2024-02-29T23:59:59.9999999Z", &back));
    text_clear(&t);
    format_utc(&t, back);
    assert_string_equal(text_str(&t), "2024-02-29T23:59:59.999999Z");
    text_done(&t);
}

static void a_fraction_is_read_as_far_as_it_goes(void **state)
{
    (void)state;
    static const char digits[] = ".123456789x", none[] = "123";
    const char *at = digits;
    assert_int_equal(format_fraction_take(&at), 1234567);
    assert_string_equal(at, "x");
    at = none;
    assert_int_equal(format_fraction_take(&at), 0);
    assert_ptr_equal(at, none);
}

static void other_times_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "2026-11-30", "2026-11-30T03:40:12", "2026-13-30T03:40:12Z", "2026-00-30T03:40:12Z",
                                      "2026-11-32T03:40:12Z", "2026-11-30T24:40:12Z", "2026-11-30T03:60:12Z",
                                      "1600-11-30T03:40:12Z", "2026-11-30T03:40:12Zx", "2026-11-30 03:40:12Z", "x"};
    int64_t kept = 42;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(format_utc_parse(bad[i], &kept));
        assert_true(kept == 42);
    }
}

static void check_span(enum language language, int64_t ms, const char *expected)
{
    struct text t = TEXT_EMPTY;
    format_span(&t, language, ms);
    assert_string_equal(text_str(&t), expected);
    text_done(&t);
}

static void spans_read_as_people_say_them(void **state)
{
    (void)state;
    check_span(LANGUAGE_ENGLISH, 0, "0.0 s");
    check_span(LANGUAGE_ENGLISH, -5, "0.0 s");
    check_span(LANGUAGE_ENGLISH, 12345, "12.3 s");
    check_span(LANGUAGE_ENGLISH, 161000, "2 min 41 s");
    check_span(LANGUAGE_ENGLISH, 3599999, "59 min 59 s");
    check_span(LANGUAGE_ENGLISH, 3900000, "1 h 05 min");
    check_span(LANGUAGE_ZH_CN, 161000, "2 分 41 秒");
}

static void check_size(uint64_t bytes, const char *expected)
{
    struct text t = TEXT_EMPTY;
    format_size(&t, bytes);
    assert_string_equal(text_str(&t), expected);
    text_done(&t);
}

static void sizes_keep_three_digits_or_less(void **state)
{
    (void)state;
    check_size(0, "0 KB");
    check_size(1023, "0 KB");
    check_size(1024, "1 KB");
    check_size(1024 * 1024 - 1, "1023 KB");
    check_size(1024 * 1024, "1.0 MB");
    check_size(64172851, "61.1 MB");
    check_size(268435456, "256 MB");
    check_size(1503238553, "1.3 GB");
    check_size(UINT64_C(5) << 42, "20.0 TB");
}

static void counts_are_grouped(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    format_count(&t, 0);
    text_add_char(&t, ' ');
    format_count(&t, 812334);
    text_add_char(&t, ' ');
    format_count(&t, 1000007);
    assert_string_equal(text_str(&t), "0 812,334 1,000,007");
    text_done(&t);
}

static void moments_of_other_days_show_the_day(void **state)
{
    (void)state;
    struct text same = TEXT_EMPTY, other = TEXT_EMPTY, run = TEXT_EMPTY;
    format_moment(&same, SOME_TIME, SOME_TIME);
    format_moment(&other, SOME_TIME, SOME_TIME + 864000000000LL * 3);
    format_run_name(&run, SOME_TIME);
    assert_int_equal(same.len, 8);
    assert_int_equal(other.len, 19);
    assert_int_equal(run.len, 15);
    assert_int_equal(text_str(&run)[8], '_');
    text_done(&same);
    text_done(&other);
    text_done(&run);
}

void suite_format(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utc_is_written_and_read_back),
        cmocka_unit_test(a_fraction_is_read_as_far_as_it_goes),
        cmocka_unit_test(other_times_are_refused),
        cmocka_unit_test(spans_read_as_people_say_them),
        cmocka_unit_test(sizes_keep_three_digits_or_less),
        cmocka_unit_test(counts_are_grouped),
        cmocka_unit_test(moments_of_other_days_show_the_day),
    };
    SUITE_RUN("format", tests);
}
