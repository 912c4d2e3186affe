#include "app/menu.h"

#include "tests/support/suite.h"

static struct menu_snapshot sample_snapshot(const char *text)
{
    static const char *const names[ACT_count] = {"Open in WPA", "Report", "Show in folder", "Keep", "Share...", "Delete..."};
    struct menu_snapshot s = {0};
    s.text = text;
    s.info = "21:14:07, 1 min 12 s, 84 MB";
    for (int i = 0; i < ACT_count; i++) {
        s.actions[i].text = names[i];
        s.actions[i].enabled = true;
        s.actions[i].reason = "never shown";
    }
    return s;
}

static struct menu_view sample_view(void)
{
    struct menu_view view = {0};
    view.title = "Hitchbox: recording";
    view.save.text = "Save snapshot now";
    view.save.enabled = true;
    view.history_head = "Snapshots";
    view.history[0] = sample_snapshot("21:14, game.exe, stutter of 290 ms");
    view.history[1] = sample_snapshot("R&D (1).etl");
    view.history[1].reason = "file is gone";
    view.history[1].first = ACT_REPORT;
    view.history[1].kept = true;
    view.history[1].actions[ACT_VIEWER].enabled = false;
    view.history[1].actions[ACT_VIEWER].reason = "file is gone";
    view.history_count = 2;
    view.open_folder = "Open folder";
    view.settings = "Settings...";
    view.open_config = "Open configuration";
    view.save_exit = "Save and exit";
    view.exit = "Exit";
    return view;
}

static void assert_label(const char *text, const char *reason, const wchar_t *expected)
{
    struct wide w = WIDE_EMPTY;
    menu_add_label(&w, text, reason);
    assert_false(w.failed);
    if (wcscmp(wide_str(&w), expected) != 0)
        fail_msg("got \"%ls\", expected \"%ls\"", wide_str(&w), expected);
    wide_done(&w);
}

static void a_label_is_shown_as_it_is_written(void **state)
{
    (void)state;
    assert_label("plain", NULL, L"plain");
    assert_label("R&D", NULL, L"R&&D");
    assert_label("&&", NULL, L"&&&&");
    assert_label("tab\there\r\nline", NULL, L"tab here  line");
    assert_label("gone", "file & folder", L"gone (file && folder)");
    assert_label("\xE5\xBF\xAB\xE7\x85\xA7", "\xE4\xB8\xA2", L"\x5FEB\x7167 (\x4E22)");
    assert_label("", NULL, L"");
}

static UINT state_of(HMENU menu, UINT id)
{
    return GetMenuState(menu, id, MF_BYCOMMAND);
}

/* The submenu of the nth snapshot: title, line, save, line, head, and then they come. */
static HMENU actions_of(HMENU menu, int nth)
{
    HMENU actions = GetSubMenu(menu, 5 + nth);
    assert_non_null(actions);
    return actions;
}

static void assert_text(HMENU menu, int at, const wchar_t *expected)
{
    wchar_t label[100] = L"";
    GetMenuStringW(menu, (UINT)at, label, 100, MF_BYPOSITION);
    if (wcscmp(label, expected) != 0)
        fail_msg("entry %d is \"%ls\", not \"%ls\"", at, label, expected);
}

/* Ids of the entries that a click can choose, in the menu's order. */
static size_t choosable(HMENU menu, UINT *ids, size_t room)
{
    size_t count = 0;
    for (int i = 0; i < GetMenuItemCount(menu); i++) {
        UINT flags = GetMenuState(menu, (UINT)i, MF_BYPOSITION);
        if (!GetSubMenu(menu, i) && !(flags & (MF_GRAYED | MF_SEPARATOR)) && count < room)
            ids[count++] = GetMenuItemID(menu, i);
    }
    return count;
}

