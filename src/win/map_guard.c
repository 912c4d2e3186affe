#include "win/private/map_guard.h"

#include <stdint.h>
#include <stdlib.h>

#include "win/win.h"

#define READING 0 /* what the access was, as the exception's first parameter says */
#define PAGE 4096u

struct map_guard {
    uintptr_t from, to;
    volatile LONG lost;
    struct map_guard *next;
};

/* An exception brings no context along, so these cannot belong to a caller. The
 * handler stays for good: taking it away while another thread is in it would
 * have two locks wait for each other. */
static SRWLOCK turn = SRWLOCK_INIT;
static struct map_guard *guards;
static void *handler;

static bool put_zeros(struct map_guard *g, uintptr_t at)
{
    if (!g->lost) {
        UnmapViewOfFile((void *)g->from);
        if (!VirtualAlloc((void *)g->from, g->to - g->from, MEM_RESERVE, PAGE_READONLY))
            return false;
        InterlockedExchange(&g->lost, 1);
    }
    return VirtualAlloc((void *)(at & ~(uintptr_t)(PAGE - 1)), PAGE, MEM_COMMIT, PAGE_READONLY) != NULL;
}

/* A view is readable, so a read of one that is refused is a page that its file
 * does not give, or one of a lost view that nobody asked for yet. */
static LONG CALLBACK on_exception(EXCEPTION_POINTERS *exception)
{
    const EXCEPTION_RECORD *r = exception->ExceptionRecord;
    bool is_page = r->ExceptionCode == (DWORD)EXCEPTION_IN_PAGE_ERROR || r->ExceptionCode == (DWORD)EXCEPTION_ACCESS_VIOLATION;
    if (!is_page || r->NumberParameters < 2 || r->ExceptionInformation[0] != READING)
        return EXCEPTION_CONTINUE_SEARCH;
    uintptr_t at = (uintptr_t)r->ExceptionInformation[1];
    bool mended = false;
    AcquireSRWLockExclusive(&turn);
    for (struct map_guard *g = guards; g && !mended; g = g->next) {
        if (at >= g->from && at < g->to)
            mended = put_zeros(g, at);
    }
    ReleaseSRWLockExclusive(&turn);
    return mended ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
}

struct map_guard *map_guard_open(const void *view, size_t len)
{
    struct map_guard *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->from = (uintptr_t)view;
    g->to = (g->from + len + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    AcquireSRWLockExclusive(&turn);
    if (!handler)
        handler = AddVectoredExceptionHandler(1, on_exception);
    g->next = guards;
    guards = g;
    ReleaseSRWLockExclusive(&turn);
    return g;
}

void map_guard_close(struct map_guard *guard)
{
    struct map_guard **at = &guards;
    if (!guard)
        return;
    AcquireSRWLockExclusive(&turn);
    while (*at != guard)
        at = &(*at)->next;
    *at = guard->next;
    ReleaseSRWLockExclusive(&turn);
    if (guard->lost)
        VirtualFree((void *)guard->from, 0, MEM_RELEASE);
    else
        UnmapViewOfFile((void *)guard->from);
    free(guard);
}

bool map_guard_lost(const struct map_guard *guard)
{
    return guard && guard->lost;
}
