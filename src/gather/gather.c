#include "gather/private/gather_parts.h"
#include "gather/private/trace_clock.h"

#include <stdlib.h>
#include <string.h>

#define SHORTEST_SILENCE (40 * MILLISECOND)
#define HOLE_EDGE (5 * MILLISECOND) /* the ends of a silence are known to a millisecond */

/* Is it of those that write as the machine runs, and no list of what there is? */
static bool is_live(enum trace_source source, const struct etl_event *e)
{
    switch (source) {
    case TRACE_dxgi:
    case TRACE_d3d9:
    case TRACE_dxgkrnl:
    case TRACE_dwm:
    case TRACE_disk:
    case TRACE_k_disk:
    case TRACE_processor:
    case TRACE_tcpip:
    case TRACE_k_perf:
    case TRACE_k_fault:
        return true;
    default:
        return source == TRACE_k_thread && (e->id == 0x0524 || e->id == 0x0532);
    }
}

static void note_time(struct trace *t, enum trace_source source, int64_t time, const struct etl_event *e)
{
    struct coverage *c = &t->coverage[source];
    if (!c->count++ || time < c->first)
        c->first = time;
    if (time > c->last)
        c->last = time;
    c->judged += !t->is_early;
    t->events++;
    if (t->file)
        return;
    if (!t->first || time < t->first)
        t->first = time;
    if (time > t->last)
        t->last = time;
    if (time > t->last_live && is_live(source, e))
        t->last_live = time;
}

static void kernel_fact(struct trace *t, const struct etl_event *e, enum trace_source source, struct text *scratch)
{
    struct kernel_thread thread;
    struct image image;
    switch (source) {
    case TRACE_k_thread:
        if (e->id >= 0x0501 && e->id <= 0x0504 && payload_kernel_thread(e, &thread))
            machine_thread_add(&t->machine, thread.tid, thread.pid);
        else if (e->id == 0x0524)
            t->kinds_seen |= SEEN_switches;
        else if (e->id == 0x0532)
            t->kinds_seen |= SEEN_ready;
        break;
    case TRACE_k_image:
        text_clear(scratch);
        if (payload_image(e, &image, scratch))
            machine_module_add(&t->machine, &t->names, &image, text_str(scratch));
        break;
    case TRACE_k_perf:
        if (e->id == 0x0F2E)
            t->kinds_seen |= SEEN_samples;
        else if (e->id >= 0x0F42 && e->id <= 0x0F45)
            t->kinds_seen |= SEEN_interrupts;
        break;
    case TRACE_k_fault:
        if (e->id == 0x0220)
            t->kinds_seen |= SEEN_faults;
        break;
    default:
        gather_process(t, e, source, scratch);
        break;
    }
}

static void take(struct trace *t, const struct etl_event *e, enum trace_source source, struct text *scratch)
{
    switch (source) {
    case TRACE_dxgi:
    case TRACE_d3d9:
    case TRACE_dxgkrnl:
    case TRACE_dwm:
        gather_graphics(t, e, source);
        break;
    case TRACE_process:
    case TRACE_memory:
    case TRACE_win32k:
        gather_process(t, e, source, scratch);
        break;
    case TRACE_processor:
    case TRACE_power:
    case TRACE_acpi:
    case TRACE_whea:
    case TRACE_kernel_whea:
        gather_power(t, e, source, scratch);
        break;
    case TRACE_storport:
    case TRACE_pnp:
    case TRACE_hub3:
    case TRACE_xhci:
    case TRACE_usbport:
    case TRACE_bthport:
    case TRACE_bthusb:
    case TRACE_hid:
    case TRACE_audio:
        gather_device(t, e, source, scratch);
        break;
    case TRACE_disk:
    case TRACE_k_disk:
        if (!t->file)
            disk_records_add(&t->disk, e, source);
        break;
    case TRACE_tcpip:
        gather_network(t, e);
        break;
    case TRACE_k_process:
    case TRACE_k_thread:
    case TRACE_k_perf:
    case TRACE_k_image:
    case TRACE_k_fault:
        kernel_fact(t, e, source, scratch);
        break;
    default:
        break;
    }
}

struct fact *gather_fact(struct trace *t, enum fact_kind kind, int64_t from, int64_t to, const struct etl_event *e,
                         enum trace_source source)
{
    struct facts *facts = t->is_early && kind != FACT_focus ? &t->early : &t->facts;
    struct fact *f = facts_add(facts, kind, from, to, e, source);
    if (f)
        f->file = t->file;
    return f;
}

static bool is_etw_itself(const struct etl_event *e)
{
    return e->provider.data1 == 0x68fdd900u && etl_is_kernel(e);
}

static void walk(struct trace *t, struct patience *patience)
{
    struct etl_reader *r = t->files[t->file].reader;
    const struct etl_complete *own = &t->files[t->file].state.complete;
    struct text scratch = TEXT_EMPTY;
    struct etl_event e = {0};
    while (!patience_ends(patience) && etl_next_stored(r, &e)) {
        if (is_etw_itself(&e) || !e.has_time)
            continue;
        enum trace_source source = trace_source_of(&e.provider);
        int64_t time = trace_time(t, e.time);
        t->is_early = (own->wrapped && e.time < own->raw) || (t->file && time < t->complete_from);
        if (t->file == 0)
            silence_mark(&t->silence, time);
        note_time(t, source, time, &e);
        take(t, &e, source, &scratch);
        t->short_of_memory = t->short_of_memory || scratch.failed;
    }
    t->is_early = false;
    text_done(&scratch);
}

