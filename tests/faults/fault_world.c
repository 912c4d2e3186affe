#include "tests/faults/fault_world.h"

#include <string.h>

#include "tests/faults/fault_shim.h"
#include "app/instance.h"

#define U "user32"
#define QUIET_POLL_MS 20

struct world world;
static volatile LONG jobs_posted, jobs_taken, worker_waits;

/* ---- what was said ---- */

/* Languages have some texts twice, but no title of one kind. */
static enum string_id title_of(enum said_kind kind, const char *title)
{
    int first = kind == SAID_TIP ? STR_state_starting : STR_balloon_saved, last = kind == SAID_TIP ? STR_state_config : STR_box_title;
    for (int id = first; id <= last; id++)
        if (strcmp(string_get(world.language, (enum string_id)id), title) == 0)
            return (enum string_id)id;
    return STR_count;
}

static void say(enum said_kind kind, const char *title, const wchar_t *text)
{
    if (world.said_count == SAID_MOST)
        return;
    struct said *s = &world.said[world.said_count++];
    s->kind = kind;
    s->title = title_of(kind, title);
    text_clear(&s->text);
    text_add_wide(&s->text, text);
}

static void say_wide(enum said_kind kind, const wchar_t *title, const wchar_t *text)
{
    struct text narrow = TEXT_EMPTY;
    text_add_wide(&narrow, title);
    say(kind, text_str(&narrow), text);
    text_done(&narrow);
}

/* "Hitchbox: recording\nMemory 8 MB": the state is its title. */
static void say_tip(const wchar_t *tip)
{
    struct text whole = TEXT_EMPTY, state = TEXT_EMPTY;
    text_add_wide(&whole, tip);
    const char *colon = string_get(world.language, STR_colon), *at = strstr(text_str(&whole), colon);
    const char *end = strchr(text_str(&whole), '\n');
    at = at ? at + strlen(colon) : text_str(&whole);
    text_add_bytes(&state, at, end && end > at ? (size_t)(end - at) : strlen(at));
    say(SAID_TIP, text_str(&state), tip);
    text_done(&whole);
    text_done(&state);
}

void world_hush(void)
{
    world.said_count = 0;
}

const struct said *world_said(enum said_kind kind, enum string_id title)
{
    for (size_t i = 0; i < world.said_count; i++)
        if (world.said[i].kind == kind && (title == STR_count || world.said[i].title == title))
            return &world.said[i];
    return NULL;
}

/* ---- the notification area ---- */

BOOL WINAPI __wrap_Shell_NotifyIconW(DWORD call, PNOTIFYICONDATAW data);
HRESULT WINAPI __wrap_SHQueryUserNotificationState(QUERY_USER_NOTIFICATION_STATE *state);

static void tell_of_balloon(UINT what)
{
    fault_harness_enter();
    PostMessageW(world.window, world.icon_message, 0, MAKELPARAM(what, 1));
    fault_harness_leave();
}

static void take_icon(const NOTIFYICONDATAW *data)
{
    world.image = data->hIcon;
    world.icon_message = data->uCallbackMessage;
    if (data->uFlags & NIF_TIP)
        say_tip(data->szTip);
    if ((data->uFlags & NIF_INFO) && data->szInfo[0]) {
        say_wide(SAID_BALLOON, data->szInfoTitle, data->szInfo);
        tell_of_balloon(NIN_BALLOONSHOW);
        world.balloon_up = true;
    }
}

static BOOL add_icon(const NOTIFYICONDATAW *data)
{
    if (world.icon)
        return FALSE;
    world.icon = true;
    take_icon(data);
    return TRUE;
}

BOOL WINAPI __wrap_Shell_NotifyIconW(DWORD call, PNOTIFYICONDATAW data)
{
    DWORD code;
    switch (call) {
    case NIM_ADD:
        if (fault_fails(CALL_ICON_ADD, "", &code))
            return FALSE;
        bool late = fault_fails(CALL_ICON_ADD_DONE, "", &code);
        return add_icon(data) && !late;
    case NIM_MODIFY:
        if (fault_fails(CALL_ICON_MODIFY, data->uFlags & NIF_INFO ? "balloon" : "icon", &code) || !world.icon)
            return FALSE;
        take_icon(data);
        return TRUE;
    case NIM_SETVERSION:
        return !fault_fails(CALL_ICON_VERSION, "", &code) && world.icon;
    case NIM_DELETE:
        if (fault_fails(CALL_ICON_DELETE, "", &code) || !world.icon)
            return FALSE;
        world.icon = false;
        return TRUE;
    default:
        return FALSE;
    }
}

