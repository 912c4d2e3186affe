#include "tests/support/suite.h"

#include "gather/silence.h"

#define MS 10000

struct gaps {
    unsigned count;
    int64_t from, to; /* of the longest */
};

static void note(void *ctx, int64_t from, int64_t to)
{
    struct gaps *g = ctx;
    g->count++;
    if (to - from > g->to - g->from) {
        g->from = from;
        g->to = to;
    }
}

static void a_gap_is_found_in_whatever_order_events_come(void **state)
{
    (void)state;
    struct silence s = {0};
    struct gaps g = {0};
    int64_t start = 133500000000000000;
    /* Two CPUs, one after the other, which are silent together for 500 ms. */
    for (int64_t at = 5000; at >= 0; at -= 10) {
        if (at <= 2000 || at >= 2500)
            silence_mark(&s, start + at * MS);
    }
    for (int64_t at = 0; at <= 5000; at += 10) {
        if (at <= 1900 || at >= 2500)
            silence_mark(&s, start + at * MS + 3);
    }
    silence_each(&s, 40 * MS, note, &g);
    assert_int_equal(g.count, 1);
    assert_in_range(g.from - start, 1999 * MS, 2002 * MS);
    assert_in_range(g.to - start, 2499 * MS, 2501 * MS);
    silence_done(&s);
}

static void pages_without_events_are_one_gap(void **state)
{
    (void)state;
    struct silence s = {0};
    struct gaps g = {0};
    silence_mark(&s, 1000000000000);
    silence_mark(&s, 1000000000000 + 300LL * 1000 * MS);
    silence_mark(&s, 1000000000000 - 200LL * 3600 * 1000 * MS); /* out of reach: passed over */
    silence_mark(&s, INT64_MAX);
    silence_each(&s, 40 * MS, note, &g);
    assert_int_equal(g.count, 1);
    assert_in_range(g.to - g.from, 299999LL * MS - MS, 300000LL * MS);
    silence_done(&s);
}

void suite_silence(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(a_gap_is_found_in_whatever_order_events_come),
                                              cmocka_unit_test(pages_without_events_are_one_gap)};
    SUITE_RUN("silence", tests);
}
