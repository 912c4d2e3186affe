/* The names by which the recorder's window and a program that asks it for a
 * snapshot know each other (os/os_ask.h). */
#ifndef HB_WIN_ASKED_H
#define HB_WIN_ASKED_H

/* The recorder's window; one that ends has another title. */
#define ASKED_WINDOW_CLASS L"HitchboxWindow"
#define ASKED_WINDOW_TITLE L"Hitchbox"
#define ASKED_ENDING_TITLE L"Hitchbox ends"
#define ASKED_MUTEX L"Global\\Hitchbox-instance"

/* The window that is answered: of this class only, so that nobody can have the
 * recorder, which has more rights, send something to any other window. */
#define ASKER_CLASS L"HitchboxAsker"
/* Registered messages. The question: wParam the asker's window, lParam its ticket
 * (16 bits). An answer without words: wParam kind and ticket (MAKEWPARAM), lParam
 * seconds to wait. One with words comes as WM_COPYDATA from the recorder's window. */
#define ASKED_MESSAGE L"HitchboxSave"
#define ASKER_MESSAGE L"HitchboxSaveAnswer"
#define ASKER_DATA 0x31414248u

#endif
