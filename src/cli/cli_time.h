/* Times as people and machines write them. */
#ifndef HB_CLI_CLI_TIME_H
#define HB_CLI_CLI_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* 2026-01-31T12:34:56.7891234 (UTC followed by Z), from a FILETIME. Outside of
 * the years 1601 to 9999 the number itself. */
void cli_time_add_utc(struct text *t, int64_t filetime);
void cli_time_add_local(struct text *t, int64_t filetime);

/* "2 min 41 s", "12.345 s", "3 h 04 min", of 100 ns. */
void cli_time_add_span(struct text *t, uint64_t span);

/* A time that a user wrote: UTC as 2026-01-31T12:34:56.789 with or without Z
 * and fraction, or +SECONDS[.fraction] from `start`. */
bool cli_time_parse(const char *str, int64_t start, int64_t *filetime);

#endif
