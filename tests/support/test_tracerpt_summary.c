/* tracerpt's summary, from text of the published form. */
#include <string.h>

#include "base/text.h"
#include "tests/support/suite.h"
#include "tests/support/tracerpt_summary.h"

#define PROCESS "{22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}"
#define EVENT_TRACE "{68fdd900-4a3e-11d1-84f4-0000f80464e3}"

static const char SAMPLE[] =
    "\r\nFiles Processed:\r\n\tC:\\runs\\snap.etl\r\n"
    "Total Buffers Processed 12\r\nTotal Events  Processed 1234\r\nTotal Events  Lost      0\r\n"
    "Start Time              Monday, November 30, 2026\r\n"
    "+------------------------------------------------------------------------+\r\n"
    "|Event Count   Event Name       Task      Opcode      Version  Guid       |\r\n"
    "+------------------------------------------------------------------------+\r\n"
    "|          1    EventTrace       0         Header      2       " EVENT_TRACE "|\r\n"
    "|       1200    Microsoft-Windows-Kernel-Process  ProcessStart  Start  3  " PROCESS "|\r\n"
    "|         33    Microsoft-Windows-Kernel-Process  ProcessStop   Stop   2  " PROCESS "|\r\n"
    "+------------------------------------------------------------------------+\r\n";

static struct guid guid_of(const char *str)
{
    struct guid g = {0};
    assert_true(guid_parse(str, &g));
    return g;
}

static void rows_of_one_provider_are_added_up(void **state)
{
    struct tracerpt_summary s;
    (void)state;
    struct guid process = guid_of(PROCESS), header = guid_of(EVENT_TRACE);
    assert_true(tracerpt_read(&s, SAMPLE, sizeof SAMPLE - 1));
    assert_int_equal(s.row_count, 2);
    assert_int_equal(s.events, 1234);
    assert_int_equal(tracerpt_count(&s, &process), 1233);
    assert_int_equal(tracerpt_count(&s, &header), 1);
}

static void utf_16_reads_the_same(void **state)
{
    struct tracerpt_summary s;
    struct text wide = TEXT_EMPTY;
    (void)state;
    text_add_bytes(&wide, "\xFF\xFE", 2);
    for (size_t i = 0; i < sizeof SAMPLE - 1; i++) {
        text_add_bytes(&wide, SAMPLE + i, 1);
        text_add_bytes(&wide, "", 1);
    }
    assert_true(tracerpt_read(&s, wide.bytes, wide.len));
    assert_int_equal(s.events, 1234);
    text_done(&wide);
}

static void guids_without_braces_and_foreign_words_are_fine(void **state)
{
    static const char text[] = "|  17  \xE8\xBF\x9B\xE7\xA8\x8B  22FB2CD6-0E7B-422B-A0C7-2FAD1FD0E716   |\n"
                               "\xE6\x80\xBB\xE8\xAE\xA1 99\n";
    struct tracerpt_summary s;
    (void)state;
    struct guid process = guid_of(PROCESS);
    assert_true(tracerpt_read(&s, text, sizeof text - 1));
    assert_int_equal(s.events, 17);
    assert_int_equal(tracerpt_count(&s, &process), 17);
}

static void what_is_no_table_has_no_rows(void **state)
{
    static const char *const texts[] = {"", "|", "| 12 |", "| x " PROCESS " |", "12 " PROCESS,
                                        "|12" PROCESS "|", "| 12 {22fb2cd6-0e7b-422b-a0c7-2fad1fd0e71} |"};
    struct tracerpt_summary s;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_false(tracerpt_read(&s, texts[i], strlen(texts[i])));
    assert_int_equal(s.events, 0);
}

static void more_providers_than_there_is_room_for_still_count(void **state)
{
    static struct tracerpt_summary s;
    struct text t = TEXT_EMPTY;
    (void)state;
    for (unsigned i = 0; i < TRACERPT_MOST + 10; i++)
        text_addf(&t, "| 2 name {%08x-0e7b-422b-a0c7-2fad1fd0e716} |\n", i);
    assert_true(tracerpt_read(&s, t.bytes, t.len));
    assert_int_equal(s.row_count, TRACERPT_MOST);
    assert_int_equal(s.events, 2 * (TRACERPT_MOST + 10));
    text_done(&t);
}

void suite_tracerpt_summary(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_one_provider_are_added_up),
        cmocka_unit_test(utf_16_reads_the_same),
        cmocka_unit_test(guids_without_braces_and_foreign_words_are_fine),
        cmocka_unit_test(what_is_no_table_has_no_rows),
        cmocka_unit_test(more_providers_than_there_is_room_for_still_count),
    };
    SUITE_RUN("tracerpt", tests);
}
