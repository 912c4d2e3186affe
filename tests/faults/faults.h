/* The fault matrix: every call x every code x every step x every role. */
#ifndef HB_TESTS_FAULTS_FAULTS_H
#define HB_TESTS_FAULTS_FAULTS_H

#include "strings/strings.h"
#include "os/os.h"
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
    STEP_PRESS,     /* from the key to the balloon */
    STEP_TICK,      /* each timer that is set fires: the watch */
    STEP_TASKBAR,   /* Explorer is gone and back */
    STEP_LATE_TASKBAR, /* and takes the icon only at the second time */
    STEP_CLICK,     /* on the balloon, elevated: the viewer starts without rights */
    STEP_CLICK_PLAIN, /* the same in a program without rights */
    STEP_MENU_SAVE,
    STEP_MENU_HISTORY,
    STEP_MENU_REPORT,
    STEP_MENU_SHOW,
    STEP_MENU_KEEP,
    STEP_MENU_SHARE,
    STEP_MENU_DELETE,
    STEP_MENU_FOLDER,
    STEP_MENU_CONFIG,
    STEP_MENU_SETTINGS, /* the window is opened, a value changed, and OK pressed */
    STEP_SECOND,    /* a second start while one runs */
    STEP_WAKE,      /* the machine wakes up */
    STEP_ASKED,     /* another program asks for a snapshot, and hears of it */
    STEP_EXIT,      /* by the menu */
    STEP_SAVE_EXIT,
    STEP_LOG_OFF,
    STEP_count
};
extern const char *const fault_step_names[STEP_count];
#define STEP_FIRST_OF_APP STEP_LAUNCH

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
    NO_PROGRAM = 8192,  /* nothing was opened */
    ADOPTED = 16384,    /* the found sessions go on under this process */
    FALLBACK = 32768,   /* the run lies in the user's own folder; said in a box */
    UNTOLD = 65536,     /* something that is said otherwise was not */
    MORE = 131072,      /* something was said that is not said otherwise */
    NO_WATCH = 262144,  /* the timer of the watch is not set */
    NO_MENU = 524288,   /* no menu was shown */
    NOT_MARKED = 4194304, /* the snapshot counts as one by key */
    LATE = 2097152,     /* the program ends only when the watch comes round */
    NAMELESS = 8388608, /* the device that dropped off is told by class and maker alone */
    NOT_DONE = 1048576  /* the mark or file that the menu's entry makes is missing; who asked was not answered */
};
#define STATES 24

struct fault_case {
    enum fault_step step;
    enum fault_call call;
    uint32_t nth;
    bool on; /* this one and all after it in the step */
    uint32_t code;
};

/* What a case gave. */
struct fault_result {
    uint32_t ends;
    bool memory;            /* an allocation was to fail */
    const char *role;       /* of the first call that failed */
    enum language language; /* that it was played in */
    struct outcome outcome; /* of the step; the recorder's half only */
    struct text log;        /* what the step logged */
    struct text said;       /* a line for each thing said: kind, title, text; the program's half only */
    struct text wrong;      /* promises that hold for every case and were broken */
};
void fault_result_done(struct fault_result *r);
void fault_wrong(struct fault_result *r, const char *fmt, ...) HB_PRINTF(2, 3);

/* Plays a case with its fault; a call of CALL_count plays it without one. */
void faults_recorder_case(const struct fault_case *c, struct fault_result *r);
void faults_app_case(const struct fault_case *c, struct fault_result *r);
/* Clean-ups in which one listing fails; how many took what the user keeps. */
uint32_t faults_kept(void);

/* Calls of one kind in a step without a fault, and what they are for. Plays the
 * step once. */
struct fault_positions {
    uint32_t count[CALL_count];
    const char *roles[CALL_count][FAULT_NTH_MOST];
};
const struct fault_positions *fault_positions(enum fault_step step);

/* Plays a case, and says which. */
void fault_play(const struct fault_case *c, struct fault_result *r);

/* Each `every`th allocation of each step fails, once and with all after it; of
 * that step alone where `step` is its name. Calls `fn` with each case. */
void faults_memory(uint32_t every, const char *step, void (*fn)(const struct fault_case *c));
/* What must hold whatever allocation failed goes to r->wrong. */
void fault_judge_memory(const struct fault_case *c, struct fault_result *r);

/* Holds the result against the rules; what does not fit goes to r->wrong. */
void fault_judge(const struct fault_case *c, struct fault_result *r);

/* Counts the case for the rule it falls under, without playing it. */
void fault_rule_count(const struct fault_case *c);
/* A line for each rule: how many cases were counted, and of which steps. */
void fault_rules_print(void);
/* Prints the rules for which no case was counted; how many they are. */
uint32_t fault_rules_unused(void);

/* A folder of its own for each case, and its end. */
void fault_place_make(struct text *base);
void fault_place_remove(struct text *base);
/* Is every file that calls itself a snapshot or recovered whole? `tidy`: and no
 * temporary name is left. */
void fault_look_at_files(const char *folder, bool tidy, struct fault_result *r);
/* On the simulated machine. */
void fault_machine_fresh(void);
void fault_devices_fresh(void); /* its part in the layer: what the configuration manager knows */
void fault_machine_pass(double seconds);
#define PASS_S 0.25 /* enough for some events of each kind */
bool fault_machine_runs(const char *session);
/* The bytes of a log from `from` on, and how many there are. */
void fault_log_since(const char *path, size_t from, struct text *out);
size_t fault_log_len(const char *path);

#endif
