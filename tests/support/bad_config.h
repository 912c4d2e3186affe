/* Broken configuration files by the hundred, made from the shipped ones. */
#ifndef HB_TESTS_SUPPORT_BAD_CONFIG_H
#define HB_TESTS_SUPPORT_BAD_CONFIG_H

#include "tests/support/config_check.h"

/* One broken file: the line that is to be named (0: the whole file is meant),
 * and the sentence, or STR_count for any. */
typedef void bad_config_fn(void *ctx, enum config_kind kind, const struct text *bytes, uint32_t line, enum string_id what);

/* Calls `fn` for each broken file; returns how many there were. */
uint32_t bad_config_each(enum config_kind kind, bad_config_fn *fn, void *ctx);

#endif
