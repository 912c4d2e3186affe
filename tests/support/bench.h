/* One recorder on a simulated machine of this process, in a folder of its own,
 * with a ring of 8 MB and no wait before a snapshot. The machine's time moves
 * only by sim_advance_by. */
#ifndef HB_TESTS_BENCH_H
#define HB_TESTS_BENCH_H

#include "recorder/recorder.h"

struct bench {
    struct settings settings;
    struct providers providers;
    struct text base;
    struct text folder;
    struct log *log;
    struct recorder recorder;
    struct recorder_started started;
};

/* A machine on which nothing runs yet. */
void bench_machine(void);
/* A line for the simulator's control; fails the test unless it answers ok. */
void bench_tell(const char *line);

/* A recorder that was not started, in a fresh base folder, or in one that
 * stands. */
void bench_init(struct bench *b, const char *name);
void bench_init_in(struct bench *b, const char *base);
/* bench_machine, bench_init, recorder_start. */
void bench_start(struct bench *b, const char *name);
/* Stops it and frees all. */
void bench_done(struct bench *b);
/* The same for a recorder whose process was killed: its sessions are not
 * stopped. */
void bench_forget(struct bench *b);

/* recorder_snapshot; `path` is cleared first. */
struct outcome bench_snapshot(struct bench *b, struct text *path);
bool bench_stands(const char *path);
/* Does main.log hold that? */
bool bench_log_holds(struct bench *b, const char *part);

#endif