static bool is_short(const struct trace *t)
{
    return t->short_of_memory || t->names.bytes.failed || t->facts.short_of_memory || t->early.short_of_memory ||
           t->silence.short_of_memory || t->disk.short_of_memory;
}

/* Behind the snapshot's pass: what its header and its state tell. */
static void note_snapshot(struct trace *t)
{
    const struct etl_header *h = etl_header(t->files[0].reader);
    const struct etl_complete *c = &t->files[0].state.complete;
    int64_t from = trace_time(t, c->raw);
    if (!t->loss.counted) {
        t->loss.events = h->events_lost;
        t->loss.buffers = h->buffers_lost;
    }
    t->os_build = h->os_build;
    t->cpu_count = etl_cpus(h, etl_findings(t->files[0].reader));
    t->complete_from = !c->wrapped || from < t->first ? t->first : from > t->last ? t->last : from;
    t->complete_raw = c->wrapped ? c->raw : INT64_MIN;
}

/* Both files hold what both sessions listened to; a present or a key event that
 * stands in both must not count twice. */
static void drop_doubles(struct trace *t)
{
    for (unsigned lane = 0; lane < LANE_count; lane++) {
        struct fact_list *list = &t->facts.lanes[lane];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->count; i++) {
            bool twice = false;
            for (uint32_t k = kept; k > 0 && list->items[k - 1].from == list->items[i].from && !twice; k--)
                twice = list->items[k - 1].kind == list->items[i].kind && list->items[k - 1].file != list->items[i].file;
            if (!twice)
                list->items[kept++] = list->items[i];
        }
        list->count = kept;
    }
}

/* Facts of the timer's resolution that told a new one: `more` is set. */
static void note_timer(struct trace *t)
{
    struct fact_list *list = &t->facts.lanes[LANE_POWER];
    uint64_t last = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct fact *f = &list->items[i];
        if (f->kind != FACT_timer || f->id != TIMER_SET)
            continue;
        f->more = last && last != f->value;
        last = f->value;
    }
}

static void note_holes(struct trace *t)
{
    const struct etl_holes *h = &t->files[0].state.holes;
    for (uint32_t i = 0; i < h->count; i++) {
        int64_t from = trace_time(t, h->list[i].from), to = trace_time(t, h->list[i].to);
        struct fact *f = gather_fact(t, FACT_hole, from, to < from ? from : to, NULL, TRACE_other);
        if (!f)
            continue;
        f->value = h->list[i].cpus;
        f->more = h->list[i].cause;
    }
}

/* A silence that touches a hole is none: it is the hole's own extent, of which
 * the buffers around it tell only a part. */
static bool is_of_hole(struct trace *t, int64_t from, int64_t to)
{
    struct fact_list *list = &t->facts.lanes[LANE_RECORDER];
    bool found = false;
    for (uint32_t i = 0; i < list->count; i++) {
        struct fact *f = &list->items[i];
        if (f->kind != FACT_hole || f->to < from - HOLE_EDGE || f->from > to + HOLE_EDGE)
            continue;
        f->from = from < f->from ? from : f->from;
        f->to = to > f->to ? to : f->to;
        found = true;
    }
    return found;
}

static void note_silence(void *ctx, int64_t from, int64_t to)
{
    struct trace *t = ctx;
    if (from >= t->complete_from && !is_of_hole(t, from, to))
        (void)facts_add(&t->facts, FACT_silence, from, to, NULL, TRACE_other);
}

/* Presents before complete_from stand before times[0]. */
static void set_apart(struct stream *s, int64_t complete_from)
{
    while (s->early < s->count && s->times[s->early] < complete_from)
        s->early++;
    s->times += s->early;
    s->count -= s->early;
}

static void put_in_order(struct trace *t)
{
    gather_streams_end(t);
    for (uint32_t i = 0; i < t->stream_count; i++) {
        if (t->streams[i].count)
            set_apart(&t->streams[i], t->complete_from);
    }
    machine_modules_sort(&t->machine);
    facts_sort(&t->facts);
    facts_sort(&t->early);
}

static struct outcome walk_all(struct trace *t, struct patience *patience)
{
    for (t->file = 0; t->file < t->file_count; t->file++) {
        struct trace_file *f = &t->files[t->file];
        struct outcome o = file_state_begin(f->reader, t->file ? 0 : t->flush_before, &f->state);
        if (!outcome_failed(o)) {
            trace_clock_begin(t);
            walk(t, patience);
            o = file_state_end(f->reader, &f->state);
        }
        if (!t->file && !outcome_failed(o))
            note_snapshot(t);
        if (t->file && outcome_failed(o) && o.why != WHY_out_of_memory) { /* what was read of the key events is good */
            f->failed = true;
            f->outcome = o;
        } else if (outcome_failed(o)) {
            t->file = 0;
            return o;
        }
    }
    t->file = 0;
    return outcome_ok();
}

struct outcome gather(struct trace *t, struct patience *patience)
{
    struct outcome o = walk_all(t, patience);
    if (outcome_failed(o))
        return o;
    note_timer(t);
    note_holes(t);
    silence_each(&t->silence, SHORTEST_SILENCE, note_silence, t);
    put_in_order(t);
    gather_device_names(t);
    gather_process_names(t);
    if (t->file_count > 1)
        drop_doubles(t);
    return is_short(t) ? outcome_of(WHY_out_of_memory, 0) : etl_error(t->files[0].reader);
}
