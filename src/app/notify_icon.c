#include "app/notify_icon.h"

#include <string.h>

#include "win/resource.h"
#include "win/utf16.h"

#define ICON_ID 1u
#define ELLIPSIS 0x2026
/* About two lines of a notification, which shows four in all. */
#define PATH_UNITS 100u

static int taskbar_icon_size(void)
{
    HWND taskbar = FindWindowW(L"Shell_TrayWnd", NULL);
    UINT dpi = taskbar ? GetDpiForWindow(taskbar) : 0;
    int size = GetSystemMetricsForDpi(SM_CXSMICON, dpi ? dpi : GetDpiForSystem());
    return size > 0 ? size : 16;
}

static void load_icons(struct notify_icon *tray, int size)
{
    static const int ids[TRAY_icons] = {RES_ICON_ARMED, RES_ICON_SAVING, RES_ICON_TROUBLE};
    tray->icon_size = size;
    for (int i = 0; i < TRAY_icons; i++) {
        tray->icons[i] = resource_icon(ids[i], size);
        if (!tray->icons[i])
            tray->icon_size = 0; /* loaded again with the next icon that is added */
    }
}

static void free_icons(HICON icons[TRAY_icons])
{
    for (int i = 0; i < TRAY_icons; i++) {
        if (icons[i])
            DestroyIcon(icons[i]);
        icons[i] = NULL;
    }
}

void notify_icon_init(struct notify_icon *tray, HWND window, UINT message)
{
    memset(tray, 0, sizeof *tray);
    tray->window = window;
    tray->message = message;
    tray->taskbar_created = RegisterWindowMessageW(L"TaskbarCreated");
    if (tray->taskbar_created)
        ChangeWindowMessageFilterEx(window, tray->taskbar_created, MSGFLT_ALLOW, NULL);
    load_icons(tray, taskbar_icon_size());
}

void notify_icon_done(struct notify_icon *tray)
{
    notify_icon_remove(tray);
    free_icons(tray->icons);
}

/* Icon, tooltip and callback go with every call: what a call leaves out,
 * Explorer may forget (the tooltip of version 4 among it). */
static NOTIFYICONDATAW icon_data(const struct notify_icon *tray)
{
    NOTIFYICONDATAW data;
    memset(&data, 0, sizeof data);
    data.cbSize = sizeof data;
    data.hWnd = tray->window;
    data.uID = ICON_ID;
    data.uFlags = NIF_MESSAGE | NIF_ICON | NIF_TIP | NIF_SHOWTIP;
    data.uCallbackMessage = tray->message;
    data.hIcon = tray->icons[tray->icon];
    memcpy(data.szTip, tray->tip, sizeof tray->tip);
    return data;
}

static struct outcome notify(struct notify_icon *tray, DWORD call, NOTIFYICONDATAW *data)
{
    if (Shell_NotifyIconW(call, data))
        return outcome_ok();
    DWORD code = GetLastError();
    tray->added = false;
    return outcome_of(WHY_tray_icon, code);
}

struct outcome notify_icon_add(struct notify_icon *tray)
{
    notify_icon_reload_icons(tray);
    NOTIFYICONDATAW data = icon_data(tray);
    bool was_added = tray->added;
    struct outcome result = notify(tray, NIM_ADD, &data);
    tray->stood = was_added && outcome_failed(result) && result.os != ERROR_TIMEOUT;
    /* A busy Explorer may take the icon and answer too late; it then refuses
     * a second one, but knows the first. */
    if (outcome_failed(result) && Shell_NotifyIconW(NIM_MODIFY, &data))
        result = outcome_ok();
    if (outcome_failed(result))
        return result;
    data.uVersion = NOTIFYICON_VERSION_4;
    result = notify(tray, NIM_SETVERSION, &data);
    tray->added = !outcome_failed(result);
    return result;
}

void notify_icon_remove(struct notify_icon *tray)
{
    NOTIFYICONDATAW data = icon_data(tray);
    if (tray->added)
        Shell_NotifyIconW(NIM_DELETE, &data);
    tray->added = false;
}

static struct outcome modify(struct notify_icon *tray, NOTIFYICONDATAW *data)
{
    return tray->added ? notify(tray, NIM_MODIFY, data) : outcome_of(WHY_tray_icon, 0);
}

struct outcome notify_icon_show(struct notify_icon *tray, enum tray_icon icon, const char *tip)
{
    wchar_t units[TRAY_TIP_UNITS + 1] = {0};
    utf16_copy_cut(units, TRAY_TIP_UNITS + 1, tip);
    if (tray->added && icon == tray->icon && memcmp(units, tray->tip, sizeof units) == 0)
        return outcome_ok();
    tray->icon = icon;
    memcpy(tray->tip, units, sizeof units);
    NOTIFYICONDATAW data = icon_data(tray);
    return modify(tray, &data);
}

