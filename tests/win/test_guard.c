#include "tests/support/suite.h"

#include <string.h>

#include "os/os.h"
#include "tests/support/account.h"
#include "win/elevate.h"
#include "win/guard.h"
#include "win/utf16.h"
#include "win/win.h"

#include <aclapi.h>
#include <sddl.h>
#include <shlobj.h>

#define WRITES (FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_WRITE_EA | FILE_WRITE_ATTRIBUTES | DELETE | FILE_DELETE_CHILD | \
                WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL)

static void profile_of_windows(struct text *path)
{
    wchar_t profile[MAX_PATH];
    assert_int_equal(SHGetFolderPathW(NULL, CSIDL_PROFILE, NULL, SHGFP_TYPE_CURRENT, profile), S_OK);
    text_clear(path);
    text_add_wide(path, profile);
}

static struct outcome begin(const char *base, struct guard *guard, struct text *folder)
{
    memset(guard, 0, sizeof *guard);
    struct outcome result = guard_open(base, "runs", guard);
    if (outcome_failed(result))
        return result;
    text_addf(folder, "%s\\runs\\run", text_str(&guard->base));
    return guard_make_run(guard, text_str(folder));
}

/* Reads the rights back from the disk: who may change anything there? */
static void only_administrators_write(const char *folder)
{
    struct wide path = WIDE_EMPTY;
    PACL acl = NULL;
    PSECURITY_DESCRIPTOR rights = NULL;
    PSID owner = NULL;
    unsigned char user[256];
    HANDLE token;
    DWORD len;
    assert_true(OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token));
    assert_true(GetTokenInformation(token, TokenUser, user, sizeof user, &len));
    CloseHandle(token);
    wide_add_path(&path, folder);
    assert_int_equal(GetNamedSecurityInfoW((wchar_t *)wide_str(&path), SE_FILE_OBJECT,
                                           DACL_SECURITY_INFORMATION | OWNER_SECURITY_INFORMATION, &owner, NULL, &acl,
                                           NULL, &rights), ERROR_SUCCESS);
    assert_non_null(acl);
    assert_true(acl->AceCount > 0);
    for (DWORD i = 0; i < acl->AceCount; i++) {
        ACCESS_ALLOWED_ACE *ace = NULL;
        assert_true(GetAce(acl, i, (void **)&ace));
        if (ace->Header.AceType != ACCESS_ALLOWED_ACE_TYPE || !(ace->Mask & WRITES))
            continue;
        PSID who = &ace->SidStart;
        /* Wine shows administrators as the user, who is one there. */
        assert_true(IsWellKnownSid(who, WinLocalSystemSid) || IsWellKnownSid(who, WinBuiltinAdministratorsSid) ||
                    (!elevate_has_lower_self() && EqualSid(who, ((TOKEN_USER *)(void *)user)->User.Sid)));
    }
    LocalFree(rights);
    wide_done(&path);
}

/* Read by everybody, as they come from above. */
static bool others_may_write(const char *folder)
{
    struct wide path = WIDE_EMPTY;
    PACL acl = NULL;
    PSECURITY_DESCRIPTOR rights = NULL;
    unsigned char everyone[SECURITY_MAX_SID_SIZE];
    DWORD len = sizeof everyone;
    bool may = false;
    assert_true(CreateWellKnownSid(WinWorldSid, NULL, everyone, &len));
    wide_add_path(&path, folder);
    assert_int_equal(GetNamedSecurityInfoW((wchar_t *)wide_str(&path), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, NULL,
                                           NULL, &acl, NULL, &rights), ERROR_SUCCESS);
    for (DWORD i = 0; acl && i < acl->AceCount; i++) {
        ACCESS_ALLOWED_ACE *ace = NULL;
        assert_true(GetAce(acl, i, (void **)&ace));
        may = may || (EqualSid(&ace->SidStart, everyone) && (ace->Mask & WRITES));
    }
    LocalFree(rights);
    wide_done(&path);
    return may;
}

