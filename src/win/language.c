#include "win/language.h"

#include "win/utf16.h"
#include "win/win.h"

void language_of_user(struct text *tag)
{
    ULONG count = 0, units = 0;
    struct wide names = WIDE_EMPTY;
    wchar_t locale[LOCALE_NAME_MAX_LENGTH];
    wchar_t *to = NULL;
    /* A list of zero-ended names, the preferred one first. */
    if (GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, NULL, &units) && units > 1)
        to = wide_reserve(&names, units);
    if (to && GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, to, &units) && to[0])
        text_add_wide(tag, to);
    else if (GetUserDefaultLocaleName(locale, LOCALE_NAME_MAX_LENGTH) > 1)
        text_add_wide(tag, locale);
    else
        text_add(tag, "en");
    wide_done(&names);
}
