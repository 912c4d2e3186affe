#include "app/app.h"

#include <string.h>

#include "runs/retention.h"
#include "tests/support/folder.h"
#include "tests/support/suite.h"
#include "tray/hotkey_text.h"
#include "win/utf16.h"

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
    notify_icon_init(&b->app.tray, NULL, APP_MESSAGE_TRAY);
}

static void bench_done(struct bench *b)
{
    notify_icon_done(&b->app.tray);
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
    const char *title = b->app.notices.waiting[topic].title;
    return title ? title : "";
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
    text_set(&b.app.config.base, "C:\\Users\\p\\OneDrive\\logs");
    app_say_started(&b.app, &s, TROUBLE_FILE);
    app_say_found(&b.app, &s);
    for (int topic = NOTICE_TROUBLE; topic < NOTICE_topics; topic++)
        if (topic != NOTICE_GAP && topic != NOTICE_WELCOME)
            assert_true(*said(&b, (enum notice_topic)topic));
    recorder_started_done(&s);
    bench_done(&b);
}

static const char *text_of(struct bench *b, enum notice_topic topic)
{
    return text_str(&b->app.notices.waiting[topic].text);
}

static void the_first_start_says_the_key_and_where_the_icon_is_and_no_other_does(void **state)
{
    struct bench b;
    struct recorder_started s = {0};
    struct text other = TEXT_EMPTY;
    (void)state;
    bench_init(&b, "app-first");
    text_set(&b.app.config.base, suite_folder("app-first-base"));
    settings_init(&b.app.config.settings);
    assert_false(outcome_failed(runs_begin(text_str(&b.app.config.base), os_utc_now(), NULL, NULL, &b.app.run_folder)));
    app_say_started(&b.app, &s, TROUBLE_BUFFER); /* it does not record: no word of welcome */
    assert_string_equal(said(&b, NOTICE_WELCOME), "");
    app_say_started(&b.app, &s, 0);
    assert_string_equal(said(&b, NOTICE_WELCOME), string_get(LANGUAGE_ENGLISH, STR_balloon_welcome));
    assert_non_null(strstr(text_of(&b, NOTICE_WELCOME), "Press Ctrl+Alt+F9"));
    assert_non_null(strstr(text_of(&b, NOTICE_WELCOME), "drag it out of the hidden ones"));
    b.app.hotkey = outcome_of(WHY_hotkey_taken, 1409);
    app_say_started(&b.app, &s, 0);
    assert_null(strstr(text_of(&b, NOTICE_WELCOME), "Press"));
    b.app.hotkey = outcome_ok();
    notices_drop(&b.app.notices, NOTICE_WELCOME);
    assert_false(outcome_failed(runs_begin(text_str(&b.app.config.base), os_utc_now(), NULL, NULL, &other)));
    text_move(&b.app.run_folder, &other);
    app_say_started(&b.app, &s, 0);
    assert_string_equal(said(&b, NOTICE_WELCOME), "");
    text_done(&b.app.run_folder);
    text_done(&b.app.config.base);
    settings_done(&b.app.config.settings);
    bench_done(&b);
}

static void assert_tip(const struct app *app, const char *expected)
{
    struct text tip = TEXT_EMPTY;
    app_view_tip(app, &tip);
    assert_string_equal(text_str(&tip), expected);
    text_done(&tip);
}

static void the_tooltip_has_state_span_and_always_the_key(void **state)
{
    struct app app = {0};
    (void)state;
    settings_init(&app.config.settings);
    app.model = tray_model_first();
    app.model.phase = TRAY_READY;
    app.ring_mb = 256;
    assert_tip(&app, "Recording · 256 MB · Ctrl+Alt+F9");
    app.last_known = true;
    app.last.summary.first_time = 10000000;
    app.last.summary.last_time = 10000000 + 250 * 10000000LL;
    assert_tip(&app, "Recording · the last 4 min 10 s · Ctrl+Alt+F9");
    app.hotkey = outcome_of(WHY_hotkey_taken, 1409);
    app.model.troubles = TROUBLE_HOTKEY;
    assert_tip(&app, "Recording; the key does not work · the last 4 min 10 s · Ctrl+Alt+F9");
    app.model.troubles |= TROUBLE_GAP;
    assert_tip(&app, "Recording; it had been interrupted · the last 4 min 10 s · Ctrl+Alt+F9 does not work");
    app.language = LANGUAGE_ZH_CN;
    app.hotkey = outcome_ok();
    app.model.troubles = 0;
    assert_tip(&app, "正在记录 · 最近 4 分 10 秒 · Ctrl+Alt+F9");
    settings_done(&app.config.settings);
}

