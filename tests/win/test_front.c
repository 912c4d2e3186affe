/* Whose window is in front, with windows of other processes one above the other. */
#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/account.h"
#include "tests/support/other_window.h"
#include "win/front.h"

#define OTHERS 3u

struct desk {
    HWND own; /* of this process, in front of all others */
    struct other_window others[OTHERS];
};

static void clear_away(struct desk *d)
{
    for (size_t i = 0; i < OTHERS; i++)
        other_window_close(&d->others[i]);
    if (d->own)
        DestroyWindow(d->own);
}

/* A window of our own, and under it the others, the first of them uppermost. False
 * where that cannot be had. */
static bool lay(struct desk *d, const enum other_window_kind *kinds, size_t count)
{
    memset(d, 0, sizeof *d);
    d->own = CreateWindowExW(0, L"STATIC", L"", WS_OVERLAPPEDWINDOW | WS_VISIBLE, 0, 0, 80, 60, NULL, NULL, NULL, NULL);
    bool good = d->own != NULL;
    for (size_t i = count; i-- > 0 && good;) {
        good = other_window_open(&d->others[i], kinds[i], NULL);
        if (good)
            other_window_lift(d->others[i].window);
    }
    return good && other_window_to_front(d->own);
}

/* How many windows lie between the two; -1: the lower one is not below. */
static int between(HWND upper, HWND lower)
{
    int count = 0;
    for (HWND at = GetWindow(upper, GW_HWNDNEXT); at; at = GetWindow(at, GW_HWNDNEXT), count++) {
        if (at == lower)
            return count;
    }
    return -1;
}

/* With our own window in front, one of that kind below it and a plain one below
 * that: is it the kind's process that is in front? */
static void check_kind(enum other_window_kind kind, bool is_in_front)
{
    const enum other_window_kind kinds[] = {kind, OTHER_plain};
    struct desk d;
    bool laid = lay(&d, kinds, 2);
    int below_own = laid ? between(d.own, d.others[0].window) : -1;
    int below_kind = laid ? between(d.others[0].window, d.others[1].window) : -1;
    uint32_t front = front_process(), wanted = d.others[is_in_front ? 0 : 1].pid;
    clear_away(&d);
    if (!laid && !account_can_be_set())
        SUITE_SKIP("this desktop shows no windows in front of others");
    assert_true(laid);
    assert_true(below_own >= 0 && below_kind >= 0);
    assert_int_equal(front, wanted);
}

static void a_window_of_our_own_gives_way_to_the_next_one(void **state)
{
    (void)state;
    check_kind(OTHER_plain, true);
}

static void tool_windows_are_passed_over(void **state)
{
    (void)state;
    check_kind(OTHER_tool, false);
}

static void windows_that_take_no_focus_are_passed_over(void **state)
{
    (void)state;
    check_kind(OTHER_no_activate, false);
}

static void minimised_windows_are_passed_over(void **state)
{
    (void)state;
    check_kind(OTHER_minimised, false);
}

static void hidden_windows_are_passed_over(void **state)
{
    (void)state;
    check_kind(OTHER_hidden, false);
}

static void the_shells_own_windows_are_passed_over(void **state)
{
    (void)state;
    if (!account_can_be_set() || GetShellWindow())
        SUITE_SKIP("there is a shell, which cannot be moved");
    check_kind(OTHER_shell, false);
}

static void the_foremost_window_comes_first(void **state)
{
    const enum other_window_kind kinds[] = {OTHER_plain, OTHER_plain};
    struct desk d;
    (void)state;
    bool laid = lay(&d, kinds, 2) && other_window_to_front(d.others[1].window);
    uint32_t front = front_process(), wanted = d.others[1].pid;
    clear_away(&d);
    if (!laid && !account_can_be_set())
        SUITE_SKIP("this desktop shows no windows in front of others");
    assert_true(laid);
    assert_int_equal(front, wanted);
}

static void a_frame_gives_the_app_that_it_hosts(void **state)
{
    const enum other_window_kind kinds[] = {OTHER_plain};
    struct desk d;
    (void)state;
    bool laid = lay(&d, kinds, 1);
    uint32_t before = front_process(), frame = d.others[0].pid;
    bool hosted = laid && other_window_open(&d.others[1], OTHER_core, d.others[0].window);
    uint32_t front = front_process(), app = d.others[1].pid;
    clear_away(&d);
    if (!laid && !account_can_be_set())
        SUITE_SKIP("this desktop shows no windows in front of others");
    assert_true(laid && hosted);
    assert_int_equal(before, frame);
    assert_int_equal(front, app);
}

static void where_nothing_is_there_it_is_nobody(void **state)
{
    const enum other_window_kind kinds[] = {OTHER_plain};
    struct desk d;
    (void)state;
    bool laid = lay(&d, kinds, 1);
    if (laid)
        SetWindowPos(d.own, HWND_BOTTOM, 0, 0, 0, 0, SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE);
    bool lowest = laid && GetForegroundWindow() == d.own && between(d.others[0].window, d.own) >= 0;
    uint32_t front = front_process();
    clear_away(&d);
    if (!lowest && !account_can_be_set())
        SUITE_SKIP("this desktop shows no windows in front of others");
    assert_true(lowest);
    assert_int_equal(front, 0);
}

void suite_front(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_of_our_own_gives_way_to_the_next_one),
        cmocka_unit_test(tool_windows_are_passed_over),
        cmocka_unit_test(windows_that_take_no_focus_are_passed_over),
        cmocka_unit_test(minimised_windows_are_passed_over),
        cmocka_unit_test(hidden_windows_are_passed_over),
        cmocka_unit_test(the_shells_own_windows_are_passed_over),
        cmocka_unit_test(the_foremost_window_comes_first),
        cmocka_unit_test(a_frame_gives_the_app_that_it_hosts),
        cmocka_unit_test(where_nothing_is_there_it_is_nobody),
    };
    SUITE_RUN("front", tests);
}
