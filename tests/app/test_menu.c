#include "app/menu.h"

#include "tests/support/suite.h"

static struct menu_view sample_view(void)
{
    struct menu_view view = {0};
    view.title = "Hitchbox: recording";
    view.save.text = "Save snapshot now";
    view.save.enabled = true;
    view.history_head = "Snapshots";
    view.history[0].text = "21:14:07, 1 min 12 s, 84 MB";
    view.history[0].enabled = true;
    view.history[0].reason = "never shown";
    view.history[1].text = "R&D (1).etl";
    view.history[1].enabled = false;
    view.history[1].reason = "file is gone";
    view.history_count = 2;
    view.open_folder = "Open folder";
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

/* Ids of the entries that a click can choose, in the menu's order. */
static size_t choosable(HMENU menu, UINT *ids, size_t room)
{
    size_t count = 0;
    for (int i = 0; i < GetMenuItemCount(menu); i++) {
        UINT flags = GetMenuState(menu, (UINT)i, MF_BYPOSITION);
        if (!(flags & (MF_GRAYED | MF_SEPARATOR)) && count < room)
            ids[count++] = GetMenuItemID(menu, i);
    }
    return count;
}

static void every_entry_leads_to_its_command(void **state)
{
    static const enum menu_command commands[] = {MENU_SAVE, MENU_HISTORY, MENU_OPEN_FOLDER, MENU_OPEN_CONFIG,
                                                 MENU_SAVE_EXIT, MENU_EXIT};
    struct menu_view view = sample_view();
    HMENU menu = menu_build(&view);
    UINT ids[20];
    (void)state;
    assert_non_null(menu);
    assert_int_equal(choosable(menu, ids, 20), 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(menu_decode(ids[i], &view).command, commands[i]);
    assert_int_equal(menu_decode(ids[1], &view).history, 0);
    DestroyMenu(menu);
}

static void the_title_and_what_is_gone_are_greyed_with_the_reason(void **state)
{
    struct menu_view view = sample_view();
    HMENU menu = menu_build(&view);
    wchar_t label[100];
    (void)state;
    assert_true(GetMenuState(menu, 0, MF_BYPOSITION) & MF_GRAYED);
    GetMenuStringW(menu, 0, label, 100, MF_BYPOSITION);
    assert_int_equal(wcscmp(label, L"Hitchbox: recording"), 0);
    UINT gone = GetMenuItemID(menu, 6);
    assert_int_equal(menu_decode(gone, &view).command, MENU_HISTORY);
    assert_int_equal(menu_decode(gone, &view).history, 1);
    assert_true(state_of(menu, gone) & MF_GRAYED);
    GetMenuStringW(menu, gone, label, 100, MF_BYCOMMAND);
    assert_int_equal(wcscmp(label, L"R&&D (1).etl (file is gone)"), 0);
    GetMenuStringW(menu, 5, label, 100, MF_BYPOSITION);
    assert_int_equal(wcscmp(label, L"21:14:07, 1 min 12 s, 84 MB"), 0);
    DestroyMenu(menu);
}

static void save_is_the_default_and_can_be_greyed(void **state)
{
    struct menu_view view = sample_view();
    HMENU menu = menu_build(&view);
    (void)state;
    assert_int_equal(GetMenuDefaultItem(menu, FALSE, GMDI_USEDISABLED), MENU_SAVE);
    DestroyMenu(menu);
    view.save.enabled = false;
    view.save.reason = "saving";
    menu = menu_build(&view);
    assert_true(state_of(menu, MENU_SAVE) & MF_GRAYED);
    DestroyMenu(menu);
}

static void the_history_holds_ten_and_may_be_empty(void **state)
{
    struct menu_view view = sample_view();
    UINT ids[30];
    (void)state;
    view.history_count = MENU_HISTORY_MAX;
    for (size_t i = 0; i < MENU_HISTORY_MAX; i++) {
        view.history[i].text = "entry";
        view.history[i].enabled = true;
    }
    HMENU menu = menu_build(&view);
    assert_int_equal(choosable(menu, ids, 30), 5 + MENU_HISTORY_MAX);
    for (size_t i = 0; i < MENU_HISTORY_MAX; i++) {
        assert_int_equal(menu_decode(ids[1 + i], &view).command, MENU_HISTORY);
        assert_int_equal(menu_decode(ids[1 + i], &view).history, i);
    }
    DestroyMenu(menu);
    view.history_count = 0;
    view.history_head = NULL;
    menu = menu_build(&view);
    assert_int_equal(choosable(menu, ids, 30), 5);
    for (int i = 1; i < GetMenuItemCount(menu); i++) {
        bool line = GetMenuState(menu, (UINT)i, MF_BYPOSITION) & MF_SEPARATOR;
        bool before = GetMenuState(menu, (UINT)i - 1, MF_BYPOSITION) & MF_SEPARATOR;
        assert_false(line && before);
    }
    DestroyMenu(menu);
}

static void a_report_leads_to_the_snapshot_that_its_line_names(void **state)
{
    struct menu_view view = sample_view();
    (void)state;
    view.report.text = "Report of the snapshot of 21:14:07";
    view.report.enabled = true;
    view.report_of = 1;
    HMENU menu = menu_build(&view);
    assert_false(state_of(menu, MENU_REPORT) & MF_GRAYED);
    assert_int_equal(menu_decode(MENU_REPORT, &view).command, MENU_REPORT);
    assert_int_equal(menu_decode(MENU_REPORT, &view).history, 1);
    DestroyMenu(menu);
}

static void with_nothing_to_share_the_entry_is_greyed_and_says_so(void **state)
{
    struct menu_view view = sample_view();
    wchar_t label[100];
    (void)state;
    view.share.text = "Share";
    view.share.reason = "there is none";
    HMENU menu = menu_build(&view);
    assert_true(state_of(menu, MENU_SHARE) & MF_GRAYED);
    GetMenuStringW(menu, MENU_SHARE, label, 100, MF_BYCOMMAND);
    assert_int_equal(wcscmp(label, L"Share (there is none)"), 0);
    DestroyMenu(menu);
}

static void an_unknown_id_chooses_nothing(void **state)
{
    struct menu_view view = sample_view();
    static const UINT ids[] = {0, MENU_HISTORY, 50, 99, 102, 110, 65535};
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        assert_int_equal(menu_decode(ids[i], &view).command, MENU_NOTHING);
}

void suite_menu(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_is_shown_as_it_is_written),
        cmocka_unit_test(every_entry_leads_to_its_command),
        cmocka_unit_test(the_title_and_what_is_gone_are_greyed_with_the_reason),
        cmocka_unit_test(save_is_the_default_and_can_be_greyed),
        cmocka_unit_test(the_history_holds_ten_and_may_be_empty),
        cmocka_unit_test(a_report_leads_to_the_snapshot_that_its_line_names),
        cmocka_unit_test(with_nothing_to_share_the_entry_is_greyed_and_says_so),
        cmocka_unit_test(an_unknown_id_chooses_nothing),
    };
    SUITE_RUN("menu", tests);
}
