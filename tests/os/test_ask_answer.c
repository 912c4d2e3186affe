#include "os/ask_answer.h"

#include <string.h>

#include "tests/support/suite.h"

#define TICKET 0xBEEF

static void write_sample(struct text *bytes)
{
    struct ask_answer a = {0};
    a.kind = ASK_CHECKED;
    a.outcome = outcome_of(WHY_disk_full, 112);
    a.span_ms = 161000;
    a.events_lost = 5000000000u;
    text_set(&a.path, "C:\\\xE6\x97\xA5\xE5\xBF\x97\\snap.etl");
    text_set(&a.verdict, "Stutter of 412 ms.");
    ask_answer_write(&a, TICKET, bytes);
    assert_false(bytes->failed);
    ask_answer_done(&a);
}

static void what_is_written_is_read(void **state)
{
    struct text bytes = TEXT_EMPTY;
    struct ask_answer a = {0};
    (void)state;
    write_sample(&bytes);
    assert_true(ask_answer_read(bytes.bytes, bytes.len, TICKET, &a));
    assert_int_equal(a.kind, ASK_CHECKED);
    assert_int_equal(a.outcome.why, WHY_disk_full);
    assert_int_equal(a.outcome.os, 112);
    assert_true(a.span_ms == 161000 && a.events_lost == 5000000000u);
    assert_string_equal(text_str(&a.path), "C:\\\xE6\x97\xA5\xE5\xBF\x97\\snap.etl");
    assert_string_equal(text_str(&a.verdict), "Stutter of 412 ms.");
    ask_answer_done(&a);
    text_done(&bytes);
}

static void only_ones_own_ticket_is_read(void **state)
{
    struct text bytes = TEXT_EMPTY;
    struct ask_answer a = {0};
    (void)state;
    write_sample(&bytes);
    assert_false(ask_answer_read(bytes.bytes, bytes.len, TICKET ^ 1, &a));
    assert_false(ask_answer_read(NULL, 0, TICKET, &a));
    text_done(&bytes);
}

/* Whatever is changed in its head, nothing is read outside of it, and what is
 * read is one of the kinds that there are. */
static void no_bytes_mislead_the_reader(void **state)
{
    struct text bytes = TEXT_EMPTY;
    (void)state;
    write_sample(&bytes);
    for (size_t len = 0; len < bytes.len; len++) {
        struct ask_answer a = {0};
        assert_false(ask_answer_read(bytes.bytes, len, TICKET, &a));
    }
    for (size_t at = 0; at < 48; at++) {
        for (int value = 0; value < 256; value += 5) {
            struct ask_answer a = {0};
            char was = bytes.bytes[at];
            bytes.bytes[at] = (char)value;
            if (ask_answer_read(bytes.bytes, bytes.len, TICKET, &a)) {
                assert_in_range(a.kind, ASK_SAVED, ASK_CHECKED);
                assert_in_range(a.outcome.why, 0, WHY_count - 1);
                assert_int_equal(a.path.len + a.verdict.len, strlen("C:\\123456\\snap.etl") + strlen("Stutter of 412 ms."));
            }
            ask_answer_done(&a);
            bytes.bytes[at] = was;
        }
    }
    text_done(&bytes);
}

static void nothing_that_is_said_steers_a_terminal(void **state)
{
    struct ask_answer a = {0}, back = {0};
    struct text bytes = TEXT_EMPTY;
    (void)state;
    a.kind = ASK_SAVED;
    text_set(&a.path, "C:\\\x1B[2Jsnap\xFF.etl");
    text_set(&a.verdict, "one\r\ntwo");
    ask_answer_write(&a, TICKET, &bytes);
    assert_true(ask_answer_read(bytes.bytes, bytes.len, TICKET, &back));
    assert_null(strchr(text_str(&back.path), 0x1B));
    assert_true(utf8_valid(text_str(&back.path), back.path.len));
    assert_null(strchr(text_str(&back.verdict), '\n'));
    ask_answer_done(&a);
    ask_answer_done(&back);
    text_done(&bytes);
}

void suite_ask_answer(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(only_ones_own_ticket_is_read),
        cmocka_unit_test(no_bytes_mislead_the_reader),
        cmocka_unit_test(nothing_that_is_said_steers_a_terminal),
    };
    SUITE_RUN("ask_answer", tests);
}
