/* Windows of other processes: the test program itself, started once more with
 * words that ask it for one window and nothing else. */
#ifndef HB_TESTS_SUPPORT_OTHER_WINDOW_H
#define HB_TESTS_SUPPORT_OTHER_WINDOW_H

#include <stdbool.h>

#include "win/win.h"

/* What user32.h calls them: WS_EX_TOOLWINDOW, WS_EX_NOACTIVATE, minimised, not
 * shown; the child that a Store app has in its frame; the shell's own. */
enum other_window_kind { OTHER_plain, OTHER_tool, OTHER_no_activate, OTHER_minimised, OTHER_hidden, OTHER_core, OTHER_shell };

struct other_window {
    HANDLE process;
    DWORD pid;
    HWND window;
};

/* Starts a process and waits until its window stands, of OTHER_core in `frame`.
 * False where there is none within some seconds: there is no display, or Windows
 * has a shell already. other_window_close is to be called all the same. */
bool other_window_open(struct other_window *other, enum other_window_kind kind, HWND frame);
/* Ends the process, with its window. */
void other_window_close(struct other_window *other);

/* Puts a window above all others, but does not give it the keyboard. */
void other_window_lift(HWND window);
/* The same, and gives it the keyboard; handles this thread's messages meanwhile.
 * False where this desktop does not do so. */
bool other_window_to_front(HWND window);

/* For main: true where the words ask for a window, which has then been shown and
 * has ended. */
bool other_window_asked(int argc, char **argv);

#endif
