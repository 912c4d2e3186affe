#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "export/scenario_info.h"

#define START 134404836120000000

static struct scenario_info *sample(void)
{
    struct scenario_info *info = malloc(sizeof *info);
    assert_non_null(info);
    scenario_info_init(info);
    info->kind = SCENARIO_process_crash;
    info->started = START;
    info->effect_from = START + 200000000;
    info->effect_to = START + 215000010;
    info->ended = START + 300000000;
    info->os_build = 22631;
    info->cpus = 16;
    info->full_lost = 7;
    info->filtered_lost = 1;
    text_set(&info->note, "3 processes were started, \"all\" of them in C:\\Scenarios}");
    info->child_count = 2;
    info->children[0] = (struct scenario_child){4711, 0, START + 200000000, START + 204000000};
    info->children[1] = (struct scenario_child){4712, 0xC0000005, START + 205000000, START + 209000000};
    return info;
}

static void drop(struct scenario_info *info)
{
    scenario_info_done(info);
    free(info);
}

static struct text written(const struct scenario_info *info)
{
    struct text json = TEXT_EMPTY;
    scenario_info_write(info, &json);
    assert_false(json.failed);
    return json;
}

static void what_was_written_is_read_back(void **state)
{
    (void)state;
    struct scenario_info *info = sample(), *back = malloc(sizeof *back);
    struct text json = written(info);
    assert_non_null(back);
    scenario_info_init(back);
    assert_int_equal(scenario_info_read(json.bytes, json.len, back).why, WHY_ok);
    assert_int_equal(back->kind, info->kind);
    assert_true(back->started == info->started && back->effect_from == info->effect_from);
    assert_true(back->effect_to == info->effect_to && back->ended == info->ended);
    assert_int_equal(back->os_build, 22631);
    assert_int_equal(back->cpus, 16);
    assert_int_equal(back->full_lost, 7);
    assert_int_equal(back->filtered_lost, 1);
    assert_false(back->cut_short);
    assert_string_equal(text_str(&back->note), text_str(&info->note));
    assert_int_equal(back->child_count, 2);
    assert_memory_equal(back->children, info->children, 2 * sizeof info->children[0]);
    text_done(&json);
    drop(info);
    drop(back);
}

static void every_scenario_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < SCENARIO_kinds; i++) {
        enum scenario_kind kind = SCENARIO_kinds;
        assert_true(scenario_of_name(scenario_name((enum scenario_kind)i), &kind));
        assert_int_equal(kind, i);
    }
    enum scenario_kind untouched = SCENARIO_disk_burst;
    assert_false(scenario_of_name("process_crash", &untouched));
    assert_int_equal(untouched, SCENARIO_disk_burst);
}

static bool reads(const struct text *json)
{
    struct scenario_info *info = malloc(sizeof *info);
    assert_non_null(info);
    scenario_info_init(info);
    info->cpus = 99;
    bool good = !outcome_failed(scenario_info_read(json->bytes, json->len, info));
    assert_true(good || info->cpus == 99);
    drop(info);
    return good;
}

static void replace(struct text *json, const char *from, const char *to)
{
    struct text out = TEXT_EMPTY;
    const char *at = strstr(text_str(json), from);
    if (!at)
        fail_msg("%s is not there", from);
    text_add_bytes(&out, json->bytes, (size_t)(at - json->bytes));
    text_add(&out, to);
    text_add(&out, at + strlen(from));
    text_done(json);
    *json = out;
}

static void a_record_with_a_needed_member_missing_or_wrong_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"hitchbox-scenario-1", "hitchbox-scenario-2"}, {"\"scenario\"", "\"scenery\""}, {"process-crash", "dance"},
        {"\"started_utc\"", "\"began_utc\""},           {"effect_from_utc", "effect_at"}, {"effect_to_utc", "effect_end"},
        {"\"ended_utc\"", "\"end_utc\""},               {"\"pid\": 4712", "\"pid\": -1"}, {"\"exit_code\": 0", "\"exit\": 0"},
        {"3221225477", "9221225477123456789012"},       {"\"to_utc\"", "\"until_utc\""}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct scenario_info *info = sample();
        struct text json = written(info);
        assert_true(reads(&json));
        replace(&json, wrong[i][0], wrong[i][1]);
        if (reads(&json))
            fail_msg("%s is taken for %s", wrong[i][1], wrong[i][0]);
        text_done(&json);
        drop(info);
    }
}

static void times_that_run_backwards_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct scenario_info *info = sample();
        int64_t *times[] = {&info->effect_from, &info->effect_to, &info->ended};
        *times[i] = START - 10;
        struct text json = written(info);
        assert_false(reads(&json));
        text_done(&json);
        drop(info);
    }
}

static void a_record_that_was_cut_off_is_refused(void **state)
{
    (void)state;
    struct scenario_info *info = sample();
    struct text json = written(info);
    assert_true(str_ends(text_str(&json), "}\n"));
    for (size_t len = 0; len + 1 < json.len; len++) {
        struct text part = TEXT_EMPTY;
        text_add_bytes(&part, json.bytes, len);
        if (reads(&part))
            fail_msg("%u bytes of %u are taken for a whole", (unsigned)len, (unsigned)json.len);
        text_done(&part);
    }
    text_done(&json);
    drop(info);
}

static void a_cut_short_run_says_so(void **state)
{
    (void)state;
    struct scenario_info *info = sample(), *back = malloc(sizeof *back);
    assert_non_null(back);
    scenario_info_init(back);
    info->cut_short = true;
    struct text json = written(info);
    assert_int_equal(scenario_info_read(json.bytes, json.len, back).why, WHY_ok);
    assert_true(back->cut_short);
    text_done(&json);
    drop(info);
    drop(back);
}

void suite_scenario_info(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read_back),
        cmocka_unit_test(every_scenario_has_a_name_of_its_own),
        cmocka_unit_test(a_record_with_a_needed_member_missing_or_wrong_is_refused),
        cmocka_unit_test(times_that_run_backwards_are_refused),
        cmocka_unit_test(a_record_that_was_cut_off_is_refused),
        cmocka_unit_test(a_cut_short_run_says_so),
    };
    SUITE_RUN("scenario_info", tests);
}
