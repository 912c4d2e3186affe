/* A quiet machine: a game at a steady rate and the usual noise of disks,
 * processes and power on every CPU, no rare error, nothing that a player would
 * feel. For whoever has to be shown many snapshots of it in little time.
 *
 *   struct sim *s = sim_quiet_open(&q);
 *   sim_advance_by(s, 60);              simulated seconds; the ring wraps
 *   int64_t at = sim_quiet_stutter(s, "disk_stall ms=300");   if one is wanted
 *   sim_advance_by(s, 20);
 *   const struct sim_truth *t = sim_quiet_save(s, "snap.etl");
 *   sim_close(s);
 *
 * The same description gives the same bytes. How long the ring reaches back is
 * known only afterwards: save once without a stutter, then plan it. */
#ifndef HB_TESTS_SIM_SIM_QUIET_H
#define HB_TESTS_SIM_SIM_QUIET_H

#include "tests/sim/sim.h"
#include "tests/sim/sim_truth.h"

#define SIM_QUIET_RING "Quiet"
#define SIM_QUIET_FILE "Quiet key events"

struct sim_quiet {
    uint64_t seed;        /* of the machine, and of a random choice of its habits */
    const char *habits;   /* words of sim_habits.h, which win over that; or NULL */
    uint32_t cpus;        /* 0: 8 */
    uint32_t ring_mb;     /* 0: 8 */
    uint32_t buffer_kb;   /* 0: 16 */
    const char *key_file; /* where a circular file session writes; NULL: there is none */
    uint32_t key_mb;      /* 0: 4 */
};

/* With the recorder's usual providers; NULL where the machine, a session or a
 * word of `habits` failed. */
struct sim *sim_quiet_open(const struct sim_quiet *q);
/* Begins an incident of "incident help" now; its time in the trace, or -1 where
 * there is none of that name. */
int64_t sim_quiet_stutter(struct sim *s, const char *incident);
/* State is captured as a recorder does it, then the ring goes to `path`, which
 * must not stand, and the file session's buffers to its file. NULL where that
 * failed; sim_truth_last(s, SIM_QUIET_FILE) tells about the file. */
const struct sim_truth *sim_quiet_save(struct sim *s, const char *path);

#endif
