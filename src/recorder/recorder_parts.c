#include "recorder/recorder.h"

#include <string.h>

#include "runs/run_files.h"

#define HELD_WAITS 50u /* 5 s in all */
#define HELD_WAIT_MS 100u
#define NAME_TRIES 20
#define FLUSH_TRIES 3

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

/* A whole file never stays without a name because another one took it. */
static struct outcome give_free_name(const struct recorder *r, const char *part, struct text *path)
{
    struct outcome moved = give_name(r, part, text_str(path));
    for (int i = 0; i < NAME_TRIES && moved.why == WHY_exists; i++) {
        moved = run_files_free_like(text_str(path), path);
        if (!outcome_failed(moved))
            moved = give_name(r, part, text_str(path));
    }
    if (moved.why == WHY_exists)
        moved.why = WHY_snapshot_name;
    return moved;
}

/* What is no trace must not stand there as one, and is not thrown away either;
 * half a trace is worth keeping, beside where it was to go. Without memory to see
 * which it is, it stays, and is looked at again. */
static void set_aside(struct recorder *r, const char *part, const char *path)
{
    struct os_stat st;
    struct text folder = TEXT_EMPTY, aside = TEXT_EMPTY;
    if (os_stat(part, &st).why == WHY_not_found)
        return;
    struct outcome seen = etl_glance(part);
    bool readable = !outcome_failed(seen);
    if (seen.why == WHY_out_of_memory) {
        r->part_left = true;
        log_outcome(r->log, "part_left", seen, "path=\"%s\"", part);
        return;
    }
    if (readable) {
        text_add_bytes(&folder, path, os_path_folder_len(path) - 1);
        run_files_free(text_str(&folder), RUN_FILES_PARTIAL, 1, &aside);
    } else {
        run_files_bad(path, &aside);
    }
    struct outcome moved = give_name(r, part, text_str(&aside));
    r->part_left = r->part_left || outcome_failed(moved);
    log_outcome(r->log, readable ? "partial_kept" : "set_aside", moved, "path=\"%s\"", text_str(&aside));
    text_done(&folder);
    text_done(&aside);
}

void recorder_set_aside(struct recorder *r, const struct recorder_part *p, struct outcome flushed)
{
    if (flushed.os != ERROR_ALREADY_EXISTS)
        set_aside(r, text_str(&p->part), text_str(&p->path));
}

/* WHY_given_up says neither: there is something better to do, or Windows ends
 * the process and the next start looks. */
static struct outcome is_whole(const struct recorder *r, const char *path, bool *whole)
{
    struct etl_summary summary = {0};
    if (recorder_is_rushed(r))
        return outcome_of(WHY_given_up, 0);
    struct outcome seen = etl_glance(path);
    if (!outcome_failed(seen) && r->started)
        seen = etl_summarise_unless(path, r->busy, r->busy_ctx, &summary);
    else if (!outcome_failed(seen))
        seen = etl_summarise(path, &summary);
    *whole = !outcome_failed(seen) && (summary.state == ETL_WHOLE || summary.state == ETL_WRAPPED);
    return seen;
}

static bool is_unsettled(const struct recorder *r, const char *part)
{
    for (size_t i = 0; i < r->unsettled_count; i++)
        if (str_equal(text_str(&r->unsettled[i].part), part))
            return true;
    return false;
}

struct parts {
    struct recorder *r;
    const char *folder;
};

/* One that only lacked its name gets it; it was held when it was written. */
static bool take_part(void *ctx, const char *name, const struct os_stat *st)
{
    struct parts *p = ctx;
    size_t stem = run_files_part_stem(name);
    struct text part = TEXT_EMPTY, path = TEXT_EMPTY;
    bool whole = false;
    if (!stem || st->is_folder || st->is_link)
        return true;
    os_path_join(p->folder, name, &part);
    text_add_bytes(&path, text_str(&part), part.len - strlen(name) + stem);
    if (is_unsettled(p->r, text_str(&part)))
        goto out;
    struct outcome seen = is_whole(p->r, text_str(&part), &whole);
    if (seen.why == WHY_given_up || seen.why == WHY_out_of_memory) {
        p->r->part_left = true;
    } else if (whole) {
        struct outcome named = give_free_name(p->r, text_str(&part), &path);
        log_outcome(p->r->log, "part_named", named, "path=\"%s\"", text_str(&path));
        p->r->part_left = p->r->part_left || outcome_failed(named);
    } else {
        set_aside(p->r, text_str(&part), text_str(&path));
        if (!str_equal(p->folder, text_str(&p->r->folder)))
            text_set(&p->r->cut, p->folder);
    }
out:
    text_done(&part);
    text_done(&path);
    return true;
}