static void the_longest_tooltip_of_every_language_is_shown_whole(void **state)
{
    static const struct hotkey keys[] = {{HOTKEY_CTRL | HOTKEY_ALT | HOTKEY_SHIFT, VK_MULTIPLY},
                                         {HOTKEY_CTRL | HOTKEY_ALT | HOTKEY_SHIFT, VK_SNAPSHOT}};
    struct app app = {0};
    (void)state;
    settings_init(&app.config.settings);
    app.last_known = true;
    app.last.summary.first_time = 1;
    app.last.summary.last_time = 1 + 23 * 36000000000LL + 59 * 600000000LL;
    app.hotkey = outcome_of(WHY_hotkey_taken, 1409);
    app.model = tray_model_first();
    for (int i = 0; i < LANGUAGE_count * 2 * 9 * 5; i++) {
        struct text tip = TEXT_EMPTY;
        app.language = (enum language)(i % LANGUAGE_count);
        app.model.phase = (enum tray_phase)(i / LANGUAGE_count % 5);
        app.model.troubles = i / LANGUAGE_count / 5 % 9 < 8 ? 1u << i / LANGUAGE_count / 5 % 9 : 0;
        text_clear(&app.config.settings.hotkey);
        hotkey_add(&app.config.settings.hotkey, &keys[i / LANGUAGE_count / 45]);
        app_view_tip(&app, &tip);
        assert_non_null(strstr(text_str(&tip), text_str(&app.config.settings.hotkey)));
        assert_true(app_view_units(text_str(&tip)) <= TRAY_TIP_UNITS);
        text_done(&tip);
    }
    settings_done(&app.config.settings);
}

static void a_line_of_the_history_is_in_the_readers_language(void **state)
{
    struct app app = {0};
    struct history_entry entry = {0};
    struct text line = TEXT_EMPTY;
    const int64_t now = os_utc_now();
    (void)state;
    entry.time = now;
    text_set(&entry.words.verdict, "卡顿 290 毫秒：磁盘");
    text_set(&entry.words.game, "game.exe");
    text_set(&entry.words.cause[LANGUAGE_ENGLISH], "the disk took 295 ms for one read");
    text_set(&entry.words.felt[LANGUAGE_ENGLISH], "stutter of 290 ms");
    text_set(&entry.words.cause[LANGUAGE_ZH_CN], "磁盘");
    text_set(&entry.words.felt[LANGUAGE_ZH_CN], "卡顿 290 毫秒");
    app_view_line(&app, &entry, now, &line);
    assert_int_equal(line.bytes[2], ':');
    assert_string_equal(text_str(&line) + 5, " · game.exe · the disk took 295 ms for one read · stutter of 290 ms");
    text_clear(&line);
    app.language = LANGUAGE_ZH_CN;
    app_view_line(&app, &entry, now, &line);
    assert_string_equal(text_str(&line) + 5, " · game.exe · 磁盘 · 卡顿 290 毫秒");
    text_clear(&line);
    snapinfo_words_done(&entry.words); /* saved before there were pieces */
    text_set(&entry.words.verdict, "It stood still.");
    entry.kind = HISTORY_RECOVERED;
    entry.time = now - 3 * 864000000000LL;
    app_view_line(&app, &entry, now, &line);
    assert_int_equal(line.bytes[4], '-');
    assert_string_equal(text_str(&line) + 16, " · 已恢复 · It stood still.");
    snapinfo_words_done(&entry.words);
    text_done(&line);
}

static void what_is_cut_is_cut_at_a_character(void **state)
{
    struct text t = TEXT_EMPTY;
    (void)state;
    assert_int_equal(app_view_units("a\xC3\xA9\xE7\xA3\x81\xF0\x9F\x8E\xAE"), 5);
    app_view_add_cut(&t, "\xE7\xA3\x81\xE7\x9B\x98\xE7\xA3\x81", 3);
    assert_string_equal(text_str(&t), "\xE7\xA3\x81\xE7\x9B\x98\xE7\xA3\x81");
    text_clear(&t);
    app_view_add_cut(&t, "\xE7\xA3\x81\xE7\x9B\x98\xE7\xA3\x81", 2);
    assert_string_equal(text_str(&t), "\xE7\xA3\x81\xE2\x80\xA6");
    text_clear(&t);
    app_view_add_cut(&t, "\xF0\x9F\x8E\xAE\xF0\x9F\x8E\xAE", 3);
    assert_string_equal(text_str(&t), "\xF0\x9F\x8E\xAE\xE2\x80\xA6");
    text_done(&t);
}

