#include "windows/settings_window.h"

#include "tests/support/settings_program.h"
#include "tests/support/suite.h"

#include <string.h>

static void it_shows_what_the_ini_says(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "hotkey = Pause\nring_mb = 64\npost_roll_s = 7\nsounds = windows\nsound_volume = 20\nlanguage = zh-CN\n"
               "folder = %USERPROFILE%\\traces\nkeep_gb = 3\nkeep_count = 4\nkeep_days = 5\n");
    program_says(program_part(ROW_KEY, PART_FIELD), "Pause");
    program_says(program_part(ROW_MEMORY, PART_FIELD), "64");
    program_says(program_part(ROW_POST_ROLL, PART_FIELD), "7");
    assert_int_equal(SendMessageW(program_part(ROW_SOUND, PART_FIELD), CB_GETCURSEL, 0, 0), 1);
    assert_int_equal(SendMessageW(program_part(ROW_VOLUME, PART_FIELD), TBM_GETPOS, 0, 0), 20);
    program_says(program_part(ROW_VOLUME, PART_UNIT), "20 %");
    assert_int_equal(SendMessageW(program_part(ROW_LANGUAGE, PART_FIELD), CB_GETCURSEL, 0, 0), 2);
    program_says(program_part(ROW_FOLDER, PART_FIELD), "%USERPROFILE%\\traces");
    program_says(program_part(ROW_GB, PART_FIELD), "3");
    program_says(program_part(ROW_COUNT, PART_FIELD), "4");
    program_says(program_part(ROW_DAYS, PART_FIELD), "5");
    assert_false(IsWindowEnabled(program_part(ROW_VOLUME, PART_FIELD)));
    assert_true(IsWindowEnabled(program_part(ROW_AUTOSTART, PART_FIELD)));
    assert_true(IsWindowVisible(program_window()));
    program_end(&me);
}

static void a_fault_of_the_ini_is_named_with_its_line(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "ring_mb = 5000\nsound = perhaps\n");
    program_says(program_part(ROW_MEMORY, PART_FIELD), "256");
    program_status_has("hitchbox.ini, line 1: ");
    program_status_has("ring_mb = 5000 (8 ... 2048)");
    program_status_has("... and 1 more.");
    program_end(&me);
}

static void nothing_changed_is_nothing_written(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "; mine\nring_mb = 5000\n");
    program_click(SETTINGS_ID_APPLY);
    program_click(IDOK);
    assert_int_equal(me.applied, 0);
    assert_int_equal(me.closed, 1);
    assert_string_equal(text_str(&me.ini), "; mine\nring_mb = 5000\n");
    program_end(&me);
}

static void only_changed_keys_are_written_and_the_rest_stays(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "; mine\r\n  post_roll_s\t= 1  \r\nunheard = x\r\nkeep_gb = 20\r\n");
    program_type(ROW_POST_ROLL, L"12");
    program_type(ROW_DAYS, L" 30 ");
    program_click(SETTINGS_ID_APPLY);
    assert_string_equal(text_str(&me.changed), "post_roll_s=12;keep_days=30;");
    assert_string_equal(text_str(&me.ini), "; mine\r\n  post_roll_s\t= 12  \r\nunheard = x\r\nkeep_gb = 20\r\nkeep_days = 30\r\n");
    assert_int_equal(me.restart, SETTINGS_NO_RESTART);
    assert_int_equal(me.asked, 0);
    program_click(SETTINGS_ID_APPLY);
    assert_int_equal(me.applied, 1);
    program_end(&me);
}

/* What the user's editor wrote meanwhile is shown after Apply. */
static void what_the_file_says_then_is_shown_after_apply(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "keep_gb = 20\n");
    text_set(&me.ini, "keep_gb = 20\nkeep_count = 77\n");
    program_type(ROW_POST_ROLL, L"3");
    program_click(SETTINGS_ID_APPLY);
    program_says(program_part(ROW_COUNT, PART_FIELD), "77");
    program_status_has("count from now on");
    program_end(&me);
}

