#include "runs/retention.h"

#include <stdlib.h>
#include <string.h>

#include "runs/run_files.h"

#define FILETIME_DAY 864000000000LL

enum item_kind { ITEM_SNAPSHOT, ITEM_REST };

/* What goes or stays together: a snapshot with its companions, or what is left
 * of a run besides. */
struct item {
    enum item_kind kind;
    struct text folder; /* of the run */
    struct text stem;   /* of a snapshot */
    int64_t time;
    bool ahead; /* its time lies in the future: the clock was set back since */
    uint64_t bytes; /* that are still there */
    bool kept;
    bool outside; /* asked for from outside, and not pinned */
    bool gone; /* its trace is */
};

struct items {
    struct item *list;
    size_t count, room;
    bool failed;
};

static struct item *items_add(struct items *items, enum item_kind kind, const char *folder)
{
    if (items->count == items->room) {
        size_t room = items->room ? items->room * 2 : 64;
        struct item *list = realloc(items->list, room * sizeof *list);
        if (!list) {
            items->failed = true;
            return NULL;
        }
        items->list = list;
        items->room = room;
    }
    struct item *item = &items->list[items->count++];
    memset(item, 0, sizeof *item);
    item->kind = kind;
    text_add(&item->folder, folder);
    items->failed = items->failed || item->folder.failed;
    return item;
}

static void items_done(struct items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        text_done(&items->list[i].folder);
        text_done(&items->list[i].stem);
    }
    free(items->list);
}

struct run_scan {
    struct items *items;
    const char *folder;
    size_t first; /* the run's own items begin here; its rest is the first */
};

static struct item *find_snapshot(struct run_scan *scan, const char *name, size_t stem)
{
    for (size_t i = scan->first + 1; i < scan->items->count; i++) {
        struct item *item = &scan->items->list[i];
        if (item->stem.len == stem && memcmp(item->stem.bytes, name, stem) == 0)
            return item;
    }
    struct item *item = items_add(scan->items, ITEM_SNAPSHOT, scan->folder);
    if (item) {
        text_add_bytes(&item->stem, name, stem);
        scan->items->failed = scan->items->failed || item->stem.failed;
    }
    return item;
}

static bool scan_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct run_scan *scan = ctx;
    if (st->is_folder || st->is_link)
        return true;
    size_t stem = run_files_snapshot_stem(name);
    struct item *item = stem ? find_snapshot(scan, name, stem) : &scan->items->list[scan->first];
    if (scan->items->failed)
        return false;
    item->bytes += st->len;
    if (st->modified > item->time)
        item->time = st->modified;
    item->kept = item->kept || run_files_is_pin(name);
    item->outside = item->outside || (stem && run_files_is_outside(name));
    return true;
}

/* What was not listed may be what keeps the rest: a pin, the newest. */
static void note_listing(struct items *items, struct outcome listed)
{
    items->failed = items->failed || listed.why == WHY_out_of_memory;
}

struct base_scan {
    struct items *items;
    const char *current;
    struct log *log;
};

/* Of a run that could not be listed to its end nothing goes: what was not seen may
 * be the mark that keeps it. */
static void forget_run(struct items *items, size_t first)
{
    for (size_t i = first; i < items->count; i++) {
        text_done(&items->list[i].folder);
        text_done(&items->list[i].stem);
    }
    items->count = first;
}

/* A run's rest is as young as its youngest snapshot, so that it comes after all
 * of them. */
static void age_rest(struct items *items, size_t rest)
{
    for (size_t i = rest + 1; i < items->count; i++)
        if (items->list[i].time > items->list[rest].time)
            items->list[rest].time = items->list[i].time;
}

