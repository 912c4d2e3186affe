#include "app/viewer.h"

#include <string.h>

#include "os/os.h"
#include "tests/support/suite.h"
#include "tests/support/account.h"
#include "tests/support/service_off.h"
#include "win/elevate.h"
#include "win/language.h"
#include "win/utf16.h"
#include "win/win.h"

#include <aclapi.h>

static void windows_reads_back_every_argument(void **state)
{
    static const char *const args[] = {
        "plain", "", " ", "a & calc.etl", "C:\\my logs\\", "C:\\my logs\\\\", "say \"hi\"", "a\\\"b", "\"", "\\\"",
        "\\", "\\\\", "%PATH%", "^&|<>()", "tab\there", "\xE5\xBF\xAB\xE7\x85\xA7 1.etl", "--flag=\"x y\"\\",
    };
    const size_t count = sizeof args / sizeof args[0];
    struct text line = TEXT_EMPTY;
    struct wide w = WIDE_EMPTY;
    int got = 0;
    (void)state;
    command_line_add_program(&line, "C:\\Program Files\\wpa.exe");
    for (size_t i = 0; i < count; i++)
        command_line_add(&line, args[i]);
    wide_add_utf8(&w, text_str(&line));
    wchar_t **list = CommandLineToArgvW(wide_str(&w), &got);
    assert_non_null(list);
    assert_int_equal(got, count + 1);
    for (size_t i = 0; i < count; i++) {
        struct text back = TEXT_EMPTY;
        text_add_wide(&back, list[i + 1]);
        assert_string_equal(text_str(&back), args[i]);
        text_done(&back);
    }
    LocalFree(list);
    wide_done(&w);
    text_done(&line);
}

static void make_file(struct text *path, const char *folder, const char *name)
{
    text_clear(path);
    text_addf(path, "%s\\%s", folder, name);
    assert_int_equal(os_file_replace(text_str(path), "x", 1).why, WHY_ok);
}

static void the_setting_is_taken_when_its_file_is_there(void **state)
{
    const char *folder = suite_folder("viewer");
    struct text file = TEXT_EMPTY, setting = TEXT_EMPTY, exe = TEXT_EMPTY;
    (void)state;
    make_file(&file, folder, "my \xE5\xBF\xAB viewer.exe");
    text_addf(&setting, "\"%s\"", text_str(&file));
    struct viewer_world world = viewer_world_of_windows(text_str(&setting));
    assert_int_equal(viewer_find(&world, &exe), VIEWER_SETTING);
    assert_string_equal(text_str(&exe), text_str(&file));
    text_done(&file);
    text_done(&setting);
    text_done(&exe);
}

static void a_folder_is_no_program(void **state)
{
    const char *folder = suite_folder("viewer");
    struct viewer_world world = viewer_world_of_windows("");
    (void)state;
    assert_false(world.exists(world.ctx, folder));
    assert_false(world.exists(world.ctx, ""));
    assert_true(world.exists(world.ctx, "C:\\windows\\system32\\kernel32.dll"));
}

static void set_environment(const wchar_t *name, const char *value)
{
    struct wide w = WIDE_EMPTY;
    if (value)
        wide_add_utf8(&w, value);
    SetEnvironmentVariableW(name, value ? wide_str(&w) : NULL);
    wide_done(&w);
}

