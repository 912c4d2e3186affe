/* The part of the layer for files, threads, the registry and programs. */
#include "tests/faults/fault_shim.h"
#include "tests/faults/fault_world.h"
#include "tests/faults/faults.h"
#include "tests/sim/sim.h"
#include "tests/support/cfgmgr.h"

#include <aclapi.h>
#include <sddl.h>

#define K "kernel32"
#define A "advapi32"

static HANDLE WINAPI fault_CreateFileW(LPCWSTR path, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES rights, DWORD how,
                                       DWORD flags, HANDLE like)
{
    static HANDLE(WINAPI *to)(LPCWSTR, DWORD, DWORD, LPSECURITY_ATTRIBUTES, DWORD, DWORD, HANDLE);
    DWORD code;
    if (!to)
        to = (HANDLE(WINAPI *)(LPCWSTR, DWORD, DWORD, LPSECURITY_ATTRIBUTES, DWORD, DWORD, HANDLE))fault_real(K, "CreateFileW");
    if (!fault_is_watched())
        return to(path, access, share, rights, how, flags, like);
    const char *role = fault_role_of_path(path);
    if (fault_fails(CALL_CREATE_FILE, role, &code))
        return INVALID_HANDLE_VALUE;
    HANDLE made = to(path, access, share, rights, how, flags, like);
    DWORD result = GetLastError();
    if (made != INVALID_HANDLE_VALUE)
        fault_note_handle(made, role);
    SetLastError(result);
    return made;
}
FAULT_BIND(HANDLE, CreateFileW, (LPCWSTR, DWORD, DWORD, LPSECURITY_ATTRIBUTES, DWORD, DWORD, HANDLE))

static HANDLE WINAPI fault_CreateFileMappingW(HANDLE file, LPSECURITY_ATTRIBUTES rights, DWORD how, DWORD high, DWORD low,
                                              LPCWSTR name)
{
    static HANDLE(WINAPI *to)(HANDLE, LPSECURITY_ATTRIBUTES, DWORD, DWORD, DWORD, LPCWSTR);
    DWORD code;
    if (!to)
        to = (HANDLE(WINAPI *)(HANDLE, LPSECURITY_ATTRIBUTES, DWORD, DWORD, DWORD, LPCWSTR))fault_real(K, "CreateFileMappingW");
    if (!fault_is_watched())
        return to(file, rights, how, high, low, name);
    const char *role = fault_role_of_handle(file);
    if (fault_fails(CALL_MAPPING, role, &code))
        return NULL;
    HANDLE made = to(file, rights, how, high, low, name);
    DWORD result = GetLastError();
    if (made)
        fault_note_handle(made, role);
    SetLastError(result);
    return made;
}
FAULT_BIND(HANDLE, CreateFileMappingW, (HANDLE, LPSECURITY_ATTRIBUTES, DWORD, DWORD, DWORD, LPCWSTR))

static HANDLE WINAPI fault_FindFirstFileW(LPCWSTR mask, LPWIN32_FIND_DATAW found)
{
    static HANDLE(WINAPI *to)(LPCWSTR, LPWIN32_FIND_DATAW);
    DWORD code;
    if (!to)
        to = (HANDLE(WINAPI *)(LPCWSTR, LPWIN32_FIND_DATAW))fault_real(K, "FindFirstFileW");
    if (!fault_is_watched())
        return to(mask, found);
    const char *role = fault_role_of_path(mask);
    if (fault_fails(CALL_FIND_FIRST, role, &code))
        return INVALID_HANDLE_VALUE;
    HANDLE made = to(mask, found);
    DWORD result = GetLastError();
    if (made != INVALID_HANDLE_VALUE)
        fault_note_handle(made, role);
    SetLastError(result);
    return made;
}
FAULT_BIND(HANDLE, FindFirstFileW, (LPCWSTR, LPWIN32_FIND_DATAW))

