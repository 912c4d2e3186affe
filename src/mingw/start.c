/* The start of hitchbox.exe as mingw-w64 builds it, and the few C library
 * functions that the program uses, on kernel32 alone: what is shipped needs no C
 * run-time DLL. Visual Studio links its static run-time instead and has no file
 * of this room.
 *
 * hitchbox_start is the linker's entry; it calls wWinMain and ends the process
 * with its result. The other functions do what the C standard says, on the
 * process's heap. Without a run-time there are no stdio, no locale and no
 * atexit; what links against one of them fails to link, as a call to any
 * function that is not here does. */
#include "win/win.h"

#include <stdlib.h>
#include <string.h>

void hitchbox_start(void);

void *memcpy(void *to, const void *from, size_t len)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    while (len--)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t len)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t < f)
        return memcpy(to, from, len);
    while (len--)
        t[len] = f[len];
    return to;
}

void *memset(void *to, int value, size_t len)
{
    unsigned char *t = to;
    while (len--)
        *t++ = (unsigned char)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t len)
{
    const unsigned char *x = a, *y = b;
    for (; len--; x++, y++)
        if (*x != *y)
            return *x < *y ? -1 : 1;
    return 0;
}

void *memchr(const void *in, int value, size_t len)
{
    const unsigned char *at = in;
    for (; len--; at++)
        if (*at == (unsigned char)value)
            return (void *)(uintptr_t)at;
    return NULL;
}

size_t strlen(const char *str)
{
    size_t len = 0;
    while (str[len])
        len++;
    return len;
}

size_t wcslen(const wchar_t *str)
{
    size_t len = 0;
    while (str[len])
        len++;
    return len;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t len)
{
    for (; len--; a++, b++)
        if (*a != *b || !*a)
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

char *strchr(const char *str, int c)
{
    for (;; str++) {
        if (*str == (char)c)
            return (char *)(uintptr_t)str;
        if (!*str)
            return NULL;
    }
}

char *strrchr(const char *str, int c)
{
    const char *last = NULL;
    for (;; str++) {
        if (*str == (char)c)
            last = str;
        if (!*str)
            return (char *)(uintptr_t)last;
    }
}

char *strstr(const char *str, const char *part)
{
    size_t len = strlen(part);
    for (;; str++) {
        if (strncmp(str, part, len) == 0)
            return (char *)(uintptr_t)str;
        if (!*str)
            return NULL;
    }
}

void *malloc(size_t len)
{
    return HeapAlloc(GetProcessHeap(), 0, len);
}

void *calloc(size_t count, size_t len)
{
    if (len && count > SIZE_MAX / len)
        return NULL;
    return HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, count * len);
}

void *realloc(void *old, size_t len)
{
    return old ? HeapReAlloc(GetProcessHeap(), 0, old, len) : malloc(len);
}

void free(void *old)
{
    if (old)
        HeapFree(GetProcessHeap(), 0, old);
}

static void swap_bytes(unsigned char *a, unsigned char *b, size_t len)
{
    while (len--) {
        unsigned char c = *a;
        *a++ = *b;
        *b++ = c;
    }
}

static void sift_down(unsigned char *base, size_t root, size_t count, size_t len,
                      int (*compare)(const void *, const void *))
{
    for (size_t child = root * 2 + 1; child < count; child = root * 2 + 1) {
        if (child + 1 < count && compare(base + child * len, base + (child + 1) * len) < 0)
            child++;
        if (compare(base + root * len, base + child * len) >= 0)
            return;
        swap_bytes(base + root * len, base + child * len, len);
        root = child;
    }
}

/* Heap sort: no recursion and no bad input. */
void qsort(void *items, size_t count, size_t len, int (*compare)(const void *, const void *))
{
    unsigned char *base = items;
    for (size_t i = count / 2; i-- > 0;)
        sift_down(base, i, count, len, compare);
    for (size_t end = count; end-- > 1;) {
        swap_bytes(base, base + end * len, len);
        sift_down(base, 0, end, len, compare);
    }
}

void hitchbox_start(void)
{
    STARTUPINFOW startup = {0};
    startup.cb = sizeof startup;
    GetStartupInfoW(&startup);
    ExitProcess((UINT)wWinMain(GetModuleHandleW(NULL), NULL, NULL,
                               startup.dwFlags & STARTF_USESHOWWINDOW ? startup.wShowWindow : SW_SHOWDEFAULT));
}
