/* What the recorder answers to a program that asked it for a snapshot
 * (os/os_ask.h), as bytes: the recorder writes them, the asker reads them. Both
 * are of one computer and one version.
 *
 * What needs no words (taken, refused) is a number in a message instead: the kind
 * in its low 16 bits, the asker's ticket above, and how long to wait beside it. */
#ifndef HB_OS_ASK_ANSWER_H
#define HB_OS_ASK_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/outcome.h"
#include "base/text.h"

enum ask_kind {
    ASK_TAKEN,    /* it is being saved; more answers follow */
    ASK_SOON,     /* refused: another program asked a moment ago; wait_s */
    ASK_HOUR,     /* refused: too many were asked for within an hour; wait_s */
    ASK_STARTING, /* refused: the recording has not begun yet */
    ASK_SAVING,   /* refused: a snapshot is being saved */
    ASK_OFF,      /* refused: there is no ring to save */
    ASK_ENDING,   /* refused: the recorder ends */
    ASK_SAVED,    /* path: the file stands */
    ASK_FAILED,   /* outcome, path */
    ASK_CHECKED,  /* outcome of the check, path, span, lost events, verdict */
    ASK_kinds
};

struct ask_answer {
    enum ask_kind kind;
    uint32_t wait_s; /* until it may be asked for again; 0: not known */
    struct outcome outcome;
    int64_t span_ms;
    uint64_t events_lost;
    struct text path;    /* UTF-8; "" where there is none */
    struct text verdict; /* a sentence; "" where there is none */
};
void ask_answer_done(struct ask_answer *answer);

/* Adds the bytes of a SAVED, FAILED or CHECKED; out->failed without memory. */
void ask_answer_write(const struct ask_answer *answer, uint16_t ticket, struct text *out);
/* Reads them into *answer, which is empty before. False, with *answer as it was,
 * for anything else, for another ticket's, and without memory: whoever can send a
 * message may have made them up. Both texts are cleaned (text_clean). */
bool ask_answer_read(const void *bytes, uint64_t len, uint16_t ticket, struct ask_answer *answer);

#endif
