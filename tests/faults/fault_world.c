/* The clock, the window with its messages and the worker; a life's begin and end. */
#include "tests/faults/fault_shown.h"

#include <string.h>

#include "tests/faults/fault_shim.h"
#include "win/instance.h"
#include "win/asked.h"

#define U "user32"

struct world world;
static volatile LONG jobs_posted, jobs_taken, worker_waits;

/* ---- the clock ---- */

static UINT_PTR set_timer(UINT_PTR id, UINT ms)
{
    world.timers_ms[id % WORLD_TIMERS] = ms;
    return id;
}

static UINT_PTR WINAPI fault_SetTimer(HWND window, UINT_PTR id, UINT ms, TIMERPROC proc)
{
    DWORD code;
    (void)window;
    (void)proc;
    return fault_is_watched() && fault_fails(CALL_TIMER, fault_role_of_number("timer ", id), &code) ? 0 : set_timer(id, ms);
}
FAULT_BIND(UINT_PTR, SetTimer, (HWND, UINT_PTR, UINT, TIMERPROC))

static UINT_PTR WINAPI fault_SetCoalescableTimer(HWND window, UINT_PTR id, UINT ms, TIMERPROC proc, ULONG lax)
{
    DWORD code;
    (void)window;
    (void)proc;
    (void)lax;
    return fault_is_watched() && fault_fails(CALL_TIMER_LAX, fault_role_of_number("timer ", id), &code) ? 0 : set_timer(id, ms);
}
FAULT_BIND(UINT_PTR, SetCoalescableTimer, (HWND, UINT_PTR, UINT, TIMERPROC, ULONG))

static BOOL WINAPI fault_KillTimer(HWND window, UINT_PTR id)
{
    (void)window;
    world.timers_ms[id % WORLD_TIMERS] = 0;
    return TRUE;
}
FAULT_BIND(BOOL, KillTimer, (HWND, UINT_PTR))

/* Waiting is for other machines: here nothing changes by it. */
static void WINAPI fault_Sleep(DWORD ms)
{
    static void(WINAPI *to)(DWORD);
    if (!to)
        to = (void(WINAPI *)(DWORD))fault_real("kernel32", "Sleep");
    to(fault_is_watched() && ms > 0 ? 0 : ms);
}
FAULT_BIND(void, Sleep, (DWORD))

/* Short waits are for something to let go; long ones for the worker. */
static DWORD WINAPI fault_WaitForSingleObject(HANDLE handle, DWORD ms)
{
    static DWORD(WINAPI *to)(HANDLE, DWORD);
    if (!to)
        to = (DWORD(WINAPI *)(HANDLE, DWORD))fault_real("kernel32", "WaitForSingleObject");
    return to(handle, fault_is_watched() && ms <= 1000 ? 0 : ms);
}
FAULT_BIND(DWORD, WaitForSingleObject, (HANDLE, DWORD))

static DWORD WINAPI fault_MsgWaitForMultipleObjects(DWORD count, const HANDLE *handles, BOOL all, DWORD ms, DWORD mask)
{
    static DWORD(WINAPI *to)(DWORD, const HANDLE *, BOOL, DWORD, DWORD);
    if (!to)
        to = (DWORD(WINAPI *)(DWORD, const HANDLE *, BOOL, DWORD, DWORD))fault_real(U, "MsgWaitForMultipleObjects");
    if (!fault_is_watched())
        return to(count, handles, all, ms, mask);
    bool rests = ms > 100; /* nothing is under way: the worker only looks again now and then */
    if (rests)
        InterlockedIncrement(&worker_waits);
    DWORD result = to(count, handles, all, 1, mask);
    if (rests)
        InterlockedDecrement(&worker_waits);
    return result;
}
FAULT_BIND(DWORD, MsgWaitForMultipleObjects, (DWORD, const HANDLE *, BOOL, DWORD, DWORD))

