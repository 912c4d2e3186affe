#include "tests/support/suite.h"

#include <string.h>

#include "runs/snapinfo.h"

static struct snapinfo sample(void)
{
    struct snapinfo info;
    memset(&info, 0, sizeof info);
    info.pressed = 134404836123456780;
    info.flushed = 134404836133456780;
    info.ring_mb = 256;
    info.summary.state = ETL_NOT_CLOSED;
    info.summary.bytes = 268435456;
    info.summary.events = 812334;
    info.summary.payload_events = 812332;
    info.summary.events_lost = 7;
    info.summary.buffers_lost = 1;
    info.summary.first_time = 134404834500000000;
    info.summary.last_time = 134404836110000000;
    info.summary.cpus = 16;
    info.summary.os_build = 22631;
    info.foreground = 4294967292u;
    snapinfo_set_game(&info, "game \"1\".exe");
    return info;
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    struct text json = TEXT_EMPTY;
    struct snapinfo info = sample(), back;
    memset(&back, 0, sizeof back);
    snapinfo_write(&info, NULL, NULL, &json);
    assert_int_equal(snapinfo_read(json.bytes, json.len, &back).why, WHY_ok);
    assert_memory_equal(&info, &back, sizeof info);
    assert_true(snapinfo_span_ms(&back) == 161000);
    assert_non_null(strstr(text_str(&json), "\"span_ms\": 161000"));
    text_done(&json);
}

static void the_span_counts_from_where_the_ring_is_complete(void **state)
{
    (void)state;
    struct text json = TEXT_EMPTY;
    struct snapinfo info = sample(), back;
    memset(&back, 0, sizeof back);
    info.outside = true;
    info.complete_from = info.summary.last_time - 100 * INT64_C(10000000);
    info.flush_before = info.summary.last_time - 200 * INT64_C(10000000);
    info.covered.events = 5;
    info.covered.buffers = 2;
    info.covered.since = info.complete_from - 10;
    snapinfo_write(&info, NULL, NULL, &json);
    assert_non_null(strstr(text_str(&json), "\"complete_from\": \""));
    assert_non_null(strstr(text_str(&json), "\"span_ms\": 100000"));
    assert_int_equal(snapinfo_read(json.bytes, json.len, &back).why, WHY_ok);
    assert_memory_equal(&info, &back, sizeof info);
    assert_true(snapinfo_span_ms(&back) == 100000);
    text_done(&json);
}

static void a_press_is_found_in_the_time_of_the_trace(void **state)
{
    (void)state;
    struct snapinfo info = sample();
    info.pressed = info.summary.last_time - 5;
    info.flushed = info.summary.last_time + 3;
    assert_true(snapinfo_press_in_trace(&info) == info.pressed);
    /* The clock was set an hour ahead since the session began. */
    info.pressed += INT64_C(36000000000);
    info.flushed += INT64_C(36000000000);
    assert_true(snapinfo_press_in_trace(&info) == info.summary.last_time - 8);
    info.pressed = 0;
    assert_true(snapinfo_press_in_trace(&info) == 0);
}

static void order_and_unknown_members_do_not_matter(void **state)
{
    (void)state;
    static const char json[] =
        "{\"ring_mb\":64,\"new\":[1],\"os_build\":1,\"cpus\":2,\"buffers_lost\":0,\"events_lost\":3,\"payload_events\":4,"
        "\"events\":5,\"bytes\":6,\"state\":\"whole\",\"format\":\"hitchbox-snapshot-1\"}";
    struct snapinfo info;
    assert_int_equal(snapinfo_read(json, sizeof json - 1, &info).why, WHY_ok);
    assert_int_equal(info.ring_mb, 64);
    assert_int_equal(info.summary.events, 5);
    assert_int_equal(info.summary.state, ETL_WHOLE);
    assert_true(info.pressed == 0);
    assert_true(snapinfo_span_ms(&info) == 0);
}