static void the_sound_is_two_keys(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "sound = yes\n");
    program_choose(ROW_SOUND, 1);
    program_click(SETTINGS_ID_APPLY);
    assert_string_equal(text_str(&me.changed), "sound=yes;sounds=windows;");
    program_choose(ROW_SOUND, 0);
    assert_false(IsWindowEnabled(program_part(ROW_SOUND, PART_BUTTON)));
    program_click(SETTINGS_ID_APPLY);
    assert_string_equal(text_str(&me.changed), "sound=no;");
    program_choose(ROW_SOUND, 2);
    assert_true(IsWindowEnabled(program_part(ROW_VOLUME, PART_FIELD)));
    program_click(SETTINGS_ID_APPLY);
    assert_string_equal(text_str(&me.changed), "sound=yes;sounds=own;");
    program_end(&me);
}

static void test_plays_what_is_chosen_and_not_yet_applied(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "sounds = windows\nsound_volume = 20\n");
    program_choose(ROW_SOUND, 2);
    SendMessageW(program_part(ROW_VOLUME, PART_FIELD), TBM_SETPOS, TRUE, 80);
    SendMessageW(program_window(), WM_HSCROLL, SB_ENDSCROLL, (LPARAM)program_part(ROW_VOLUME, PART_FIELD));
    program_says(program_part(ROW_VOLUME, PART_UNIT), "80 %");
    program_click(SETTINGS_ID_ROWS + SETTINGS_ID_STEP * ROW_SOUND + PART_BUTTON);
    assert_int_equal(me.played, 1);
    assert_int_equal(me.volume, 80);
    assert_string_equal(text_str(&me.sounds), "own");
    assert_int_equal(me.applied, 0);
    program_end(&me);
}

static void the_memory_is_told_as_time_where_it_was_measured(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "ring_mb = 256\n");
    program_says(program_part(ROW_MEMORY, PART_HINT), "256 MB \xC2\xB7 how long that is here is unknown yet");
    me.span_ms = 2343;
    program_type(ROW_MEMORY, L"256");
    program_says(program_part(ROW_MEMORY, PART_HINT), "256 MB \xC2\xB7 about 10 min on this computer");
    program_type(ROW_MEMORY, L"8");
    program_says(program_part(ROW_MEMORY, PART_HINT), "8 MB \xC2\xB7 about 19 s on this computer");
    me.span_ms = 50; /* a busy computer, or a short ring */
    program_type(ROW_MEMORY, L"9");
    program_says(program_part(ROW_MEMORY, PART_HINT), "9 MB \xC2\xB7 about 1 s on this computer");
    program_type(ROW_MEMORY, L"");
    program_says(program_part(ROW_MEMORY, PART_HINT), "");
    program_end(&me);
}

static void memory_and_folder_ask_before_the_recording_begins_anew(void **state)
{
    static const struct { int box; unsigned applied; enum settings_restart restart; } answers[] = {
        {IDCANCEL, 0, SETTINGS_NO_RESTART}, {0, 0, SETTINGS_NO_RESTART},
        {IDNO, 1, SETTINGS_RESTART}, {IDYES, 1, SETTINGS_SAVE_AND_RESTART}};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct program me;
        program_begin(&me, "ring_mb = 256\n");
        me.box = answers[i].box;
        program_type(ROW_MEMORY, L"512");
        program_status_has("Memory and folder count once recording begins anew");
        program_click(SETTINGS_ID_APPLY);
        assert_int_equal(me.asked, 1);
        assert_int_equal(me.applied, answers[i].applied);
        assert_int_equal(me.restart, answers[i].restart);
        if (!answers[i].box)
            program_status_has(string_get(LANGUAGE_ENGLISH, STR_why_window_create));
        assert_string_equal(text_str(&me.ini), answers[i].applied ? "ring_mb = 512\n" : "ring_mb = 256\n");
        program_end(&me);
    }
}

static void what_cannot_be_is_said_and_the_window_stays(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "ring_mb = 256\n");
    program_type(ROW_MEMORY, L"4");
    program_click(IDOK);
    program_status_has("ring_mb = 4 (8 ... 2048)");
    assert_ptr_equal(GetFocus(), program_part(ROW_MEMORY, PART_FIELD));
    program_type(ROW_MEMORY, L"256");
    program_type(ROW_FOLDER, L"Q:\\x");
    program_click(IDOK);
    program_status_has("Q:\\x");
    assert_ptr_equal(GetFocus(), program_part(ROW_FOLDER, PART_FIELD));
    program_type(ROW_FOLDER, L"");
    program_click(IDOK);
    assert_int_equal(me.applied + me.closed + me.asked, 0);
    program_end(&me);
}

