/* Times as people and machines write them. */
#ifndef HB_CLI_CLI_TIME_H
#define HB_CLI_CLI_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "strings/strings.h"

/* 2026-01-31T12:34:56.7891234 (UTC followed by Z), from a FILETIME. Outside of
 * the years 1601 to 9999 the number itself. */
void cli_time_add_utc(struct text *t, int64_t filetime);
void cli_time_add_local(struct text *t, int64_t filetime);

/* "2 min 41 s", "12.345 s", "3 h 04 min", of 100 ns. */
void cli_time_add_span(struct text *t, enum language language, uint64_t span);

struct cli_span {
    int64_t first, last; /* FILETIMEs of a trace's first and last event */
};

/* A time that a user wrote, as reports and `hitch events` print them:
 *   21:14:07[.412]                      local, on the trace's day
 *   2026-01-31[T ]21:14:07[.412]        local
 *   2026-01-31[T ]20:14:07[.412]Z       UTC
 *   +12.5                               seconds from the trace's first event */
bool cli_time_parse(const char *str, const struct cli_span *trace, int64_t *filetime);

/* Does the span from `from` to `to` touch the trace? Times are printed in whole
 * seconds here and there, so a second more on both sides is inside. */
bool cli_time_touches(const struct cli_span *trace, int64_t from, int64_t to);

#endif
