#include "windows/private/controls.h"

typedef void any_function(void);

static any_function *function_of(HMODULE library, const char *name)
{
    return library ? (any_function *)GetProcAddress(library, name) : NULL;
}

struct outcome controls_load(struct controls *c)
{
    BOOL(WINAPI *init)(const INITCOMMONCONTROLSEX *);
    INITCOMMONCONTROLSEX classes = {sizeof classes, ICC_BAR_CLASSES | ICC_STANDARD_CLASSES};
    HMODULE comctl = LoadLibraryExW(L"comctl32.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    HMODULE gdi = comctl ? LoadLibraryExW(L"gdi32.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32) : NULL;
    init = (BOOL(WINAPI *)(const INITCOMMONCONTROLSEX *))function_of(comctl, "InitCommonControlsEx");
    c->create_font = (HFONT(WINAPI *)(const LOGFONTW *))function_of(gdi, "CreateFontIndirectW");
    c->select = (HGDIOBJ(WINAPI *)(HDC, HGDIOBJ))function_of(gdi, "SelectObject");
    c->free = (BOOL(WINAPI *)(HGDIOBJ))function_of(gdi, "DeleteObject");
    c->comctl = comctl;
    if (!init || !c->create_font || !c->select || !c->free || !init(&classes))
        return outcome_of(WHY_window_create, GetLastError());
    return outcome_ok();
}

HFONT controls_font(const struct controls *c, unsigned dpi)
{
    NONCLIENTMETRICSW metrics;
    metrics.cbSize = sizeof metrics;
    if (!SystemParametersInfoForDpi(SPI_GETNONCLIENTMETRICS, sizeof metrics, &metrics, 0, dpi))
        return NULL;
    return c->create_font(&metrics.lfMessageFont);
}
