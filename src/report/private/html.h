/* Pieces of the HTML report. Private to report_html.c and html_*.c. */
#ifndef HB_REPORT_HTML_H
#define HB_REPORT_HTML_H

#include "report/phrases.h"

/* Text for between tags and for attributes in double quotes: & < > " ' are
 * escaped, so nothing of a trace becomes markup. */
void html_text(struct text *out, const char *str);

/* The head with the style, up to and with <body>; `title` is escaped. */
void html_begin(struct text *out, enum language language, const char *title);
void html_end(struct text *out);

/* The frames of the whole trace as one strip, and the close-up: frames and
 * lanes on one time axis around the moment that the verdict is about. */
void html_overview(struct text *out, enum language language, const struct verdict *v);
void html_closeup(struct text *out, enum language language, const struct verdict *v);

#endif
