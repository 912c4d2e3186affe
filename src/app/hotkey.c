#include "app/hotkey.h"

struct outcome hotkey_register(HWND window, int id, const char *str)
{
    struct hotkey h;
    struct outcome result = hotkey_parse(str, &h);
    if (outcome_failed(result))
        return result;
    if (RegisterHotKey(window, id, h.modifiers | MOD_NOREPEAT, h.key))
        return outcome_ok();
    DWORD code = GetLastError();
    return outcome_of(code == ERROR_HOTKEY_ALREADY_REGISTERED ? WHY_hotkey_taken : WHY_hotkey_register,
                      code);
}
