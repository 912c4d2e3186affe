#include "cli/scenario_count.h"

#include "events/payload.h"
#include "os/os.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 1024u
/* Memory counts as gone where less than this share of the quiet time's is left. */
#define SCARCE_SHARE 4u
#define SLOWER_SHARE 2u /* the same for the clock */

void scenario_count_init(struct scenario_count *c)
{
    memset(c, 0, sizeof *c);
}

void scenario_count_done(struct scenario_count *c)
{
    free(c->spans);
    free(c->rows);
    free(c->slots);
    memset(c, 0, sizeof *c);
}

static uint32_t hash_of(const struct guid *guid, uint16_t id)
{
    uint32_t h = guid->data1 ^ (uint32_t)guid->data2 << 16 ^ guid->data3;
    h ^= (uint32_t)id * 2654435761u;
    h ^= h >> 15;
    return h * 2246822519u;
}

static void place(struct scenario_count *c, uint32_t row)
{
    uint32_t at = hash_of(&c->rows[row].provider, c->rows[row].id) & (c->slot_count - 1);
    while (c->slots[at])
        at = (at + 1) & (c->slot_count - 1);
    c->slots[at] = row + 1;
}

static bool grow(struct scenario_count *c)
{
    uint32_t room = c->row_room ? c->row_room * 2 : FIRST_ROOM;
    struct scenario_row *rows = realloc(c->rows, room * sizeof *rows);
    if (rows)
        c->rows = rows;
    uint32_t *slots = rows ? calloc((size_t)room * 2, sizeof *slots) : NULL;
    if (!slots)
        return false;
    free(c->slots);
    c->slots = slots;
    c->slot_count = room * 2;
    c->row_room = room;
    for (uint32_t i = 0; i < c->row_count; i++)
        place(c, i);
    return true;
}

/* NULL where there are too many different ones, or memory ran out. */
static struct scenario_row *row_of(struct scenario_count *c, const struct etl_event *e)
{
    if (c->slot_count) {
        uint32_t at = hash_of(&e->provider, e->id) & (c->slot_count - 1);
        for (; c->slots[at]; at = (at + 1) & (c->slot_count - 1)) {
            if (etl_event_is(e, &c->rows[c->slots[at] - 1].provider, c->rows[c->slots[at] - 1].id))
                return &c->rows[c->slots[at] - 1];
        }
    }
    if (c->row_count == SCENARIO_COUNT_MOST || (c->row_count == c->row_room && !grow(c)))
        return NULL;
    struct scenario_row *row = &c->rows[c->row_count++];
    memset(row, 0, sizeof *row);
    row->provider = e->provider;
    row->id = e->id;
    place(c, c->row_count - 1);
    return row;
}

/* ---- payloads that are about what was done ---- */

/* What a figure was in the quiet time, on average. */
struct usual {
    uint64_t value, samples;
};

/* Later samples weigh more; that is good enough to tell a fourth. */
static void learn(struct usual *u, uint64_t value)
{
    u->value = u->samples++ ? u->value / 2 + value / 2 : value;
}

struct evidence {
    const struct scenario_info *info;
    struct usual memory; /* half of what was available before, in pages */
    struct usual clock;  /* delivered performance, in percent */
};

static bool is_child(const struct scenario_info *info, uint32_t pid)
{
    for (uint32_t i = 0; i < info->child_count; i++) {
        if (info->children[i].pid == pid)
            return true;
    }
    return false;
}

/* Kernel-Process 5 and 6: base and size, then the process. */
static bool image_pid(const struct etl_event *e, uint32_t *pid)
{
    struct etl_cursor c = etl_payload(e);
    etl_skip(&c, 2u * e->ptr_size);
    *pid = etl_take_u32(&c);
    return !c.failed;
}

static bool tells_of_child(const struct etl_event *e, const struct scenario_info *info)
{
    struct text image = TEXT_EMPTY;
    struct process_start start = {0};
    struct process_end end = {0};
    uint32_t pid = 0;
    bool known = false;
    if (e->id == 1) {
        known = payload_process_start(e, &start, &image);
        pid = start.pid;
    } else if (e->id == 2) {
        known = payload_process_end(e, &end, &image);
        pid = end.pid;
    } else if (e->id == 5 || e->id == 6) {
        known = image_pid(e, &pid);
    }
    text_done(&image);
    return known && is_child(info, pid);
}

