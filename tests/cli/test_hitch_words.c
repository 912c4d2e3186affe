/* What hitch makes of the words that it is given: files, times, names, help. */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli_explain.h"
#include "cli/cli_time.h"
#include "cli/hitch.h"
#include "etl/etl_findings.h"
#include "etl/etl_holes.h"
#include "os/os.h"
#include "os/os_names.h"
#include "strings/nearest.h"
#include "tests/support/etl_sample.h"
#include "tests/support/hitch_call.h"

#define SECOND INT64_C(10000000)

static struct etlw_file file;
static struct text folder, path;
static struct hitch_answer answer;

static int begin(void **state)
{
    (void)state;
    text_set(&folder, suite_folder("hitch-words"));
    sample_trace(&file, 1, 100);
    return 0;
}

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    text_done(&folder);
    text_done(&path);
    hitch_answer_done(&answer);
    return 0;
}

static const char *in_folder(const char *name)
{
    text_set(&path, text_str(&folder));
    text_addf(&path, "/%s", name);
    return text_str(&path);
}

static const char *save(const char *name)
{
    const char *at = in_folder(name);
    assert_false(outcome_failed(os_file_replace(at, file.bytes.bytes, file.bytes.len)));
    return at;
}

static void expect(const struct text *text, const char *part)
{
    if (!strstr(text_str(text), part))
        fail_msg("\"%s\" is not in:\n%s", part, text_str(text));
}

static void expect_refusal(const char *part)
{
    assert_int_equal(answer.code, 2);
    expect(&answer.err, part);
}

/* ---- standard input and output ---- */

static void a_dash_is_standard_input_for_every_verb_that_reads_a_trace(void **state)
{
    (void)state;
    static const char *const verbs[] = {"count", "check", "events", "report", "crash"};
    const struct hitch_around around = {file.bytes.bytes, file.bytes.len, NULL};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        hitch_call_with(&answer, &around, verbs[i], "-", NULL);
        assert_int_equal(answer.code, 0);
        assert_string_equal(text_str(&answer.err), "");
    }
    hitch_call_with(&answer, &around, "check", "-", NULL);
    expect(&answer.out, "-: whole, ");
    hitch_call_with(&answer, &around, "report", "-", NULL);
    expect(&answer.out, "standard input");
    hitch_call_with(&answer, &around, "compare", "-", save("whole.etl"), NULL);
    assert_int_equal(answer.code, 0);
    hitch_call_with(&answer, &around, "report", save("whole.etl"), "-", NULL);
    expect_refusal("- is standard input");
    hitch_call(&answer, "report", "-", NULL);
    expect_refusal("standard input");
    const struct hitch_around damaged = {"no trace", 8, NULL};
    hitch_call_with(&answer, &damaged, "count", "-", NULL);
    expect_refusal("\"standard input\" is not an .etl trace");
}

static void a_dash_is_standard_output_for_reports_and_nothing_else_goes_there(void **state)
{
    (void)state;
    struct os_stat st;
    hitch_call(&answer, "report", save("a.etl"), "--json", "-", NULL);
    assert_int_equal(answer.code, 0);
    assert_true(str_starts(text_str(&answer.out), "{\n  \"verdict\": "));
    assert_true(str_ends(text_str(&answer.out), "}\n"));
    hitch_call(&answer, "report", text_str(&path), "--html", "-", NULL);
    assert_int_equal(answer.code, 0);
    assert_true(str_starts(text_str(&answer.out), "<!doctype html>\n"));
    assert_null(strstr(text_str(&answer.out), "\nFile: "));
    assert_int_equal(os_stat("-", &st).why, WHY_not_found);
    hitch_call(&answer, "report", text_str(&path), "--html", "-", "--json", "-", NULL);
    expect_refusal("cannot both be standard output");
    assert_string_equal(text_str(&answer.out), "");
}

/* ---- wildcards and folders ---- */

