/* What Windows's error numbers mean here, and what to do about them.
 *
 * The same number means different things in different places (5 at a session
 * is not 5 at a file), so a row names the kind of thing that failed.
 * Sources: the Win32 reference pages of StartTraceW, ControlTraceW and
 * EnableTraceEx2, and winerror.h. */
#ifndef HB_STRINGS_ERROR_MEANING_H
#define HB_STRINGS_ERROR_MEANING_H

#include "strings/strings.h"

struct error_meaning {
    enum string_id cause;  /* a sentence */
    enum string_id remedy; /* a sentence */
};

/* False where the number says nothing that the outcome's own sentence and
 * remedy do not say better. */
bool error_meaning_find(struct outcome outcome, struct error_meaning *cause);

#endif