static bool tells_of_memory(const struct etl_event *e, struct evidence *v, bool in_window)
{
    struct memory_info m;
    if (e->id != 1 || !payload_memory_info(e, &m))
        return false;
    uint64_t available = m.free / 2 + m.standby / 2; /* halves: the sum of two numbers of a file may not fit */
    if (!in_window)
        learn(&v->memory, available);
    return in_window && v->memory.samples && available < v->memory.value / SCARCE_SHARE;
}

static bool tells_of_clock(const struct etl_event *e, struct evidence *v, bool in_window)
{
    struct delivered d;
    if (e->id != 111 || !payload_delivered(e, &d))
        return false;
    if (!in_window)
        learn(&v->clock, d.percent);
    return in_window && v->clock.samples && d.percent < v->clock.value / SLOWER_SHARE;
}

/* GUID_PROCESSOR_THROTTLE_MAXIMUM and GUID_ACTIVE_POWERSCHEME (winnt.h). */
static bool tells_of_plan(const struct etl_event *e)
{
    static const struct guid maximum = {0xbc5038f7, 0x23e0, 0x4960, {0x96, 0xda, 0x33, 0xab, 0xaf, 0x59, 0x35, 0xec}};
    static const struct guid scheme = {0x31f9f286, 0x5084, 0x42fe, {0xb7, 0x20, 0x2b, 0x02, 0x64, 0x99, 0x37, 0x63}};
    struct guid setting;
    return e->id == 112 && payload_power_setting(e, &setting) && (guid_equal(&setting, &maximum) || guid_equal(&setting, &scheme));
}

static bool tells(const struct etl_event *e, struct evidence *v, bool in_window)
{
    enum trace_source source = trace_source_of(&e->provider);
    if (source == TRACE_process)
        return in_window && tells_of_child(e, v->info);
    if (source == TRACE_memory)
        return tells_of_memory(e, v, in_window);
    if (source == TRACE_processor)
        return tells_of_clock(e, v, in_window);
    return source == TRACE_power && in_window && v->info->kind == SCENARIO_cpu_throttling && tells_of_plan(e);
}

/* ---- files ---- */

enum phase { PHASE_QUIET, PHASE_WINDOW, PHASE_AFTER };

static enum phase phase_of(const struct scenario_info *info, int64_t time)
{
    if (time < info->effect_from)
        return PHASE_QUIET;
    return time <= info->effect_to + SCENARIO_TAIL_TICKS ? PHASE_WINDOW : PHASE_AFTER;
}

static void add_full(struct scenario_count *c, struct evidence *v, enum phase phase, const struct etl_event *e)
{
    struct scenario_row *row = row_of(c, e);
    if (!row) {
        c->others++;
        return;
    }
    row->level = e->level;
    row->keyword = e->keyword;
    row->bytes += e->size;
    row->total++;
    row->quiet += phase == PHASE_QUIET;
    row->during[v->info->kind] += phase == PHASE_WINDOW;
    if (phase != PHASE_AFTER)
        row->telling[v->info->kind] += tells(e, v, phase == PHASE_WINDOW);
}

/* One pass in time order; the logfile header's own record is not counted. */
static bool count_file(struct hitch *h, struct scenario_count *c, const struct scenario_info *info, const char *path,
                       bool full)
{
    struct evidence v = {info, {0, 0}, {0, 0}};
    struct etl_event e = {0};
    struct hitch_progress progress;
    struct scenario_sums *sums = &c->sums[info->kind];
    struct etl_reader *r = hitch_open(h, path);
    if (!r)
        return false;
    hitch_progress_begin(&progress, h, etl_len(r));
    while (etl_next(r, &e)) {
        if (hitch_progress_wants(&progress))
            hitch_progress_step(&progress, etl_progress(r));
        if (e.kind != ETL_EVENT)
            continue;
        enum phase phase = phase_of(info, etl_event_filetime(r, &e));
        if (full) {
            sums->events++;
            add_full(c, &v, phase, &e);
        } else {
            struct scenario_row *row = row_of(c, &e);
            sums->kept++;
            if (row)
                row->kept[info->kind] += phase == PHASE_WINDOW;
        }
    }
    hitch_progress_end(&progress);
    *(full ? &sums->full_bytes : &sums->filtered_bytes) += etl_len(r);
    c->os_build = etl_header(r)->os_build;
    struct outcome o = etl_error(r);
    if (outcome_failed(o))
        hitch_complain(h, o, path);
    etl_close(r);
    return !outcome_failed(o);
}

