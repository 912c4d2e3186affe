#include "tests/scenarios/effects.h"

#include <string.h>

#include "os/os.h"
#include "tests/scenarios/child.h"
#include "tests/scenarios/guard.h"
#include "tests/scenarios/record.h"
#include "win/elevate.h"
#include "win/win.h"
#include "win/windows_build.h"

#define CLOSING_MS 4500u /* of the five seconds that a closing console is given */

/* A console handler runs in a thread of its own and is given nothing; and there
 * is one recording at a time. */
static HANDLE cancelled;
static struct guard guard;
static bool guarded;

static BOOL WINAPI on_console(DWORD what)
{
    SetEvent(cancelled);
    /* When this returns the process ends; the main thread is to undo first. */
    if (what == CTRL_CLOSE_EVENT || what == CTRL_LOGOFF_EVENT || what == CTRL_SHUTDOWN_EVENT)
        Sleep(CLOSING_MS);
    return TRUE;
}

void effect_say(struct text *out, const char *sentence, uint32_t code)
{
    text_addf(out, code ? "%s (%u)" : "%s", sentence, (unsigned)code);
}

void effect_undo_line(struct text *line, const char *words)
{
    text_add_char(line, '"');
    guard_own_path(line);
    text_addf(line, "\" " UNDO_WORD " %s", words);
}

bool effect_guard(const char *words, uint32_t seconds)
{
    struct text line = TEXT_EMPTY;
    effect_undo_line(&line, words);
    guarded = guard_begin(&guard, text_str(&line), seconds);
    text_done(&line);
    return guarded;
}

void effect_unguard(void)
{
    if (guarded)
        guard_end(&guard);
    guarded = false;
}

bool effect_ready(const struct effect *e, struct text *refusal)
{
    if (!cancelled) {
        cancelled = CreateEventW(NULL, TRUE, FALSE, NULL);
        SetConsoleCtrlHandler(on_console, TRUE);
    }
    if (!cancelled) {
        effect_say(refusal, "Windows gives no event. Close other programs.", GetLastError());
        return false;
    }
    if (!elevate_is_elevated()) {
        text_add(refusal, "this needs administrator rights. Start the console as administrator.");
        return false;
    }
    if (e->kind == SCENARIO_cpu_throttling)
        return power_ready(refusal);
    if (e->kind == SCENARIO_network_disconnect)
        return network_ready(e, refusal);
    return true;
}

uint32_t effect_os_build(void)
{
    return windows_build();
}

uint32_t effect_cpus(void)
{
    return GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
}

int64_t effect_utc_now(void)
{
    return os_utc_now();
}

bool effect_wait(uint32_t ms)
{
    return WaitForSingleObject(cancelled, ms) == WAIT_TIMEOUT;
}

bool effect_was_cancelled(void)
{
    return cancelled && WaitForSingleObject(cancelled, 0) == WAIT_OBJECT_0;
}

bool effect_run(const struct effect *e, struct text *trouble)
{
    switch (e->kind) {
    case SCENARIO_process_crash:
        return effect_process_crash(e, trouble);
    case SCENARIO_disk_burst:
        return effect_disk_burst(e, trouble);
    case SCENARIO_cpu_saturation:
        return effect_cpu_saturation(e, trouble);
    case SCENARIO_cpu_throttling:
        return effect_cpu_throttling(e, trouble);
    case SCENARIO_memory_pressure:
        return effect_memory_pressure(e, trouble);
    default:
        return effect_network_disconnect(e, trouble);
    }
}

static int undo(int count, char **words)
{
    if (count > 0 && strcmp(words[0], "power") == 0)
        return power_undo(count - 1, words + 1);
    if (count > 0 && strcmp(words[0], "network") == 0)
        return network_undo(count - 1, words + 1);
    if (count > 0 && strcmp(words[0], RECORD_UNDO_WORD) == 0)
        return record_undo(count - 1, words + 1);
    return 2;
}

bool effect_child(int argc, char **argv, int *code)
{
    if (argc < 2)
        return false;
    if (strcmp(argv[1], CHILD_WORD) == 0)
        *code = child_run(argc - 2, argv + 2);
    else if (strcmp(argv[1], GUARD_WORD) == 0)
        *code = guard_run(argc - 2, argv + 2);
    else if (strcmp(argv[1], UNDO_WORD) == 0)
        *code = undo(argc - 2, argv + 2);
    else
        return false;
    return true;
}
