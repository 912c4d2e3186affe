/* The asker's side, with a window that stands for the recorder's. */
#include "os/os_ask.h"

#include <string.h>

#include "tests/support/suite.h"
#include "win/asked.h"
#include "win/win.h"

/* What the stand-in does when it is asked. */
enum manner { IS_MUTE, IS_RIGHT, LIES };

struct stand_in {
    enum manner manner;
    const wchar_t *title;
    HANDLE ready, thread;
    HWND window;
    HWND asker;
    WORD ticket;
};

static void send_data(struct stand_in *s, HWND from, ULONG_PTR kind, WORD ticket, const char *path)
{
    struct ask_answer a = {0};
    struct text bytes = TEXT_EMPTY;
    a.kind = ASK_SAVED;
    text_set(&a.path, path);
    ask_answer_write(&a, ticket, &bytes);
    COPYDATASTRUCT data = {kind, (DWORD)bytes.len, bytes.bytes};
    SendMessageW(s->asker, WM_COPYDATA, (WPARAM)from, (LPARAM)&data);
    text_done(&bytes);
    ask_answer_done(&a);
}

static void answer(struct stand_in *s)
{
    UINT message = RegisterWindowMessageW(ASKER_MESSAGE);
    if (s->manner == LIES) {
        COPYDATASTRUCT nothing = {ASKER_DATA, 0, NULL}, noise = {ASKER_DATA, 5, (void *)"HBA1x"};
        SendMessageW(s->asker, WM_COPYDATA, (WPARAM)s->window, (LPARAM)&nothing);
        SendMessageW(s->asker, WM_COPYDATA, (WPARAM)s->window, (LPARAM)&noise);
        send_data(s, GetDesktopWindow(), ASKER_DATA, s->ticket, "from another window");
        send_data(s, s->window, 4711, s->ticket, "of another kind");
        send_data(s, s->window, ASKER_DATA, s->ticket ^ 1, "for another ticket");
        PostMessageW(s->asker, message, MAKEWPARAM(ASK_TAKEN, s->ticket ^ 1), 0);
        PostMessageW(s->asker, message, MAKEWPARAM(ASK_FAILED, s->ticket), 0);
        PostMessageW(s->asker, WM_APP, MAKEWPARAM(ASK_TAKEN, s->ticket), 0);
    } else if (s->manner == IS_RIGHT) {
        PostMessageW(s->asker, message, MAKEWPARAM(ASK_SOON, s->ticket), 7);
        send_data(s, s->window, ASKER_DATA, s->ticket, "C:\\snap.etl");
    }
}

static LRESULT CALLBACK stand_in_proc(HWND window, UINT message, WPARAM wparam, LPARAM lparam)
{
    struct stand_in *s = (struct stand_in *)GetWindowLongPtrW(window, GWLP_USERDATA);
    if (s && message == RegisterWindowMessageW(ASKED_MESSAGE)) {
        s->asker = (HWND)wparam;
        s->ticket = (WORD)lparam;
        answer(s);
        return 0;
    }
    if (message == WM_CLOSE)
        PostQuitMessage(0);
    return DefWindowProcW(window, message, wparam, lparam);
}

static DWORD WINAPI live(void *argument)
{
    struct stand_in *s = argument;
    WNDCLASSW class = {0};
    MSG msg;
    class.lpfnWndProc = stand_in_proc;
    class.lpszClassName = ASKED_WINDOW_CLASS;
    class.hInstance = GetModuleHandleW(NULL);
    RegisterClassW(&class);
    s->window = CreateWindowExW(0, ASKED_WINDOW_CLASS, s->title, WS_POPUP, 0, 0, 0, 0, NULL, NULL, class.hInstance, NULL);
    if (s->window)
        SetWindowLongPtrW(s->window, GWLP_USERDATA, (LONG_PTR)s);
    SetEvent(s->ready);
    while (s->window && GetMessageW(&msg, NULL, 0, 0) > 0)
        DispatchMessageW(&msg);
    if (s->window)
        DestroyWindow(s->window);
    UnregisterClassW(ASKED_WINDOW_CLASS, class.hInstance);
    return 0;
}

