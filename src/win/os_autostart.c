#include "os/os_autostart.h"

#include <string.h>

#include "os/autostart_task.h"
#include "os/os.h"
#include "win/private/closed.h"
#include "win/elevate.h"
#include "win/guard.h"
#include "win/private/tool.h"
#include "win/utf16.h"
#include "win/win.h"

#include <sddl.h>

#define TOOL "schtasks.exe"
#define TOOL_WAIT_MS 15000u
#define MARK L"\xFEFF"

void os_autostart_done(struct os_autostart *found)
{
    text_done(&found->exe);
    text_done(&found->said);
}

/* Task Scheduler starts it for the user who logs on, and with the rights that this
 * process has: both have to be one person. */
static struct outcome find_user(struct text *sid)
{
    union elevate_user own, desktop;
    wchar_t *words = NULL;
    if (!elevate_own_user(&own) || !elevate_desktop_user(&desktop) || !EqualSid(own.user.User.Sid, desktop.user.User.Sid))
        return outcome_of(WHY_autostart_account, 0);
    if (!ConvertSidToStringSidW(own.user.User.Sid, &words))
        return outcome_of(WHY_autostart_account, GetLastError());
    text_add_wide(sid, words);
    LocalFree(words);
    return outcome_ok();
}

static struct outcome check_offer(const char *exe, struct text *sid, struct text *real, struct text *what)
{
    if (!elevate_is_elevated())
        return outcome_of(WHY_not_elevated, 0);
    struct outcome result = find_user(sid);
    if (!outcome_failed(result))
        result = closed_check(exe, real, what);
    if (!outcome_failed(result) && !autostart_task_takes(text_str(real)))
        result = outcome_of(WHY_bad_argument, 0);
    if (outcome_failed(result) && text_is_empty(what))
        text_set(what, exe);
    return result;
}

struct outcome os_autostart_offered(const char *exe, struct text *what)
{
    struct text sid = TEXT_EMPTY, real = TEXT_EMPTY;
    struct outcome result = check_offer(exe, &sid, &real, what);
    text_done(&sid);
    text_done(&real);
    return result;
}

/* The tool ends with 1 whatever was wrong; the task's own file tells. */
static bool is_absent(void)
{
    wchar_t folder[MAX_PATH];
    struct wide path = WIDE_EMPTY;
    UINT len = GetSystemWindowsDirectoryW(folder, MAX_PATH);
    if (!len || len >= MAX_PATH)
        return false;
    wide_add(&path, folder);
    wide_add(&path, L"\\System32\\Tasks\\");
    wide_add_utf8(&path, AUTOSTART_TASK);
    bool stands = path.failed || GetFileAttributesW(wide_str(&path)) != INVALID_FILE_ATTRIBUTES;
    DWORD code = stands ? ERROR_SUCCESS : GetLastError();
    wide_done(&path);
    return code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND;
}

struct outcome os_autostart_look(const char *exe, struct os_autostart *found)
{
    struct text real = TEXT_EMPTY;
    if (!elevate_is_elevated())
        return outcome_of(WHY_not_elevated, 0);
    elevate_guard_process();
    struct outcome result = tool_run(TOOL, "/Query /XML /TN " AUTOSTART_TASK, TOOL_WAIT_MS, found->stop, &found->code,
                                     &found->said);
    if (outcome_failed(result))
        return result;
    found->there = found->code == 0;
    if (found->there && autostart_task_exe(text_str(&found->said), &found->exe)) {
        if (outcome_failed(guard_final_path(exe, &real)))
            text_set(&real, exe);
        found->ours = autostart_task_is(text_str(&found->exe), text_str(&real));
    }
    text_clean(&found->exe, 0);
    text_clean(&found->said, 0);
    text_done(&real);
    return found->there || is_absent() ? outcome_ok() : outcome_of(WHY_autostart_unknown, 0);
}

static struct outcome write_task(const char *path, const char *sid, const char *exe)
{
    struct text xml = TEXT_EMPTY;
    struct wide wide = WIDE_EMPTY;
    autostart_task_write(sid, exe, &xml);
    wide_add(&wide, MARK);
    wide_add_utf8(&wide, text_str(&xml));
    struct outcome result = xml.failed || wide.failed ? outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY)
                                                      : os_file_replace(path, wide.units, wide.count * sizeof *wide.units);
    text_done(&xml);
    wide_done(&wide);
    return result;
}

/* Where no program without rights can put another file in its place. */
static struct outcome make_folder(struct guard *guard, struct text *folder)
{
    struct text parent = TEXT_EMPTY;
    struct outcome result = guard_windows_temp(&parent);
    if (!outcome_failed(result))
        result = guard_make_own(text_str(&parent), "hitch-autostart-", guard, folder);
    text_done(&parent);
    return result;
}

static struct outcome run(const char *arguments, struct os_autostart *done)
{
    struct outcome result = tool_run(TOOL, arguments, TOOL_WAIT_MS, done->stop, &done->code, &done->said);
    text_clean(&done->said, 0);
    return !outcome_failed(result) && done->code ? outcome_of(WHY_autostart_tool, 0) : result;
}

static struct outcome make_task(const char *sid, const char *exe, struct os_autostart *done)
{
    struct guard guard = {0};
    struct text folder = TEXT_EMPTY, path = TEXT_EMPTY, arguments = TEXT_EMPTY;
    struct outcome result = make_folder(&guard, &folder);
    if (outcome_failed(result))
        goto out;
    os_path_join(text_str(&folder), "task.xml", &path);
    text_addf(&arguments, "/Create /XML \"%s\" /TN " AUTOSTART_TASK " /F", text_str(&path));
    result = path.failed || arguments.failed ? outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY)
                                             : write_task(text_str(&path), sid, exe);
    if (!outcome_failed(result))
        result = run(text_str(&arguments), done);
    os_remove(text_str(&path));
out:
    guard_close(&guard);
    if (folder.len)
        os_remove(text_str(&folder));
    text_done(&folder);
    text_done(&path);
    text_done(&arguments);
    return result;
}

struct outcome os_autostart_on(const char *exe, struct os_autostart *done)
{
    struct text sid = TEXT_EMPTY, real = TEXT_EMPTY, what = TEXT_EMPTY;
    elevate_guard_process();
    struct outcome result = check_offer(exe, &sid, &real, &what);
    if (!outcome_failed(result))
        result = make_task(text_str(&sid), text_str(&real), done);
    text_done(&sid);
    text_done(&real);
    text_done(&what);
    return result;
}

struct outcome os_autostart_off(struct os_autostart *done)
{
    if (!elevate_is_elevated())
        return outcome_of(WHY_not_elevated, 0);
    elevate_guard_process();
    return run("/Delete /TN " AUTOSTART_TASK " /F", done);
}
