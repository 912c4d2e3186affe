/* hitch, the console tool, as one function that tests can call.
 *
 *   hitch VERB [options] FILE...
 * Each verb stands in a file of its own (hitch_count.c, ...). Answers go to
 * `out`, everything else to `err`. */
#ifndef HB_CLI_HITCH_H
#define HB_CLI_HITCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/outcome.h"
#include "cli/cli_strings.h"
#include "etl/etl_reader.h"

enum hitch_exit {
    HITCH_WHOLE = 0,     /* did what was asked */
    HITCH_NOT_WHOLE = 1, /* did it, but a file is not whole */
    HITCH_FAILED = 2     /* a file could not be read, or the words were wrong */
};

struct hitch {
    FILE *out;
    FILE *err;
    bool err_is_terminal; /* a progress line may be drawn there */
    const char *program;  /* as it was called; NULL where that is not known */
    enum language language; /* English; hitch_run sets what --lang says */
};

/* Words are UTF-8, words[0] is the first after the program's name. */
int hitch_run(struct hitch *h, int word_count, char **words);

/* ---- for the verbs ---- */

/* One option of a verb: --name, with a value where `value` is not NULL. A word
 * that begins with -- and is no option is refused; "--" ends the options. --lang
 * was taken out by hitch_run. */
struct hitch_option {
    const char *name;
    const char **value;
    bool *flag;
};
/* Moves the files to the front of `words` and returns how many there are, or
 * -1 after having said what was wrong. */
int hitch_options(struct hitch *h, const char *verb, int word_count, char **words,
                  const struct hitch_option *options, size_t option_count);
/* The same for a verb that may do without a file: 0 where there is none. */
int hitch_options_alone(struct hitch *h, const char *verb, int word_count, char **words,
                        const struct hitch_option *options, size_t option_count);

/* A line of its own on err, from core/strings_list.h, with its values. */
void hitch_say(struct hitch *h, enum string_id id, ...);
/* On out, as it stands in cli/cli_strings_list.h: no line end is added. */
void hitch_print(struct hitch *h, enum cli_string_id id, ...);
/* "hitch: <sentence and remedy of the outcome>"; `file` may be NULL. */
void hitch_complain(struct hitch *h, struct outcome o, const char *file);
/* The same with the place and reason in the file behind it. */
void hitch_complain_of(struct hitch *h, struct outcome o, const char *file, const char *reason);
/* "hitch: FILE: at 0x...: what." */
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
/* Whether it can be opened; says why not. For what opens it itself. */
bool hitch_can_open(struct hitch *h, const char *file);
/* After a whole pass: says the first fault, gives the exit code. */
int hitch_close(struct hitch *h, const char *file, struct etl_reader *r);

int hitch_count(struct hitch *h, int word_count, char **words);
int hitch_check(struct hitch *h, int word_count, char **words);
int hitch_events(struct hitch *h, int word_count, char **words);
int hitch_report(struct hitch *h, int word_count, char **words);
int hitch_crash(struct hitch *h, int word_count, char **words);
int hitch_compare(struct hitch *h, int word_count, char **words);
int hitch_whitelist(struct hitch *h, int word_count, char **words);
int hitch_estimate(struct hitch *h, int word_count, char **words);

#endif
