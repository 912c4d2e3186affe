/* Files of the checkout that a test looks at. */
#ifndef HB_TESTS_SUPPORT_SOURCE_FILE_H
#define HB_TESTS_SUPPORT_SOURCE_FILE_H

#include "base/text.h"

/* Reads `path` ("config/providers.ini") from the checkout: the folder that
 * HITCHBOX_SOURCE names, else the current one or, as Visual Studio starts
 * programs, one above it. False, and said on stderr, where it is not there. */
bool source_read(const char *path, struct text *bytes);

#endif