static void open_to_everybody(const char *folder)
{
    struct wide path = WIDE_EMPTY;
    SECURITY_DESCRIPTOR open;
    assert_true(InitializeSecurityDescriptor(&open, SECURITY_DESCRIPTOR_REVISION));
    assert_true(SetSecurityDescriptorDacl(&open, TRUE, NULL, FALSE));
    wide_add_path(&path, folder);
    assert_true(SetFileSecurityW(wide_str(&path), DACL_SECURITY_INFORMATION, &open));
    wide_done(&path);
}

static void runs_are_written_by_administrators_only(void **state)
{
    (void)state;
    struct guard guard;
    struct text base = TEXT_EMPTY, folder = TEXT_EMPTY, runs = TEXT_EMPTY, file = TEXT_EMPTY;
    text_addf(&base, "%s\\shared", suite_folder("guard"));
    text_addf(&runs, "%s\\runs", text_str(&base));
    assert_false(outcome_failed(os_folder_make(text_str(&runs))));
    open_to_everybody(text_str(&base));
    open_to_everybody(text_str(&runs));
    assert_true(others_may_write(text_str(&runs)));
    assert_int_equal(begin(text_str(&base), &guard, &folder).why, WHY_ok);
    assert_false(guard.plain);
    assert_int_equal(guard.rights.why, WHY_ok);
    assert_false(others_may_write(text_str(&runs)));
    only_administrators_write(text_str(&runs));
    assert_false(others_may_write(text_str(&folder)));
    only_administrators_write(text_str(&folder));
    text_addf(&file, "%s\\main.log", text_str(&folder));
    assert_false(outcome_failed(os_file_replace(text_str(&file), "x", 1)));
    guard_close(&guard);
    text_done(&base);
    text_done(&folder);
    text_done(&runs);
    text_done(&file);
}

static void both_folders_are_held_until_the_end(void **state)
{
    (void)state;
    static const char *const bases[] = {"held", NULL};
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        struct guard guard;
        struct text base = TEXT_EMPTY, folder = TEXT_EMPTY, runs = TEXT_EMPTY, moved = TEXT_EMPTY;
        if (bases[i])
            text_set(&base, suite_folder(bases[i]));
        else
            profile_of_windows(&base);
        text_addf(&base, "\\Hitchbox tests %u", (unsigned)i);
        assert_int_equal(begin(text_str(&base), &guard, &folder).why, WHY_ok);
        only_administrators_write(text_str(&folder));
        text_addf(&runs, "%s\\runs", text_str(&base));
        const char *both[] = {text_str(&folder), text_str(&runs)};
        for (size_t f = 0; f < 2; f++) {
            text_clear(&moved);
            text_addf(&moved, "%s-moved", both[f]);
            assert_true(outcome_failed(os_rename(both[f], text_str(&moved))));
            assert_true(outcome_failed(os_remove(both[f])));
        }
        guard_close(&guard);
        assert_false(outcome_failed(os_remove(text_str(&folder))));
        assert_false(outcome_failed(os_remove(text_str(&runs))));
        assert_false(outcome_failed(os_remove(text_str(&base))));
        text_done(&base);
        text_done(&folder);
        text_done(&runs);
        text_done(&moved);
    }
}

static void a_runs_folder_that_is_a_file_is_refused(void **state)
{
    (void)state;
    struct guard guard;
    struct text base = TEXT_EMPTY, folder = TEXT_EMPTY, runs = TEXT_EMPTY;
    text_set(&base, suite_folder("no_runs"));
    text_addf(&runs, "%s\\runs", text_str(&base));
    assert_false(outcome_failed(os_file_replace(text_str(&runs), "x", 1)));
    assert_int_equal(begin(text_str(&base), &guard, &folder).why, WHY_folder_link);
    assert_int_equal(folder.len, 0);
    guard_close(&guard);
    text_clear(&base);
    text_addf(&base, "%s\\below", text_str(&runs));
    struct outcome result = begin(text_str(&base), &guard, &folder);
    assert_int_equal(result.why, WHY_folder_create);
    assert_true(result.os != 0);
    guard_close(&guard);
    text_done(&base);
    text_done(&folder);
    text_done(&runs);
}

/* Where User Account Control raised this process, the user's own name is also that
 * of programs without rights. */
