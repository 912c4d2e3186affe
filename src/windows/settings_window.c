#include "windows/private/settings_parts.h"

#include <stdlib.h>

#include "win/utf16.h"

#define PATH_UNITS 1024
#define WINDOW_CLASS L"HitchboxSettings"
#define STYLE (WS_POPUP | WS_CAPTION | WS_SYSMENU | WS_CLIPCHILDREN)
#define STYLE_EXTENDED (WS_EX_CONTROLPARENT | WS_EX_DLGMODALFRAME)

/* What the ini says at this moment. */
static void read_anew(struct settings_window *w)
{
    struct problems problems;
    settings_done(&w->shown);
    settings_init(&w->shown);
    problems_init(&problems);
    w->host.read(w->host.ctx, &w->shown, &problems);
    w->language = w->host.language(w->host.ctx);
    rows_name(w);
    rows_fill(w);
    text_set(&w->key, text_str(&w->shown.hotkey));
    settings_say_problems(w, &problems);
    problems_done(&problems);
}

static void hold_key(struct settings_window *w, bool held)
{
    if (held != w->key_held)
        w->host.hold_key(w->host.ctx, held);
    w->key_held = held;
}

/* --- commands --- */

/* What was begun and not ended, as before Alt+Tab, is no key. */
static void on_key_focus(struct settings_window *w, bool has)
{
    hold_key(w, has);
    if (!has)
        part_say(w->parts[ROW_KEY][PART_FIELD], text_str(&w->key));
}

static void on_apply(struct settings_window *w)
{
    if (!settings_apply(w))
        return;
    read_anew(w);
    if (!GetWindowTextLengthW(w->status) && !w->autostart_busy)
        settings_say(w, string_get(w->language, STR_set_applied));
}

static void on_ok(struct settings_window *w)
{
    if (settings_apply(w))
        DestroyWindow(w->window);
}

static void on_test(struct settings_window *w)
{
    struct settings typed;
    settings_init(&typed);
    settings_typed(w, &typed);
    w->host.play(w->host.ctx, &typed);
    settings_done(&typed);
}

static void on_change(struct settings_window *w, enum settings_row row)
{
    if (w->filling)
        return;
    rows_hint(w);
    if (settings_rows[row].restarts && row_changed(w, row))
        settings_say(w, string_get(w->language, STR_set_restart_note));
}

static void on_row(struct settings_window *w, enum settings_row row, enum settings_part part, WORD what)
{
    if (row == ROW_SOUND && part == PART_BUTTON && what == BN_CLICKED)
        on_test(w);
    else if (row == ROW_FOLDER && part == PART_BUTTON && what == BN_CLICKED)
        settings_browse(w);
    else if (row == ROW_KEY && part == PART_FIELD && (what == EN_SETFOCUS || what == EN_KILLFOCUS))
        on_key_focus(w, what == EN_SETFOCUS);
    else if (part == PART_FIELD && (what == EN_CHANGE || what == CBN_SELCHANGE))
        on_change(w, row);
}

static void on_command(struct settings_window *w, WORD id, WORD what)
{
    if (id == IDOK)
        on_ok(w);
    else if (id == IDCANCEL)
        DestroyWindow(w->window);
    else if (id == SETTINGS_ID_APPLY)
        on_apply(w);
    else if (id >= SETTINGS_ID_ROWS && id < SETTINGS_ID_ROWS + ROW_count * SETTINGS_ID_STEP)
        on_row(w, (enum settings_row)((id - SETTINGS_ID_ROWS) / SETTINGS_ID_STEP),
               (enum settings_part)((id - SETTINGS_ID_ROWS) % SETTINGS_ID_STEP), what);
}

/* --- the window --- */

static void on_gone(struct settings_window *w)
{
    hold_key(w, false);
    *w->owner = NULL;
    if (w->font)
        w->controls.free(w->font);
    for (enum settings_row row = 0; row < ROW_count; row++)
        text_done(&w->was[row]);
    settings_done(&w->shown);
    text_done(&w->key);
    if (w->host.closed)
        w->host.closed(w->host.ctx);
    free(w);
}

/* As Windows does it for dialogs: who had the focus gets it again. */
static void on_activate(struct settings_window *w, bool active)
{
    HWND focus = GetFocus();
    bool inside = focus && IsChild(w->window, focus);
    if (active && w->focus && !inside) /* it may come late, when a key has moved the focus already */
        SetFocus(w->focus);
    else if (!active && inside)
        w->focus = focus;
}

/* IsDialogMessageW may ask for it so: Tab, and Alt with a letter. */
static void on_next(struct settings_window *w, WPARAM which, bool is_control)
{
    SetFocus(is_control ? (HWND)which : GetNextDlgTabItem(w->window, GetFocus(), which != 0));
}

static void on_dpi(struct settings_window *w, unsigned dpi, const RECT *wanted)
{
    w->dpi = dpi;
    layout_font(w);
    if (wanted)
        SetWindowPos(w->window, NULL, wanted->left, wanted->top, 0, 0, SWP_NOSIZE | SWP_NOZORDER | SWP_NOACTIVATE);
    layout(w);
}

