#include "tests/support/suite.h"

#include <string.h>

#include "report/report.h"
#include "verdict/verdict_model.h"
#include "os/os.h"
#include "tests/support/etl_ring.h"
#include "tests/support/hitch_call.h"

static struct etlw_file file;
static struct text path;
static struct hitch_answer answer;

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    text_done(&path);
    hitch_answer_done(&answer);
    return 0;
}

static const char *save(void)
{
    text_set(&path, suite_folder("hitch"));
    text_add(&path, "/\xC3\xBC \xE5\xBF\xAB.etl");
    assert_false(outcome_failed(os_file_replace(text_str(&path), file.bytes.bytes, file.bytes.len)));
    return text_str(&path);
}

static void expect_out(const char *part)
{
    if (!strstr(text_str(&answer.out), part))
        fail_msg("\"%s\" is not in:\n%s", part, text_str(&answer.out));
}

static void expect_err(const char *part)
{
    if (!strstr(text_str(&answer.err), part))
        fail_msg("\"%s\" is not in:\n%s", part, text_str(&answer.err));
}

static void counts_in_three_kinds_of_lines(void **state)
{
    (void)state;
    struct etlw_facts f = sample_facts(1);
    f.logger_name = "Tab\there";
    etlw_file_init(&file, &f);
    const uint16_t ids[] = {2, 10, 2, 100, 2};
    for (uint16_t i = 0; i < 5; i++) {
        struct etlw_record r = sample_event(ids[i], 1001 + i);
        etlw_file_add(&file, 0, &r);
    }
    struct etlw_record k = sample_kind(ETLW_PERFINFO64, 1100);
    etlw_file_add(&file, 0, &k);
    etlw_file_finish(&file);
    hitch_call(&answer, "count", save(), NULL);
    assert_int_equal(answer.code, 0);
    assert_string_equal(text_str(&answer.err), "");
    expect_out("H\tPerfFreq\t10000000\n");
    expect_out("H\tLoggerNameString\tTab here\n");
    expect_out("S\ttotal_events\t7\n");
    expect_out("S\tmin_raw\t1000\nS\tmax_raw\t1100\n");
    expect_out("S\terrors\t0\n");
    /* As text: 10 and 100 before 2. */
    expect_out("C\tEvent\t22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716\t10\t2\t1\n"
               "C\tEvent\t22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716\t100\t2\t1\n"
               "C\tEvent\t22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716\t2\t2\t3\n"
               "C\tPerfinfo\t3d6fa8d1-fe05-11d0-9dda-00c04fd7ba7c\t0x0524\t4\t1\n"
               "C\tSystem\t68fdd900-4a3e-11d1-84f4-0000f80464e3\t0x0000\t2\t1\n");
}

static void names_file_offset_and_fault_of_a_damaged_trace(void **state)
{
    (void)state;
    sample_trace(&file, 1, 100);
    etlw_u16((uint8_t *)file.bytes.bytes + SAMPLE_UNIT + ETLW_BUFFER_HEADER + 80, 4);
    hitch_call(&answer, "count", save(), NULL);
    assert_int_equal(answer.code, 1);
    expect_err(text_str(&path));
    expect_err("at 0x1098: an event's size cannot be");
    expect_out("S\terrors\t1\n");
    hitch_call(&answer, "check", text_str(&path), NULL);
    assert_int_equal(answer.code, 1);
    expect_out(": damaged, ");
    expect_out("at 0x1098: an event's size cannot be");
    hitch_call(&answer, "events", text_str(&path), NULL);
    assert_int_equal(answer.code, 1);
    expect_err("at 0x1098");
}

