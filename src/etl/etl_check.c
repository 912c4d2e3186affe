#include "etl/etl_check.h"

#include "etl/etl_kernel.h"
#include "etl/etl_reader.h"

#include <string.h>

#define PROGRESS_EVERY 4096u

static bool is_payload(const struct etl_event *e)
{
    return !guid_equal(&e->provider, &etl_guid_event_trace);
}

struct outcome etl_glance(const char *path)
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
    }
    etl_close(r);
    return o;
}

static void sum_up(struct etl_reader *r, etl_progress_fn *progress, void *ctx, struct etl_summary *s)
{
    struct etl_event e = {0};
    int64_t first = 0, last = 0;
    while (etl_next_stored(r, &e)) {
        if (progress && s->events % PROGRESS_EVERY == 0)
            progress(ctx, etl_progress(r));
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
}

void etl_summarise_reader(struct etl_reader *reader, etl_progress_fn *progress, void *ctx,
                          struct etl_summary *summary)
{
    const struct etl_header *h = etl_header(reader);
    struct etl_summary s;
    memset(&s, 0, sizeof s);
    s.state = ETL_NOT_ETL;
    s.bytes = etl_len(reader);
    if (!outcome_failed(etl_error(reader))) {
        sum_up(reader, progress, ctx, &s);
        s.state = etl_state_of(h, etl_findings(reader));
        s.events_lost = h->events_lost;
        s.buffers_lost = h->buffers_lost;
        s.cpus = etl_cpus(h, etl_findings(reader));
        s.os_build = h->os_build;
    }
    *summary = s;
}

struct outcome etl_summarise(const char *path, struct etl_summary *summary)
{
    struct etl_reader *r = NULL;
    struct outcome o = etl_open(path, &r);
    if (!r)
        return o;
    etl_summarise_reader(r, NULL, NULL, summary);
    etl_close(r);
    return outcome_ok();
}
