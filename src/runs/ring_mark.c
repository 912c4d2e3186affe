#include "runs/ring_mark.h"

#include <string.h>

#include "runs/runs.h"
#include "os/os.h"

#define MARK_BYTES_MOST 4096u

static void mark_path(struct text *path, const char *folder)
{
    text_addf(path, "%s%c%s", folder, os_separator, RING_MARK_NAME);
}

struct outcome ring_mark_write(const char *folder, const struct guid *guid)
{
    struct text path = TEXT_EMPTY, line = TEXT_EMPTY;
    mark_path(&path, folder);
    guid_add(&line, guid);
    text_add_char(&line, '\n');
    struct outcome result = path.failed || line.failed ? outcome_of(WHY_out_of_memory, 0)
                                                       : os_file_replace(text_str(&path), line.bytes, line.len);
    text_done(&path);
    text_done(&line);
    return result;
}

struct outcome ring_mark_remove(const char *folder)
{
    struct text path = TEXT_EMPTY;
    mark_path(&path, folder);
    struct outcome result = path.failed ? outcome_of(WHY_out_of_memory, 0) : os_remove(text_str(&path));
    text_done(&path);
    return result;
}

struct finder {
    struct text runs, guid, best; /* the last is a folder's name */
};

static bool look_into(void *ctx, const char *name, const struct os_stat *st)
{
    struct finder *f = ctx;
    struct text folder = TEXT_EMPTY, path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    if (!st->is_folder || st->is_link || !runs_is_run_name(name))
        return true;
    text_addf(&folder, "%s%c%s", text_str(&f->runs), os_separator, name);
    mark_path(&path, text_str(&folder));
    if (!path.failed && !outcome_failed(os_file_read(text_str(&path), MARK_BYTES_MOST, &bytes)) &&
        strstr(text_str(&bytes), text_str(&f->guid)) && strcmp(name, text_str(&f->best)) > 0)
        text_set(&f->best, name);
    text_done(&folder);
    text_done(&path);
    text_done(&bytes);
    return true;
}

bool ring_mark_find(const char *base, const struct guid *guid, struct text *folder)
{
    struct finder f = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY};
    text_addf(&f.runs, "%s%cruns", base, os_separator);
    guid_add(&f.guid, guid);
    if (!f.runs.failed && !f.guid.failed)
        os_folder_list(text_str(&f.runs), look_into, &f);
    bool found = f.best.len > 0 && !f.best.failed;
    if (found)
        text_addf(folder, "%s%c%s", text_str(&f.runs), os_separator, text_str(&f.best));
    text_done(&f.runs);
    text_done(&f.guid);
    text_done(&f.best);
    return found;
}
