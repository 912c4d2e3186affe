#include "tests/support/account.h"

#include <wchar.h>

#include "win/win.h"

typedef void any_fn(void);
typedef BOOL WINAPI fact_fn(HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD);
typedef BOOL WINAPI copy_fn(HANDLE, DWORD, LPSECURITY_ATTRIBUTES, SECURITY_IMPERSONATION_LEVEL, TOKEN_TYPE, PHANDLE);
typedef BOOL WINAPI rights_fn(LPCWSTR, DWORD, PSECURITY_DESCRIPTOR *, PULONG);

static enum account set = ACCOUNT_ALONE;
static bool is_kept;
static wchar_t rights[512];

static any_fn *of_advapi(const char *name)
{
    return (any_fn *)GetProcAddress(GetModuleHandleW(L"advapi32.dll"), name);
}

bool account_can_be_set(void)
{
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL;
}

void account_set(enum account account)
{
    set = account;
}

void account_lend(bool lent)
{
    is_kept = !lent;
}

const wchar_t *account_rights_asked(void)
{
    return rights;
}

static BOOL WINAPI token_fact(HANDLE token, TOKEN_INFORMATION_CLASS kind, LPVOID value, DWORD room, PDWORD len)
{
    fact_fn *real = (fact_fn *)of_advapi("GetTokenInformation");
    BOOL have = real && real(token, kind, value, room, len);
    static const TOKEN_ELEVATION_TYPE types[] = {TokenElevationTypeDefault, TokenElevationTypeFull, TokenElevationTypeLimited};
    if (have && kind == TokenElevationType && account_can_be_set())
        *(TOKEN_ELEVATION_TYPE *)value = types[set];
    if (have && kind == TokenElevation && set == ACCOUNT_PLAIN)
        ((TOKEN_ELEVATION *)value)->TokenIsElevated = 0;
    return have;
}

static BOOL WINAPI copy_token(HANDLE token, DWORD access, LPSECURITY_ATTRIBUTES security, SECURITY_IMPERSONATION_LEVEL level,
                              TOKEN_TYPE type, PHANDLE copy)
{
    copy_fn *real = (copy_fn *)of_advapi("DuplicateTokenEx");
    if (!is_kept && real)
        return real(token, access, security, level, type, copy);
    SetLastError(ERROR_ACCESS_DENIED);
    return FALSE;
}

/* The SDK's sddl.h, unlike mingw's, lets callers go to the function by its name. */
BOOL WINAPI ConvertStringSecurityDescriptorToSecurityDescriptorW(LPCWSTR words, DWORD revision, PSECURITY_DESCRIPTOR *made, PULONG len);
BOOL WINAPI ConvertStringSecurityDescriptorToSecurityDescriptorW(LPCWSTR words, DWORD revision, PSECURITY_DESCRIPTOR *made, PULONG len)
{
    rights_fn *real = (rights_fn *)of_advapi("ConvertStringSecurityDescriptorToSecurityDescriptorW");
    if (wcslen(words) < sizeof rights / sizeof rights[0])
        wcscpy(rights, words);
    return real && real(words, revision, made, len);
}

/* Through these pointers every caller of the program goes. */
extern fact_fn *const __imp_GetTokenInformation;
fact_fn *const __imp_GetTokenInformation = token_fact;
extern copy_fn *const __imp_DuplicateTokenEx;
copy_fn *const __imp_DuplicateTokenEx = copy_token;
extern rights_fn *const __imp_ConvertStringSecurityDescriptorToSecurityDescriptorW;
rights_fn *const __imp_ConvertStringSecurityDescriptorToSecurityDescriptorW = ConvertStringSecurityDescriptorToSecurityDescriptorW;
