#include "base/image_name.h"

#include <string.h>

#include "base/text.h"

#define KERNEL_KEEPS 14u
#define EXE ".exe"

bool image_name_is_exe(const char *name)
{
    size_t len = strlen(name), end = sizeof EXE - 1;
    return len >= end && str_equal_nocase(name + len - end, EXE);
}

size_t image_name_kept(const char *name)
{
    size_t len = strlen(name);
    if (str_ends(name, IMAGE_NAME_CUT))
        return len - (sizeof IMAGE_NAME_CUT - 1);
    return len >= KERNEL_KEEPS && !image_name_is_exe(name) ? len : 0;
}

bool image_name_is(const char *name, const char *whole)
{
    size_t kept = image_name_kept(name);
    return str_equal_nocase(name, whole) || (kept && kept < strlen(whole) && str_begins_nocase(whole, name, kept));
}