static void stand_in_begin(struct stand_in *s, enum manner manner, const wchar_t *title)
{
    memset(s, 0, sizeof *s);
    s->manner = manner;
    s->title = title;
    s->ready = CreateEventW(NULL, TRUE, FALSE, NULL);
    s->thread = CreateThread(NULL, 0, live, s, 0, NULL);
    assert_non_null(s->thread);
    WaitForSingleObject(s->ready, INFINITE);
}

static void stand_in_end(struct stand_in *s)
{
    if (s->window)
        PostMessageW(s->window, WM_CLOSE, 0, 0);
    WaitForSingleObject(s->thread, INFINITE);
    CloseHandle(s->thread);
    CloseHandle(s->ready);
}

static struct os_ask *open_ask(void)
{
    struct os_ask *ask = NULL;
    struct outcome o = os_ask_open(&ask);
    if (outcome_failed(o))
        SUITE_SKIP("no display");
    return ask;
}

static void a_recorder_that_does_not_run_starts_or_ends_is_told_apart(void **state)
{
    struct stand_in s;
    (void)state;
    struct os_ask *ask = open_ask();
    assert_int_equal(os_ask_send(ask), OS_ASK_ABSENT);
    HANDLE mutex = CreateMutexW(NULL, FALSE, ASKED_MUTEX);
    assert_int_equal(os_ask_send(ask), OS_ASK_HIDDEN);
    stand_in_begin(&s, IS_MUTE, ASKED_ENDING_TITLE);
    assert_int_equal(os_ask_send(ask), OS_ASK_ENDS);
    stand_in_end(&s);
    CloseHandle(mutex);
    os_ask_close(ask);
}

static void answers_come_in_their_order_with_what_they_say(void **state)
{
    struct stand_in s;
    struct ask_answer a = {0};
    bool soon = false, saved = false;
    (void)state;
    struct os_ask *ask = open_ask();
    stand_in_begin(&s, IS_RIGHT, ASKED_WINDOW_TITLE);
    assert_int_equal(os_ask_send(ask), OS_ASK_SENT);
    for (int i = 0; i < 2; i++) {
        assert_true(os_ask_next(ask, 10000, &a));
        soon = soon || (a.kind == ASK_SOON && a.wait_s == 7);
        saved = saved || (a.kind == ASK_SAVED && strcmp(text_str(&a.path), "C:\\snap.etl") == 0);
        ask_answer_done(&a);
        memset(&a, 0, sizeof a);
    }
    assert_true(soon && saved);
    assert_false(os_ask_next(ask, 50, &a));
    stand_in_end(&s);
    os_ask_close(ask);
}

static void what_is_no_answer_of_the_recorder_is_not_heard(void **state)
{
    struct stand_in s;
    struct ask_answer a = {0};
    (void)state;
    struct os_ask *ask = open_ask();
    stand_in_begin(&s, LIES, ASKED_WINDOW_TITLE);
    assert_int_equal(os_ask_send(ask), OS_ASK_SENT);
    assert_false(os_ask_next(ask, 500, &a));
    assert_non_null(s.asker);
    stand_in_end(&s);
    os_ask_close(ask);
}

static void a_recorder_that_says_nothing_is_waited_for_no_longer_than_asked(void **state)
{
    struct stand_in s;
    struct ask_answer a = {0};
    (void)state;
    struct os_ask *ask = open_ask();
    stand_in_begin(&s, IS_MUTE, ASKED_WINDOW_TITLE);
    assert_int_equal(os_ask_send(ask), OS_ASK_SENT);
    ULONGLONG began = GetTickCount64();
    assert_false(os_ask_next(ask, 200, &a));
    assert_in_range(GetTickCount64() - began, 150, 5000);
    stand_in_end(&s);
    os_ask_close(ask);
}

void suite_os_ask(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recorder_that_does_not_run_starts_or_ends_is_told_apart),
        cmocka_unit_test(answers_come_in_their_order_with_what_they_say),
        cmocka_unit_test(what_is_no_answer_of_the_recorder_is_not_heard),
        cmocka_unit_test(a_recorder_that_says_nothing_is_waited_for_no_longer_than_asked),
    };
    SUITE_RUN("os_ask", tests);
}
