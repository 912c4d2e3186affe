/* A machine's devices, as cfgmgr32.dll tells of them: where a test has said which
 * there are, LoadLibraryExW gives this program in the place of that library, and it
 * has functions of the same names. Until then the system's own is loaded.
 *
 * Link cfgmgr_bind.c as well, which puts cfgmgr_load in LoadLibraryExW's place. */
#ifndef HB_TESTS_SUPPORT_CFGMGR_H
#define HB_TESTS_SUPPORT_CFGMGR_H

#include <stdbool.h>

#include "win/win.h"

/* What Windows notes of a device; of the two last the parent's instance id, and a
 * number: devices of one number are one thing, 0 is the computer. */
enum device_fact { DEVICE_OWN_WORDS, DEVICE_GIVEN_NAME, DEVICE_DRIVER_WORDS, DEVICE_PARENT, DEVICE_CONTAINER, DEVICE_facts };

/* No devices, and functions that work. */
void cfgmgr_reset(void);
/* A fact of a device, which becomes known by its first; UTF-16 as it is. */
void cfgmgr_tell(const wchar_t *id, enum device_fact fact, const wchar_t *value);
/* It was unplugged: still known, but found only by whoever asks for such, too. */
void cfgmgr_unplug(const wchar_t *id);
/* The system's own library again. */
void cfgmgr_of_system(void);
/* Until cfgmgr_reset the library is one without these functions. */
void cfgmgr_lack_functions(void);
/* Asked before each answer (NULL: never), with the function's name and the fact that
 * it is about (DEVICE_facts: none); true: it is to fail with that code. */
void cfgmgr_watch(bool (*fails)(const char *function, enum device_fact fact, DWORD *code));
/* How many nodes were looked for. */
unsigned cfgmgr_asked(void);

/* LoadLibraryExW. The variable HITCHBOX_TEST_DEVICES names a file with such facts,
 * a line each: id|fact|value, the fact by its number above; it is read once. */
HMODULE WINAPI cfgmgr_load(LPCWSTR name, HANDLE file, DWORD flags);

#endif
