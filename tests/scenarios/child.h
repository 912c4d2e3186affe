/* Processes that a scenario starts: this same program with CHILD_WORD. They end
 * with their parent, whatever ends that.
 *
 * Order: children_begin, children_add, children_wait, children_end. */
#ifndef HB_TESTS_SCENARIOS_CHILD_H
#define HB_TESTS_SCENARIOS_CHILD_H

#include "tests/scenarios/effect.h"

#define CHILD_WORD "--child"
#define CHILDREN_MOST 64u
#define CHILD_ENDED_EARLY 99u /* exit code of one that had to be ended */

struct running_child {
    void *process; /* HANDLE; NULL once it has ended */
    uint32_t pid;
    int64_t from;
};

struct children {
    void *job; /* HANDLE */
    struct running_child items[CHILDREN_MOST];
    uint32_t count;
};

bool children_begin(struct children *c);
/* "exit N", "crash", "burn MS". */
bool children_add(struct children *c, const char *words);
/* Until all have ended, the time is over or the user wants to end; true in the
 * first case. Those that ended are noted. */
bool children_wait(struct children *c, const struct effect *e, uint32_t ms);
/* Ends those that still run. */
void children_end(struct children *c, const struct effect *e);

/* Keeps one processor busy; how many rounds it managed. */
uint64_t child_burn(uint32_t ms);

/* The child's own side: `words` follow CHILD_WORD. */
int child_run(int count, char **words);

#endif