static void says_why_a_file_is_no_trace(void **state)
{
    (void)state;
    text_add(&file.bytes, "no trace at all, but long enough to hold the header of a buffer and some more words");
    const char *const verbs[] = {"count", "events"};
    for (size_t i = 0; i < 2; i++) {
        hitch_call(&answer, verbs[i], save(), NULL);
        assert_int_equal(answer.code, 2);
        assert_string_equal(text_str(&answer.out), "");
        expect_err("is not an .etl trace");
        expect_err("at 0x0: ");
    }
    hitch_call(&answer, "check", text_str(&path), "/no/such/file.etl", NULL);
    assert_int_equal(answer.code, 2);
    expect_out(": not-etl, ");
    expect_err("/no/such/file.etl");
}

static void checks_in_a_line_for_people(void **state)
{
    (void)state;
    struct etlw_facts f = sample_facts(4);
    f.events_lost = 1234567;
    etlw_file_init(&file, &f);
    for (uint16_t i = 0; i < 1500; i++) {
        struct etlw_record r = sample_event(i, 1000 + i * (int64_t)1100000);
        etlw_file_add(&file, i % 4u, &r);
    }
    etlw_file_finish(&file);
    hitch_call(&answer, "check", save(), NULL);
    assert_int_equal(answer.code, 0);
    expect_out(".etl: whole, 2 min 44 s, 1,501 events, 1,234,567 lost, 4 CPUs, ");
    expect_out("KB, Windows 10.0 build ");
}

static void checks_in_json_for_machines(void **state)
{
    (void)state;
    sample_trace(&file, 2, 10);
    hitch_call(&answer, "check", "--json", save(), NULL);
    assert_int_equal(answer.code, 0);
    assert_int_equal(text_str(&answer.out)[0], '{');
    expect_out("\"state\":\"whole\"");
    expect_out("\"events\":11,\"payload_events\":10,");
    expect_out("\"first_fault\":null}\n");
    expect_out("\xC3\xBC \xE5\xBF\xAB.etl\"");
}

/* Five buffers of one CPU, 10 s each, numbered from `number`. */
static void make_ring(int64_t number, uint16_t flags)
{
    struct ring_buffer b[5];
    struct etlw_facts f = ring_facts(ETL_MODE_BUFFERING);
    for (int i = 0; i < 5; i++) {
        struct ring_buffer one = {0, number + i, 100 + 10 * i, 109.9 + 10 * i, 109.95 + 10 * i, i == 2 ? flags : 0};
        b[i] = one;
    }
    ring_put(&file, &f, b, 5);
}

static void checks_a_ring_that_turned_as_no_fault(void **state)
{
    (void)state;
    make_ring(700, 0);
    hitch_call(&answer, "check", save(), NULL);
    assert_int_equal(answer.code, 0);
    /* From just behind 109.95 s, when the oldest buffer was filled, to 149.9 s. */
    expect_out(": whole, 39.949 s, 56 events");
    expect_out("; older events were overwritten, complete from ");
    hitch_call(&answer, "check", "--json", text_str(&path), NULL);
    expect_out(",\"span_ms\":39949,\"complete_from\":\"");
    expect_out(",\"wrapped\":true,\"stray_times\":0,\"missing_bytes\":0,");
    expect_out("\"holes\":[],");
    /* More were written than are kept. */
    etlw_u32((uint8_t *)file.bytes.bytes + ETLW_AT_BUFFERS_WRITTEN, 900);
    const char *const verbs[] = {"count", "check", "events", "report", "crash", "estimate"};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        hitch_call(&answer, verbs[i], save(), NULL);
        assert_int_equal(answer.code, 0);
    }
    hitch_call(&answer, "compare", text_str(&path), text_str(&path), NULL);
    assert_int_equal(answer.code, 0);
    hitch_call(&answer, "report", text_str(&path), NULL);
    expect_out("; covers 39.94 s");
}

