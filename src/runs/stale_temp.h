/* What a process that ended in the middle of os_file_replace left: files named
 * "<name>.<number>.tmp" that nobody will ever rename. Only names that the
 * recorder writes are touched, only in `base` and in the run folders under it,
 * and nothing behind a link. `current` is the run that goes on: it may be in
 * the middle itself. Every removal is logged (`log` may be NULL). */
#ifndef HB_CORE_LEFTOVER_H
#define HB_CORE_LEFTOVER_H

#include "runs/log.h"

void leftover_remove(const char *base, const char *current, struct log *log);

#endif