static bool scan_run(void *ctx, const char *folder, const char *name)
{
    struct base_scan *base = ctx;
    struct run_scan scan = {base->items, folder, base->items->count};
    struct item *rest = items_add(base->items, ITEM_REST, folder);
    if (rest) {
        rest->kept = str_ends(base->current, name);
        struct outcome listed = os_folder_list(folder, scan_file, &scan);
        log_unread(base->log, listed, folder);
        note_listing(base->items, listed);
        if (outcome_failed(listed))
            forget_run(base->items, scan.first);
        else
            age_rest(base->items, scan.first);
    }
    return !base->items->failed;
}

/* Oldest first; a run's rest after its snapshots of the same time, these by their
 * numbers. What was
 * written before the clock was set back is older than all that came after. */
static int compare_items(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->ahead != y->ahead)
        return x->ahead ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->kind != y->kind)
        return (int)x->kind - (int)y->kind;
    int by_folder = strcmp(text_str(&x->folder), text_str(&y->folder));
    if (by_folder || x->stem.len == y->stem.len)
        return by_folder ? by_folder : strcmp(text_str(&x->stem), text_str(&y->stem));
    return x->stem.len < y->stem.len ? -1 : 1; /* snap, snap-2, snap-10 */
}

static void find_those_ahead(struct items *items, int64_t now)
{
    for (size_t i = 0; i < items->count; i++)
        items->list[i].ahead = items->list[i].time > now;
}

/* A pinned one is the player's. */
static void note_outside(struct items *items)
{
    for (size_t i = 0; i < items->count; i++)
        items->list[i].outside = items->list[i].outside && !items->list[i].kept;
}

/* The newest of all, and the newest by key; and of the present run the one with
 * the last time, since some disks round times up into the future. */
static void keep_newest_snapshots(struct items *items, const char *current, bool outside)
{
    struct item *last = NULL, *own = NULL;
    for (size_t i = 0; i < items->count; i++) {
        struct item *item = &items->list[i];
        if (item->kind != ITEM_SNAPSHOT || (item->outside && !outside))
            continue;
        last = item;
        if (str_equal(text_str(&item->folder), current) && (!own || item->time >= own->time))
            own = item;
    }
    if (last)
        last->kept = true;
    if (own)
        own->kept = true;
}

/* A run's rest stays while one of its snapshots does. */
static bool has_snapshot(const struct items *items, const struct item *rest)
{
    for (size_t i = 0; i < items->count; i++) {
        const struct item *item = &items->list[i];
        if (item->kind == ITEM_SNAPSHOT && !item->gone && str_equal(text_str(&item->folder), text_str(&rest->folder)))
            return true;
    }
    return false;
}

/* A trace is the evidence; what lies beside it only tells of it. */
enum pass { PASS_TRACES, PASS_COMPANIONS };

struct removal {
    struct item *item;
    struct retention_result *result;
    struct log *log;
    enum pass pass;
    struct outcome failed; /* of the first file that stays */
    struct text *stays;    /* its path; NULL: not wanted */
};

static bool is_in_pass(const struct removal *r, const char *name)
{
    size_t stem = run_files_snapshot_stem(name);
    bool mine = r->item->kind == ITEM_SNAPSHOT
                    ? stem == r->item->stem.len && stem && memcmp(name, r->item->stem.bytes, stem) == 0
                    : run_files_is_rest(name);
    return mine && run_files_is_trace(name) == (r->pass == PASS_TRACES);
}

static void count_removed(struct removal *r, uint64_t bytes)
{
    r->result->removed++;
    r->result->freed += bytes;
    r->item->bytes -= bytes < r->item->bytes ? bytes : r->item->bytes;
}

static void note_stays(struct removal *r, struct outcome why, const char *path)
{
    r->failed = why;
    if (r->stays)
        text_set(r->stays, path);
}

