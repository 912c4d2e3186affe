/* hitch estimate, on recordings written by hand and on real ones. */
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/etl_corpus.h"
#include "tests/support/etl_sample.h"
#include "tests/support/folder.h"
#include "tests/support/hitch_call.h"
#include "tests/support/zh_answer.h"

#define SECOND INT64_C(10000000)

static struct etlw_file file;
static struct hitch_answer answer;
static struct text path;

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    hitch_answer_done(&answer);
    text_done(&path);
    return 0;
}

/* Of what is in the file so far. */
static void estimate_gives(const char *language, int code)
{
    const char *folder = suite_folder("estimate");
    etlw_file_finish(&file);
    assert_true(folder_put(folder, "trace.etl", file.bytes.bytes, file.bytes.len));
    folder_join(&path, folder, "trace.etl");
    hitch_call(&answer, "estimate", "--lang", language, text_str(&path), NULL);
    assert_int_equal(answer.code, code);
}

static void estimate(const char *language)
{
    estimate_gives(language, 0);
}

static double number_after(const char *part)
{
    const char *at = strstr(text_str(&answer.out), part);
    if (!at)
        fail_msg("\"%s\" is not in:\n%s", part, text_str(&answer.out));
    return strtod(at + strlen(part), NULL);
}

static bool near(double value, double wanted)
{
    return value > wanted * 0.99 - 0.06 && value < wanted * 1.01 + 0.06;
}

static void estimate_says_rates_disk_and_rings_by_the_bytes_of_the_records(void **state)
{
    (void)state;
    struct etlw_facts facts = sample_facts(1);
    uint8_t payload[944] = {0}; /* 0x50 of header: 1,024 bytes a record */
    facts.events_lost = 3;
    facts.buffers_lost = 2;
    etlw_file_init(&file, &facts);
    for (int64_t i = 0; i <= 10000; i++) {
        struct etlw_record r = sample_event(7, 1000 + i * (SECOND / 100));
        r.payload = payload;
        r.payload_len = sizeof payload;
        assert_true(etlw_file_add(&file, 0, &r));
    }
    estimate("en");
    /* 100 a second for 100 seconds, 100 KB a second. */
    assert_non_null(strstr(text_str(&answer.out), "Microsoft-Windows-Kernel-Process                  10001        100.0        100.0"));
    assert_non_null(strstr(text_str(&answer.out), "\n100.0 s, 5 events or buffers lost: the true rates are higher\n"));
    assert_true(near(number_after("if all of it is: "), 100.0 * 3600 / 1024 / 0.9));
    for (unsigned mb = 64; mb <= 1024; mb *= 2) {
        struct text ring = TEXT_EMPTY;
        text_addf(&ring, "  %4u MB holds ", mb);
        assert_true(near(number_after(text_str(&ring)), mb * 1024.0 * 0.9 / 100 / 60));
        text_done(&ring);
    }
}

static void estimate_without_time_gives_no_rate(void **state)
{
    (void)state;
    struct etlw_facts facts = sample_facts(1);
    etlw_file_init(&file, &facts);
    sample_spread(&file, 1, 5, 6, 1);
    estimate_gives("en", 2);
    assert_non_null(strstr(text_str(&answer.err), "no rate"));
    assert_string_equal(text_str(&answer.out), "");
}

static void a_provider_that_names_itself_cannot_break_the_table(void **state)
{
    (void)state;
    /* Size, name; the name is one byte too long for the table, within a character. */
    static const char traits[] = "\x4A\0\x1B[2J\n\xC2\x9B\xE2\x80\xAE" "56789012345678901234567890123456789012345678901234567890\xE5\xBF\xAB";
    const struct etlw_item item = {ETL_ITEM_TRAITS, sizeof traits, traits};
    struct etlw_facts facts = sample_facts(1);
    etlw_file_init(&file, &facts);
    for (int64_t i = 0; i < 2; i++) {
        struct etlw_record r = sample_event(7, 1000 + i * SECOND);
        r.items = &item;
        r.item_count = 1;
        assert_true(etlw_file_add(&file, 0, &r));
    }
    estimate("en");
    static const char *const verbs[] = {"estimate", "events"};
    for (size_t i = 0; i < 2; i++) {
        hitch_call(&answer, verbs[i], text_str(&path), NULL);
        assert_int_equal(answer.code, 0);
        assert_true(utf8_valid(text_str(&answer.out), answer.out.len));
        assert_non_null(strstr(text_str(&answer.out), " [2J ??5678901234"));
    }
}

