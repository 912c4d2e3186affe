/* Start with Windows (os/os_autostart.h), looked up and set by a thread that lives as
 * long as that takes, and posts a message when it is done.
 *
 *   a = calloc(1, sizeof *a), then window, message and exe
 *   autostart_begin, the message, autostart_ended; again and again
 *   autostart_close
 *
 * For one thread with a window. From autostart_begin until autostart_ended is true all of
 * *a is the other thread's, but for `stop`. */
#ifndef HB_WIN_AUTOSTART_THREAD_H
#define HB_WIN_AUTOSTART_THREAD_H

#include "os/os_autostart.h"
#include "win/win.h"

enum autostart_doing { AUTOSTART_LOOK, AUTOSTART_ON, AUTOSTART_OFF };

struct autostart {
    HWND window;
    UINT message;
    struct text exe;
    HANDLE thread; /* NULL: none */
    enum autostart_doing doing;
    volatile bool stop; /* set: schtasks.exe is ended */
    struct outcome offered, looked, set;
    struct text what; /* with `offered` */
    struct os_autostart found, done;
};

/* Not while there is a thread. WHY_thread_start. */
struct outcome autostart_begin(struct autostart *a, enum autostart_doing doing);
/* Waits for the end; false without a thread, or after the time. The message is the
 * thread's last act. */
bool autostart_ended(struct autostart *a, DWORD wait_ms);
/* NULL is fine. Nothing is freed while there is a thread: it lives on, and so must all
 * that it was given. */
void autostart_close(struct autostart *a);

#endif
