/* Times, spans and sizes as people read them, and as files hold them. */
#ifndef HB_STRINGS_FORMAT_H
#define HB_STRINGS_FORMAT_H

#include "strings/strings.h"

/* 2026-11-30T03:40:12.345678Z */
void format_utc(struct text *out, int64_t filetime);
/* Back from that form, with 0 to 7 digits of fraction. Returns false and
 * leaves *filetime as it was for anything else. */
bool format_utc_parse(const char *str, int64_t *filetime);
/* A fraction of a second at *at, ".789", in 100 ns; moves *at behind it. 0, and
 * nowhere, where no point stands. */
int64_t format_fraction_take(const char **at);

/* 20261130_044012 in local time: the name of a run. */
void format_run_name(struct text *out, int64_t filetime);
/* "21:14:07" for a time of today, "2026-11-29 21:14:07" for other days (local). */
void format_moment(struct text *out, int64_t filetime, int64_t now);
/* The same without seconds, for lists. */
void format_moment_short(struct text *out, int64_t filetime, int64_t now);

/* "2 min 41 s", "12.3 s", "1 h 05 min". */
void format_span(struct text *out, enum language language, int64_t span_ms);
/* "812 KB", "61.2 MB", "1.4 GB" (1,024 each). */
void format_size(struct text *out, uint64_t bytes);
/* 812,334 */
void format_count(struct text *out, uint64_t count);

#endif