static void wildcards_match_in_every_part_of_a_path(void **state)
{
    (void)state;
    struct text pattern = TEXT_EMPTY;
    struct os_names files;
    static const char *const folders[] = {"runs/one", "runs/two", "runs/.hidden"};
    for (size_t i = 0; i < 3; i++) {
        text_clear(&pattern);
        text_addf(&pattern, "%s/%s", text_str(&folder), folders[i]);
        assert_false(outcome_failed(os_folder_make(text_str(&pattern))));
    }
    save("runs/two/snap.etl");
    save("runs/one/snap.etl");
    save("runs/one/snap-2.etl");
    save("runs/one/\xE5\xBF\xAB.etl");
    save("runs/.hidden/snap.etl");
    static const struct {
        const char *pattern;
        size_t count;
    } cases[] = {{"runs/*/snap.etl", 2}, {"runs/one/*.etl", 3}, {"runs/one/snap*", 2}, {"runs/o?e/snap?2.etl", 1},
                 {"runs/one/?.etl", 1},  {"r*s/*", 2},          {"runs/*/none.etl", 0}, {"none/*.etl", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        os_names_init(&files);
        text_clear(&pattern);
        text_addf(&pattern, "%s/%s", text_str(&folder), cases[i].pattern);
        assert_true(os_names_is_pattern(text_str(&pattern)));
        os_names_add_pattern(&files, text_str(&pattern));
        if (files.count != cases[i].count)
            fail_msg("%s matches %u", cases[i].pattern, (unsigned)files.count);
        for (size_t k = 1; k < files.count; k++)
            assert_true(strcmp(text_str(&files.list[k - 1]), text_str(&files.list[k])) < 0);
        os_names_done(&files);
    }
    hitch_call(&answer, "check", in_folder("runs/*/snap.etl"), NULL);
    assert_int_equal(answer.code, 0);
    expect(&answer.out, "one/snap.etl: whole, ");
    expect(&answer.out, "two/snap.etl: whole, ");
    hitch_call(&answer, "check", in_folder("*.none"), NULL);
    expect_refusal("*.none\" matches no file");
    hitch_call(&answer, "count", in_folder("runs/one/snap*"), NULL);
    expect_refusal("snap.etl\" is one file too many");
    text_done(&pattern);
}

static void a_folder_to_check_is_every_trace_in_it(void **state)
{
    (void)state;
    struct text below = TEXT_EMPTY;
    text_addf(&below, "%s/run", text_str(&folder));
    assert_false(outcome_failed(os_folder_make(text_str(&below))));
    hitch_call(&answer, "check", text_str(&folder), NULL);
    expect_refusal("holds no .etl file");
    save("b.etl");
    save("A.ETL");
    save("run/c.etl");
    save("notes.txt");
    hitch_call(&answer, "check", text_str(&folder), NULL);
    assert_int_equal(answer.code, 0);
    expect(&answer.out, "b.etl: whole, ");
    expect(&answer.out, "A.ETL: whole, ");
    expect(&answer.out, "c.etl: whole, ");
    assert_null(strstr(text_str(&answer.out), "notes"));
    text_done(&below);
}

/* ---- what is no plain file ---- */

static void a_pipe_or_a_device_is_refused_with_a_sentence(void **state)
{
    (void)state;
    static const char *const verbs[] = {"count", "check", "events", "report", "crash", "estimate"};
    bool windows = os_separator == '\\';
    struct text command = TEXT_EMPTY;
    const char *name = windows ? "\\\\.\\NUL" : in_folder("fifo");
    text_addf(&command, "mkfifo \"%s\"", name);
    assert_true(windows || system(text_str(&command)) == 0);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        hitch_call(&answer, verbs[i], name, NULL);
        expect_refusal("is no file but a pipe, a device or the like. Name a file on a disk");
    }
    struct text other = TEXT_EMPTY;
    text_addf(&other, "%s/a.etl", text_str(&folder));
    assert_false(outcome_failed(os_file_replace(text_str(&other), file.bytes.bytes, file.bytes.len)));
    hitch_call(&answer, "report", text_str(&other), name, NULL);
    expect_refusal("is no file");
    hitch_call(&answer, "report", text_str(&other), "--html", name, NULL);
    expect_refusal("is no file");
    hitch_call(&answer, "report", text_str(&other), "--providers", name, NULL);
    expect_refusal("is no file");
    text_done(&command);
    text_done(&other);
}

