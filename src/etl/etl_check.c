#include "etl/etl_check.h"

#include "etl/etl_kernel.h"
#include "etl/etl_reader.h"

#include <string.h>

#define PROGRESS_EVERY 4096u

static bool is_payload(const struct etl_event *e)
{
    return !guid_equal(&e->provider, &etl_classes[ETL_CLASS_EVENT_TRACE].guid);
}

static void measure(struct etl_reader *r, struct etl_extent *extent)
{
    const struct etl_header *h = etl_header(r);
    bool plain = h->format == ETL_FORMAT_PLAIN && h->unit;
    extent->buffers = plain ? etl_len(r) / h->unit : 0;
    extent->claimed = plain ? h->buffers_written : 0;
    extent->cpus = h->processors;
    extent->cut = plain && etl_len(r) % h->unit != 0;
}

struct outcome etl_glance_extent(const char *path, struct etl_extent *extent)
{
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    struct outcome o = etl_open(path, &r);
    if (!outcome_failed(o)) {
        o = outcome_of(WHY_snapshot_empty, 0);
        while (outcome_failed(o) && etl_next_stored(r, &e)) {
            if (is_payload(&e))
                o = outcome_ok();
        }
        if (outcome_failed(etl_error(r)))
            o = etl_error(r);
    }
    if (!outcome_failed(o))
        measure(r, extent);
    etl_close(r);
    return o;
}

struct outcome etl_glance(const char *path)
{
    struct etl_extent extent;
    return etl_glance_extent(path, &extent);
}

struct listener {
    etl_progress_fn *progress;
    etl_stop_fn *stop;
    void *ctx;
};

static bool wants_more(struct etl_reader *r, const struct listener *l, uint64_t events)
{
    if (events % PROGRESS_EVERY != 0)
        return true;
    if (l->progress)
        l->progress(l->ctx, etl_progress(r));
    return !l->stop || !l->stop(l->ctx);
}

static bool sum_up(struct etl_reader *r, const struct listener *l, struct etl_summary *s)
{
    struct etl_event e = {0};
    int64_t first = 0, last = 0;
    while (etl_next_stored(r, &e)) {
        if (!wants_more(r, l, s->events))
            return false;
        s->events++;
        if (!is_payload(&e))
            continue;
        if (!s->payload_events || e.time < first)
            first = e.time;
        if (!s->payload_events || e.time > last)
            last = e.time;
        s->payload_events++;
    }
    if (s->payload_events) {
        s->first_time = etl_filetime(&etl_header(r)->clock, first);
        s->last_time = etl_filetime(&etl_header(r)->clock, last);
    }
    return true;
}

static bool summarise(struct etl_reader *reader, const struct listener *l, struct etl_summary *summary)
{
    const struct etl_header *h = etl_header(reader);
    struct etl_summary s;
    memset(&s, 0, sizeof s);
    s.state = ETL_NOT_ETL;
    s.bytes = etl_len(reader);
    if (!outcome_failed(etl_error(reader))) {
        if (!sum_up(reader, l, &s))
            return false;
        s.state = etl_state_of(h, etl_findings(reader));
        s.events_lost = h->events_lost;
        s.buffers_lost = h->buffers_lost;
        s.cpus = etl_cpus(h, etl_findings(reader));
        s.os_build = h->os_build;
    }
    *summary = s;
    return true;
}

void etl_summarise_reader(struct etl_reader *reader, etl_progress_fn *progress, void *ctx,
                          struct etl_summary *summary)
{
    struct listener l = {progress, NULL, ctx};
    summarise(reader, &l, summary);
}

struct outcome etl_summarise_unless(const char *path, etl_stop_fn *stop, void *ctx, struct etl_summary *summary)
{
    struct listener l = {NULL, stop, ctx};
    struct etl_reader *r = NULL;
    struct outcome o = etl_open(path, &r);
    if (!r)
        return o;
    struct etl_summary s;
    bool is_etl = !outcome_failed(o);
    o = summarise(r, &l, &s) ? outcome_ok() : outcome_of(WHY_given_up, 0);
    if (is_etl && !outcome_failed(o))
        o = etl_error(r);
    if (!outcome_failed(o))
        *summary = s;
    etl_close(r);
    return o;
}

struct outcome etl_summarise(const char *path, struct etl_summary *summary)
{
    return etl_summarise_unless(path, NULL, NULL, summary);
}
