#include "tests/support/suite.h"

#include <string.h>

#include "os/os.h"
#include "tests/support/etl_sample.h"
#include "win/win.h"

#define LEN (5u * 4096u + 100u)

/* What Windows raises for a page that a drive does not give is raised by hand. */
static struct text path;

static struct os_map map_of(uint8_t fill)
{
    static uint8_t bytes[LEN];
    struct os_map map;
    memset(bytes, fill, sizeof bytes);
    text_set(&path, suite_folder("map-guard"));
    text_add(&path, "\\m");
    assert_false(outcome_failed(os_file_replace(text_str(&path), bytes, sizeof bytes)));
    assert_false(outcome_failed(os_map_open(text_str(&path), &map)));
    return map;
}

static void raise_at(const uint8_t *at)
{
    ULONG_PTR parameters[3] = {0, (ULONG_PTR)at, 0xC000020Cu};
    RaiseException((DWORD)EXCEPTION_IN_PAGE_ERROR, 0, 3, parameters);
}

static void a_page_that_cannot_be_read_becomes_zeros(void **state)
{
    (void)state;
    struct os_map map = map_of(7), other = {0};
    assert_false(outcome_failed(os_map_open(text_str(&path), &other)));
    assert_int_equal(map.bytes[4096], 7);
    raise_at(map.bytes + 8192 + 5);
    assert_true(os_map_lost(&map));
    for (uint32_t i = 0; i < LEN; i++)
        assert_int_equal(map.bytes[i], 0);
    assert_false(os_map_lost(&other));
    assert_int_equal(other.bytes[LEN - 1], 7);
    os_map_close(&map);
    os_map_close(&other);
    struct os_map again = map_of(9);
    assert_int_equal(again.bytes[0], 9);
    assert_false(os_map_lost(&again));
    os_map_close(&again);
    text_done(&path);
}

static LONG CALLBACK take(EXCEPTION_POINTERS *p)
{
    return p->ExceptionRecord->ExceptionCode == (DWORD)EXCEPTION_IN_PAGE_ERROR ? EXCEPTION_CONTINUE_EXECUTION
                                                                                : EXCEPTION_CONTINUE_SEARCH;
}

static void leaves_faults_elsewhere_to_others(void **state)
{
    (void)state;
    struct os_map map = map_of(7);
    void *own = AddVectoredExceptionHandler(0, take);
    static const uint8_t elsewhere[1] = {0};
    raise_at(elsewhere);
    raise_at(map.bytes - 1);
    raise_at(map.bytes + 6 * 4096);
    assert_false(os_map_lost(&map));
    assert_int_equal(map.bytes[0], 7);
    RemoveVectoredExceptionHandler(own);
    os_map_close(&map);
    text_done(&path);
}

static void a_trace_that_is_lost_while_read_is_an_error(void **state)
{
    (void)state;
    struct etlw_file file;
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    sample_trace(&file, 2, 3000);
    text_set(&path, suite_folder("map-guard"));
    text_add(&path, "\\lost.etl");
    assert_true(etlw_file_save(&file, text_str(&path)));
    assert_false(outcome_failed(etl_open(text_str(&path), &r)));
    for (int i = 0; i < 10; i++)
        assert_true(etl_next(r, &e));
    raise_at(e.record);
    while (etl_next(r, &e)) {
    }
    assert_int_equal(etl_error(r).why, WHY_file_lost);
    etl_close(r);
    etlw_file_done(&file);
    text_done(&path);
}

void suite_map_guard(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_that_cannot_be_read_becomes_zeros),
        cmocka_unit_test(leaves_faults_elsewhere_to_others),
        cmocka_unit_test(a_trace_that_is_lost_while_read_is_an_error),
    };
    SUITE_RUN("map_guard", tests);
}
