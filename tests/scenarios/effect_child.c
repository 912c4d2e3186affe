#include "tests/scenarios/child.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"
#include "tests/scenarios/guard.h"
#include "win/utf16.h"
#include "win/win.h"

/* A job ends them with their parent, whatever ends that. */
bool children_begin(struct children *c)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    memset(c, 0, sizeof *c);
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    c->job = CreateJobObjectW(NULL, NULL);
    return c->job && SetInformationJobObject(c->job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
}

bool children_add(struct children *c, const char *words)
{
    STARTUPINFOW info = {0};
    PROCESS_INFORMATION made = {0};
    struct text line = TEXT_EMPTY;
    struct wide wide_line = WIDE_EMPTY;
    info.cb = sizeof info;
    if (c->count == CHILDREN_MOST)
        return false;
    text_add_char(&line, '"');
    guard_own_path(&line);
    text_addf(&line, "\" " CHILD_WORD " %s", words);
    wide_add_utf8(&wide_line, text_str(&line));
    /* Suspended until it belongs to the job; in a group of its own, so that
     * Ctrl+C ends it through its parent only. */
    bool fine = !wide_line.failed && CreateProcessW(NULL, wide_line.units, NULL, NULL, FALSE,
                                                    CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP, NULL,
                                                    NULL, &info, &made);
    if (fine) {
        struct running_child *child = &c->items[c->count++];
        child->process = made.hProcess;
        child->pid = made.dwProcessId;
        child->from = os_utc_now();
        AssignProcessToJobObject(c->job, made.hProcess);
        ResumeThread(made.hThread);
        CloseHandle(made.hThread);
    }
    text_done(&line);
    wide_done(&wide_line);
    return fine;
}

static void note_end(struct running_child *child, const struct effect *e)
{
    DWORD code = 0;
    GetExitCodeProcess(child->process, &code);
    effect_note_child(e, child->pid, code, child->from, os_utc_now());
    CloseHandle(child->process);
    child->process = NULL;
}

bool children_wait(struct children *c, const struct effect *e, uint32_t ms)
{
    int64_t until = os_ticks_ns() / 1000000 + ms;
    uint32_t left = 0;
    do {
        left = 0;
        for (uint32_t i = 0; i < c->count; i++) {
            struct running_child *child = &c->items[i];
            if (child->process && WaitForSingleObject(child->process, 0) == WAIT_OBJECT_0)
                note_end(child, e);
            left += child->process != NULL;
        }
    } while (left && os_ticks_ns() / 1000000 < until && effect_wait(50));
    return left == 0;
}

void children_end(struct children *c, const struct effect *e)
{
    if (c->job)
        TerminateJobObject(c->job, CHILD_ENDED_EARLY);
    for (uint32_t i = 0; i < c->count; i++) {
        if (!c->items[i].process)
            continue;
        WaitForSingleObject(c->items[i].process, 5000);
        note_end(&c->items[i], e);
    }
    if (c->job)
        CloseHandle(c->job);
    memset(c, 0, sizeof *c);
}

/* ---- in the child ---- */

static void crash(void)
{
    volatile int *volatile nowhere = NULL;
    /* No dialog: nobody is there to close it. */
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    *nowhere = 1;
}

static uint64_t turn(volatile uint64_t *sink, int64_t until_ms)
{
    uint64_t rounds = 0, x = 88172645463325252u;
    while (os_ticks_ns() / 1000000 < until_ms) {
        for (int i = 0; i < 20000; i++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
        }
        *sink = x;
        rounds++;
    }
    return rounds;
}

uint64_t child_burn(uint32_t ms)
{
    volatile uint64_t sink = 0;
    return turn(&sink, os_ticks_ns() / 1000000 + ms);
}

int child_run(int count, char **words)
{
    uint64_t value = 0;
    if (count > 1 && !str_to_u64(words[1], &value))
        return 2;
    if (count > 0 && strcmp(words[0], "crash") == 0)
        crash();
    else if (count > 1 && strcmp(words[0], "exit") == 0)
        return (int)value;
    else if (count > 1 && strcmp(words[0], "burn") == 0 && value <= 600000)
        child_burn((uint32_t)value);
    else
        return 2;
    return 0;
}
