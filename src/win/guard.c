#include "win/guard.h"

#include <string.h>

#include "os/os.h"
#include "win/elevate.h"
#include "win/utf16.h"
#include "win/win.h"

#include <aclapi.h>
#include <sddl.h>

/* Administrators own it; system and administrators all, the desktop's user reads;
 * inherited by what is made inside, and nothing inherited from above. */
#define RIGHTS L"O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)"
#define READER_BEGIN L"(A;OICI;FRFX;;;"
#define READER_END L")"

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

/* False with GetLastError. */
static bool add_final_path_of(struct wide *path, const char *folder)
{
    HANDLE opened = hold_open(folder, FILE_READ_ATTRIBUTES, 0);
    bool have = opened != INVALID_HANDLE_VALUE && add_final_path(path, opened);
    DWORD code = GetLastError();
    if (opened != INVALID_HANDLE_VALUE)
        CloseHandle(opened);
    SetLastError(code);
    return have;
}

static bool is_kind(PSID sid, WELL_KNOWN_SID_TYPE kind)
{
    return IsWellKnownSid(sid, kind) != 0;
}

/* Owners can always change rights. A program without administrator rights
 * carries this user's name too, unless there is no such thing on this system. */
static bool is_trusted(PSID owner)
{
    union elevate_user self;
    if (is_kind(owner, WinBuiltinAdministratorsSid) || is_kind(owner, WinLocalSystemSid))
        return true;
    return !elevate_has_lower_self() && elevate_own_user(&self) && EqualSid(owner, self.user.User.Sid);
}

/* Whoever sits at the desktop: where another account's password raised this
 * process, that is not its own user. Where neither is known, administrators alone
 * may read. */
static PSECURITY_DESCRIPTOR make_rights(struct guard *g)
{
    union elevate_user reader;
    struct wide sddl = WIDE_EMPTY;
    wchar_t *sid = NULL;
    PSECURITY_DESCRIPTOR made = NULL;
    wide_add(&sddl, RIGHTS);
    bool known = (elevate_desktop_user(&reader) || elevate_own_user(&reader)) && ConvertSidToStringSidW(reader.user.User.Sid, &sid);
    if (!known) {
        g->reader = outcome_of(WHY_folder_rights, GetLastError());
    } else {
        wide_add(&sddl, READER_BEGIN);
        wide_add(&sddl, sid);
        wide_add(&sddl, READER_END);
        LocalFree(sid);
    }
    if (sddl.failed)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    else if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(wide_str(&sddl), SDDL_REVISION_1, &made, NULL))
        made = NULL;
    wide_done(&sddl);
    return made;
}

bool guard_has_rights(void *held)
{
    DWORD flags = 0;
    FILE_REMOTE_PROTOCOL_INFO remote;
    return !GetFileInformationByHandleEx(held, FileRemoteProtocolInfo, &remote, sizeof remote) &&
           GetVolumeInformationByHandleW(held, NULL, 0, NULL, NULL, &flags, NULL, 0) && (flags & FILE_PERSISTENT_ACLS);
}

/* Was a link followed on the way? The folder above was asked for its path, and
 * somebody may have put a junction in its place since. */
static struct outcome check_place(const struct guard *g, HANDLE held, const char *folder)
{
    struct wide path = WIDE_EMPTY;
    struct text final = TEXT_EMPTY;
    struct outcome result = outcome_ok();
    if (!g->resolved)
        return result;
    if (!add_final_path(&path, held)) {
        DWORD code = GetLastError();
        wide_done(&path);
        /* Too long a path to be told, which Windows's own never are. */
        return code == ERROR_MORE_DATA ? result : outcome_of(WHY_folder_read, code);
    }
    text_add_wide_path(&final, wide_str(&path));
    if (final.failed)
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    else if (!str_equal_nocase(text_str(&final), folder))
        result = outcome_of(WHY_folder_link, 0);
    wide_done(&path);
    text_done(&final);
    return result;
}

/* What stands at the path now, and not what was made there: is it a folder that
 * an administrator owns? */
static struct outcome check_held(struct guard *g, HANDLE held)
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
    if (g->plain)
        return outcome_ok();
    if (!guard_has_rights(held)) {
        g->rights = outcome_of(WHY_folder_rights, ERROR_NOT_SUPPORTED);
        return outcome_ok();
    }
    code = GetSecurityInfo(held, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL, NULL, &now);
    if (code != ERROR_SUCCESS)
        result = outcome_of(WHY_folder_rights, code);
    else if (!owner || !is_trusted(owner))
        result = outcome_of(WHY_folder_foreign, 0);
    if (outcome_failed(result))
        goto out;
    wanted = make_rights(g);
    if (!wanted || !SetKernelObjectSecurity(held, DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, wanted))
        result = outcome_of(WHY_folder_rights, GetLastError());
