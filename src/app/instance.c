#include "app/instance.h"

#define STEP_MS 50u

UINT instance_message(void)
{
    return RegisterWindowMessageW(L"HitchboxShow");
}

static bool tell_first(void)
{
    DWORD pid = 0;
    HWND window = FindWindowW(INSTANCE_WINDOW_CLASS, NULL);
    if (!window)
        return false;
    /* The user started this process, so it may pass the foreground on; the
     * first one needs it to show its menu. */
    if (GetWindowThreadProcessId(window, &pid))
        AllowSetForegroundWindow(pid);
    return PostMessageW(window, instance_message(), 0, 0) != 0;
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
    for (DWORD waited = 0; me.role != INSTANCE_TOLD; waited += STEP_MS) {
        me.role = tell_first() ? INSTANCE_TOLD : INSTANCE_ELSEWHERE;
        if (me.role == INSTANCE_TOLD || waited >= wait_ms)
            break;
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
