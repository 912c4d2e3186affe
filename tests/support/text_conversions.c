#include "tests/support/text_conversions.h"

#include <string.h>

void text_conversions(const char *format, struct text *out)
{
    text_clear(out);
    for (const char *at = format; *at; at++) {
        if (*at != '%')
            continue;
        if (at[1] == '%') {
            at++;
            continue;
        }
        text_add_char(out, '%');
        while (at[1] && strchr("0123456789-.*lz", at[1]))
            text_add_char(out, *++at);
        text_add_char(out, *++at);
        if (!*at)
            break;
    }
}
