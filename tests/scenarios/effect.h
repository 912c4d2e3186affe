/* What a scenario does to the machine. effect_win.c and its neighbours do it;
 * effect_sim.c, linked in their place, has the simulated machine play it, so
 * that everything else of the scenario programs runs without side effects.
 *
 * Order of calls: effect_ready before anything is recorded, then effect_run
 * between two times of effect_wait while both sessions run. */
#ifndef HB_TESTS_SCENARIOS_EFFECT_H
#define HB_TESTS_SCENARIOS_EFFECT_H

#include "export/scenario_info.h"

struct effect {
    enum scenario_kind kind;
    const char *folder;      /* where it may write, UTF-8 */
    uint32_t seconds;        /* how long it lasts */
    uint32_t memory_percent; /* of physical memory in use, which memory pressure aims at */
    struct scenario_info *info; /* receives the children and the note */
};

/* May it be done here and now: rights, a machine that is not reached through
 * the adapter that would go, ...? False with a sentence and its remedy. */
bool effect_ready(const struct effect *e, struct text *refusal);

/* Does it and undoes it. False with a sentence where it could not be done; it
 * is undone all the same. Ends early, and well, when the user asks for it. */
bool effect_run(const struct effect *e, struct text *trouble);

/* Bytes that it writes into its folder. */
uint64_t effect_disk_bytes(const struct effect *e);

/* From now on `words` (of this program, behind UNDO_WORD) are run if it ends
 * without effect_unguard, or after `seconds`. False where Windows refuses. */
bool effect_guard(const char *words, uint32_t seconds);
void effect_unguard(void);

/* The recorded machine's Windows build, processors and clock. */
uint32_t effect_os_build(void);
uint32_t effect_cpus(void);
int64_t effect_utc_now(void);
/* False as soon as the user has asked to end (Ctrl+C). */
bool effect_wait(uint32_t ms);
bool effect_was_cancelled(void);

/* A word that the program was started with to be a child of a scenario: does
 * what it says and returns true with the exit code. */
bool effect_child(int argc, char **argv, int *code);

/* Between the files of a side effect: notes a process that has ended. */
void effect_note_child(const struct effect *e, uint32_t pid, uint32_t exit_code, int64_t from, int64_t to);

#endif
