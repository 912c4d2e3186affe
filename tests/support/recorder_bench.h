/* A recorder on a fresh simulated machine, in a folder of its own, with the
 * shipped providers and a small ring. */
#ifndef HB_TESTS_RECORDER_BENCH_H
#define HB_TESTS_RECORDER_BENCH_H

#include "recorder/recorder.h"

struct recorder_bench {
    struct settings settings;
    struct providers providers;
    struct text base;
    struct text folder;
    struct log *log;
    struct recorder recorder;
    struct recorder_started started;
};

/* Starts recording; fails the test unless both sessions run. The run's folder
 * is new each time, also where `base` holds runs already. */
void recorder_bench_start(struct recorder_bench *b, const char *base);
/* The same with configuration files of the caller's, taken as Hitchbox takes
 * them: a line of the settings that is wrong has its default, and providers
 * that are wrong give way to the shipped ones. NULL: nothing is changed. */
void recorder_bench_start_with(struct recorder_bench *b, const char *base, const struct text *settings,
                               const struct text *providers);
void recorder_bench_done(struct recorder_bench *b);
/* Lets time pass and saves a snapshot; `path` receives its name. */
struct outcome recorder_bench_save(struct recorder_bench *b, struct text *path);
/* One control line of the simulation, which must be understood. */
void recorder_bench_tell(const char *line);

#endif
