#include "win/windows_build.h"

#include "win/utf16.h"
#include "win/win.h"

uint32_t windows_build(void)
{
    wchar_t value[16] = {0};
    DWORD len = sizeof value;
    struct text digits = TEXT_EMPTY;
    uint64_t build = 0;
    if (RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion", L"CurrentBuildNumber",
                     RRF_RT_REG_SZ, NULL, value, &len) == ERROR_SUCCESS) {
        text_add_wide(&digits, value);
        str_to_u64(text_str(&digits), &build);
    }
    text_done(&digits);
    return (uint32_t)build;
}
