#include "verdict/verdict_model.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SLOTS 16384u
#define HEAVY 1000000000000ULL /* per step of a kind's weight */

static const struct {
    const char *name;
    enum lane lane;
    uint8_t weight;
} kinds[] = {
#define FACT(name, lane, weight) {#name, LANE_##lane, weight},
#include "gather/fact_kinds.h"
#undef FACT
};

enum lane fact_lane(enum fact_kind kind)
{
    return kinds[kind].lane;
}

const char *fact_name(enum fact_kind kind)
{
    return kinds[kind].name;
}

bool store_init(struct verdict *v)
{
    v->names.slots = calloc(NAME_SLOTS, sizeof *v->names.slots);
    v->processes = calloc(MAX_PROCESSES, sizeof *v->processes);
    v->threads = calloc((size_t)MAX_THREADS * 2, sizeof *v->threads);
    v->modules = calloc(MAX_MODULES, sizeof *v->modules);
    v->devices = calloc(MAX_DEVICES, sizeof *v->devices);
    bool good = v->names.slots && v->processes && v->threads && v->modules && v->devices;
    text_add_char(&v->names.bytes, '\0');
    return good && !v->names.bytes.failed;
}

void store_done(struct verdict *v)
{
    for (unsigned i = 0; i < LANE_count; i++)
        free(v->facts[i].items);
    for (unsigned i = 0; i < v->stream_count; i++)
        free(v->streams[i].times);
    for (unsigned i = 0; i < v->moment_count; i++) {
        free(v->moments[i].drivers);
        free(v->moments[i].processes);
    }
    free(v->base.drivers);
    free(v->base.processes);
    free(v->buckets);
    free(v->hitches);
    free(v->disk_records);
    free(v->names.slots);
    free(v->processes);
    free(v->threads);
    free(v->modules);
    free(v->devices);
    silence_done(&v->silence);
    text_done(&v->names.bytes);
}

/* ---- names ---- */

const char *store_str(const struct verdict *v, uint32_t name)
{
    return v->names.bytes.bytes + name;
}

uint32_t store_name(struct verdict *v, const char *str)
{
    uint32_t hash = 2166136261u;
    size_t len = strlen(str);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)str[i]) * 16777619u;
    for (uint32_t probe = 0; len && probe < 64; probe++) {
        uint32_t *slot = &v->names.slots[(hash + probe) % NAME_SLOTS];
        if (*slot && strcmp(store_str(v, *slot), str) == 0)
            return *slot;
        if (*slot)
            continue;
        size_t at = v->names.bytes.len;
        if (at + len + 1 > NAMES_MAX_BYTES)
            return 0;
        text_add_bytes(&v->names.bytes, str, len + 1);
        if (v->names.bytes.failed)
            return 0;
        *slot = (uint32_t)at;
        return (uint32_t)at;
    }
    return 0;
}

uint32_t store_file_name(struct verdict *v, const char *path)
{
    const char *name = path;
    for (const char *at = path; *at; at++) {
        if (*at == '\\')
            name = at + 1;
    }
    return store_name(v, *name ? name : path);
}

/* ---- facts ---- */

static uint64_t weight_of(const struct fact *f)
{
    unsigned weight = kinds[f->kind].weight;
    return weight ? weight * HEAVY : f->to > f->from ? (uint64_t)(f->to - f->from) : 0;
}

/* Of equal weight the earlier, then the lower kind: sorts differ in what they
 * do with equals, and the verdict must not. */
static int heavier_first(const void *a, const void *b)
{
    const struct fact *f = a, *g = b;
    uint64_t x = weight_of(f), y = weight_of(g);
    if (x != y)
        return x > y ? -1 : 1;
    if (f->from != g->from)
        return f->from < g->from ? -1 : 1;
    return (f->kind > g->kind) - (f->kind < g->kind);
}

static int earlier_first(const void *a, const void *b)
{
    const struct fact *f = a, *g = b;
    if (f->from != g->from)
        return f->from < g->from ? -1 : 1;
    return (f->kind > g->kind) - (f->kind < g->kind);
}