static void a_runs_folder_of_somebody_else_is_refused(void **state)
{
    struct guard guard;
    struct text base = TEXT_EMPTY, folder = TEXT_EMPTY;
    (void)state;
    if (!account_can_be_set())
        SUITE_SKIP("needs Wine, where new folders are the user's");
    text_set(&base, suite_folder("foreign"));
    assert_int_equal(begin(text_str(&base), &guard, &folder).why, WHY_ok);
    guard_close(&guard);
    account_set(ACCOUNT_RAISED);
    struct outcome result = begin(text_str(&base), &guard, &folder);
    account_set(ACCOUNT_ALONE);
    guard_close(&guard);
    assert_int_equal(result.why, WHY_folder_foreign);
    text_done(&base);
    text_done(&folder);
}

/* The pair of tokens alone decides; what the registry says of User Account Control
 * may be unreadable, or be true only after a restart. */
static void the_token_alone_says_whether_there_is_a_lower_self(void **state)
{
    static const wchar_t key[] = L"SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\System";
    DWORD before = 1, off = 0, len = sizeof before;
    (void)state;
    if (!account_can_be_set())
        SUITE_SKIP("needs Wine, where the token can be chosen");
    bool had = RegGetValueW(HKEY_LOCAL_MACHINE, key, L"EnableLUA", RRF_RT_REG_DWORD, NULL, &before, &len) == 0;
    RegSetKeyValueW(HKEY_LOCAL_MACHINE, key, L"EnableLUA", REG_DWORD, &off, sizeof off);
    account_set(ACCOUNT_RAISED);
    bool raised = elevate_has_lower_self();
    account_set(ACCOUNT_ALONE);
    bool alone = elevate_has_lower_self();
    if (had)
        RegSetKeyValueW(HKEY_LOCAL_MACHINE, key, L"EnableLUA", REG_DWORD, &before, sizeof before);
    else
        RegDeleteKeyValueW(HKEY_LOCAL_MACHINE, key, L"EnableLUA");
    assert_true(raised);
    assert_false(alone);
}

static void only_the_user_of_the_desktop_reads_runs_in_the_profile_too(void **state)
{
    static const bool in_profile[] = {false, true};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct guard guard;
        union elevate_user user;
        struct text base = TEXT_EMPTY, folder = TEXT_EMPTY, runs = TEXT_EMPTY;
        struct wide wanted = WIDE_EMPTY;
        wchar_t *sid = NULL;
        if (in_profile[i])
            profile_of_windows(&base);
        else
            text_set(&base, suite_folder("readers"));
        text_add(&base, "\\Hitchbox tests readers");
        assert_int_equal(begin(text_str(&base), &guard, &folder).why, WHY_ok);
        assert_true(elevate_desktop_user(&user) || elevate_own_user(&user));
        assert_true(ConvertSidToStringSidW(user.user.User.Sid, &sid));
        wide_add(&wanted, L"O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FRFX;;;");
        wide_add(&wanted, sid);
        wide_add(&wanted, L")");
        assert_int_equal(wcscmp(account_rights_asked(), wide_str(&wanted)), 0);
        guard_close(&guard);
        text_addf(&runs, "%s\\runs", text_str(&base));
        assert_false(outcome_failed(os_remove(text_str(&folder))));
        assert_false(outcome_failed(os_remove(text_str(&runs))));
        assert_false(outcome_failed(os_remove(text_str(&base))));
        LocalFree(sid);
        wide_done(&wanted);
        text_done(&base);
        text_done(&folder);
        text_done(&runs);
    }
}

/* As after a junction was put in the place of a folder above: what was opened
 * lies elsewhere than its name says. */
static void a_folder_that_was_reached_by_another_way_is_refused(void **state)
{
    struct guard guard;
    struct text folder = TEXT_EMPTY, around = TEXT_EMPTY;
    (void)state;
    assert_int_equal(begin(suite_folder("around"), &guard, &folder).why, WHY_ok);
    text_addf(&around, "%s\\runs\\run\\..\\other", text_str(&guard.base));
    assert_int_equal(guard_make_run(&guard, text_str(&around)).why, WHY_folder_link);
    guard_close(&guard);
    text_done(&folder);
    text_done(&around);
}

