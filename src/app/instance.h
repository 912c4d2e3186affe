/* One Hitchbox at a time.
 *
 * The sessions have fixed names for the whole machine, so the mutex is global:
 * a copy under another account, by fast user switching, counts too. A second
 * start posts one registered message to the window of the first; it carries no
 * paths and no data, the first one only shows its menu or a balloon. Both run
 * elevated (the manifest asks for it), so the message passes UIPI; a process
 * with fewer rights cannot send it, and it is not let through. */
#ifndef HB_WIN_INSTANCE_H
#define HB_WIN_INSTANCE_H

#include "base/outcome.h"
#include "win/win.h"

/* The class of the main window. */
#define INSTANCE_WINDOW_CLASS L"HitchboxWindow"

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
 * name) this one is the first unless it finds another's window. Waits up to `wait_ms` for the first one's window. The mutex is freed by
 * instance_done or the end of the process, however it ends. */
struct instance instance_init(const wchar_t *name, DWORD wait_ms);
void instance_done(struct instance *instance);
#define INSTANCE_NAME L"Global\\Hitchbox-instance"

/* The registered message that a second start posts (0 if Windows has none). */
UINT instance_message(void);

#endif
