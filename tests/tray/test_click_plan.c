#include "tests/support/suite.h"

#include <string.h>

#include "tray/click_plan.h"

static void a_click_opens_the_viewer_else_the_report_else_the_folder(void **state)
{
    (void)state;
    for (int place = VIEWER_SETTING; place < VIEWER_NONE; place++) {
        assert_int_equal(click_plan("auto", (enum viewer_place)place, true), CLICK_VIEWER);
        assert_int_equal(click_plan("auto", (enum viewer_place)place, false), CLICK_VIEWER);
    }
    assert_int_equal(click_plan("auto", VIEWER_NONE, true), CLICK_REPORT);
    assert_int_equal(click_plan("auto", VIEWER_NONE, false), CLICK_FOLDER);
}

static void what_was_set_goes_first_and_never_the_other(void **state)
{
    (void)state;
    assert_int_equal(click_plan("Report", VIEWER_KITS, true), CLICK_REPORT);
    assert_int_equal(click_plan("report", VIEWER_KITS, false), CLICK_FOLDER);
    assert_int_equal(click_plan("VIEWER", VIEWER_PATH, true), CLICK_VIEWER);
    assert_int_equal(click_plan("viewer", VIEWER_NONE, true), CLICK_FOLDER);
}

static void every_list_of_ways_ends_with_the_folder(void **state)
{
    static const char *const settings[] = {"auto", "viewer", "report", "", "no word of it"};
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        const enum click_way *way = click_ways(settings[i]);
        while (way[1] != CLICK_ways)
            way++;
        assert_int_equal(*way, CLICK_FOLDER);
    }
    assert_int_equal(*click_ways("no word of it"), CLICK_VIEWER);
}

static void says(enum language language, enum click_way way, enum viewer_place viewer, const char *exe, const char *words)
{
    struct text t = TEXT_EMPTY;
    click_add_promise(&t, language, way, viewer, exe);
    assert_string_equal(text_str(&t), words);
    text_done(&t);
}

static void what_a_click_will_do_is_said(void **state)
{
    (void)state;
    says(LANGUAGE_ENGLISH, CLICK_VIEWER, VIEWER_STORE_ALIAS, "C:\\wpa.exe", "Click: opens in Windows Performance Analyzer");
    says(LANGUAGE_ENGLISH, CLICK_VIEWER, VIEWER_SETTING, "D:\\tools/my viewer.exe", "Click: opens in my viewer.exe");
    says(LANGUAGE_ENGLISH, CLICK_VIEWER, VIEWER_ASSOCIATION, "", "Click: opens the file");
    says(LANGUAGE_ENGLISH, CLICK_VIEWER, VIEWER_NONE, "", "Click: shows the file in its folder");
    says(LANGUAGE_ENGLISH, CLICK_REPORT, VIEWER_KITS, "C:\\wpa.exe", "Click: opens the report");
    says(LANGUAGE_ENGLISH, CLICK_FOLDER, VIEWER_KITS, "C:\\wpa.exe", "Click: shows the file in its folder");
    says(LANGUAGE_ZH_CN, CLICK_REPORT, VIEWER_NONE, "", "点击：打开报告");
}

static void the_menus_entry_names_the_viewer(void **state)
{
    struct text t = TEXT_EMPTY;
    (void)state;
    click_add_viewer(&t, LANGUAGE_ENGLISH, VIEWER_KITS, "C:\\wpa.exe");
    text_add(&t, "|");
    click_add_viewer(&t, LANGUAGE_ENGLISH, VIEWER_SETTING, "C:\\v.exe");
    text_add(&t, "|");
    click_add_viewer(&t, LANGUAGE_ENGLISH, VIEWER_ASSOCIATION, "");
    text_add(&t, "|");
    click_add_viewer(&t, LANGUAGE_ENGLISH, VIEWER_NONE, "");
    assert_string_equal(text_str(&t), "Open in WPA|Open in v.exe|Open|Open in WPA");
    text_done(&t);
}

void suite_click_plan(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_click_opens_the_viewer_else_the_report_else_the_folder),
        cmocka_unit_test(what_was_set_goes_first_and_never_the_other),
        cmocka_unit_test(every_list_of_ways_ends_with_the_folder),
        cmocka_unit_test(what_a_click_will_do_is_said),
        cmocka_unit_test(the_menus_entry_names_the_viewer),
    };
    SUITE_RUN("click_plan", tests);
}
