/* main.log: one line for each change of state, for support people.
 *
 *   2026-11-30T03:40:12.345678Z flush_returned code=0 path="C:\...\snap.etl"
 *
 * UTC with microseconds, a word, then key=value pairs. Each line is one
 * append, so both threads may write. Nothing here fails aloud: a log that
 * cannot be written must not stop a recording. */
#ifndef HB_CORE_LOG_H
#define HB_CORE_LOG_H

#include "os/os.h"

struct log;

/* Creates or continues the file. */
struct outcome log_open(const char *path, struct log **log);
void log_close(struct log *log);
/* Where the lines go. */
const char *log_path(const struct log *log);

/* `fmt` makes the pairs and may be "". A NULL log drops the line. Line ends
 * inside become blanks. */
void log_event(struct log *log, const char *event, const char *fmt, ...) HB_PRINTF(3, 4);
/* The same with why=<name> os=<number> after the pairs. */
void log_outcome(struct log *log, const char *event, struct outcome outcome, const char *fmt, ...) HB_PRINTF(4, 5);

#endif