/* Code 0: the disk has no room at all. */
static BOOL WINAPI fault_GetDiskFreeSpaceExW(LPCWSTR path, PULARGE_INTEGER mine, PULARGE_INTEGER all, PULARGE_INTEGER free)
{
    static BOOL(WINAPI *to)(LPCWSTR, PULARGE_INTEGER, PULARGE_INTEGER, PULARGE_INTEGER);
    DWORD code;
    if (!to)
        to = (BOOL(WINAPI *)(LPCWSTR, PULARGE_INTEGER, PULARGE_INTEGER, PULARGE_INTEGER))fault_real(K, "GetDiskFreeSpaceExW");
    if (!fault_is_watched() || !fault_fails(CALL_FREE_SPACE, fault_role_of_path(path), &code))
        return to(path, mine, all, free);
    if (code == 0)
        mine->QuadPart = 0;
    return code == 0;
}
FAULT_BIND(BOOL, GetDiskFreeSpaceExW, (LPCWSTR, PULARGE_INTEGER, PULARGE_INTEGER, PULARGE_INTEGER))

FAULT_REPLACE(K, BOOL, FALSE, WRITE_FILE, fault_role_of_handle(a), WriteFile,
              (HANDLE a, LPCVOID b, DWORD c, LPDWORD d, LPOVERLAPPED e), a, b, c, d, e)
FAULT_REPLACE(K, BOOL, FALSE, FLUSH_FILE, fault_role_of_handle(a), FlushFileBuffers, (HANDLE a), a)
FAULT_REPLACE(K, BOOL, FALSE, SEEK, fault_role_of_handle(a), SetFilePointerEx,
              (HANDLE a, LARGE_INTEGER b, PLARGE_INTEGER c, DWORD d), a, b, c, d)
FAULT_REPLACE(K, BOOL, FALSE, MOVE_FILE, fault_role_of_path(b), MoveFileExW, (LPCWSTR a, LPCWSTR b, DWORD c), a, b, c)
FAULT_REPLACE(K, BOOL, FALSE, MAKE_FOLDER, fault_role_of_path(a), CreateDirectoryW, (LPCWSTR a, LPSECURITY_ATTRIBUTES b), a, b)
FAULT_REPLACE(K, BOOL, FALSE, REMOVE_FOLDER, fault_role_of_path(a), RemoveDirectoryW, (LPCWSTR a), a)
FAULT_REPLACE(K, BOOL, FALSE, ATTRIBUTES_EX, fault_role_of_path(a), GetFileAttributesExW,
              (LPCWSTR a, GET_FILEEX_INFO_LEVELS b, LPVOID c), a, b, c)
FAULT_REPLACE(K, DWORD, INVALID_FILE_ATTRIBUTES, ATTRIBUTES, fault_role_of_path(a), GetFileAttributesW, (LPCWSTR a), a)
FAULT_REPLACE(K, BOOL, FALSE, FILE_SIZE, fault_role_of_handle(a), GetFileSizeEx, (HANDLE a, PLARGE_INTEGER b), a, b)
FAULT_REPLACE(K, BOOL, FALSE, FILE_INFORMATION, fault_role_of_handle(a), GetFileInformationByHandle,
              (HANDLE a, LPBY_HANDLE_FILE_INFORMATION b), a, b)
FAULT_REPLACE(K, LPVOID, NULL, MAP_VIEW, fault_role_of_handle(a), MapViewOfFile,
              (HANDLE a, DWORD b, DWORD c, DWORD d, SIZE_T e), a, b, c, d, e)
FAULT_REPLACE(K, BOOL, FALSE, FIND_NEXT, fault_role_of_handle(a), FindNextFileW, (HANDLE a, LPWIN32_FIND_DATAW b), a, b)
FAULT_REPLACE(K, BOOL, FALSE, DELETE_FILE, fault_role_of_path(a), DeleteFileW, (LPCWSTR a), a)
FAULT_REPLACE(K, DWORD, 0, FULL_PATH, fault_role_of_path(a), GetFullPathNameW, (LPCWSTR a, DWORD b, LPWSTR c, LPWSTR *d), a, b, c, d)
FAULT_REPLACE(A, BOOL, FALSE, RIGHTS_TEXT, "", ConvertStringSecurityDescriptorToSecurityDescriptorW,
              (LPCWSTR a, DWORD b, PSECURITY_DESCRIPTOR *c, PULONG d), a, b, c, d)
