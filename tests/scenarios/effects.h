/* The real side effects, between their own files. Each does what it says and
 * undoes it, adds a sentence with its figures to the note, and gives false with
 * a sentence in `trouble` where it could not be done. Not one of them was run
 * on Windows by us. */
#ifndef HB_TESTS_SCENARIOS_EFFECTS_H
#define HB_TESTS_SCENARIOS_EFFECTS_H

#include "tests/scenarios/effect.h"

#define UNDO_WORD "--undo"
/* How long a guard waits before it steps in although the program lives. */
#define GUARD_EXTRA_S 60u

bool effect_process_crash(const struct effect *e, struct text *trouble);
bool effect_disk_burst(const struct effect *e, struct text *trouble);
bool effect_cpu_saturation(const struct effect *e, struct text *trouble);
bool effect_memory_pressure(const struct effect *e, struct text *trouble);

/* effect_power.c: a copy of the power plan in use, with the processors capped,
 * is made, used and thrown away. A guard, and an entry of RunOnce for the case
 * that the machine loses power, bring the old plan back. */
bool effect_cpu_throttling(const struct effect *e, struct text *trouble);
bool power_ready(struct text *refusal);
/* Words: the plan to go back to, the plan to throw away (GUIDs). */
int power_undo(int count, char **words);

/* effect_network.c: the adapter that leads to the default gateway is disabled
 * until it is enabled again, by this program or its guard, or until the machine
 * restarts (CM_Disable_DevNode without CM_DISABLE_PERSIST). */
bool effect_network_disconnect(const struct effect *e, struct text *trouble);
bool network_ready(const struct effect *e, struct text *refusal);
/* Word: the device instance id. */
int network_undo(int count, char **words);

/* "sentence (code)". */
void effect_say(struct text *out, const char *sentence, uint32_t code);
/* A command line that undoes: this program, UNDO_WORD and `words`. */
void effect_undo_line(struct text *line, const char *words);

#endif
