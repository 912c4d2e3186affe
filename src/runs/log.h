/* main.log: one line for each change of state, for support people.
 *
 *   2026-11-30T03:40:12.345678Z flush_returned code=0 path="C:\...\snap.etl"
 *
 * UTC with microseconds, a word, then key=value pairs. Each line is one
 * append, so both threads may write. Nothing here fails aloud: a log that
 * cannot be written must not stop a recording. */
#ifndef HB_RUNS_LOG_H
#define HB_RUNS_LOG_H

#include "os/os.h"

struct log;

/* Creates or continues the file. */
struct outcome log_open(const char *path, struct log **log);
void log_close(struct log *log);
/* A log without a file: its lines stay in memory until log_pour writes them to
 * `log` with one append, each with the time at which it was made. For one
 * thread, where nothing may wait for a disk. NULL without memory; lines for which
 * it was short later are told of as "lines_lost". */
struct log *log_open_kept(void);
void log_pour(struct log *kept, struct log *log);
/* Where the lines go. */
const char *log_path(const struct log *log);

/* `fmt` makes the pairs and may be "". A NULL log drops the line. Line ends
 * inside become blanks. Without memory for it a line has time and word, then
 * "line_short=1 why=out_of_memory os=0". */
void log_event(struct log *log, const char *event, const char *fmt, ...) HB_PRINTF(3, 4);
/* Of a moment that has passed. */
void log_event_of(struct log *log, int64_t utc, const char *event, const char *fmt, ...) HB_PRINTF(4, 5);
/* The same with why=<name> os=<number> after the pairs. */
void log_outcome(struct log *log, const char *event, struct outcome outcome, const char *fmt, ...) HB_PRINTF(4, 5);
/* What was to be found in a folder was not, or not all of it: the line
 * "folder_unread", where the folder is there. */
void log_unread(struct log *log, struct outcome listed, const char *folder);

#endif