static void wpa_is_found_in_the_path_and_behind_the_store_alias(void **state)
{
    const char *folder = suite_folder("viewer");
    struct text name = TEXT_EMPTY, file = TEXT_EMPTY, exe = TEXT_EMPTY, value = TEXT_EMPTY;
    struct viewer_world world = viewer_world_of_windows("");
    wchar_t path[8192], local[1024];
    (void)state;
    assert_true(GetEnvironmentVariableW(L"PATH", path, 8192) > 0);
    assert_true(GetEnvironmentVariableW(L"LOCALAPPDATA", local, 1024) > 0);

    text_addf(&name, "%s\\Microsoft\\WindowsApps", folder);
    assert_int_equal(os_folder_make(text_str(&name)).why, WHY_ok);
    make_file(&file, folder, "Microsoft\\WindowsApps\\wpa.exe");
    set_environment(L"LOCALAPPDATA", folder);
    set_environment(L"PATH", "C:\\windows;relative;;\"C:\\quoted\"");
    assert_int_equal(viewer_find(&world, &exe), VIEWER_STORE_ALIAS);
    assert_string_equal(text_str(&exe), text_str(&file));

    text_clear(&exe);
    make_file(&file, folder, "wpa.exe");
    text_addf(&value, "C:\\windows;\"%s\\\"", folder);
    set_environment(L"PATH", text_str(&value));
    assert_int_equal(viewer_find(&world, &exe), VIEWER_PATH);
    assert_string_equal(text_str(&exe), text_str(&file));

    SetEnvironmentVariableW(L"PATH", path);
    SetEnvironmentVariableW(L"LOCALAPPDATA", local);
    text_done(&name);
    text_done(&file);
    text_done(&exe);
    text_done(&value);
}

static void wpa_is_found_through_the_registry(void **state)
{
    static const wchar_t key[] = L"Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\wpa.exe";
    const char *folder = suite_folder("viewer");
    struct text file = TEXT_EMPTY, exe = TEXT_EMPTY;
    struct wide value = WIDE_EMPTY;
    struct viewer_world world = viewer_world_of_windows("");
    (void)state;
    make_file(&file, folder, "wpa of mine.exe");
    wide_add(&value, L"\"");
    wide_add_utf8(&value, text_str(&file));
    wide_add(&value, L"\"");
    assert_int_equal(RegSetKeyValueW(HKEY_CURRENT_USER, key, NULL, REG_SZ, wide_str(&value),
                                     (DWORD)((value.count + 1) * sizeof(wchar_t))), 0);
    enum viewer_place place = viewer_find(&world, &exe);
    RegDeleteKeyW(HKEY_CURRENT_USER, key);
    assert_int_equal(place, VIEWER_APP_PATHS);
    assert_string_equal(text_str(&exe), text_str(&file));
    text_done(&file);
    text_done(&exe);
    wide_done(&value);
}

static bool class_exists(const wchar_t *name)
{
    HKEY key = NULL;
    bool exists = RegOpenKeyExW(HKEY_CLASSES_ROOT, name, 0, KEY_READ, &key) == ERROR_SUCCESS;
    if (exists)
        RegCloseKey(key);
    return exists;
}

static void the_association_counts_when_its_program_is_registered(void **state)
{
    struct viewer_world world = viewer_world_of_windows("");
    (void)state;
    if (world.associated(world.ctx) || class_exists(L".etl"))
        SUITE_SKIP(".etl files are known here already");
    RegSetKeyValueW(HKEY_CLASSES_ROOT, L".etl", NULL, REG_SZ, L"HitchboxTest", 26);
    bool without_program = world.associated(world.ctx);
    RegSetKeyValueW(HKEY_CLASSES_ROOT, L"HitchboxTest\\shell\\open", NULL, REG_SZ, L"", 2);
    bool with_program = world.associated(world.ctx);
    RegDeleteKeyW(HKEY_CLASSES_ROOT, L".etl");
    RegDeleteKeyW(HKEY_CLASSES_ROOT, L"HitchboxTest\\shell\\open");
    RegDeleteKeyW(HKEY_CLASSES_ROOT, L"HitchboxTest\\shell");
    RegDeleteKeyW(HKEY_CLASSES_ROOT, L"HitchboxTest");
    assert_false(without_program);
    assert_true(with_program);
    assert_false(world.associated(world.ctx));
}

