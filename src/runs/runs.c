#include "runs/runs.h"

#include <string.h>

#include "strings/format.h"
#include "runs/retention.h"

#define SAME_SECOND_MOST 99u
#define SNAPSHOT_MOST 9999u

static bool stands(const char *path)
{
    struct os_stat st;
    return !outcome_failed(os_stat(path, &st));
}

struct outcome runs_begin(const char *base, int64_t now, runs_make_fn *make, void *ctx, struct text *folder)
{
    struct text path = TEXT_EMPTY;
    struct outcome result = outcome_of(WHY_exists, 0);
    for (unsigned n = 1; n <= SAME_SECOND_MOST && result.why == WHY_exists; n++) {
        text_clear(&path);
        text_addf(&path, "%s%cruns%c", base, os_separator, os_separator);
        format_run_name(&path, now);
        if (n > 1)
            text_addf(&path, "_%u", n);
        if (path.failed)
            result = outcome_of(WHY_out_of_memory, 0);
        else if (!stands(text_str(&path)))
            result = make ? make(ctx, text_str(&path)) : os_folder_make(text_str(&path));
    }
    if (result.why == WHY_exists)
        result.why = WHY_folder_create;
    if (!outcome_failed(result))
        text_set(folder, text_str(&path));
    text_done(&path);
    return result;
}

struct outcome runs_snapshot_path(const char *folder, struct text *path)
{
    struct text candidate = TEXT_EMPTY;
    struct outcome result = outcome_of(WHY_snapshot_name, 0);
    for (unsigned n = 1; n <= SNAPSHOT_MOST; n++) {
        text_clear(&candidate);
        if (n == 1)
            text_addf(&candidate, "%s%csnap.etl", folder, os_separator);
        else
            text_addf(&candidate, "%s%csnap-%u.etl", folder, os_separator, n);
        if (candidate.failed) {
            result = outcome_of(WHY_out_of_memory, 0);
            break;
        }
        if (!stands(text_str(&candidate))) {
            text_set(path, text_str(&candidate));
            result = outcome_ok();
            break;
        }
    }
    text_done(&candidate);
    return result;
}

static void companion_path(const char *snapshot, const char *ending, struct text *path)
{
    size_t len = strlen(snapshot);
    if (str_ends(snapshot, ".etl"))
        len -= 4;
    text_add_bytes(path, snapshot, len);
    text_add(path, ending);
}

void runs_info_path(const char *snapshot, struct text *path)
{
    companion_path(snapshot, ".json", path);
}

void runs_report_path(const char *snapshot, struct text *path)
{
    companion_path(snapshot, ".html", path);
}

void runs_short_name(const char *snapshot, struct text *name)
{
    const char *at = snapshot + strlen(snapshot);
    for (int separators = 0; at > snapshot; at--) {
        if ((at[-1] == '\\' || at[-1] == '/') && ++separators == 2)
            break;
    }
    text_add(name, at);
}

void history_init(struct history *h)
{
    memset(h, 0, sizeof *h);
}

static void entry_done(struct history_entry *entry)
{
    text_done(&entry->path);
    text_done(&entry->verdict);
}

void history_done(struct history *h)
{
    for (size_t i = 0; i < h->count; i++)
        entry_done(&h->entries[i]);
    text_done(&h->newest);
    history_init(h);
}

/* Takes the entry's path over, or frees it where ten newer ones stand. */
static void history_insert(struct history *h, struct history_entry *entry)
{
    size_t at = h->count;
    if (!entry->gone && entry->kind != HISTORY_UNCLEAN && (!h->newest.len || entry->time > h->newest_time)) {
        text_set(&h->newest, text_str(&entry->path));
        h->newest_time = entry->time;
    }
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

static void mark_path(struct text *path, const char *folder, const char *mark)
{
    text_clear(path);
    text_addf(path, "%s%c%s", folder, os_separator, mark);
}

struct outcome runs_mark_running(const char *folder)
{
    struct text path = TEXT_EMPTY;
    mark_path(&path, folder, "running");
    struct outcome result = os_file_replace(text_str(&path), "", 0);
    text_done(&path);
    return result;
}

struct outcome runs_mark_ended(const char *folder)
{
    struct text path = TEXT_EMPTY;
    mark_path(&path, folder, "running");
    struct outcome result = os_remove(text_str(&path));
    text_done(&path);
    return result;
}

struct unclean_reader {
    const char *runs;
    const char *current;
    runs_unclean_fn *fn;
    void *ctx;
};

static bool take_unclean(void *ctx, const char *name, const struct os_stat *st)
{
    struct unclean_reader *r = ctx;
    if (!st->is_folder || st->is_link || !runs_is_run_name(name) || str_ends(r->current, name))
        return true;
    struct text folder = TEXT_EMPTY, running = TEXT_EMPTY, unclean = TEXT_EMPTY;
    text_addf(&folder, "%s%c%s", r->runs, os_separator, name);
    mark_path(&running, text_str(&folder), "running");
    mark_path(&unclean, text_str(&folder), "unclean");
    if (!outcome_failed(os_rename(text_str(&running), text_str(&unclean))))
        r->fn(r->ctx, text_str(&folder));
    text_done(&folder);
    text_done(&running);
    text_done(&unclean);
    return true;
}

void runs_take_unclean(const char *base, const char *current, runs_unclean_fn *fn, void *ctx)
{
    struct text runs = TEXT_EMPTY;
    text_addf(&runs, "%s%cruns", base, os_separator);
    struct unclean_reader r = {text_str(&runs), current, fn, ctx};
    os_folder_list(text_str(&runs), take_unclean, &r);
    text_done(&runs);
}

struct run_reader {
    struct history *history;
    const char *folder;
};

#define INFO_BYTES_MOST 65536u

/* "snap", "snap-2" */
static bool is_numbered(const char *name, size_t len, const char *word)
{
    size_t at = strlen(word);
    if (len < at || memcmp(name, word, at) != 0)
        return false;
    if (len == at)
        return true;
    if (name[at] != '-' || len == at + 1)
        return false;
    for (at++; at < len; at++)
        if (name[at] < '0' || name[at] > '9')
            return false;
    return true;
}

static size_t stem_of(const char *name, const char *const *words, size_t word_count)
{
    static const char *const endings[] = {".etl", ".json", ".html", ".pin"};
    for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++) {
        if (!str_ends(name, endings[e]))
            continue;
        size_t len = strlen(name) - strlen(endings[e]);
        for (size_t w = 0; w < word_count; w++)
            if (is_numbered(name, len, words[w]))
                return len;
    }
    return 0;
}

