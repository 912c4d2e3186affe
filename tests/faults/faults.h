/* The fault matrix: every call x every code x every step x every position. */
#ifndef HB_TESTS_FAULTS_FAULTS_H
#define HB_TESTS_FAULTS_FAULTS_H

#include "base/outcome.h"
#include "base/text.h"
#include "tests/faults/fault.h"

enum fault_step {
    /* of the recorder alone */
    STEP_START,     /* recorder_start on a machine without sessions of ours */
    STEP_TAKE_OVER, /* the same after a process that was killed */
    STEP_CROWDED,   /* the same where the Buffer session is refused with 1450 */
    STEP_WATCH,     /* recorder_watch, nothing has happened */
    STEP_STOLEN,    /* the same after another program stopped both sessions */
    STEP_SNAPSHOT,
    STEP_CHECK,
    STEP_STOP,
    /* of the program with its window and worker */
    STEP_LAUNCH,    /* from nothing to armed */
    STEP_PRESS,     /* from the key to the answer */
    STEP_TICK,      /* the watch's timer */
    STEP_TASKBAR,   /* Explorer came back */
    STEP_OPEN,      /* a click on the balloon */
    STEP_EXIT,
    STEP_count
};
extern const char *const fault_step_names[STEP_count];

/* How a case may differ from one without a fault; a state is a set of these. */
enum fault_state {
    NO_FILE = 1,        /* the File session does not run */
    NO_RING = 2,        /* the Buffer session does not run */
    SMALL_RING = 4,     /* it runs with a half or a quarter of the memory */
    NO_PROVIDER = 8,    /* some provider is missing, named in the log */
    NOT_SAVED = 16,     /* this press gave no snapshot */
    NOT_CHECKED = 32,   /* the snapshot stands, but could not be looked through */
    NO_INFO = 64,       /* snap.json is missing */
    NOT_RECOVERED = 128,/* the old ring was not saved; it was not stopped either */
    STILL_RUNS = 256,   /* a session goes on after the exit; the next start takes it over */
    NO_NAMES = 512,     /* the list of running sessions is empty */
    NO_ICON = 1024,     /* the icon is missing until the next try */
    NO_KEY = 2048,      /* the key does not work; said */
    NO_START = 4096,    /* a message box says why, and the program ends */
    NO_VIEWER = 8192,   /* said */
    ADOPTED = 16384,    /* the found sessions go on under this process */
    FALLBACK = 32768    /* the run lies in the user's own folder; said in a box */
};
#define STATES 16

struct fault_case {
    enum fault_step step;
    enum fault_call call;
    uint32_t nth;
    bool on; /* this one and all after it in the step */
    uint32_t code;
};

/* What the rules want of a case. */
struct fault_rule {
    enum fault_call call;
    enum fault_step step;   /* STEP_count: any */
    uint32_t code;          /* ANY_CODE: any */
    uint32_t nth;           /* 0: any */
    int on;                 /* 0 or 1; -1: either */
    uint32_t ends, may;     /* states that must be, and that may be besides */
    const char *said;       /* the log's line that must hold the code; "=": the
                             * step's outcome must; NULL: neither */
    const char *reason;
};
const struct fault_rule *fault_rule_for(const struct fault_case *c);

/* What a case gave. */
struct fault_result {
    uint32_t ends;
    bool said;              /* the log holds os=<code> with a why */
    struct outcome outcome; /* of the step */
    struct text log;        /* what the step logged */
    struct text wrong;      /* promises that hold for every case and were broken */
};

void fault_case_run(const struct fault_case *c, struct fault_result *result);
/* Calls of one kind in a step without a fault. */
uint32_t fault_positions(enum fault_step step, enum fault_call call);
void fault_wrong(struct fault_result *r, const char *fmt, ...) HB_PRINTF(2, 3);

/* Is every file that calls itself a snapshot or recovered whole? `tidy`: and no
 * temporary name is left. */
void fault_look_at_files(const char *folder, bool tidy, struct fault_result *r);

void faults_app_case(const struct fault_case *c, struct fault_result *result);
uint32_t faults_app_positions(enum fault_step step, enum fault_call call);

#endif
