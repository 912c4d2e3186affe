#include "tests/support/suite.h"

#include <string.h>

#include "os/os.h"
#include "tests/support/gunzip.h"
#include "tests/support/hitch_call.h"

#define QUICK_NS INT64_C(1000000000)

static struct hitch_answer answer;
static struct text path;

static int done(void **state)
{
    (void)state;
    hitch_answer_done(&answer);
    text_done(&path);
    return 0;
}

/* Unpacks one of the corpus's cases, to `path`. */
static void take_case(const char *name)
{
    struct text packed = TEXT_EMPTY, bytes = TEXT_EMPTY;
    if (!suite_corpus())
        SUITE_SKIP("the corpus is not here");
    text_addf(&packed, "%s%ccases%c%s.etl.gz", suite_corpus(), os_separator, os_separator, name);
    bool there = gunzip(text_str(&packed), &bytes);
    text_done(&packed);
    if (!there)
        SUITE_SKIP("this corpus has no such case");
    text_clear(&path);
    text_addf(&path, "%s%c%s.etl", suite_folder("cases"), os_separator, name);
    assert_false(outcome_failed(os_file_replace(text_str(&path), bytes.bytes, bytes.len)));
    text_done(&bytes);
}

static void expect(const char *verb, int code, const char *begin, const char *words, const char *absent)
{
    int64_t start = os_ticks_ns();
    hitch_call(&answer, verb, text_str(&path), NULL);
    assert_true(os_ticks_ns() - start < QUICK_NS);
    const char *said = text_str(&answer.out);
    if (answer.code != code || strncmp(said, begin, strlen(begin)) != 0 || !strstr(said, words) || (absent && strstr(said, absent)))
        fail_msg("%s: %d, not %d (%s...%s, not %s)\n%s", verb, answer.code, code, begin, words, absent ? absent : "", said);
}

static void zeros_in_the_middle_are_a_hole_and_no_stutter(void **state)
{
    (void)state;
    take_case("05_hole");
    static const char begin[] = "This file is damaged: 64 KB of 256 KB (25.0 %) cannot be read.\nThe recording has a hole of 6.";
    expect("report", 1, begin, "No stutter found, but the recording has a hole", "Stutter of");
    expect("report", 1, begin, "(in a hole of the recording)", "BIOS");
    expect("crash", 1, begin, "zeros stand where a buffer should be", NULL);
    expect("estimate", 1, begin, "KB/s", NULL);
    hitch_call(&answer, "compare", text_str(&path), text_str(&path), NULL);
    assert_int_equal(answer.code, 1);
    assert_int_equal(strncmp(text_str(&answer.out), text_str(&path), path.len), 0);
    assert_non_null(strstr(text_str(&answer.out), begin));
}

static void a_file_that_ends_early_says_how_much_is_missing(void **state)
{
    (void)state;
    take_case("05_truncated");
    static const char begin[] = "This file was cut short: 127 KB of 256 KB (49.6 %) are missing.\nThe recording has a hole of ";
    expect("report", 1, begin, "(the file ends", "Stutter of");
    expect("crash", 1, begin, "", NULL);
    expect("estimate", 1, begin, "", NULL);
    hitch_call(&answer, "report", "--lang", "zh-CN", text_str(&path), NULL);
    assert_int_equal(strncmp(text_str(&answer.out), "\xE6\xAD\xA4\xE6\x96\x87\xE4\xBB\xB6\xE4\xB8\x8D", 12), 0);
}

static void a_stray_time_costs_an_event_and_no_time(void **state)
{
    (void)state;
    take_case("07_bit62");
    static const char begin[] = "Events left out because their time cannot be: 1.\n";
    expect("report", 0, begin, "No stutter found", NULL);
    expect("crash", 0, begin, "", NULL);
    expect("estimate", 0, begin, "", NULL);
}

void suite_report_state(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(zeros_in_the_middle_are_a_hole_and_no_stutter, done),
        cmocka_unit_test_teardown(a_file_that_ends_early_says_how_much_is_missing, done),
        cmocka_unit_test_teardown(a_stray_time_costs_an_event_and_no_time, done)};
    SUITE_RUN("report_state", tests);
}
