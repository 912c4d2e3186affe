#include "runs/retention.h"

#include <stdlib.h>
#include <string.h>

#include "runs/ring_mark.h"
#include "runs/runs.h"

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
    uint64_t bytes;
    bool kept;
    bool gone;
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
    if (item)
        text_add_bytes(&item->stem, name, stem);
    return item;
}

static bool scan_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct run_scan *scan = ctx;
    if (st->is_folder || st->is_link)
        return true;
    size_t stem = runs_snapshot_stem(name);
    struct item *item = stem ? find_snapshot(scan, name, stem) : &scan->items->list[scan->first];
    if (!item)
        return false;
    item->bytes += st->len;
    if (st->modified > item->time)
        item->time = st->modified;
    item->kept = item->kept || str_ends(name, ".pin");
    return true;
}

struct base_scan {
    struct items *items;
    const char *runs;
    const char *current;
};

/* A run's rest is as young as its youngest snapshot, so that it comes after all
 * of them. */
static void age_rest(struct items *items, size_t rest)
{
    for (size_t i = rest + 1; i < items->count; i++)
        if (items->list[i].time > items->list[rest].time)
            items->list[rest].time = items->list[i].time;
}

static bool scan_run(void *ctx, const char *name, const struct os_stat *st)
{
    struct base_scan *base = ctx;
    if (!st->is_folder || st->is_link || !runs_is_run_name(name))
        return true;
    struct text folder = TEXT_EMPTY;
    text_addf(&folder, "%s%c%s", base->runs, os_separator, name);
    struct run_scan scan = {base->items, text_str(&folder), base->items->count};
    struct item *rest = folder.failed ? NULL : items_add(base->items, ITEM_REST, text_str(&folder));
    if (rest) {
        rest->kept = str_ends(base->current, name);
        os_folder_list(text_str(&folder), scan_file, &scan);
        age_rest(base->items, scan.first);
    }
    text_done(&folder);
    return !base->items->failed;
}

/* Oldest first; a run's rest after its snapshots of the same time. What was
 * written before the clock was set back is older than all that came after. */
static int compare_items(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->ahead != y->ahead)
        return x->ahead ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (int)x->kind - (int)y->kind;
}

static void find_those_ahead(struct items *items, int64_t now)
{
    for (size_t i = 0; i < items->count; i++)
        items->list[i].ahead = items->list[i].time > now;
}

/* The newest of all; and of the present run the one with the last time, since
 * some disks round times up into the future. */
static void keep_newest_snapshots(struct items *items, const char *current)
{
    struct item *last = NULL, *own = NULL;
    for (size_t i = 0; i < items->count; i++) {
        struct item *item = &items->list[i];
        if (item->kind != ITEM_SNAPSHOT)
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

struct removal {
    struct item *item;
    struct retention_result *result;
    struct log *log;
};

/* Files that Hitchbox itself puts into a run's folder. */
static bool is_own_file(const char *name)
{
    static const char *const own[] = {"main.log", "running", "unclean", RING_MARK_NAME};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (str_equal(name, own[i]))
            return true;
    /* keyevents-2.etl, snap.etl.3.bad */
    bool set_aside = strstr(name, ".etl.") && (str_ends(name, ".bad") || str_ends(name, ".part"));
    return runs_key_events_stem(name) || set_aside || str_ends(name, ".tmp");
}

static bool remove_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct removal *r = ctx;
    size_t stem = runs_snapshot_stem(name);
    bool mine = r->item->kind == ITEM_SNAPSHOT
                    ? stem == r->item->stem.len && stem && memcmp(name, r->item->stem.bytes, stem) == 0
                    : is_own_file(name);
    if (st->is_folder || st->is_link || !mine)
        return true;
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", text_str(&r->item->folder), os_separator, name);
    struct outcome removed = os_remove(text_str(&path));
    log_outcome(r->log, "retention_removed", removed, "path=\"%s\" bytes=%llu", text_str(&path), (unsigned long long)st->len);
    if (!outcome_failed(removed)) {
        r->result->removed++;
        r->result->freed += st->len;
    }
    text_done(&path);
    return true;
}

static void remove_item(struct item *item, struct retention_result *result, struct log *log)
{
    struct os_hold *hold = NULL;
    struct removal r = {item, result, log};
    item->gone = true;
    struct outcome held = os_hold_open(text_str(&item->folder), &hold);
    if (outcome_failed(held)) {
        log_outcome(log, "retention_refused", held, "path=\"%s\"", text_str(&item->folder));
        return;
    }
    os_folder_list(text_str(&item->folder), remove_file, &r);
    os_hold_close(hold);
    if (item->kind == ITEM_REST && !outcome_failed(os_remove(text_str(&item->folder))))
        log_event(log, "retention_removed", "path=\"%s\"", text_str(&item->folder));
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

static struct totals count_items(const struct items *items)
{
    struct totals t = {0, 0};
    for (size_t i = 0; i < items->count; i++) {
        if (items->list[i].gone)
            continue;
        t.bytes += items->list[i].bytes;
        t.snapshots += items->list[i].kind == ITEM_SNAPSHOT;
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
static uint64_t removable(const struct items *items)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < items->count; i++)
        bytes += items->list[i].kept ? 0 : items->list[i].bytes;
    return bytes;
}

static void apply(struct items *items, const char *base, const struct retention_limits *limits, int64_t now,
                  struct retention_result *result, struct log *log)
{
    for (size_t i = 0; i < items->count; i++) {
        struct item *item = &items->list[i];
        struct totals t = count_items(items);
        if (item->gone || item->kept || !must_go(item, &t, limits, now, result->free_bytes))
            continue;
        if (item->kind == ITEM_REST && has_snapshot(items, item))
            continue;
        remove_item(item, result, log);
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
    text_addf(&runs, "%s%cruns", base, os_separator);
    struct base_scan scan = {&items, text_str(&runs), current};
    struct os_hold *hold = NULL;
    struct outcome held = os_hold_open(text_str(&runs), &hold);
    if (outcome_failed(held)) {
        log_outcome(log, "retention_refused", held, "path=\"%s\"", text_str(&runs));
        goto out;
    }
    os_folder_list(text_str(&runs), scan_run, &scan);
    if (items.failed)
        goto out;
    find_those_ahead(&items, now);
    qsort(items.list, items.count, sizeof *items.list, compare_items);
    keep_newest_snapshots(&items, current);
    struct retention_limits within = *limits;
    /* Where all of it together would not make the room, none of it is given up. */
    if (within.free_least > result.free_bytes && within.free_least - result.free_bytes > removable(&items))
        within.free_least = 0;
    apply(&items, base, &within, now, &result, log);
out:
    os_hold_close(hold);
    items_done(&items);
    text_done(&runs);
    return result;
}

static void pin_path(const char *snapshot, struct text *path)
{
    size_t len = strlen(snapshot);
    text_add_bytes(path, snapshot, len - (str_ends(snapshot, ".etl") ? 4 : 0));
    text_add(path, ".pin");
}

struct outcome retention_pin(const char *snapshot, bool pinned)
{
    struct text path = TEXT_EMPTY;
    struct outcome result = outcome_ok();
    pin_path(snapshot, &path);
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

bool retention_pinned(const char *snapshot)
{
    struct text path = TEXT_EMPTY;
    struct os_stat st;
    pin_path(snapshot, &path);
    bool pinned = !path.failed && !outcome_failed(os_stat(text_str(&path), &st));
    text_done(&path);
    return pinned;
}