static void a_process_without_rights_makes_folders_as_windows_does(void **state)
{
    struct guard guard;
    struct text folder = TEXT_EMPTY;
    (void)state;
    if (!account_can_be_set())
        SUITE_SKIP("needs Wine, where the token can be chosen");
    assert_int_equal(begin(suite_folder("with_rights"), &guard, &folder).why, WHY_ok);
    guard_close(&guard);
    struct text plain = TEXT_EMPTY;
    account_set(ACCOUNT_PLAIN);
    struct outcome result = begin(suite_folder("plain"), &guard, &plain);
    account_set(ACCOUNT_ALONE);
    assert_int_equal(result.why, WHY_ok);
    assert_true(guard.plain);
    guard_close(&guard);
    text_done(&folder);
    text_done(&plain);
}

static void a_name_that_stands_is_not_taken_for_a_new_run(void **state)
{
    (void)state;
    struct guard guard;
    struct text folder = TEXT_EMPTY;
    assert_int_equal(begin(suite_folder("stands"), &guard, &folder).why, WHY_ok);
    assert_int_equal(guard_make_run(&guard, text_str(&folder)).why, WHY_exists);
    guard_close(&guard);
    text_done(&folder);
}

static void a_fresh_folder_is_closed_held_and_never_one_that_stands(void **state)
{
    (void)state;
    struct guard guard = {0}, second = {0};
    struct text folder = TEXT_EMPTY, again = TEXT_EMPTY, missing = TEXT_EMPTY;
    const char *parent = suite_folder("fresh");
    assert_int_equal(guard_make_fresh(parent, "listening", &guard, &folder).why, WHY_ok);
    only_administrators_write(text_str(&folder));
    assert_true(outcome_failed(os_remove(text_str(&folder))));
    assert_int_equal(guard_make_fresh(parent, "listening", &second, &again).why, WHY_exists);
    assert_int_equal(again.len, 0);
    guard_close(&second);
    guard_close(&guard);
    assert_false(outcome_failed(os_remove(text_str(&folder))));
    text_addf(&missing, "%s\\not there", parent);
    assert_int_equal(guard_make_fresh(text_str(&missing), "listening", &guard, &again).why, WHY_folder_create);
    guard_close(&guard);
    text_done(&folder);
    text_done(&again);
    text_done(&missing);
}

static void a_held_folder_stays_in_its_place(void **state)
{
    (void)state;
    struct text folder = TEXT_EMPTY, other = TEXT_EMPTY;
    struct os_hold *held = NULL;
    text_set(&folder, suite_folder("held"));
    text_addf(&other, "%s-moved", text_str(&folder));
    assert_false(outcome_failed(os_hold_open(text_str(&folder), &held)));
    assert_true(outcome_failed(os_rename(text_str(&folder), text_str(&other))));
    assert_true(outcome_failed(os_remove(text_str(&folder))));
    os_hold_close(held);
    assert_false(outcome_failed(os_remove(text_str(&folder))));
    text_done(&folder);
    text_done(&other);
}

void suite_guard(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_written_by_administrators_only),
        cmocka_unit_test(both_folders_are_held_until_the_end),
        cmocka_unit_test(a_runs_folder_that_is_a_file_is_refused),
        cmocka_unit_test(a_runs_folder_of_somebody_else_is_refused),
        cmocka_unit_test(the_token_alone_says_whether_there_is_a_lower_self),
        cmocka_unit_test(only_the_user_of_the_desktop_reads_runs_in_the_profile_too),
        cmocka_unit_test(a_folder_that_was_reached_by_another_way_is_refused),
        cmocka_unit_test(a_process_without_rights_makes_folders_as_windows_does),
        cmocka_unit_test(a_name_that_stands_is_not_taken_for_a_new_run),
        cmocka_unit_test(a_fresh_folder_is_closed_held_and_never_one_that_stands),
        cmocka_unit_test(a_held_folder_stays_in_its_place),
    };
    SUITE_RUN("guard", tests);
}
