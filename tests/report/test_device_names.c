/* Devices are told in words, never by the path that plug and play knows. */
#include "tests/support/suite.h"

#include "report/phrases.h"

static void check_named(enum language language, const char *id, const char *name, const char *words)
{
    struct text t = TEXT_EMPTY;
    phrases_device(&t, language, id, name);
    assert_string_equal(text_str(&t), words);
    text_done(&t);
}

static void check(enum language language, const char *id, const char *words)
{
    check_named(language, id, NULL, words);
}

static void a_path_becomes_class_vendor_and_bus(void **state)
{
    (void)state;
    check(LANGUAGE_ENGLISH, "HID\\{00001124-0000-1000-8000-00805F9B34FB}_VID&0002054C_PID&09CC\\8&1", "Game controller (Sony, Bluetooth)");
    check(LANGUAGE_ENGLISH, "USB\\VID_046D&PID_C539\\5&2A1F0B3C&0&4", "USB device (Logitech receiver)");
    check(LANGUAGE_ENGLISH, "HID\\VID_045E&PID_028E&IG_00\\7&2", "Game controller (Microsoft)");
    check(LANGUAGE_ENGLISH, "BTHENUM\\DEV_001122334455\\8&2", "Bluetooth device");
    check(LANGUAGE_ENGLISH, "USB\\VID_FFF1&PID_0001\\5", "USB device");
    check(LANGUAGE_ENGLISH, "ROOT\\SYSTEM\\0001", "a device");
    check(LANGUAGE_ENGLISH, "Fast Mouse", "Fast Mouse");
}

#define PAD "HID\\{00001124-0000-1000-8000-00805F9B34FB}_VID&0002054C_PID&09CC\\8&1"

static void what_windows_calls_it_comes_with_maker_and_bus(void **state)
{
    (void)state;
    check_named(LANGUAGE_ENGLISH, PAD, "Wireless Controller", "Wireless Controller (Sony, Bluetooth)");
    check_named(LANGUAGE_ZH_CN, PAD, "Wireless Controller", "Wireless Controller\xEF\xBC\x88Sony\xEF\xBC\x8C\x42luetooth\xEF\xBC\x89");
    check_named(LANGUAGE_ENGLISH, "USB\\VID_046D&PID_C539\\5", "USB Receiver", "USB Receiver (Logitech)");
    check_named(LANGUAGE_ENGLISH, "SCSI\\DISK&VEN_NVME\\5", "Samsung SSD 980 PRO", "Samsung SSD 980 PRO");
}

static void nothing_is_said_twice(void **state)
{
    (void)state;
    check_named(LANGUAGE_ENGLISH, "USB\\VID_046D&PID_C08B\\5", "LOGITECH G502", "LOGITECH G502");
    check_named(LANGUAGE_ENGLISH, PAD, "Sony bluetooth pad", "Sony bluetooth pad");
    check_named(LANGUAGE_ENGLISH, "Fast Mouse", "Other Mouse", "Fast Mouse");
}

void suite_device_names(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(a_path_becomes_class_vendor_and_bus),
                                              cmocka_unit_test(what_windows_calls_it_comes_with_maker_and_bus),
                                              cmocka_unit_test(nothing_is_said_twice)};
    SUITE_RUN("device_names", tests);
}
