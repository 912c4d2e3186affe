/* Which programs are closed to those without rights; and what that does to the offer
 * of a start with Windows. */
#include "win/private/closed.h"

#include "os/os_autostart.h"
#include "tests/support/account.h"
#include "tests/support/folder.h"
#include "tests/support/suite.h"
#include "win/utf16.h"
#include "win/win.h"

#include <aclapi.h>
#include <sddl.h>

static void set_rights(const char *path, const wchar_t *sddl)
{
    struct wide wide = WIDE_EMPTY;
    PSECURITY_DESCRIPTOR rights = NULL;
    wide_add_path(&wide, path);
    assert_true(ConvertStringSecurityDescriptorToSecurityDescriptorW(sddl, SDDL_REVISION_1, &rights, NULL));
    assert_true(SetFileSecurityW(wide_str(&wide), DACL_SECURITY_INFORMATION, rights));
    LocalFree(rights);
    wide_done(&wide);
}

#define CLOSED L"D:P(A;;FA;;;BA)(A;;FA;;;SY)(A;;FRFX;;;WD)"
#define OPEN L"D:P(A;;FA;;;BA)(A;;FA;;;WD)"

/* <folder>\below\hitchbox.exe, all closed as far as it is the test's to say. */
static void make(struct text *below, struct text *exe)
{
    const char *folder = suite_folder("closed");
    text_add(below, "");
    folder_join(below, folder, "below");
    assert_false(outcome_failed(os_folder_make(text_str(below))));
    assert_true(folder_put(text_str(below), "hitchbox.exe", "x", 1));
    folder_join(exe, text_str(below), "hitchbox.exe");
    set_rights(text_str(exe), CLOSED);
    set_rights(text_str(below), CLOSED);
}

static struct outcome check(const char *exe, struct text *open)
{
    struct text real = TEXT_EMPTY;
    text_clear(open);
    struct outcome o = closed_check(exe, &real, open);
    text_done(&real);
    return o;
}

static void a_file_or_folder_that_others_may_change_is_named(void **state)
{
    struct text below = TEXT_EMPTY, exe = TEXT_EMPTY, open = TEXT_EMPTY;
    (void)state;
    make(&below, &exe);
    struct outcome closed = check(text_str(&exe), &open);
    /* What lies above is not the test's; but neither of these two was found open. */
    assert_true(!outcome_failed(closed) || (closed.why == WHY_autostart_open && open.len < below.len));
    set_rights(text_str(&exe), OPEN);
    assert_int_equal(check(text_str(&exe), &open).why, WHY_autostart_open);
    assert_true(str_ends(text_str(&open), "hitchbox.exe"));
    set_rights(text_str(&exe), CLOSED);
    set_rights(text_str(&below), OPEN);
    assert_int_equal(check(text_str(&exe), &open).why, WHY_autostart_open);
    assert_true(str_ends(text_str(&open), "below"));
    set_rights(text_str(&below), CLOSED);
    text_done(&below);
    text_done(&exe);
    text_done(&open);
}

static void what_is_not_there_is_not_closed(void **state)
{
    struct text open = TEXT_EMPTY;
    (void)state;
    assert_int_equal(check("C:\\no such folder\\hitchbox.exe", &open).why, WHY_not_found);
    text_done(&open);
}

/* Only its own rights make a program of this user's trusted: not where programs
 * without rights carry the same name. */
static void under_user_account_control_ones_own_files_are_open(void **state)
{
    struct text below = TEXT_EMPTY, exe = TEXT_EMPTY, open = TEXT_EMPTY;
    (void)state;
    if (!account_can_be_set())
        SUITE_SKIP("needs Wine");
    make(&below, &exe);
    account_set(ACCOUNT_RAISED);
    assert_int_equal(check(text_str(&exe), &open).why, WHY_autostart_open);
    assert_true(str_ends(text_str(&open), "hitchbox.exe"));
    account_set(ACCOUNT_ALONE);
    text_done(&below);
    text_done(&exe);
    text_done(&open);
}

static void without_rights_nothing_is_offered_looked_at_or_done(void **state)
{
    struct text what = TEXT_EMPTY;
    struct os_autostart a = {0};
    (void)state;
    if (!account_can_be_set())
        SUITE_SKIP("needs Wine");
    account_set(ACCOUNT_PLAIN);
    assert_int_equal(os_autostart_offered("C:\\h.exe", &what).why, WHY_not_elevated);
    assert_int_equal(os_autostart_look("C:\\h.exe", &a).why, WHY_not_elevated);
    assert_int_equal(os_autostart_on("C:\\h.exe", &a).why, WHY_not_elevated);
    assert_int_equal(os_autostart_off(&a).why, WHY_not_elevated);
    account_set(ACCOUNT_ALONE);
    os_autostart_done(&a);
    text_done(&what);
}

void suite_closed(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_or_folder_that_others_may_change_is_named),
        cmocka_unit_test(what_is_not_there_is_not_closed),
        cmocka_unit_test(under_user_account_control_ones_own_files_are_open),
        cmocka_unit_test(without_rights_nothing_is_offered_looked_at_or_done),
    };
    SUITE_RUN("closed", tests);
}
