/* What a process that ended in the middle of os_file_replace left: files named
 * "<name>.<number>.tmp" that nobody will ever rename. Only names that the
 * recorder writes are touched, only in `base` and in the run folders under it,
 * and nothing behind a link. `current` is the run that goes on: it may be in
 * the middle itself. Every removal is logged (`log` may be NULL). */
#ifndef HB_RUNS_STALE_TEMP_H
#define HB_RUNS_STALE_TEMP_H

#include "runs/log.h"

void stale_temp_remove(const char *base, const char *current, struct log *log);

#endif