/* However long the verdict is, the line of the click stands whole. */
static void a_balloon_says_what_a_click_will_do(void **state)
{
    struct app app = {0};
    struct news news = {0};
    struct text line = TEXT_EMPTY;
    struct balloon balloon = {BALLOON_INFO, "title", NULL, NULL};
    wchar_t title[BALLOON_TITLE_UNITS + 1], text[BALLOON_TEXT_UNITS + 1];
    (void)state;
    settings_init(&app.config.settings);
    text_set(&app.config.settings.click, "report");
    text_set(&news.path, "C:\\logs\\runs\\20261130_044012\\snap-9999.etl");
    for (int i = 0; i < 60; i++)
        text_add(&news.verdict, "\xE7\xA3\x81\xE7\x9B\x98 slow ");
    app_view_saved(&app, &news, &line);
    balloon.text = text_str(&line);
    balloon.path = text_str(&news.path);
    notify_icon_balloon_texts(&balloon, title, text);
    assert_non_null(wcsstr(text, L"\nClick: shows the file in its folder\n"));
    assert_non_null(wcsstr(text, L"0 events lost\n"));
    assert_non_null(wcsstr(text, L"snap-9999.etl"));
    text_done(&line);
    text_done(&news.verdict);
    text_done(&news.path);
    settings_done(&app.config.settings);
}

static void what_is_open_is_not_deleted_nor_what_lies_beside_it(void **state)
{
    struct text path = TEXT_EMPTY, stays = TEXT_EMPTY;
    struct wide name = WIDE_EMPTY;
    const char *folder = suite_folder("app-delete");
    (void)state;
    assert_true(folder_put(folder, "snap.etl", "123", 3) && folder_put(folder, "snap.json", "{}", 2));
    os_path_join(folder, "snap.etl", &path);
    wide_add_path(&name, text_str(&path));
    HANDLE file = CreateFileW(wide_str(&name), GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(file != INVALID_HANDLE_VALUE);
    struct outcome held = retention_delete(text_str(&path), NULL, &stays);
    assert_int_equal(held.why, WHY_file_remove);
    assert_int_equal(held.os, ERROR_SHARING_VIOLATION);
    assert_true(folder_has(folder, "snap.etl") && folder_has(folder, "snap.json"));
    assert_string_equal(text_str(&stays), text_str(&path));
    CloseHandle(file);
    assert_int_equal(retention_delete(text_str(&path), NULL, NULL).why, WHY_ok);
    assert_false(path_stands(folder));
    wide_done(&name);
    text_done(&stays);
    text_done(&path);
}

/* Its trace has gone by then, and what stays is named. */
static void a_companion_that_is_open_is_named(void **state)
{
    struct text path = TEXT_EMPTY, page = TEXT_EMPTY, stays = TEXT_EMPTY;
    struct wide name = WIDE_EMPTY;
    const char *folder = suite_folder("app-delete-page");
    (void)state;
    assert_true(folder_put(folder, "snap.etl", "123", 3) && folder_put(folder, "snap.html", "<>", 2));
    os_path_join(folder, "snap.etl", &path);
    os_path_join(folder, "snap.html", &page);
    wide_add_path(&name, text_str(&page));
    HANDLE file = CreateFileW(wide_str(&name), GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    assert_int_equal(retention_delete(text_str(&path), NULL, &stays).why, WHY_file_remove);
    assert_string_equal(text_str(&stays), text_str(&page));
    assert_false(folder_has(folder, "snap.etl"));
    CloseHandle(file);
    wide_done(&name);
    text_done(&stays);
    text_done(&page);
    text_done(&path);
}

void suite_app(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_failure_is_no_news),
        cmocka_unit_test(a_balloon_that_is_refused_again_and_again_is_logged_once_and_kept),
        cmocka_unit_test(while_a_menu_is_up_no_box_opens_and_the_problems_wait),
        cmocka_unit_test(an_interruption_and_a_late_start_are_told_apart),
        cmocka_unit_test(all_that_went_wrong_at_the_start_is_said),
        cmocka_unit_test(the_first_start_says_the_key_and_where_the_icon_is_and_no_other_does),
        cmocka_unit_test(the_tooltip_has_state_span_and_always_the_key),
        cmocka_unit_test(the_longest_tooltip_of_every_language_is_shown_whole),
        cmocka_unit_test(a_line_of_the_history_is_in_the_readers_language),
        cmocka_unit_test(what_is_cut_is_cut_at_a_character),
        cmocka_unit_test(a_balloon_says_what_a_click_will_do),
        cmocka_unit_test(what_is_open_is_not_deleted_nor_what_lies_beside_it),
        cmocka_unit_test(a_companion_that_is_open_is_named),
    };
    SUITE_RUN("app", tests);
}
