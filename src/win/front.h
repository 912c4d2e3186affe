/* Whose window is in front. */
#ifndef HB_WIN_FRONT_H
#define HB_WIN_FRONT_H

#include <stdint.h>

/* The process of the window that is in front, or where that is ours or the
 * shell's (its bar, its menus), of the next one below that a user can work with:
 * a key or a menu may have been reached from there. Of a frame that hosts a
 * Store app, the app. 0: none. Looks at windows only, opens no process, and is
 * quick: call it as soon as the key was pressed. */
uint32_t front_process(void);

#endif