static void checks_tell_where_the_holes_are(void **state)
{
    (void)state;
    make_ring(1, ETLW_BUFFER_EVENTS_LOST);
    hitch_call(&answer, "check", save(), NULL);
    assert_int_equal(answer.code, 1);
    expect_out("; a hole of 1.090 s from ");
    expect_out(" on CPU 0 (Windows lost events)");
    memset(file.bytes.bytes + 2 * SAMPLE_UNIT, 0, SAMPLE_UNIT);
    etlw_u64((uint8_t *)file.bytes.bytes + SAMPLE_UNIT + ETLW_BUFFER_HEADER + 0x10 + 80, (uint64_t)1 << 62);
    hitch_call(&answer, "check", save(), NULL);
    assert_int_equal(answer.code, 1);
    expect_out(": damaged, ");
    expect_out("; 4.0 KB of 24.0 KB missing (16.6 %); a hole of ");
    expect_out("(zeros stand where a buffer should be)");
    expect_out("; 1 time stamps cannot be and were left out");
    hitch_call(&answer, "check", "--json", text_str(&path), NULL);
    expect_out(",\"missing_bytes\":4096,\"whole_bytes\":24576,\"holes\":[{\"cause\":\"");
    expect_out("\"cpus\":\"0x1\",\"buffers\":1,\"bytes\":4096}");
    hitch_call(&answer, "check", "--lang", "zh-CN", text_str(&path), NULL);
    expect_out("；缺少 4.0 KB，共应有 24.0 KB（16.6 %）；缺口 ");
    expect_out("（应有缓冲区之处全是零）");
    expect_out("；1 个时间戳不可能，已略去");
    assert_null(strstr(text_str(&answer.out), " on "));
    assert_null(strstr(text_str(&answer.out), "hole"));
}

static void lists_events_in_time_order(void **state)
{
    (void)state;
    struct etlw_facts f = sample_facts(2);
    etlw_file_init(&file, &f);
    for (uint16_t i = 0; i < 6; i++) {
        struct etlw_record r = sample_event(i, 1000 + 10000000 * (int64_t)(i + 1));
        etlw_file_add(&file, i % 2u, &r);
    }
    struct etlw_record rich = sample_kind(13, 1000 + 10000000 * (int64_t)7);
    etlw_file_add(&file, 0, &rich);
    etlw_file_finish(&file);
    hitch_call(&answer, "events", "--provider", "kernel-process", "--from", "+1", "--to", "+3", save(), NULL);
    assert_int_equal(answer.code, 0);
    const char *lines = strchr(text_str(&answer.out), '\n');
    assert_non_null(lines);
    assert_non_null(strstr(lines, "Z\t1\t8\t12\tMicrosoft-Windows-Kernel-Process\t1\t2\t1\t4\t80\n"));
    const char *second = strstr(lines, "\tMicrosoft-Windows-Kernel-Process\t2\t");
    const char *third = strstr(lines, "\tMicrosoft-Windows-Kernel-Process\t3\t");
    assert_true(second && third && second < third);
    assert_null(strstr(lines, "\tMicrosoft-Windows-Kernel-Process\t0\t"));
    assert_null(strstr(lines, "\tMicrosoft-Windows-Kernel-Process\t4\t"));
    hitch_call(&answer, "events", "--id", "5", "--limit", "1", text_str(&path), NULL);
    expect_out("\tMicrosoft-Windows-Kernel-Process\t5\t");
    hitch_call(&answer, "events", "--provider", "my-tracer", text_str(&path), NULL);
    expect_out("\tMy-Tracer\t13\t");
    hitch_call(&answer, "events", "--provider", "{22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}", "--limit", "1",
               text_str(&path), NULL);
    expect_out("local\tutc\tcpu\tpid\ttid\tprovider\tid\tversion\topcode\tlevel\tsize\n");
    expect_out("\tMicrosoft-Windows-Kernel-Process\t0\t");
}

