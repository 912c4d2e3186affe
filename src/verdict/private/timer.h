/* Stretches in which the system's timer was coarser than before and after: a
 * game that sleeps between its frames sleeps too long then. Private to the
 * verdict. */
#ifndef HB_VERDICT_TIMER_H
#define HB_VERDICT_TIMER_H

#include "gather/trace.h"

struct timer_spell {
    const struct fact *begin, *end; /* the two changes */
};

/* The next one from fact `*at` of the power lane on; false where there is none.
 * Start with 0. */
bool timer_next_coarse(const struct trace *t, uint32_t *at, struct timer_spell *spell);
/* The program that asked for another resolution right then, as a fact; or NULL. */
const struct fact *timer_asked(const struct trace *t, int64_t time);

#endif