out:
    if (now)
        LocalFree(now);
    if (wanted)
        LocalFree(wanted);
    return result;
}

static struct outcome make_folder(struct guard *g, const char *folder)
{
    struct wide path = WIDE_EMPTY;
    SECURITY_ATTRIBUTES closed = {sizeof closed, NULL, FALSE};
    struct outcome result = outcome_ok();
    wide_add_path(&path, folder);
    if (path.failed)
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    else if (!g->plain) {
        closed.lpSecurityDescriptor = make_rights(g);
        if (!closed.lpSecurityDescriptor)
            result = outcome_of(WHY_folder_rights, GetLastError());
    }
    if (!outcome_failed(result) && !CreateDirectoryW(wide_str(&path), g->plain ? NULL : &closed)) {
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
    DWORD access = FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES | (g->plain ? 0 : READ_CONTROL | WRITE_DAC);
    HANDLE opened = hold_open(folder, access, FILE_FLAG_OPEN_REPARSE_POINT);
    if (opened == INVALID_HANDLE_VALUE)
        return outcome_of(WHY_folder_create, GetLastError());
    struct outcome result = check_place(g, opened, folder);
    if (!outcome_failed(result))
        result = check_held(g, opened);
    if (outcome_failed(result))
        CloseHandle(opened);
    else
        *held = opened;
    return result;
}

struct outcome guard_open(const char *base, const char *name, struct guard *g)
{
    struct text runs = TEXT_EMPTY;
    struct wide final = WIDE_EMPTY;
    struct outcome result = os_folder_make(base);
    if (outcome_failed(result))
        goto out;
    g->resolved = add_final_path_of(&final, base);
    g->place = g->resolved ? outcome_ok() : outcome_of(WHY_folder_rights, GetLastError());
    if (g->resolved)
        text_add_wide_path(&g->base, wide_str(&final));
    else
        text_set(&g->base, base);
    g->plain = !elevate_is_elevated();
    text_addf(&runs, "%s\\%s", text_str(&g->base), name);
    if (runs.failed) {
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
        goto out;
    }
    result = make_folder(g, text_str(&runs));
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
    g->plain = g->resolved = false;
    g->rights = g->place = g->reader = outcome_ok();
}

struct outcome guard_make_run(void *ctx, const char *folder)
{
    struct guard *g = ctx;
    struct outcome result = make_folder(g, folder);
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
    g->resolved = true;
    g->plain = !elevate_is_elevated();
    result = guard_make_run(g, text_str(&made));
    if (!outcome_failed(result))
        text_set(path, text_str(&made));
out:
    wide_done(&final);
    text_done(&made);
    return result;
}

struct outcome guard_make_own(const char *parent, const char *start, struct guard *guard, struct text *path)
{
    struct text name = TEXT_EMPTY;
    text_addf(&name, "%s%u-%llu", start, (unsigned)GetCurrentProcessId(), (unsigned long long)os_utc_now());
    struct outcome result = name.failed ? outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY)
                                        : guard_make_fresh(parent, text_str(&name), guard, path);
    text_done(&name);
    return result;
}

struct outcome guard_windows_temp(struct text *path)
{
    wchar_t windows[MAX_PATH];
    UINT count = GetSystemWindowsDirectoryW(windows, MAX_PATH);
    if (count == 0 || count >= MAX_PATH)
        return outcome_of(WHY_folder_create, GetLastError());
    text_add_wide_units(path, windows, count);
    text_add(path, "\\Temp");
    return path->failed ? outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY) : outcome_ok();
}

struct outcome guard_final_path(const char *path, struct text *final)
{
    struct wide wide = WIDE_EMPTY;
    struct outcome result = outcome_ok();
    if (add_final_path_of(&wide, path))
        text_add_wide_path(final, wide_str(&wide));
    else
        result = outcome_of(WHY_not_found, GetLastError());
    wide_done(&wide);
    return result;
}

struct outcome guard_look(const char *path, void **held)
{
    HANDLE opened = hold_open(path, FILE_READ_ATTRIBUTES | READ_CONTROL, FILE_FLAG_OPEN_REPARSE_POINT);
    if (opened == INVALID_HANDLE_VALUE)
        return outcome_of(WHY_folder_rights, GetLastError());
    *held = opened;
    return outcome_ok();
}
