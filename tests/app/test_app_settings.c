#include "app/app_settings.h"

#include "app/viewer.h"
#include "os/os.h"
#include "tests/support/folder.h"
#include "tests/support/suite.h"
#include "win/utf16.h"
#include "win/win.h"

/* A keyboard as many countries have it, in the place of the machine's own: AltGr
 * and E is a euro sign, AltGr and N waits for the letter to put a tilde on. */
typedef int WINAPI to_unicode_fn(UINT, UINT, const BYTE *, LPWSTR, int, UINT, HKL);
typedef void any_fn(void);

static bool has_altgr;

static int WINAPI to_unicode(UINT key, UINT scan, const BYTE *down, LPWSTR to, int room, UINT flags, HKL layout)
{
    to_unicode_fn *real = (to_unicode_fn *)(any_fn *)GetProcAddress(GetModuleHandleW(L"user32.dll"), "ToUnicodeEx");
    if (!has_altgr)
        return real ? real(key, scan, down, to, room, flags, layout) : 0;
    bool altgr = (down[VK_CONTROL] & 0x80) && (down[VK_MENU] & 0x80);
    to[0] = key == 'E' ? 0x20AC : '~';
    return !altgr ? 0 : key == 'E' ? 1 : key == 'N' ? -1 : 0;
}

/* Through this pointer every caller of the program goes. */
extern to_unicode_fn *const __imp_ToUnicodeEx;
to_unicode_fn *const __imp_ToUnicodeEx = to_unicode;

struct checked {
    struct settings settings;
    struct problems problems;
};

static void check(struct checked *c, const char *bytes)
{
    settings_init(&c->settings);
    problems_init(&c->problems);
    settings_read(&c->settings, "hitchbox.ini", bytes, strlen(bytes), &c->problems);
    app_settings_check(&c->settings, "hitchbox.ini", &c->problems);
}

static void done(struct checked *c)
{
    settings_done(&c->settings);
    problems_done(&c->problems);
}

static void names(const struct problem *p, uint32_t line, const char *value)
{
    struct text said = TEXT_EMPTY;
    problem_explain(p, LANGUAGE_ENGLISH, &said);
    assert_int_equal(p->line, line);
    assert_true(str_starts(text_str(&said), "hitchbox.ini"));
    assert_non_null(strstr(text_str(&said), value));
    text_done(&said);
}

static void a_wrong_key_leaves_the_default_and_is_named_with_its_line(void **state)
{
    static const char *const wrong[] = {"Ctrl+Alt+Fn", "F12", "Q"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct checked c;
        struct text ini = TEXT_EMPTY;
        text_addf(&ini, "sound = no\nhotkey = %s\n", wrong[i]);
        check(&c, text_str(&ini));
        assert_string_equal(text_str(&c.settings.hotkey), "Ctrl+Alt+F9");
        assert_int_equal(c.problems.count, 1);
        assert_false(c.problems.items[0].advice);
        names(&c.problems.items[0], 2, wrong[i]);
        done(&c);
        text_done(&ini);
    }
}

