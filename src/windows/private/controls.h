/* Windows's own parts that the windows need and hitchbox.exe does not import:
 * comctl32 (version 6 by the manifest, whose activation context is the process's
 * own) and three functions of gdi32, from System32. */
#ifndef HB_WINDOWS_CONTROLS_H
#define HB_WINDOWS_CONTROLS_H

#include "base/outcome.h"
#include "win/win.h"

struct controls {
    HFONT(WINAPI *create_font)(const LOGFONTW *font);
    HGDIOBJ(WINAPI *select)(HDC dc, HGDIOBJ object);
    BOOL(WINAPI *free)(HGDIOBJ object);
    HMODULE comctl;
};

/* WHY_window_create. What is loaded stays for the life of the process. */
struct outcome controls_load(struct controls *c);
/* The system's font for messages at a resolution; NULL without it. The caller frees it. */
HFONT controls_font(const struct controls *c, unsigned dpi);

#endif
