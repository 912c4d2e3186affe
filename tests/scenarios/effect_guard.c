#include "tests/scenarios/guard.h"

#include "win/utf16.h"
#include "win/win.h"

#define PATH_UNITS 32768u
#define UNDO_WAIT_MS 30000u
#define UNDO_TRIES 5
#define UNDO_PAUSE_MS 2000u

void guard_own_path(struct text *path)
{
    struct wide w = WIDE_EMPTY;
    wchar_t *units = wide_reserve(&w, PATH_UNITS);
    DWORD count = units ? GetModuleFileNameW(NULL, units, PATH_UNITS) : 0;
    if (count > 0 && count < PATH_UNITS)
        wide_filled(&w, count);
    text_add_wide(path, wide_str(&w));
    wide_done(&w);
}

/* A handle to this process that the guard inherits: a number could be another's
 * by the time it looks. */
static HANDLE own_handle(void)
{
    HANDLE own = NULL;
    if (!DuplicateHandle(GetCurrentProcess(), GetCurrentProcess(), GetCurrentProcess(), &own, SYNCHRONIZE, TRUE, 0))
        return NULL;
    return own;
}

/* Nothing but the two handles is inherited, so that no pipe or file of this
 * process stays open in the guard. */
static BOOL start_with(HANDLE *handles, wchar_t *line, PROCESS_INFORMATION *made)
{
    STARTUPINFOEXW info = {0};
    SIZE_T len = 0;
    BOOL started = FALSE;
    info.StartupInfo.cb = sizeof info;
    InitializeProcThreadAttributeList(NULL, 1, 0, &len);
    info.lpAttributeList = HeapAlloc(GetProcessHeap(), 0, len);
    if (!info.lpAttributeList)
        return FALSE;
    if (InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &len)) {
        started = UpdateProcThreadAttribute(info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles,
                                            2 * sizeof *handles, NULL, NULL) &&
                  CreateProcessW(NULL, line, NULL, NULL, TRUE,
                                 DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT, NULL, NULL,
                                 &info.StartupInfo, made);
        DeleteProcThreadAttributeList(info.lpAttributeList);
    }
    HeapFree(GetProcessHeap(), 0, info.lpAttributeList);
    return started;
}

bool guard_begin(struct guard *g, const char *undo, uint32_t seconds)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    PROCESS_INFORMATION made = {0};
    struct text line = TEXT_EMPTY;
    struct wide wide_line = WIDE_EMPTY;
    HANDLE handles[2] = {own_handle(), CreateEventW(&inherited, TRUE, FALSE, NULL)};
    text_add_char(&line, '"');
    guard_own_path(&line);
    text_addf(&line, "\" " GUARD_WORD " %llu %llu %u %s", (unsigned long long)(ULONG_PTR)handles[0],
              (unsigned long long)(ULONG_PTR)handles[1], (unsigned)seconds, undo);
    wide_add_utf8(&wide_line, text_str(&line));
    bool fine = handles[0] && handles[1] && !wide_line.failed && start_with(handles, wide_line.units, &made);
    if (handles[0])
        CloseHandle(handles[0]);
    if (fine) {
        CloseHandle(made.hThread);
        g->process = made.hProcess;
        g->done = handles[1];
    } else if (handles[1]) {
        CloseHandle(handles[1]);
    }
    text_done(&line);
    wide_done(&wide_line);
    return fine;
}

void guard_end(struct guard *g)
{
    SetEvent(g->done);
    WaitForSingleObject(g->process, UNDO_WAIT_MS);
    CloseHandle(g->process);
    CloseHandle(g->done);
    g->process = g->done = NULL;
}

/* The undo as it stands on this process's own command line, behind the third
 * word after GUARD_WORD: quotes and all. */
static wchar_t *undo_line(void)
{
    wchar_t *at = wcsstr(GetCommandLineW(), L" --guard ");
    at = at ? at + 9 : NULL;
    for (int words = 0; at && words < 3; words++) {
        at = wcschr(at, L' ');
        at = at ? at + 1 : NULL;
    }
    return at;
}

static bool run_undo(const wchar_t *undo)
{
    STARTUPINFOW info = {0};
    PROCESS_INFORMATION made = {0};
    DWORD code = 1;
    struct wide line = WIDE_EMPTY;
    info.cb = sizeof info;
    wide_add(&line, undo);
    if (line.count && CreateProcessW(NULL, line.units, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, NULL, &info, &made)) {
        if (WaitForSingleObject(made.hProcess, UNDO_WAIT_MS) == WAIT_OBJECT_0)
            GetExitCodeProcess(made.hProcess, &code);
        CloseHandle(made.hThread);
        CloseHandle(made.hProcess);
    }
    wide_done(&line);
    return code == 0;
}

int guard_run(int count, char **words)
{
    uint64_t parent, done, seconds;
    const wchar_t *undo = undo_line();
    if (count < 4 || !undo || !str_to_u64(words[0], &parent) || !str_to_u64(words[1], &done) ||
        !str_to_u64(words[2], &seconds) || seconds > 86400)
        return 2;
    HANDLE both[2] = {(HANDLE)(ULONG_PTR)done, (HANDLE)(ULONG_PTR)parent};
    if (WaitForMultipleObjects(2, both, FALSE, (DWORD)seconds * 1000) == WAIT_OBJECT_0)
        return 0;
    for (int i = 0; i < UNDO_TRIES; i++) {
        if (run_undo(undo))
            return 1;
        Sleep(UNDO_PAUSE_MS);
    }
    return 2;
}
