#include "app/app.h"

#include <string.h>

#include "tests/support/suite.h"

struct bench {
    struct app app;
    struct text log_path;
};

/* An app without a window, as at log-on before Explorer takes icons. */
static void bench_init(struct bench *b, const char *name)
{
    memset(b, 0, sizeof *b);
    b->app.model = tray_model_first();
    text_addf(&b->log_path, "%s\\main.log", suite_folder(name));
    assert_false(outcome_failed(log_open(text_str(&b->log_path), &b->app.log)));
    tray_init(&b->app.tray, NULL, APP_MESSAGE_TRAY);
}

static void bench_done(struct bench *b)
{
    tray_done(&b->app.tray);
    notices_done(&b->app.notices);
    log_close(b->app.log);
    text_done(&b->log_path);
}

static size_t lines(struct bench *b, const char *what)
{
    struct text log = TEXT_EMPTY;
    size_t count = 0;
    assert_false(outcome_failed(os_file_read(text_str(&b->log_path), 1 << 20, &log)));
    for (const char *at = strstr(text_str(&log), what); at; at = strstr(at + 1, what))
        count++;
    text_done(&log);
    return count;
}

static void the_same_failure_is_no_news(void **state)
{
    struct outcome told = outcome_ok();
    (void)state;
    assert_true(app_is_news(&told, outcome_ok()));
    assert_true(app_is_news(&told, outcome_of(WHY_tray_icon, 5)));
    for (int i = 0; i < 50; i++)
        assert_false(app_is_news(&told, outcome_of(WHY_tray_icon, 5)));
    assert_true(app_is_news(&told, outcome_of(WHY_tray_icon, 1460)));
    assert_true(app_is_news(&told, outcome_ok()));
    assert_true(app_is_news(&told, outcome_of(WHY_tray_icon, 5)));
}

static void a_balloon_that_is_refused_again_and_again_is_logged_once_and_kept(void **state)
{
    struct bench b;
    (void)state;
    bench_init(&b, "app-balloon");
    app_say(&b.app, NOTICE_SNAPSHOT, BALLOON_INFO, STR_balloon_saved, "text", "C:\\snap.etl", TARGET_SNAPSHOT);
    for (int i = 0; i < 50; i++)
        app_on_notice_timer(&b.app);
    assert_true(notices_waiting(&b.app.notices));
    assert_int_equal(lines(&b, " balloon "), 1);
    bench_done(&b);
}

static void while_a_menu_is_up_no_box_opens_and_the_problems_wait(void **state)
{
    struct bench b;
    (void)state;
    bench_init(&b, "app-busy");
    b.app.busy = true;
    assert_int_equal(app_box(&b.app, STR_box_title, "text", MB_OK), 0);
    app_menu(&b.app, 0, 0);
    app_on_problems(&b.app);
    assert_true(b.app.busy);
    assert_true(b.app.problems_wait);
    assert_int_equal(lines(&b, " menu ") + lines(&b, " config_problems "), 0);
    bench_done(&b);
}

static const char *said(struct bench *b, enum notice_topic topic)
{
    return text_str(&b->app.notices.waiting[topic].title);
}

static void an_interruption_and_a_late_start_are_told_apart(void **state)
{
    struct bench b;
    struct recorder_watched w = {0};
    (void)state;
    bench_init(&b, "app-late");
    w.changed = true;
    w.from = w.to = os_utc_now();
    app_say_watched(&b.app, &w, 0);
    assert_string_equal(said(&b, NOTICE_GAP), string_get(LANGUAGE_ENGLISH, STR_balloon_late));
    w.interrupted = true;
    app_say_watched(&b.app, &w, TROUBLE_GAP);
    assert_string_equal(said(&b, NOTICE_GAP), string_get(LANGUAGE_ENGLISH, STR_balloon_gap));
    bench_done(&b);
}

static void all_that_went_wrong_at_the_start_is_said(void **state)
{
    struct bench b;
    struct recorder_started s = {0};
    (void)state;
    bench_init(&b, "app-start");
    b.app.hotkey = outcome_of(WHY_hotkey_taken, 1409);
    b.app.trouble = outcome_of(WHY_session_start, 1450);
    text_set(&s.recovered, "C:\\recovered.etl");
    text_set(&s.unclean, "C:\\keyevents.etl");
    s.ring_reduced = true;
    app_say_started(&b.app, &s, TROUBLE_FILE);
    for (int topic = NOTICE_TROUBLE; topic < NOTICE_topics; topic++)
        if (topic != NOTICE_GAP)
            assert_true(*said(&b, (enum notice_topic)topic));
    recorder_started_done(&s);
    bench_done(&b);
}

void suite_app(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_failure_is_no_news),
        cmocka_unit_test(a_balloon_that_is_refused_again_and_again_is_logged_once_and_kept),
        cmocka_unit_test(while_a_menu_is_up_no_box_opens_and_the_problems_wait),
        cmocka_unit_test(an_interruption_and_a_late_start_are_told_apart),
        cmocka_unit_test(all_that_went_wrong_at_the_start_is_said),
    };
    SUITE_RUN("app", tests);
}
