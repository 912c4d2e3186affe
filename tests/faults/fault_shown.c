/* What the player sees and hears: icon, balloons, boxes, sounds and the menu, in
 * the player's language. */
#include "tests/faults/fault_shown.h"

#include <string.h>

#include "tests/faults/fault_shim.h"

#define U "user32"

BOOL WINAPI __wrap_Shell_NotifyIconW(DWORD call, PNOTIFYICONDATAW data);
HRESULT WINAPI __wrap_SHQueryUserNotificationState(QUERY_USER_NOTIFICATION_STATE *state);

/* Languages have some texts twice, but no title of one kind. */
static enum string_id title_of(enum said_kind kind, const char *title)
{
    int first = kind == SAID_TIP ? STR_state_starting : STR_balloon_saved, last = kind == SAID_TIP ? STR_state_config : STR_box_title;
    for (int id = first; id <= last; id++)
        if (strcmp(string_get(world.language, (enum string_id)id), title) == 0)
            return (enum string_id)id;
    return STR_count;
}

void shown_add(enum said_kind kind, const char *title, const wchar_t *text)
{
    if (world.said_count == SAID_MOST)
        return;
    struct said *s = &world.said[world.said_count++];
    fault_harness_enter();
    s->kind = kind;
    s->title = title_of(kind, title);
    text_clear(&s->text);
    text_add_wide(&s->text, text);
    fault_harness_leave();
}

static void add_titled(enum said_kind kind, const wchar_t *title, const wchar_t *text)
{
    struct text narrow = TEXT_EMPTY;
    fault_harness_enter();
    text_add_wide(&narrow, title);
    shown_add(kind, text_str(&narrow), text);
    text_done(&narrow);
    fault_harness_leave();
}

/* "Recording · 8 MB · Ctrl+Alt+F9": the state is its title. */
static void add_tip(const wchar_t *tip)
{
    struct text whole = TEXT_EMPTY, state = TEXT_EMPTY;
    fault_harness_enter();
    text_add_wide(&whole, tip);
    const char *at = text_str(&whole), *end = strstr(at, " · ");
    text_add_bytes(&state, at, end ? (size_t)(end - at) : strlen(at));
    if (state.len && state.bytes[0] >= 'A' && state.bytes[0] <= 'Z')
        state.bytes[0] = (char)(state.bytes[0] - 'A' + 'a');
    shown_add(SAID_TIP, text_str(&state), tip);
    text_done(&whole);
    text_done(&state);
    fault_harness_leave();
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

static void tell_of_balloon(UINT what)
{
    fault_harness_enter();
    PostMessageW(world.window, world.icon_message, 0, MAKELPARAM(what, 1));
    fault_harness_leave();
}

void shown_balloon_ends(void)
{
    if (world.balloon_up && world.icon)
        tell_of_balloon(NIN_BALLOONTIMEOUT);
    world.balloon_up = false;
}

static void take_icon(const NOTIFYICONDATAW *data)
{
    world.image = data->hIcon;
    world.icon_message = data->uCallbackMessage;
    if (data->uFlags & NIF_TIP)
        add_tip(data->szTip);
    if ((data->uFlags & NIF_INFO) && data->szInfo[0]) {
        add_titled(SAID_BALLOON, data->szInfoTitle, data->szInfo);
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
        world.icon_orphaned = world.icon_orphaned || !IsWindow(data->hWnd);
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
    add_titled(SAID_BOX, title, text);
    return IDOK;
}
FAULT_BIND(int, MessageBoxW, (HWND, LPCWSTR, LPCWSTR, UINT))

static BOOL WINAPI fault_MessageBeep(UINT kind)
{
    DWORD code;
    if (fault_is_watched() && fault_fails(CALL_BEEP, "", &code))
        return FALSE;
    shown_add(SAID_SOUND, "", kind == MB_ICONHAND ? L"failed" : L"saved");
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
    shown_add(SAID_MENU, "", L"");
    UINT state = world.menu_choice ? GetMenuState(menu, world.menu_choice, MF_BYCOMMAND) : 0;
    world.menu_refused = state & (MF_GRAYED | MF_DISABLED);
    return world.menu_refused ? 0 : (BOOL)world.menu_choice;
}
FAULT_BIND(BOOL, TrackPopupMenuEx, (HMENU, UINT, int, int, HWND, LPTPMPARAMS))

FAULT_REPLACE(U, HANDLE, NULL, IMAGE, "", LoadImageW, (HINSTANCE a, LPCWSTR b, UINT c, int d, int e, UINT f), a, b, c, d, e, f)
FAULT_REPLACE(U, BOOL, FALSE, FONT, "", SystemParametersInfoForDpi, (UINT a, UINT b, PVOID c, UINT d, UINT e), a, b, c, d, e)
FAULT_REPLACE(U, HDC, NULL, MEASURE, "text", GetDC, (HWND a), a)
FAULT_REPLACE(U, UINT, 0, DPI, "", GetDpiForWindow, (HWND a), a)
FAULT_REPLACE(U, int, 0, METRICS_DPI, "", GetSystemMetricsForDpi, (int a, UINT b), a, b)
FAULT_REPLACE(U, HMENU, NULL, MENU, "", CreatePopupMenu, (void), )
FAULT_REPLACE(U, BOOL, FALSE, MENU_ITEM, "", AppendMenuW, (HMENU a, UINT b, UINT_PTR c, LPCWSTR d), a, b, c, d)
FAULT_REPLACE(U, BOOL, FALSE, FOREGROUND, "", SetForegroundWindow, (HWND a), a)

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
