/* Between the files of the layer: how a function of the system is replaced. */
#ifndef HB_TESTS_FAULTS_FAULT_SHIM_H
#define HB_TESTS_FAULTS_FAULT_SHIM_H

#include "tests/faults/fault.h"
#include "win/utf16.h"
#include "win/win.h"

/* Is this call the product's? */
bool fault_is_watched(void);
/* Is this call, which is the product's, to fail? The code goes to *code and to
 * GetLastError. `role`: from one of the functions below. */
bool fault_fails(enum fault_call call, const char *role, DWORD *code);

/* Roles; static storage. */
const char *fault_role_of(const char *text);
const char *fault_role_of_wide(const wchar_t *text);
const char *fault_role_of_number(const char *prefix, uint64_t number);
const char *fault_role_of_path(const wchar_t *path);
/* What a handle was opened for; note_handle remembers it. */
const char *fault_role_of_handle(HANDLE handle);
void fault_note_handle(HANDLE handle, const char *role);

typedef void fault_any_function(void);
fault_any_function *fault_real(const char *module, const char *name);

/* One replacement: the pointer that the product's objects call through, and the
 * function behind it. The real one is asked for at the first call. */
#define FAULT_REPLACE(module, type, failure, call, role, name, parameters, ...) \
    static type WINAPI fault_##name parameters                                  \
    {                                                                           \
        static type(WINAPI *to) parameters;                                     \
        DWORD code = 0;                                                         \
        if (!to)                                                                \
            to = (type(WINAPI *) parameters)fault_real(module, #name);          \
        if (fault_is_watched() && fault_fails(CALL_##call, role, &code))        \
            return failure;                                                     \
        return to(__VA_ARGS__);                                                 \
    }                                                                           \
    FAULT_BIND(type, name, parameters)

/* The pointer alone, for a function written by hand. */
#define FAULT_BIND(type, name, parameters)              \
    extern type(WINAPI *const __imp_##name) parameters; \
    type(WINAPI *const __imp_##name) parameters = fault_##name;

#endif