static void what_has_gone_is_said_to_be_gone(void **state)
{
    enum viewer_place used = VIEWER_KITS;
    (void)state;
    assert_int_equal(viewer_open("", "C:\\no such folder\\snap.etl", &used).why, WHY_not_found);
    assert_int_equal(used, VIEWER_KITS);
    assert_int_equal(viewer_open_text("C:\\no such.ini").why, WHY_not_found);
    assert_int_equal(viewer_open_folder("C:\\no such folder").why, WHY_not_found);
}

/* Starts a program that writes `file`; waits for the file where it started. */
static struct outcome start_writer(const char *file, bool *written)
{
    struct text line = TEXT_EMPTY;
    struct os_stat st;
    text_addf(&line, "\"C:\\windows\\system32\\cmd.exe\" /c echo x> %s", file);
    for (char *c = line.bytes; *c; c++)
        *c = *c == '/' && c[1] != 'c' ? '\\' : *c;
    struct outcome o = elevate_start_plain("C:\\windows\\system32\\cmd.exe", text_str(&line));
    *written = false;
    for (int i = 0; i < 200 && !*written && !outcome_failed(o); i++) {
        *written = !outcome_failed(os_stat(file, &st));
        Sleep(50);
    }
    text_done(&line);
    return o;
}

static bool have_shell(void)
{
    return GetShellWindow() || FindWindowW(L"Shell_TrayWnd", NULL);
}

static void a_program_starts_with_the_rights_that_the_shell_lends(void **state)
{
    struct text file = TEXT_EMPTY;
    bool written;
    (void)state;
    if (!have_shell())
        SUITE_SKIP("no shell here");
    text_addf(&file, "%s/started.txt", suite_folder("viewer"));
    assert_int_equal(start_writer(text_str(&file), &written).why, WHY_ok);
    assert_true(written);
    text_done(&file);
}

static void nothing_is_started_elevated_without_a_shell_that_lends_its_rights(void **state)
{
    struct text file = TEXT_EMPTY;
    bool written;
    (void)state;
    if (!elevate_is_elevated() || !account_can_be_set())
        SUITE_SKIP("needs an elevated process under Wine, where the shell's token can be chosen");
    account_set(ACCOUNT_RAISED);
    text_addf(&file, "%s/started.txt", suite_folder("viewer"));
    struct outcome o = start_writer(text_str(&file), &written);
    account_set(ACCOUNT_ALONE);
    assert_int_equal(o.why, WHY_viewer_shell);
    assert_int_equal(o.os, have_shell() ? ERROR_ACCESS_DENIED : 0);
    assert_false(written);
    text_done(&file);
}

/* As where another account's password raised this process, and under
 * Administrator protection. */
static void where_the_token_cannot_be_had_a_program_starts_as_the_shells_child(void **state)
{
    struct text file = TEXT_EMPTY;
    bool written;
    (void)state;
    if (!have_shell() || !elevate_is_elevated())
        SUITE_SKIP("needs a shell and an elevated process");
    text_addf(&file, "%s/started.txt", suite_folder("viewer"));
    uint32_t before = service_asked();
    account_lend(false);
    struct outcome o = start_writer(text_str(&file), &written);
    account_lend(true);
    assert_int_equal(o.why, WHY_ok);
    assert_true(written);
    assert_int_equal(service_asked(), before);
    text_done(&file);
}

static void without_the_service_a_program_starts_as_the_shells_child(void **state)
{
    struct text file = TEXT_EMPTY;
    bool written;
    (void)state;
    if (!have_shell() || !elevate_is_elevated())
        SUITE_SKIP("needs a shell and an elevated process");
    text_addf(&file, "%s/started.txt", suite_folder("viewer"));
    uint32_t before = service_asked();
    service_off(true);
    struct outcome o = start_writer(text_str(&file), &written);
    struct outcome missing = elevate_start_plain("C:\\no such\\wpa.exe", "wpa.exe");
    service_off(false);
    assert_int_equal(o.why, WHY_ok);
    assert_true(written);
    assert_int_equal(service_asked(), before + 2);
    assert_int_equal(missing.why, WHY_viewer_start);
    assert_int_equal(missing.os, ERROR_SERVICE_DISABLED);
    text_done(&file);
}

