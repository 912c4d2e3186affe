#include "tests/suite.h"

#include <string.h>

#include "os/os.h"
#include "win/guard.h"
#include "win/utf16.h"
#include "win/win.h"

static void only_folders_below_the_profile_are_the_users_own(void **state)
{
    (void)state;
    wchar_t profile[1024];
    struct text path = TEXT_EMPTY;
    assert_true(GetEnvironmentVariableW(L"USERPROFILE", profile, 1024) > 0);
    text_add_wide(&path, profile);
    assert_false(guard_is_own(text_str(&path)));
    size_t len = path.len;
    text_add(&path, "\\Games\\Hitchbox\\logs");
    assert_true(guard_is_own(text_str(&path)));
    path.bytes[len] = 'X';
    assert_false(guard_is_own(text_str(&path)));
    assert_false(guard_is_own("C:\\Hitchbox\\logs"));
    assert_false(guard_is_own(""));
    text_done(&path);
}

static void a_closed_folder_can_still_be_written_by_us(void **state)
{
    (void)state;
    struct text folder = TEXT_EMPTY, file = TEXT_EMPTY;
    text_set(&folder, suite_folder("guard"));
    assert_false(outcome_failed(guard_close_folder(text_str(&folder))));
    text_addf(&file, "%s\\main.log", text_str(&folder));
    assert_false(outcome_failed(os_file_replace(text_str(&file), "x", 1)));
    text_done(&folder);
    text_done(&file);
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    struct outcome result = guard_close_folder("C:\\no such folder\\at all");
    assert_int_equal(result.why, WHY_folder_rights);
    assert_true(result.os != 0);
}

/* A folder that is held cannot be swapped for a link while we write into it. */
static void a_held_folder_stays_in_its_place(void **state)
{
    (void)state;
    struct text folder = TEXT_EMPTY, other = TEXT_EMPTY;
    struct os_hold *hold = NULL;
    text_set(&folder, suite_folder("held"));
    text_addf(&other, "%s-moved", text_str(&folder));
    assert_false(outcome_failed(os_hold_open(text_str(&folder), &hold)));
    assert_true(outcome_failed(os_rename(text_str(&folder), text_str(&other))));
    assert_true(outcome_failed(os_remove(text_str(&folder))));
    os_hold_close(hold);
    assert_false(outcome_failed(os_remove(text_str(&folder))));
    text_done(&folder);
    text_done(&other);
}

void suite_guard(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_folders_below_the_profile_are_the_users_own),
        cmocka_unit_test(a_closed_folder_can_still_be_written_by_us),
        cmocka_unit_test(a_folder_that_is_not_there_is_an_error),
        cmocka_unit_test(a_held_folder_stays_in_its_place),
    };
    SUITE_RUN("guard", tests);
}
