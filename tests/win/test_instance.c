#include "win/instance.h"

#include "tests/support/suite.h"

#define NAME L"Local\\Hitchbox-instance-test"

static LRESULT CALLBACK count_shows(HWND window, UINT message, WPARAM wparam, LPARAM lparam)
{
    if (message == instance_message()) {
        LONG_PTR count = GetWindowLongPtrW(window, GWLP_USERDATA);
        SetWindowLongPtrW(window, GWLP_USERDATA, count + 1);
        assert_int_equal(wparam, 0);
        assert_int_equal(lparam, 0);
        return count < 0 ? 0 : INSTANCE_ANSWER;
    }
    return DefWindowProcW(window, message, wparam, lparam);
}

/* NULL where there is no display to make one on. */
static HWND make_window(void)
{
    WNDCLASSW wc = {0};
    wc.lpfnWndProc = count_shows;
    wc.lpszClassName = INSTANCE_WINDOW_CLASS;
    wc.hInstance = GetModuleHandleW(NULL);
    RegisterClassW(&wc);
    return CreateWindowExW(0, INSTANCE_WINDOW_CLASS, INSTANCE_WINDOW_TITLE, WS_POPUP, 0, 0, 1, 1, NULL, NULL, wc.hInstance, NULL);
}

static void the_first_start_goes_on(void **state)
{
    struct instance first = instance_init(NAME, 0);
    (void)state;
    assert_int_equal(first.role, INSTANCE_FIRST);
    assert_non_null(first.mutex);
    instance_done(&first);
    assert_null(first.mutex);
}

static void a_second_start_asks_the_first_to_show_itself(void **state)
{
    HWND window = make_window();
    MSG message;
    (void)state;
    if (!window)
        SUITE_SKIP("no display");
    struct instance first = instance_init(NAME, 0);
    struct instance second = instance_init(NAME, 2000);
    assert_int_equal(second.role, INSTANCE_TOLD);
    while (PeekMessageW(&message, window, 0, 0, PM_REMOVE))
        DispatchMessageW(&message);
    assert_int_equal(GetWindowLongPtrW(window, GWLP_USERDATA), 1);
    DestroyWindow(window);
    instance_done(&second);
    instance_done(&first);
}

static void a_first_one_that_cannot_be_reached_is_named_so(void **state)
{
    struct instance first = instance_init(NAME, 0);
    struct instance second = instance_init(NAME, 0);
    (void)state;
    assert_int_equal(second.role, INSTANCE_ELSEWHERE);
    instance_done(&second);
    instance_done(&first);
}

static DWORD WINAPI end_soon(void *first)
{
    Sleep(300);
    instance_done(first);
    return 0;
}

/* Terminated, and started again at once: its window is still there for a moment. */
static void a_window_that_answers_no_more_is_not_the_first(void **state)
{
    HWND window = make_window();
    (void)state;
    if (!window)
        SUITE_SKIP("no display");
    SetWindowLongPtrW(window, GWLP_USERDATA, -1000);
    struct instance first = instance_init(NAME, 0);
    HANDLE ending = CreateThread(NULL, 0, end_soon, &first, 0, NULL);
    assert_non_null(ending);
    struct instance next = instance_init(NAME, 2000);
    assert_int_equal(next.role, INSTANCE_FIRST);
    assert_in_range(GetWindowLongPtrW(window, GWLP_USERDATA) + 1000, 1, 50);
    WaitForSingleObject(ending, INFINITE);
    CloseHandle(ending);
    DestroyWindow(window);
    instance_done(&next);
}

/* Exit, and started again at once. */
static void a_start_while_the_first_ends_waits_for_its_end(void **state)
{
    HWND window = make_window();
    MSG message;
    (void)state;
    if (!window)
        SUITE_SKIP("no display");
    SetWindowTextW(window, INSTANCE_ENDING_TITLE);
    struct instance first = instance_init(NAME, 0);
    HANDLE ending = CreateThread(NULL, 0, end_soon, &first, 0, NULL);
    assert_non_null(ending);
    struct instance next = instance_init(NAME, 100);
    assert_int_equal(next.role, INSTANCE_FIRST);
    while (PeekMessageW(&message, window, 0, 0, PM_REMOVE))
        DispatchMessageW(&message);
    assert_int_equal(GetWindowLongPtrW(window, GWLP_USERDATA), 0);
    WaitForSingleObject(ending, INFINITE);
    CloseHandle(ending);
    DestroyWindow(window);
    instance_done(&next);
}

static void after_the_first_has_ended_the_next_is_first(void **state)
{
    struct instance first = instance_init(NAME, 0);
    (void)state;
    instance_done(&first);
    struct instance next = instance_init(NAME, 0);
    assert_int_equal(next.role, INSTANCE_FIRST);
    instance_done(&next);
}

/* Something else of that name: no mutex is to be had, and nothing is known of
 * another start but its window. */
static void without_a_mutex_the_first_is_known_by_its_window(void **state)
{
    HANDLE other = CreateEventW(NULL, FALSE, FALSE, NAME);
    (void)state;
    assert_non_null(other);
    struct instance alone = instance_init(NAME, 0);
    assert_null(alone.mutex);
    assert_int_equal(alone.role, INSTANCE_FIRST);
    instance_done(&alone);
    HWND window = make_window();
    if (window) {
        struct instance second = instance_init(NAME, 0);
        assert_int_equal(second.role, INSTANCE_TOLD);
        instance_done(&second);
        DestroyWindow(window);
    }
    CloseHandle(other);
}

void suite_instance(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_start_goes_on),
        cmocka_unit_test(a_second_start_asks_the_first_to_show_itself),
        cmocka_unit_test(a_first_one_that_cannot_be_reached_is_named_so),
        cmocka_unit_test(a_window_that_answers_no_more_is_not_the_first),
        cmocka_unit_test(a_start_while_the_first_ends_waits_for_its_end),
        cmocka_unit_test(after_the_first_has_ended_the_next_is_first),
        cmocka_unit_test(without_a_mutex_the_first_is_known_by_its_window),
    };
    SUITE_RUN("instance", tests);
}
