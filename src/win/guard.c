#include "win/guard.h"

#include <string.h>

#include "win/utf16.h"
#include "win/win.h"

#include <sddl.h>

#define PROFILE_UNITS 32768u
/* Inherited by what is made inside: system and administrators all, users read. */
#define RIGHTS L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FRFX;;;BU)"

bool guard_is_own(const char *folder)
{
    struct wide profile = WIDE_EMPTY, path = WIDE_EMPTY;
    wchar_t *units = wide_reserve(&profile, PROFILE_UNITS);
    DWORD count = units ? GetEnvironmentVariableW(L"USERPROFILE", units, PROFILE_UNITS) : 0;
    bool own = false;
    if (count > 0 && count < PROFILE_UNITS) {
        wide_filled(&profile, count);
        wide_add_utf8(&path, folder);
        own = path.count > count && path.units[count] == L'\\' &&
              CompareStringOrdinal(path.units, (int)count, profile.units, (int)count, TRUE) == CSTR_EQUAL;
    }
    wide_done(&profile);
    wide_done(&path);
    return own;
}

struct outcome guard_close_folder(const char *folder)
{
    struct wide path = WIDE_EMPTY;
    PSECURITY_DESCRIPTOR rights = NULL;
    struct outcome result = outcome_ok();
    wide_add_path(&path, folder);
    if (path.failed)
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    else if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(RIGHTS, SDDL_REVISION_1, &rights, NULL) ||
             !SetFileSecurityW(wide_str(&path), DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, rights))
        result = outcome_of(WHY_folder_rights, GetLastError());
    if (rights)
        LocalFree(rights);
    wide_done(&path);
    return result;
}