static void key_events_that_are_not_there_are_no_report(void **state)
{
    (void)state;
    hitch_call(&answer, "report", save("a.etl"), "no-such.etl", NULL);
    expect_refusal("\"no-such.etl\" is not there");
    assert_string_equal(text_str(&answer.out), "");
}

/* ---- times ---- */

static void takes_times_as_people_write_them(void **state)
{
    (void)state;
    struct cli_span trace = {0, INT64_MAX};
    int64_t t = 5;
    assert_true(cli_time_parse("1601-01-01T00:00:00Z", &trace, &t));
    assert_true(t == 0);
    assert_true(cli_time_parse("2024-02-29T12:34:56.7Z", &trace, &t));
    struct text back = TEXT_EMPTY;
    cli_time_add_utc(&back, t);
    assert_string_equal(text_str(&back), "2024-02-29T12:34:56.7000000Z");
    text_clear(&back);
    trace.first = 100;
    assert_true(cli_time_parse("+1.25", &trace, &t));
    assert_true(t == 100 + 12500000);
    const char *const wrong[] = {"", "+", "+x", "+1.5s", "2024-02-29", "2024-13-01T00:00:00", "2024-02-29T12:34:56.7X",
                                 "2024-02-29T12:34:56ZZ", "Z", "+999999999999999999999", "25:00:00", "12:34", "12:34:56x"};
    trace.first = t;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(cli_time_parse(wrong[i], &trace, &t));
    trace.first = INT64_MAX - 5;
    assert_false(cli_time_parse("+99999999999", &trace, &t));
    cli_time_add_utc(&back, INT64_MAX);
    assert_string_equal(text_str(&back), "9223372036854775807");
    text_done(&back);
}

static void times_are_taken_as_reports_print_them(void **state)
{
    (void)state;
    struct text word = TEXT_EMPTY;
    /* Before, in and after a summer; the day's first and last minutes. */
    static const int64_t moments[] = {133500000000000000, 133620000000000000, 133770000000000000};
    for (size_t i = 0; i < 3 * 48; i++) {
        int64_t t = moments[i / 48] + (int64_t)(i % 48) * 1800 * SECOND + 1234567, back = 0;
        struct cli_span trace = {t - 60 * SECOND, t + 60 * SECOND};
        struct os_date d = os_date_local(t);
        text_clear(&word);
        cli_time_add_local(&word, t);
        assert_true(cli_time_parse(text_str(&word), &trace, &back));
        assert_true(back == t);
        word.bytes[10] = ' ';
        assert_true(cli_time_parse(text_str(&word), &trace, &back));
        assert_true(back == t);
        text_clear(&word);
        text_addf(&word, "%02d:%02d:%02d.%03d", d.hour, d.minute, d.second, (int)(t % SECOND / 10000));
        assert_true(cli_time_parse(text_str(&word), &trace, &back));
        assert_true(back / 10000 == t / 10000);
        text_clear(&word);
        cli_time_add_utc(&word, t);
        assert_true(cli_time_parse(text_str(&word), &trace, &back));
        assert_true(back == t);
    }
    text_done(&word);
}

static void a_time_outside_of_the_trace_is_told(void **state)
{
    (void)state;
    static const char *const late[] = {"2031-01-01T00:00:00Z", "2031-01-01T00:00:00", "+99999"};
    for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
        hitch_call(&answer, "report", save("a.etl"), "--at", late[i], NULL);
        expect_refusal("this is outside of the trace, which goes from ");
        expect(&answer.err, late[i]);
        assert_string_equal(text_str(&answer.out), "");
        hitch_call(&answer, "events", text_str(&path), "--from", late[i], NULL);
        expect_refusal("this is outside of the trace");
        assert_string_equal(text_str(&answer.out), "");
    }
    hitch_call(&answer, "events", text_str(&path), "--to", "1999-01-01T00:00:00", NULL);
    expect_refusal("--to 1999-01-01T00:00:00: this is outside");
    hitch_call(&answer, "events", text_str(&path), "--from", "+0.002", "--to", "+0.001", NULL);
    expect_refusal("is after --to");
    hitch_call(&answer, "report", text_str(&path), "--at", "+0", NULL);
    assert_int_equal(answer.code, 0);
}

