#include "tests/support/suite.h"

#include <string.h>

#include "gather/facts.h"

#define FACTS 200u

/* Sorts differ in what they do with equals; the order of a list must not. */
static void facts_of_one_time_have_one_order(void **state)
{
    (void)state;
    struct facts all[2] = {0};
    for (unsigned way = 0; way < 2; way++) {
        for (unsigned i = 0; i < FACTS; i++) {
            unsigned n = way ? FACTS - 1 - i : i * 37 % FACTS;
            struct fact *f = facts_add(&all[way], FACT_device_gone, 1000, 1000 + n % 2, NULL, TRACE_hub3);
            assert_non_null(f);
            f->value = n / 2 % 5;
            f->name = n / 10 % 5;
            f->pid = n / 50;
        }
        facts_sort(&all[way]);
    }
    const struct fact_list *a = &all[0].lanes[LANE_DEVICES], *b = &all[1].lanes[LANE_DEVICES];
    assert_int_equal(a->count, FACTS);
    for (unsigned i = 0; i < FACTS; i++)
        assert_int_equal(facts_compare(&a->items[i], &b->items[i]), 0);
    facts_done(&all[0]);
    facts_done(&all[1]);
}

/* What goes when a lane is too full is the same whatever came first. */
static void of_equal_weight_the_same_ones_stay(void **state)
{
    (void)state;
    struct facts all[2] = {0};
    for (unsigned way = 0; way < 2; way++) {
        for (unsigned i = 0; i < LANE_FACTS + 400; i++) {
            unsigned n = way ? LANE_FACTS + 399 - i : i;
            struct fact *f = facts_add(&all[way], FACT_device_gone, 1000, 1000, NULL, TRACE_hub3);
            assert_non_null(f);
            f->value = n;
        }
        facts_sort(&all[way]);
    }
    const struct fact_list *a = &all[0].lanes[LANE_DEVICES], *b = &all[1].lanes[LANE_DEVICES];
    assert_int_equal(a->count, LANE_FACTS);
    for (unsigned i = 0; i < LANE_FACTS; i++)
        assert_int_equal(facts_compare(&a->items[i], &b->items[i]), 0);
    facts_done(&all[0]);
    facts_done(&all[1]);
}

void suite_facts(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(facts_of_one_time_have_one_order),
                                              cmocka_unit_test(of_equal_weight_the_same_ones_stay)};
    SUITE_RUN("facts", tests);
}