static void a_file_that_cannot_be_written_is_told(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "ring_mb = 256\n");
    me.answer = outcome_of(WHY_file_rename, 5);
    program_type(ROW_GB, L"7");
    program_click(IDOK);
    program_status_has("\"hitchbox.ini\" cannot be renamed.");
    assert_int_equal(me.closed, 0);
    me.answer = outcome_ok();
    program_click(IDOK);
    assert_int_equal(me.closed, 1);
    program_end(&me);
}

static void a_key_that_was_only_begun_does_not_stay(void **state)
{
    struct program me;
    HWND field;
    (void)state;
    program_begin(&me, "hotkey = F8\n");
    field = program_part(ROW_KEY, PART_FIELD);
    SetFocus(field);
    SetWindowTextW(field, L"Alt+"); /* Alt went down, and with Tab the focus went to another program */
    SetFocus(program_part(ROW_MEMORY, PART_FIELD));
    program_says(field, "F8");
    program_click(SETTINGS_ID_APPLY);
    assert_int_equal(me.applied, 0);
    program_end(&me);
}

static void a_key_is_taken_by_pressing_it(void **state)
{
    struct program me;
    HWND field;
    (void)state;
    program_begin(&me, "hotkey = F8\n");
    field = program_part(ROW_KEY, PART_FIELD);
    assert_false(me.key_held);
    SetFocus(field);
    assert_true(me.key_held);
    program_press(&me, field, WM_KEYDOWN, VK_F9);
    program_says(field, "F9");
    program_says(program_part(ROW_KEY, PART_HINT), "This key is free.");
    program_press(&me, field, WM_KEYDOWN, 'A'); /* nobody could type it any more */
    program_says(field, "F9");
    program_says(program_part(ROW_KEY, PART_HINT), "Press the keys together.");
    program_press(&me, field, WM_KEYUP, VK_SNAPSHOT);
    program_says(field, "PrintScreen");
    program_press(&me, field, WM_KEYUP, 'A');
    SendMessageW(field, WM_CHAR, 'x', 0);
    program_says(field, "PrintScreen");
    program_press(&me, field, WM_KEYDOWN, VK_PAUSE);
    program_click(SETTINGS_ID_APPLY);
    assert_string_equal(text_str(&me.changed), "hotkey=Pause;");
    SetFocus(program_part(ROW_MEMORY, PART_FIELD));
    assert_false(me.key_held);
    program_end(&me);
}

static void keys_with_ctrl_and_alt_are_named_while_they_are_held(void **state)
{
    struct program me;
    BYTE keys[256] = {0}, none[256] = {0};
    (void)state;
    program_begin(&me, "hotkey = F8\n");
    HWND field = program_part(ROW_KEY, PART_FIELD);
    keys[VK_CONTROL] = keys[VK_MENU] = 0x80;
    SetKeyboardState(keys);
    program_press(&me, field, WM_SYSKEYDOWN, VK_MENU);
    program_says(field, "Ctrl+Alt+");
    program_press(&me, field, WM_KEYDOWN, VK_F5);
    program_says(field, "Ctrl+Alt+F5");
    program_press(&me, field, WM_KEYUP, VK_SHIFT);
    program_says(field, "Ctrl+Alt+F5");
    program_press(&me, field, WM_SYSKEYDOWN, VK_MENU);
    SetKeyboardState(none);
    program_press(&me, field, WM_KEYUP, VK_CONTROL);
    program_says(field, "Ctrl+Alt+F5");
    program_end(&me);
}

static void a_key_that_is_taken_is_said_at_once_and_not_applied(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "hotkey = F8\n");
    me.key_answer = outcome_of(WHY_hotkey_taken, 1409);
    program_press(&me, program_part(ROW_KEY, PART_FIELD), WM_KEYDOWN, VK_F9);
    program_status_has("F9");
    program_status_has("(1409)");
    program_click(IDOK);
    assert_int_equal(me.applied + me.closed, 0);
    program_press(&me, program_part(ROW_KEY, PART_FIELD), WM_KEYDOWN, VK_F12);
    program_status_has("F12");
    program_says(program_part(ROW_KEY, PART_FIELD), "F9");
    program_end(&me);
}

