#include "os/os_live.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "recorder/private/live_leftover.h"
#include "runs/ring_mark.h"
#include "win/elevate.h"
#include "win/guard.h"
#include "recorder/session.h"
#include "win/utf16.h"
#include "win/windows_build.h"

#define FILE_MB 512u
#define RING_MB 128u
#define RING_BUFFER_KB 256u
#define FILE_BUFFER_KB 64u
#define FLUSH_S 60u
#define CLOSE_WAIT_MS 10000u

struct os_live {
    struct session file, buffer;
    HANDLE claim;       /* held for as long as it listens */
    struct guard guard; /* of the folder */
    struct text folder, file_path, snapshot;
    unsigned looks;
};

/* A console handler runs in a thread of its own and is given nothing. */
static HANDLE stop_asked;

/* After all but Ctrl+C and Ctrl+Break Windows ends the process as soon as this
 * returns; the sessions are to be stopped before, and then it ends by itself. */
static BOOL WINAPI on_console(DWORD what)
{
    SetEvent(stop_asked);
    if (what != CTRL_C_EVENT && what != CTRL_BREAK_EVENT)
        Sleep(CLOSE_WAIT_MS);
    return TRUE;
}

uint32_t os_live_build(void)
{
    return windows_build();
}

static struct outcome make_folder(struct os_live *live)
{
    struct text parent = TEXT_EMPTY;
    struct outcome result = guard_windows_temp(&parent);
    if (!outcome_failed(result)) {
        live_leftover_remove(text_str(&parent));
        result = guard_make_own(text_str(&parent), LIVE_FOLDER_START, &live->guard, &live->folder);
    }
    text_done(&parent);
    return result;
}

static struct outcome start_both(struct os_live *live)
{
    static const struct guid none = {0};
    SYSTEM_INFO system;
    struct session_plan plan = {0};
    GetSystemInfo(&system);
    plan.kind = SESSION_FILE;
    plan.file = text_str(&live->file_path);
    plan.file_mb = FILE_MB;
    plan.flush_s = FLUSH_S;
    plan.buffer_kb = FILE_BUFFER_KB;
    plan.cpus = system.dwNumberOfProcessors;
    struct outcome result = session_start(&live->file, &plan);
    if (outcome_failed(result))
        return result;
    plan.kind = SESSION_BUFFER;
    plan.file = NULL;
    plan.buffer_kb = RING_BUFFER_KB;
    plan.ring_mb = RING_MB;
    result = session_start(&live->buffer, &plan);
    if (!outcome_failed(result) && !guid_equal(&live->buffer.guid, &none))
        result = ring_mark_write(text_str(&live->folder), &live->buffer.guid);
    return result;
}

static uint32_t enable_all(const struct os_live *live, const struct providers *providers)
{
    uint32_t refused = 0;
    for (size_t i = 0; i < providers->count; i++) {
        const struct provider *p = &providers->items[i];
        if (!p->skipped)
            refused += outcome_failed(session_enable(p->session == SESSION_FILE ? &live->file : &live->buffer, p));
    }
    return refused;
}

struct outcome os_live_open(const struct providers *providers, struct os_live **live, uint32_t *refused)
{
    if (!elevate_is_elevated())
        return outcome_of(WHY_not_elevated, 0);
    elevate_guard_process();
    struct os_live *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
    struct outcome result = outcome_ok();
    fresh->claim = live_leftover_claim();
    if (!fresh->claim) {
        free(fresh);
        return outcome_of(WHY_exists, 0);
    }
    stop_asked = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!stop_asked)
        result = outcome_of(WHY_out_of_memory, GetLastError());
    if (!outcome_failed(result))
        result = make_folder(fresh);
    if (!outcome_failed(result)) {
        text_addf(&fresh->file_path, "%s\\" LIVE_FILE, text_str(&fresh->folder));
        SetConsoleCtrlHandler(on_console, TRUE);
        result = start_both(fresh);
    }
    if (outcome_failed(result)) {
        os_live_close(fresh);
        return result;
    }
    *refused = enable_all(fresh, providers);
    *live = fresh;
    return result;
}

bool os_live_wait(struct os_live *live, uint32_t ms)
{
    (void)live;
    return WaitForSingleObject(stop_asked, ms) == WAIT_TIMEOUT;
}

static uint64_t lost_by(struct session *session)
{
    session_query(session);
    return (uint64_t)session->facts.events_lost + session->facts.buffers_lost;
}

struct outcome os_live_look(struct os_live *live, struct os_live_files *files)
{
    struct text snapshot = TEXT_EMPTY;
    text_addf(&snapshot, "%s\\" LIVE_RING_START "%u.etl", text_str(&live->folder), ++live->looks);
    struct outcome result = session_flush(&live->file, NULL);
    if (!outcome_failed(result))
        result = session_flush(&live->buffer, text_str(&snapshot));
    if (outcome_failed(result)) {
        os_remove(text_str(&snapshot)); /* half a one */
    } else {
        if (live->snapshot.len)
            os_remove(text_str(&live->snapshot));
        text_set(&live->snapshot, text_str(&snapshot));
        text_set(&files->file, text_str(&live->file_path));
        text_set(&files->buffer, text_str(&live->snapshot));
        files->file_lost = lost_by(&live->file);
        files->buffer_lost = lost_by(&live->buffer);
    }
    text_done(&snapshot);
    return result;
}

void os_live_close(struct os_live *live)
{
    if (live) {
        session_stop(&live->file);
        session_stop(&live->buffer);
        if (live->file_path.len)
            os_remove(text_str(&live->file_path));
        if (live->snapshot.len)
            os_remove(text_str(&live->snapshot));
        if (live->folder.len)
            ring_mark_remove(text_str(&live->folder));
        guard_close(&live->guard);
        if (live->folder.len)
            os_remove(text_str(&live->folder));
        text_done(&live->file_path);
        text_done(&live->snapshot);
        text_done(&live->folder);
        CloseHandle(live->claim);
        free(live);
    }
    if (stop_asked) {
        SetConsoleCtrlHandler(on_console, FALSE);
        CloseHandle(stop_asked);
        stop_asked = NULL;
    }
}
