/* What the rules want of a case. The first rule that fits a case counts; a
 * case that fits none is lost. UNTOLD, MORE and what is told hold for the
 * program with its window only.
 *
 * A rule either says in what words the fault is told (SAYS, TELLS, SHOWS), or stands
 * for a silence and gives the reason (QUIET): no rule allows both. A reason says
 * why a user is served by it: what is not lost, or where the loss is seen. A
 * rule that no case falls under is lost as well. */
#ifndef HB_TESTS_FAULTS_FAULT_RULES_H
#define HB_TESTS_FAULTS_FAULT_RULES_H

#include "tests/faults/faults.h"

#define ANY_CODE 0xFFFFFFFFu
#define EITHER (-1)
#define ONCE 0
#define ON 1
#define AT(step) (1ull << STEP_##step)

struct fault_rule {
    enum fault_call call;
    uint64_t steps;         /* a set of AT(step) */
    const char *role;       /* of the first call that failed; NULL: any; "snap*": what begins so; "snap.etl#1": the
                             * first call in this role, "snap.etl#+": a later one */
    uint32_t code;          /* ANY_CODE: any */
    int on;                 /* ONCE, ON or EITHER */
    uint32_t ends, may;     /* states that must be, and that may be besides */
    enum why why;           /* what failed, in the product's words; WHY_ok: silence */
    const char *event;      /* the log's line that says it; "=failed": of the recorder alone, the step's
                             * outcome; NULL: neither */
    enum string_id told;    /* title of the balloon or box whose text says it, or the tooltip's state; STR_count: none */
    const char *reason;
};

#define SAYS(call, role, steps, code, on, ends, may, why, event, reason) \
    {CALL_##call, steps, role, code, on, ends, may, WHY_##why, event, STR_count, reason},
#define TELLS(call, role, steps, code, on, ends, may, why, event, told, reason) \
    {CALL_##call, steps, role, code, on, ends, may, WHY_##why, event, STR_##told, reason},
/* Told by a box or balloon that names no cause. */
#define SHOWS(call, role, steps, code, on, ends, may, told, reason) \
    {CALL_##call, steps, role, code, on, ends, may, WHY_ok, NULL, STR_##told, reason},
#define QUIET(call, role, steps, code, on, ends, may, reason) \
    {CALL_##call, steps, role, code, on, ends, may, WHY_ok, NULL, STR_count, reason},

/* The file could not be opened for writing; absent is then no answer of its own. */
#define WHY_open_to_write WHY_count
/* What is said otherwise is not, and something else is. */
#define SHOWN (UNTOLD | MORE)

#define STARTS (AT(START) | AT(CROWDED) | AT(LAUNCH))
#define SAVES (AT(SNAPSHOT) | AT(PRESS) | AT(MENU_SAVE) | AT(SAVE_EXIT) | AT(ASKED))
#define CHECKS (AT(CHECK) | AT(PRESS) | AT(MENU_SAVE) | AT(SAVE_EXIT) | AT(ASKED))
#define JUDGES (CHECKS | AT(TAKE_OVER)) /* a recovered ring gets its verdict too */
#define WATCHES (AT(WATCH) | AT(TICK) | AT(WAKE))
#define STOPS (AT(STOP) | AT(EXIT) | AT(SAVE_EXIT) | AT(LOG_OFF))
#define CLICKS (AT(CLICK) | AT(CLICK_PLAIN))
#define MENUS \
    (OF_HISTORY | AT(MENU_SAVE) | AT(MENU_FOLDER) | AT(MENU_CONFIG) | AT(MENU_SETTINGS) | AT(EXIT) | AT(SAVE_EXIT))
/* What is done with a snapshot of the history: what opens something, and the rest. */
#define OPENERS (AT(MENU_HISTORY) | AT(MENU_REPORT) | AT(MENU_SHOW) | AT(MENU_SHARE))
#define OF_HISTORY (OPENERS | AT(MENU_KEEP) | AT(MENU_DELETE))
#define EVERY ((1ull << STEP_count) - 1)

/* The rule that a case falls under, or NULL. */
const struct fault_rule *fault_rule_of(const struct fault_case *c, const char *role);

#endif
