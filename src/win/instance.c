#include "win/instance.h"

#define STEP_MS 50u
#define ANSWER_MS 2000u

UINT instance_message(void)
{
    return RegisterWindowMessageW(L"HitchboxShow");
}

static bool tell_first(void)
{
    DWORD pid = 0;
    HWND window = FindWindowW(INSTANCE_WINDOW_CLASS, INSTANCE_WINDOW_TITLE);
    if (!window)
        return false;
    /* The user started this process, so it may pass the foreground on; the
     * first one needs it to show its menu. */
    if (GetWindowThreadProcessId(window, &pid))
        AllowSetForegroundWindow(pid);
    UINT message = instance_message();
    DWORD_PTR answer = 0;
    if (message && SendMessageTimeoutW(window, message, 0, 0, SMTO_ABORTIFHUNG, ANSWER_MS, &answer))
        return answer == INSTANCE_ANSWER;
    /* Busy, it takes it up later; one that is just being terminated never does. */
    return message && GetLastError() == ERROR_TIMEOUT && PostMessageW(window, message, 0, 0);
}

static bool first_ends(void)
{
    return FindWindowW(INSTANCE_WINDOW_CLASS, INSTANCE_ENDING_TITLE) != NULL;
}

/* Has the first one ended meanwhile? */
static bool take_over(struct instance *me, const wchar_t *name)
{
    instance_done(me);
    me->mutex = CreateMutexW(NULL, FALSE, name);
    return me->mutex && GetLastError() != ERROR_ALREADY_EXISTS;
}

struct instance instance_init(const wchar_t *name, DWORD wait_ms)
{
    struct instance me = {NULL, INSTANCE_FIRST};
    me.mutex = CreateMutexW(NULL, FALSE, name);
    DWORD code = GetLastError();
    if (me.mutex && code != ERROR_ALREADY_EXISTS)
        return me;
    if (!me.mutex && code != ERROR_ACCESS_DENIED) { /* says nothing of another one; its window does */
        me.role = tell_first() ? INSTANCE_TOLD : INSTANCE_FIRST;
        return me;
    }
    me.role = INSTANCE_ELSEWHERE;
    for (DWORD waited = 0; me.role == INSTANCE_ELSEWHERE; waited += STEP_MS) {
        if (tell_first())
            me.role = INSTANCE_TOLD;
        else if (waited && take_over(&me, name))
            me.role = INSTANCE_FIRST;
        else if (waited >= (wait_ms && first_ends() ? INSTANCE_ENDING_WAIT_MS : wait_ms))
            break;
        else
            Sleep(STEP_MS);
    }
    return me;
}

void instance_done(struct instance *instance)
{
    if (instance->mutex)
        CloseHandle(instance->mutex);
    instance->mutex = NULL;
}
