/* Checks of a configuration file that has one thing wrong. */
#ifndef HB_TESTS_SUPPORT_CONFIG_CHECK_H
#define HB_TESTS_SUPPORT_CONFIG_CHECK_H

#include "config/providers.h"
#include "config/settings.h"

enum config_kind { CONFIG_SETTINGS, CONFIG_PROVIDERS };

/* Reads `bytes` over a configuration that is good, and fails the test unless
 * it is refused: the first finding names the file and the line (0: the whole
 * file is meant), holds `value`, explains itself and a remedy in each language, and
 * (providers) the configuration that was there before is untouched.
 * `what` is the expected sentence, or STR_count for any; `value` may be NULL. */
void config_refuses(enum config_kind kind, const char *bytes, size_t len, uint32_t line,
                    enum string_id what, const char *value);

#endif
