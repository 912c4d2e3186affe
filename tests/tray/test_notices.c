#include "tests/support/suite.h"

#include <string.h>

#include "tray/notices.h"

static struct notices n;

static int begin(void **state)
{
    (void)state;
    notices_init(&n);
    return 0;
}

static int done(void **state)
{
    (void)state;
    notices_done(&n);
    return 0;
}

static void add(enum notice_topic topic, const char *title)
{
    notices_add(&n, topic, BALLOON_INFO, title, "text", title, TARGET_SNAPSHOT);
}

/* The title that may be shown now; "" for none. */
static const char *next(void)
{
    struct balloon balloon;
    return notices_next(&n, &balloon) ? balloon.title : "";
}

static void send_and_show(void)
{
    notices_sent(&n);
    notices_shown(&n);
}

static void assert_click(enum notice_target target, const char *path)
{
    struct text got = TEXT_EMPTY;
    assert_int_equal(notices_clicked(&n, &got), target);
    assert_string_equal(text_str(&got), path);
    text_done(&got);
}

static void news_of_different_topics_is_all_said_in_order(void **state)
{
    (void)state;
    add(NOTICE_UNCLEAN, "unclean");
    add(NOTICE_TROUBLE, "trouble");
    add(NOTICE_GAP, "gap");
    static const char *const order[] = {"unclean", "trouble", "gap"};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(next(), order[i]);
        send_and_show();
        assert_string_equal(next(), "");
        notices_gone(&n);
    }
    assert_false(notices_waiting(&n));
}

static void of_one_topic_the_newest_is_said_in_the_place_of_the_first(void **state)
{
    (void)state;
    add(NOTICE_GAP, "gap 1");
    add(NOTICE_TROUBLE, "trouble");
    for (int i = 0; i < 1000; i++)
        add(NOTICE_GAP, "gap 2");
    assert_string_equal(next(), "gap 2");
    send_and_show();
    notices_gone(&n);
    assert_string_equal(next(), "trouble");
    send_and_show();
    notices_gone(&n);
    assert_false(notices_waiting(&n));
}

static void an_answer_goes_before_news_and_takes_its_place(void **state)
{
    (void)state;
    add(NOTICE_TROUBLE, "trouble");
    add(NOTICE_GAP, "gap");
    send_and_show();
    add(NOTICE_SNAPSHOT, "saving");
    assert_string_equal(next(), "saving");
    send_and_show();
    assert_string_equal(next(), "");
    add(NOTICE_SNAPSHOT, "saved");
    assert_string_equal(next(), "saved");
    send_and_show();
    notices_gone(&n);
    assert_string_equal(next(), "gap");
}

/* What was said last is not what is on the screen. */
static void a_click_opens_what_was_shown_not_what_was_said_last(void **state)
{
    (void)state;
    add(NOTICE_SNAPSHOT, "snap.etl");
    send_and_show();
    add(NOTICE_SNAPSHOT, "snap-2.etl");
    assert_click(TARGET_SNAPSHOT, "snap.etl");
    assert_click(TARGET_NONE, "");
    assert_string_equal(next(), "snap-2.etl");
    notices_sent(&n); /* Explorer tells when it shows one: this one is not up yet */
    assert_click(TARGET_NONE, "");
    notices_shown(&n);
    assert_click(TARGET_SNAPSHOT, "snap-2.etl");
}

static void a_balloon_that_has_gone_is_clicked_in_the_notification_centre(void **state)
{
    (void)state;
    add(NOTICE_SNAPSHOT, "snap.etl");
    send_and_show();
    notices_gone(&n);
    assert_string_equal(next(), "");
    assert_click(TARGET_SNAPSHOT, "snap.etl");
    assert_click(TARGET_NONE, "");
    add(NOTICE_SNAPSHOT, "snap-2.etl");
    send_and_show();
    notices_gone(&n);
    add(NOTICE_GAP, "gap");
    assert_string_equal(next(), "gap");
    notices_sent(&n);
    assert_click(TARGET_SNAPSHOT, "snap-2.etl"); /* until the next one is up */
    notices_shown(&n);
    notices_restart(&n);
    assert_click(TARGET_NONE, "");
}