static void thin_out(struct fact_list *list)
{
    qsort(list->items, list->count, sizeof *list->items, heavier_first);
    list->count = LANE_FACTS;
    list->floor = weight_of(&list->items[LANE_FACTS - 1]);
}

static bool make_room(struct fact_list *list)
{
    if (list->count == LANE_FACTS * 2)
        thin_out(list);
    if (list->count < list->room)
        return true;
    uint32_t room = list->room ? list->room * 2 : 64;
    struct fact *items = realloc(list->items, room * sizeof *items);
    if (!items)
        return false;
    list->items = items;
    list->room = room;
    return true;
}

struct fact *store_fact(struct verdict *v, enum fact_kind kind, int64_t from, int64_t to, const struct etl_event *e,
                        enum trace_source source)
{
    struct fact_list *list = &v->facts[kinds[kind].lane];
    struct fact f = {0};
    f.kind = (uint8_t)kind;
    f.from = from;
    f.to = to;
    list->seen++;
    if (weight_of(&f) < list->floor || !make_room(list))
        return NULL;
    f.source = (uint8_t)source;
    f.file = v->file;
    if (e) {
        f.id = e->id;
        f.version = (uint8_t)e->version;
    }
    list->items[list->count] = f;
    return &list->items[list->count++];
}

void store_sort_facts(struct verdict *v)
{
    for (unsigned i = 0; i < LANE_count; i++) {
        struct fact_list *list = &v->facts[i];
        if (list->count > LANE_FACTS)
            thin_out(list);
        if (list->count)
            qsort(list->items, list->count, sizeof *list->items, earlier_first);
    }
}

/* ---- disk operations ---- */

bool store_read_disk(const struct etl_event *e, enum trace_source source, struct disk_record *r)
{
    struct disk_op d;
    bool kernel = source == TRACE_k_disk;
    bool known = kernel ? e->id == 0x010A || e->id == 0x010B || e->id == 0x010E : e->id == 10 || e->id == 11 || e->id == 14;
    if (!known || !payload_disk(e, source, &d))
        return false;
    r->time = e->time;
    r->response = d.response;
    r->bytes = d.bytes;
    r->irp_flags = d.irp_flags;
    r->disk = d.disk;
    r->by_thread = d.tid != 0;
    r->who = d.tid ? d.tid : e->has_thread ? e->pid : 0;
    r->id = e->id;
    r->version = (uint8_t)e->version;
    r->source = (uint8_t)source;
    r->what = (uint8_t)d.what;
    return true;
}

static void give_disk_up(struct verdict *v)
{
    free(v->disk_records);
    v->disk_records = NULL;
    v->disk_count = v->disk_room = 0;
    v->disk_cut = true;
}

void store_disk(struct verdict *v, const struct etl_event *e, enum trace_source source)
{
    struct disk_record r;
    if (v->file || v->disk_cut || !store_read_disk(e, source, &r))
        return;
    if (v->disk_count == v->disk_room) {
        uint32_t room = v->disk_room ? v->disk_room * 2 : 4096;
        if (room > MAX_DISK_RECORDS)
            room = MAX_DISK_RECORDS;
        struct disk_record *more = room > v->disk_count ? realloc(v->disk_records, room * sizeof *more) : NULL;
        if (!more) {
            give_disk_up(v);
            return;
        }
        v->disk_records = more;
        v->disk_room = room;
    }
    v->disk_records[v->disk_count++] = r;
}

/* ---- processes and threads ---- */

struct process *store_process_at(struct verdict *v, uint32_t pid, int64_t time)
{
    struct process *best = NULL;
    for (unsigned i = v->process_hash[pid / 4 % 256]; i; i = v->processes[i - 1].next) {
        struct process *p = &v->processes[i - 1];
        if (p->pid != pid)
            continue;
        bool lives = !time || (p->start <= time && (!p->ended || p->end + SECOND >= time));
        if (lives && (!best || p->start > best->start))
            best = p;
        else if (!best)
            best = p;
    }
    return best;
}

const char *store_process_name(const struct verdict *v, uint32_t pid, int64_t time)
{
    const struct process *p = store_process_at((struct verdict *)v, pid, time);
    return p ? store_str(v, p->name) : "";
}

