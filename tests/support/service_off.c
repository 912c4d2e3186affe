#include "tests/support/service_off.h"

#include "win/win.h"

typedef BOOL WINAPI start_fn(HANDLE, DWORD, LPCWSTR, LPWSTR, DWORD, LPVOID, LPCWSTR, LPSTARTUPINFOW, LPPROCESS_INFORMATION);
typedef void any_fn(void);

static bool is_off;
static uint32_t asked;

void service_off(bool off)
{
    is_off = off;
}

uint32_t service_asked(void)
{
    return asked;
}

static BOOL WINAPI start_with_token(HANDLE token, DWORD logon, LPCWSTR exe, LPWSTR line, DWORD flags, LPVOID environment,
                                    LPCWSTR folder, LPSTARTUPINFOW info, LPPROCESS_INFORMATION made)
{
    start_fn *real = (start_fn *)(any_fn *)GetProcAddress(GetModuleHandleW(L"advapi32.dll"), "CreateProcessWithTokenW");
    asked++;
    if (!is_off && real)
        return real(token, logon, exe, line, flags, environment, folder, info, made);
    SetLastError(ERROR_SERVICE_DISABLED);
    return FALSE;
}

/* Through this pointer every caller of the program goes. */
extern start_fn *const __imp_CreateProcessWithTokenW;
start_fn *const __imp_CreateProcessWithTokenW = start_with_token;
