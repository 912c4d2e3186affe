/* hitch whitelist, on recordings written by hand. */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "export/scenario_info.h"
#include "os/os.h"
#include "tests/support/etl_sample.h"
#include "tests/support/hitch_call.h"
#include "tests/support/zh_answer.h"

#define SECOND INT64_C(10000000)
#define QUIET_S 20
#define EFFECT_S 5
#define WHOLE_S 35

static struct hitch_answer answer;
static struct text base;

static int begin(void **state)
{
    (void)state;
    text_set(&base, suite_folder("scenarios"));
    return 0;
}

static int done(void **state)
{
    (void)state;
    hitch_answer_done(&answer);
    text_done(&base);
    return 0;
}

/* What the list of these tests names: 100 to 106, and 110 which never comes. */
static const char list_ini[] = "[file Microsoft-Windows-Kernel-Process]\n"
                               "guid = {22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}\n"
                               "level = 4\nkeyword.PROCESS = 0x10\nmask = PROCESS\n"
                               "id 100 en = A.\nid 100 zh = A\xE3\x80\x82\nid 101 en = B.\nid 101 zh = B\xE3\x80\x82\n"
                               "id 104 en = C.\nid 104 zh = C\xE3\x80\x82\nid 105 en = D.\nid 105 zh = D\xE3\x80\x82\n"
                               "id 106 en = E.\nid 106 zh = E\xE3\x80\x82\nid 107 en = F.\nid 107 zh = F\xE3\x80\x82\n"
                               "id 110 en = G.\nid 110 zh = G\xE3\x80\x82\n";

static void path_of(struct text *path, const char *folder, const char *name)
{
    text_clear(path);
    text_addf(path, "%s/%s%s%s", text_str(&base), folder, name[0] ? "/" : "", name);
}

static void save(const char *folder, const char *name, const void *bytes, size_t len)
{
    struct text path = TEXT_EMPTY;
    path_of(&path, folder, "");
    assert_false(outcome_failed(os_folder_make(text_str(&path))));
    path_of(&path, folder, name);
    assert_false(outcome_failed(os_file_replace(text_str(&path), bytes, len)));
    text_done(&path);
}

static void write_info(const char *folder, enum scenario_kind kind, int64_t start, bool cut_short)
{
    struct scenario_info *info = malloc(sizeof *info);
    struct text json = TEXT_EMPTY;
    assert_non_null(info);
    scenario_info_init(info);
    info->kind = kind;
    info->cut_short = cut_short;
    info->started = start;
    info->effect_from = start + QUIET_S * SECOND;
    info->effect_to = info->effect_from + EFFECT_S * SECOND;
    info->ended = start + WHOLE_S * SECOND;
    scenario_info_write(info, &json);
    save(folder, SCENARIO_FILE, json.bytes, json.len);
    text_done(&json);
    free(info);
}

/* One recording; `own` comes only while this scenario runs. */
static void write_recording(const char *folder, enum scenario_kind kind, uint16_t own)
{
    struct etlw_facts facts = sample_facts(1);
    struct etlw_file full, filtered;
    const int64_t from = QUIET_S * 1000, to = (QUIET_S + EFFECT_S) * 1000;
    etlw_file_init(&full, &facts);
    etlw_file_init(&filtered, &facts);
    sample_spread(&full, 100, 0, WHOLE_S * 1000, 350); /* ten a second, always */
    sample_spread(&full, own, from, to, 30);
    sample_spread(&full, 106, from, to, 30); /* whatever is done */
    sample_spread(&full, 107, 0, from, 20);  /* one a second, and a little more */
    sample_spread(&full, 107, from, to, 10);
    if (kind == SCENARIO_disk_burst) {
        sample_spread(&full, 104, from, to, 1);
        sample_spread(&full, 105, 0, from, 20); /* one a second, then eight */
        sample_spread(&full, 105, from, to, 40);
        sample_spread(&filtered, own, from, to, 30);
    }
    etlw_file_finish(&full);
    etlw_file_finish(&filtered);
    save(folder, SCENARIO_FULL, full.bytes.bytes, full.bytes.len);
    save(folder, SCENARIO_FILTERED, filtered.bytes.bytes, filtered.bytes.len);
    write_info(folder, kind, facts.start_time, false);
    etlw_file_done(&full);
    etlw_file_done(&filtered);
}