void recorder_take_parts(struct recorder *r, const char *folder)
{
    struct parts parts = {r, folder};
    r->part_left = false;
    struct outcome listed = os_folder_list(folder, take_part, &parts);
    log_unread(r->log, listed, folder);
    if (listed.why == WHY_out_of_memory)
        r->part_left = true;
}

static bool take_parts_of_run(void *ctx, const char *folder, const char *name)
{
    struct recorder *r = ctx;
    (void)name;
    bool left = r->part_left;
    recorder_take_parts(r, folder);
    r->part_left = r->part_left || left;
    return true;
}

void recorder_take_all_parts(struct recorder *r)
{
    r->part_left = false;
    struct outcome listed = run_files_each_run(text_str(&r->base), take_parts_of_run, r);
    log_unread(r->log, listed, text_str(&r->base));
    if (listed.why == WHY_out_of_memory)
        r->part_left = true;
}

/* The header's number may be the session's: of all files after the first FLUSH,
 * and of what the ring has forgotten already. How Windows shares out a ring is
 * not known; no CPU has to reuse a buffer before it had an equal share. */
static bool lacks_buffers(const struct etl_extent *extent, uint32_t ring_buffers)
{
    uint32_t share = ring_buffers / (extent->cpus ? extent->cpus : 1);
    return ring_buffers && extent->claimed <= share + 1 && extent->buffers < extent->claimed;
}

/* Windows may say 0 to half a file. */
static struct outcome look_at(const struct recorder *r, const struct recorder_part *p)
{
    unsigned waits = 0;
    struct etl_extent extent = {0};
    struct outcome seen = etl_glance_extent(text_str(&p->part), &extent);
    while (outcome_failed(seen) && is_held(seen) && may_wait(r, &waits))
        seen = etl_glance_extent(text_str(&p->part), &extent);
    if (seen.why == WHY_not_found)
        return outcome_of(WHY_snapshot_missing, seen.os);
    if (seen.why == WHY_etl_not_etl)
        return outcome_of(WHY_snapshot_not_etl, seen.os);
    bool cut = extent.cut || lacks_buffers(&extent, p->ring_buffers);
    return !outcome_failed(seen) && cut ? outcome_of(WHY_snapshot_cut, 0) : seen;
}

/* A good file that is held keeps its temporary name until it can be had. */
struct outcome recorder_settle_part(struct recorder *r, struct recorder_part *p, bool hasty)
{
    struct outcome seen = look_at(r, p);
    struct outcome result = outcome_failed(seen) ? seen : give_free_name(r, text_str(&p->part), &p->path);
    if (hasty && is_held(result) && recorder_is_busy(r))
        return outcome_of(WHY_given_up, result.os);
    if (outcome_failed(seen) && seen.why != WHY_out_of_memory)
        set_aside(r, text_str(&p->part), text_str(&p->path));
    else if (outcome_failed(result))
        r->part_left = true;
    return result;
}

struct outcome recorder_flush_part(struct recorder *r, struct session *ring, struct recorder_part *p)
{
    bool first = !ring->flushed, taken = true;
    struct outcome result = outcome_ok();
    for (int tries = 0; taken && tries < FLUSH_TRIES; tries++) {
        if (tries)
            run_files_part(text_str(&p->path), &p->part);
        if (p->path.failed || p->part.failed)
            return outcome_of(WHY_out_of_memory, ERROR_NOT_ENOUGH_MEMORY);
        log_event(r->log, "flush_issued", "path=\"%s\"", text_str(&p->path));
        result = session_flush(ring, text_str(&p->part));
        log_event(r->log, "flush_returned", "code=%u", (unsigned)result.os);
        taken = result.os == ERROR_ALREADY_EXISTS;
    }
    p->ring_buffers = first ? ring->facts.buffers : 0;
    p->flush.time = os_utc_now();
    return result;
}

struct outcome recorder_flush_ring(struct recorder *r, struct session *ring, struct text *path)
{
    struct recorder_part p = {0};
    text_set(&p.path, text_str(path));
    run_files_part(text_str(path), &p.part);
    struct outcome result = recorder_flush_part(r, ring, &p);
    if (outcome_failed(result))
        recorder_set_aside(r, &p, result);
    else
        result = recorder_settle_part(r, &p, false);
    text_set(path, text_str(&p.path));
    text_done(&p.part);
    text_done(&p.path);
    return result;
}
