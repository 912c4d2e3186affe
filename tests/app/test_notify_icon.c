#include "app/notify_icon.h"

#include <string.h>

#include "tests/support/suite.h"
#include "app/notify_state.h"
#include "win/utf16.h"

#define HORSE "\xF0\x9F\x90\x8E" /* two units of UTF-16 */

struct shown {
    wchar_t title[BALLOON_TITLE_UNITS + 1];
    wchar_t text[BALLOON_TEXT_UNITS + 1];
};

static struct shown show(const char *title, const char *text, const char *path)
{
    struct balloon balloon = {BALLOON_INFO, title, text, path};
    struct shown s;
    memset(&s, 0xAA, sizeof s);
    notify_icon_balloon_texts(&balloon, s.title, s.text);
    return s;
}

static void repeat(struct text *t, const char *str, size_t count)
{
    while (count-- > 0)
        text_add(t, str);
}

static bool ends_with(const wchar_t *str, const wchar_t *end)
{
    size_t count = wcslen(str), end_count = wcslen(end);
    return count >= end_count && wcscmp(str + count - end_count, end) == 0;
}

static void short_texts_are_shown_whole(void **state)
{
    struct shown s = show("Saved", "1 min 12 s, 84 MB", "C:\\logs\\run\\snap.etl");
    (void)state;
    assert_int_equal(wcscmp(s.title, L"Saved"), 0);
    assert_int_equal(wcscmp(s.text, L"1 min 12 s, 84 MB\nC:\\logs\\run\\snap.etl"), 0);
    s = show("", "only text", NULL);
    assert_int_equal(wcscmp(s.text, L"only text"), 0);
    s = show("", "", "C:\\snap.etl");
    assert_int_equal(wcscmp(s.text, L"C:\\snap.etl"), 0);
    s = show("", "", "");
    assert_int_equal(s.text[0], 0);
}

static void title_and_text_are_cut_at_a_whole_character(void **state)
{
    struct text title = TEXT_EMPTY, text = TEXT_EMPTY;
    (void)state;
    text_add(&title, "x");
    repeat(&title, HORSE, 40);
    repeat(&text, HORSE, 200);
    struct shown s = show(text_str(&title), text_str(&text), NULL);
    assert_int_equal(wcslen(s.title), 63);
    assert_true(IS_LOW_SURROGATE(s.title[62]));
    assert_int_equal(wcslen(s.text), 254);
    assert_true(IS_LOW_SURROGATE(s.text[253]));
    text_done(&title);
    text_done(&text);
}

static void a_long_path_is_shortened_and_keeps_its_file_name(void **state)
{
    struct text path = TEXT_EMPTY;
    (void)state;
    text_add(&path, "C:\\");
    repeat(&path, "\xE5\xBF\xAB\xE7\x85\xA7 folder\\", 60);
    text_add(&path, "snap-12.etl");
    struct shown s = show("Saved", "1 min 12 s, 84 MB", text_str(&path));
    assert_int_equal(wcslen(s.text), 18 + 100);
    assert_int_equal(wcsncmp(s.text, L"1 min 12 s, 84 MB\nC:\\\x5FEB", 22), 0);
    assert_non_null(wcschr(s.text, 0x2026));
    assert_true(ends_with(s.text, L"folder\\snap-12.etl"));
    text_done(&path);
}

static void a_long_text_leaves_room_for_the_file_name(void **state)
{
    struct text text = TEXT_EMPTY;
    (void)state;
    repeat(&text, "a long sentence ", 40);
    struct shown s = show("Saved", text_str(&text), "C:\\logs\\2026-11-30\\snap.etl");
    assert_int_equal(wcslen(s.text), 255);
    assert_true(ends_with(s.text, L"\\snap.etl"));
    assert_int_equal(wcsncmp(s.text, L"a long sentence", 15), 0);
    s = show("Saved", text_str(&text), "C:\\snap.etl");
    assert_true(ends_with(s.text, L"\nC:\\snap.etl"));
    text_done(&text);
}

/* No half of a pair stands at a cut or anywhere else. */
static void assert_whole_characters(const wchar_t *str)
{
    for (size_t i = 0; str[i]; i++)
        assert_int_equal(IS_LOW_SURROGATE(str[i]), i > 0 && IS_HIGH_SURROGATE(str[i - 1]));
    assert_false(IS_HIGH_SURROGATE(str[wcslen(str) - 1]));
}