HRESULT WINAPI __wrap_SHQueryUserNotificationState(QUERY_USER_NOTIFICATION_STATE *state)
{
    DWORD code;
    if (fault_fails(CALL_USER_STATE, "", &code))
        return HRESULT_FROM_WIN32(code);
    *state = fault_fails(CALL_USER_BUSY, "", &code) ? (QUERY_USER_NOTIFICATION_STATE)code : QUNS_ACCEPTS_NOTIFICATIONS;
    return S_OK;
}

static int WINAPI fault_MessageBoxW(HWND window, LPCWSTR text, LPCWSTR title, UINT type)
{
    DWORD code;
    (void)window;
    (void)type;
    if (fault_is_watched() && fault_fails(CALL_BOX, "", &code))
        return 0;
    say_wide(SAID_BOX, title, text);
    return IDOK;
}
FAULT_BIND(int, MessageBoxW, (HWND, LPCWSTR, LPCWSTR, UINT))

static BOOL WINAPI fault_MessageBeep(UINT kind)
{
    DWORD code;
    if (fault_is_watched() && fault_fails(CALL_BEEP, "", &code))
        return FALSE;
    say(SAID_SOUND, "", kind == MB_ICONHAND ? L"failed" : L"saved");
    return TRUE;
}
FAULT_BIND(BOOL, MessageBeep, (UINT))

static BOOL WINAPI fault_TrackPopupMenuEx(HMENU menu, UINT flags, int x, int y, HWND window, LPTPMPARAMS around)
{
    DWORD code;
    (void)flags;
    (void)x;
    (void)y;
    (void)window;
    (void)around;
    if (fault_is_watched() && fault_fails(CALL_MENU_SHOW, "", &code))
        return 0;
    say(SAID_MENU, "", L"");
    UINT state = world.menu_choice ? GetMenuState(menu, world.menu_choice, MF_BYCOMMAND) : 0;
    world.menu_refused = state & (MF_GRAYED | MF_DISABLED);
    return world.menu_refused ? 0 : (BOOL)world.menu_choice;
}
FAULT_BIND(BOOL, TrackPopupMenuEx, (HMENU, UINT, int, int, HWND, LPTPMPARAMS))

FAULT_REPLACE(U, HANDLE, NULL, IMAGE, "", LoadImageW, (HINSTANCE a, LPCWSTR b, UINT c, int d, int e, UINT f), a, b, c, d, e, f)
FAULT_REPLACE(U, UINT, 0, DPI, "", GetDpiForWindow, (HWND a), a)
FAULT_REPLACE(U, int, 0, METRICS_DPI, "", GetSystemMetricsForDpi, (int a, UINT b), a, b)
FAULT_REPLACE(U, HMENU, NULL, MENU, "", CreatePopupMenu, (void), )
FAULT_REPLACE(U, BOOL, FALSE, MENU_ITEM, "", AppendMenuW, (HMENU a, UINT b, UINT_PTR c, LPCWSTR d), a, b, c, d)
FAULT_REPLACE(U, BOOL, FALSE, FOREGROUND, "", SetForegroundWindow, (HWND a), a)

/* ---- the desktop and programs that are started ---- */

static HWND WINAPI fault_GetShellWindow(void)
{
    DWORD code;
    return fault_is_watched() && fault_fails(CALL_SHELL_WINDOW, "", &code) ? NULL : GetDesktopWindow();
}
FAULT_BIND(HWND, GetShellWindow, (void))

static HWND WINAPI fault_FindWindowW(LPCWSTR class, LPCWSTR title)
{
    static HWND(WINAPI *to)(LPCWSTR, LPCWSTR);
    DWORD code;
    if (!to)
        to = (HWND(WINAPI *)(LPCWSTR, LPCWSTR))fault_real(U, "FindWindowW");
    if (fault_is_watched() && fault_fails(CALL_FIND_WINDOW, fault_role_of_wide(class), &code))
        return NULL;
    return wcscmp(class, L"Shell_TrayWnd") == 0 ? GetDesktopWindow() : to(class, title);
}
FAULT_BIND(HWND, FindWindowW, (LPCWSTR, LPCWSTR))

/* This process stands for the one that owns the desktop. */
static DWORD WINAPI fault_GetWindowThreadProcessId(HWND window, LPDWORD pid)
{
    DWORD code;
    if (fault_is_watched() && fault_fails(CALL_WINDOW_OWNER, window == GetDesktopWindow() ? "shell" : "own", &code))
        return 0;
    *pid = GetCurrentProcessId();
    return 1;
}
FAULT_BIND(DWORD, GetWindowThreadProcessId, (HWND, LPDWORD))