/* As another account's desktop does, the shell lets nobody in. */
static void a_shell_that_lets_nobody_in_starts_nothing(void **state)
{
    struct text file = TEXT_EMPTY;
    PACL before = NULL;
    PSECURITY_DESCRIPTOR rights = NULL;
    ACL nobody;
    DWORD pid = 0;
    bool written;
    (void)state;
    HWND shell = GetShellWindow() ? GetShellWindow() : FindWindowW(L"Shell_TrayWnd", NULL);
    if (!shell || !elevate_is_elevated())
        SUITE_SKIP("needs a shell and an elevated process");
    GetWindowThreadProcessId(shell, &pid);
    HANDLE process = OpenProcess(READ_CONTROL | WRITE_DAC, FALSE, pid);
    assert_non_null(process);
    assert_int_equal(GetSecurityInfo(process, SE_KERNEL_OBJECT, DACL_SECURITY_INFORMATION, NULL, NULL, &before, NULL, &rights), 0);
    assert_true(InitializeAcl(&nobody, sizeof nobody, ACL_REVISION));
    assert_int_equal(SetSecurityInfo(process, SE_KERNEL_OBJECT, DACL_SECURITY_INFORMATION, NULL, NULL, &nobody, NULL), 0);
    text_addf(&file, "%s/started.txt", suite_folder("viewer"));
    struct outcome o = start_writer(text_str(&file), &written);
    SetSecurityInfo(process, SE_KERNEL_OBJECT, DACL_SECURITY_INFORMATION, NULL, NULL, before, NULL);
    LocalFree(rights);
    CloseHandle(process);
    assert_false(written);
    assert_int_equal(o.why, WHY_viewer_account);
    assert_int_equal(o.os, ERROR_ACCESS_DENIED);
    text_done(&file);
}

static void a_program_that_is_not_there_does_not_start(void **state)
{
    struct outcome o = elevate_start_plain("C:\\no such\\wpa.exe", "wpa.exe");
    (void)state;
    assert_true(o.why == WHY_viewer_start || o.why == WHY_viewer_shell);
    assert_int_equal(elevate_start_plain("C:\\windows\\system32\\cmd.exe", "").why, WHY_bad_argument);
}

static void the_users_language_has_a_tag(void **state)
{
    struct text tag = TEXT_EMPTY;
    (void)state;
    language_of_user(&tag);
    assert_true(tag.len >= 2);
    assert_true(tag.bytes[0] >= 'a' && tag.bytes[0] <= 'z');
    text_done(&tag);
}

void suite_viewer(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_reads_back_every_argument),
        cmocka_unit_test(the_setting_is_taken_when_its_file_is_there),
        cmocka_unit_test(a_folder_is_no_program),
        cmocka_unit_test(wpa_is_found_in_the_path_and_behind_the_store_alias),
        cmocka_unit_test(wpa_is_found_through_the_registry),
        cmocka_unit_test(the_association_counts_when_its_program_is_registered),
        cmocka_unit_test(what_has_gone_is_said_to_be_gone),
        cmocka_unit_test(a_program_starts_with_the_rights_that_the_shell_lends),
        cmocka_unit_test(nothing_is_started_elevated_without_a_shell_that_lends_its_rights),
        cmocka_unit_test(where_the_token_cannot_be_had_a_program_starts_as_the_shells_child),
        cmocka_unit_test(without_the_service_a_program_starts_as_the_shells_child),
        cmocka_unit_test(a_shell_that_lets_nobody_in_starts_nothing),
        cmocka_unit_test(a_program_that_is_not_there_does_not_start),
        cmocka_unit_test(the_users_language_has_a_tag),
    };
    SUITE_RUN("viewer", tests);
}