static bool remove_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct removal *r = ctx;
    if (st->is_folder || st->is_link || !is_in_pass(r, name))
        return true;
    struct text path = TEXT_EMPTY;
    os_path_join(text_str(&r->item->folder), name, &path);
    struct outcome removed = path.failed ? outcome_of(WHY_out_of_memory, 0) : os_remove(text_str(&path));
    log_outcome(r->log, "retention_removed", removed, "path=\"%s\" bytes=%llu", text_str(&path), (unsigned long long)st->len);
    if (!outcome_failed(removed))
        count_removed(r, st->len);
    else if (removed.why != WHY_not_found && !outcome_failed(r->failed))
        note_stays(r, removed, text_str(&path));
    text_done(&path);
    return true;
}

static void remove_empty(const struct item *item, struct log *log)
{
    if (!outcome_failed(os_remove(text_str(&item->folder))))
        log_event(log, "retention_removed", "path=\"%s\"", text_str(&item->folder));
}

/* Where a trace cannot be removed, as when a viewer has it open, all that
 * belongs to it stays, and it counts as there: others go in its place. */
static struct outcome remove_item(struct item *item, struct retention_result *result, struct log *log, struct text *stays)
{
    struct os_hold *hold = NULL;
    struct removal r = {item, result, log, PASS_TRACES, {WHY_ok, 0}, stays};
    struct outcome held = os_hold_open(text_str(&item->folder), &hold);
    if (!outcome_failed(held))
        held = os_folder_list(text_str(&item->folder), remove_file, &r);
    if (outcome_failed(held))
        log_outcome(log, "retention_refused", held, "path=\"%s\"", text_str(&item->folder));
    else
        held = r.failed;
    item->gone = !outcome_failed(held);
    if (item->gone) {
        r.pass = PASS_COMPANIONS;
        struct outcome listed = os_folder_list(text_str(&item->folder), remove_file, &r);
        log_unread(log, listed, text_str(&item->folder));
        held = outcome_failed(r.failed) ? r.failed : listed;
    }
    os_hold_close(hold);
    if (item->gone && item->kind == ITEM_REST)
        remove_empty(item, log);
    return held;
}

static uint64_t free_space(const char *base)
{
    uint64_t bytes = UINT64_MAX;
    os_free_space(base, &bytes);
    return bytes;
}

struct totals {
    uint64_t bytes;
    uint32_t snapshots;
};

static struct totals count_items(const struct items *items, bool outside)
{
    struct totals t = {0, 0};
    for (size_t i = 0; i < items->count; i++) {
        if (items->list[i].outside && !outside)
            continue;
        t.bytes += items->list[i].bytes;
        t.snapshots += items->list[i].kind == ITEM_SNAPSHOT && !items->list[i].gone;
    }
    return t;
}

static bool must_go(const struct item *item, const struct totals *t, const struct retention_limits *limits, int64_t now,
                    uint64_t free_bytes)
{
    bool old = limits->days_most && !item->ahead && now - item->time > (int64_t)limits->days_most * FILETIME_DAY;
    bool big = limits->bytes_most && t->bytes > limits->bytes_most;
    bool many = limits->snapshots_most && t->snapshots > limits->snapshots_most && item->kind == ITEM_SNAPSHOT;
    bool full = limits->free_least && free_bytes < limits->free_least;
    return old || big || many || full;
}

/* All that may go, together. */
static uint64_t removable(const struct items *items, bool outside_only)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < items->count; i++)
        bytes += items->list[i].kept || (outside_only && !items->list[i].outside) ? 0 : items->list[i].bytes;
    return bytes;
}

/* Of those from outside, while all together are too many; or of the others,
 * while they are too many by themselves. */
static void apply(struct items *items, bool outside, const char *base, const struct retention_limits *limits, int64_t now,
                  struct retention_result *result, struct log *log)
{
    for (size_t i = 0; i < items->count; i++) {
        struct item *item = &items->list[i];
        struct totals t = count_items(items, outside);
        if (item->outside != outside || item->kept || !must_go(item, &t, limits, now, result->free_bytes))
            continue;
        if (item->kind == ITEM_REST && has_snapshot(items, item))
            continue;
        remove_item(item, result, log, NULL);
        if (limits->free_least)
            result->free_bytes = free_space(base);
    }
}