static void explains_each_verb(void **state)
{
    (void)state;
    const char *const verbs[] = {"count", "check", "events"};
    for (size_t i = 0; i < 3; i++) {
        hitch_call(&answer, verbs[i], "--help", NULL);
        assert_int_equal(answer.code, 0);
        expect_out("FILE");
        expect_out("Exit: 0");
        hitch_call(&answer, verbs[i], NULL);
        assert_int_equal(answer.code, 2);
        expect_err("which file?");
        hitch_call(&answer, verbs[i], "--wrong", "x.etl", NULL);
        assert_int_equal(answer.code, 2);
        expect_err("there is no option --wrong");
    }
    hitch_call(&answer, "--help", NULL);
    assert_int_equal(answer.code, 0);
    expect_out("hitch events");
    hitch_call(&answer, NULL);
    assert_int_equal(answer.code, 2);
    hitch_call(&answer, "dance", NULL);
    assert_int_equal(answer.code, 2);
    expect_err("\"dance\" is no verb");
    hitch_call(&answer, "dance", "--lang", "zh-CN", NULL);
    assert_int_equal(answer.code, 2);
    assert_null(strstr(text_str(&answer.err), "is no verb"));
    hitch_call(&answer, "--lang", "en", "count", "--help", NULL);
    assert_int_equal(answer.code, 0);
}

static bool is_chinese(const char *str)
{
    for (; *str; str++) {
        if ((unsigned char)*str >= 0xE4 && (unsigned char)*str <= 0xE9)
            return true;
    }
    return false;
}

/* Wherever --lang stands; its lines fit a console of 90 places. */
static void explains_each_verb_in_chinese(void **state)
{
    (void)state;
    static const char *const verbs[] = {"count", "check", "events", "report", "crash", "compare", "whitelist", "estimate"};
    struct text head = TEXT_EMPTY;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        hitch_call(&answer, verbs[i], "--help", "--lang", "zh-CN", NULL);
        assert_int_equal(answer.code, 0);
        text_clear(&head);
        text_addf(&head, "hitch %s ", verbs[i]);
        assert_true(str_starts(text_str(&answer.out), text_str(&head)));
        expect_out("\n退出码：0 ");
        assert_null(strstr(text_str(&answer.out), "Exit"));
        int width = 0;
        for (const char *at = text_str(&answer.out); *at; at++) {
            unsigned char c = (unsigned char)*at;
            width = c == '\n' ? 0 : width + ((c & 0xC0) == 0x80 ? 0 : c >= 0xE3 ? 2 : 1);
            if (width > 90)
                fail_msg("a line of \"%s\" is too wide:\n%s", verbs[i], text_str(&answer.out));
        }
    }
    hitch_call(&answer, "--lang", "zh-CN", "--help", NULL);
    assert_int_equal(answer.code, 0);
    for (const char *line = strstr(text_str(&answer.out), "  hitch count"); line && str_starts(line, "  hitch ");
         line = strchr(line, '\n') + 1)
        assert_true(is_chinese(line));
    hitch_call(&answer, "--lang", "zh-CN", NULL);
    assert_int_equal(answer.code, 2);
    assert_true(is_chinese(text_str(&answer.err)));
    text_done(&head);
}

