/* The global key: RegisterHotKey with MOD_NOREPEAT, no hooks.
 *
 * WM_HOTKEY arrives at `window` with wParam = id. The window must belong to
 * the calling thread. Windows frees the key when the window goes. */
#ifndef HB_APP_HOTKEY_H
#define HB_APP_HOTKEY_H

#include "tray/hotkey_text.h"
#include "win/win.h"

/* `str` as tray/hotkey_text.h reads it. WHY_hotkey_syntax, WHY_hotkey_reserved,
 * WHY_hotkey_taken (1409: another program has it) or WHY_hotkey_register with
 * Windows's code. An id that is registered must be unregistered before. */
struct outcome hotkey_register(HWND window, int id, const char *str);

#endif