static bool count_recording(struct hitch *h, struct scenario_count *c, const char *folder,
                            const struct scenario_info *info)
{
    struct text full = TEXT_EMPTY, filtered = TEXT_EMPTY;
    struct scenario_sums *sums = &c->sums[info->kind];
    text_addf(&full, "%s%c" SCENARIO_FULL, folder, os_separator);
    text_addf(&filtered, "%s%c" SCENARIO_FILTERED, folder, os_separator);
    sums->folders++;
    sums->lost += info->full_lost + info->filtered_lost;
    sums->window_s += (double)(info->effect_to - info->effect_from + SCENARIO_TAIL_TICKS) / 1e7;
    c->quiet_s += (double)(info->effect_from - info->started) / 1e7;
    bool good = count_file(h, c, info, text_str(&full), true) && count_file(h, c, info, text_str(&filtered), false);
    text_done(&full);
    text_done(&filtered);
    return good;
}

/* WHY_not_found where the folder has no scenario.json. */
static struct outcome read_info(const char *folder, struct text *path, struct scenario_info *info)
{
    struct text bytes = TEXT_EMPTY;
    text_clear(path);
    text_addf(path, "%s%c" SCENARIO_FILE, folder, os_separator);
    struct outcome o = os_file_read(text_str(path), SCENARIO_MAX_BYTES, &bytes);
    if (!outcome_failed(o) && !scenario_info_read(text_str(&bytes), bytes.len, info))
        o = outcome_of(WHY_config_invalid, 0);
    text_done(&bytes);
    return o;
}

/* Counted twice, what came once would seem to come again. */
static bool is_counted(const struct scenario_count *c, const struct scenario_info *info)
{
    for (uint32_t i = 0; i < c->span_count; i++) {
        const struct scenario_span *s = &c->spans[i];
        if (s->kind == info->kind && s->started == info->started && s->ended == info->ended)
            return true;
    }
    return false;
}

static bool remember(struct hitch *h, struct scenario_count *c, const struct scenario_info *info)
{
    struct scenario_span *spans = realloc(c->spans, ((size_t)c->span_count + 1) * sizeof *spans);
    if (!spans) {
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), NULL);
        return false;
    }
    c->spans = spans;
    struct scenario_span *s = &c->spans[c->span_count++];
    s->kind = info->kind;
    s->started = info->started;
    s->ended = info->ended;
    return true;
}

static bool add_folder(struct hitch *h, struct scenario_count *c, const char *folder, bool *found)
{
    struct scenario_info *info = malloc(sizeof *info);
    struct text path = TEXT_EMPTY;
    bool good = info != NULL;
    if (good) {
        scenario_info_init(info);
        struct outcome o = read_info(folder, &path, info);
        *found = o.why != WHY_not_found;
        if (o.why == WHY_config_invalid)
            hitch_say(h, STR_cli_scenario_bad, text_str(&path));
        else if (outcome_failed(o) && *found)
            hitch_complain(h, o, text_str(&path));
        if (!outcome_failed(o) && info->cut_short)
            hitch_say(h, STR_cli_scenario_cut, folder);
        else if (!outcome_failed(o) && is_counted(c, info))
            hitch_say(h, STR_cli_scenario_twice, folder);
        else if (*found)
            good = !outcome_failed(o) && remember(h, c, info) && count_recording(h, c, folder, info);
        scenario_info_done(info);
    }
    free(info);
    text_done(&path);
    return good;
}

struct below {
    struct hitch *hitch;
    struct scenario_count *count;
    const char *folder;
    bool good, found;
};

static bool add_below(void *ctx, const char *name, const struct os_stat *st)
{
    struct below *b = ctx;
    struct text path = TEXT_EMPTY;
    bool found = false;
    if (!st->is_folder || st->is_link)
        return true;
    text_addf(&path, "%s%c%s", b->folder, os_separator, name);
    b->good = add_folder(b->hitch, b->count, text_str(&path), &found);
    b->found |= found;
    text_done(&path);
    return b->good;
}

bool scenario_count_add(struct hitch *h, struct scenario_count *c, const char *folder)
{
    struct below below = {h, c, folder, true, false};
    bool found = false;
    if (!add_folder(h, c, folder, &found))
        return false;
    if (found)
        return true;
    struct outcome o = os_folder_list(folder, add_below, &below);
    if (outcome_failed(o)) {
        hitch_complain(h, o, folder);
        return false;
    }
    if (below.good && !below.found)
        hitch_say(h, STR_cli_scenario_none, folder);
    return below.good && below.found;
}