static BOOL GetTokenInformation_real(HANDLE token, TOKEN_INFORMATION_CLASS class, LPVOID info, DWORD room, PDWORD len)
{
    static BOOL(WINAPI *to)(HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD);
    if (!to)
        to = (BOOL(WINAPI *)(HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD))fault_real("advapi32", "GetTokenInformation");
    return to(token, class, info, room, len);
}

static BOOL WINAPI fault_OpenProcessToken(HANDLE process, DWORD access, PHANDLE token)
{
    static BOOL(WINAPI *to)(HANDLE, DWORD, PHANDLE);
    const char *role = process == GetCurrentProcess() ? "own" : "shell";
    DWORD code;
    if (!to)
        to = (BOOL(WINAPI *)(HANDLE, DWORD, PHANDLE))fault_real("advapi32", "OpenProcessToken");
    if (fault_is_watched() && fault_fails(CALL_OPEN_TOKEN, role, &code))
        return FALSE;
    BOOL opened = to(process, access, token);
    if (opened)
        fault_note_handle(*token, role);
    return opened;
}
FAULT_BIND(BOOL, OpenProcessToken, (HANDLE, DWORD, PHANDLE))

static BOOL WINAPI fault_GetTokenInformation(HANDLE token, TOKEN_INFORMATION_CLASS class, LPVOID info, DWORD room, PDWORD len)
{
    DWORD code;
    const char *role = fault_role_of_handle(token);
    bool full = world.elevated && strcmp(role, "own") == 0;
    if (fault_is_watched() && fault_fails(CALL_TOKEN_INFORMATION, role, &code))
        return FALSE;
    if (class == TokenElevation)
        ((TOKEN_ELEVATION *)info)->TokenIsElevated = full;
    else if (class == TokenElevationType)
        *(TOKEN_ELEVATION_TYPE *)info = full ? TokenElevationTypeFull : TokenElevationTypeLimited;
    else
        return GetTokenInformation_real(token, class, info, room, len);
    *len = sizeof(DWORD);
    return TRUE;
}
FAULT_BIND(BOOL, GetTokenInformation, (HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD))

static BOOL start_program(bool with_rights, LPCWSTR line, LPPROCESS_INFORMATION made)
{
    world.started_raised = world.started_raised || (with_rights && world.elevated);
    say(SAID_PROGRAM, "", line);
    memset(made, 0, sizeof *made);
    fault_harness_enter();
    made->hProcess = CreateEventW(NULL, TRUE, TRUE, NULL);
    made->hThread = CreateEventW(NULL, TRUE, TRUE, NULL);
    fault_harness_leave();
    made->dwProcessId = 4711;
    return TRUE;
}

static BOOL WINAPI fault_CreateProcessW(LPCWSTR exe, LPWSTR line, LPSECURITY_ATTRIBUTES a, LPSECURITY_ATTRIBUTES b, BOOL c,
                                        DWORD d, LPVOID e, LPCWSTR f, LPSTARTUPINFOW g, LPPROCESS_INFORMATION made)
{
    DWORD code;
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g;
    if (fault_is_watched() && fault_fails(CALL_PROCESS, fault_role_of_path(exe), &code))
        return FALSE;
    return start_program(!(d & EXTENDED_STARTUPINFO_PRESENT), line, made);
}
FAULT_BIND(BOOL, CreateProcessW, (LPCWSTR, LPWSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL, DWORD, LPVOID, LPCWSTR,
                                  LPSTARTUPINFOW, LPPROCESS_INFORMATION))

static BOOL WINAPI fault_CreateProcessWithTokenW(HANDLE a, DWORD b, LPCWSTR exe, LPWSTR line, DWORD c, LPVOID d, LPCWSTR e,
                                                 LPSTARTUPINFOW f, LPPROCESS_INFORMATION made)
{
    DWORD code;
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    if (fault_is_watched() && fault_fails(CALL_PROCESS_TOKEN, fault_role_of_path(exe), &code))
        return FALSE;
    return start_program(false, line, made);
}
FAULT_BIND(BOOL, CreateProcessWithTokenW, (HANDLE, DWORD, LPCWSTR, LPWSTR, DWORD, LPVOID, LPCWSTR, LPSTARTUPINFOW,
                                           LPPROCESS_INFORMATION))

static DWORD WINAPI fault_GetModuleFileNameW(HMODULE module, LPWSTR path, DWORD room)
{
    static DWORD(WINAPI *to)(HMODULE, LPWSTR, DWORD);
    if (!to)
        to = (DWORD(WINAPI *)(HMODULE, LPWSTR, DWORD))fault_real("kernel32", "GetModuleFileNameW");
    if (!world.exe || wcslen(world.exe) >= room)
        return to(module, path, room);
    wcscpy(path, world.exe);
    return (DWORD)wcslen(path);
}
FAULT_BIND(DWORD, GetModuleFileNameW, (HMODULE, LPWSTR, DWORD))

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