size_t runs_snapshot_stem(const char *name)
{
    static const char *const words[] = {"snap", "recovered", "partial"};
    return stem_of(name, words, sizeof words / sizeof words[0]);
}

size_t runs_key_events_stem(const char *name)
{
    static const char *const words[] = {"keyevents"};
    return stem_of(name, words, 1);
}

static void read_info(struct history_entry *entry, const char *json_path)
{
    struct text json = TEXT_EMPTY;
    if (!outcome_failed(os_file_read(json_path, INFO_BYTES_MOST, &json)))
        entry->known = snapinfo_read(json.bytes, json.len, &entry->info);
    if (entry->known)
        snapinfo_verdict(json.bytes, json.len, &entry->verdict);
    text_done(&json);
}

/* Each snapshot is met by its .etl; a .json without one tells of a file that
 * has gone. */
static bool read_run_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct run_reader *r = ctx;
    bool etl = str_ends(name, ".etl"), json = str_ends(name, ".json");
    size_t stem = runs_snapshot_stem(name);
    if (st->is_folder || st->is_link || !(etl || json) || !stem)
        return true;
    struct history_entry entry = {0};
    struct text json_path = TEXT_EMPTY;
    entry.kind = name[0] == 'r' ? HISTORY_RECOVERED : name[0] == 'p' ? HISTORY_PARTIAL : HISTORY_SNAPSHOT;
    text_addf(&entry.path, "%s%c%.*s.etl", r->folder, os_separator, (int)stem, name);
    runs_info_path(text_str(&entry.path), &json_path);
    bool etl_stands = etl || stands(text_str(&entry.path));
    if (entry.path.failed || json_path.failed || (json && etl_stands)) {
        entry_done(&entry);
    } else {
        read_info(&entry, text_str(&json_path));
        entry.gone = !etl_stands;
        entry.pinned = retention_pinned(text_str(&entry.path));
        entry.bytes = etl ? st->len : entry.info.summary.bytes;
        entry.time = entry.known && snapinfo_time(&entry.info) ? snapinfo_time(&entry.info) : st->modified;
        history_insert(r->history, &entry);
    }
    text_done(&json_path);
    return true;
}

/* keyevents.etl of a run that was told of as unclean; its last event is when it
 * ended. */
static void read_unclean(struct run_reader *r)
{
    struct os_stat st;
    struct text mark = TEXT_EMPTY, json = TEXT_EMPTY;
    struct history_entry entry = {0};
    mark_path(&mark, r->folder, "unclean");
    mark_path(&json, r->folder, "keyevents.json");
    mark_path(&entry.path, r->folder, "keyevents.etl");
    bool there = !mark.failed && !outcome_failed(os_stat(text_str(&mark), &st)) && !entry.path.failed &&
                 !outcome_failed(os_stat(text_str(&entry.path), &st));
    if (there) {
        read_info(&entry, text_str(&json));
        entry.kind = HISTORY_UNCLEAN;
        entry.bytes = st.len;
        entry.time = entry.known && entry.info.summary.last_time ? entry.info.summary.last_time : st.modified;
        history_insert(r->history, &entry);
    } else {
        entry_done(&entry);
    }
    text_done(&mark);
    text_done(&json);
}

bool runs_is_run_name(const char *name)
{
    static const char pattern[] = "dddddddd_dddddd";
    size_t i = 0;
    for (; pattern[i]; i++)
        if (pattern[i] == 'd' ? name[i] < '0' || name[i] > '9' : name[i] != pattern[i])
            return false;
    return name[i] == 0 || name[i] == '_';
}

struct runs_reader {
    struct history *history;
    struct text folder;
};

/* What has gone meanwhile is not missing. */
static void note_failure(struct history *h, struct outcome listed)
{
    if (outcome_failed(listed) && listed.why != WHY_not_found && !outcome_failed(h->read))
        h->read = listed;
}

static bool read_run(void *ctx, const char *name, const struct os_stat *st)
{
    struct runs_reader *r = ctx;
    if (!st->is_folder || st->is_link || !runs_is_run_name(name))
        return true;
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", text_str(&r->folder), os_separator, name);
    struct run_reader run = {r->history, text_str(&path)};
    if (!path.failed) {
        note_failure(r->history, os_folder_list(text_str(&path), read_run_file, &run));
        read_unclean(&run);
    }
    text_done(&path);
    return true;
}

void history_read(const char *base, struct history *h)
{
    struct runs_reader r = {h, TEXT_EMPTY};
    text_addf(&r.folder, "%s%cruns", base, os_separator);
    if (!r.folder.failed)
        note_failure(h, os_folder_list(text_str(&r.folder), read_run, &r));
    text_done(&r.folder);
}