static void every_cut_is_refused_or_whole(void **state)
{
    (void)state;
    struct text json = TEXT_EMPTY;
    struct snapinfo info = sample();
    snapinfo_write(&info, NULL, NULL, &json);
    size_t refused = 0;
    for (size_t len = 0; len < json.len; len++) {
        struct snapinfo kept = sample();
        kept.ring_mb = 99;
        if (outcome_failed(snapinfo_read(json.bytes, len, &kept))) {
            assert_int_equal(kept.ring_mb, 99);
            refused++;
        }
    }
    assert_true(refused > json.len - 10);
    text_done(&json);
}

static void the_verdict_comes_back_as_it_was(void **state)
{
    (void)state;
    static const char sentence[] = "Stutter of 412 ms: \"disk\" C:\\x took 380 ms, 磁盘";
    struct text json = TEXT_EMPTY;
    struct snapinfo_words words = {0}, back = {0};
    struct snapinfo info = sample(), read;
    text_set(&words.verdict, sentence);
    text_set(&words.game, "\"felt_en\": \"no\".exe");
    text_set(&words.cause[LANGUAGE_ENGLISH], "disk took 380 ms");
    text_set(&words.felt[LANGUAGE_ENGLISH], "stutter of 412 ms");
    text_set(&words.cause[LANGUAGE_ZH_CN], "磁盘用了 380 毫秒");
    text_set(&words.felt[LANGUAGE_ZH_CN], "卡顿 412 毫秒");
    snapinfo_write(&info, &words, NULL, &json);
    assert_int_equal(snapinfo_read(json.bytes, json.len, &read).why, WHY_ok);
    assert_true(snapinfo_read_words(json.bytes, json.len, &back));
    assert_string_equal(text_str(&back.verdict), sentence);
    assert_string_equal(text_str(&back.game), text_str(&words.game));
    for (int i = 0; i < LANGUAGE_count; i++) {
        assert_string_equal(text_str(&back.cause[i]), text_str(&words.cause[i]));
        assert_string_equal(text_str(&back.felt[i]), text_str(&words.felt[i]));
    }
    for (size_t len = 0; len < json.len; len++) {
        snapinfo_words_done(&back);
        assert_true(snapinfo_read_words(json.bytes, len, &back));
        assert_true(back.verdict.len < sizeof sentence);
    }
    snapinfo_words_done(&words);
    snapinfo_words_done(&back);
    text_done(&json);
}

/* As it was written before there were pieces, and where there was no verdict. */
static void a_sentence_alone_or_no_word_at_all_is_read_too(void **state)
{
    (void)state;
    struct text json = TEXT_EMPTY;
    struct snapinfo_words words = {0}, back = {0};
    struct snapinfo info = sample();
    text_set(&words.verdict, "It stood still.");
    snapinfo_write(&info, &words, NULL, &json);
    assert_null(strstr(text_str(&json), "cause_"));
    assert_true(snapinfo_read_words(json.bytes, json.len, &back));
    assert_string_equal(text_str(&back.verdict), "It stood still.");
    for (int i = 0; i < LANGUAGE_count; i++)
        assert_int_equal(back.cause[i].len + back.felt[i].len, 0);
    snapinfo_words_done(&words);
    snapinfo_words_done(&back);
    text_clear(&json);
    snapinfo_write(&info, NULL, NULL, &json);
    assert_true(snapinfo_read_words(json.bytes, json.len, &back));
    assert_int_equal(back.verdict.len + back.game.len, 0);
    snapinfo_words_done(&back);
    text_done(&json);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "{}", "null", "\"hitchbox-snapshot-1\"",
                                      "{\"format\": \"hitchbox-snapshot-1\", \"state\": \"odd\"}"};
    struct snapinfo info;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(snapinfo_read(bad[i], strlen(bad[i]), &info).why, WHY_config_invalid);
}

void suite_snapinfo(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(the_span_counts_from_where_the_ring_is_complete),
        cmocka_unit_test(a_press_is_found_in_the_time_of_the_trace),
        cmocka_unit_test(order_and_unknown_members_do_not_matter),
        cmocka_unit_test(every_cut_is_refused_or_whole),
        cmocka_unit_test(the_verdict_comes_back_as_it_was),
        cmocka_unit_test(a_sentence_alone_or_no_word_at_all_is_read_too),
        cmocka_unit_test(other_files_are_refused),
    };
    SUITE_RUN("snapinfo", tests);
}
