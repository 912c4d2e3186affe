/* Faults of an ini file's form (config/ini.h) as findings that a user can mend. */
#ifndef HB_CONFIG_INI_PROBLEM_H
#define HB_CONFIG_INI_PROBLEM_H

#include "config/ini.h"
#include "config/problem.h"

/* Adds the sentence and the remedy for `fault`; `str` is the line's text. */
void ini_problem_add(struct problems *problems, const char *file, enum ini_fault fault,
                     uint32_t line, const char *str);

/* "yes" or "no", "true" or "false", "1" or "0", case ignored. Returns false
 * and leaves *value as it was for anything else. */
bool ini_bool(const char *str, bool *value);

#endif
