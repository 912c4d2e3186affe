#include "cli/estimate_table.h"

#include "events/provider_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MB (1024.0 * 1024.0)
/* Bytes that makers warrant for a usual 1 TB SSD of three bits a cell. */
#define ENDURANCE_TB 600.0
#define TB 1e12
/* How full of events buffers are when they are written or dropped: a guess, for
 * each has a header and the next event may not fit. */
#define BUFFER_FILL 0.9
#define NAME_WIDTH 42

bool estimate_table_init(struct estimate_table *p)
{
    memset(p, 0, sizeof *p);
    p->rows = calloc(PRICE_MOST, sizeof *p->rows);
    return p->rows != NULL;
}

void estimate_table_done(struct estimate_table *p)
{
    free(p->rows);
    memset(p, 0, sizeof *p);
}

static void name_row(struct estimate_table *p, struct estimate_row *row, const struct etl_event *e)
{
    struct text name = TEXT_EMPTY;
    char guid[GUID_ROOM];
    const char *known = provider_names_of_event(e);
    row->provider = e->provider;
    text_add(&name, known ? known : guid_str(&e->provider, guid));
    text_clean(&name, 0);
    text_cut(&name, sizeof row->name - 1);
    p->short_of_memory = p->short_of_memory || name.failed;
    snprintf(row->name, sizeof row->name, "%s", text_str(&name));
    text_done(&name);
}

void estimate_table_add(struct estimate_table *p, const struct etl_event *e)
{
    /* Events of one provider come in runs: the last one found is near. */
    uint32_t at = 0;
    while (at < p->count && !guid_equal(&p->rows[at].provider, &e->provider))
        at++;
    p->events++;
    p->bytes += e->size;
    if (at == PRICE_MOST)
        return;
    if (at == p->count) {
        name_row(p, &p->rows[at], e);
        p->count++;
    }
    p->rows[at].events++;
    p->rows[at].bytes += e->size;
    if (at > 0 && p->rows[at].events > p->rows[at - 1].events) {
        struct estimate_row other = p->rows[at - 1];
        p->rows[at - 1] = p->rows[at];
        p->rows[at] = other;
    }
}

static int most_bytes(const void *a, const void *b)
{
    const struct estimate_row *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes > y->bytes ? -1 : 1;
    return strcmp(x->name, y->name);
}

static const char *shown_name(const struct estimate_row *row, const struct providers *providers)
{
    for (size_t i = 0; providers && i < providers->count; i++) {
        if (guid_equal(&providers->items[i].guid, &row->provider))
            return text_str(&providers->items[i].name);
    }
    return row->name;
}

static void put_line(FILE *out, const char *name, uint64_t events, uint64_t bytes, const struct estimate_table *p)
{
    double share = p->bytes ? 100.0 * (double)bytes / (double)p->bytes : 0;
    cli_put_column(out, name, NAME_WIDTH);
    fprintf(out, " %12" PRIu64 " %12.1f %12.1f %6.1f\n", events, (double)events / p->seconds,
            (double)bytes / 1024.0 / p->seconds, share);
}

static void put_head(struct hitch *h)
{
    static const enum cli_string_id numbers[] = {CLI_column_events, CLI_column_event_rate, CLI_column_kb_rate};
    cli_put_column(h->out, cli_string(h->language, CLI_column_provider), NAME_WIDTH);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        fputc(' ', h->out);
        cli_put_column(h->out, cli_string(h->language, numbers[i]), -12);
    }
    fprintf(h->out, " %6s\n", "%");
}

static void put_disk(struct hitch *h, const struct estimate_table *p)
{
    double mb_hour = (double)p->bytes / p->seconds * 3600 / MB / BUFFER_FILL;
    double tb_year = mb_hour * MB * 24 * 365 / TB;
    fputc('\n', h->out);
    hitch_print(h, CLI_estimate_disk, mb_hour, mb_hour * 24 * 365, tb_year);
    hitch_print(h, CLI_estimate_endurance, ENDURANCE_TB, 100 * tb_year / ENDURANCE_TB);
}

static void put_rings(struct hitch *h, const struct estimate_table *p)
{
    double usable = BUFFER_FILL / ((double)p->bytes / p->seconds);
    fputc('\n', h->out);
    hitch_print(h, CLI_estimate_rings);
    for (unsigned mb = 64; mb <= 1024; mb *= 2)
        hitch_print(h, CLI_estimate_ring, mb, mb * MB * usable / 60);
}

bool estimate_table_rated(const struct estimate_table *p)
{
    return p->events && p->seconds >= ESTIMATE_LEAST_S;
}

void estimate_table_put(struct hitch *h, struct estimate_table *p, const struct providers *providers)
{
    h->short_of_memory = h->short_of_memory || p->short_of_memory;
    if (!estimate_table_rated(p)) {
        hitch_print(h, CLI_estimate_no_rate);
        return;
    }
    qsort(p->rows, p->count, sizeof *p->rows, most_bytes);
    put_head(h);
    for (uint32_t i = 0; i < p->count; i++)
        put_line(h->out, shown_name(&p->rows[i], providers), p->rows[i].events, p->rows[i].bytes, p);
    put_line(h->out, cli_string(h->language, CLI_estimate_all), p->events, p->bytes, p);
    fputc('\n', h->out);
    hitch_print(h, p->lost ? CLI_estimate_lost_some : CLI_estimate_lost_none, p->seconds, (unsigned long long)p->lost);
    put_disk(h, p);
    put_rings(h, p);
}
