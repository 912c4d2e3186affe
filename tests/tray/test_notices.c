#include "tests/support/suite.h"

#include <string.h>

#include "tray/notices.h"

static void add(struct notices *n, enum notice_topic topic, const char *title)
{
    notices_add(n, topic, BALLOON_INFO, title, "text", title, TARGET_SNAPSHOT);
}

/* The title that may be shown now; "" for none. */
static const char *next(const struct notices *n)
{
    struct balloon balloon;
    return notices_next(n, &balloon) ? balloon.title : "";
}

static void send_and_show(struct notices *n)
{
    notices_sent(n);
    notices_shown(n);
}

static void assert_click(struct notices *n, enum notice_target target, const char *path)
{
    struct text got = TEXT_EMPTY;
    assert_int_equal(notices_clicked(n, &got), target);
    assert_string_equal(text_str(&got), path);
    text_done(&got);
}

static void news_of_different_topics_is_all_said_in_order(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_UNCLEAN, "unclean");
    add(&n, NOTICE_TROUBLE, "trouble");
    add(&n, NOTICE_GAP, "gap");
    static const char *const order[] = {"unclean", "trouble", "gap"};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(next(&n), order[i]);
        send_and_show(&n);
        assert_string_equal(next(&n), "");
        notices_gone(&n);
    }
    assert_false(notices_waiting(&n));
    notices_done(&n);
}

static void of_one_topic_the_newest_is_said_in_the_place_of_the_first(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_GAP, "gap 1");
    add(&n, NOTICE_TROUBLE, "trouble");
    for (int i = 0; i < 1000; i++)
        add(&n, NOTICE_GAP, "gap 2");
    assert_string_equal(next(&n), "gap 2");
    send_and_show(&n);
    notices_gone(&n);
    assert_string_equal(next(&n), "trouble");
    send_and_show(&n);
    notices_gone(&n);
    assert_false(notices_waiting(&n));
    notices_done(&n);
}

static void an_answer_goes_before_news_and_takes_its_place(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_TROUBLE, "trouble");
    add(&n, NOTICE_GAP, "gap");
    send_and_show(&n);
    add(&n, NOTICE_SNAPSHOT, "saving");
    assert_string_equal(next(&n), "saving");
    send_and_show(&n);
    assert_string_equal(next(&n), "");
    add(&n, NOTICE_SNAPSHOT, "saved");
    assert_string_equal(next(&n), "saved");
    send_and_show(&n);
    notices_gone(&n);
    assert_string_equal(next(&n), "gap");
    notices_done(&n);
}

/* What was said last is not what is on the screen. */
static void a_click_opens_what_was_shown_not_what_was_said_last(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_SNAPSHOT, "snap.etl");
    send_and_show(&n);
    add(&n, NOTICE_SNAPSHOT, "snap-2.etl");
    assert_click(&n, TARGET_SNAPSHOT, "snap.etl");
    assert_click(&n, TARGET_NONE, "");
    assert_string_equal(next(&n), "snap-2.etl");
    notices_sent(&n); /* Explorer tells when it shows one: this one is not up yet */
    assert_click(&n, TARGET_NONE, "");
    notices_shown(&n);
    assert_click(&n, TARGET_SNAPSHOT, "snap-2.etl");
    notices_done(&n);
}

static void a_balloon_that_has_gone_is_clicked_in_vain(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_SNAPSHOT, "snap.etl");
    send_and_show(&n);
    notices_gone(&n);
    assert_click(&n, TARGET_NONE, "");
    notices_shown(&n);
    assert_click(&n, TARGET_NONE, "");
    notices_done(&n);
}

/* The end of the one before comes after the next was asked for. */
static void the_end_of_one_balloon_is_not_taken_for_that_of_the_next(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_SNAPSHOT, "snap.etl");
    send_and_show(&n);
    add(&n, NOTICE_SNAPSHOT, "snap-2.etl");
    notices_sent(&n);
    notices_gone(&n);
    notices_shown(&n);
    assert_click(&n, TARGET_SNAPSHOT, "snap-2.etl");
    notices_done(&n);
}

static void only_one_balloon_is_asked_for_at_a_time(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    notices_shown(&n);
    add(&n, NOTICE_TROUBLE, "trouble");
    notices_sent(&n);
    add(&n, NOTICE_SNAPSHOT, "saved");
    assert_string_equal(next(&n), "");
    notices_gone(&n); /* quiet hours: it was never shown */
    assert_string_equal(next(&n), "saved");
    notices_done(&n);
}

static void a_balloon_whose_end_is_not_told_gives_way_in_time(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_TROUBLE, "trouble");
    add(&n, NOTICE_GAP, "gap");
    send_and_show(&n);
    assert_string_equal(next(&n), "");
    notices_pass(&n);
    assert_string_equal(next(&n), "gap");
    assert_click(&n, TARGET_SNAPSHOT, "trouble"); /* it may still be there */
    notices_done(&n);
}

static void where_showing_is_never_told_a_balloon_counts_as_shown(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_SNAPSHOT, "snap.etl");
    notices_sent(&n);
    assert_click(&n, TARGET_SNAPSHOT, "snap.etl");
    notices_done(&n);
}

static void what_explorer_had_not_shown_waits_again_when_it_restarts(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    notices_shown(&n);
    add(&n, NOTICE_SNAPSHOT, "snap.etl");
    notices_sent(&n);
    assert_false(notices_waiting(&n));
    notices_restart(&n);
    assert_string_equal(next(&n), "snap.etl");
    send_and_show(&n);
    notices_restart(&n);
    assert_false(notices_waiting(&n));
    assert_click(&n, TARGET_NONE, "");
    notices_sent(&n); /* with nothing to send it does nothing */
    notices_done(&n);
}

static void what_is_not_so_any_more_is_not_said(void **state)
{
    struct notices n;
    (void)state;
    notices_init(&n);
    add(&n, NOTICE_HOTKEY, "hotkey");
    add(&n, NOTICE_GAP, "gap");
    notices_drop(&n, NOTICE_HOTKEY);
    assert_string_equal(next(&n), "gap");
    notices_done(&n);
}

void suite_notices(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(news_of_different_topics_is_all_said_in_order),
        cmocka_unit_test(of_one_topic_the_newest_is_said_in_the_place_of_the_first),
        cmocka_unit_test(an_answer_goes_before_news_and_takes_its_place),
        cmocka_unit_test(a_click_opens_what_was_shown_not_what_was_said_last),
        cmocka_unit_test(a_balloon_that_has_gone_is_clicked_in_vain),
        cmocka_unit_test(the_end_of_one_balloon_is_not_taken_for_that_of_the_next),
        cmocka_unit_test(only_one_balloon_is_asked_for_at_a_time),
        cmocka_unit_test(a_balloon_whose_end_is_not_told_gives_way_in_time),
        cmocka_unit_test(where_showing_is_never_told_a_balloon_counts_as_shown),
        cmocka_unit_test(what_explorer_had_not_shown_waits_again_when_it_restarts),
        cmocka_unit_test(what_is_not_so_any_more_is_not_said),
    };
    SUITE_RUN("notices", tests);
}
