/* One Hitchbox at a time.
 *
 * The sessions have fixed names for the whole machine, so the mutex is global:
 * a copy under another account, by fast user switching, counts too. A second
 * start sends one registered message to the window of the first; it carries no
 * paths and no data, the first one answers that it lives, and only then shows
 * its menu or a balloon. Without that answer a start right after the first one was
 * terminated would take the window that is still there for a living one. Both run
 * elevated (the manifest asks for it), so the message passes UIPI; a process
 * with fewer rights cannot send it, and it is not let through. */
#ifndef HB_WIN_INSTANCE_H
#define HB_WIN_INSTANCE_H

#include "base/outcome.h"
#include "win/asked.h"
#include "win/win.h"

/* The main window; one that ends has another title, so that a start meanwhile
 * does not speak to it but waits for its end. */
#define INSTANCE_WINDOW_CLASS ASKED_WINDOW_CLASS
#define INSTANCE_WINDOW_TITLE ASKED_WINDOW_TITLE
#define INSTANCE_ENDING_TITLE ASKED_ENDING_TITLE
#define INSTANCE_ENDING_WAIT_MS 30000u

enum instance_role {
    INSTANCE_FIRST,     /* go on */
    INSTANCE_TOLD,      /* one runs already and was asked to show itself */
    INSTANCE_ELSEWHERE  /* one runs already, in another user's session or
                         * just starting or ending: say so and end */
};

struct instance {
    HANDLE mutex;
    enum instance_role role;
};

/* Never fails: without the mutex (out of memory, or something else has its
 * name) this one is the first unless it finds another's window. Waits
 * up to `wait_ms` for the first one's window or its end, and longer where it is
 * seen to end. The mutex is freed by instance_done or the end of the process, however it ends. */
struct instance instance_init(const wchar_t *name, DWORD wait_ms);
void instance_done(struct instance *instance);
#define INSTANCE_NAME ASKED_MUTEX

/* The registered message that a second start sends (0 if Windows has none), and
 * what the first one answers. */
#define INSTANCE_ANSWER 0x4842
UINT instance_message(void);

#endif
