#include "tray/hotkey_text.h"

#include "tests/support/suite.h"

struct sample {
    const char *str;
    uint32_t modifiers;
    uint32_t key;
    const char *canonical;
};

static void keys_that_people_write_are_understood(void **state)
{
    static const struct sample samples[] = {
        {"Ctrl+Alt+F9", HOTKEY_CTRL | HOTKEY_ALT, 0x78, "Ctrl+Alt+F9"},
        {"ctrl+alt+f9", HOTKEY_CTRL | HOTKEY_ALT, 0x78, "Ctrl+Alt+F9"},
        {"  Alt + CONTROL +F9 ", HOTKEY_CTRL | HOTKEY_ALT, 0x78, "Ctrl+Alt+F9"},
        {"F9+Shift+Alt", HOTKEY_SHIFT | HOTKEY_ALT, 0x78, "Alt+Shift+F9"},
        {"Strg+Umschalt+s", HOTKEY_CTRL | HOTKEY_SHIFT, 'S', "Ctrl+Shift+S"},
        {"Alt+0", HOTKEY_ALT, '0', "Alt+0"},
        {"F1", 0, 0x70, "F1"},
        {"F13", 0, 0x7C, "F13"},
        {"f24", 0, 0x87, "F24"},
        {"Shift+F10", HOTKEY_SHIFT, 0x79, "Shift+F10"},
        {"Pause", 0, 0x13, "Pause"},
        {"Ctrl+Pause", HOTKEY_CTRL, 0x03, "Ctrl+Pause"},
        {"Ctrl+ScrollLock", HOTKEY_CTRL, 0x03, "Ctrl+Pause"},
        {"Alt+ScrollLock", HOTKEY_ALT, 0x91, "Alt+ScrollLock"},
        {"prtsc", 0, 0x2C, "PrintScreen"},
        {"Ins", 0, 0x2D, "Insert"},
        {"Num0", 0, 0x60, "Num0"},
        {"num9", 0, 0x69, "Num9"},
        {"Num+", 0, 0x6B, "Num+"},
        {"NumPad0", 0, 0x60, "Num0"},
        {"numpad 7", 0, 0x67, "Num7"},
        {"Num 5", 0, 0x65, "Num5"},
        {"Ctrl + Num 5", HOTKEY_CTRL, 0x65, "Ctrl+Num5"},
        {"NumPad+", 0, 0x6B, "Num+"},
        {"Numpad/", 0, 0x6F, "Num/"},
        {"NumPadAdd", 0, 0x6B, "Num+"},
        {"Ctrl+Num+", HOTKEY_CTRL, 0x6B, "Ctrl+Num+"},
        {"Num++Ctrl", HOTKEY_CTRL, 0x6B, "Ctrl+Num+"},
        {"Ctrl + Num+ + Alt", HOTKEY_CTRL | HOTKEY_ALT, 0x6B, "Ctrl+Alt+Num+"},
        {"NumAdd", 0, 0x6B, "Num+"},
        {"Num-", 0, 0x6D, "Num-"},
        {"Num*", 0, 0x6A, "Num*"},
        {"Num/", 0, 0x6F, "Num/"},
        {"Num.", 0, 0x6E, "Num."},
        {"Shift+Num*", HOTKEY_SHIFT, 0x6A, "Shift+Num*"},
        {"Ctrl+PgDn", HOTKEY_CTRL, 0x22, "Ctrl+PageDown"},
        {"Ctrl+Left", HOTKEY_CTRL, 0x25, "Ctrl+Left"},
        {"Ctrl+Delete", HOTKEY_CTRL, 0x2E, "Ctrl+Delete"},
        {"Ctrl+Tab", HOTKEY_CTRL, 0x09, "Ctrl+Tab"},
        {"Ctrl+Alt+Space", HOTKEY_CTRL | HOTKEY_ALT, 0x20, "Ctrl+Alt+Space"},
        {"Ctrl+F4", HOTKEY_CTRL, 0x73, "Ctrl+F4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        struct hotkey h = {99, 99}, again = {0, 0};
        struct text t = TEXT_EMPTY;
        if (outcome_failed(hotkey_parse(samples[i].str, &h)))
            fail_msg("\"%s\" was refused", samples[i].str);
        hotkey_add(&t, &h);
        assert_string_equal(text_str(&t), samples[i].canonical);
        assert_int_equal(h.modifiers, samples[i].modifiers);
        assert_int_equal(h.key, samples[i].key);
        assert_int_equal(hotkey_parse(text_str(&t), &again).why, WHY_ok);
        assert_memory_equal(&h, &again, sizeof h);
        text_done(&t);
    }
}

static void assert_refused(const char *str, enum why why)
{
    struct hotkey h = {77, 88};
    struct outcome o = hotkey_parse(str, &h);
    if (o.why != why)
        fail_msg("\"%s\" gave %s", str, outcome_name(o.why));
    assert_int_equal(h.modifiers, 77);
    assert_int_equal(h.key, 88);
}

static void what_is_no_combination_is_refused(void **state)
{
    static const char *const samples[] = {
        "", " ", "+", "Ctrl", "Ctrl+", "+F9", "Ctrl++F9", "Ctrl+Alt", "Ctrl F9", "F9 F10",
        "F9+F10", "Ctrl+Ctrl+F9", "Ctrl+Control+F9", "F0", "F25", "F09", "F", "F100",
        "Num10", "Num", "Num+5", "Ctrl+Num+5", "Ctrl+Fn+A", "Ctrl+\xC3\xA4", "Ctrl+Alt+F9,",
        "Ctrl-Alt-F9", "Ctrl+ThisIsNotAKeyOfAnyKeyboardThatIKnow", "0x78", "F9\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        assert_refused(samples[i], WHY_hotkey_syntax);
}

static void a_key_that_people_type_with_is_not_taken_alone(void **state)
{
    static const char *const samples[] = {"A", "7", "Shift+A", "Space", "Enter", "Backspace", "Left",
                                          "Shift+Home", "Delete", "Tab", "Shift+Tab", "PageUp"};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        assert_refused(samples[i], WHY_hotkey_syntax);
}

static void what_windows_keeps_is_named_as_such(void **state)
{
    static const char *const samples[] = {
        "F12", "Ctrl+Alt+F12", "Win+F9", "Windows+Shift+S", "Ctrl+Alt+Delete", "Alt+Tab",
        "Alt+Shift+Tab", "Alt+F4", "Alt+Space", "Ctrl+Esc", "Ctrl+Shift+Escape", "Esc",
        "Shift+Num5", "Ctrl+Shift+Num0", "Shift+Num.",
    };
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        assert_refused(samples[i], WHY_hotkey_reserved);
}

static void a_letter_with_ctrl_and_alt_may_be_how_a_character_is_typed(void **state)
{
    static const char *const may[] = {"Ctrl+Alt+Q", "Ctrl+Alt+7", "Ctrl+Alt+Shift+E"};
    static const char *const may_not[] = {"Ctrl+Alt+F9", "Ctrl+Q", "Alt+Q", "Ctrl+Shift+Q", "Ctrl+Alt+Num5", "Ctrl+Alt+Space"};
    struct hotkey h;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        assert_false(outcome_failed(hotkey_parse(may[i], &h)));
        assert_true(hotkey_may_type(&h));
    }
    for (size_t i = 0; i < 6; i++) {
        assert_false(outcome_failed(hotkey_parse(may_not[i], &h)));
        assert_false(hotkey_may_type(&h));
    }
}

static void an_unknown_key_is_written_as_its_number(void **state)
{
    struct hotkey h = {HOTKEY_WIN | HOTKEY_CTRL, 0xB7};
    struct text t = TEXT_EMPTY;
    (void)state;
    hotkey_add(&t, &h);
    assert_string_equal(text_str(&t), "Ctrl+Win+0xB7");
    text_done(&t);
}

void suite_hotkey_text(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_that_people_write_are_understood),
        cmocka_unit_test(what_is_no_combination_is_refused),
        cmocka_unit_test(a_key_that_people_type_with_is_not_taken_alone),
        cmocka_unit_test(what_windows_keeps_is_named_as_such),
        cmocka_unit_test(a_letter_with_ctrl_and_alt_may_be_how_a_character_is_typed),
        cmocka_unit_test(an_unknown_key_is_written_as_its_number),
    };
    SUITE_RUN("hotkey_text", tests);
}
