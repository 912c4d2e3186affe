/* hitch, the console tool, as one function that tests can call.
 *
 *   hitch VERB [options] FILE...
 *
 *   struct hitch h = {stdout, stderr, false, home, LANGUAGE_ENGLISH, stdin, TEXT_EMPTY, false, false};
 *   return hitch_run(&h, word_count, words);
 *
 * Verbs and options stand in one table (cli/verbs.h), by which hitch_run reads
 * the words and prints help; each verb stands in a file of its own
 * (hitch_count.c, ...). For each file a verb calls hitch_open, a pass of the
 * reader and hitch_close, or hitch_verdict where it wants a verdict; it returns
 * the worst code.
 *
 * Answers go to `out`, everything else to `err`, so that a pipe gets nothing
 * but the answer; where `out` took not all of it, that is HITCH_FAILED. The
 * file "-" is `in`, and a report written to "-" is `out`. What is said comes
 * from strings/strings_list.h and cli/cli_strings_list.h, in the language of
 * --lang. Traces are only read; a verb writes the files that its options name,
 * `estimate --live` what it records until it ends, and `save` has the recorder
 * write a snapshot, `autostart` Task Scheduler a task. */
#ifndef HB_CLI_HITCH_H
#define HB_CLI_HITCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/outcome.h"
#include "cli/cli_strings.h"
#include "cli/cli_time.h"
#include "cli/words.h"
#include "etl/etl_reader.h"
#include "verdict/verdict.h"

enum hitch_exit {
    HITCH_WHOLE = 0,     /* did what was asked */
    HITCH_NOT_WHOLE = 1, /* did it, but a file is not whole */
    HITCH_FAILED = 2     /* nothing was done: a file could not be read, or the words were wrong */
};

struct hitch {
    FILE *out;
    FILE *err;
    bool err_is_terminal; /* a progress line may be drawn there */
    const char *home;     /* the folder it lies in, for providers.ini; NULL where that is not known */
    enum language language; /* English; hitch_run sets what --lang says */
    FILE *in;             /* NULL: nothing comes in */
    struct text input;    /* what came out of it, once it was read */
    bool input_read;
    bool short_of_memory; /* something was not said or put for that; hitch_run tells, and fails */
};

/* Words are UTF-8, words[0] is the first after the program's name. */
int hitch_run(struct hitch *h, int word_count, char **words);

/* ---- for the verbs ---- */

/* On out; one that could not be built whole is not put, and h->short_of_memory
 * set. */
void hitch_put(struct hitch *h, const struct text *t);
/* The same as a line on err; `t` is done then. */
void hitch_put_error(struct hitch *h, struct text *t);
/* A line of its own on err, from strings/strings_list.h, with its values. */
void hitch_say(struct hitch *h, enum string_id id, ...);
/* On out, as it stands in cli/cli_strings_list.h: no line end is added. */
void hitch_print(struct hitch *h, enum cli_string_id id, ...);
/* "hitch: <sentence and remedy of the outcome>"; `file` may be NULL. */
void hitch_complain(struct hitch *h, struct outcome o, const char *file);
/* The same with the place and reason in the file behind it. */
void hitch_complain_of(struct hitch *h, struct outcome o, const char *file, const char *reason);
/* "hitch: FILE: at 0x...: what. remedy" */
void hitch_complain_at(struct hitch *h, const char *file, uint64_t offset, const char *what);

/* A progress line for files over 64 MB, where err is a terminal. */
struct hitch_progress {
    struct hitch *hitch;
    uint64_t whole;
    int64_t next_ns;
    uint32_t calls;
    bool drawn;
};
void hitch_progress_begin(struct hitch_progress *p, struct hitch *h, uint64_t whole);
/* Asked at every event, which is cheap; where it says yes, step with the bytes
 * done so far. */
bool hitch_progress_wants(struct hitch_progress *p);
void hitch_progress_step(struct hitch_progress *p, uint64_t done);
void hitch_progress_end(struct hitch_progress *p);

/* Opens a trace, or says why not and gives NULL. */
struct etl_reader *hitch_open(struct hitch *h, const char *file);
/* The same as a value, as etl_open has it; for "-" the reader is over h->input. */
struct outcome hitch_open_any(struct hitch *h, const char *file, struct etl_reader **reader);
/* Whether it can be opened; says why not. For what opens it itself. */
bool hitch_can_open(struct hitch *h, const char *file);
/* After a whole pass: says the first fault, gives the exit code. */
int hitch_close(struct hitch *h, const char *file, struct etl_reader *r);
bool hitch_is_standard(const char *file);

/* verdict_open for what may be "-"; says what is wrong. NULL: none. */
struct verdict *hitch_verdict(struct hitch *h, const char *file, const char *keyevents,
                              const struct verdict_options *options);

/* A time that a user wrote for `option`, in the span of the trace behind the
 * reader. Walks the file where *span is not known yet (first 0) and leaves the
 * reader at its beginning. Says what is wrong: no time, no clock, no events. */
bool hitch_time(struct hitch *h, struct etl_reader *r, const char *option, const char *value,
                struct cli_span *span, int64_t *time);
/* "hitch VERB: --at 12:00:00: the trace covers ... to ..." */
void hitch_say_outside(struct hitch *h, const char *option, const char *value, const struct cli_span *span);

int hitch_count(struct hitch *h, const struct words *words);
int hitch_check(struct hitch *h, const struct words *words);
int hitch_events(struct hitch *h, const struct words *words);
int hitch_frames(struct hitch *h, const struct words *words);
int hitch_report(struct hitch *h, const struct words *words);
int hitch_crash(struct hitch *h, const struct words *words);
int hitch_compare(struct hitch *h, const struct words *words);
int hitch_whitelist(struct hitch *h, const struct words *words);
int hitch_estimate(struct hitch *h, const struct words *words);
int hitch_save(struct hitch *h, const struct words *words);
int hitch_autostart(struct hitch *h, const struct words *words);

#endif
