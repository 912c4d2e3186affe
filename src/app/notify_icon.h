/* The icon in the notification area (Shell_NotifyIconW, version 4).
 *
 * It is known by window and id, not by a GUID: a GUID ties the icon to the
 * exe's path, and a portable exe moves. The window must be a hidden top-level
 * one; a message-only window never hears of Explorer's restart.
 *
 * Order: notify_icon_init, notify_icon_add (again and again while it fails: at log-on
 * Explorer may not be ready; the caller owns the timer), notify_icon_show and
 * notify_icon_balloon at any time (before the icon stands, state and tooltip are kept
 * for it and WHY_tray_icon is returned), notify_icon_done. On the message
 * `taskbar_created` call notify_icon_add again: Explorer was restarted or, on Windows
 * 10, the DPI changed. */
#ifndef HB_APP_NOTIFY_ICON_H
#define HB_APP_NOTIFY_ICON_H

#include "base/outcome.h"
#include "tray/tray_view.h"
#include "win/win.h"

struct notify_icon {
    HWND window;
    UINT message;         /* the callback message */
    UINT taskbar_created; /* the registered message, different each log-on */
    HICON icons[TRAY_icons];
    int icon_size; /* pixels the icons were loaded for */
    enum tray_icon icon;
    wchar_t tip[TRAY_TIP_UNITS + 1];
    bool added;
    bool stood; /* before the last notify_icon_add already */
};

/* Loads the icons from the exe's resources for the taskbar's DPI and lets
 * TaskbarCreated, and only that, through to the elevated window from less
 * privileged processes. (Explorer's callback message comes through without
 * this: so the icons of other elevated programs behave; no document says it,
 * and it is not verified on Windows here. Any process could then send it, and
 * gain no more than a menu or a viewer that starts without rights.)
 * `message`: any of WM_APP and up. Adds nothing yet. */
void notify_icon_init(struct notify_icon *tray, HWND window, UINT message);
/* Removes the icon and frees what notify_icon_init loaded. */
void notify_icon_done(struct notify_icon *tray);

/* Shows the icon with its present state and tooltip, in the size that the
 * taskbar has now. WHY_tray_icon while Explorer does not take it. Calling it
 * for an icon that stands is fine; tray->stood says so. */
struct outcome notify_icon_add(struct notify_icon *tray);
/* Takes the icon away, for the moments before the process ends. */
void notify_icon_remove(struct notify_icon *tray);

/* State and tooltip (UTF-8, cut to TRAY_TIP_UNITS). An unchanged pair asks
 * nothing of Explorer. WHY_tray_icon: the icon has gone, notify_icon_add again. */
struct outcome notify_icon_show(struct notify_icon *tray, enum tray_icon icon, const char *tip);
/* One balloon, without a sound of its own (app/sound.h). Explorer shows one at
 * a time. WHY_tray_icon as above; nothing is kept for later. */
struct outcome notify_icon_balloon(struct notify_icon *tray, const struct balloon *balloon);
/* After WM_DPICHANGED, WM_DISPLAYCHANGE or WM_SETTINGCHANGE: loads icons of the
 * size that the taskbar has now, if that is another one. */
void notify_icon_reload_icons(struct notify_icon *tray);

enum notify_icon_click {
    TRAY_CLICK_NONE,          /* mouse movements and the like */
    TRAY_CLICK_MENU,          /* right click, menu key: at x, y */
    TRAY_CLICK_ACTIVATE,      /* left click, Enter or Space: at x, y */
    TRAY_CLICK_BALLOON_SHOWN,
    TRAY_CLICK_BALLOON,       /* the balloon was clicked */
    TRAY_CLICK_BALLOON_GONE   /* it timed out, was closed or was replaced */
};

struct notify_icon_event {
    enum notify_icon_click click;
    int x, y; /* screen coordinates */
};

/* What the callback message says. */
struct notify_icon_event notify_icon_decode(WPARAM wparam, LPARAM lparam);

/* The two fields of a balloon as Explorer gets them: title cut, text and path
 * together in BALLOON_TEXT_UNITS. `title` and `text` hold the units and a zero. */
void notify_icon_balloon_texts(const struct balloon *balloon, wchar_t title[BALLOON_TITLE_UNITS + 1],
                        wchar_t text[BALLOON_TEXT_UNITS + 1]);

#endif
