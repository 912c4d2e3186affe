/* A rig on a simulated machine of this process, for suites: what goes wrong
 * fails the test. The ring has 8 MB; the machine's time moves only by
 * sim_advance_by. */
#ifndef HB_TESTS_SUPPORT_SIM_RIG_H
#define HB_TESTS_SUPPORT_SIM_RIG_H

#include "tests/support/rig.h"

#define SIM_RIG_MB 8

/* A machine on which nothing runs yet. */
void sim_rig_machine(void);
/* A line for the simulator's control; fails the test unless it answers ok. */
void sim_rig_tell(const char *line);

/* A recorder that was not started, in a fresh base folder, or in one that
 * stands. */
void sim_rig_init(struct rig *r, const char *name);
void sim_rig_init_in(struct rig *r, const char *base);
/* sim_rig_machine, sim_rig_init, recorder_start, recorder_look_back. */
void sim_rig_start(struct rig *r, const char *name);
/* Stops it and frees all. */
void sim_rig_done(struct rig *r);
/* The same for a recorder whose process was killed: its sessions are not
 * stopped. */
void sim_rig_forget(struct rig *r);

/* rig_snapshot, which may flush once at most. */
struct outcome sim_rig_snapshot(struct rig *r, struct text *path);
/* Does main.log hold that? */
bool sim_rig_log_holds(struct rig *r, const char *part);

#endif
