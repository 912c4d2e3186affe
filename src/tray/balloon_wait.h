/* How long a balloon waits for somebody to see it.
 *
 * Windows calls the player busy while a full-screen game runs, and some overlays
 * make it say so for ever. So after some minutes of the same answer the balloon
 * is given anyway; Windows keeps it in its notification centre. A game that owns
 * the screen, a presentation and a locked session have answers of their own,
 * and there the balloon waits on. */
#ifndef HB_TRAY_BALLOON_WAIT_H
#define HB_TRAY_BALLOON_WAIT_H

#include <stdbool.h>
#include <stdint.h>

enum player_state {
    PLAYER_THERE,
    PLAYER_BUSY, /* may be an overlay's doing */
    PLAYER_AWAY
};

#define BALLOON_WAIT_BUSY_S 300

/* All zero at first. */
struct balloon_wait {
    int64_t since_ns; /* busy without a break; 0: not */
    int64_t asked_ns; /* the last time that it was */
};

/* May a balloon be given now? `now_ns` is os_ticks_ns. To be asked every 10 s
 * while one waits; after a minute without a question the time begins anew. */
bool balloon_wait_is_over(struct balloon_wait *wait, enum player_state state, int64_t now_ns);

#endif
