#include "app/hotkey.h"

#include "tests/support/suite.h"

/* Without a window the key belongs to the thread. */
#define ID 1
#define OTHER_ID 2
#define KEY "Ctrl+Alt+Shift+F21"

static void a_free_key_is_set_up_and_given_back(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hotkey_register(NULL, ID, KEY).why, WHY_ok);
        UnregisterHotKey(NULL, ID);
    }
}

static void a_key_that_is_in_use_is_named_taken(void **state)
{
    (void)state;
    assert_int_equal(hotkey_register(NULL, ID, KEY).why, WHY_ok);
    struct outcome o = hotkey_register(NULL, OTHER_ID, "shift + ctrl + alt + f21");
    UnregisterHotKey(NULL, ID);
    assert_int_equal(o.why, WHY_hotkey_taken);
    assert_int_equal(o.os, ERROR_HOTKEY_ALREADY_REGISTERED);
}

static void what_windows_refuses_otherwise_keeps_its_code(void **state)
{
    (void)state;
    struct outcome o = hotkey_register((HWND)(LONG_PTR)0x7FFFFFF0, ID, KEY);
    assert_int_equal(o.why, WHY_hotkey_register);
    assert_int_equal(o.os, ERROR_INVALID_WINDOW_HANDLE);
}

static void a_key_that_cannot_work_is_not_asked_for(void **state)
{
    (void)state;
    assert_int_equal(hotkey_register(NULL, ID, "F12").why, WHY_hotkey_reserved);
    assert_int_equal(hotkey_register(NULL, ID, "nonsense").why, WHY_hotkey_syntax);
}

void suite_hotkey(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_key_is_set_up_and_given_back),
        cmocka_unit_test(a_key_that_is_in_use_is_named_taken),
        cmocka_unit_test(what_windows_refuses_otherwise_keeps_its_code),
        cmocka_unit_test(a_key_that_cannot_work_is_not_asked_for),
    };
    SUITE_RUN("hotkey", tests);
}
