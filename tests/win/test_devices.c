/* What Windows calls a device, asked of a configuration manager whose devices a
 * test has named. */
#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/cfgmgr.h"
#include "win/devices.h"

#define HUB L"USB\\ROOT_HUB30\\4&1"
#define PAD L"USB\\VID_054C&PID_09CC\\5&1"
#define PAD_PART L"USB\\VID_054C&PID_09CC&MI_03\\6&1"
#define PAD_HID L"HID\\VID_054C&PID_09CC&MI_03\\7&1"
#define PAD_HID_UTF8 "HID\\VID_054C&PID_09CC&MI_03\\7&1"

static void check(const char *id, const char *name)
{
    struct devices *d = NULL;
    struct text got = TEXT_EMPTY;
    assert_int_equal(devices_open(&d).why, WHY_ok);
    bool found = devices_name(d, id, &got);
    devices_close(d);
    assert_string_equal(text_str(&got), name ? name : "");
    assert_int_equal(found, name != NULL);
    text_done(&got);
}

/* A controller in three nodes on a hub, whose drivers are Windows's own. */
static void plug_pad_in(void)
{
    cfgmgr_reset();
    cfgmgr_tell(HUB, DEVICE_DRIVER_WORDS, L"USB Root Hub");
    cfgmgr_tell(HUB, DEVICE_OWN_WORDS, L"Hub");
    cfgmgr_tell(HUB, DEVICE_CONTAINER, L"0");
    cfgmgr_tell(PAD, DEVICE_PARENT, HUB);
    cfgmgr_tell(PAD, DEVICE_CONTAINER, L"7");
    cfgmgr_tell(PAD, DEVICE_DRIVER_WORDS, L"USB Composite Device");
    cfgmgr_tell(PAD_PART, DEVICE_PARENT, PAD);
    cfgmgr_tell(PAD_PART, DEVICE_CONTAINER, L"7");
    cfgmgr_tell(PAD_PART, DEVICE_DRIVER_WORDS, L"USB Input Device");
    cfgmgr_tell(PAD_HID, DEVICE_PARENT, PAD_PART);
    cfgmgr_tell(PAD_HID, DEVICE_CONTAINER, L"7");
    cfgmgr_tell(PAD_HID, DEVICE_DRIVER_WORDS, L"HID-compliant game controller");
}

static void what_a_device_says_of_itself_comes_before_its_given_name(void **state)
{
    (void)state;
    plug_pad_in();
    cfgmgr_tell(PAD_HID, DEVICE_GIVEN_NAME, L"My pad");
    check(PAD_HID_UTF8, "My pad");
    cfgmgr_tell(PAD_HID, DEVICE_OWN_WORDS, L"Wireless Controller");
    check(PAD_HID_UTF8, "Wireless Controller");
    check("hid\\vid_054c&pid_09cc&mi_03\\7&1", "Wireless Controller");
}

static void the_words_of_a_driver_for_all_makers_are_no_name(void **state)
{
    (void)state;
    plug_pad_in();
    check(PAD_HID_UTF8, NULL);
    check("USB\\VID_054C&PID_09CC\\5&1", NULL);
}

static void a_part_has_the_name_of_the_whole_and_not_that_of_its_hub(void **state)
{
    (void)state;
    plug_pad_in();
    cfgmgr_tell(PAD, DEVICE_OWN_WORDS, L"Wireless Controller");
    check(PAD_HID_UTF8, "Wireless Controller");
    cfgmgr_tell(PAD, DEVICE_CONTAINER, L"8");
    check(PAD_HID_UTF8, NULL);
}

/* All of it is one container, and one thing above the next leads to the mainboard. */
static void a_part_of_the_computer_has_no_name_but_its_own(void **state)
{
    (void)state;
    plug_pad_in();
    cfgmgr_tell(PAD, DEVICE_CONTAINER, L"0");
    check("USB\\VID_054C&PID_09CC\\5&1", NULL);
    cfgmgr_tell(PAD, DEVICE_OWN_WORDS, L"Built-in camera");
    check("USB\\VID_054C&PID_09CC\\5&1", "Built-in camera");
}

static void a_device_that_is_gone_is_known_still(void **state)
{
    (void)state;
    plug_pad_in();
    cfgmgr_tell(PAD, DEVICE_OWN_WORDS, L"Wireless Controller");
    cfgmgr_unplug(PAD);
    cfgmgr_unplug(PAD_PART);
    cfgmgr_unplug(PAD_HID);
    check(PAD_HID_UTF8, "Wireless Controller");
}

