/* The menu of the notification icon. */
#ifndef HB_APP_MENU_H
#define HB_APP_MENU_H

#include "base/outcome.h"
#include "tray/tray_view.h"
#include "win/utf16.h"
#include "win/win.h"

/* Shows the menu at a point of the screen and puts what was chosen into
 * *choice, which stays as it is where nothing was; blocks in the menu's own message loop meanwhile, so `window` still gets its
 * messages. Takes the foreground first and posts WM_NULL after, else the menu
 * would not close when the player clicks elsewhere. WHY_menu_show where it
 * cannot be made or while another one is up; other failures of showing it look
 * like a menu that was closed. */
struct outcome menu_show(HWND window, const struct menu_view *view, int x, int y, struct menu_choice *choice);

/* Closes the menu that this thread shows, if any (before exit); menu_show
 * then chooses nothing. */
void menu_close(void);

/* The pieces, apart for tests. menu_build returns NULL without memory, and the number is the last error; the
 * caller destroys the menu. menu_decode turns an entry's id into a choice. */
HMENU menu_build(const struct menu_view *view);
struct menu_choice menu_decode(UINT id, const struct menu_view *view);
/* Adds an entry's text: & doubled, tabs and line ends as blanks, the reason
 * behind it in parentheses. */
void menu_add_label(struct wide *w, const char *text, const char *reason);

#endif
