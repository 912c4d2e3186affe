/* What a file lacks, known by whoever threw it away: the measure for a product
 * that has to find out from the file alone. Times are those of the session's
 * clock, as in the file. */
#ifndef HB_TESTS_SIM_SIM_TRUTH_H
#define HB_TESTS_SIM_SIM_TRUTH_H

#include <stdbool.h>
#include <stdint.h>

struct sim;
struct sim_session;

/* Events were lost: the first at `begin`, the last at `end`, `count` in all, on
 * those CPUs (a bit each). Losses closer than a tenth of a second are one. */
struct sim_hole {
    int64_t begin, end;
    uint64_t cpus;
    uint32_t count;
};

struct sim_truth {
    const char *session, *path; /* as the call named them */
    /* From here on, until `until`, every event of every CPU that the session
     * let in is in the file, except for the holes. */
    int64_t complete_from, until;
    bool wrapped; /* something was overwritten, or taken out by an earlier FLUSH */
    const struct sim_hole *holes; /* that end after complete_from; in order */
    uint32_t hole_count;
};

/* Of the last file that FLUSH wrote of this ring, or that FLUSH or STOP left of
 * this file session; NULL if there was none. Pointers live until the machine
 * writes the next one. */
const struct sim_truth *sim_truth_last(const struct sim *s, const char *session);

/* For the simulator's own files. */
/* An event of that CPU was thrown away before it came into a buffer. */
void sim_truth_lose(struct sim *s, struct sim_session *n, uint64_t cpus, int64_t time, uint32_t count);
/* What stood until `last` in some buffer is overwritten or taken out. */
void sim_truth_forget(struct sim_session *n, int64_t last);
void sim_truth_note(struct sim *s, struct sim_session *n, const char *path);
void sim_truth_done(struct sim *s);

#endif