void world_fire_timers(void)
{
    UINT_PTR ids[WORLD_TIMERS];
    size_t count = 0;
    for (UINT_PTR id = 0; id < WORLD_TIMERS; id++)
        if (world.timers_ms[id])
            ids[count++] = id;
    fault_harness_enter();
    for (size_t i = 0; i < count; i++)
        PostMessageW(world.window, WM_TIMER, ids[i], 0);
    fault_harness_leave();
    shown_balloon_ends();
}

void world_restart_explorer(void)
{
    world.icon = false;
    fault_harness_enter();
    PostMessageW(world.window, RegisterWindowMessageW(L"TaskbarCreated"), 0, 0);
    fault_harness_leave();
}

/* ---- a program that asks ---- */

#define TICKET 4711

static LRESULT CALLBACK asker_proc(HWND window, UINT message, WPARAM wparam, LPARAM lparam)
{
    struct ask_answer answer = {0};
    const COPYDATASTRUCT *data = (const COPYDATASTRUCT *)lparam;
    fault_harness_enter();
    UINT number = RegisterWindowMessageW(ASKER_MESSAGE);
    if (message == number && LOWORD(wparam) < ASK_kinds)
        world.heard[LOWORD(wparam)]++;
    else if (message == WM_COPYDATA && ask_answer_read(data->lpData, data->cbData, TICKET, &answer))
        world.heard[answer.kind]++;
    ask_answer_done(&answer);
    LRESULT result = message == number || message == WM_COPYDATA ? 0 : DefWindowProcW(window, message, wparam, lparam);
    fault_harness_leave();
    return result;
}

static void asker_begin(void)
{
    WNDCLASSW class = {0};
    if (world.asker)
        return;
    class.lpfnWndProc = asker_proc;
    class.lpszClassName = ASKER_CLASS;
    class.hInstance = GetModuleHandleW(NULL);
    RegisterClassW(&class);
    world.asker = CreateWindowExW(0, ASKER_CLASS, L"", 0, 0, 0, 0, 0, HWND_MESSAGE, NULL, class.hInstance, NULL);
}

void world_ask(void)
{
    fault_harness_enter();
    memset(world.heard, 0, sizeof world.heard);
    PostMessageW(world.window, RegisterWindowMessageW(ASKED_MESSAGE), (WPARAM)world.asker, TICKET);
    fault_harness_leave();
}

FAULT_REPLACE(U, LRESULT, 0, SEND, b == WM_COPYDATA ? "answer" : "second start", SendMessageTimeoutW,
              (HWND a, UINT b, WPARAM c, LPARAM d, UINT e, UINT f, PDWORD_PTR g), a, b, c, d, e, f, g)

static bool is_registered(UINT message, const wchar_t *name)
{
    fault_harness_enter();
    bool is = message == RegisterWindowMessageW(name);
    fault_harness_leave();
    return is;
}

static const char *message_role(UINT message)
{
    if (message == WM_NULL)
        return "null";
    if (message >= 0xC000)
        return is_registered(message, ASKER_MESSAGE) ? "answer" : "second start";
    return fault_role_of_number("app ", message - WM_APP);
}

/* ---- the window, its messages and the worker ---- */

static HANDLE *thread_place(void)
{
    size_t i = 0;
    while (world.worker && i + 1 < WORLD_DELIVERIES && world.deliveries[i])
        i++;
    return world.worker ? &world.deliveries[i] : &world.worker;
}

static HWND WINAPI fault_CreateWindowExW(DWORD a, LPCWSTR b, LPCWSTR c, DWORD d, int e, int f, int g, int h, HWND i, HMENU j,
                                         HINSTANCE k, LPVOID l)
{
    static HWND(WINAPI *to)(DWORD, LPCWSTR, LPCWSTR, DWORD, int, int, int, int, HWND, HMENU, HINSTANCE, LPVOID);
    DWORD code;
    if (!to)
        to = (HWND(WINAPI *)(DWORD, LPCWSTR, LPCWSTR, DWORD, int, int, int, int, HWND, HMENU, HINSTANCE, LPVOID))fault_real(
            U, "CreateWindowExW");
    if (fault_is_watched() && fault_fails(CALL_WINDOW, "", &code))
        return NULL;
    HWND made = to(a, b, c, d, e, f, g, h, i, j, k, l);
    if (!world.window)
        world.window = made; /* the program's first is its hidden one */
    return made;
}
FAULT_BIND(HWND, CreateWindowExW, (DWORD, LPCWSTR, LPCWSTR, DWORD, int, int, int, int, HWND, HMENU, HINSTANCE, LPVOID))

