#include "posix/map_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct map_guard {
    uintptr_t from, to;
    volatile sig_atomic_t lost;
    struct map_guard *next;
};

/* A signal brings no context along, so these cannot belong to a caller. */
static struct map_guard *guards;
static struct sigaction before;
static int zeros = -1;
static uintptr_t page_size;

static bool put_zeros(struct map_guard *g, uintptr_t at)
{
    uintptr_t page = at & ~(page_size - 1);
    if (mmap((void *)page, g->to - page, PROT_READ, MAP_PRIVATE | MAP_FIXED, zeros, 0) == MAP_FAILED)
        return false;
    g->lost = 1;
    return true;
}

static void on_bus(int number, siginfo_t *info, void *context)
{
    int kept = errno;
    uintptr_t at = (uintptr_t)info->si_addr;
    struct map_guard *g = guards;
    (void)context;
    while (g && (at < g->from || at >= g->to))
        g = g->next;
    if (!g || !put_zeros(g, at))
        sigaction(number, &before, NULL);
    errno = kept;
}

static bool listen(void)
{
    struct sigaction action;
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    if (zeros < 0)
        return false;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_bus;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, &before);
    return true;
}

static void stop_listening(void)
{
    sigaction(SIGBUS, &before, NULL);
    close(zeros);
    zeros = -1;
}

struct map_guard *map_guard_add(const void *bytes, size_t len)
{
    struct map_guard *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    if (!guards && !listen()) {
        free(g);
        return NULL;
    }
    g->from = (uintptr_t)bytes;
    /* The rest of the last page is the map's as well. */
    g->to = (g->from + len + page_size - 1) & ~(page_size - 1);
    g->next = guards;
    guards = g;
    return g;
}

void map_guard_remove(struct map_guard *guard)
{
    struct map_guard **at = &guards;
    if (!guard)
        return;
    while (*at != guard)
        at = &(*at)->next;
    *at = guard->next;
    free(guard);
    if (!guards)
        stop_listening();
}

bool map_guard_lost(const struct map_guard *guard)
{
    return guard && guard->lost;
}
