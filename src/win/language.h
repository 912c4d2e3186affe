/* The language that the user reads. */
#ifndef HB_WIN_LANGUAGE_H
#define HB_WIN_LANGUAGE_H

#include "base/text.h"

/* Adds the tag of the user's display language, e.g. "zh-CN"; "en" where
 * Windows does not say. language_from_tag (strings/strings.h) takes it. */
void language_of_user(struct text *tag);

#endif