static HANDLE WINAPI fault_CreateThread(LPSECURITY_ATTRIBUTES a, SIZE_T b, LPTHREAD_START_ROUTINE c, LPVOID d, DWORD e, LPDWORD f)
{
    static HANDLE(WINAPI *to)(LPSECURITY_ATTRIBUTES, SIZE_T, LPTHREAD_START_ROUTINE, LPVOID, DWORD, LPDWORD);
    DWORD code;
    if (!to)
        to = (HANDLE(WINAPI *)(LPSECURITY_ATTRIBUTES, SIZE_T, LPTHREAD_START_ROUTINE, LPVOID, DWORD, LPDWORD))fault_real(
            "kernel32", "CreateThread");
    if (!fault_is_watched())
        return to(a, b, c, d, e, f);
    if (fault_fails(CALL_THREAD, world.worker ? "answer" : "", &code))
        return NULL;
    HANDLE made = to(a, b, c, d, e, f);
    DuplicateHandle(GetCurrentProcess(), made, GetCurrentProcess(), thread_place(), 0, FALSE, DUPLICATE_SAME_ACCESS);
    return made;
}
FAULT_BIND(HANDLE, CreateThread, (LPSECURITY_ATTRIBUTES, SIZE_T, LPTHREAD_START_ROUTINE, LPVOID, DWORD, LPDWORD))

FAULT_REPLACE(U, BOOL, FALSE, HOTKEY, "", RegisterHotKey, (HWND a, int b, UINT c, UINT d), a, b, c, d)
FAULT_REPLACE(U, HPOWERNOTIFY, NULL, POWER_EVENTS, "", RegisterSuspendResumeNotification, (HANDLE a, DWORD b), a, b)
FAULT_REPLACE(U, BOOL, FALSE, BLOCK_REASON, "", ShutdownBlockReasonCreate, (HWND a, LPCWSTR b), a, b)
FAULT_REPLACE(U, ATOM, 0, CLASS, "", RegisterClassExW, (const WNDCLASSEXW *a), a)
FAULT_REPLACE(U, UINT, 0, OWN_MESSAGE, fault_role_of_wide(a), RegisterWindowMessageW, (LPCWSTR a), a)
FAULT_REPLACE(U, BOOL, FALSE, MESSAGE_FILTER, is_registered(b, ASKED_MESSAGE) ? "HitchboxSave" : "", ChangeWindowMessageFilterEx,
              (HWND a, UINT b, DWORD c, PCHANGEFILTERSTRUCT d), a, b, c, d)
FAULT_REPLACE(U, BOOL, FALSE, POST, message_role(b),
              PostMessageW, (HWND a, UINT b, WPARAM c, LPARAM d), a, b, c, d)

static BOOL WINAPI fault_PostThreadMessageW(DWORD thread, UINT message, WPARAM wparam, LPARAM lparam)
{
    static BOOL(WINAPI *to)(DWORD, UINT, WPARAM, LPARAM);
    DWORD code;
    if (!to)
        to = (BOOL(WINAPI *)(DWORD, UINT, WPARAM, LPARAM))fault_real(U, "PostThreadMessageW");
    if (fault_is_watched() && fault_fails(CALL_POST_THREAD, fault_role_of_number("job ", message - WM_APP), &code))
        return FALSE;
    InterlockedIncrement(&jobs_posted);
    BOOL posted = to(thread, message, wparam, lparam);
    if (!posted)
        InterlockedDecrement(&jobs_posted);
    return posted;
}
FAULT_BIND(BOOL, PostThreadMessageW, (DWORD, UINT, WPARAM, LPARAM))

