#include "tests/support/suite.h"

#include <string.h>

#include "base/json.h"

static bool find(const char *json, const char *name, struct text *value)
{
    return json_find(json, json + strlen(json), name, value);
}

static void a_string_is_written_with_its_quotes_and_escapes(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    json_add_string(&t, "say \"C:\\x\"\n\x1f \xE7\xA3\x81");
    assert_string_equal(text_str(&t), "\"say \\\"C:\\\\x\\\"\\u000a\\u001f \xE7\xA3\x81\"");
    text_done(&t);
}

static void every_string_that_is_written_is_read_back(void **state)
{
    (void)state;
    struct text json = TEXT_EMPTY, value = TEXT_EMPTY, every = TEXT_EMPTY;
    for (int c = 1; c < 128; c++)
        text_add_char(&every, (char)c);
    text_add(&every, "\xC3\xA9\xE7\xA3\x81\xF0\x9F\x8E\xAE");
    text_add(&json, "{\"a\": 1, \"text\": ");
    json_add_string(&json, text_str(&every));
    text_add(&json, "}");
    assert_true(find(text_str(&json), "text", &value));
    assert_string_equal(text_str(&value), text_str(&every));
    text_done(&json);
    text_done(&value);
    text_done(&every);
}

static void escapes_of_other_writers_are_read(void **state)
{
    (void)state;
    struct text value = TEXT_EMPTY;
    assert_true(find("{\"a\":\"\\u78c1\\u00e9\\t\\/\\u0041\\ud83c\\u0000\\u00\"}", "a", &value));
    assert_string_equal(text_str(&value), "\xE7\xA3\x81\xC3\xA9\t/A??u00");
    text_done(&value);
}

static void a_member_is_found_by_its_name_alone(void **state)
{
    (void)state;
    struct text value = TEXT_EMPTY;
    static const char json[] = "{\"note\": \"\\\"cpus\\\": 9, cpus\", \"xcpus\":1, \"cpusx\" :2,\n \"of\": \"cpus\", \"cpus\" :\t3 }";
    assert_true(find(json, "cpus", &value));
    assert_string_equal(text_str(&value), "3");
    assert_true(find(json, "of", &value));
    assert_string_equal(text_str(&value), "cpus");
    assert_false(find(json, "missing", &value));
    assert_false(find("", "a", &value));
    assert_false(find("\"a\"", "a", &value));
    assert_false(find("a\":1", "a", &value));
    text_done(&value);
}

static void the_search_ends_where_it_is_told_to(void **state)
{
    (void)state;
    struct text value = TEXT_EMPTY;
    static const char json[] = "{\"a\": 1}, {\"b\": 2}";
    assert_false(json_find(json, strchr(json, '}'), "b", &value));
    assert_true(json_find(json, strchr(json, '}'), "a", &value));
    assert_string_equal(text_str(&value), "1");
    text_done(&value);
}

static void a_string_that_does_not_end_is_none(void **state)
{
    (void)state;
    struct text value = TEXT_EMPTY;
    static const char *const cut[] = {"{\"a\": \"b", "{\"a\": \"b\\", "{\"a\": \"b\\\"", "{\"a\": \"b\n\"}"};
    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++)
        assert_false(find(cut[i], "a", &value));
    text_done(&value);
}

static void only_numbers_are_numbers(void **state)
{
    (void)state;
    struct text scratch = TEXT_EMPTY;
    static const char json[] = "{\"a\":12,\"b\":-1,\"c\":18446744073709551616,\"d\":true,\"e\":}";
    static const char *const none[] = {"b", "c", "d", "e", "f"};
    uint64_t value = 7;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(json_find_u64(json, json + sizeof json - 1, none[i], &scratch, &value));
    assert_int_equal(value, 7);
    assert_true(json_find_u64(json, json + sizeof json - 1, "a", &scratch, &value));
    assert_int_equal(value, 12);
    text_done(&scratch);
}

static void the_objects_of_an_array_come_one_by_one(void **state)
{
    (void)state;
    static const char json[] = "{\"name\": 9, \"all\" : [ {\"name\": \"a}]\\\"{\"} ,\n{\"more\": {\"b\": []}, \"name\": \"c\"}, 4, {}], \"name\": 8}";
    static const char *const none[] = {"{\"all\": 1}", "{\"all\": []}", "{\"all\": [\"{}\"]}", "{\"all\": [{", "{\"all\": [{\"a\": \"}]}",
                                       "{\"all\":", "{\"all\": [{\"a\": \"\\", "{\"all\": [{}"};
    const char *end = json + sizeof json - 1, *object = NULL, *object_end = NULL;
    struct text value = TEXT_EMPTY;
    assert_true(json_next_object(json, end, "all", &object, &object_end));
    assert_true(json_find(object, object_end, "name", &value));
    assert_string_equal(text_str(&value), "a}]\"{");
    assert_true(json_next_object(json, end, "all", &object, &object_end));
    assert_true(json_find(object, object_end, "name", &value));
    assert_string_equal(text_str(&value), "c");
    assert_false(json_next_object(json, end, "all", &object, &object_end));
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        object = NULL;
        bool given = json_next_object(none[i], none[i] + strlen(none[i]), "all", &object, &object_end);
        assert_int_equal(given, i == 7);
        assert_false(given && json_next_object(none[i], none[i] + strlen(none[i]), "all", &object, &object_end));
    }
    object = NULL;
    assert_false(json_next_object(json, strchr(json, '}'), "all", &object, &object_end));
    text_done(&value);
}

void suite_json(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_string_is_written_with_its_quotes_and_escapes),
        cmocka_unit_test(every_string_that_is_written_is_read_back),
        cmocka_unit_test(escapes_of_other_writers_are_read),
        cmocka_unit_test(a_member_is_found_by_its_name_alone),
        cmocka_unit_test(the_search_ends_where_it_is_told_to),
        cmocka_unit_test(a_string_that_does_not_end_is_none),
        cmocka_unit_test(only_numbers_are_numbers),
        cmocka_unit_test(the_objects_of_an_array_come_one_by_one),
    };
    SUITE_RUN("json", tests);
}
