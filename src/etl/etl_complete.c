#include "etl/etl_complete.h"

#include <stdlib.h>

#include "base/checked.h"
#include "etl/private/etl_body.h"

#define FIRST_NUMBER 2 /* the highest with which a session's numbers may begin */
#define AT_ONCE 10000000 /* a second, in FILETIMEs */

/* Of one CPU: where its two oldest buffers begin, and which the oldest is. */
struct oldest {
    int64_t first, second;
    uint64_t offset;
    uint32_t count; /* up to 2 */
};

struct search {
    struct etl_scan scan;
    struct etl_findings findings;
    struct etl_body body;
    size_t budget;
    struct oldest *cpus; /* ETL_MAX_CPUS */
    int64_t earliest, latest; /* first events of all buffers */
    bool any;
};

static void note(struct search *s, const struct etl_buffer *b, int64_t first)
{
    struct oldest *o = &s->cpus[b->cpu];
    if (!s->any || first < s->earliest)
        s->earliest = first;
    s->any = true;
    if (!o->count || first < o->first) {
        o->second = o->first;
        o->first = first;
        o->offset = b->offset;
        o->count += o->count < 2;
    } else if (o->count == 1 || first < o->second) {
        o->second = first;
        o->count = 2;
    }
}

static void look(struct search *s)
{
    struct etl_buffer b;
    int64_t first;
    while (etl_scan_next(&s->scan, &b)) {
        if (!b.is_first && etl_body_first(&s->body, &s->scan, &b, &s->budget, &first))
            note(s, &b, first);
    }
}

/* When this CPU's oldest buffer was filled, at the latest. */
static int64_t filled_by(struct search *s, const struct oldest *o)
{
    struct etl_buffer b;
    struct etl_event e;
    etl_buffer_at(&s->scan, o->offset, &b);
    if (b.time >= o->second)
        return o->second;
    int64_t last = o->first;
    etl_body_open(&s->body, &s->scan, &b, &s->budget, &s->findings);
    while (etl_body_next(&s->body, &e, &s->findings)) {
        if (e.has_time && e.time > last)
            last = e.time;
    }
    return b.time >= last ? b.time : o->second;
}

/* The two bounds; false where no CPU has two buffers. */
struct bounds {
    int64_t own, eldest;
};

static bool bound(struct search *s, struct bounds *b)
{
    bool any = false;
    for (uint32_t i = 0; i < ETL_MAX_CPUS; i++) {
        const struct oldest *o = &s->cpus[i];
        if (o->count && o->first > s->latest)
            s->latest = o->first;
        if (o->count < 2)
            continue;
        int64_t filled = filled_by(s, o);
        if (!any || o->first > b->own)
            b->own = o->first;
        if (!any || filled < b->eldest)
            b->eldest = filled;
        any = true;
    }
    return any;
}

/* Numbers that the FLUSH gave begin at 1 whatever is gone, and a parked CPU may
 * have kept what it said at the start: so every CPU that can have lost one of
 * its buffers has to begin there. */
static bool is_late(const struct search *s, const struct etl_header *h, const struct bounds *bounds)
{
    uint64_t at_once = i64_ahead(etl_raw_time(&h->clock, i64_add_capped(h->start_time, AT_ONCE)),
                                 etl_raw_time(&h->clock, h->start_time));
    bool late = i64_ahead(s->earliest, h->t0) > at_once || i64_ahead(h->t0, s->earliest) > at_once;
    for (uint32_t i = 0; i < ETL_MAX_CPUS && bounds && !late; i++) {
        const struct oldest *o = &s->cpus[i];
        bool can_have_lost = o->count > 1 || (o->count && o->first <= bounds->eldest);
        late = can_have_lost && i64_ahead(o->first, h->t0) > at_once;
    }
    return late;
}

static bool has_turned(const struct search *s, const struct etl_header *h, const struct bounds *bounds)
{
    if (!s->any || s->findings.segments > 1)
        return false;
    if (s->findings.first_sequence > FIRST_NUMBER || !(h->mode & ETL_MODE_BUFFERING))
        return s->findings.first_sequence > FIRST_NUMBER;
    return is_late(s, h, bounds);
}

static bool has_all_cpus(const struct search *s, const struct etl_header *h)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ETL_MAX_CPUS; i++)
        count += s->cpus[i].count > 0;
    return h->processors && count >= h->processors;
}

static void answer(struct search *s, const struct etl_header *h, int64_t flush_before, struct etl_complete *c)
{
    struct bounds b = {0, 0};
    s->latest = s->earliest;
    bool bounded = bound(s, &b);
    c->wrapped = has_turned(s, h, bounded ? &b : NULL);
    c->by = ETL_FROM_BEGIN;
    c->raw = h->t0;
    if (!c->wrapped)
        return;
    c->by = ETL_FROM_BUFFERS;
    c->raw = i64_add_capped(b.own > b.eldest ? b.own : b.eldest, 1);
    if (bounded && s->latest < c->raw && has_all_cpus(s, h))
        c->raw = i64_add_capped(s->latest, 1);
    if (bounded)
        return;
    bool knows_flush = flush_before > 0 && h->clock.clock != ETL_CLOCK_UNKNOWN;
    c->by = knows_flush ? ETL_FROM_FLUSH : ETL_FROM_FIRST;
    c->raw = knows_flush ? etl_raw_time(&h->clock, flush_before) : s->latest;
}

bool etl_complete_find(const uint8_t *bytes, uint64_t len, const struct etl_header *header, int64_t flush_before,
                       struct etl_complete *complete)
{
    struct etl_complete c = {0};
    c.raw = header->t0;
    if (header->mode & (ETL_MODE_CIRCULAR | ETL_MODE_BUFFERING)) {
        struct search *s = calloc(1, sizeof *s);
        struct oldest *cpus = calloc(ETL_MAX_CPUS, sizeof *cpus);
        if (!s || !cpus) {
            free(s);
            free(cpus);
            return false;
        }
        s->cpus = cpus;
        s->budget = ETL_UNPACK_BUDGET;
        etl_scan_init(&s->scan, bytes, len, header, &s->findings);
        etl_body_init(&s->body, header);
        look(s);
        answer(s, header, flush_before, &c);
        bool whole = !s->findings.short_of_memory;
        etl_body_done(&s->body, &s->budget);
        free(cpus);
        free(s);
        if (!whole)
            return false;
    }
    c.filetime = etl_filetime(&header->clock, c.raw);
    *complete = c;
    return true;
}