/* The end of the one before comes after the next was asked for. */
static void the_end_of_one_balloon_is_not_taken_for_that_of_the_next(void **state)
{
    (void)state;
    add(NOTICE_SNAPSHOT, "snap.etl");
    send_and_show();
    add(NOTICE_SNAPSHOT, "snap-2.etl");
    notices_sent(&n);
    notices_gone(&n);
    notices_shown(&n);
    assert_click(TARGET_SNAPSHOT, "snap-2.etl");
}

static void only_one_balloon_is_asked_for_at_a_time(void **state)
{
    (void)state;
    notices_shown(&n);
    add(NOTICE_TROUBLE, "trouble");
    notices_sent(&n);
    add(NOTICE_SNAPSHOT, "saved");
    assert_string_equal(next(), "");
    notices_gone(&n); /* quiet hours: it was never shown */
    assert_string_equal(next(), "saved");
}

static void a_balloon_whose_end_is_not_told_gives_way_in_time(void **state)
{
    (void)state;
    add(NOTICE_TROUBLE, "trouble");
    add(NOTICE_GAP, "gap");
    send_and_show();
    assert_string_equal(next(), "");
    notices_pass(&n);
    assert_string_equal(next(), "gap");
    assert_click(TARGET_SNAPSHOT, "trouble"); /* it may still be there */
}

static void where_showing_is_never_told_a_balloon_counts_as_shown(void **state)
{
    (void)state;
    add(NOTICE_SNAPSHOT, "snap.etl");
    notices_sent(&n);
    assert_click(TARGET_SNAPSHOT, "snap.etl");
}

static void what_explorer_had_not_shown_waits_again_when_it_restarts(void **state)
{
    (void)state;
    notices_shown(&n);
    add(NOTICE_SNAPSHOT, "snap.etl");
    notices_sent(&n);
    assert_false(notices_waiting(&n));
    notices_restart(&n);
    assert_string_equal(next(), "snap.etl");
    send_and_show();
    notices_restart(&n);
    assert_false(notices_waiting(&n));
    assert_click(TARGET_NONE, "");
    notices_sent(&n); /* with nothing to send it does nothing */
}

static void what_is_not_so_any_more_is_not_said(void **state)
{
    (void)state;
    add(NOTICE_HOTKEY, "hotkey");
    add(NOTICE_GAP, "gap");
    notices_drop(&n, NOTICE_HOTKEY);
    assert_string_equal(next(), "gap");
}

void suite_notices(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(news_of_different_topics_is_all_said_in_order, begin, done),
        cmocka_unit_test_setup_teardown(of_one_topic_the_newest_is_said_in_the_place_of_the_first, begin, done),
        cmocka_unit_test_setup_teardown(an_answer_goes_before_news_and_takes_its_place, begin, done),
        cmocka_unit_test_setup_teardown(a_click_opens_what_was_shown_not_what_was_said_last, begin, done),
        cmocka_unit_test_setup_teardown(a_balloon_that_has_gone_is_clicked_in_the_notification_centre, begin, done),
        cmocka_unit_test_setup_teardown(the_end_of_one_balloon_is_not_taken_for_that_of_the_next, begin, done),
        cmocka_unit_test_setup_teardown(only_one_balloon_is_asked_for_at_a_time, begin, done),
        cmocka_unit_test_setup_teardown(a_balloon_whose_end_is_not_told_gives_way_in_time, begin, done),
        cmocka_unit_test_setup_teardown(where_showing_is_never_told_a_balloon_counts_as_shown, begin, done),
        cmocka_unit_test_setup_teardown(what_explorer_had_not_shown_waits_again_when_it_restarts, begin, done),
        cmocka_unit_test_setup_teardown(what_is_not_so_any_more_is_not_said, begin, done),
    };
    SUITE_RUN("notices", tests);
}
