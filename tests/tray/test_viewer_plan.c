#include "tray/viewer_plan.h"

#include <string.h>

#include "tests/support/suite.h"

/* A world made of a list: what each place offers, and what exists. */
struct offer {
    enum viewer_place place;
    const char *path;
};

struct list_world {
    const struct offer *offers;
    size_t offer_count;
    const char *const *existing;
    size_t existing_count;
    bool associated;
    unsigned asked_association;
};

static bool list_candidate(void *ctx, enum viewer_place place, unsigned n, struct text *path)
{
    const struct list_world *w = ctx;
    for (size_t i = 0; i < w->offer_count; i++) {
        if (w->offers[i].place == place && n-- == 0) {
            text_add(path, w->offers[i].path);
            return true;
        }
    }
    return false;
}

static bool list_exists(void *ctx, const char *path)
{
    const struct list_world *w = ctx;
    for (size_t i = 0; i < w->existing_count; i++) {
        if (strcmp(w->existing[i], path) == 0)
            return true;
    }
    return false;
}

static bool list_associated(void *ctx)
{
    struct list_world *w = ctx;
    w->asked_association++;
    return w->associated;
}

static const struct offer offers[] = {
    {VIEWER_STORE_ALIAS, "C:\\Users\\u\\AppData\\Local\\Microsoft\\WindowsApps\\wpa.exe"},
    {VIEWER_PATH, "C:\\tools\\wpa.exe"},
    {VIEWER_PATH, "D:\\more\\wpa.exe"},
    {VIEWER_APP_PATHS, ""},
    {VIEWER_APP_PATHS, "C:\\registered\\wpa.exe"},
    {VIEWER_KITS, ""},
    {VIEWER_KITS, "C:\\Program Files (x86)\\Windows Kits\\10\\Windows Performance Toolkit\\wpa.exe"},
};
#define OFFERS (sizeof offers / sizeof offers[0])

static enum viewer_place find_in(struct list_world *list, const char *setting, struct text *exe)
{
    struct viewer_world world = {setting, list, list_candidate, list_exists, list_associated};
    return viewer_find(&world, exe);
}

static void places_are_tried_in_their_order(void **state)
{
    static const char *const all[] = {
        "E:\\own\\viewer.exe",
        "C:\\Program Files (x86)\\Windows Kits\\10\\Windows Performance Toolkit\\wpa.exe",
        "C:\\registered\\wpa.exe",
        "D:\\more\\wpa.exe",
        "C:\\Users\\u\\AppData\\Local\\Microsoft\\WindowsApps\\wpa.exe",
    };
    static const enum viewer_place expected[] = {VIEWER_SETTING, VIEWER_KITS, VIEWER_APP_PATHS, VIEWER_PATH,
                                                 VIEWER_STORE_ALIAS};
    (void)state;
    /* What was found first is taken away, and the next place is found. */
    for (size_t gone = 0; gone < 5; gone++) {
        struct list_world list = {offers, OFFERS, all + gone, 5 - gone, true, 0};
        struct text exe = TEXT_EMPTY;
        assert_int_equal(find_in(&list, "E:\\own\\viewer.exe", &exe), expected[gone]);
        assert_string_equal(text_str(&exe), all[gone]);
        assert_int_equal(list.asked_association, 0);
        text_done(&exe);
    }
}

static void without_a_program_the_association_opens_it_and_else_nothing(void **state)
{
    struct list_world list = {offers, OFFERS, NULL, 0, true, 0};
    struct text exe = TEXT_EMPTY;
    (void)state;
    assert_int_equal(find_in(&list, "", &exe), VIEWER_ASSOCIATION);
    list.associated = false;
    assert_int_equal(find_in(&list, "E:\\own\\viewer.exe", &exe), VIEWER_NONE);
    assert_string_equal(text_str(&exe), "");
    text_done(&exe);
}

static void a_program_of_the_current_folder_is_never_taken(void **state)
{
    static const char *const names[] = {"wpa.exe", "\\wpa.exe", "C:wpa.exe", "..\\wpa.exe", ".\\wpa.exe",
                                        "/wpa.exe", "", "\\\\", "1:\\wpa.exe"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct offer bad = {VIEWER_PATH, names[i]};
        struct list_world list = {&bad, 1, names, sizeof names / sizeof names[0], false, 0};
        struct text exe = TEXT_EMPTY;
        if (find_in(&list, names[i], &exe) != VIEWER_NONE)
            fail_msg("\"%s\" was taken", names[i]);
        text_done(&exe);
    }
}

static void quotes_around_the_setting_are_taken_off(void **state)
{
    static const char *const existing[] = {"C:\\My Tools\\wpa.exe"};
    struct list_world list = {NULL, 0, existing, 1, false, 0};
    struct text exe = TEXT_EMPTY;
    (void)state;
    assert_int_equal(find_in(&list, " \"C:\\My Tools\\wpa.exe\" ", &exe), VIEWER_SETTING);
    assert_string_equal(text_str(&exe), "C:\\My Tools\\wpa.exe");
    text_clear(&exe);
    assert_int_equal(find_in(&list, "\"", &exe), VIEWER_NONE);
    text_done(&exe);
}