FAULT_REPLACE(A, BOOL, FALSE, FILE_RIGHTS, fault_role_of_handle(a), SetKernelObjectSecurity,
              (HANDLE a, SECURITY_INFORMATION b, PSECURITY_DESCRIPTOR c), a, b, c)
/* What an elevated process makes is owned by administrators; Wine gives it to the
 * user. */
static DWORD WINAPI fault_GetSecurityInfo(HANDLE a, SE_OBJECT_TYPE b, SECURITY_INFORMATION c, PSID *d, PSID *e, PACL *f, PACL *g,
                                          PSECURITY_DESCRIPTOR *h)
{
    static DWORD(WINAPI *to)(HANDLE, SE_OBJECT_TYPE, SECURITY_INFORMATION, PSID *, PSID *, PACL *, PACL *, PSECURITY_DESCRIPTOR *);
    static unsigned char administrators[SECURITY_MAX_SID_SIZE];
    DWORD code, len = sizeof administrators;
    if (!to)
        to = (DWORD(WINAPI *)(HANDLE, SE_OBJECT_TYPE, SECURITY_INFORMATION, PSID *, PSID *, PACL *, PACL *,
                              PSECURITY_DESCRIPTOR *))fault_real(A, "GetSecurityInfo");
    if (fault_is_watched() && fault_fails(CALL_FILE_OWNER, fault_role_of_handle(a), &code))
        return code;
    code = to(a, b, c, d, e, f, g, h);
    if (code == ERROR_SUCCESS && d && CreateWellKnownSid(WinBuiltinAdministratorsSid, NULL, administrators, &len))
        *d = administrators;
    return code;
}
FAULT_BIND(DWORD, GetSecurityInfo, (HANDLE, SE_OBJECT_TYPE, SECURITY_INFORMATION, PSID *, PSID *, PACL *, PACL *,
                                    PSECURITY_DESCRIPTOR *))
FAULT_REPLACE(A, BOOL, FALSE, SID_TEXT, "", ConvertSidToStringSidW, (PSID a, LPWSTR *b), a, b)
FAULT_REPLACE(K, DWORD, 0, FINAL_PATH, fault_role_of_handle(a), GetFinalPathNameByHandleW,
              (HANDLE a, LPWSTR b, DWORD c, DWORD d), a, b, c, d)
FAULT_REPLACE(K, BOOL, FALSE, VOLUME, fault_role_of_handle(a), GetVolumeInformationByHandleW,
              (HANDLE a, LPWSTR b, DWORD c, LPDWORD d, LPDWORD e, LPDWORD f, LPWSTR g, DWORD h), a, b, c, d, e, f, g, h)

/* Of two that stand in this process the first one's ends with its life. */
static HANDLE first_mutex;

static HANDLE WINAPI fault_CreateMutexW(LPSECURITY_ATTRIBUTES rights, BOOL own, LPCWSTR name)
{
    static HANDLE(WINAPI *to)(LPSECURITY_ATTRIBUTES, BOOL, LPCWSTR);
    DWORD code;
    if (!to)
        to = (HANDLE(WINAPI *)(LPSECURITY_ATTRIBUTES, BOOL, LPCWSTR))fault_real(K, "CreateMutexW");
    if (fault_is_watched() && fault_fails(CALL_MUTEX, "", &code))
        return NULL;
    HANDLE made = to(rights, own, name);
    if (GetCurrentThreadId() == world.ui_thread)
        first_mutex = made;
    return made;
}
FAULT_BIND(HANDLE, CreateMutexW, (LPSECURITY_ATTRIBUTES, BOOL, LPCWSTR))

FAULT_REPLACE(K, HANDLE, NULL, EVENT, "", CreateEventW, (LPSECURITY_ATTRIBUTES a, BOOL b, BOOL c, LPCWSTR d), a, b, c, d)

