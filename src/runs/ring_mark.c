#include "runs/ring_mark.h"

#include <string.h>

#include "runs/run_files.h"

#define MARK_BYTES_MOST 4096u

struct outcome ring_mark_write(const char *folder, const struct guid *guid)
{
    struct text path = TEXT_EMPTY, line = TEXT_EMPTY;
    os_path_join(folder, RUN_FILES_RING, &path);
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
    os_path_join(folder, RUN_FILES_RING, &path);
    struct outcome result = path.failed ? outcome_of(WHY_out_of_memory, 0) : os_remove(text_str(&path));
    text_done(&path);
    return result;
}

struct outcome ring_mark_names(const char *folder, const struct guid *guid, bool *named)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY, word = TEXT_EMPTY;
    os_path_join(folder, RUN_FILES_RING, &path);
    guid_add(&word, guid);
    struct outcome read = word.failed ? outcome_of(WHY_out_of_memory, 0) : os_file_read(text_str(&path), MARK_BYTES_MOST, &bytes);
    *named = !outcome_failed(read) && strstr(text_str(&bytes), text_str(&word));
    text_done(&path);
    text_done(&bytes);
    text_done(&word);
    return read;
}

struct finder {
    const struct guid *guid;
    struct text best, last; /* the run's path and its folder's name */
    bool short_of_memory;
};

static bool look_into(void *ctx, const char *folder, const char *name)
{
    struct finder *f = ctx;
    bool named = false;
    struct outcome read = ring_mark_names(folder, f->guid, &named);
    f->short_of_memory = f->short_of_memory || read.why == WHY_out_of_memory;
    if (named && strcmp(name, text_str(&f->last)) > 0) {
        text_set(&f->best, folder);
        text_set(&f->last, name);
    }
    return true;
}

bool ring_mark_find(const char *base, const struct guid *guid, struct text *folder)
{
    struct finder f = {guid, TEXT_EMPTY, TEXT_EMPTY, false};
    if (run_files_each_run(base, look_into, &f).why == WHY_out_of_memory)
        f.short_of_memory = true;
    bool found = !f.short_of_memory && f.best.len > 0 && !f.best.failed && !f.last.failed;
    if (found)
        text_add(folder, text_str(&f.best));
    text_done(&f.best);
    text_done(&f.last);
    return found;
}
