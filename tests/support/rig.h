/* A recorder put together as the program does it, in a run of its own, with the
 * checkout's providers: for the suites, the fault matrix and the contract,
 * whichever ETW they are bound to. Nothing is started; whatever differs is set
 * between rig_init and recorder_start. */
#ifndef HB_TESTS_SUPPORT_RIG_H
#define HB_TESTS_SUPPORT_RIG_H

#include "recorder/recorder.h"

struct rig {
    struct settings settings;
    struct providers providers;
    struct text base;   /* the folder that holds runs */
    struct text folder; /* the run's */
    struct log *log;
    struct recorder recorder;
    struct recorder_started started;
    int flushes; /* of the last rig_snapshot */
};

/* A ring of that size, no room reserved and no wait before a snapshot. False
 * where the providers, the folder or the log could not be had. */
bool rig_init(struct rig *r, const char *base, int32_t ring_mb);
/* Frees all; sessions stay as they are. */
void rig_done(struct rig *r);
/* recorder_snapshot; `path` is cleared first. */
struct outcome rig_snapshot(struct rig *r, struct text *path);

#endif
