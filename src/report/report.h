/* Tells of a verdict: the sentence for balloon and history, and the reports for
 * people and programs. The room's front door.
 *
 *   report_sentence(v, LANGUAGE_ENGLISH, &text);
 *   report_json(v, LANGUAGE_ENGLISH, &text);
 *   report_html(v, LANGUAGE_ENGLISH, &text);
 *
 * Any of them, in any order and as often as wanted, between verdict_open and
 * verdict_close; the verdict is not changed. They differ in form, not in what
 * they say: all take their words from phrases.h, in the reader's language.
 * Names of JSON's members are the same in every language.
 *
 * `out` is added to; where memory is short, out->failed says so. Everything
 * that comes from the trace is escaped and steers no terminal. Times of day are
 * local, in JSON UTC. Quick beside verdict_open; nothing is written anywhere. */
#ifndef HB_REPORT_REPORT_H
#define HB_REPORT_REPORT_H

#include "strings/strings.h"
#include "verdict/verdict.h"

/* One line without a line break, for the balloon and the history:
 * "Stutter of 412 ms at 21:14:07: the disk took 380 ms for one read".
 * "No stutter found, and nothing else stands out". */
void report_sentence(const struct verdict *verdict, enum language language, struct text *out);

/* The same in pieces, for a list where many stand below each other: the game's
 * name, the cause ("the disk took 380 ms for one read") and what was felt
 * ("stutter of 412 ms"). Game and cause stay empty where there is none, or no name of it. */
void report_pieces(const struct verdict *verdict, enum language language, struct text *game, struct text *cause,
                   struct text *felt);

/* Text is for 80 columns, JSON is one object, HTML one file that needs nothing
 * else. */
void report_text(const struct verdict *verdict, enum language language, struct text *out);
void report_json(const struct verdict *verdict, enum language language, struct text *out);
void report_html(const struct verdict *verdict, enum language language, struct text *out);

/* Whether a file is damaged, cut short, with holes or with times that cannot be:
 * a line each, nothing where all is well. Every report above opens with it. */
struct file_state;
struct etl_clock_base;
void report_state(const struct verdict *verdict, enum language language, struct text *out);
void report_file_state(const struct file_state *state, const struct etl_clock_base *clock, enum language language,
                       struct text *out);

/* After a crash: which processes ended and how, and what happened last. */
void report_crash(const struct verdict *verdict, enum language language, struct text *out);

#endif
