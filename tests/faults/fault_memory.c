/* The part of the layer under the product's allocations (-Wl,--wrap). */
#include "tests/faults/fault_shim.h"
#include "tests/faults/fault_world.h"

void *__real_malloc(size_t len);
void *__real_calloc(size_t count, size_t len);
void *__real_realloc(void *old, size_t len);
void *__wrap_malloc(size_t len);
void *__wrap_calloc(size_t count, size_t len);
void *__wrap_realloc(void *old, size_t len);

static bool fails(void)
{
    DWORD code, before = GetLastError(); /* which no allocation changes */
    bool failed = fault_is_watched() && fault_fails(CALL_MEMORY, "", &code);
    SetLastError(before);
    return failed;
}

void *__wrap_malloc(size_t len)
{
    return fails() ? NULL : __real_malloc(len);
}

/* The window's thread has cases of its own: what it waits for must not hang on one. */
static bool fails_for_window(void)
{
    DWORD code;
    bool of_window = world.lives && GetCurrentThreadId() == world.ui_thread && fault_is_watched();
    return of_window && fault_fails(CALL_WINDOW_MEMORY, "window", &code);
}

void *__wrap_calloc(size_t count, size_t len)
{
    return fails() || fails_for_window() ? NULL : __real_calloc(count, len);
}

void *__wrap_realloc(void *old, size_t len)
{
    return fails() ? NULL : __real_realloc(old, len);
}
