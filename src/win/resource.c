#include "win/resource.h"

struct outcome resource_bytes(int id, const char **bytes, size_t *len)
{
    HRSRC found = FindResourceW(NULL, MAKEINTRESOURCEW(id), MAKEINTRESOURCEW(10)); /* RT_RCDATA */
    HGLOBAL loaded = found ? LoadResource(NULL, found) : NULL;
    const char *start = loaded ? LockResource(loaded) : NULL;
    if (!start)
        return outcome_of(WHY_not_found, GetLastError());
    *bytes = start;
    *len = SizeofResource(NULL, found);
    return outcome_ok();
}

HICON resource_icon(int id, int pixels)
{
    return LoadImageW(GetModuleHandleW(NULL), MAKEINTRESOURCEW(id), IMAGE_ICON, pixels, pixels,
                      LR_DEFAULTCOLOR);
}