static void enter_is_ok_and_esc_is_cancel_and_tab_goes_on(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "post_roll_s = 1\n");
    SetFocus(program_part(ROW_KEY, PART_FIELD));
    program_press(&me, program_part(ROW_KEY, PART_FIELD), WM_KEYDOWN, VK_TAB);
    assert_ptr_equal(GetFocus(), program_part(ROW_MEMORY, PART_FIELD));
    program_press(&me, program_part(ROW_MEMORY, PART_FIELD), WM_SYSCHAR, 'w');
    assert_ptr_equal(GetFocus(), program_part(ROW_POST_ROLL, PART_FIELD));
    program_type(ROW_POST_ROLL, L"2");
    program_press(&me, program_part(ROW_MEMORY, PART_FIELD), WM_KEYDOWN, VK_RETURN);
    assert_int_equal(me.closed, 1);
    assert_string_equal(text_str(&me.changed), "post_roll_s=2;");
    assert_int_equal(settings_window_open(&me.host, &me.window).why, WHY_ok);
    program_type(ROW_POST_ROLL, L"9");
    program_press(&me, program_part(ROW_KEY, PART_FIELD), WM_KEYDOWN, VK_ESCAPE);
    assert_int_equal(me.closed, 2);
    assert_int_equal(me.applied, 1);
    program_end(&me);
}

static void the_tab_order_is_that_of_the_eye(void **state)
{
    struct program me;
    int left = 0, top = 0, count = 0;
    (void)state;
    program_begin(&me, "");
    HWND first = program_part(ROW_KEY, PART_FIELD), at = first;
    do {
        RECT r;
        GetWindowRect(at, &r);
        assert_true(r.top >= top || (r.bottom > top && r.left > left));
        top = r.top + (r.bottom - r.top) / 2;
        left = r.left;
        at = GetNextDlgTabItem(program_window(), at, FALSE);
        count++;
    } while (at != first && count < 50);
    assert_int_equal(count, 12 + 2 + 3);
    program_end(&me);
}

static void there_is_one_window(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "");
    HWND before = program_window();
    assert_int_equal(settings_window_open(&me.host, &me.window).why, WHY_ok);
    assert_ptr_equal(program_window(), before);
    assert_null(FindWindowExW(NULL, before, L"HitchboxSettings", NULL));
    program_end(&me);
    assert_null(FindWindowW(L"HitchboxSettings", NULL));
}

static void both_languages_switch_at_once(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "language = en\n");
    program_says(program_part(ROW_FOLDER, PART_LABEL), "&Folder:");
    program_choose(ROW_LANGUAGE, 2);
    me.language = LANGUAGE_ZH_CN; /* as the program does when it applies */
    program_click(SETTINGS_ID_APPLY);
    program_says(program_part(ROW_FOLDER, PART_LABEL), "\xE6\x96\x87\xE4\xBB\xB6\xE5\xA4\xB9(&F)\xEF\xBC\x9A");
    program_says(program_window(), "Hitchbox\xEF\xBC\x9A\xE8\xAE\xBE\xE7\xBD\xAE");
    assert_int_equal(SendMessageW(program_part(ROW_LANGUAGE, PART_FIELD), CB_GETCURSEL, 0, 0), 2);
    program_end(&me);
}

static bool is_checked(void)
{
    return SendMessageW(program_part(ROW_AUTOSTART, PART_FIELD), BM_GETCHECK, 0, 0) == BST_CHECKED;
}

static void check_autostart(bool on)
{
    SendMessageW(program_part(ROW_AUTOSTART, PART_FIELD), BM_SETCHECK, on ? BST_CHECKED : BST_UNCHECKED, 0);
}

static void tell_autostart(struct program *me, bool busy, bool on, bool can, const char *words)
{
    me->autostart.busy = busy;
    me->autostart.on = on;
    me->autostart.can = can;
    me->autostart_words = words;
    settings_window_autostart(me->window, NULL);
}

