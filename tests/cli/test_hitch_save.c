/* hitch save where no recorder runs: on Debian, and under Wine without one; and what it
 * makes of answers of one that is played, in a time that is played, too. */
#include "tests/support/suite.h"

#include <string.h>

#include "cli/save_listen.h"
#include "tests/support/hitch_call.h"

static struct hitch_answer said;

static int done(void **state)
{
    (void)state;
    hitch_answer_done(&said);
    return 0;
}

static void without_a_recorder_it_says_so_and_that_nothing_was_saved(void **state)
{
    (void)state;
    hitch_call(&said, "save", NULL);
    assert_int_equal(said.code, 1);
    assert_int_equal(said.out.len, 0);
    assert_true(strstr(text_str(&said.err), "Run hitch.exe on Windows") || strstr(text_str(&said.err), "does not run") ||
                strstr(text_str(&said.err), "another user's"));
    hitch_call(&said, "save", "--lang", "zh-CN", "--no-wait", NULL);
    assert_int_equal(said.code, 1);
    assert_non_null(strstr(text_str(&said.err), "Windows") ? strstr(text_str(&said.err), "hitch.exe")
                                                             : strstr(text_str(&said.err), "Hitchbox"));
}

static void wrong_words_are_named_before_anything_is_asked(void **state)
{
    (void)state;
    static const char *const numbers[] = {"0", "3601", "-1", "soon", ""};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        hitch_call(&said, "save", "--seconds", numbers[i], NULL);
        assert_int_equal(said.code, 2);
        assert_non_null(strstr(text_str(&said.err), "1 to 3600"));
    }
    hitch_call(&said, "save", "--no-wait", "--seconds", "5", NULL);
    assert_int_equal(said.code, 2);
    assert_non_null(strstr(text_str(&said.err), "Leave one out"));
    hitch_call(&said, "save", "snap.etl", NULL);
    assert_int_equal(said.code, 2);
}

/* Says the same once a second, and nothing once it has said it `times` times. */
struct recorder_played {
    enum ask_kind kinds[3];
    unsigned kind_count, times, asked;
    int64_t now_ns;
};

static bool next_played(void *ctx, uint32_t ms, struct ask_answer *answer)
{
    struct recorder_played *r = ctx;
    if (r->asked == r->times || ms < 1000) {
        r->now_ns += (int64_t)ms * 1000000;
        return false;
    }
    assert_true(++r->asked < 10000);
    r->now_ns += 1000000000;
    answer->kind = r->kinds[r->asked < r->kind_count ? r->asked - 1 : r->kind_count - 1];
    text_set(&answer->path, "C:\\snap.etl");
    return true;
}

static int64_t now_played(void *ctx)
{
    return ((struct recorder_played *)ctx)->now_ns;
}

/* After how many seconds it ends, with which exit code, and what it says. */
static void listens(struct recorder_played played, struct save_wish wish, int seconds, int code, const char *says)
{
    char told[1024] = {0};
    struct hitch h = {0};
    struct save_source from = {&played, next_played, now_played};
    h.out = tmpfile();
    h.err = tmpfile();
    assert_true(h.out && h.err);
    assert_int_equal(save_listen(&h, &from, wish), code);
    assert_int_equal((int)(played.now_ns / 1000000000), seconds);
    rewind(h.err);
    told[fread(told, 1, sizeof told - 1, h.err)] = 0;
    if (!strstr(told, says))
        fail_msg("\"%s\" lacks \"%s\"", told, says);
    fclose(h.out);
    fclose(h.err);
}

static void an_answer_that_repeats_itself_moves_no_deadline(void **state)
{
    const struct save_wish waits = {true, 60}, plain = {false, 60};
    (void)state;
    listens((struct recorder_played){{ASK_TAKEN}, 1, 9999, 0, 0}, plain, 121, 1, "took the request");
    listens((struct recorder_played){{ASK_TAKEN, ASK_SAVED}, 2, 9999, 0, 0}, waits, 62, 0, "within 60 s");
}

static void silence_after_the_request_was_taken_is_told_from_silence_at_all(void **state)
{
    const struct save_wish plain = {false, 60};
    (void)state;
    listens((struct recorder_played){{ASK_TAKEN}, 1, 0, 0, 0}, plain, 5, 1, "does not answer");
    listens((struct recorder_played){{ASK_TAKEN}, 1, 1, 0, 0}, plain, 121, 1, "took the request, but has not said within 120 s");
    listens((struct recorder_played){{ASK_TAKEN, ASK_SAVED}, 2, 9999, 0, 0}, plain, 2, 0, "");
}

void suite_hitch_save(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(without_a_recorder_it_says_so_and_that_nothing_was_saved, done),
        cmocka_unit_test_teardown(wrong_words_are_named_before_anything_is_asked, done),
        cmocka_unit_test(an_answer_that_repeats_itself_moves_no_deadline),
        cmocka_unit_test(silence_after_the_request_was_taken_is_told_from_silence_at_all),
    };
    SUITE_RUN("hitch_save", tests);
}