static void a_key_that_types_a_character_with_altgr_is_warned_of(void **state)
{
    static const struct {
        const char *key;
        bool warned;
    } rows[] = {{"Ctrl+Alt+E", true}, {"Ctrl+Alt+N", true}, {"Ctrl+Alt+K", false}, {"Ctrl+Shift+E", false}, {"Ctrl+Alt+F9", false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct checked c;
        struct text ini = TEXT_EMPTY;
        text_addf(&ini, "hotkey = %s\n", rows[i].key);
        has_altgr = true;
        check(&c, text_str(&ini));
        has_altgr = false;
        assert_string_equal(text_str(&c.settings.hotkey), rows[i].key);
        assert_int_equal(c.problems.count, rows[i].warned);
        if (rows[i].warned) {
            assert_true(c.problems.items[0].advice);
            names(&c.problems.items[0], 1, rows[i].key);
        }
        done(&c);
        text_done(&ini);
    }
}

static void variables_in_paths_are_replaced(void **state)
{
    struct checked c;
    (void)state;
    SetEnvironmentVariableW(L"HB_TEST_PLACE", L"D:\\here");
    check(&c, "folder = %HB_TEST_PLACE%\\traces\n");
    assert_int_equal(c.problems.count, 0);
    assert_string_equal(text_str(&c.settings.folder), "D:\\here\\traces");
    done(&c);
    SetEnvironmentVariableW(L"HB_TEST_PLACE", L"\\here");
    check(&c, "folder = %HB_TEST_PLACE%\n");
    assert_int_equal(c.problems.count, 1);
    assert_string_equal(text_str(&c.settings.folder), "logs");
    names(&c.problems.items[0], 1, "\\here");
    done(&c);
    SetEnvironmentVariableW(L"HB_TEST_PLACE", NULL);
    check(&c, "\nfolder = %HB_TEST_PLACE%\n");
    assert_int_equal(c.problems.count, 1);
    assert_string_equal(text_str(&c.settings.folder), "logs");
    names(&c.problems.items[0], 2, "%HB_TEST_PLACE%");
    done(&c);
}

static void a_viewer_that_is_not_there_is_named_with_its_line(void **state)
{
    struct checked c;
    struct text ini = TEXT_EMPTY, path = TEXT_EMPTY;
    (void)state;
    check(&c, "viewer = C:\\no such\\viewer.exe\n");
    assert_int_equal(c.problems.count, 1);
    names(&c.problems.items[0], 1, "C:\\no such\\viewer.exe");
    assert_string_equal(text_str(&c.settings.viewer), "");
    done(&c);
    check(&c, "viewer = viewer.exe\n");
    assert_int_equal(c.problems.count, 1);
    done(&c);
    text_addf(&path, "%s\\viewer.exe", suite_folder("settings_viewer"));
    assert_int_equal(os_file_replace(text_str(&path), "x", 1).why, WHY_ok);
    text_addf(&ini, "viewer = %s\n", text_str(&path));
    check(&c, text_str(&ini));
    assert_int_equal(c.problems.count, 0);
    assert_string_equal(text_str(&c.settings.viewer), text_str(&path));
    done(&c);
    text_done(&path);
    text_done(&ini);
}

static void a_folder_of_onedrive_is_known_by_its_name_and_by_the_environment(void **state)
{
    static const char *const in[] = {"C:\\Users\\p\\OneDrive\\Desktop\\logs", "D:\\onedrive", "C:\\Users\\p\\OneDrive - Firm\\logs"};
    static const char *const out[] = {"C:\\Users\\p\\OneDriveless\\logs", "C:\\logs", "", "D:\\Cloudy\\logs"};
    (void)state;
    for (size_t i = 0; i < 3; i++)
        assert_true(app_settings_is_uploaded(in[i]));
    for (size_t i = 0; i < 4; i++)
        assert_false(app_settings_is_uploaded(out[i]));
    SetEnvironmentVariableW(L"OneDriveConsumer", L"D:\\Cloud");
    bool inside = app_settings_is_uploaded("d:\\cloud\\logs"), beside = app_settings_is_uploaded("D:\\Cloudy\\logs");
    SetEnvironmentVariableW(L"OneDriveConsumer", NULL);
    assert_true(inside);
    assert_false(beside);
}

void suite_app_settings(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_key_leaves_the_default_and_is_named_with_its_line),
        cmocka_unit_test(a_key_that_types_a_character_with_altgr_is_warned_of),
        cmocka_unit_test(variables_in_paths_are_replaced),
        cmocka_unit_test(a_viewer_that_is_not_there_is_named_with_its_line),
        cmocka_unit_test(a_folder_of_onedrive_is_known_by_its_name_and_by_the_environment),
    };
    SUITE_RUN("app_settings", tests);
}
