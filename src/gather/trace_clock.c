#include "gather/private/trace_clock.h"

#include "base/checked.h"

/* Most clocks count in FILETIME units, which saves two divisions an event. */
void trace_clock_begin(struct trace *t)
{
    struct trace_file *f = &t->files[t->file];
    const struct etl_clock_base *c = &etl_header(f->same_clock ? t->files[0].reader : f->reader)->clock;
    f->simple = c->clock == ETL_CLOCK_QPC && c->ticks_per_unit == c->units && c->t0 >= 0 && c->start >= 0;
    f->offset = f->simple ? (int64_t)((uint64_t)c->start - (uint64_t)c->t0) : 0;
}

int64_t trace_time(const struct trace *t, int64_t raw)
{
    const struct trace_file *f = &t->files[t->file];
    int64_t time;
    if (f->simple && raw >= 0 && raw < LAST_TIME) {
        time = i64_add_capped(raw, f->offset);
    } else {
        const struct etl_header *h = etl_header(f->same_clock ? t->files[0].reader : f->reader);
        time = etl_filetime(&h->clock, raw);
    }
    return time < 0 ? 0 : time < LAST_TIME ? time : LAST_TIME;
}

int64_t trace_raw(const struct trace *t, int64_t filetime)
{
    return etl_raw_time(&etl_header(t->files[t->file].reader)->clock, filetime);
}
