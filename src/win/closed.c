#include "win/private/closed.h"

#include <string.h>

#include "os/os.h"
#include "win/elevate.h"
#include "win/guard.h"
#include "win/utf16.h"
#include "win/win.h"

#include <aclapi.h>
#include <sddl.h>

/* What changes a file; what puts another in a folder's place; and of the folders
 * above, what takes that folder away. */
#define OWNS (DELETE | WRITE_DAC | WRITE_OWNER | GENERIC_ALL)
#define OF_FILE (OWNS | GENERIC_WRITE | FILE_WRITE_DATA | FILE_APPEND_DATA)
#define OF_FOLDER (OWNS | GENERIC_WRITE | FILE_ADD_FILE | FILE_ADD_SUBDIRECTORY | FILE_DELETE_CHILD)
#define OF_ABOVE (OWNS | FILE_DELETE_CHILD)

/* Windows's own installer, which owns its folders. */
#define TRUSTED_INSTALLER L"S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"

static bool is_installer(PSID sid)
{
    wchar_t *words = NULL;
    bool is = ConvertSidToStringSidW(sid, &words) && lstrcmpiW(words, TRUSTED_INSTALLER) == 0;
    if (words)
        LocalFree(words);
    return is;
}

static bool is_trusted(PSID sid)
{
    union elevate_user self;
    if (IsWellKnownSid(sid, WinBuiltinAdministratorsSid) || IsWellKnownSid(sid, WinLocalSystemSid) || is_installer(sid))
        return true;
    return !elevate_has_lower_self() && elevate_own_user(&self) && EqualSid(sid, self.user.User.Sid);
}

/* Kinds of entries that are not known may allow anything. */
static bool opens(const void *entry, DWORD mask)
{
    const ACE_HEADER *head = entry;
    if ((head->AceFlags & INHERIT_ONLY_ACE) || head->AceType == ACCESS_DENIED_ACE_TYPE)
        return false;
    if (head->AceType != ACCESS_ALLOWED_ACE_TYPE)
        return true;
    const ACCESS_ALLOWED_ACE *allowed = entry;
    return (allowed->Mask & mask) && !is_trusted((PSID)(uintptr_t)&allowed->SidStart);
}

static bool acl_opens(PACL acl, DWORD mask)
{
    for (DWORD i = 0; acl && i < acl->AceCount; i++) {
        void *entry = NULL;
        if (!GetAce(acl, i, &entry) || opens(entry, mask))
            return true;
    }
    return acl == NULL; /* none at all: everybody may */
}

static struct outcome check_one(const char *path, DWORD mask, struct text *open)
{
    PSID owner = NULL;
    PACL acl = NULL;
    PSECURITY_DESCRIPTOR rights = NULL;
    void *held = NULL;
    struct outcome result = guard_look(path, &held);
    if (outcome_failed(result))
        return result;
    DWORD code = GetSecurityInfo(held, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, &owner, NULL,
                                 &acl, NULL, &rights);
    if (code != ERROR_SUCCESS)
        result = outcome_of(WHY_folder_rights, code);
    else if (!guard_has_rights(held) || !owner || !is_trusted(owner) || acl_opens(acl, mask))
        result = outcome_of(WHY_autostart_open, 0);
    if (result.why == WHY_autostart_open)
        text_set(open, path);
    if (rights)
        LocalFree(rights);
    CloseHandle(held);
    return result;
}

/* C:\a\b -> C:\a -> C:\; false behind the last. */
static bool go_up(struct text *path)
{
    size_t len = os_path_folder_len(text_str(path));
    if (len == path->len || len < 3)
        return false;
    text_cut(path, len > 3 ? len - 1 : len);
    return true;
}

struct outcome closed_check(const char *exe, struct text *real, struct text *open)
{
    struct text path = TEXT_EMPTY;
    DWORD mask = OF_FILE;
    struct outcome result = guard_final_path(exe, real);
    text_set(&path, text_str(real));
    if (!outcome_failed(result) && (real->failed || path.failed))
        result = outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    if (!outcome_failed(result) && str_starts(text_str(&path), "\\\\")) {
        text_set(open, text_str(&path));
        result = outcome_of(WHY_autostart_open, 0);
    }
    for (bool more = true; more && !outcome_failed(result); more = go_up(&path)) {
        result = check_one(text_str(&path), mask, open);
        mask = mask == OF_FILE ? OF_FOLDER : OF_ABOVE;
    }
    text_done(&path);
    return result;
}