static void every_entry_leads_to_its_command(void **state)
{
    static const enum menu_command commands[] = {MENU_SAVE,        MENU_OPEN_FOLDER, MENU_SETTINGS,
                                                 MENU_OPEN_CONFIG, MENU_SAVE_EXIT,   MENU_EXIT};
    struct menu_view view = sample_view();
    HMENU menu = menu_build(&view);
    UINT ids[20];
    (void)state;
    assert_non_null(menu);
    assert_int_equal(choosable(menu, ids, 20), 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(menu_decode(ids[i], &view).command, commands[i]);
    DestroyMenu(menu);
}

static void a_snapshots_first_entry_is_what_a_click_does(void **state)
{
    struct menu_view view = sample_view();
    UINT ids[20];
    (void)state;
    for (int first = ACT_VIEWER; first <= ACT_SHOW; first++) {
        view.history[0].first = (enum menu_action)first;
        HMENU menu = menu_build(&view);
        HMENU actions = actions_of(menu, 0);
        bool met[ACT_count] = {false};
        assert_int_equal(choosable(actions, ids, 20), ACT_count);
        assert_int_equal(menu_decode(ids[0], &view).action, first);
        for (size_t i = 0; i < ACT_count; i++) {
            struct menu_choice choice = menu_decode(ids[i], &view);
            assert_int_equal(choice.command, MENU_SNAPSHOT);
            assert_int_equal(choice.history, 0);
            assert_false(met[choice.action]);
            met[choice.action] = true;
        }
        DestroyMenu(menu);
    }
}

static void what_cannot_work_is_greyed_with_the_reason(void **state)
{
    struct menu_view view = sample_view();
    HMENU menu = menu_build(&view);
    (void)state;
    assert_true(GetMenuState(menu, 0, MF_BYPOSITION) & MF_GRAYED);
    assert_text(menu, 0, L"Hitchbox: recording");
    assert_text(menu, 5, L"21:14, game.exe, stutter of 290 ms");
    assert_text(menu, 6, L"R&&D (1).etl (file is gone)");
    HMENU actions = actions_of(menu, 1);
    assert_text(actions, 0, L"Report");
    assert_text(actions, 1, L"Open in WPA (file is gone)");
    assert_true(GetMenuState(actions, 1, MF_BYPOSITION) & MF_GRAYED);
    assert_false(GetMenuState(actions, 0, MF_BYPOSITION) & MF_GRAYED);
    int last = GetMenuItemCount(actions) - 1;
    assert_text(actions, last, L"21:14:07, 1 min 12 s, 84 MB");
    assert_true(GetMenuState(actions, (UINT)last, MF_BYPOSITION) & MF_GRAYED);
    DestroyMenu(menu);
}

static void what_is_kept_has_a_mark(void **state)
{
    struct menu_view view = sample_view();
    HMENU menu = menu_build(&view);
    (void)state;
    for (int i = 0; i < 2; i++) {
        HMENU actions = actions_of(menu, i);
        UINT marks = 0;
        for (int at = 0; at < GetMenuItemCount(actions); at++)
            if (GetMenuState(actions, (UINT)at, MF_BYPOSITION) & MF_CHECKED) {
                assert_int_equal(menu_decode(GetMenuItemID(actions, at), &view).action, ACT_KEEP);
                marks++;
            }
        assert_int_equal(marks, i);
        MENUITEMINFOW line = {0};
        line.cbSize = sizeof line;
        line.fMask = MIIM_STATE;
        assert_true(GetMenuItemInfoW(menu, (UINT)(5 + i), TRUE, &line));
        assert_int_equal((line.fState & MFS_CHECKED) != 0, i);
    }
    DestroyMenu(menu);
}

/* A bold entry would promise that a double click chooses it. */
static void no_entry_is_the_default_and_save_can_be_greyed(void **state)
{
    struct menu_view view = sample_view();
    HMENU menu = menu_build(&view);
    (void)state;
    assert_int_equal(GetMenuDefaultItem(menu, TRUE, GMDI_USEDISABLED), (UINT)-1);
    assert_int_equal(GetMenuDefaultItem(actions_of(menu, 0), TRUE, GMDI_USEDISABLED), (UINT)-1);
    DestroyMenu(menu);
    view.save.enabled = false;
    view.save.reason = "saving";
    menu = menu_build(&view);
    assert_true(state_of(menu, MENU_SAVE) & MF_GRAYED);
    DestroyMenu(menu);
}

static void assert_no_double_lines(HMENU menu)
{
    for (int i = 1; i < GetMenuItemCount(menu); i++) {
        bool line = !GetSubMenu(menu, i) && GetMenuState(menu, (UINT)i, MF_BYPOSITION) & MF_SEPARATOR;
        bool before = !GetSubMenu(menu, i - 1) && GetMenuState(menu, (UINT)i - 1, MF_BYPOSITION) & MF_SEPARATOR;
        assert_false(line && before);
    }
}

static void the_history_holds_ten_and_may_be_empty(void **state)
{
    struct menu_view view = sample_view();
    UINT ids[30];
    (void)state;
    view.history_count = MENU_HISTORY_MAX;
    for (size_t i = 0; i < MENU_HISTORY_MAX; i++)
        view.history[i] = sample_snapshot("entry");
    HMENU menu = menu_build(&view);
    for (int i = 0; i < (int)MENU_HISTORY_MAX; i++) {
        HMENU actions = actions_of(menu, i);
        assert_int_equal(choosable(actions, ids, 30), ACT_count);
        assert_no_double_lines(actions);
        for (size_t n = 0; n < ACT_count; n++)
            assert_int_equal(menu_decode(ids[n], &view).history, i);
    }
    DestroyMenu(menu);
    view.history_count = 0;
    view.history_head = NULL;
    menu = menu_build(&view);
    assert_int_equal(choosable(menu, ids, 30), 6);
    assert_no_double_lines(menu);
    DestroyMenu(menu);
}

static void an_unknown_id_chooses_nothing(void **state)
{
    struct menu_view view = sample_view();
    static const UINT ids[] = {0, MENU_SNAPSHOT, 50, 99, 106, 109, 119, 120, 200, 65535};
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        assert_int_equal(menu_decode(ids[i], &view).command, MENU_NOTHING);
}

void suite_menu(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_is_shown_as_it_is_written),
        cmocka_unit_test(every_entry_leads_to_its_command),
        cmocka_unit_test(a_snapshots_first_entry_is_what_a_click_does),
        cmocka_unit_test(what_cannot_work_is_greyed_with_the_reason),
        cmocka_unit_test(what_is_kept_has_a_mark),
        cmocka_unit_test(no_entry_is_the_default_and_save_can_be_greyed),
        cmocka_unit_test(the_history_holds_ten_and_may_be_empty),
        cmocka_unit_test(an_unknown_id_chooses_nothing),
    };
    SUITE_RUN("menu", tests);
}
