/* May a program from outside have a snapshot now? It has no more rights than any
 * other, so it cannot fill the disk or keep the recorder busy: one in ASK_EVERY_S
 * seconds, ASK_HOUR_MOST in an hour. A program that asks again and again is not
 * answered any more: after ASK_FLOOD refusals within ASK_EVERY_S the door is closed
 * for as long.
 *
 * The caller keeps the struct, zeroed at first, and gives the clock. */
#ifndef HB_TRAY_ASK_LIMIT_H
#define HB_TRAY_ASK_LIMIT_H

#include "tray/tray_model.h"

#define ASK_EVERY_S 10u
#define ASK_HOUR_MOST 12u
#define ASK_FLOOD 32u

enum ask_verdict {
    ASK_GRANT,
    ASK_NOT_SO_SOON,  /* one was granted a moment ago; wait_s */
    ASK_HOUR_IS_FULL, /* wait_s */
    ASK_NOT_YET,      /* the recording has not begun */
    ASK_BUSY,         /* a snapshot is being saved */
    ASK_NO_RING,
    ASK_TOO_LATE,     /* the recorder ends */
    ASK_NOBODY,       /* there is nobody to answer to */
    ASK_SHUT          /* close the door; nobody is answered until it opens */
};

struct ask_limit {
    int64_t granted_ns[ASK_HOUR_MOST]; /* the last ones, in a circle */
    uint64_t granted;                  /* of all time */
    int64_t refused_ns;                /* the first refusal that is counted in `refused` */
    uint32_t refused;
    uint64_t refused_in_all;           /* since the last one that was granted */
    int64_t shut_until_ns;             /* 0: the door is open */
};

struct ask_decision {
    enum ask_verdict verdict;
    uint32_t wait_s; /* at least; 0 with the others */
};

/* `known`: there is somebody to answer to. */
struct ask_decision ask_limit_decide(struct ask_limit *limit, enum tray_phase phase, bool known, int64_t now_ns);
/* Is the door closed? Opens it where its time is over. */
bool ask_limit_is_shut(struct ask_limit *limit, int64_t now_ns);

#endif
