/* Files of the checkout that a test looks at. */
#ifndef HB_TESTS_SOURCE_FILE_H
#define HB_TESTS_SOURCE_FILE_H

#include "base/text.h"

/* Reads `path` ("config/providers.ini") from the checkout: the folder that
 * HITCHBOX_SOURCE names, else the current one. Fails the test where it is not
 * there. The caller ends the text with text_done. */
struct text source_read(const char *path);

#endif
