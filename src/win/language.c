#include "win/language.h"

#include "win/win.h"

#define NAMES_UNITS 512u

/* Tags are ASCII. */
static void add_tag(struct text *tag, const wchar_t *units)
{
    for (; *units; units++)
        text_add_char(tag, *units < 128 ? (char)*units : '?');
}

void language_of_user(struct text *tag)
{
    ULONG count = 0, units = NAMES_UNITS;
    wchar_t names[NAMES_UNITS], locale[LOCALE_NAME_MAX_LENGTH];
    /* A list of zero-ended names, the preferred one first. */
    if (GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, names, &units) && units > 1 && names[0])
        add_tag(tag, names);
    else if (GetUserDefaultLocaleName(locale, LOCALE_NAME_MAX_LENGTH) > 1)
        add_tag(tag, locale);
    else
        text_add(tag, "en");
}