static void whitelist_in(const char *language, const char *folder)
{
    struct text list = TEXT_EMPTY, path = TEXT_EMPTY;
    save(".", "list.ini", list_ini, strlen(list_ini));
    path_of(&list, ".", "list.ini");
    path_of(&path, folder, "");
    hitch_call(&answer, "whitelist", "--lang", language, "--providers", text_str(&list), text_str(&path), NULL);
    text_done(&list);
    text_done(&path);
}

static void whitelist(const char *folder)
{
    whitelist_in("en", folder);
}

/* The line of `id` in the part of the answer between two titles. */
static const char *line_of(const char *title, const char *until, unsigned id, struct text *line)
{
    struct text word = TEXT_EMPTY;
    const char *from = strstr(text_str(&answer.out), title), *end = from && until ? strstr(from, until) : NULL;
    text_addf(&word, "Kernel-Process %15u ", id);
    const char *at = from ? strstr(from, text_str(&word)) : NULL;
    if (until && !end)
        fail_msg("\"%s\" is not in:\n%s", until, text_str(&answer.out));
    text_clear(line);
    if (at && (!end || at < end))
        text_add_bytes(line, at, strcspn(at, "\n"));
    text_done(&word);
    return text_str(line);
}

static void two_recordings(void)
{
    write_recording("a", SCENARIO_disk_burst, 101);
    write_recording("b", SCENARIO_network_disconnect, 102);
    whitelist(".");
    assert_string_equal(text_str(&answer.err), "");
    assert_int_equal(answer.code, 0);
}

static void what_comes_with_one_scenario_is_a_signal(void **state)
{
    (void)state;
    struct text line = TEXT_EMPTY;
    two_recordings();
    assert_non_null(strstr(line_of("signal:", "shared:", 101, &line), " file           30       0.0     0.000        0       30  disk-burst"));
    assert_non_null(strstr(line_of("signal:", "shared:", 102, &line), " no             30       0.0     0.000        0        0  network-disconnect"));
    /* 40 where 7 seconds of 0.5 a second would be usual: both quiet times count. */
    assert_non_null(strstr(line_of("signal:", "shared:", 105, &line), "40       3.5     0.500"));
    text_done(&line);
}

static void what_comes_with_several_is_shared_and_what_always_comes_is_alike(void **state)
{
    (void)state;
    struct text line = TEXT_EMPTY;
    two_recordings();
    assert_non_null(strstr(line_of("shared:", "alike everywhere:", 106, &line), "disk-burst, network-disconnect"));
    assert_string_not_equal(line_of("alike everywhere:", "each line", 100, &line), "");
    assert_string_not_equal(line_of("alike everywhere:", "each line", 107, &line), "");
    assert_string_equal(line_of("signal:", "alike everywhere:", 100, &line), "");
    text_done(&line);
}

static void each_line_of_the_list_is_defended_or_not(void **state)
{
    (void)state;
    static const struct {
        unsigned id;
        const char *verdict;
    } lines[] = {{100, " alike "}, {101, " defended "}, {104, " once "}, {105, " defended "},
                 {106, " defended "}, {107, " alike "}, {110, " not seen "}};
    struct text line = TEXT_EMPTY;
    two_recordings();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!strstr(line_of("each line", NULL, lines[i].id, &line), lines[i].verdict))
            fail_msg("%u is not \"%s\": %s", lines[i].id, lines[i].verdict, text_str(&line));
    }
    assert_non_null(strstr(text_str(&answer.out),
                           "\n7 lines: 3 defended, 2 alike everywhere, 1 seen once, 1 not seen; 1 signals are not let in\n"));
    text_done(&line);
}

static void a_run_that_was_cut_short_is_left_out(void **state)
{
    (void)state;
    struct text line = TEXT_EMPTY;
    write_recording("a", SCENARIO_disk_burst, 101);
    write_recording("b", SCENARIO_network_disconnect, 102);
    struct etlw_facts facts = sample_facts(1);
    write_info("b", SCENARIO_network_disconnect, facts.start_time, true);
    whitelist(".");
    assert_int_equal(answer.code, 0);
    assert_non_null(strstr(text_str(&answer.err), "cut short"));
    assert_string_equal(line_of("signal:", "shared:", 102, &line), "");
    assert_string_not_equal(line_of("signal:", "shared:", 106, &line), "");
    text_done(&line);
}