static void refuses_in_chinese(void **state)
{
    (void)state;
    sample_trace(&file, 1, 1);
    save();
    static const char *const wrong[][3] = {{"--id", "65536", "编号是 0 到 65535"}, {"--limit", "-1", "请写 1 或更大"},
                                           {"--from", "noon", "请写 21:14"}, {"--to", "1", "请写 21:14"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        hitch_call(&answer, "events", wrong[i][0], wrong[i][1], "--lang", "zh-CN", text_str(&path), NULL);
        assert_int_equal(answer.code, 2);
        expect_err(wrong[i][0]);
        expect_err(wrong[i][1]);
        expect_err(wrong[i][2]);
    }
}

static void refuses_values_that_cannot_be(void **state)
{
    (void)state;
    sample_trace(&file, 1, 1);
    save();
    const char *const wrong[][2] = {{"--id", "65536"}, {"--id", "x"}, {"--limit", "-1"}, {"--from", "noon"}, {"--to", "1"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        hitch_call(&answer, "events", wrong[i][0], wrong[i][1], text_str(&path), NULL);
        assert_int_equal(answer.code, 2);
        expect_err(wrong[i][0]);
        expect_err(wrong[i][1]);
        hitch_call(&answer, "events", wrong[i][0], wrong[i][1], text_str(&path), "--lang", "zh-CN", NULL);
        assert_int_equal(answer.code, 2);
        expect_err("\xef\xbc\x9a"); /* a colon as wide as a Chinese character */
        expect_err(wrong[i][1]);
    }
    hitch_call(&answer, "events", text_str(&path), "--id", NULL);
    assert_int_equal(answer.code, 2);
    expect_err("--id wants a value");
    hitch_call(&answer, "count", "--", "--help", NULL);
    assert_int_equal(answer.code, 2);
    expect_err("--help");
}

static void speaks_of_a_bad_file_in_one_sentence(void **state)
{
    (void)state;
    static const char *const verbs[] = {"count", "check", "events", "report", "crash"};
    text_clear(&file.bytes);
    save();
    struct text folder = TEXT_EMPTY;
    text_add(&folder, suite_folder("hitch"));
    for (size_t i = 0; i < 5; i++) {
        hitch_call(&answer, verbs[i], text_str(&path), NULL);
        assert_int_equal(answer.code, 2);
        expect_err("is not an .etl trace. Choose a file that an ETW session wrote. (at 0x0: the file is empty)\n");
        assert_null(strchr(strchr(text_str(&answer.err), '\n') + 1, '\n'));
        hitch_call(&answer, verbs[i], text_str(&folder), NULL);
        assert_int_equal(answer.code, 2);
        expect_err(i == 1 ? "holds no .etl file. Name another one.\n" : "is a folder. Name a file in it.\n");
        hitch_call(&answer, verbs[i], "--lang", "zh-CN", text_str(&path), NULL);
        assert_int_equal(answer.code, 2);
        assert_null(strstr(text_str(&answer.err), "is not an"));
        hitch_call(&answer, verbs[i], "--lang", "fr", text_str(&path), NULL);
        assert_int_equal(answer.code, 2);
        assert_string_equal(text_str(&answer.err), "hitch: --lang fr: there is no such language. Write en or zh-CN.\n");
    }
    text_done(&folder);
}

static void tells_its_version(void **state)
{
    (void)state;
    hitch_call(&answer, "--version", NULL);
    assert_int_equal(answer.code, 0);
    assert_string_equal(text_str(&answer.out), "hitch 1.0.0\n");
}

static void says_which_answer_could_not_be_written(void **state)
{
    (void)state;
    static const char *const options[] = {"--html", "--json"};
    struct text there = TEXT_EMPTY;
    sample_trace(&file, 1, 10);
    save();
    text_addf(&there, "%s/none/such.html", suite_folder("hitch"));
    struct text folder = TEXT_EMPTY;
    text_add(&folder, suite_folder("hitch"));
    for (size_t i = 0; i < 2; i++) {
        hitch_call(&answer, "report", options[i], text_str(&there), text_str(&path), NULL);
        assert_int_equal(answer.code, 2);
        expect_err("such.html\" cannot be written. ");
        hitch_call(&answer, "report", options[i], text_str(&folder), text_str(&path), NULL);
        assert_int_equal(answer.code, 2);
        expect_err("is a folder");
    }
    text_done(&there);
    text_done(&folder);
}

static void a_report_never_takes_the_place_of_another_file(void **state)
{
    (void)state;
    static const char *const options[] = {"--html", "--json"};
    static const char *const names[] = {"page", "facts"};
    struct text other = TEXT_EMPTY, bytes = TEXT_EMPTY;
    sample_trace(&file, 1, 10);
    save();
    for (size_t i = 0; i < 2; i++) {
        /* The trace itself, what belongs to it, and the other kind of report. */
        hitch_call(&answer, "report", text_str(&path), options[i], text_str(&path), NULL);
        assert_int_equal(answer.code, 2);
        expect_err("exists already. Move it away or choose another name.");
        assert_string_equal(text_str(&answer.out), "");
        text_clear(&bytes);
        assert_false(outcome_failed(os_file_read(text_str(&path), file.bytes.len, &bytes)));
        assert_memory_equal(bytes.bytes, file.bytes.bytes, file.bytes.len);
        text_clear(&other);
        text_addf(&other, "%s/%s", suite_folder("hitch"), names[i]);
        assert_false(outcome_failed(os_file_replace(text_str(&other), "{}", 2)));
        hitch_call(&answer, "report", text_str(&path), options[i], text_str(&other), NULL);
        assert_int_equal(answer.code, 2);
        expect_err("exists already");
        /* An empty file is as good as none, and an older report may go. */
        assert_false(outcome_failed(os_file_replace(text_str(&other), "", 0)));
        for (int again = 0; again < 2; again++) {
            hitch_call(&answer, "report", text_str(&path), options[i], text_str(&other), NULL);
            assert_int_equal(answer.code, 0);
        }
        hitch_call(&answer, "report", text_str(&path), options[1 - i], text_str(&other), NULL);
        assert_int_equal(answer.code, 2);
        os_remove(text_str(&other));
        hitch_call(&answer, "report", text_str(&path), "--json", text_str(&other), "--html", text_str(&other), NULL);
        assert_int_equal(answer.code, 2);
        os_remove(text_str(&other));
    }
    text_done(&other);
    text_done(&bytes);
}

static void breaks_lines_around_a_name_that_is_cut_inside_a_character(void **state)
{
    (void)state;
    struct verdict *v = NULL;
    struct text page = TEXT_EMPTY;
    sample_trace(&file, 1, 10);
    assert_false(outcome_failed(verdict_open(save(), NULL, NULL, &v)));
    text_set(&v->trace.file_names[0], "a\xF0");
    report_text(v, LANGUAGE_ENGLISH, &page);
    assert_non_null(strstr(text_str(&page), "a\xF0\n"));
    assert_int_equal(strlen(text_str(&page)), page.len);
    verdict_close(v);
    text_done(&page);
}

void suite_hitch(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(counts_in_three_kinds_of_lines, done),
        cmocka_unit_test_teardown(names_file_offset_and_fault_of_a_damaged_trace, done),
        cmocka_unit_test_teardown(says_why_a_file_is_no_trace, done),
        cmocka_unit_test_teardown(checks_in_a_line_for_people, done),
        cmocka_unit_test_teardown(checks_in_json_for_machines, done),
        cmocka_unit_test_teardown(checks_a_ring_that_turned_as_no_fault, done),
        cmocka_unit_test_teardown(checks_tell_where_the_holes_are, done),
        cmocka_unit_test_teardown(lists_events_in_time_order, done),
        cmocka_unit_test_teardown(explains_each_verb, done),
        cmocka_unit_test_teardown(explains_each_verb_in_chinese, done),
        cmocka_unit_test_teardown(refuses_in_chinese, done),
        cmocka_unit_test_teardown(refuses_values_that_cannot_be, done),
        cmocka_unit_test_teardown(speaks_of_a_bad_file_in_one_sentence, done),
        cmocka_unit_test_teardown(tells_its_version, done),
        cmocka_unit_test_teardown(says_which_answer_could_not_be_written, done),
        cmocka_unit_test_teardown(a_report_never_takes_the_place_of_another_file, done),
        cmocka_unit_test_teardown(breaks_lines_around_a_name_that_is_cut_inside_a_character, done),
    };
    SUITE_RUN("hitch", tests);
}
