/* What puts things right when the program that changed them cannot: a process
 * of its own that waits for the changer to end, however it ends, and then runs
 * the undo once more. It hears neither Ctrl+C nor the closing of the console.
 *
 * guard_begin before the change, guard_end after it was undone. An undo must do
 * no harm when there is nothing left to undo. */
#ifndef HB_TESTS_SCENARIOS_GUARD_H
#define HB_TESTS_SCENARIOS_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define GUARD_WORD "--guard"

struct guard {
    void *process, *done; /* HANDLEs */
};

/* `undo` is a whole command line. After `seconds` it is run even though the
 * changer lives. False, with nothing started, where Windows refuses. */
bool guard_begin(struct guard *g, const char *undo, uint32_t seconds);
/* Tells the guard that all is well, and waits until it is gone. */
void guard_end(struct guard *g);

/* The guard's own side: `words` follow GUARD_WORD. Its exit code: 0 nothing was
 * to be done, 1 the undo was run and ended with 0, 2 it failed. */
int guard_run(int count, char **words);

/* "exe" of this program, for command lines. */
void guard_own_path(struct text *path);

#endif