static bool endless(void *ctx, enum viewer_place place, unsigned n, struct text *path)
{
    (void)ctx;
    (void)place;
    (void)n;
    text_add(path, "C:\\nowhere\\wpa.exe");
    return true;
}

static void a_list_without_end_is_given_up(void **state)
{
    struct list_world list = {NULL, 0, NULL, 0, false, 0};
    struct viewer_world world = {"", &list, endless, list_exists, list_associated};
    struct text exe = TEXT_EMPTY;
    (void)state;
    assert_int_equal(viewer_find(&world, &exe), VIEWER_NONE);
    text_done(&exe);
}

static void arguments_are_quoted_as_programs_read_them(void **state)
{
    static const struct {
        const char *arg, *line;
    } samples[] = {
        {"plain", "plain"},
        {"", "\"\""},
        {"C:\\logs\\snap.etl", "C:\\logs\\snap.etl"},
        {"C:\\my logs\\snap.etl", "\"C:\\my logs\\snap.etl\""},
        {"a & calc.etl", "\"a & calc.etl\""},
        {"a&calc.etl", "a&calc.etl"},
        {"%PATH%|^<>", "%PATH%|^<>"},
        {"tab\there", "\"tab\there\""},
        {"C:\\logs\\", "C:\\logs\\"},
        {"C:\\my logs\\", "\"C:\\my logs\\\\\""},
        {"C:\\my logs\\\\", "\"C:\\my logs\\\\\\\\\""},
        {"say \"hi\"", "\"say \\\"hi\\\"\""},
        {"a\\\"b", "\"a\\\\\\\"b\""},
        {"\"", "\"\\\"\""},
        {"\\", "\\"},
        {" ", "\" \""},
        {"\xE5\xBF\xAB\xE7\x85\xA7 1.etl", "\"\xE5\xBF\xAB\xE7\x85\xA7 1.etl\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        struct text line = TEXT_EMPTY;
        command_line_add(&line, samples[i].arg);
        assert_string_equal(text_str(&line), samples[i].line);
        text_done(&line);
    }
}

static void a_line_begins_with_the_quoted_program(void **state)
{
    struct text line = TEXT_EMPTY;
    (void)state;
    command_line_add_program(&line, "C:\\Kits\\wpa.exe");
    command_line_add(&line, "C:\\a b\\");
    command_line_add(&line, "");
    assert_string_equal(text_str(&line), "\"C:\\Kits\\wpa.exe\" \"C:\\a b\\\\\" \"\"");
    text_done(&line);
}

static void an_alias_of_the_store_goes_by_explorer_first(void **state)
{
    static const char alias[] = "C:\\Users\\p\\AppData\\Local\\Microsoft\\WindowsApps\\wpa.exe";
    struct list_world list = {NULL, 0, NULL, 0, true, 0};
    struct viewer_world world = {"", &list, list_candidate, list_exists, list_associated};
    (void)state;
    assert_true(viewer_goes_by_explorer(&world, VIEWER_STORE_ALIAS, alias));
    assert_true(viewer_goes_by_explorer(&world, VIEWER_PATH, "C:\\Program Files\\windowsapps\\Microsoft.WPA_1.0\\wpa.exe"));
    assert_false(viewer_goes_by_explorer(&world, VIEWER_SETTING, alias));
    assert_false(viewer_goes_by_explorer(&world, VIEWER_PATH, "C:\\WindowsApps.old\\wpa.exe"));
    assert_false(viewer_goes_by_explorer(&world, VIEWER_KITS, "C:\\Kits\\wpa.exe"));
    assert_false(viewer_goes_by_explorer(&world, VIEWER_ASSOCIATION, ""));
    list.associated = false;
    assert_false(viewer_goes_by_explorer(&world, VIEWER_STORE_ALIAS, alias));
}

static void explorer_gets_a_path_in_plain_quotes_or_nothing(void **state)
{
    struct text line = TEXT_EMPTY;
    (void)state;
    assert_true(explorer_line_add_path(&line, "C:\\a, b & c\\"));
    assert_string_equal(text_str(&line), "\"C:\\a, b & c\\\"");
    assert_false(explorer_line_add_path(&line, "C:\\a\" /e,\"C:\\b"));
    assert_string_equal(text_str(&line), "\"C:\\a, b & c\\\"");
    text_done(&line);
}

void suite_viewer_plan(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_tried_in_their_order),
        cmocka_unit_test(without_a_program_the_association_opens_it_and_else_nothing),
        cmocka_unit_test(a_program_of_the_current_folder_is_never_taken),
        cmocka_unit_test(quotes_around_the_setting_are_taken_off),
        cmocka_unit_test(a_list_without_end_is_given_up),
        cmocka_unit_test(arguments_are_quoted_as_programs_read_them),
        cmocka_unit_test(a_line_begins_with_the_quoted_program),
        cmocka_unit_test(an_alias_of_the_store_goes_by_explorer_first),
        cmocka_unit_test(explorer_gets_a_path_in_plain_quotes_or_nothing),
    };
    SUITE_RUN("viewer_plan", tests);
}
