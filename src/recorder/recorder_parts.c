#include "recorder/recorder.h"

#include <string.h>

#include "runs/runs.h"

#define HELD_WAITS 50u /* 5 s in all */
#define HELD_WAIT_MS 100u
#define NAME_TRIES 20
#define NAMES_MOST 10000u

/* Whatever looks at each new file (a virus scanner, an indexer, the writer
 * itself) lets go of it within seconds; until then Windows says one of these. */
static bool is_held(struct outcome o)
{
    return o.os == ERROR_ACCESS_DENIED || o.os == ERROR_SHARING_VIOLATION || o.os == ERROR_LOCK_VIOLATION;
}

static bool may_wait(const struct recorder *r, unsigned *waits)
{
    if (*waits == HELD_WAITS)
        return false;
    ++*waits;
    if (r->pause)
        return r->pause(r->pause_ctx, HELD_WAIT_MS);
    Sleep(HELD_WAIT_MS);
    return true;
}

static struct outcome give_name(const struct recorder *r, const char *part, const char *path)
{
    unsigned waits = 0;
    struct outcome moved = os_rename(part, path);
    while (outcome_failed(moved) && is_held(moved) && may_wait(r, &waits))
        moved = os_rename(part, path);
    return moved;
}

static size_t folder_len(const char *path)
{
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] != '\\' && path[len - 1] != '/')
        len--;
    return len;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The next free name of the kind of `path`: snap.etl, snap-2.etl, ... */
static void next_free(struct text *path)
{
    struct os_stat st;
    struct text stem = TEXT_EMPTY;
    size_t len = path->len - (str_ends(text_str(path), ".etl") ? 4 : 0), digits = len;
    while (digits > 0 && is_digit(path->bytes[digits - 1]))
        digits--;
    if (digits < len && digits > 0 && path->bytes[digits - 1] == '-')
        len = digits - 1;
    text_add_bytes(&stem, path->bytes, len);
    for (unsigned n = 1; n < NAMES_MOST; n++) {
        text_clear(path);
        text_addf(path, n == 1 ? "%s.etl" : "%s-%u.etl", text_str(&stem), n);
        if (outcome_failed(os_stat(text_str(path), &st)))
            break;
    }
    text_done(&stem);
}

/* A whole file never stays without a name because another one took it. */
static struct outcome give_free_name(const struct recorder *r, const char *part, struct text *path)
{
    struct outcome moved = give_name(r, part, text_str(path));
    for (int i = 0; i < NAME_TRIES && moved.why == WHY_exists; i++) {
        next_free(path);
        moved = give_name(r, part, text_str(path));
    }
    if (moved.why == WHY_exists)
        moved.why = WHY_snapshot_name;
    return moved;
}

/* What is no trace must not stand there as one, and is not thrown away either;
 * half a trace is worth keeping, beside where it was to go. */
static void set_aside(const struct recorder *r, const char *part, const char *path)
{
    struct os_stat st;
    struct text aside = TEXT_EMPTY;
    if (os_stat(part, &st).why == WHY_not_found)
        return;
    bool readable = !outcome_failed(etl_glance(part));
    for (unsigned n = 1; n < 1000; n++) {
        text_clear(&aside);
        if (!readable)
            text_addf(&aside, n == 1 ? "%s.bad" : "%s.%u.bad", path, n);
        else
            text_add_bytes(&aside, path, folder_len(path));
        if (readable)
            text_addf(&aside, n == 1 ? "partial.etl" : "partial-%u.etl", n);
        if (outcome_failed(os_stat(text_str(&aside), &st)))
            break;
    }
    struct outcome moved = give_name(r, part, text_str(&aside));
    log_outcome(r->log, readable ? "partial_kept" : "set_aside", moved, "path=\"%s\"", text_str(&aside));
    text_done(&aside);
}

static bool is_whole(const char *path)
{
    struct etl_summary summary = {0};
    return !outcome_failed(etl_glance(path)) && !outcome_failed(etl_summarise(path, &summary)) &&
           (summary.state == ETL_WHOLE || summary.state == ETL_WRAPPED);
}

struct parts {
    struct recorder *r;
    const char *folder;
};

