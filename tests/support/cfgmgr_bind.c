#include "tests/support/cfgmgr.h"

#include "win/win.h"

/* Through this pointer every caller of the program goes. */
typedef HMODULE WINAPI load_fn(LPCWSTR name, HANDLE file, DWORD flags);
extern load_fn *const __imp_LoadLibraryExW;
load_fn *const __imp_LoadLibraryExW = cfgmgr_load;