static LRESULT CALLBACK window_proc(HWND window, UINT message, WPARAM wparam, LPARAM lparam)
{
    struct settings_window *w = (struct settings_window *)GetWindowLongPtrW(window, GWLP_USERDATA);
    if (!w)
        return DefWindowProcW(window, message, wparam, lparam);
    switch (message) {
    case DM_GETDEFID: return MAKELRESULT(IDOK, DC_HASDEFID);
    case WM_COMMAND: on_command(w, LOWORD(wparam), HIWORD(wparam)); return 0;
    case WM_HSCROLL: on_change(w, ROW_VOLUME); return 0;
    case WM_ACTIVATE: on_activate(w, LOWORD(wparam) != WA_INACTIVE); return 0;
    case WM_NEXTDLGCTL: on_next(w, wparam, LOWORD(lparam) != 0); return 0;
    case WM_DPICHANGED: on_dpi(w, LOWORD(wparam), (const RECT *)lparam); return 0;
    case WM_SETTINGCHANGE: on_dpi(w, w->dpi, NULL); return 0;
    case WM_CLOSE: DestroyWindow(window); return 0;
    case WM_NCDESTROY:
        SetWindowLongPtrW(window, GWLP_USERDATA, 0);
        on_gone(w);
        return 0;
    default: return DefWindowProcW(window, message, wparam, lparam);
    }
}

static struct outcome make_window(struct settings_window *w)
{
    WNDCLASSEXW class = {0};
    class.cbSize = sizeof class;
    class.lpfnWndProc = window_proc;
    class.hInstance = w->host.instance;
    class.hCursor = LoadCursorW(NULL, IDC_ARROW);
    class.hbrBackground = (HBRUSH)(COLOR_3DFACE + 1);
    /* Shared, as the class stays when the window has gone. */
    class.hIcon = w->host.icon ? LoadIconW(w->host.instance, MAKEINTRESOURCEW(w->host.icon)) : NULL;
    class.lpszClassName = WINDOW_CLASS;
    if (!RegisterClassExW(&class) && GetLastError() != ERROR_CLASS_ALREADY_EXISTS)
        return outcome_of(WHY_window_create, GetLastError());
    w->window = CreateWindowExW(STYLE_EXTENDED, WINDOW_CLASS, L"", STYLE, 0, 0, 0, 0, NULL, NULL, w->host.instance, NULL);
    return w->window ? outcome_ok() : outcome_of(WHY_window_create, GetLastError());
}

static void to_front(HWND window)
{
    ShowWindow(window, SW_SHOWNORMAL);
    SetForegroundWindow(window);
}

static struct outcome make(struct settings_window *w)
{
    struct outcome result = controls_load(&w->controls);
    if (!outcome_failed(result))
        result = make_window(w);
    if (!outcome_failed(result))
        result = rows_make(w);
    if (outcome_failed(result))
        return result;
    layout_center(w); /* on the screen whose resolution counts */
    w->dpi = GetDpiForWindow(w->window);
    w->dpi = w->dpi ? w->dpi : 96;
    layout_font(w);
    if (!layout(w))
        return outcome_of(WHY_window_create, GetLastError());
    SetWindowLongPtrW(w->window, GWLP_USERDATA, (LONG_PTR)w);
    read_anew(w);
    layout_center(w);
    return result;
}

struct outcome settings_window_open(const struct settings_host *host, struct settings_window **window)
{
    if (*window) {
        to_front((*window)->window);
        return outcome_ok();
    }
    struct settings_window *w = calloc(1, sizeof *w);
    if (!w)
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    w->host = *host;
    w->owner = window;
    settings_init(&w->shown);
    struct outcome result = make(w);
    if (outcome_failed(result)) {
        if (w->window)
            DestroyWindow(w->window); /* which does not know us yet */
        if (w->font)
            w->controls.free(w->font);
        settings_done(&w->shown);
        free(w);
        return result;
    }
    *window = w;
    to_front(w->window);
    /* Not the key's field: it takes every key, and Hitchbox's own is let go meanwhile. */
    SetFocus(w->parts[ROW_MEMORY][PART_FIELD]);
    return outcome_ok();
}

static bool take_key(struct settings_window *w, const MSG *msg)
{
    struct text key = TEXT_EMPTY;
    enum key_taken taken = key_field_take(msg, &key);
    if (taken == KEY_PARTLY)
        part_say(msg->hwnd, text_str(&key));
    else if (taken == KEY_LEFT)
        part_say(msg->hwnd, text_str(&w->key));
    else if (taken == KEY_WHOLE)
        settings_key_pressed(w, text_str(&key));
    text_done(&key);
    return taken != KEY_PASSED;
}

bool settings_window_message(struct settings_window *w, MSG *msg)
{
    if (!w || (msg->hwnd != w->window && !IsChild(w->window, msg->hwnd)))
        return false;
    if (msg->hwnd == w->parts[ROW_KEY][PART_FIELD] && take_key(w, msg))
        return true;
    return IsDialogMessageW(w->window, msg) != 0;
}

void settings_window_close(struct settings_window *w)
{
    if (w)
        DestroyWindow(w->window);
}

void settings_window_autostart(struct settings_window *w, const char *words)
{
    if (!w)
        return;
    row_fill(w, ROW_AUTOSTART);
    if (words)
        part_say(w->status, words);
    layout(w);
}

void settings_window_controls(const struct settings_window *w, struct text *path)
{
    wchar_t units[PATH_UNITS];
    DWORD count = GetModuleFileNameW(w->controls.comctl, units, PATH_UNITS);
    text_add_wide_units(path, units, count < PATH_UNITS ? count : 0);
}
