#include "runs/history.h"

#include <string.h>

#include "runs/retention.h"
#include "runs/run_files.h"

void history_init(struct history *h)
{
    memset(h, 0, sizeof *h);
}

static void entry_done(struct history_entry *entry)
{
    text_done(&entry->path);
    snapinfo_words_done(&entry->words);
}

void history_done(struct history *h)
{
    for (size_t i = 0; i < h->count; i++)
        entry_done(&h->entries[i]);
    history_init(h);
}

/* What has gone meanwhile is not missing. */
static void note_failure(struct history *h, struct outcome listed)
{
    if (outcome_failed(listed) && listed.why != WHY_not_found && !outcome_failed(h->read))
        h->read = listed;
}

static void note_memory(struct history *h, const struct text *t)
{
    if (t->failed)
        note_failure(h, outcome_of(WHY_out_of_memory, 0));
}

/* Takes the entry's path over, or frees it where ten newer ones stand. */
static void history_insert(struct history *h, struct history_entry *entry)
{
    size_t at = h->count;
    while (at > 0 && h->entries[at - 1].time < entry->time)
        at--;
    if (at == HISTORY_MAX) {
        entry_done(entry);
        return;
    }
    if (h->count == HISTORY_MAX)
        entry_done(&h->entries[--h->count]);
    memmove(&h->entries[at + 1], &h->entries[at], (h->count - at) * sizeof h->entries[0]);
    h->entries[at] = *entry;
    h->count++;
}

struct run_reader {
    struct history *history;
    const char *folder;
};

static void read_companions(struct history *h, struct history_entry *entry)
{
    struct outcome read = snapinfo_load(text_str(&entry->path), &entry->info, &entry->words, NULL);
    entry->known = !outcome_failed(read);
    struct outcome pin = retention_pinned(text_str(&entry->path), &entry->pinned);
    if (read.why == WHY_out_of_memory)
        note_failure(h, read);
    if (pin.why == WHY_out_of_memory)
        note_failure(h, pin);
}

static enum history_kind kind_of(const char *name)
{
    if (str_starts(name, RUN_FILES_RECOVERED))
        return HISTORY_RECOVERED;
    return str_starts(name, RUN_FILES_PARTIAL) ? HISTORY_PARTIAL : HISTORY_SNAPSHOT;
}

/* Each snapshot is met by its .etl; a .json without one tells of a file that
 * has gone. */
static bool read_run_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct run_reader *r = ctx;
    bool etl = run_files_is_trace(name), json = run_files_is_info(name);
    size_t stem = run_files_snapshot_stem(name);
    if (st->is_folder || st->is_link || !(etl || json) || !stem)
        return true;
    struct os_stat trace;
    struct history_entry entry = {0};
    entry.kind = kind_of(name);
    run_files_trace(r->folder, name, stem, &entry.path);
    bool etl_stands = etl || !outcome_failed(os_stat(text_str(&entry.path), &trace));
    note_memory(r->history, &entry.path);
    if (entry.path.failed || (json && etl_stands)) {
        entry_done(&entry);
    } else {
        read_companions(r->history, &entry);
        entry.gone = !etl_stands;
        entry.bytes = etl ? st->len : entry.info.summary.bytes;
        entry.time = entry.known && snapinfo_time(&entry.info) ? snapinfo_time(&entry.info) : st->modified;
        history_insert(r->history, &entry);
    }
    return true;
}

/* The newest of a run's key events in which one was found, else the newest; 0:
 * there are none. */
static struct outcome find_last_keys(const char *folder, unsigned *number)
{
    unsigned found = 0;
    struct text path = TEXT_EMPTY;
    struct outcome result = run_files_keys_last(folder, number);
    if (result.why != WHY_out_of_memory)
        result = outcome_ok(); /* what else fails there fails in read_run, too */
    for (unsigned n = *number; n > 0 && !found && !outcome_failed(result); n--) {
        struct snapinfo info = {0};
        text_clear(&path);
        run_files_keys(folder, n, &path);
        struct outcome read = snapinfo_load(text_str(&path), &info, NULL, NULL);
        if (!outcome_failed(read) && info.summary.last_time)
            found = n;
        if (read.why == WHY_out_of_memory)
            result = read;
    }
    text_done(&path);
    *number = found ? found : *number;
    return result;
}

/* The key events of a run that was told of as unclean; the last one is when it
 * ended. */
static void read_unclean(struct run_reader *r)
{
    struct os_stat st;
    struct text mark = TEXT_EMPTY;
    struct history_entry entry = {0};
    os_path_join(r->folder, RUN_FILES_UNCLEAN, &mark);
    unsigned keys = 0;
    struct outcome seen = os_stat(text_str(&mark), &st);
    if (!outcome_failed(seen))
        seen = find_last_keys(r->folder, &keys);
    if (keys && !outcome_failed(seen)) {
        run_files_keys(r->folder, keys, &entry.path);
        seen = os_stat(text_str(&entry.path), &st);
    }
    bool there = keys && !outcome_failed(seen);
    if (seen.why == WHY_out_of_memory)
        note_failure(r->history, seen);
    if (there) {
        read_companions(r->history, &entry);
        entry.kind = HISTORY_UNCLEAN;
        entry.bytes = st.len;
        entry.time = entry.known && entry.info.summary.last_time ? entry.info.summary.last_time : st.modified;
        history_insert(r->history, &entry);
    } else {
        entry_done(&entry);
    }
    text_done(&mark);
}

static bool read_run(void *ctx, const char *folder, const char *name)
{
    struct run_reader run = {ctx, folder};
    (void)name;
    note_failure(run.history, os_folder_list(folder, read_run_file, &run));
    read_unclean(&run);
    return true;
}

void history_read(const char *base, struct history *h)
{
    note_failure(h, run_files_each_run(base, read_run, h));
}