/* One that only lacked its name gets it; it was held when it was written. */
static bool take_part(void *ctx, const char *name, const struct os_stat *st)
{
    struct parts *p = ctx;
    const char *end = strstr(name, ".etl.");
    struct text part = TEXT_EMPTY, path = TEXT_EMPTY;
    if (!end || !str_ends(name, ".part") || st->is_folder || st->is_link)
        return true;
    text_addf(&part, "%s%c%s", p->folder, os_separator, name);
    text_addf(&path, "%s%c%.*s", p->folder, os_separator, (int)(end - name) + 4, name);
    if (is_whole(text_str(&part))) {
        struct outcome named = give_free_name(p->r, text_str(&part), &path);
        log_outcome(p->r->log, "part_named", named, "path=\"%s\"", text_str(&path));
    } else {
        set_aside(p->r, text_str(&part), text_str(&path));
    }
    text_done(&part);
    text_done(&path);
    return true;
}

void recorder_take_parts(struct recorder *r, const char *folder)
{
    struct parts parts = {r, folder};
    os_folder_list(folder, take_part, &parts);
}

static bool take_parts_of_run(void *ctx, const char *name, const struct os_stat *st)
{
    const struct parts *runs = ctx;
    struct text folder = TEXT_EMPTY;
    if (!st->is_folder || st->is_link || !runs_is_run_name(name))
        return true;
    text_addf(&folder, "%s%c%s", runs->folder, os_separator, name);
    recorder_take_parts(runs->r, text_str(&folder));
    text_done(&folder);
    return true;
}

void recorder_take_all_parts(struct recorder *r)
{
    struct text folder = TEXT_EMPTY;
    text_addf(&folder, "%s%cruns", text_str(&r->base), os_separator);
    struct parts runs = {r, text_str(&folder)};
    os_folder_list(text_str(&folder), take_parts_of_run, &runs);
    text_done(&folder);
}

/* Windows may say 0 to half a file. The header's number of buffers, where it is
 * no more than `most`, tells how many there should be. */
static struct outcome look_at(const struct recorder *r, const char *path, uint32_t most)
{
    unsigned waits = 0;
    struct etl_extent extent = {0};
    struct outcome seen = etl_glance_extent(path, &extent);
    while (outcome_failed(seen) && is_held(seen) && may_wait(r, &waits))
        seen = etl_glance_extent(path, &extent);
    if (seen.why == WHY_not_found)
        return outcome_of(WHY_snapshot_missing, seen.os);
    if (seen.why == WHY_etl_not_etl)
        return outcome_of(WHY_snapshot_not_etl, seen.os);
    bool lacks_buffers = extent.claimed <= most && extent.buffers < extent.claimed;
    return !outcome_failed(seen) && (extent.cut || lacks_buffers) ? outcome_of(WHY_snapshot_cut, 0) : seen;
}

/* The header's number may be the session's: of all files after the first FLUSH,
 * and of what the ring has forgotten already. A file never holds more than the
 * ring and its own header. */
static uint32_t most_buffers(const struct session *ring, bool first)
{
    return first ? ring->facts.buffers + 1 : 0;
}

struct outcome recorder_flush_ring(struct recorder *r, struct session *ring, struct text *path)
{
    struct os_stat st;
    struct text part = TEXT_EMPTY, folder = TEXT_EMPTY;
    bool first = !ring->flushed;
    text_add_bytes(&folder, text_str(path), folder_len(text_str(path)) - 1);
    recorder_take_parts(r, text_str(&folder));
    for (unsigned n = 1; n < 1000; n++) {
        text_clear(&part);
        text_addf(&part, n == 1 ? "%s.part" : "%s.%u.part", text_str(path), n);
        if (outcome_failed(os_stat(text_str(&part), &st)))
            break;
    }
    log_event(r->log, "flush_issued", "path=\"%s\"", text_str(path));
    struct outcome result = session_flush(ring, text_str(&part));
    log_event(r->log, "flush_returned", "code=%u", (unsigned)result.os);
    if (!outcome_failed(result))
        result = look_at(r, text_str(&part), most_buffers(ring, first));
    /* A good file that is held keeps its temporary name until it can be had. */
    if (outcome_failed(result))
        set_aside(r, text_str(&part), text_str(path));
    else
        result = give_free_name(r, text_str(&part), path);
    text_done(&part);
    text_done(&folder);
    return result;
}
