#include "os/os_ask.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "win/asked.h"
#include "win/win.h"

#define ANSWERS_MOST 4u

struct os_ask {
    HWND window, recorder;
    UINT question, answer_message;
    uint16_t ticket;
    struct ask_answer answers[ANSWERS_MOST]; /* heard and not taken yet */
    size_t count;
};

static void take_number(struct os_ask *ask, WPARAM wparam, LPARAM lparam)
{
    if (HIWORD(wparam) != ask->ticket || LOWORD(wparam) >= ASK_SAVED || ask->count == ANSWERS_MOST)
        return;
    struct ask_answer *answer = &ask->answers[ask->count++];
    memset(answer, 0, sizeof *answer);
    answer->kind = (enum ask_kind)LOWORD(wparam);
    answer->wait_s = (uint32_t)lparam;
}

static void take_data(struct os_ask *ask, HWND from, const COPYDATASTRUCT *data)
{
    struct ask_answer answer = {0};
    if (from == ask->recorder && data && data->dwData == ASKER_DATA && ask->count < ANSWERS_MOST &&
        ask_answer_read(data->lpData, data->cbData, ask->ticket, &answer))
        ask->answers[ask->count++] = answer;
}

static LRESULT CALLBACK asker_proc(HWND window, UINT message, WPARAM wparam, LPARAM lparam)
{
    struct os_ask *ask = (struct os_ask *)GetWindowLongPtrW(window, GWLP_USERDATA);
    if (!ask)
        return DefWindowProcW(window, message, wparam, lparam);
    if (message == WM_COPYDATA) {
        take_data(ask, (HWND)wparam, (const COPYDATASTRUCT *)lparam);
        return TRUE;
    }
    if (message != ask->answer_message)
        return DefWindowProcW(window, message, wparam, lparam);
    take_number(ask, wparam, lparam);
    return 0;
}

static struct outcome make_window(struct os_ask *ask)
{
    WNDCLASSEXW class = {0};
    class.cbSize = sizeof class;
    class.lpfnWndProc = asker_proc;
    class.hInstance = GetModuleHandleW(NULL);
    class.lpszClassName = ASKER_CLASS;
    ask->question = RegisterWindowMessageW(ASKED_MESSAGE);
    ask->answer_message = RegisterWindowMessageW(ASKER_MESSAGE);
    if (!ask->question || !ask->answer_message ||
        (!RegisterClassExW(&class) && GetLastError() != ERROR_CLASS_ALREADY_EXISTS))
        return outcome_of(WHY_window_create, GetLastError());
    ask->window = CreateWindowExW(0, ASKER_CLASS, L"", 0, 0, 0, 0, 0, HWND_MESSAGE, NULL, class.hInstance, NULL);
    if (!ask->window)
        return outcome_of(WHY_window_create, GetLastError());
    SetWindowLongPtrW(ask->window, GWLP_USERDATA, (LONG_PTR)ask);
    return outcome_ok();
}

struct outcome os_ask_open(struct os_ask **ask)
{
    struct os_ask *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    struct outcome result = make_window(fresh);
    if (outcome_failed(result)) {
        os_ask_close(fresh);
        return result;
    }
    fresh->ticket = (uint16_t)(os_utc_now() / 10000 ^ GetCurrentProcessId());
    *ask = fresh;
    return result;
}

void os_ask_close(struct os_ask *ask)
{
    if (!ask)
        return;
    if (ask->window)
        DestroyWindow(ask->window);
    for (size_t i = 0; i < ask->count; i++)
        ask_answer_done(&ask->answers[i]);
    free(ask);
}

/* A mutex that may not be opened is there all the same. */
static bool has_mutex(void)
{
    HANDLE mutex = OpenMutexW(SYNCHRONIZE, FALSE, ASKED_MUTEX);
    DWORD code = GetLastError();
    if (mutex)
        CloseHandle(mutex);
    return mutex || code == ERROR_ACCESS_DENIED;
}

enum os_ask_sent os_ask_send(struct os_ask *ask)
{
    ask->recorder = FindWindowW(ASKED_WINDOW_CLASS, ASKED_WINDOW_TITLE);
    if (!ask->recorder && FindWindowW(ASKED_WINDOW_CLASS, ASKED_ENDING_TITLE))
        return OS_ASK_ENDS;
    if (!ask->recorder)
        return has_mutex() ? OS_ASK_HIDDEN : OS_ASK_ABSENT;
    if (PostMessageW(ask->recorder, ask->question, (WPARAM)ask->window, ask->ticket))
        return OS_ASK_SENT;
    return GetLastError() == ERROR_INVALID_WINDOW_HANDLE ? OS_ASK_ABSENT : OS_ASK_CLOSED;
}

static bool take_first(struct os_ask *ask, struct ask_answer *answer)
{
    if (!ask->count)
        return false;
    *answer = ask->answers[0];
    ask->count--;
    memmove(&ask->answers[0], &ask->answers[1], ask->count * sizeof ask->answers[0]);
    return true;
}

bool os_ask_next(struct os_ask *ask, uint32_t ms, struct ask_answer *answer)
{
    int64_t end_ns = os_ticks_ns() + (int64_t)ms * 1000000;
    while (!take_first(ask, answer)) {
        MSG msg;
        int64_t left_ms = (end_ns - os_ticks_ns()) / 1000000;
        if (left_ms <= 0)
            return false;
        if (PeekMessageW(&msg, NULL, 0, 0, PM_REMOVE))
            DispatchMessageW(&msg);
        else if (!ask->count) /* what was sent came in while looking */
            MsgWaitForMultipleObjects(0, NULL, FALSE, (DWORD)left_ms, QS_ALLINPUT);
    }
    return true;
}
