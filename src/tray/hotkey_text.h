/* Key combinations as people write them: "Ctrl+Alt+F9".
 *
 * Modifiers Ctrl (Control, Strg), Alt, Shift (Umschalt), Win and exactly one
 * key, joined with +, in any order and case, blanks allowed around the names.
 * Keys: A-Z, 0-9, F1-F24, Num0-Num9, Num+ Num- Num* Num/ Num. (or NumAdd,
 * NumSubtract, NumMultiply, NumDivide, NumDecimal; NumPad0, "Num 0"), which are
 * other keys while NumLock is off, but for + - * and /; Insert, Delete, Home, End,
 * PageUp, PageDown, Up, Down, Left, Right, Pause, ScrollLock, PrintScreen,
 * Space, Tab, Enter, Backspace; common short forms (Ins, Del, PgUp, ...) too.
 *
 * What can never work is refused here, before Windows is asked:
 * - WHY_hotkey_syntax: no key, two keys, an unknown name; or a key that people
 *   type with and no Ctrl or Alt. Alone (or with Shift) go F1-F24, Pause,
 *   ScrollLock, PrintScreen, Insert and the numeric pad.
 * - WHY_hotkey_reserved: F12, which RegisterHotKey keeps for the debugger;
 *   everything with Win, which is kept for the system; what the system acts on
 *   itself (Esc, Ctrl+Alt+Delete, Alt+Tab, Alt+F4, Alt+Space); Shift with a
 *   digit of the numeric pad, which the keyboard turns into another key.
 *
 * Ctrl with Pause or ScrollLock reaches Windows as the Break key (VK_CANCEL),
 * so that is their key here, and both are written back as Ctrl+Pause. */
#ifndef HB_TRAY_HOTKEY_TEXT_H
#define HB_TRAY_HOTKEY_TEXT_H

#include "base/outcome.h"
#include "base/text.h"

/* The bits have RegisterHotKey's values (MOD_ALT, ...). */
enum hotkey_modifier { HOTKEY_ALT = 1, HOTKEY_CTRL = 2, HOTKEY_SHIFT = 4, HOTKEY_WIN = 8 };

struct hotkey {
    uint32_t modifiers; /* of enum hotkey_modifier */
    uint32_t key;       /* Windows virtual-key code */
};

struct outcome hotkey_parse(const char *str, struct hotkey *hotkey);
/* Ctrl and Alt with a letter or a digit: where the keyboard has AltGr, that may be
 * how a character is typed. */
bool hotkey_may_type(const struct hotkey *hotkey);
/* Adds the one canonical spelling: Ctrl, Alt, Shift, Win, key. */
void hotkey_add(struct text *t, const struct hotkey *hotkey);
/* "Ctrl+Alt+": what is held before the key is there. */
void hotkey_add_modifiers(struct text *t, uint32_t modifiers);

#endif
