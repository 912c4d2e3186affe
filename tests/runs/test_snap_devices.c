/* Names of devices come from devices, and go through a file that anybody may
 * write. */
#include "tests/support/suite.h"

#include <string.h>

#include "runs/snapinfo.h"

#define MOUSE "USB\\VID_046D&PID_C539\\5&2A1F0B3C&0&4"
#define PAD "HID\\{00001124-0000-1000-8000-00805F9B34FB}_VID&0002054C_PID&09CC\\8&1"

static void check(const char *name, const char *kept)
{
    struct device_names n = {0};
    assert_true(device_names_add(&n, MOUSE, name));
    assert_true(device_names_has(&n, MOUSE));
    if (kept)
        assert_string_equal(device_names_find(&n, MOUSE), kept);
    else
        assert_null(device_names_find(&n, MOUSE));
    device_names_done(&n);
}

static void a_name_is_one_short_line_that_steers_nothing(void **state)
{
    (void)state;
    check("Wireless Controller", "Wireless Controller");
    check("\xE6\x89\x8B\xE6\x9F\x84", "\xE6\x89\x8B\xE6\x9F\x84");
    check("  a\t\r\n  b  ", "a b");
    check("red\x1B[31m\x07", "red [31m");
    check("\xE2\x80\xAE" "exe.x", "?exe.x");
    check("bad \xFF\xC0\x80 end", "bad ??? end");
    check("<b>&\"'", "<b>&\"'");
    check("0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789",
          "0123456789 0123456789 0123456789 0123456789 0123456789 012345678");
    check("0123456789 0123456789 0123456789 0123456789 0123456789 01234567\xE6\x89\x8B",
          "0123456789 0123456789 0123456789 0123456789 0123456789 01234567");
    check("@oem7.inf,%pad%;Pad; second", "second");
    check("@oem7.inf,%pad%;Pad", "Pad");
    check("Pad; second", "Pad; second");
}

static void what_says_nothing_is_no_name(void **state)
{
    (void)state;
    check("", NULL);
    check(" \t ", NULL);
    check("\x01\x02", NULL);
    check("\xFF\xFE ?", NULL);
    check("@oem7.inf,%pad%;", NULL);
    check(MOUSE, NULL);
    check("C:\\evil.exe", NULL);
}

static void ids_compare_without_case_and_count_once(void **state)
{
    (void)state;
    struct device_names n = {0};
    assert_true(device_names_add(&n, MOUSE, "Mouse"));
    assert_false(device_names_add(&n, "usb\\vid_046d&pid_c539\\5&2a1f0b3c&0&4", "Other"));
    assert_string_equal(device_names_find(&n, "usb\\vid_046d&pid_c539\\5&2a1f0b3c&0&4"), "Mouse");
    assert_null(device_names_find(&n, PAD));
    assert_false(device_names_add(&n, "", "None"));
    assert_int_equal(n.count, 1);
    device_names_done(&n);
}

static void what_has_no_room_has_no_name(void **state)
{
    (void)state;
    struct device_names n = {0};
    struct text id = TEXT_EMPTY;
    for (unsigned i = 0; i < DEVICE_NAMES_MOST + 3; i++) {
        text_clear(&id);
        text_addf(&id, "USB\\%u", i);
        assert_int_equal(device_names_add(&n, text_str(&id), "Stick"), i < DEVICE_NAMES_MOST);
    }
    assert_int_equal(n.count, DEVICE_NAMES_MOST);
    device_names_done(&n);
    while (id.len <= DEVICE_ID_BYTES)
        text_add(&id, "longer ");
    assert_false(device_names_add(&n, text_str(&id), "Stick"));
    text_done(&id);
}

static void write(const struct device_names *n, const struct snapinfo_words *words, struct text *json)
{
    struct snapinfo info;
    memset(&info, 0, sizeof info);
    info.summary.state = ETL_WHOLE;
    text_clear(json);
    snapinfo_write(&info, words, n, json);
}

static void the_names_come_back_from_snap_json(void **state)
{
    (void)state;
    static const char hostile[] = "\"}], \"verdict\": \"x\", \"events\": 7 {";
    struct device_names n = {0}, back = {0};
    struct snapinfo_words words = {0}, words_back = {0};
    struct text json = TEXT_EMPTY;
    struct snapinfo info;
    device_names_add(&n, MOUSE, hostile);
    device_names_add(&n, "USB\\nameless", "");
    device_names_add(&n, PAD, "\xE6\x89\x8B\xE6\x9F\x84");
    text_set(&words.verdict, "said");
    text_set(&words.cause[LANGUAGE_ENGLISH], "because");
    write(&n, &words, &json);
    assert_int_equal(snapinfo_read(json.bytes, json.len, &info).why, WHY_ok);
    assert_int_equal(info.summary.events, 0);
    assert_true(snapinfo_read_words(json.bytes, json.len, &words_back));
    assert_string_equal(text_str(&words_back.verdict), "said");
    assert_string_equal(text_str(&words_back.cause[LANGUAGE_ENGLISH]), "because");
    device_names_read(&back, text_str(&json), text_str(&json) + json.len);
    assert_int_equal(back.count, 2);
    assert_string_equal(device_names_find(&back, MOUSE), hostile);
    assert_string_equal(device_names_find(&back, PAD), "\xE6\x89\x8B\xE6\x9F\x84");
    device_names_done(&n);
    device_names_done(&back);
    write(&n, NULL, &json);
    assert_null(strstr(text_str(&json), "devices"));
    text_done(&json);
    snapinfo_words_done(&words);
    snapinfo_words_done(&words_back);
}

/* What it was written by is not known. */
static void a_file_is_believed_no_more_than_a_device(void **state)
{
    (void)state;
    static const char json[] = "{\"devices\": [{\"id\": \"USB\\\\1\", \"name\": \"a\\u001b[2Jb\"}, {\"id\": \"USB\\\\2\"}, {\"name\": \"c\"},"
                               "{\"id\": \"USB\\\\1\", \"name\": \"again\"}, {\"id\": \"\", \"name\": \"d\"}, {\"id\": \"USB\\\\3\", \"name\": \"e\"}, 7,"
                               "{\"id\": \"USB\\\\4\", \"name\": \"f\"}]}";
    struct device_names n = {0};
    device_names_read(&n, json, json + sizeof json - 1);
    assert_int_equal(n.count, 2);
    assert_string_equal(device_names_find(&n, "USB\\1"), "a [2Jb");
    assert_string_equal(device_names_find(&n, "USB\\3"), "e");
    device_names_done(&n);
    for (size_t len = 0; len < sizeof json; len++) {
        struct text cut = TEXT_EMPTY;
        text_add_bytes(&cut, json, len);
        device_names_read(&n, text_str(&cut), text_str(&cut) + len);
        assert_true(n.count <= 2);
        device_names_done(&n);
        text_done(&cut);
    }
}

void suite_snap_devices(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_one_short_line_that_steers_nothing),
        cmocka_unit_test(what_says_nothing_is_no_name),
        cmocka_unit_test(ids_compare_without_case_and_count_once),
        cmocka_unit_test(what_has_no_room_has_no_name),
        cmocka_unit_test(the_names_come_back_from_snap_json),
        cmocka_unit_test(a_file_is_believed_no_more_than_a_device),
    };
    SUITE_RUN("snap_devices", tests);
}
