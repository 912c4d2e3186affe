/* The verdict's words: what reports of every form say alike. Private to the
 * verdict's files. */
#ifndef HB_CORE_TELL_H
#define HB_CORE_TELL_H

#include "verdict/verdict_model.h"

/* "0.4 ms", "16.7 ms", "412 ms", "1.23 s", "2 min 05 s", of FILETIME units. */
void tell_span(struct text *out, enum language language, int64_t span);
/* "21:14:07" in local time; with milliseconds for events. */
void tell_time(struct text *out, int64_t time);
void tell_time_ms(struct text *out, int64_t time);

/* "the disk took 380 ms for one read" */
void tell_suspect(struct text *out, enum language language, const struct verdict *v, const struct suspect *s);
const char *tell_kind(enum language language, enum suspect_kind kind);
const char *tell_next(enum language language, enum suspect_kind kind);
const char *tell_lane(enum language language, enum lane lane);
/* "very likely" */
const char *tell_sureness(enum language language, uint32_t score);
/* "DPC" */
const char *tell_fact_kind(enum language language, enum fact_kind kind);
/* "DPC, nvlddmkm.sys, 312 ms" */
void tell_fact(struct text *out, enum language language, const struct verdict *v, const struct fact *f);
/* "PerfInfo 0x0F44", "Microsoft-Windows-Kernel-Disk 10": how to find it again. */
void tell_origin(struct text *out, const struct fact *f);

/* The sentences of what the trace could not have shown: calls `line` for each. */
typedef void tell_line_fn(void *ctx, const char *line);
void tell_missing(const struct verdict *v, enum language language, tell_line_fn *line, void *ctx);

/* What reports of every form list alike. */
/* Of the recording: its day and time zone, the machine, the press, losses. */
void tell_run(const struct verdict *v, enum language language, tell_line_fn *line, void *ctx);
/* Each of the game's stutters, the first `most` of them; then in `note` what was
 * left out or is none. */
void tell_hitches(const struct verdict *v, enum language language, uint32_t most, tell_line_fn *line, tell_line_fn *note,
                  void *ctx);
/* Reports that come all the time and say nothing about a moment. */
static inline bool tell_is_routine(enum fact_kind kind)
{
    return kind == FACT_silence || kind == FACT_slow_clock || kind == FACT_memory || kind == FACT_heat;
}
/* The stories of key events around the moment, or before the end, by time;
 * `name` is "" where none is known. */
typedef void tell_story_fn(void *ctx, int64_t time, const char *name, const char *story);
void tell_stories(const struct verdict *v, enum language language, tell_story_fn *row, void *ctx);

/* The story of an event from providers.ini, or NULL. */
const char *tell_story(const struct verdict *v, enum language language, const struct fact *f);

#endif
