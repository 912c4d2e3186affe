/* What Windows's documents leave open about rings, and how busy the CPUs are:
 * each a switch, since a product has to be right either way. They are settled
 * when a machine is made ("sim_options.habits") and may be changed later by the
 * control line "habits".
 *
 * Words of a choice stand between spaces or commas: "usual" (each habit's
 * first value), "seed=7" (a random choice of all, the same wherever the seed is
 * the same), or "order=newest"; later words win. */
#ifndef HB_TESTS_SIM_SIM_HABITS_H
#define HB_TESTS_SIM_SIM_HABITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* name, its values, what it says */
#define SIM_HABITS(HABIT)                                                                              \
    HABIT(load, "even tenfold", "CPUs fill alike, or every second ten times as fast as the others")    \
    HABIT(parked, "none one half", "so many CPUs say hardly anything")                                 \
    HABIT(reuse, "age cpu share", "the buffer filled first goes first; each CPU reuses its own, of all " \
                                  "that it took or of an equal share")                                 \
    HABIT(stamp, "filled flush", "a buffer's header has the time when it was filled, or the FLUSH's")  \
    HABIT(number, "filled flush", "sequence numbers are given when filled, or as the FLUSH writes")    \
    HABIT(order, "oldest newest mixed", "which buffers come first in the file")                        \
    HABIT(exists, "refused overwritten", "FLUSH onto an existing file: 183, or the file is replaced")  \
    HABIT(no_name, "161 87", "FLUSH of a ring without a file's name")                                  \
    HABIT(after, "kept closed emptied", "after a FLUSH the ring goes on as it was, with new buffers, or empty") \
    HABIT(written, "anew on all", "BuffersWritten of a file: its own, of all FLUSHes, of all ever filled") \
    HABIT(more_data, "never done undone", "a ring's first FLUSH answers 234 and was done, or was not")

enum sim_habit {
#define HABIT(name, values, what) SIM_HABIT_##name,
    SIM_HABITS(HABIT)
#undef HABIT
    SIM_HABIT_count
};

/* The values, in the order of the words above. */
enum { SIM_LOAD_EVEN, SIM_LOAD_TENFOLD };
enum { SIM_PARKED_NONE, SIM_PARKED_ONE, SIM_PARKED_HALF };
enum { SIM_REUSE_AGE, SIM_REUSE_CPU, SIM_REUSE_SHARE };
enum { SIM_STAMP_FILLED, SIM_STAMP_FLUSH };
enum { SIM_NUMBER_FILLED, SIM_NUMBER_FLUSH };
enum { SIM_ORDER_OLDEST, SIM_ORDER_NEWEST, SIM_ORDER_MIXED };
enum { SIM_EXISTS_REFUSED, SIM_EXISTS_OVERWRITTEN };
enum { SIM_NO_NAME_161, SIM_NO_NAME_87 };
enum { SIM_AFTER_KEPT, SIM_AFTER_CLOSED, SIM_AFTER_EMPTIED };
enum { SIM_WRITTEN_ANEW, SIM_WRITTEN_ON, SIM_WRITTEN_ALL };
enum { SIM_MORE_DATA_NEVER, SIM_MORE_DATA_DONE, SIM_MORE_DATA_UNDONE };

struct sim_habits {
    uint8_t value[SIM_HABIT_count];
};

/* False where a word is not understood; *habits is then as it was. */
bool sim_habits_read(struct sim_habits *habits, const char *words);
/* A random choice of all. */
void sim_habits_choose(struct sim_habits *habits, uint64_t seed);
/* One line without its end, as sim_habits_read takes it. */
void sim_habits_add(const struct sim_habits *habits, struct text *line);
/* Every habit, its values and what it says, a line each. */
void sim_habits_list(struct text *out);

/* What machines of this process get where nobody says otherwise: what the
 * environment's HITCHBOX_SIM_HABITS says, or the usual. */
struct sim_habits sim_habits_here(void);
/* For programs that test: where the environment says nothing, a random choice
 * by the time of day from now on. Adds a line that tells what was chosen and
 * how to have it again; false where the environment's words are not understood. */
bool sim_habits_begin(struct text *line);

#endif