static void price_real(void *ctx, const char *trace)
{
    unsigned *seen = ctx;
    struct text sums = TEXT_EMPTY, total = TEXT_EMPTY, row = TEXT_EMPTY;
    assert_true(corpus_lines(trace, 'S', &sums));
    corpus_value(text_str(&sums), "S\ttotal_events\t", &total);
    hitch_call(&answer, "estimate", trace, NULL);
    text_addf(&row, "\nall %51s ", text_str(&total));
    if (answer.code == 0 && strstr(text_str(&answer.out), text_str(&row)))
        (*seen)++;
    else if (!strstr(text_str(&answer.err), "no rate"))
        fail_msg("%s: \"%s\" is not in:\n%s", trace, text_str(&row), text_str(&answer.out));
    text_done(&sums);
    text_done(&total);
    text_done(&row);
}

static void estimate_counts_real_traces_as_they_are_known(void **state)
{
    (void)state;
    unsigned seen = 0;
    const char *corpus = suite_corpus();
    if (!corpus)
        SUITE_SKIP("there is no corpus beside the checkout (HITCHBOX_CORPUS)");
    unsigned files = corpus_each(corpus, "real", price_real, &seen);
    assert_true(files >= 20 && seen + 4 >= files);
}

static void estimate_refuses_words_that_make_no_sense(void **state)
{
    (void)state;
    static const char *const wrong[][3] = {
        {NULL, NULL, NULL}, {"a.etl", "b.etl", NULL}, {"--live", "a.etl", NULL}, {"--live", "--seconds", "0"},
        {"--live", "--seconds", "soon"}, {"--live", "--seconds", "86401"}, {"--fast", NULL, NULL}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        hitch_call(&answer, "estimate", wrong[i][0], wrong[i][1], wrong[i][2], NULL);
        assert_int_equal(answer.code, 2);
        assert_true(answer.err.len > 0);
        assert_int_equal(answer.out.len, 0);
    }
}

static void estimate_speaks_chinese_in_straight_columns(void **state)
{
    (void)state;
    static const char *const own[] = {"Microsoft-Windows-Kernel-Process", "EventTrace", "SSD"};
    struct etlw_facts facts = sample_facts(1);
    etlw_file_init(&file, &facts);
    sample_spread(&file, 1, 0, 10000, 100);
    estimate("zh-CN");
    zh_answer_speaks_no_english(&answer, own, sizeof own / sizeof own[0]);
    const char *head = text_str(&answer.out);
    assert_int_equal(zh_answer_end_of(&answer, head, " 事件"), zh_answer_end_of(&answer, head, " 100 ") - 1);
    assert_int_equal(zh_answer_end_of(&answer, head, "KB/秒"), zh_answer_end_of(&answer, head, "%") - 7);
    assert_int_equal(zh_answer_end_of(&answer, head, " 事件"), zh_answer_end_of(&answer, strstr(head, "\n合计"), " 101 ") - 1);
    hitch_call(&answer, "estimate", "--live", "--seconds", "0", "--lang", "zh-CN", NULL);
    assert_int_equal(answer.code, 2);
    assert_non_null(strstr(text_str(&answer.err), "--seconds 0：请写 1 到 86400"));
    hitch_call(&answer, "estimate", "--live", "--seconds", "1", "--providers", "none.ini", "--lang", "zh-CN", NULL);
    assert_int_equal(answer.code, 2);
    assert_non_null(strstr(text_str(&answer.err), "none.ini"));
}

void suite_hitch_estimate(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(estimate_speaks_chinese_in_straight_columns, done),
        cmocka_unit_test_teardown(estimate_says_rates_disk_and_rings_by_the_bytes_of_the_records, done),
        cmocka_unit_test_teardown(estimate_without_time_gives_no_rate, done),
        cmocka_unit_test_teardown(a_provider_that_names_itself_cannot_break_the_table, done),
        cmocka_unit_test_teardown(estimate_counts_real_traces_as_they_are_known, done),
        cmocka_unit_test_teardown(estimate_refuses_words_that_make_no_sense, done),
    };
    SUITE_RUN("hitch_estimate", tests);
}