/* ---- names ---- */

static void an_unknown_name_is_told_with_the_nearest_known_one(void **state)
{
    (void)state;
    save("a.etl");
    hitch_call(&answer, "chekc", text_str(&path), NULL);
    expect_refusal("Did you mean check?");
    hitch_call(&answer, "help", "reprot", NULL);
    expect_refusal("Did you mean report?");
    hitch_call(&answer, "events", "--provder", "x", text_str(&path), NULL);
    expect_refusal("Did you mean --provider?");
    hitch_call(&answer, "events", "--provider", "kernel-proces", text_str(&path), NULL);
    expect_refusal("Did you mean Microsoft-Windows-Kernel-Process?");
    hitch_call(&answer, "events", "--provider", "Microsoft-Windows-Kernel-Dsik", text_str(&path), NULL);
    expect_refusal("Did you mean Microsoft-Windows-Kernel-Disk?");
    hitch_call(&answer, "events", "--provider", "{11111111-2222-3333-4444-555555555555}", text_str(&path), NULL);
    expect_refusal("no event of it is in ");
    hitch_call(&answer, "events", "--id", "60000", text_str(&path), NULL);
    expect_refusal("--id 60000: no event with this id is in ");
    expect(&answer.err, "the nearest is ");
    hitch_call(&answer, "compare", "--scenario", "disk-brust", text_str(&path), text_str(&path), NULL);
    expect_refusal("Did you mean disk-burst?");
    hitch_call(&answer, "check", "--lnag", "en", text_str(&path), NULL);
    expect_refusal("Did you mean --lang?");
}

static void what_is_like_nothing_gets_no_guess(void **state)
{
    (void)state;
    struct nearest n;
    nearest_init(&n, "zzzzz");
    nearest_try(&n, "Microsoft-Windows-Kernel-Disk");
    nearest_try(&n, "check");
    assert_null(nearest_name(&n));
    nearest_init(&n, "disk");
    nearest_try(&n, "Microsoft-Windows-Kernel-Disk-Something");
    nearest_try(&n, "Microsoft-Windows-Kernel-Disk");
    assert_string_equal(nearest_name(&n), "Microsoft-Windows-Kernel-Disk");
}

/* ---- help ---- */

static void help_verb_and_verb_help_print_the_same(void **state)
{
    (void)state;
    struct text first = TEXT_EMPTY;
    static const char *const languages[] = {"en", "zh-CN"};
    for (size_t l = 0; l < 2; l++) {
        for (size_t i = 0; verbs_at(i); i++) {
            const struct verb *v = verbs_at(i);
            hitch_call(&answer, "help", v->name, "--lang", languages[l], NULL);
            assert_int_equal(answer.code, 0);
            text_set(&first, text_str(&answer.out));
            hitch_call(&answer, v->name, "--help", "--lang", languages[l], NULL);
            assert_int_equal(answer.code, 0);
            assert_string_equal(text_str(&answer.out), text_str(&first));
            for (const struct verb_option *o = v->options; o->name; o++)
                expect(&answer.out, o->name);
            expect(&answer.out, "--lang ");
        }
    }
    text_done(&first);
}

/* ---- errors ---- */

static void errors_of_hitch_never_speak_of_the_recorders_settings(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    for (int why = 0; why < WHY_count; why++) {
        if (why >= WHY_hotkey_syntax)
            continue; /* nothing of that is in hitch */
        for (uint32_t os = 0; os < 5000; os++) {
            text_clear(&t);
            cli_explain(LANGUAGE_ENGLISH, outcome_of((enum why)why, os), "Thing", &t);
            if (strstr(text_str(&t), "hitchbox.ini"))
                fail_msg("%s", text_str(&t));
        }
    }
    text_done(&t);
}

