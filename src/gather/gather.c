#include "verdict/verdict_model.h"

#include <stdlib.h>
#include <string.h>


#define SHORTEST_SILENCE (40 * MILLISECOND)

/* Most clocks count in FILETIME units, which saves two divisions an event. */
static void prepare_clock(struct verdict *v)
{
    struct trace_file *f = &v->files[v->file];
    const struct etl_clock_base *c = &etl_header(f->same_clock ? v->files[0].reader : f->reader)->clock;
    f->simple = c->clock == ETL_CLOCK_QPC && c->ticks_per_unit == c->units && c->t0 >= 0 && c->start >= 0;
    f->offset = f->simple ? (int64_t)((uint64_t)c->start - (uint64_t)c->t0) : 0;
}

int64_t verdict_time(const struct verdict *v, int64_t raw)
{
    const struct trace_file *f = &v->files[v->file];
    if (f->simple && raw >= 0 && raw < INT64_MAX / 2)
        return raw + f->offset;
    const struct etl_header *own = etl_header(v->files[v->file].reader);
    const struct etl_header *h = v->files[v->file].same_clock ? etl_header(v->files[0].reader) : own;
    return h->clock.clock == ETL_CLOCK_UNKNOWN ? raw : etl_filetime(&h->clock, raw);
}

int64_t verdict_raw(const struct verdict *v, int64_t filetime)
{
    return etl_raw_time(&etl_header(v->files[v->file].reader)->clock, filetime);
}

/* A buffer that ETW flagged tells of events lost before it on its CPU: the hole
 * lies between the last event there and its first one. */
static void note_hole(struct verdict *v, const struct etl_event *e, int64_t before, int64_t time)
{
    if (!before || before > time)
        before = time;
    struct fact *f = store_fact(v, FACT_hole, before, time, NULL, TRACE_other);
    if (f)
        f->value = e->cpu;
}

static void note_time(struct verdict *v, const struct etl_event *e, enum trace_source source, int64_t time)
{
    struct coverage *c = &v->coverage[source];
    if (!c->count++ || time < c->first)
        c->first = time;
    if (time > c->last)
        c->last = time;
    if (!v->first || time < v->first)
        v->first = time;
    if (time > v->last)
        v->last = time;
    if (v->file == 0 && e->cpu < MAX_CPUS) {
        if (!v->cpu_first[e->cpu] || time < v->cpu_first[e->cpu])
            v->cpu_first[e->cpu] = time;
        v->cpu_last[e->cpu] = time;
    }
}

static void kernel_fact(struct verdict *v, const struct etl_event *e, enum trace_source source, struct text *scratch)
{
    struct kernel_thread thread;
    struct image image;
    switch (source) {
    case TRACE_k_thread:
        if (e->id >= 0x0501 && e->id <= 0x0504 && payload_kernel_thread(e, &thread))
            store_thread(v, thread.tid, thread.pid);
        else if (e->id == 0x0524)
            v->kinds_seen |= SEEN_switches;
        else if (e->id == 0x0532)
            v->kinds_seen |= SEEN_ready;
        break;
    case TRACE_k_image:
        text_clear(scratch);
        if (payload_image(e, &image, scratch))
            store_module(v, &image, text_str(scratch));
        break;
    case TRACE_k_perf:
        if (e->id == 0x0F2E)
            v->kinds_seen |= SEEN_samples;
        else if (e->id >= 0x0F42 && e->id <= 0x0F45)
            v->kinds_seen |= SEEN_interrupts;
        break;
    case TRACE_k_fault:
        if (e->id == 0x0220)
            v->kinds_seen |= SEEN_faults;
        break;
    default:
        gather_process(v, e, source, scratch);
        break;
    }
}

static void take(struct verdict *v, const struct etl_event *e, enum trace_source source, struct text *scratch)
{
    switch (source) {
    case TRACE_dxgi:
    case TRACE_d3d9:
    case TRACE_dxgkrnl:
    case TRACE_dwm:
        gather_graphics(v, e, source);
        break;
    case TRACE_process:
    case TRACE_memory:
    case TRACE_win32k:
        gather_process(v, e, source, scratch);
        break;
    case TRACE_processor:
    case TRACE_power:
    case TRACE_acpi:
    case TRACE_whea:
    case TRACE_kernel_whea:
        gather_power(v, e, source, scratch);
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
        gather_device(v, e, source, scratch);
        break;
    case TRACE_disk:
    case TRACE_k_disk:
        store_disk(v, e, source);
        break;
    case TRACE_tcpip:
        gather_network(v, e);
        break;
    case TRACE_k_process:
    case TRACE_k_thread:
    case TRACE_k_perf:
    case TRACE_k_image:
    case TRACE_k_fault:
        kernel_fact(v, e, source, scratch);
        break;
    default:
        break;
    }
}

static bool is_etw_itself(const struct etl_event *e)
{
    return e->provider.data1 == 0x68fdd900u && etl_is_kernel(e);
}

static void walk(struct verdict *v)
{
    struct etl_reader *r = v->files[v->file].reader;
    const struct etl_findings *findings = etl_findings(r);
    struct text scratch = TEXT_EMPTY;
    struct etl_event e = {0};
    uint64_t lossy = 0;
    while (!verdict_gives_up(v) && etl_next_stored(r, &e)) {
        if (is_etw_itself(&e) || !e.has_time)
            continue;
        enum trace_source source = trace_source_of(&e.provider);
        int64_t time = verdict_time(v, e.time);
        if (findings->lossy_buffers != lossy) {
            lossy = findings->lossy_buffers;
            note_hole(v, &e, e.cpu < MAX_CPUS && v->file == 0 ? v->cpu_last[e.cpu] : 0, time);
        }
        v->events++;
        if (v->file == 0)
            silence_mark(&v->silence, time);
        note_time(v, &e, source, time);
        take(v, &e, source, &scratch);
    }
    text_done(&scratch);
}

static void note_totals(struct verdict *v)
{
    const struct etl_header *h = etl_header(v->files[v->file].reader);
    v->lost_events += h->events_lost;
    v->lost_buffers += h->buffers_lost;
    if (v->file == 0) {
        v->os_build = h->os_build;
        v->cpu_count = etl_cpus(h, etl_findings(v->files[0].reader));
    }
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Both files hold what both sessions listened to; a present or a key event that
 * stands in both must not count twice. */
static void drop_doubles(struct verdict *v)
{
    for (unsigned lane = 0; lane < LANE_count; lane++) {
        struct fact_list *list = &v->facts[lane];
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

static void note_silence(void *ctx, int64_t from, int64_t to)
{
    (void)store_fact(ctx, FACT_silence, from, to, NULL, TRACE_other);
}

struct outcome gather(struct verdict *v)
{
    for (v->file = 0; v->file < v->file_count; v->file++) {
        prepare_clock(v);
        walk(v);
        note_totals(v);
    }
    v->file = 0;
    for (uint32_t i = 0; i < v->stream_count; i++)
        qsort(v->streams[i].times, v->streams[i].count, sizeof(int64_t), ascending);
    for (unsigned i = 0; i < MAX_CPUS; i++) {
        if (v->cpu_first[i] > v->all_cpus)
            v->all_cpus = v->cpu_first[i];
    }
    silence_each(&v->silence, SHORTEST_SILENCE, note_silence, v);
    store_sort_modules(v);
    store_sort_facts(v);
    gather_device_names(v);
    if (v->file_count > 1)
        drop_doubles(v);
    return etl_error(v->files[0].reader);
}
