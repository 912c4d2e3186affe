/* The verdict's words: what reports of every form say alike. */
#ifndef HB_REPORT_PHRASES_H
#define HB_REPORT_PHRASES_H

#include "report/report.h"
#include "verdict/verdict_model.h"

/* "0.4 ms", "16.7 ms", "412 ms", "1.23 s", "2 min 05 s", of FILETIME units. */
void phrases_span(struct text *out, enum language language, int64_t span);
/* "21:14:07" in local time; with milliseconds for events. "-" for 0. */
void phrases_time(struct text *out, int64_t time);
void phrases_time_ms(struct text *out, int64_t time);

/* A device by its own name; of an instance id, by what Windows calls it (NULL: not
 * known) with what that leaves out of vendor and bus: "Wireless Controller (Sony,
 * Bluetooth)"; else by class, vendor and bus: "Game controller (Sony, Bluetooth)". */
void phrases_device(struct text *out, enum language language, const char *id, const char *name);
/* "the disk took 380 ms for one read" */
void phrases_suspect(struct text *out, enum language language, const struct verdict *v, const struct suspect *s);
const char *phrases_kind(enum language language, enum suspect_kind kind);
const char *phrases_next(enum language language, enum suspect_kind kind);
const char *phrases_lane(enum language language, enum lane lane);
/* The nth suspect of a hitch of the verdict's list, the first being 0, or NULL. */
const struct suspect *phrases_suspect_of(const struct verdict *v, uint32_t hitch, uint32_t nth);
/* "very likely" */
const char *phrases_sureness(enum language language, uint32_t score);
/* "DPC" */
const char *phrases_fact_kind(enum language language, enum fact_kind kind);
/* "DPC, nvlddmkm.sys, 312 ms" */
void phrases_fact(struct text *out, enum language language, const struct verdict *v, const struct fact *f);
/* "PerfInfo 0x0F44", "Microsoft-Windows-Kernel-Disk 10": how to find it again. */
void phrases_origin(struct text *out, const struct fact *f);

/* The sentences of what the trace could not have shown: calls `line` for each. */
typedef void phrases_line_fn(void *ctx, const char *line);
void phrases_missing(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx);

/* What reports of every form list alike. */
/* Damage, holes and stray times of a file, a line each behind `owner`; of both
 * files of a verdict. `loss` may be NULL. */
void phrases_file_state(const struct file_state *s, const struct etl_clock_base *clock, const struct trace_loss *loss,
                        const char *owner, enum language language, phrases_line_fn *line, void *ctx);
void phrases_state(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx);
/* What was lost and is not told with a hole. */
void phrases_losses(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx);
/* Of the recording: its day and time zone, the machine, the press, losses. */
void phrases_run(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx);
/* Each of the game's stutters, slow stretches and uneven ones with its cause, the
 * first `most` of them; in `note` what was left out; then each that is excused. */
void phrases_hitches(const struct verdict *v, enum language language, uint32_t most, phrases_line_fn *line, phrases_line_fn *note,
                  void *ctx);
/* The game's figures, and why it is taken for the game. */
void phrases_figures(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx);
void phrases_game(const struct verdict *v, enum language language, phrases_line_fn *line, void *ctx);
/* The game's name, or "pid 1234". */
void phrases_game_name(struct text *out, const struct verdict *v);
/* "59.4" of frames in 1,000 s; "NA" for 0. */
void phrases_rate(struct text *out, enum language language, uint32_t mfps);
/* The same of the length of a frame. */
void phrases_rate_of(struct text *out, enum language language, int64_t frame);
/* When a hitch began, and that it went on to the recording's end, where it did. */
void phrases_begin(struct text *out, enum language language, const struct hitch *h);
/* What was felt, with `reason` behind it: "Stutter of 412 ms at 21:14:07: ...". */
void phrases_moment(struct text *out, enum language language, const struct verdict *v, const struct moment *m, const char *reason);
/* Reports that come all the time and say nothing about a moment. */
static inline bool phrases_is_routine(enum fact_kind kind)
{
    return kind == FACT_silence || kind == FACT_slow_clock || kind == FACT_memory || kind == FACT_heat;
}
/* The stories of key events around the moment, or before the end, by time;
 * `name` is "" where none is known. */
typedef void phrases_story_fn(void *ctx, int64_t time, const char *name, const char *story);
void phrases_stories(const struct verdict *v, enum language language, phrases_story_fn *row, void *ctx);

/* The story of an event from providers.ini, or NULL. */
const char *phrases_story(const struct verdict *v, enum language language, const struct fact *f);

#endif