FAULT_REPLACE(K, UINT, 0, SYSTEM_FOLDER, "", GetSystemDirectoryW, (LPWSTR a, UINT b), a, b)
FAULT_REPLACE(K, UINT, 0, WINDOWS_FOLDER, "", GetSystemWindowsDirectoryW, (LPWSTR a, UINT b), a, b)
FAULT_REPLACE(K, DWORD, 0, ENVIRONMENT, fault_role_of_wide(a), GetEnvironmentVariableW, (LPCWSTR a, LPWSTR b, DWORD c), a, b, c)
FAULT_REPLACE(K, HRSRC, NULL, RESOURCE, "", FindResourceW, (HMODULE a, LPCWSTR b, LPCWSTR c), a, b, c)
FAULT_REPLACE(K, BOOL, FALSE, DLL_FOLDERS, "", SetDefaultDllDirectories, (DWORD a), a)
FAULT_REPLACE(K, BOOL, FALSE, LINK_POLICY, "", SetProcessMitigationPolicy, (PROCESS_MITIGATION_POLICY a, PVOID b, SIZE_T c), a, b, c)
FAULT_REPLACE(K, BOOL, FALSE, DLL_FOLDER, "", SetDllDirectoryW, (LPCWSTR a), a)
FAULT_REPLACE(A, LSTATUS, (LSTATUS)code, REGISTRY, fault_role_of_wide(c ? c : L"(default)"), RegGetValueW,
              (HKEY a, LPCWSTR b, LPCWSTR c, DWORD d, LPDWORD e, PVOID f, LPDWORD g), a, b, c, d, e, f, g)
FAULT_REPLACE(A, LSTATUS, (LSTATUS)code, REGISTRY_KEY, fault_role_of_path(b), RegOpenKeyExW,
              (HKEY a, LPCWSTR b, DWORD c, REGSAM d, PHKEY e), a, b, c, d, e)

/* ---- libraries, and the one of devices ---- */

/* A library that lacks the functions stands for one in which they are not found. */
static HMODULE WINAPI fault_LoadLibraryExW(LPCWSTR name, HANDLE file, DWORD flags)
{
    DWORD code;
    if (fault_is_watched() && fault_fails(CALL_LIBRARY, fault_role_of_wide(name), &code))
        return NULL;
    if (fault_is_watched() && fault_fails(CALL_FUNCTION, fault_role_of_wide(name), &code))
        return GetModuleHandleW(L"kernel32.dll");
    return cfgmgr_load(name, file, flags);
}
FAULT_BIND(HMODULE, LoadLibraryExW, (LPCWSTR, HANDLE, DWORD))

static bool device_fails(const char *function, enum device_fact fact, DWORD *code)
{
    static const char *const roles[DEVICE_facts + 1] = {"own words", "given name", "driver words", "parent", "container", ""};
    bool of_node = strcmp(function, "CM_Locate_DevNodeW") == 0;
    return fault_is_watched() && fault_fails(of_node ? CALL_DEVICE_NODE : CALL_DEVICE_PROPERTY, roles[fact], code);
}

void fault_devices_fresh(void)
{
    struct wide id = WIDE_EMPTY;
    wide_add_utf8(&id, SIM_PAD_PATH);
    cfgmgr_reset();
    cfgmgr_tell(wide_str(&id), DEVICE_CONTAINER, L"3");
    cfgmgr_tell(wide_str(&id), DEVICE_OWN_WORDS, L"DualSense");
    cfgmgr_watch(device_fails);
    wide_done(&id);
}

FAULT_REPLACE(K, HANDLE, NULL, OPEN_PROCESS, "", OpenProcess, (DWORD a, BOOL b, DWORD c), a, b, c)
FAULT_REPLACE(A, BOOL, FALSE, COPY_TOKEN, "", DuplicateTokenEx,
              (HANDLE a, DWORD b, LPSECURITY_ATTRIBUTES c, SECURITY_IMPERSONATION_LEVEL d, TOKEN_TYPE e, PHANDLE f), a, b, c, d, e, f)

/* The process ends here and the threads with it; this one goes on after its life. */
static void WINAPI fault_ExitProcess(UINT code)
{
    static void(WINAPI *to)(UINT);
    if (!to)
        to = (void(WINAPI *)(UINT))fault_real("kernel32", "ExitProcess");
    if (!world.lives || GetCurrentThreadId() != world.ui_thread)
        to(code);
    world.exit_code = code;
    TerminateThread(world.worker, 0);
    WaitForSingleObject(world.worker, INFINITE);
    CloseHandle(first_mutex);
    longjmp(world.exit, 1);
}
FAULT_BIND(void, ExitProcess, (UINT))