struct process *store_process_add(struct verdict *v, uint32_t pid, int64_t start)
{
    /* A list entry and a start of the same process may come in any order. */
    struct process *p = store_process_at(v, pid, 0);
    if (p && (p->start == start || !start || (!p->start && (!p->ended || start <= p->end)))) {
        if (start > p->start)
            p->start = start;
        return p;
    }
    if (v->process_count == MAX_PROCESSES)
        return NULL;
    p = &v->processes[v->process_count++];
    memset(p, 0, sizeof *p);
    p->pid = pid;
    p->start = start;
    p->next = v->process_hash[pid / 4 % 256];
    v->process_hash[pid / 4 % 256] = (uint16_t)v->process_count;
    return p;
}

static uint32_t thread_slot(uint32_t tid)
{
    return tid / 4 * 2654435761u % (MAX_THREADS * 2);
}

void store_thread(struct verdict *v, uint32_t tid, uint32_t pid)
{
    struct process *p = store_process_add(v, pid, 0);
    if (!p || !tid)
        return;
    uint64_t entry = (uint64_t)tid << 32 | (uint64_t)(p - v->processes + 1);
    for (uint32_t probe = 0; probe < 64; probe++) {
        uint64_t *slot = &v->threads[(thread_slot(tid) + probe) % (MAX_THREADS * 2)];
        if (*slot >> 32 == tid) {
            *slot = entry;
            return;
        }
        if (*slot)
            continue;
        if (v->thread_count < MAX_THREADS) {
            *slot = entry;
            v->thread_count++;
        }
        return;
    }
}

uint32_t store_thread_process(const struct verdict *v, uint32_t tid)
{
    for (uint32_t probe = 0; tid && probe < 64; probe++) {
        uint64_t slot = v->threads[(thread_slot(tid) + probe) % (MAX_THREADS * 2)];
        if (slot >> 32 == tid)
            return (uint32_t)slot - 1;
        if (!slot)
            break;
    }
    return v->process_count;
}

/* ---- modules and devices ---- */

void store_module(struct verdict *v, const struct image *image, const char *path)
{
    bool kernel = image->base >> 63 || (image->pid == 0 && image->base >= 0x80000000u);
    if (!kernel || !image->len || v->module_count == MAX_MODULES)
        return;
    for (uint32_t i = 0; i < v->module_count; i++) {
        if (v->modules[i].base == image->base)
            return;
    }
    struct module *m = &v->modules[v->module_count++];
    m->base = image->base;
    m->len = image->len;
    m->name = store_file_name(v, path);
}

static int lower_first(const void *a, const void *b)
{
    uint64_t x = ((const struct module *)a)->base, y = ((const struct module *)b)->base;
    return x < y ? -1 : x > y;
}

void store_sort_modules(struct verdict *v)
{
    qsort(v->modules, v->module_count, sizeof *v->modules, lower_first);
}

uint32_t store_module_at(const struct verdict *v, uint64_t address)
{
    uint32_t low = 0, high = v->module_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (v->modules[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && address - v->modules[low - 1].base < v->modules[low - 1].len)
        return low - 1;
    return v->module_count;
}

void store_device(struct verdict *v, uint64_t device, uint16_t vendor, uint16_t product, const char *name)
{
    uint32_t at = store_name(v, name);
    if (!at || v->device_count == MAX_DEVICES)
        return;
    for (uint32_t i = 0; i < v->device_count; i++) {
        struct device *d = &v->devices[i];
        if (d->device == device && d->vendor == vendor && d->product == product)
            return;
    }
    struct device *d = &v->devices[v->device_count++];
    d->device = device;
    d->vendor = vendor;
    d->product = product;
    d->name = at;
}

uint32_t store_device_name(const struct verdict *v, const struct usb_device *u)
{
    for (uint32_t i = 0; i < v->device_count; i++) {
        const struct device *d = &v->devices[i];
        if ((u->device && d->device == u->device) ||
            (u->vendor && d->vendor == u->vendor && d->product == u->product))
            return d->name;
    }
    return 0;
}
