#include "win/guard.h"

#include <string.h>

#include "os/os.h"
#include "win/elevate.h"
#include "win/utf16.h"
#include "win/win.h"

#include <aclapi.h>
#include <sddl.h>

#define PATH_UNITS_MOST 32768u
/* Administrators own it; system and administrators all, users read; inherited
 * by what is made inside, and nothing inherited from above. */
#define RIGHTS L"O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FRFX;;;BU)"
#define PROFILES L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList\\"
#define SID_BYTES 128u
#define TOKEN_USER_BYTES (sizeof(TOKEN_USER) + SID_BYTES)

union token_user {
    TOKEN_USER user;
    unsigned char bytes[TOKEN_USER_BYTES];
};

static bool read_user(union token_user *user)
{
    HANDLE token = NULL;
    DWORD len = 0;
    bool have = OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token) &&
                GetTokenInformation(token, TokenUser, user, sizeof *user, &len);
    if (token)
        CloseHandle(token);
    return have;
}

/* A folder itself, links not followed unless asked to. Nobody can rename or
 * remove it, or those above it, until it is closed. */
static HANDLE hold_open(const char *folder, DWORD access, DWORD flags)
{
    struct wide path = WIDE_EMPTY;
    HANDLE held = INVALID_HANDLE_VALUE;
    wide_add_path(&path, folder);
    if (!path.failed)
        held = CreateFileW(wide_str(&path), access, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING,
                           FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    else
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    wide_done(&path);
    return held;
}

static void hold_close(void **held)
{
    if (*held)
        CloseHandle(*held);
    *held = NULL;
}

static bool add_final_path(struct wide *path, HANDLE held)
{
    DWORD room = GetFinalPathNameByHandleW(held, NULL, 0, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
    wchar_t *to = room ? wide_reserve(path, room) : NULL;
    DWORD count = to ? GetFinalPathNameByHandleW(held, to, room, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS) : 0;
    if (count == 0 || count >= room)
        return false;
    wide_filled(path, count);
    return true;
}

static bool add_final_path_of(struct wide *path, const char *folder)
{
    HANDLE opened = hold_open(folder, FILE_READ_ATTRIBUTES, 0);
    bool have = opened != INVALID_HANDLE_VALUE && add_final_path(path, opened);
    if (opened != INVALID_HANDLE_VALUE)
        CloseHandle(opened);
    return have;
}

/* From the list that only administrators write, by the user of the token: the
 * environment is the user's, and so any program's. The list may name the
 * system's drive by a variable; no other is expected there. */
static bool find_profile(struct text *profile)
{
    static const wchar_t drive[] = L"%SystemDrive%";
    union token_user user;
    struct wide key = WIDE_EMPTY;
    wchar_t *sid = NULL, value[1024], windows[MAX_PATH];
    DWORD bytes = sizeof value;
    size_t skip = sizeof drive / sizeof drive[0] - 1;
    bool have = read_user(&user) && ConvertSidToStringSidW(user.user.User.Sid, &sid);
    if (have) {
        wide_add(&key, PROFILES);
        wide_add(&key, sid);
        have = !key.failed && RegGetValueW(HKEY_LOCAL_MACHINE, wide_str(&key), L"ProfileImagePath",
                                           RRF_RT_REG_SZ | RRF_RT_REG_EXPAND_SZ | RRF_NOEXPAND, NULL, value, &bytes) == 0;
    }
    if (have && CompareStringOrdinal(value, (int)skip, drive, (int)skip, TRUE) == CSTR_EQUAL) {
        have = GetSystemWindowsDirectoryW(windows, MAX_PATH) > 2;
        text_add_wide_units(profile, windows, have ? 2 : 0);
        text_add_wide(profile, value + skip);
    } else if (have) {
        text_add_wide(profile, value);
    }
    if (sid)
        LocalFree(sid);
    wide_done(&key);
    return have && !profile->failed && !strchr(text_str(profile), '%');
}

bool guard_is_own(const char *folder)
{
    struct text home = TEXT_EMPTY;
    struct wide profile = WIDE_EMPTY, path = WIDE_EMPTY;
    bool own = find_profile(&home) && add_final_path_of(&profile, text_str(&home)) && add_final_path_of(&path, folder) &&
               path.count > profile.count && path.units[profile.count] == L'\\' &&
               CompareStringOrdinal(path.units, (int)profile.count, profile.units, (int)profile.count, TRUE) == CSTR_EQUAL;
    text_done(&home);
    wide_done(&profile);
    wide_done(&path);
    return own;
}

static bool is_kind(PSID sid, WELL_KNOWN_SID_TYPE kind)
{
    return IsWellKnownSid(sid, kind) != 0;
}

/* Owners can always change rights. A program without administrator rights
 * carries this user's name too, unless there is no such thing on this system. */
static bool is_trusted(PSID owner)
{
    union token_user user;
    if (is_kind(owner, WinBuiltinAdministratorsSid) || is_kind(owner, WinLocalSystemSid))
        return true;
    return !elevate_has_lower_self() && read_user(&user) && EqualSid(owner, user.user.User.Sid);
}

static bool has_rights(HANDLE held)
{
    DWORD flags = 0;
    FILE_REMOTE_PROTOCOL_INFO remote;
    return !GetFileInformationByHandleEx(held, FileRemoteProtocolInfo, &remote, sizeof remote) &&
           GetVolumeInformationByHandleW(held, NULL, 0, NULL, NULL, &flags, NULL, 0) && (flags & FILE_PERSISTENT_ACLS);
}

/* What stands at the path now, and not what was made there: is it a folder that
 * an administrator owns? */
static struct outcome check_held(HANDLE held, bool own, struct outcome *rights)
{
    BY_HANDLE_FILE_INFORMATION info;
    PSID owner = NULL;
    PSECURITY_DESCRIPTOR now = NULL, wanted = NULL;
    struct outcome result = outcome_ok();
    DWORD code;
    if (!GetFileInformationByHandle(held, &info))
        return outcome_of(WHY_folder_read, GetLastError());
    if ((info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) || !(info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY))
        return outcome_of(WHY_folder_link, 0);
    if (own)
        return outcome_ok();
    if (!has_rights(held)) {
        *rights = outcome_of(WHY_folder_rights, ERROR_NOT_SUPPORTED);
        return outcome_ok();
    }
    code = GetSecurityInfo(held, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL, NULL, &now);
    if (code != ERROR_SUCCESS)
        result = outcome_of(WHY_folder_rights, code);
    else if (!owner || !is_trusted(owner))
        result = outcome_of(WHY_folder_foreign, 0);
    else if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(RIGHTS, SDDL_REVISION_1, &wanted, NULL) ||
             !SetKernelObjectSecurity(held, DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, wanted))
        result = outcome_of(WHY_folder_rights, GetLastError());
    if (now)
        LocalFree(now);
    if (wanted)
        LocalFree(wanted);
    return result;
}

static struct outcome make_folder(const char *folder, bool own)
{
    struct wide path = WIDE_EMPTY;
    SECURITY_ATTRIBUTES closed = {sizeof closed, NULL, FALSE};
    struct outcome result = outcome_ok();
    wide_add_path(&path, folder);
    if (path.failed)
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    else if (!own && !ConvertStringSecurityDescriptorToSecurityDescriptorW(RIGHTS, SDDL_REVISION_1,
                                                                           &closed.lpSecurityDescriptor, NULL))
        result = outcome_of(WHY_folder_rights, GetLastError());
    else if (!CreateDirectoryW(wide_str(&path), own ? NULL : &closed)) {
        DWORD code = GetLastError();
        result = outcome_of(code == ERROR_ALREADY_EXISTS ? WHY_exists : WHY_folder_create, code);
    }
    if (closed.lpSecurityDescriptor)
        LocalFree(closed.lpSecurityDescriptor);
    wide_done(&path);
    return result;
}

static struct outcome hold(struct guard *g, const char *folder, void **held)
{
    DWORD access = FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES | (g->own ? 0 : READ_CONTROL | WRITE_DAC);
    HANDLE opened = hold_open(folder, access, FILE_FLAG_OPEN_REPARSE_POINT);
    if (opened == INVALID_HANDLE_VALUE)
        return outcome_of(WHY_folder_create, GetLastError());
    struct outcome result = check_held(opened, g->own, &g->rights);
    if (outcome_failed(result))
        CloseHandle(opened);
    else
        *held = opened;
    return result;
}

struct outcome guard_open(const char *base, struct guard *g)
{
    struct text runs = TEXT_EMPTY;
    struct wide final = WIDE_EMPTY;
    struct outcome result = os_folder_make(base);
    if (outcome_failed(result))
        goto out;
    if (add_final_path_of(&final, base))
        text_add_wide_path(&g->base, wide_str(&final));
    else
        text_set(&g->base, base);
    g->own = guard_is_own(text_str(&g->base));
    text_addf(&runs, "%s\\runs", text_str(&g->base));
    if (runs.failed) {
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
        goto out;
    }
    result = make_folder(text_str(&runs), g->own);
    if (!outcome_failed(result) || result.why == WHY_exists)
        result = hold(g, text_str(&runs), &g->runs);
out:
    text_done(&runs);
    wide_done(&final);
    return result;
}

void guard_close(struct guard *g)
{
    hold_close(&g->run);
    hold_close(&g->runs);
    text_done(&g->base);
    g->own = false;
    g->rights = outcome_ok();
}

struct outcome guard_make_run(void *ctx, const char *folder)
{
    struct guard *g = ctx;
    struct outcome result = make_folder(folder, g->own);
    return outcome_failed(result) ? result : hold(g, folder, &g->run);
}

struct outcome guard_make_fresh(const char *parent, const char *name, struct guard *g, struct text *path)
{
    struct wide final = WIDE_EMPTY;
    struct text made = TEXT_EMPTY;
    struct outcome result = outcome_ok();
    if (!add_final_path_of(&final, parent)) {
        result = outcome_of(WHY_folder_create, GetLastError());
        goto out;
    }
    text_add_wide_path(&g->base, wide_str(&final));
    text_addf(&made, "%s\\%s", text_str(&g->base), name);
    if (g->base.failed || made.failed) {
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
        goto out;
    }
    g->own = guard_is_own(text_str(&g->base));
    result = guard_make_run(g, text_str(&made));
    if (!outcome_failed(result))
        text_set(path, text_str(&made));
out:
    wide_done(&final);
    text_done(&made);
    return result;
}
