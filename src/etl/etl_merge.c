#include "etl/private/etl_merge.h"

#include <stdlib.h>
#include <string.h>

#define HEADER_STREAM ETL_MAX_CPUS

void etl_merge_init(struct etl_merge *m, struct etl_scan *scan, struct etl_findings *f, size_t *budget,
                    uint32_t window)
{
    memset(m, 0, sizeof *m);
    m->scan = scan;
    m->findings = f;
    m->budget = budget;
    m->window = window;
    etl_body_init(&m->ahead_body, scan->header);
}

void etl_merge_done(struct etl_merge *m)
{
    for (uint32_t i = 0; i < m->stream_count; i++)
        etl_body_done(&m->streams[i].body, m->budget);
    etl_body_done(&m->ahead_body, m->budget);
    free(m->streams);
    free(m->heap);
    free(m->places);
    m->streams = NULL;
    m->heap = NULL;
    m->places = NULL;
    m->stream_count = m->heap_count = m->place_count = 0;
}

/* ---- order of the places: stream, then number or time, then file ---- */

static bool place_before(const struct etl_place *a, const struct etl_place *b)
{
    if (a->stream != b->stream)
        return a->stream < b->stream;
    if (a->order != b->order)
        return a->order < b->order;
    return a->offset < b->offset;
}

static void sift_place(struct etl_place *p, size_t root, size_t count)
{
    struct etl_place moved = p[root];
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count)
            break;
        if (child + 1 < count && place_before(&p[child], &p[child + 1]))
            child++;
        if (!place_before(&moved, &p[child]))
            break;
        p[root] = p[child];
        root = child;
    }
    p[root] = moved;
}

/* Heapsort: in place, where a library's qsort may take as much again. */
static void sort_places(struct etl_place *p, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_place(p, i, count);
    for (size_t end = count; end > 1;) {
        struct etl_place top = p[0];
        end--;
        p[0] = p[end];
        p[end] = top;
        sift_place(p, 0, end);
    }
}

/* ---- heap of the streams, the earliest on top ---- */

static bool stream_before(const struct etl_merge *m, uint32_t a, uint32_t b)
{
    const struct etl_stream *x = &m->streams[a], *y = &m->streams[b];
    if (x->key != y->key)
        return x->key < y->key;
    if (x->body.buffer.sequence != y->body.buffer.sequence)
        return x->body.buffer.sequence < y->body.buffer.sequence;
    return x->body.buffer.offset < y->body.buffer.offset;
}

static void sink(struct etl_merge *m, uint32_t root)
{
    uint32_t moved = m->heap[root];
    for (;;) {
        uint32_t child = 2 * root + 1;
        if (child >= m->heap_count)
            break;
        if (child + 1 < m->heap_count && stream_before(m, m->heap[child + 1], m->heap[child]))
            child++;
        if (!stream_before(m, m->heap[child], moved))
            break;
        m->heap[root] = m->heap[child];
        root = child;
    }
    m->heap[root] = moved;
}

static void rise(struct etl_merge *m, uint32_t at)
{
    uint32_t moved = m->heap[at];
    while (at && stream_before(m, moved, m->heap[(at - 1) / 2])) {
        m->heap[at] = m->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    m->heap[at] = moved;
}

/* ---- streams ---- */

static bool grow_streams(struct etl_merge *m)
{
    uint32_t room = m->stream_room ? m->stream_room * 2 : 16;
    struct etl_stream *streams = realloc(m->streams, room * sizeof *streams);
    if (!streams)
        return false;
    m->streams = streams;
    uint32_t *heap = realloc(m->heap, room * sizeof *heap);
    if (!heap)
        return false;
    m->heap = heap;
    m->stream_room = room;
    return true;
}

static struct etl_stream *stream_of(struct etl_merge *m, uint32_t cpu)
{
    if (m->stream_at[cpu])
        return &m->streams[m->stream_at[cpu] - 1];
    if (m->stream_count == m->stream_room && !grow_streams(m))
        return NULL;
    struct etl_stream *s = &m->streams[m->stream_count++];
    m->stream_at[cpu] = (uint16_t)m->stream_count;
    memset(s, 0, sizeof *s);
    s->key = m->scan->header->t0;
    etl_body_init(&s->body, m->scan->header);
    return s;
}

static void open_next(struct etl_merge *m, struct etl_stream *s)
{
    struct etl_place *p = &m->places[s->next++];
    struct etl_buffer b;
    etl_buffer_at(m->scan, p->offset, &b);
    p->taken = true;
    m->waiting--;
    m->opened_bytes += b.size;
    etl_body_open(&s->body, m->scan, &b, m->budget, m->findings);
}

/* The stream's next event, through its buffers; false when it has none left. */
static bool stream_step(struct etl_merge *m, struct etl_stream *s)
{
    bool opened = false;
    while (!etl_body_next(&s->body, &s->event, m->findings)) {
        if (s->next == s->end)
            return false;
        open_next(m, s);
        opened = true;
    }
    /* A flush is never before its events. Where it is before the first one, it
     * is the flush that is not believed; where before a later one, the event. */
    int64_t flush = s->body.buffer.time;
    if (opened && s->event.time > flush)
        s->body.buffer.time = flush = 0;
    if (flush <= 0 || s->event.time <= flush)
        s->key = s->event.time;
    return true;
}

/* ---- the window ---- */

static void keep_waiting(struct etl_merge *m)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->place_count; i++) {
        if (!m->places[i].taken)
            m->places[kept++] = m->places[i];
    }
    m->place_count = kept;
}

