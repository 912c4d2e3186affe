#include "tests/fuzz/walls.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *inside;

void walls_set(const char *folder)
{
    inside = folder;
}

static void check(const char *path)
{
    size_t len = inside ? strlen(inside) : 0;
    if (!inside || (strncmp(path, inside, len) == 0 && path[len] == '/' && !strstr(path, "..")))
        return;
    fprintf(stderr, "a verb writes outside of its folder: %s\n", path);
    abort();
}

/* The names that the linker asks for: the call's own with these before it. */
#define WRAPPED(name) __wrap_##name
#define REAL(name) __real_##name

int REAL(open64)(const char *path, int flags, ...);
int WRAPPED(open64)(const char *path, int flags, ...);
int WRAPPED(open64)(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC))
        check(path);
    return REAL(open64)(path, flags, mode);
}

FILE *REAL(fopen64)(const char *path, const char *how);
FILE *WRAPPED(fopen64)(const char *path, const char *how);
FILE *WRAPPED(fopen64)(const char *path, const char *how)
{
    if (strpbrk(how, "wa+"))
        check(path);
    return REAL(fopen64)(path, how);
}

#define OF_TWO(name)                                 \
    int REAL(name)(const char *from, const char *to); \
    int WRAPPED(name)(const char *from, const char *to); \
    int WRAPPED(name)(const char *from, const char *to) \
    {                                                \
        check(from);                                 \
        check(to);                                   \
        return REAL(name)(from, to);                 \
    }
OF_TWO(rename)
OF_TWO(link)

#define OF_ONE(name)                     \
    int REAL(name)(const char *path);    \
    int WRAPPED(name)(const char *path); \
    int WRAPPED(name)(const char *path)  \
    {                                    \
        check(path);                     \
        return REAL(name)(path);         \
    }
OF_ONE(unlink)
OF_ONE(remove)

int REAL(mkdir)(const char *path, mode_t mode);
int WRAPPED(mkdir)(const char *path, mode_t mode);
int WRAPPED(mkdir)(const char *path, mode_t mode)
{
    check(path);
    return REAL(mkdir)(path, mode);
}
