#include "windows/private/settings_parts.h"

#include "tray/hotkey_text.h"

/* What edit fields do of themselves with keys, mouse and clipboard. */
static LRESULT CALLBACK field_proc(HWND field, UINT message, WPARAM wparam, LPARAM lparam)
{
    WNDPROC before = (WNDPROC)GetWindowLongPtrW(field, GWLP_USERDATA);
    switch (message) {
    case WM_KEYDOWN:
    case WM_CHAR:
    case WM_IME_CHAR:
    case WM_PASTE:
    case WM_CUT:
    case WM_CLEAR:
    case WM_UNDO:
    case EM_UNDO:
    case WM_CONTEXTMENU:
        return 0;
    default:
        return CallWindowProcW(before, field, message, wparam, lparam);
    }
}

void key_field_make(HWND field)
{
    WNDPROC before = (WNDPROC)GetWindowLongPtrW(field, GWLP_WNDPROC);
    SetWindowLongPtrW(field, GWLP_USERDATA, (LONG_PTR)before);
    SetWindowLongPtrW(field, GWLP_WNDPROC, (LONG_PTR)field_proc);
}

static bool is_down(int key)
{
    return GetKeyState(key) < 0;
}

static bool is_modifier(WPARAM key)
{
    return key == VK_CONTROL || key == VK_MENU || key == VK_SHIFT || key == VK_LWIN || key == VK_RWIN;
}

/* Tab, Enter, Esc, and what Windows does with Alt. */
static bool moves_on(WPARAM key, uint32_t modifiers)
{
    uint32_t ctrl_alt = modifiers & (HOTKEY_CTRL | HOTKEY_ALT);
    if (key == VK_TAB || key == VK_RETURN || key == VK_ESCAPE)
        return !ctrl_alt;
    return (key == VK_F4 || key == VK_SPACE) && modifiers == HOTKEY_ALT;
}

enum key_taken key_field_take(const MSG *msg, struct text *out)
{
    struct hotkey h = {0, (uint32_t)msg->wParam};
    bool down = msg->message == WM_KEYDOWN || msg->message == WM_SYSKEYDOWN;
    bool up = msg->message == WM_KEYUP || msg->message == WM_SYSKEYUP;
    if (!down && !up)
        return KEY_PASSED;
    h.modifiers = (is_down(VK_CONTROL) ? HOTKEY_CTRL : 0u) | (is_down(VK_MENU) ? HOTKEY_ALT : 0u) |
                  (is_down(VK_SHIFT) ? HOTKEY_SHIFT : 0u) | (is_down(VK_LWIN) || is_down(VK_RWIN) ? HOTKEY_WIN : 0u);
    if (moves_on(msg->wParam, h.modifiers))
        return KEY_PASSED;
    if (is_modifier(msg->wParam) && down) {
        hotkey_add_modifiers(out, h.modifiers);
        return KEY_PARTLY;
    }
    if (is_modifier(msg->wParam))
        return h.modifiers ? KEY_IGNORED : KEY_LEFT;
    if (up && msg->wParam != VK_SNAPSHOT) /* of PrintScreen only the end is heard */
        return KEY_IGNORED;
    hotkey_add(out, &h);
    return KEY_WHOLE;
}
