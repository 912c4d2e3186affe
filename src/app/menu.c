#include "app/menu.h"

/* Ten numbers for each snapshot: its actions. */
#define ID_SNAPSHOT 100u
#define IDS_EACH 10u

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

static bool add_action(HMENU menu, UINT ids, const struct menu_snapshot *snapshot, enum menu_action action)
{
    const struct menu_item *item = &snapshot->actions[action];
    bool added = add_item(menu, ids + (UINT)action, item->text, item->reason, item->enabled);
    if (added && action == ACT_KEEP && snapshot->kept)
        CheckMenuItem(menu, ids + (UINT)action, MF_BYCOMMAND | MF_CHECKED);
    return added;
}

/* What opens it, what is done with it, and apart from both what ends it. */
static bool add_actions(HMENU menu, UINT ids, const struct menu_snapshot *snapshot)
{
    bool whole = add_action(menu, ids, snapshot, snapshot->first);
    for (int i = 0; whole && i < ACT_count; i++) {
        if (i == ACT_KEEP || i == ACT_DELETE)
            whole = add_line(menu);
        if (whole && i != (int)snapshot->first)
            whole = add_action(menu, ids, snapshot, (enum menu_action)i);
    }
    return whole && (!snapshot->info || (add_line(menu) && add_item(menu, 0, snapshot->info, NULL, false)));
}

static bool add_snapshot(HMENU menu, UINT ids, const struct menu_snapshot *snapshot)
{
    struct wide label = WIDE_EMPTY;
    HMENU actions = CreatePopupMenu();
    UINT look = MF_POPUP | (snapshot->kept ? MF_CHECKED : MF_UNCHECKED);
    menu_add_label(&label, snapshot->text, snapshot->reason);
    bool whole = actions && add_actions(actions, ids, snapshot) && !label.failed &&
                 AppendMenuW(menu, look, (UINT_PTR)actions, wide_str(&label));
    DWORD code = label.failed ? ERROR_NOT_ENOUGH_MEMORY : GetLastError();
    if (!whole && actions)
        DestroyMenu(actions);
    wide_done(&label);
    SetLastError(code);
    return whole;
}

static bool add_history(HMENU menu, const struct menu_view *view)
{
    if (view->history_count == 0 && !view->history_head)
        return true;
    if (!add_line(menu))
        return false;
    if (view->history_head && !add_item(menu, 0, view->history_head, NULL, false))
        return false;
    for (size_t i = 0; i < view->history_count && i < MENU_HISTORY_MAX; i++)
        if (!add_snapshot(menu, ID_SNAPSHOT + (UINT)i * IDS_EACH, &view->history[i]))
            return false;
    return true;
}

HMENU menu_build(const struct menu_view *view)
{
    HMENU menu = CreatePopupMenu();
    if (!menu)
        return NULL;
    bool whole = add_item(menu, 0, view->title, NULL, false) && add_line(menu) &&
                 add_item(menu, MENU_SAVE, view->save.text, view->save.reason, view->save.enabled) &&
                 add_history(menu, view) && add_line(menu) &&
                 add_item(menu, MENU_OPEN_FOLDER, view->open_folder, NULL, true) &&
                 add_item(menu, MENU_SETTINGS, view->settings, NULL, true) &&
                 add_item(menu, MENU_OPEN_CONFIG, view->open_config, NULL, true) && add_line(menu) &&
                 add_item(menu, MENU_SAVE_EXIT, view->save_exit, NULL, true) &&
                 add_item(menu, MENU_EXIT, view->exit, NULL, true);
    if (!whole) {
        DWORD code = GetLastError();
        DestroyMenu(menu);
        SetLastError(code);
        return NULL;
    }
    return menu;
}

struct menu_choice menu_decode(UINT id, const struct menu_view *view)
{
    struct menu_choice choice = {MENU_NOTHING, 0, ACT_VIEWER};
    UINT nth = id >= ID_SNAPSHOT ? (id - ID_SNAPSHOT) / IDS_EACH : MENU_HISTORY_MAX;
    if (nth < view->history_count && (id - ID_SNAPSHOT) % IDS_EACH < ACT_count) {
        choice.command = MENU_SNAPSHOT;
        choice.history = nth;
        choice.action = (enum menu_action)((id - ID_SNAPSHOT) % IDS_EACH);
    } else if (id == MENU_SAVE || (id >= MENU_OPEN_FOLDER && id <= MENU_EXIT)) {
        choice.command = (enum menu_command)id;
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
