#include "tests/support/folder.h"

void folder_join(struct text *path, const char *folder, const char *name)
{
    text_clear(path);
    text_addf(path, "%s%c%s", folder, os_separator, name);
}

bool folder_put(const char *folder, const char *name, const void *bytes, size_t len)
{
    struct text path = TEXT_EMPTY;
    folder_join(&path, folder, name);
    bool written = !outcome_failed(os_file_replace(text_str(&path), bytes, len));
    text_done(&path);
    return written;
}

bool folder_has(const char *folder, const char *name)
{
    struct text path = TEXT_EMPTY;
    folder_join(&path, folder, name);
    bool there = path_stands(text_str(&path));
    text_done(&path);
    return there;
}

static bool remove_one(void *ctx, const char *name, const struct os_stat *st)
{
    struct text path = TEXT_EMPTY;
    folder_join(&path, ctx, name);
    if (st->is_folder && !st->is_link)
        os_folder_list(text_str(&path), remove_one, path.bytes);
    os_remove(text_str(&path));
    text_done(&path);
    return true;
}

void folder_remove(const char *folder)
{
    struct text path = TEXT_EMPTY;
    text_set(&path, folder);
    os_folder_list(folder, remove_one, path.bytes);
    os_remove(folder);
    text_done(&path);
}

bool path_stands(const char *path)
{
    struct os_stat st;
    return !outcome_failed(os_stat(path, &st));
}