struct retention_result retention_apply(const char *base, const char *current, const struct retention_limits *limits,
                                        int64_t now, struct log *log)
{
    struct retention_result result = {0, 0, free_space(base)};
    struct items items = {0};
    struct text runs = TEXT_EMPTY;
    run_files_root(base, &runs);
    struct base_scan scan = {&items, current, log};
    struct os_hold *hold = NULL;
    struct outcome held = os_hold_open(text_str(&runs), &hold);
    if (outcome_failed(held)) {
        log_outcome(log, "retention_refused", held, "path=\"%s\"", text_str(&runs));
        goto out;
    }
    struct outcome listed = run_files_each_run(base, scan_run, &scan);
    log_unread(log, listed, text_str(&runs));
    note_listing(&items, listed);
    if (items.failed) {
        log_outcome(log, "retention_refused", outcome_of(WHY_out_of_memory, 0), "");
        goto out;
    }
    find_those_ahead(&items, now);
    qsort(items.list, items.count, sizeof *items.list, compare_items);
    note_outside(&items);
    keep_newest_snapshots(&items, current, false);
    if (limits->outside_only || !limits->free_least) /* for a press's room even the newest from outside goes */
        keep_newest_snapshots(&items, current, true);
    struct retention_limits within = *limits;
    /* Where all of it together would not make the room, none of it is given up. */
    if (within.free_least > result.free_bytes && within.free_least - result.free_bytes > removable(&items, limits->outside_only))
        within.free_least = 0;
    apply(&items, true, base, &within, now, &result, log);
    if (!limits->outside_only)
        apply(&items, false, base, &within, now, &result, log);
out:
    os_hold_close(hold);
    items_done(&items);
    text_done(&runs);
    return result;
}

struct outcome retention_delete(const char *snapshot, struct log *log, struct text *stays)
{
    struct retention_result freed = {0, 0, 0};
    struct item item;
    memset(&item, 0, sizeof item);
    item.kind = ITEM_SNAPSHOT;
    size_t folder = os_path_folder_len(snapshot);
    const char *name = snapshot + folder;
    size_t stem = run_files_snapshot_stem(name);
    text_add_bytes(&item.folder, snapshot, folder ? folder - 1 : 0);
    text_add_bytes(&item.stem, name, stem);
    struct outcome result = outcome_of(!folder || !stem ? WHY_bad_argument : item.folder.failed || item.stem.failed ? WHY_out_of_memory : WHY_ok, 0);
    if (!outcome_failed(result))
        result = remove_item(&item, &freed, log, stays);
    if (!outcome_failed(result))
        remove_empty(&item, log);
    text_done(&item.folder);
    text_done(&item.stem);
    return result;
}

struct outcome retention_pin(const char *snapshot, bool pinned)
{
    struct text path = TEXT_EMPTY;
    struct outcome result = outcome_ok();
    run_files_pin(snapshot, &path);
    if (path.failed)
        result = outcome_of(WHY_out_of_memory, 0);
    else if (pinned)
        result = os_file_replace(text_str(&path), "", 0);
    else
        result = os_remove(text_str(&path));
    if (!pinned && result.why == WHY_not_found)
        result = outcome_ok();
    text_done(&path);
    return result;
}

struct outcome retention_mark_outside(const char *snapshot)
{
    struct text path = TEXT_EMPTY;
    run_files_outside(snapshot, &path);
    struct outcome result = path.failed ? outcome_of(WHY_out_of_memory, 0) : os_file_replace(text_str(&path), "", 0);
    text_done(&path);
    return result;
}

struct outcome retention_pinned(const char *snapshot, bool *pinned)
{
    struct text path = TEXT_EMPTY;
    struct os_stat st;
    run_files_pin(snapshot, &path);
    struct outcome result = os_stat(text_str(&path), &st);
    *pinned = !outcome_failed(result);
    text_done(&path);
    return result;
}