struct outcome notify_icon_balloon(struct notify_icon *tray, const struct balloon *balloon)
{
    static const DWORD looks[] = {NIIF_INFO, NIIF_WARNING, NIIF_ERROR};
    NOTIFYICONDATAW data = icon_data(tray);
    data.uFlags |= NIF_INFO;
    data.dwInfoFlags = looks[balloon->kind] | NIIF_NOSOUND; /* app/sound.h plays it */
    notify_icon_balloon_texts(balloon, data.szInfoTitle, data.szInfo);
    return modify(tray, &data);
}

void notify_icon_reload_icons(struct notify_icon *tray)
{
    HICON old[TRAY_icons];
    int size = taskbar_icon_size();
    if (size == tray->icon_size)
        return;
    memcpy(old, tray->icons, sizeof old);
    load_icons(tray, size);
    NOTIFYICONDATAW data = icon_data(tray);
    modify(tray, &data);
    free_icons(old);
}

struct notify_icon_event notify_icon_decode(WPARAM wparam, LPARAM lparam)
{
    struct notify_icon_event event = {TRAY_CLICK_NONE, 0, 0};
    event.x = (int16_t)LOWORD(wparam);
    event.y = (int16_t)HIWORD(wparam);
    switch (LOWORD(lparam)) {
    case WM_CONTEXTMENU:
        event.click = TRAY_CLICK_MENU;
        break;
    case NIN_SELECT:
    case NIN_KEYSELECT:
        event.click = TRAY_CLICK_ACTIVATE;
        break;
    case NIN_BALLOONSHOW:
        event.click = TRAY_CLICK_BALLOON_SHOWN;
        break;
    case NIN_BALLOONUSERCLICK:
        event.click = TRAY_CLICK_BALLOON;
        break;
    case NIN_BALLOONHIDE:
    case NIN_BALLOONTIMEOUT:
        event.click = TRAY_CLICK_BALLOON_GONE;
        break;
    default:
        break;
    }
    return event;
}

static size_t name_units(const struct wide *path)
{
    size_t at = path->count;
    while (at > 0 && path->units[at - 1] != L'\\' && path->units[at - 1] != L'/')
        at--;
    return path->count - at;
}

/* Adds the path in at most `room` units: its beginning, an ellipsis, and the
 * end with the whole file name, or as much of the name's end as there is room. */
static void add_short_path(struct wide *out, const struct wide *path, size_t room)
{
    if (path->count <= room) {
        wide_add_units(out, wide_str(path), path->count);
        return;
    }
    size_t tail = name_units(path) + 1; /* and the separator before it */
    size_t most = room - 1;
    if (tail < most * 2 / 3)
        tail = most * 2 / 3;
    if (tail > most)
        tail = most;
    size_t head = most - tail, from = path->count - tail;
    if (head > 0 && IS_HIGH_SURROGATE(path->units[head - 1]))
        head--;
    if (IS_LOW_SURROGATE(path->units[from]))
        from++;
    const wchar_t ellipsis = ELLIPSIS;
    wide_add_units(out, path->units, head);
    wide_add_units(out, &ellipsis, 1);
    wide_add_units(out, path->units + from, path->count - from);
}

void notify_icon_balloon_texts(const struct balloon *balloon, wchar_t title[BALLOON_TITLE_UNITS + 1],
                        wchar_t text[BALLOON_TEXT_UNITS + 1])
{
    struct wide path = WIDE_EMPTY, shown = WIDE_EMPTY;
    size_t share = 0, used = 0, least = 0;
    utf16_copy_cut(title, BALLOON_TITLE_UNITS + 1, balloon->title);
    if (balloon->path)
        wide_add_utf8(&path, balloon->path);
    if (path.count > 0) {
        least = name_units(&path) + 8; /* the drive, an ellipsis, a few more */
        share = path.count < least ? path.count : least;
        share = share < BALLOON_TEXT_UNITS / 2 ? share : BALLOON_TEXT_UNITS / 2;
        share += 1; /* the line end */
    }
    utf16_copy_cut(text, BALLOON_TEXT_UNITS + 1 - share, balloon->text);
    while (text[used])
        used++;
    if (share > 0) {
        wide_add_units(&shown, L"\n", used > 0 ? 1 : 0);
        size_t room = BALLOON_TEXT_UNITS - used - shown.count;
        size_t wanted = least > PATH_UNITS ? least : PATH_UNITS;
        add_short_path(&shown, &path, room < wanted ? room : wanted);
        if (!shown.failed)
            memcpy(text + used, wide_str(&shown), (shown.count + 1) * sizeof(wchar_t));
    }
    wide_done(&path);
    wide_done(&shown);
}
