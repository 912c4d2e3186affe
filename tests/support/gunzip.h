/* Unpacks .gz files, as the corpus keeps its larger traces (RFC 1951, 1952). */
#ifndef HB_TESTS_SUPPORT_GUNZIP_H
#define HB_TESTS_SUPPORT_GUNZIP_H

#include <stdbool.h>

#include "base/text.h"

/* Adds what the file unpacks to; false where it is absent or not sound. */
bool gunzip(const char *path, struct text *out);

#endif