static void a_recording_counts_once_under_whatever_names(void **state)
{
    (void)state;
    struct text once = TEXT_EMPTY, all = TEXT_EMPTY, list = TEXT_EMPTY;
    two_recordings();
    whitelist(".");
    assert_int_equal(answer.code, 0);
    text_set(&once, text_str(&answer.out));
    path_of(&all, ".", "");
    path_of(&list, ".", "list.ini");
    hitch_call(&answer, "whitelist", "--providers", text_str(&list), text_str(&all), text_str(&all), NULL);
    assert_int_equal(answer.code, 0);
    assert_string_equal(text_str(&answer.out), text_str(&once));
    assert_non_null(strstr(text_str(&answer.err), "was counted already and is left out.\n"));
    text_done(&once);
    text_done(&all);
    text_done(&list);
}

static void a_recording_that_cannot_be_read_is_named(void **state)
{
    (void)state;
    write_recording("a", SCENARIO_disk_burst, 101);
    save("a", SCENARIO_FULL, "no trace", 8);
    whitelist("a");
    assert_int_equal(answer.code, 2);
    assert_non_null(strstr(text_str(&answer.err), SCENARIO_FULL));
    assert_string_equal(text_str(&answer.out), "");
    whitelist("nowhere");
    assert_int_equal(answer.code, 2);
    assert_non_null(strstr(text_str(&answer.err), "nowhere"));
    whitelist("a/" SCENARIO_FULL);
    assert_int_equal(answer.code, 2);
}

static void whitelist_speaks_chinese_in_straight_columns(void **state)
{
    (void)state;
    static const char *const own[] = {"Kernel-Process", "EventTrace", "Windows"};
    write_recording("a", SCENARIO_disk_burst, 101);
    write_recording("b", SCENARIO_network_disconnect, 102);
    whitelist_in("zh-CN", ".");
    assert_int_equal(answer.code, 0);
    zh_answer_speaks_no_english(&answer, own, sizeof own / sizeof own[0]);
    const char *signals = strstr(text_str(&answer.out), "信号：");
    assert_int_equal(zh_answer_end_of(&answer, signals, "编号"), zh_answer_end_of(&answer, signals, " 101"));
    assert_int_equal(zh_answer_end_of(&answer, signals, "保留"), zh_answer_end_of(&answer, signals, "        0       30"));
    const char *list = strstr(text_str(&answer.out), "列表的每一行");
    assert_int_equal(zh_answer_end_of(&answer, list, "平静/秒"), zh_answer_end_of(&answer, list, "有依据        0.000"));
    assert_non_null(strstr(list, "\n7 行：3 行有依据，"));
    write_info("b", SCENARIO_network_disconnect, 5 * SECOND, true);
    whitelist_in("zh-CN", ".");
    assert_non_null(strstr(text_str(&answer.err), "中途停止"));
    save("a", SCENARIO_FILE, "{}", 2);
    whitelist_in("zh-CN", "a");
    assert_int_equal(answer.code, 2);
    assert_non_null(strstr(text_str(&answer.err), "不是场景的记录"));
}

void suite_hitch_whitelist(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_comes_with_one_scenario_is_a_signal, begin, done),
        cmocka_unit_test_setup_teardown(what_comes_with_several_is_shared_and_what_always_comes_is_alike, begin, done),
        cmocka_unit_test_setup_teardown(each_line_of_the_list_is_defended_or_not, begin, done),
        cmocka_unit_test_setup_teardown(a_run_that_was_cut_short_is_left_out, begin, done),
        cmocka_unit_test_setup_teardown(a_recording_counts_once_under_whatever_names, begin, done),
        cmocka_unit_test_setup_teardown(a_recording_that_cannot_be_read_is_named, begin, done),
        cmocka_unit_test_setup_teardown(whitelist_speaks_chinese_in_straight_columns, begin, done),
    };
    SUITE_RUN("hitch_whitelist", tests);
}
