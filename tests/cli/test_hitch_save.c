/* hitch save where no recorder runs: on Debian, and under Wine without one. */
#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/hitch_call.h"

static struct hitch_answer answer;

static int done(void **state)
{
    (void)state;
    hitch_answer_done(&answer);
    return 0;
}

static void without_a_recorder_it_says_so_and_that_nothing_was_saved(void **state)
{
    (void)state;
    hitch_call(&answer, "save", NULL);
    assert_int_equal(answer.code, 1);
    assert_int_equal(answer.out.len, 0);
    assert_true(strstr(text_str(&answer.err), "Run hitch.exe on Windows") || strstr(text_str(&answer.err), "does not run") ||
                strstr(text_str(&answer.err), "another user's"));
    hitch_call(&answer, "save", "--lang", "zh-CN", "--no-wait", NULL);
    assert_int_equal(answer.code, 1);
    assert_non_null(strstr(text_str(&answer.err), "Windows") ? strstr(text_str(&answer.err), "hitch.exe")
                                                             : strstr(text_str(&answer.err), "Hitchbox"));
}

static void wrong_words_are_named_before_anything_is_asked(void **state)
{
    (void)state;
    static const char *const numbers[] = {"0", "3601", "-1", "soon", ""};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        hitch_call(&answer, "save", "--seconds", numbers[i], NULL);
        assert_int_equal(answer.code, 2);
        assert_non_null(strstr(text_str(&answer.err), "1 to 3600"));
    }
    hitch_call(&answer, "save", "--no-wait", "--seconds", "5", NULL);
    assert_int_equal(answer.code, 2);
    assert_non_null(strstr(text_str(&answer.err), "Leave one out"));
    hitch_call(&answer, "save", "snap.etl", NULL);
    assert_int_equal(answer.code, 2);
}

void suite_hitch_save(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(without_a_recorder_it_says_so_and_that_nothing_was_saved, done),
        cmocka_unit_test_teardown(wrong_words_are_named_before_anything_is_asked, done),
    };
    SUITE_RUN("hitch_save", tests);
}