static void a_file_name_longer_than_the_balloon_keeps_its_end(void **state)
{
    (void)state;
    for (size_t count = 100; count < 160; count++) {
        struct text path = TEXT_EMPTY;
        text_add(&path, "C:\\");
        repeat(&path, HORSE, count);
        text_add(&path, ".etl");
        struct shown s = show("Saved", count % 2 ? "text" : "texts", text_str(&path));
        assert_true(wcslen(s.text) <= 255);
        assert_true(ends_with(s.text, L".etl"));
        assert_whole_characters(s.text);
        text_done(&path);
    }
}

static void a_folder_is_cut_at_whole_characters(void **state)
{
    (void)state;
    for (size_t extra = 0; extra < 4; extra++) {
        struct text path = TEXT_EMPTY;
        text_add(&path, "C:\\");
        repeat(&path, "x", extra);
        repeat(&path, HORSE, 200);
        text_add(&path, "\\snap.etl");
        struct shown s = show("Saved", "text", text_str(&path));
        assert_true(ends_with(s.text, L"\\snap.etl"));
        assert_whole_characters(s.text);
        text_done(&path);
    }
}

static void every_cut_stays_inside_the_fields(void **state)
{
    struct text text = TEXT_EMPTY, path = TEXT_EMPTY;
    (void)state;
    for (size_t i = 0; i < 600; i++) {
        struct shown s = show(text_str(&text), text_str(&text), text_str(&path));
        assert_true(wcslen(s.title) <= BALLOON_TITLE_UNITS);
        assert_true(wcslen(s.text) <= BALLOON_TEXT_UNITS);
        text_add(&text, i % 3 ? "t" : HORSE);
        text_add(&path, i % 17 == 16 ? "\\" : i % 5 ? "p" : HORSE);
    }
    text_done(&text);
    text_done(&path);
}

static struct notify_icon_event decode(UINT event, int x, int y)
{
    return notify_icon_decode(MAKEWPARAM((WORD)x, (WORD)y), MAKELPARAM(event, 1));
}