/* How many places this file can need: a plain one has a buffer in each slot. */
static uint32_t window_need(const struct etl_merge *m)
{
    uint64_t least = m->scan->header->mode & ETL_MODE_COMPRESSED ? ETL_BUFFER_HEADER : m->scan->header->unit;
    uint64_t slots = m->scan->len / least + 2;
    return slots < m->window ? (uint32_t)slots : m->window;
}

/* What is wrong in a buffer is counted when its turn comes, not here. */
static int64_t order_of(struct etl_merge *m, const struct etl_buffer *b)
{
    struct etl_findings unheard = {0};
    struct etl_scan scan = *m->scan;
    int64_t time = INT64_MIN;
    if (!(scan.header->mode & ETL_MODE_BUFFERING))
        return b->sequence;
    scan.findings = &unheard;
    etl_body_first(&m->ahead_body, &scan, b, m->budget, &time);
    m->findings->short_of_memory = m->findings->short_of_memory || unheard.short_of_memory;
    return time;
}

static void add_place(struct etl_merge *m, const struct etl_buffer *b)
{
    struct etl_place *p = &m->places[m->place_count++];
    p->offset = b->offset;
    p->order = order_of(m, b);
    p->stream = b->is_first ? HEADER_STREAM : b->cpu;
    p->taken = false;
}

static void scan_into_window(struct etl_merge *m)
{
    while (m->place_count < m->window) {
        if (!m->has_ahead && !etl_scan_next(m->scan, &m->ahead)) {
            m->scanned = true;
            return;
        }
        m->has_ahead = true;
        if (m->ahead.segment != m->segment) {
            /* The next session waits until this one is given out. */
            if (m->place_count || m->heap_count)
                return;
            m->segment = m->ahead.segment;
        }
        add_place(m, &m->ahead);
        m->has_ahead = false;
    }
}

/* A stream that had come to its end goes on with its new places. */
static void wake(struct etl_merge *m, struct etl_stream *s)
{
    if (s->in_heap || !stream_step(m, s))
        return;
    s->in_heap = true;
    m->heap[m->heap_count] = (uint32_t)(s - m->streams);
    rise(m, m->heap_count++);
}

/* Gives each stream its range of the sorted places. Where nothing was kept,
 * every range is used up already; a file of many short sessions lives on that. */
static bool share_places(struct etl_merge *m, bool any_kept)
{
    for (uint32_t i = 0; any_kept && i < m->stream_count; i++)
        m->streams[i].next = m->streams[i].end = 0;
    for (uint32_t i = 0; i < m->place_count;) {
        uint32_t first = i, cpu = m->places[i].stream;
        while (i < m->place_count && m->places[i].stream == cpu)
            i++;
        struct etl_stream *s = stream_of(m, cpu);
        if (!s)
            return false;
        s->next = first;
        s->end = i;
        wake(m, s);
    }
    return true;
}

static bool refill(struct etl_merge *m)
{
    if (!m->places) {
        m->window = window_need(m);
        m->places = malloc(m->window * sizeof *m->places);
        if (!m->places)
            return false;
    }
    keep_waiting(m);
    bool any_kept = m->place_count != 0;
    scan_into_window(m);
    sort_places(m->places, m->place_count);
    m->waiting = m->place_count;
    return share_places(m, any_kept);
}

static void advance_top(struct etl_merge *m)
{
    struct etl_stream *top = &m->streams[m->heap[0]];
    if (!stream_step(m, top)) {
        top->in_heap = false;
        m->heap[0] = m->heap[--m->heap_count];
    }
    if (m->heap_count)
        sink(m, 0);
}

/* Is it time to look further into the file? */
static bool wants_refill(const struct etl_merge *m)
{
    if (m->scanned && !m->has_ahead)
        return false;
    if (!m->heap_count)
        return true;
    return !m->has_ahead && m->waiting <= m->window / 2;
}

bool etl_merge_next(struct etl_merge *m, struct etl_event *event)
{
    if (m->failed)
        return false;
    if (m->started && m->heap_count)
        advance_top(m);
    m->started = false;
    while (wants_refill(m)) {
        if (!refill(m)) {
            m->failed = true;
            return false;
        }
    }
    if (!m->heap_count)
        return false;
    *event = m->streams[m->heap[0]].event;
    m->started = true;
    return true;
}

uint64_t etl_merge_progress(const struct etl_merge *m)
{
    return m->opened_bytes;
}
