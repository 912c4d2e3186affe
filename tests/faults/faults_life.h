/* Between the files of the matrix's upper half: one life of the program, the
 * folder that it lies in, and what came of the step. */
#ifndef HB_TESTS_FAULTS_FAULTS_LIFE_H
#define HB_TESTS_FAULTS_FAULTS_LIFE_H

#include "app/app.h"
#include "win/instance.h"
#include "tests/faults/fault_world.h"
#include "tests/faults/faults.h"

#define LIFE_RING_MB 8

enum moment {
    MOMENT_UP,      /* the program is up */
    MOMENT_READY,   /* what the step needs is there */
    MOMENT_DONE,    /* the step has come to rest */
    MOMENT_LATER,   /* the fault is over, time passed once */
    MOMENT_PRESS,   /* and once more */
    MOMENT_SAVED,   /* the press has come to rest */
    MOMENT_JUDGE,   /* what had to wait for the clock, too */
    MOMENT_STUCK    /* it was told to end and has not */
};

struct life {
    const struct fault_case *c;
    struct fault_result *r;
    bool faulty;           /* the life with the fault, not the one after it */
    enum moment moment;
    struct text base, folder;
    size_t log_from;
    unsigned snapshots;    /* before the step, or before the press */
    enum instance_role second;
    bool pressed;          /* the press after the fault was made */
    bool typed;            /* the setting was changed */
    bool looked;           /* the step's result was taken */
};

/* The program's own state while its window is up; NULL. */
struct app *life_app(void);
/* What the program finds where it lies: configuration, a viewer, rights and a
 * language. Both languages get their share, and half of all programs have
 * rights. `exe` receives the program's path and outlives the life. */
void life_furnish(struct life *life, struct wide *exe);
/* The newest run, wherever it lies; "" without one. */
void life_find_folder(struct life *life);
/* How many of its files are named so. */
unsigned life_files(const struct life *life, const char *prefix, const char *suffix);
void life_log(const struct life *life, struct text *path);

/* The step's enum fault_state; `up`: the program has not ended. */
uint32_t life_states(const struct life *life, bool up);
/* What was said, to the result. */
void life_write_down(const struct life *life);
/* The icon and its words are those that the program's state asks for. */
void life_icon_fits(const struct life *life);

#endif