static void start_with_windows_waits_for_what_is_known(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "");
    HWND field = program_part(ROW_AUTOSTART, PART_FIELD), hint = program_part(ROW_AUTOSTART, PART_HINT);
    SetFocus(field);
    tell_autostart(&me, true, false, false, "Is being looked up...");
    assert_false(IsWindowEnabled(field));
    assert_ptr_equal(GetFocus(), GetDlgItem(program_window(), IDOK)); /* the keyboard goes on */
    program_says(hint, "Is being looked up...");
    program_type(ROW_GB, L"7");
    tell_autostart(&me, false, true, true, "");
    assert_true(IsWindowEnabled(field) && is_checked());
    program_says(hint, "");
    program_says(program_part(ROW_GB, PART_FIELD), "7"); /* what the user typed meanwhile */
    tell_autostart(&me, false, false, false, "Not from here.");
    assert_false(IsWindowEnabled(field) || is_checked());
    program_click(IDOK);
    assert_int_equal(me.autostart_set, 0);
    assert_string_equal(text_str(&me.changed), "keep_gb=7;");
    settings_window_autostart(me.window, "nobody hears it");
    program_end(&me);
}

static void start_with_windows_is_set_once_and_its_end_is_told(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "");
    check_autostart(true);
    program_click(SETTINGS_ID_APPLY);
    assert_int_equal(me.autostart_set, 1);
    assert_int_equal(me.applied, 0);
    assert_false(IsWindowEnabled(program_part(ROW_AUTOSTART, PART_FIELD)));
    program_says(GetDlgItem(program_window(), SETTINGS_ID_STATUS), ""); /* nothing is done yet */
    program_click(SETTINGS_ID_APPLY);
    assert_int_equal(me.autostart_set, 1);
    me.autostart.busy = false;
    me.autostart.can = true;
    settings_window_autostart(me.window, "From the next log-on on.");
    program_status_has("From the next log-on on.");
    assert_true(is_checked());
    program_end(&me);
}

static void a_start_with_windows_that_cannot_be_begun_is_told_and_nothing_is_written(void **state)
{
    struct program me;
    (void)state;
    program_begin(&me, "");
    me.autostart_answer = outcome_of(WHY_thread_start, 8);
    check_autostart(true);
    program_type(ROW_GB, L"7");
    program_click(IDOK);
    assert_int_equal(me.closed + me.applied, 0);
    program_status_has("A thread cannot be started.");
    assert_false(is_checked());
    program_end(&me);
}

void suite_settings_window(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_shows_what_the_ini_says),
        cmocka_unit_test(a_fault_of_the_ini_is_named_with_its_line),
        cmocka_unit_test(nothing_changed_is_nothing_written),
        cmocka_unit_test(only_changed_keys_are_written_and_the_rest_stays),
        cmocka_unit_test(what_the_file_says_then_is_shown_after_apply),
        cmocka_unit_test(the_sound_is_two_keys),
        cmocka_unit_test(test_plays_what_is_chosen_and_not_yet_applied),
        cmocka_unit_test(the_memory_is_told_as_time_where_it_was_measured),
        cmocka_unit_test(memory_and_folder_ask_before_the_recording_begins_anew),
        cmocka_unit_test(what_cannot_be_is_said_and_the_window_stays),
        cmocka_unit_test(a_file_that_cannot_be_written_is_told),
        cmocka_unit_test(a_key_that_was_only_begun_does_not_stay),
        cmocka_unit_test(a_key_is_taken_by_pressing_it),
        cmocka_unit_test(keys_with_ctrl_and_alt_are_named_while_they_are_held),
        cmocka_unit_test(a_key_that_is_taken_is_said_at_once_and_not_applied),
        cmocka_unit_test(enter_is_ok_and_esc_is_cancel_and_tab_goes_on),
        cmocka_unit_test(the_tab_order_is_that_of_the_eye),
        cmocka_unit_test(there_is_one_window),
        cmocka_unit_test(both_languages_switch_at_once),
        cmocka_unit_test(start_with_windows_waits_for_what_is_known),
        cmocka_unit_test(start_with_windows_is_set_once_and_its_end_is_told),
        cmocka_unit_test(a_start_with_windows_that_cannot_be_begun_is_told_and_nothing_is_written),
    };
    SUITE_RUN("settings_window", tests);
}