/* The player's language, whatever this machine's is. */
static const wchar_t *language_tag(void)
{
    return world.language == LANGUAGE_ZH_CN ? L"zh-CN" : L"en-GB";
}

static BOOL WINAPI fault_GetUserPreferredUILanguages(DWORD how, PULONG count, PZZWSTR names, PULONG units)
{
    DWORD code;
    (void)how;
    if (fault_is_watched() && fault_fails(CALL_LANGUAGES, "", &code))
        return FALSE;
    ULONG need = (ULONG)wcslen(language_tag()) + 2;
    if (names && *units >= need) {
        memset(names, 0, need * sizeof *names);
        wcscpy(names, language_tag());
    }
    *units = need;
    *count = 1;
    return TRUE;
}
FAULT_BIND(BOOL, GetUserPreferredUILanguages, (DWORD, PULONG, PZZWSTR, PULONG))

static int WINAPI fault_GetUserDefaultLocaleName(LPWSTR name, int room)
{
    DWORD code;
    (void)room;
    if (fault_is_watched() && fault_fails(CALL_LOCALE, "", &code))
        return 0;
    wcscpy(name, language_tag());
    return (int)wcslen(name) + 1;
}
FAULT_BIND(int, GetUserDefaultLocaleName, (LPWSTR, int))

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
    if (world.balloon_up && world.icon)
        tell_of_balloon(NIN_BALLOONTIMEOUT);
    world.balloon_up = false;
}

void world_restart_explorer(void)
{
    world.icon = false;
    fault_harness_enter();
    PostMessageW(world.window, RegisterWindowMessageW(L"TaskbarCreated"), 0, 0);
    fault_harness_leave();
}

/* ---- the window, its messages and the worker ---- */

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
    return world.window = to(a, b, c, d, e, f, g, h, i, j, k, l);
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
    if (fault_fails(CALL_THREAD, "", &code))
        return NULL;
    HANDLE made = to(a, b, c, d, e, f);
    DuplicateHandle(GetCurrentProcess(), made, GetCurrentProcess(), &world.worker, 0, FALSE, DUPLICATE_SAME_ACCESS);
    return made;
}
FAULT_BIND(HANDLE, CreateThread, (LPSECURITY_ATTRIBUTES, SIZE_T, LPTHREAD_START_ROUTINE, LPVOID, DWORD, LPDWORD))

FAULT_REPLACE(U, BOOL, FALSE, HOTKEY, "", RegisterHotKey, (HWND a, int b, UINT c, UINT d), a, b, c, d)
FAULT_REPLACE(U, BOOL, FALSE, BLOCK_REASON, "", ShutdownBlockReasonCreate, (HWND a, LPCWSTR b), a, b)
FAULT_REPLACE(U, ATOM, 0, CLASS, "", RegisterClassExW, (const WNDCLASSEXW *a), a)
FAULT_REPLACE(U, UINT, 0, OWN_MESSAGE, fault_role_of_wide(a), RegisterWindowMessageW, (LPCWSTR a), a)
FAULT_REPLACE(U, BOOL, FALSE, MESSAGE_FILTER, "", ChangeWindowMessageFilterEx,
              (HWND a, UINT b, DWORD c, PCHANGEFILTERSTRUCT d), a, b, c, d)
FAULT_REPLACE(U, BOOL, FALSE, POST, b == WM_NULL ? "null" : b >= 0xC000 ? "second start" : fault_role_of_number("app ", b - WM_APP),
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

static bool worker_is_idle(void)
{
    return has_ended(world.worker) || (worker_waits && jobs_posted == jobs_taken);
}

static BOOL wait_in_ui(LPMSG msg)
{
    for (;;) {
        bool idle = worker_is_idle() && has_ended(world.other);
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
    world.window = NULL;
    world.menu_choice = 0;
    world.menu_refused = false;
    world.balloon_up = false;
    world.started_raised = false;
    memset(world.timers_ms, 0, sizeof world.timers_ms);
    jobs_posted = jobs_taken = worker_waits = 0;
    world_hush();
}

void world_life_end(void)
{
    MSG msg;
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
    while (real_peek(&msg, NULL, 0, 0, PM_REMOVE))
        ;
    UnregisterClassW(INSTANCE_WINDOW_CLASS, GetModuleHandleW(NULL));
    world.icon = false;
    fault_harness_leave();
}
