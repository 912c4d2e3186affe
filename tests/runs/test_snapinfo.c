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
    return info;
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    struct text json = TEXT_EMPTY;
    struct snapinfo info = sample(), back;
    memset(&back, 0, sizeof back);
    snapinfo_write(&info, NULL, &json);
    assert_true(snapinfo_read(json.bytes, json.len, &back));
    assert_memory_equal(&info, &back, sizeof info);
    assert_true(snapinfo_span_ms(&back) == 161000);
    assert_non_null(strstr(text_str(&json), "\"span_ms\": 161000"));
    text_done(&json);
}

static void order_and_unknown_members_do_not_matter(void **state)
{
    (void)state;
    static const char json[] =
        "{\"ring_mb\":64,\"new\":[1],\"os_build\":1,\"cpus\":2,\"buffers_lost\":0,\"events_lost\":3,\"payload_events\":4,"
        "\"events\":5,\"bytes\":6,\"state\":\"whole\",\"format\":\"hitchbox-snapshot-1\"}";
    struct snapinfo info;
    assert_true(snapinfo_read(json, sizeof json - 1, &info));
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
    snapinfo_write(&info, NULL, &json);
    size_t refused = 0;
    for (size_t len = 0; len < json.len; len++) {
        struct snapinfo kept = sample();
        kept.ring_mb = 99;
        if (!snapinfo_read(json.bytes, len, &kept)) {
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
    struct text json = TEXT_EMPTY, back = TEXT_EMPTY;
    struct snapinfo info = sample(), read;
    snapinfo_write(&info, sentence, &json);
    assert_true(snapinfo_read(json.bytes, json.len, &read));
    snapinfo_verdict(json.bytes, json.len, &back);
    assert_string_equal(text_str(&back), sentence);
    for (size_t len = 0; len < json.len; len++) {
        text_clear(&back);
        snapinfo_verdict(json.bytes, len, &back);
        assert_true(back.len < sizeof sentence);
    }
    text_clear(&json);
    text_clear(&back);
    snapinfo_write(&info, NULL, &json);
    snapinfo_verdict(json.bytes, json.len, &back);
    assert_int_equal(back.len, 0);
    text_done(&json);
    text_done(&back);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "{}", "null", "\"hitchbox-snapshot-1\"",
                                      "{\"format\": \"hitchbox-snapshot-1\", \"state\": \"odd\"}"};
    struct snapinfo info;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(snapinfo_read(bad[i], strlen(bad[i]), &info));
}

void suite_snapinfo(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(order_and_unknown_members_do_not_matter),
        cmocka_unit_test(every_cut_is_refused_or_whole),
        cmocka_unit_test(the_verdict_comes_back_as_it_was),
        cmocka_unit_test(other_files_are_refused),
    };
    SUITE_RUN("snapinfo", tests);
}