static void clicks_are_told_apart(void **state)
{
    static const struct {
        UINT event;
        enum notify_icon_click click;
    } samples[] = {
        {WM_CONTEXTMENU, TRAY_CLICK_MENU},        {NIN_SELECT, TRAY_CLICK_ACTIVATE},
        {NIN_KEYSELECT, TRAY_CLICK_ACTIVATE},     {NIN_BALLOONSHOW, TRAY_CLICK_BALLOON_SHOWN},
        {NIN_BALLOONUSERCLICK, TRAY_CLICK_BALLOON}, {NIN_BALLOONHIDE, TRAY_CLICK_BALLOON_GONE},
        {NIN_BALLOONTIMEOUT, TRAY_CLICK_BALLOON_GONE}, {WM_MOUSEMOVE, TRAY_CLICK_NONE},
        {WM_RBUTTONUP, TRAY_CLICK_NONE},          {WM_LBUTTONUP, TRAY_CLICK_NONE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        assert_int_equal(decode(samples[i].event, 10, 20).click, samples[i].click);
}

static void a_click_on_a_screen_to_the_left_keeps_its_sign(void **state)
{
    struct notify_icon_event e = decode(WM_CONTEXTMENU, -1900, 1040);
    (void)state;
    assert_int_equal(e.x, -1900);
    assert_int_equal(e.y, 1040);
}

/* NULL where there is no display to make one on. */
static HWND make_window(void)
{
    return CreateWindowExW(0, L"STATIC", L"", WS_POPUP, 0, 0, 1, 1, NULL, NULL, NULL, NULL);
}

static void what_cannot_be_shown_is_kept_for_the_icon(void **state)
{
    struct notify_icon tray;
    HWND window = make_window();
    (void)state;
    if (!window)
        SUITE_SKIP("no display");
    notify_icon_init(&tray, window, WM_APP);
    assert_true(tray.taskbar_created >= 0xC000);
    assert_int_equal(notify_icon_show(&tray, TRAY_TROUBLE, "waiting").why, WHY_tray_icon);
    assert_int_equal(tray.icon, TRAY_TROUBLE);
    assert_int_equal(wcscmp(tray.tip, L"waiting"), 0);
    struct balloon balloon = {BALLOON_INFO, "a", "b", NULL};
    assert_int_equal(notify_icon_balloon(&tray, &balloon).why, WHY_tray_icon);
    notify_icon_done(&tray);
    DestroyWindow(window);
}

static void a_tooltip_is_cut_to_what_explorer_takes(void **state)
{
    struct notify_icon tray;
    struct text tip = TEXT_EMPTY;
    HWND window = make_window();
    (void)state;
    if (!window)
        SUITE_SKIP("no display");
    notify_icon_init(&tray, window, WM_APP);
    repeat(&tip, HORSE, 100);
    notify_icon_show(&tray, TRAY_ARMED, text_str(&tip));
    assert_int_equal(wcslen(tray.tip), 126);
    notify_icon_done(&tray);
    DestroyWindow(window);
    text_done(&tip);
}

/* Works with Explorer's taskbar and without one (then the shell says no). */
static void the_icon_comes_changes_and_goes(void **state)
{
    struct notify_icon tray;
    HWND window = make_window();
    struct balloon balloon = {BALLOON_WARNING, "title", "text", "C:\\snap.etl"};
    (void)state;
    if (!window)
        SUITE_SKIP("no display");
    notify_icon_init(&tray, window, WM_APP);
    notify_icon_show(&tray, TRAY_ARMED, "first");
    if (outcome_failed(notify_icon_add(&tray))) {
        notify_icon_done(&tray);
        DestroyWindow(window);
        SUITE_SKIP("no notification area here");
    }
    assert_true(tray.added);
    assert_int_equal(notify_icon_add(&tray).why, WHY_ok);
    assert_int_equal(notify_icon_show(&tray, TRAY_SAVING, "second").why, WHY_ok);
    assert_int_equal(notify_icon_show(&tray, TRAY_SAVING, "second").why, WHY_ok);
    assert_int_equal(notify_icon_balloon(&tray, &balloon).why, WHY_ok);
    notify_icon_remove(&tray);
    assert_false(tray.added);
    assert_int_equal(notify_icon_show(&tray, TRAY_ARMED, "third").why, WHY_tray_icon);
    notify_icon_done(&tray);
    DestroyWindow(window);
}

static void icons_of_another_size_are_loaded_when_the_taskbar_has_changed(void **state)
{
    struct notify_icon tray;
    HWND window = make_window();
    (void)state;
    if (!window)
        SUITE_SKIP("no display");
    notify_icon_init(&tray, window, WM_APP);
    int size = tray.icon_size;
    tray.icon_size = size * 2; /* as after a change from 200 % */
    notify_icon_reload_icons(&tray);
    assert_int_equal(tray.icon_size, size);
    notify_icon_done(&tray);
    DestroyWindow(window);
}

static void balloons_wait_for_games_and_presentations(void **state)
{
    (void)state;
    assert_int_equal(notify_state_of(QUNS_NOT_PRESENT), PLAYER_AWAY);
    assert_int_equal(notify_state_of(QUNS_BUSY), PLAYER_BUSY);
    assert_int_equal(notify_state_of(QUNS_RUNNING_D3D_FULL_SCREEN), PLAYER_AWAY);
    assert_int_equal(notify_state_of(QUNS_PRESENTATION_MODE), PLAYER_AWAY);
    assert_int_equal(notify_state_of(QUNS_ACCEPTS_NOTIFICATIONS), PLAYER_THERE);
    assert_int_equal(notify_state_of(QUNS_QUIET_TIME), PLAYER_THERE);
    assert_int_equal(notify_state_of(77), PLAYER_THERE);
}

void suite_notify_icon(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_texts_are_shown_whole),
        cmocka_unit_test(title_and_text_are_cut_at_a_whole_character),
        cmocka_unit_test(a_long_path_is_shortened_and_keeps_its_file_name),
        cmocka_unit_test(a_long_text_leaves_room_for_the_file_name),
        cmocka_unit_test(a_file_name_longer_than_the_balloon_keeps_its_end),
        cmocka_unit_test(a_folder_is_cut_at_whole_characters),
        cmocka_unit_test(every_cut_stays_inside_the_fields),
        cmocka_unit_test(clicks_are_told_apart),
        cmocka_unit_test(a_click_on_a_screen_to_the_left_keeps_its_sign),
        cmocka_unit_test(what_cannot_be_shown_is_kept_for_the_icon),
        cmocka_unit_test(a_tooltip_is_cut_to_what_explorer_takes),
        cmocka_unit_test(the_icon_comes_changes_and_goes),
        cmocka_unit_test(icons_of_another_size_are_loaded_when_the_taskbar_has_changed),
        cmocka_unit_test(balloons_wait_for_games_and_presentations),
    };
    SUITE_RUN("tray", tests);
}
