#include "os/os.h"

#include <string.h>

#define TEMPORARY ".tmp"

struct outcome os_file_read(const char *path, uint64_t limit, struct text *out)
{
    struct os_map map;
    struct outcome result = os_map_open(path, &map);
    if (outcome_failed(result))
        return result;
    if (map.len > limit)
        result = outcome_of(WHY_file_too_big, 0);
    else
        text_add_bytes(out, map.bytes, (size_t)map.len);
    if (!outcome_failed(result) && os_map_lost(&map))
        result = outcome_of(WHY_file_lost, 0);
    os_map_close(&map);
    if (!outcome_failed(result) && out->failed)
        result = outcome_of(WHY_out_of_memory, 0);
    return result;
}

struct outcome os_file_replace(const char *path, const void *bytes, size_t len)
{
    struct text temporary = TEXT_EMPTY;
    struct os_file *file = NULL;
    text_addf(&temporary, "%s.%lld" TEMPORARY, path, (long long)os_ticks_ns());
    struct outcome result = bytes == text_lost ? outcome_of(WHY_out_of_memory, 0)
                                               : os_file_open(text_str(&temporary), OS_OPEN_NEW, &file);
    bool made = !outcome_failed(result);
    if (made)
        result = os_file_write(file, bytes, len);
    if (!outcome_failed(result))
        result = os_file_flush(file);
    os_file_close(file);
    if (!outcome_failed(result))
        result = os_rename_over(text_str(&temporary), path);
    if (made && outcome_failed(result))
        os_remove(text_str(&temporary));
    text_done(&temporary);
    return result;
}

size_t os_file_replaced_len(const char *name)
{
    if (!str_ends(name, TEMPORARY))
        return 0;
    size_t end = strlen(name) - strlen(TEMPORARY), len = end;
    while (len > 0 && name[len - 1] >= '0' && name[len - 1] <= '9')
        len--;
    return len > 1 && len < end && name[len - 1] == '.' ? len - 1 : 0;
}

void os_path_join(const char *folder, const char *name, struct text *path)
{
    text_addf(path, "%s%c%s", folder, os_separator, name);
}

size_t os_path_folder_len(const char *path)
{
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] != '/' && path[len - 1] != os_separator)
        len--;
    return len;
}
