#include "app/menu.h"

#define ID_HISTORY 100u
#define ID_KEEP 200u

void menu_add_label(struct wide *w, const char *text, const char *reason)
{
    struct text label = TEXT_EMPTY;
    for (int part = 0; part < 2; part++) {
        const char *str = part == 0 ? text : reason;
        if (!str)
            break;
        if (part == 1)
            text_add(&label, " (");
        for (; *str; str++) {
            if (*str == '&')
                text_add_char(&label, '&');
            text_add_char(&label, (unsigned char)*str < ' ' ? ' ' : *str);
        }
        if (part == 1)
            text_add_char(&label, ')');
    }
    wide_add_utf8(w, text_str(&label));
    w->failed = w->failed || label.failed;
    text_done(&label);
}

static bool add_item(HMENU menu, UINT id, const char *text, const char *reason, bool enabled)
{
    struct wide label = WIDE_EMPTY;
    menu_add_label(&label, text, enabled ? NULL : reason);
    bool added = !label.failed &&
                 AppendMenuW(menu, MF_STRING | (enabled ? MF_ENABLED : MF_GRAYED), id, wide_str(&label));
    DWORD code = label.failed ? ERROR_NOT_ENOUGH_MEMORY : GetLastError();
    wide_done(&label);
    SetLastError(code);
    return added;
}

static bool add_line(HMENU menu)
{
    return AppendMenuW(menu, MF_SEPARATOR, 0, NULL) != 0;
}

static bool add_history(HMENU menu, const struct menu_view *view)
{
    if (view->history_count == 0 && !view->history_head)
        return true;
    if (!add_line(menu))
        return false;
    if (view->history_head && !add_item(menu, 0, view->history_head, NULL, false))
        return false;
    for (size_t i = 0; i < view->history_count && i < MENU_HISTORY_MAX; i++) {
        const struct menu_item *item = &view->history[i];
        if (!add_item(menu, ID_HISTORY + (UINT)i, item->text, item->reason, item->enabled))
            return false;
    }
    return true;
}

static bool add_keep(HMENU menu, const struct menu_view *view)
{
    struct wide label = WIDE_EMPTY;
    HMENU keep = CreatePopupMenu();
    bool whole = keep != NULL;
    for (size_t i = 0; whole && i < view->history_count && i < MENU_HISTORY_MAX; i++) {
        whole = add_item(keep, ID_KEEP + (UINT)i, view->history[i].text, NULL, true);
        if (whole && view->kept[i])
            CheckMenuItem(keep, ID_KEEP + (UINT)i, MF_BYCOMMAND | MF_CHECKED);
    }
    menu_add_label(&label, view->keep, NULL);
    whole = whole && !label.failed && AppendMenuW(menu, MF_POPUP, (UINT_PTR)keep, wide_str(&label));
    DWORD code = label.failed ? ERROR_NOT_ENOUGH_MEMORY : GetLastError();
    if (!whole && keep)
        DestroyMenu(keep);
    wide_done(&label);
    SetLastError(code);
    return whole;
}

/* What can be done with snapshots, below their list. */
static bool add_snapshot_items(HMENU menu, const struct menu_view *view)
{
    const struct menu_item *report = &view->report, *share = &view->share;
    if (!report->text && !view->keep && !share->text)
        return true;
    return add_line(menu) &&
           (!report->text || add_item(menu, MENU_REPORT, report->text, report->reason, report->enabled)) &&
           (!view->keep || add_keep(menu, view)) &&
           (!share->text || add_item(menu, MENU_SHARE, share->text, share->reason, share->enabled));
}

HMENU menu_build(const struct menu_view *view)
{
    HMENU menu = CreatePopupMenu();
    if (!menu)
        return NULL;
    bool whole = add_item(menu, 0, view->title, NULL, false) && add_line(menu) &&
                 add_item(menu, MENU_SAVE, view->save.text, view->save.reason, view->save.enabled) &&
                 add_history(menu, view) && add_snapshot_items(menu, view) && add_line(menu) &&
                 add_item(menu, MENU_OPEN_FOLDER, view->open_folder, NULL, true) &&
                 add_item(menu, MENU_OPEN_CONFIG, view->open_config, NULL, true) && add_line(menu) &&
                 add_item(menu, MENU_SAVE_EXIT, view->save_exit, NULL, true) &&
                 add_item(menu, MENU_EXIT, view->exit, NULL, true);
    if (!whole) {
        DWORD code = GetLastError();
        DestroyMenu(menu);
        SetLastError(code);
        return NULL;
    }
    SetMenuDefaultItem(menu, MENU_SAVE, FALSE);
    return menu;
}

struct menu_choice menu_decode(UINT id, const struct menu_view *view)
{
    struct menu_choice choice = {MENU_NOTHING, 0};
    if (id >= ID_HISTORY && id - ID_HISTORY < view->history_count) {
        choice.command = MENU_HISTORY;
        choice.history = id - ID_HISTORY;
    } else if (id >= ID_KEEP && id - ID_KEEP < view->history_count) {
        choice.command = MENU_KEEP;
        choice.history = id - ID_KEEP;
    } else if (id == MENU_SAVE || id == MENU_REPORT || id == MENU_SHARE || (id >= MENU_OPEN_FOLDER && id <= MENU_EXIT)) {
        choice.command = (enum menu_command)id;
        choice.history = id == MENU_REPORT ? view->report_of : 0;
    }
    return choice;
}

/* A menu that is closed without a choice gives 0 as well, and what ran
 * meanwhile may have left any number: only those that menus alone give count. */
static bool is_of_menus(DWORD code)
{
    return code == ERROR_POPUP_ALREADY_ACTIVE || code == ERROR_INVALID_MENU_HANDLE;
}

struct outcome menu_show(HWND window, const struct menu_view *view, int x, int y, struct menu_choice *choice)
{
    HMENU menu = menu_build(view);
    if (!menu)
        return outcome_of(WHY_menu_show, GetLastError());
    UINT side = GetSystemMetrics(SM_MENUDROPALIGNMENT) ? TPM_RIGHTALIGN : TPM_LEFTALIGN;
    SetForegroundWindow(window);
    SetLastError(0);
    int id = (int)TrackPopupMenuEx(menu, TPM_RETURNCMD | TPM_NONOTIFY | TPM_RIGHTBUTTON | TPM_BOTTOMALIGN | side,
                                   x, y, window, NULL);
    DWORD code = GetLastError();
    PostMessageW(window, WM_NULL, 0, 0);
    DestroyMenu(menu);
    if (id > 0)
        *choice = menu_decode((UINT)id, view);
    return id <= 0 && is_of_menus(code) ? outcome_of(WHY_menu_show, code) : outcome_ok();
}

void menu_close(void)
{
    EndMenu();
}
