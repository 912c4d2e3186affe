#include "tests/support/suite.h"

#include <string.h>

#include "recorder/loss_log.h"

static struct loss_count at(int64_t ns, uint32_t events)
{
    struct loss_count c = {ns, events, events / 10};
    return c;
}

static void the_count_before_a_moment_is_found(void **state)
{
    (void)state;
    struct loss_log log;
    memset(&log, 0, sizeof log);
    assert_int_equal(loss_log_at(&log, 5).events, 0);
    loss_log_begin(&log, at(100, 0));
    for (int64_t t = 200; t <= 1000; t += 100)
        loss_log_add(&log, at(t, t >= 500 ? 30 : 0));
    assert_int_equal(loss_log_at(&log, 450).events, 0);
    assert_int_equal(loss_log_at(&log, 450).ns, 400);
    assert_int_equal(loss_log_at(&log, 5000).events, 30);
    assert_int_equal(loss_log_at(&log, 5000).ns, 1000);
    /* Before the session began it had lost nothing. */
    assert_int_equal(loss_log_at(&log, 1).ns, 100);
    loss_log_begin(&log, at(2000, 7));
    assert_int_equal(loss_log_at(&log, 450).events, 7);
}

static void without_a_loss_it_stays_small(void **state)
{
    (void)state;
    struct loss_log log;
    loss_log_begin(&log, at(0, 0));
    for (int64_t t = 1; t < 100000; t++)
        loss_log_add(&log, at(t, 0));
    assert_int_equal(log.count, 2);
}

/* A day of losses, asked for every ten seconds: the last minutes stay fine, and
 * the begin is never forgotten. */
static void with_many_losses_the_older_ones_grow_coarse(void **state)
{
    (void)state;
    struct loss_log log;
    loss_log_begin(&log, at(0, 0));
    for (int64_t t = 1; t <= 8640; t++)
        loss_log_add(&log, at(t, (uint32_t)t));
    assert_true(log.count <= LOSS_LOG_MOST);
    for (int64_t back = 1; back < LOSS_LOG_MOST / 2; back++)
        assert_int_equal(loss_log_at(&log, 8640 - back).events, 8640 - back);
    assert_int_equal(loss_log_at(&log, 0).events, 0);
    for (uint32_t i = 1; i < log.count; i++)
        assert_true(log.counts[i].ns > log.counts[i - 1].ns);
}

void suite_loss_log(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(the_count_before_a_moment_is_found),
                                              cmocka_unit_test(without_a_loss_it_stays_small),
                                              cmocka_unit_test(with_many_losses_the_older_ones_grow_coarse)};
    SUITE_RUN("loss_log", tests);
}
