/* What printf would take for a format, so that translations can be compared. */
#ifndef HB_TESTS_SUPPORT_TEXT_CONVERSIONS_H
#define HB_TESTS_SUPPORT_TEXT_CONVERSIONS_H

#include "base/text.h"

/* `out` is set to the conversions one after the other, "%s%u". */
void text_conversions(const char *format, struct text *out);

#endif