static BOOL real_peek(LPMSG msg, HWND window, UINT first, UINT last, UINT how)
{
    static BOOL(WINAPI *to)(LPMSG, HWND, UINT, UINT, UINT);
    if (!to)
        to = (BOOL(WINAPI *)(LPMSG, HWND, UINT, UINT, UINT))fault_real(U, "PeekMessageW");
    return to(msg, window, first, last, how);
}

static BOOL WINAPI fault_PeekMessageW(LPMSG msg, HWND window, UINT first, UINT last, UINT how)
{
    BOOL there = real_peek(msg, window, first, last, how);
    if (there && (how & PM_REMOVE) && GetCurrentThreadId() != world.ui_thread)
        InterlockedIncrement(&jobs_taken);
    return there;
}
FAULT_BIND(BOOL, PeekMessageW, (LPMSG, HWND, UINT, UINT, UINT))

static bool has_ended(HANDLE thread)
{
    return !thread || WaitForSingleObject(thread, 0) == WAIT_OBJECT_0;
}

static bool are_delivered(void)
{
    for (size_t i = 0; i < WORLD_DELIVERIES; i++) {
        if (!has_ended(world.deliveries[i]))
            return false;
        if (world.deliveries[i])
            CloseHandle(world.deliveries[i]);
        world.deliveries[i] = NULL;
    }
    return true;
}

static bool worker_is_idle(void)
{
    return has_ended(world.worker) || (worker_waits && jobs_posted == jobs_taken);
}

static BOOL wait_in_ui(LPMSG msg)
{
    for (;;) {
        bool idle = worker_is_idle() && has_ended(world.other) && are_delivered();
        if (real_peek(msg, NULL, 0, 0, PM_REMOVE))
            return msg->message != WM_QUIT;
        fault_harness_enter();
        if (idle)
            world.quiet(world.ctx);
        else
            MsgWaitForMultipleObjects(0, NULL, FALSE, 1, QS_ALLINPUT);
        fault_harness_leave();
    }
}

static BOOL WINAPI fault_GetMessageW(LPMSG msg, HWND window, UINT first, UINT last)
{
    static BOOL(WINAPI *to)(LPMSG, HWND, UINT, UINT);
    if (!to)
        to = (BOOL(WINAPI *)(LPMSG, HWND, UINT, UINT))fault_real(U, "GetMessageW");
    if (GetCurrentThreadId() == world.ui_thread)
        return wait_in_ui(msg);
    InterlockedIncrement(&worker_waits);
    BOOL got = to(msg, window, first, last);
    InterlockedDecrement(&worker_waits);
    InterlockedIncrement(&jobs_taken);
    return got;
}
FAULT_BIND(BOOL, GetMessageW, (LPMSG, HWND, UINT, UINT))

/* ---- lives ---- */

void world_life_begin(void)
{
    world.ui_thread = GetCurrentThreadId();
    world.lives = true;
    asker_begin();
    world.window = NULL;
    world.menu_choice = 0;
    world.menu_refused = false;
    world.balloon_up = false;
    world.icon_orphaned = false;
    world.started_raised = false;
    memset(world.timers_ms, 0, sizeof world.timers_ms);
    jobs_posted = jobs_taken = worker_waits = 0;
    world_hush();
}

void world_life_end(void)
{
    MSG msg;
    world.lives = false;
    fault_harness_enter();
    if (world.worker) {
        while (!worker_is_idle())
            Sleep(1);
        if (!has_ended(world.worker)) {
            TerminateThread(world.worker, 0);
            WaitForSingleObject(world.worker, INFINITE);
        }
        CloseHandle(world.worker);
    }
    world.worker = NULL;
    if (IsWindow(world.window)) {
        SetWindowLongPtrW(world.window, GWLP_USERDATA, 0); /* what it points to is gone */
        DestroyWindow(world.window);
    }
    while (real_peek(&msg, NULL, 0, 0, PM_REMOVE) || !are_delivered())
        ;
    UnregisterClassW(INSTANCE_WINDOW_CLASS, GetModuleHandleW(NULL));
    world.icon = false;
    fault_harness_leave();
}
