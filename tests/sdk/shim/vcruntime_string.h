/* The string functions that live in the compiler's own run-time. */
#pragma once
#include <vcruntime.h>

void *__cdecl memcpy(void *to, const void *from, size_t len);
void *__cdecl memmove(void *to, const void *from, size_t len);
void *__cdecl memset(void *to, int value, size_t len);
int __cdecl memcmp(const void *a, const void *b, size_t len);
void *__cdecl memchr(const void *in, int value, size_t len);
char *__cdecl strchr(const char *in, int value);
char *__cdecl strrchr(const char *in, int value);
char *__cdecl strstr(const char *in, const char *what);
wchar_t *__cdecl wcschr(const wchar_t *in, wchar_t value);
wchar_t *__cdecl wcsrchr(const wchar_t *in, wchar_t value);
wchar_t *__cdecl wcsstr(const wchar_t *in, const wchar_t *what);