static void faults_of_a_file_are_told_in_chinese(void **state)
{
    (void)state;
    for (int fault = ETL_FAULT_HEADER; fault < ETL_FAULT_count; fault++) {
        const char *english = etl_fault_name((enum etl_fault)fault);
        assert_string_equal(cli_fault(LANGUAGE_ENGLISH, english), english);
        assert_string_not_equal(cli_fault(LANGUAGE_ZH_CN, english), english);
    }
    for (int cause = 0; cause < ETL_HOLE_count; cause++) {
        const char *english = etl_hole_cause_name((enum etl_hole_cause)cause);
        assert_string_not_equal(cli_fault(LANGUAGE_ZH_CN, english), english);
    }
    etlw_u16((uint8_t *)file.bytes.bytes + SAMPLE_UNIT + ETLW_BUFFER_HEADER + 80, 4);
    hitch_call(&answer, "check", "--lang", "zh-CN", save("damaged.etl"), NULL);
    assert_int_equal(answer.code, 1);
    expect(&answer.out, "：已损坏，");
    expect(&answer.out, "事件的大小不可能");
    assert_null(strstr(text_str(&answer.out), "event"));
    hitch_call(&answer, "events", "--lang", "zh-CN", text_str(&path), NULL);
    assert_int_equal(answer.code, 1);
    expect(&answer.err, "事件的大小不可能");
    hitch_call(&answer, "check", "--json", "--lang", "zh-CN", text_str(&path), NULL);
    expect(&answer.out, "\"state\":\"damaged\"");
}

/* ---- providers.ini ---- */

/* The suites run in the top folder of the source, below which config/ has one:
 * that is the current folder's, and none of the program's. */
static void providers_ini_is_taken_from_beside_the_program_only(void **state)
{
    (void)state;
    const struct hitch_around around = {NULL, 0, text_str(&folder)};
    static const char broken[] = "[file Broken\n";
    struct os_stat st;
    if (outcome_failed(os_stat("config/providers.ini", &st)))
        SUITE_SKIP("not started in the top folder of the source");
    hitch_call_with(&answer, &around, "estimate", "--live", "--seconds", "1", NULL);
    expect_refusal(text_str(&folder));
    expect(&answer.err, "it is looked for beside hitch only");
    assert_false(outcome_failed(os_file_replace(in_folder("providers.ini"), broken, sizeof broken - 1)));
    hitch_call_with(&answer, &around, "estimate", "--live", "--seconds", "1", NULL);
    expect_refusal("closing bracket");
    hitch_call_with(&answer, &around, "report", "--providers", "none.ini", save("a.etl"), NULL);
    expect_refusal("\"none.ini\" is not there");
}

void suite_hitch_words(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_dash_is_standard_input_for_every_verb_that_reads_a_trace, begin, done),
        cmocka_unit_test_setup_teardown(a_dash_is_standard_output_for_reports_and_nothing_else_goes_there, begin, done),
        cmocka_unit_test_setup_teardown(wildcards_match_in_every_part_of_a_path, begin, done),
        cmocka_unit_test_setup_teardown(a_folder_to_check_is_every_trace_in_it, begin, done),
        cmocka_unit_test_setup_teardown(a_pipe_or_a_device_is_refused_with_a_sentence, begin, done),
        cmocka_unit_test_setup_teardown(key_events_that_are_not_there_are_no_report, begin, done),
        cmocka_unit_test(takes_times_as_people_write_them),
        cmocka_unit_test_setup_teardown(times_are_taken_as_reports_print_them, begin, done),
        cmocka_unit_test_setup_teardown(a_time_outside_of_the_trace_is_told, begin, done),
        cmocka_unit_test_setup_teardown(an_unknown_name_is_told_with_the_nearest_known_one, begin, done),
        cmocka_unit_test_setup_teardown(what_is_like_nothing_gets_no_guess, begin, done),
        cmocka_unit_test_setup_teardown(help_verb_and_verb_help_print_the_same, begin, done),
        cmocka_unit_test_setup_teardown(errors_of_hitch_never_speak_of_the_recorders_settings, begin, done),
        cmocka_unit_test_setup_teardown(faults_of_a_file_are_told_in_chinese, begin, done),
        cmocka_unit_test_setup_teardown(providers_ini_is_taken_from_beside_the_program_only, begin, done),
    };
    SUITE_RUN("hitch_words", tests);
}
