#include "recorder/private/live_leftover.h"

#include <string.h>

#include "os/os.h"
#include "recorder/session.h"
#include "runs/ring_mark.h"

#define CLAIM_NAME L"Global\\Hitchbox-estimate"

HANDLE live_leftover_claim(void)
{
    HANDLE mutex = CreateMutexW(NULL, FALSE, CLAIM_NAME);
    if (mutex && GetLastError() == ERROR_ALREADY_EXISTS) {
        CloseHandle(mutex);
        return NULL;
    }
    return mutex;
}

static void stop_file_session(const char *folder_name)
{
    struct session s = {0};
    struct text file = TEXT_EMPTY, end = TEXT_EMPTY;
    text_addf(&end, "\\%s\\" LIVE_FILE, folder_name);
    if (!outcome_failed(session_find(&s, SESSION_FILE, &file)) && !end.failed && file.len >= end.len &&
        str_equal_nocase(text_str(&file) + file.len - end.len, text_str(&end)))
        session_stop(&s);
    text_done(&file);
    text_done(&end);
}

/* False where it is not known whose the session is: the mark must stay. */
static bool stop_buffer_session(const char *folder)
{
    struct session s = {0};
    bool named = false;
    if (outcome_failed(session_find(&s, SESSION_BUFFER, NULL)))
        return true;
    struct outcome read = ring_mark_names(folder, &s.guid, &named);
    if (named)
        session_stop(&s);
    return read.why != WHY_out_of_memory;
}

static bool remove_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct text path = TEXT_EMPTY;
    bool ours = str_equal_nocase(name, LIVE_FILE) || (str_starts(name, LIVE_RING_START) && str_ends(name, ".etl"));
    if (!ours || st->is_folder || st->is_link)
        return true;
    os_path_join(ctx, name, &path);
    if (!path.failed)
        os_remove(text_str(&path));
    text_done(&path);
    return true;
}

static bool clear_folder(void *ctx, const char *name, const struct os_stat *st)
{
    struct text folder = TEXT_EMPTY;
    struct os_hold *hold = NULL;
    if (!str_starts(name, LIVE_FOLDER_START) || !st->is_folder || st->is_link)
        return true;
    os_path_join(ctx, name, &folder);
    if (!folder.failed && !outcome_failed(os_hold_open(text_str(&folder), &hold))) {
        stop_file_session(name);
        if (stop_buffer_session(text_str(&folder)))
            ring_mark_remove(text_str(&folder));
        os_folder_list(text_str(&folder), remove_file, folder.bytes);
        os_hold_close(hold);
        os_remove(text_str(&folder));
    }
    text_done(&folder);
    return true;
}

void live_leftover_remove(const char *parent)
{
    os_folder_list(parent, clear_folder, (void *)(uintptr_t)parent);
}
