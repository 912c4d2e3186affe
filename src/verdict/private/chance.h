/* How likely it is that something lies that near to a moment by chance: the base
 * rate. Private to weigh*.c.
 *
 * The rate of a kind is (events elsewhere + a) / (time elsewhere + WEIGHT), where
 * a is what any machine has in WEIGHT anyway. "Elsewhere" is where the game did not
 * stutter and the moment is far. What came with other stutters, too, counts for it:
 * that several of them had it by chance is less likely than that one had. */
#ifndef HB_VERDICT_CHANCE_H
#define HB_VERDICT_CHANCE_H

#include "verdict/private/weigh.h"

struct chance {
    enum fact_kind fact;
    int64_t before, after; /* how far from the moment it may lie */
    uint32_t per_hour;     /* on any machine */
    /* Is it the same thing as `like`? NULL: each of the kind is. */
    bool (*same)(const struct scales *s, const struct fact *f, const struct fact *like);
    const struct fact *like;
};

/* How many kinds of which one could lie near by chance the trace has. */
uint32_t chance_kinds(const struct trace *t);
/* How far a fact lies from the begin of the moment that is on the scales. */
int64_t chance_distance(const struct scales *s, const struct fact *f);
/* What a score is worth: that as many lie as near to the moment that is on the
 * scales has to be unlikely by chance, over all kinds that the trace has; else 0,
 * and less where it is not very unlikely. */
uint32_t chance_points(const struct scales *s, const struct chance *c, uint32_t score);

#endif