static void other_devices_are_called_as_device_manager_shows_them(void **state)
{
    (void)state;
    cfgmgr_reset();
    cfgmgr_tell(L"PCI\\VEN_10DE&DEV_2786\\4&1", DEVICE_OWN_WORDS, L"Video Controller");
    cfgmgr_tell(L"PCI\\VEN_10DE&DEV_2786\\4&1", DEVICE_DRIVER_WORDS, L"NVIDIA GeForce RTX 4070");
    check("PCI\\VEN_10DE&DEV_2786\\4&1", "NVIDIA GeForce RTX 4070");
    cfgmgr_tell(L"SCSI\\DISK\\5&1", DEVICE_DRIVER_WORDS, L"Disk drive");
    cfgmgr_tell(L"SCSI\\DISK\\5&1", DEVICE_GIVEN_NAME, L"Samsung SSD 980 PRO 1TB");
    check("SCSI\\DISK\\5&1", "Samsung SSD 980 PRO 1TB");
}

static void what_is_unknown_or_no_id_has_no_name(void **state)
{
    (void)state;
    struct text long_id = TEXT_EMPTY;
    plug_pad_in();
    check("USB\\VID_1\\1", NULL);
    check("", NULL);
    check("Wireless Controller", NULL);
    check("\\", NULL);
    text_add(&long_id, "USB\\");
    while (long_id.len < 200)
        text_add_char(&long_id, 'x');
    check(text_str(&long_id), NULL);
    text_done(&long_id);
}

static void what_is_no_string_or_longer_than_any_name_is_none(void **state)
{
    static const wchar_t half[] = {L'a', 0xD800, L'b', 0};
    wchar_t long_name[600];
    (void)state;
    plug_pad_in();
    cfgmgr_tell(PAD, DEVICE_OWN_WORDS, half);
    check("USB\\VID_054C&PID_09CC\\5&1", "a\xEF\xBF\xBD" "b");
    cfgmgr_tell(PAD, DEVICE_OWN_WORDS, L"");
    check("USB\\VID_054C&PID_09CC\\5&1", NULL);
    for (size_t i = 0; i < 599; i++)
        long_name[i] = L'n';
    long_name[599] = 0;
    cfgmgr_tell(PAD, DEVICE_OWN_WORDS, long_name);
    check("USB\\VID_054C&PID_09CC\\5&1", NULL);
}

/* Nothing hangs where nodes lie in a circle. */
static void a_node_that_is_its_own_parent_ends_the_way_up(void **state)
{
    (void)state;
    plug_pad_in();
    cfgmgr_tell(PAD, DEVICE_PARENT, PAD);
    check(PAD_HID_UTF8, NULL);
}

static void without_the_library_or_its_functions_there_are_no_names(void **state)
{
    struct devices *d = NULL;
    (void)state;
    cfgmgr_reset();
    cfgmgr_lack_functions();
    struct outcome result = devices_open(&d);
    assert_int_equal(result.why, WHY_not_found);
    assert_int_equal(result.os, ERROR_PROC_NOT_FOUND);
    assert_null(d);
    devices_close(d);
}

/* A test's devices are there for whoever asks for that folder and no other. */
static void the_library_is_loaded_from_system32_alone(void **state)
{
    static const DWORD other[] = {0, LOAD_LIBRARY_SEARCH_APPLICATION_DIR, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS};
    struct devices *d = NULL;
    struct text name = TEXT_EMPTY;
    (void)state;
    cfgmgr_reset();
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        assert_null(cfgmgr_load(L"cfgmgr32.dll", NULL, other[i]));
    assert_int_equal(devices_open(&d).why, WHY_ok);
    devices_close(d);
    cfgmgr_of_system(); /* whatever it answers: of a device that nobody has */
    assert_int_equal(devices_open(&d).why, WHY_ok);
    assert_false(devices_name(d, "USB\\VID_FFFF&PID_FFFF\\no-such-device", &name));
    devices_close(d);
    text_done(&name);
}

void suite_devices(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_device_says_of_itself_comes_before_its_given_name),
        cmocka_unit_test(the_words_of_a_driver_for_all_makers_are_no_name),
        cmocka_unit_test(a_part_has_the_name_of_the_whole_and_not_that_of_its_hub),
        cmocka_unit_test(a_part_of_the_computer_has_no_name_but_its_own),
        cmocka_unit_test(a_device_that_is_gone_is_known_still),
        cmocka_unit_test(other_devices_are_called_as_device_manager_shows_them),
        cmocka_unit_test(what_is_unknown_or_no_id_has_no_name),
        cmocka_unit_test(what_is_no_string_or_longer_than_any_name_is_none),
        cmocka_unit_test(a_node_that_is_its_own_parent_ends_the_way_up),
        cmocka_unit_test(without_the_library_or_its_functions_there_are_no_names),
        cmocka_unit_test(the_library_is_loaded_from_system32_alone),
    };
    SUITE_RUN("devices", tests);
}
