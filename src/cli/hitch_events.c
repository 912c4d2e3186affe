#include "cli/hitch.h"

#include "cli/cli_time.h"
#include "events/provider_names.h"

#include <inttypes.h>
#include <string.h>

struct request {
    struct etl_filter filter;
    bool has_id, has_provider;
    uint16_t id;
    struct guid provider;
    const char *provider_name; /* where only the events themselves know it */
    uint64_t limit;
};

struct answers {
    const char *from, *to, *provider, *id, *limit;
};

static bool refuse_time(struct hitch *h, const char *option, const char *value)
{
    hitch_say(h, STR_cli_bad_time, "events", option, value);
    return false;
}

static bool read_times(struct hitch *h, const struct answers *a, const struct etl_header *header, struct request *q)
{
    const struct etl_clock_base *clock = &header->clock;
    int64_t at;
    if ((a->from || a->to) && clock->clock == ETL_CLOCK_UNKNOWN) {
        hitch_say(h, STR_cli_no_clock);
        return false;
    }
    if (a->from) {
        if (!cli_time_parse(a->from, header->start_time, &at))
            return refuse_time(h, "--from", a->from);
        q->filter.has_from = true;
        q->filter.from = etl_raw_time(clock, at);
    }
    if (a->to) {
        if (!cli_time_parse(a->to, header->start_time, &at))
            return refuse_time(h, "--to", a->to);
        /* The last tick that still rounds down to this time. */
        q->filter.has_to = true;
        q->filter.to = at == INT64_MAX ? at : etl_raw_time(clock, at + 1) - 1;
    }
    return true;
}

static bool read_request(struct hitch *h, const struct answers *a, struct request *q)
{
    uint64_t number;
    q->limit = UINT64_MAX;
    if (a->limit && !str_to_u64(a->limit, &q->limit)) {
        hitch_say(h, STR_cli_bad_limit, a->limit);
        return false;
    }
    if (a->id) {
        if (!str_to_u64(a->id, &number) || number > UINT16_MAX) {
            hitch_say(h, STR_cli_bad_id, a->id);
            return false;
        }
        q->has_id = true;
        q->id = (uint16_t)number;
    }
    if (a->provider) {
        const struct guid *known = etl_guid_of_name(a->provider);
        q->has_provider = known || guid_parse(a->provider, &q->provider);
        if (known)
            q->provider = *known;
        if (!q->has_provider)
            q->provider_name = a->provider;
    }
    return true;
}

static bool wanted(const struct request *q, const struct etl_event *e)
{
    if (q->has_id && q->id != e->id)
        return false;
    if (q->has_provider)
        return guid_equal(&q->provider, &e->provider);
    if (q->provider_name) {
        const char *name = etl_name_of(e);
        return name && str_equal_nocase(name, q->provider_name);
    }
    return true;
}

static void put_times(struct text *t, const struct etl_reader *r, const struct etl_event *e)
{
    if (etl_header(r)->clock.clock == ETL_CLOCK_UNKNOWN) {
        text_addf(t, "%lld\t-", (long long)e->time);
        return;
    }
    int64_t filetime = etl_event_filetime(r, e);
    cli_time_add_local(t, filetime);
    text_add_char(t, '\t');
    cli_time_add_utc(t, filetime);
}

static void put_event(FILE *out, struct text *t, const struct etl_reader *r, const struct etl_event *e)
{
    text_clear(t);
    put_times(t, r, e);
    text_addf(t, "\t%u\t", e->cpu);
    if (e->has_thread)
        text_addf(t, "%u\t%u\t", e->pid, e->tid);
    else
        text_add(t, "-\t-\t");
    const char *name = etl_name_of(e);
    size_t from = t->len;
    if (name)
        text_add(t, name);
    else
        guid_add(t, &e->provider);
    /* The name comes from the file: nothing in it may break the line. */
    text_clean(t, from);
    text_addf(t, etl_is_kernel(e) ? "\t0x%04x" : "\t%u", e->id);
    text_addf(t, "\t%u\t%u\t%u\t%u\n", e->version, e->opcode, e->level, e->size);
    fwrite(text_str(t), 1, t->len, out);
}

static void put_events(struct hitch *h, struct etl_reader *r, const struct request *q)
{
    struct etl_event e = {0};
    struct text line = TEXT_EMPTY;
    struct hitch_progress progress;
    uint64_t given = 0;
    hitch_progress_begin(&progress, h, etl_len(r));
    etl_set_filter(r, &q->filter);
    fputs("local\tutc\tcpu\tpid\ttid\tprovider\tid\tversion\topcode\tlevel\tsize\n", h->out);
    /* Behind the limit the pass goes on, since the exit code tells of the whole file. */
    while (etl_next(r, &e)) {
        if (given < q->limit && wanted(q, &e)) {
            put_event(h->out, &line, r, &e);
            given++;
        }
        if (hitch_progress_wants(&progress))
            hitch_progress_step(&progress, etl_progress(r));
    }
    hitch_progress_end(&progress);
    text_done(&line);
}

int hitch_events(struct hitch *h, int word_count, char **words)
{
    struct answers a = {0};
    struct request q = {0};
    const struct hitch_option options[] = {{"--from", &a.from, NULL},
                                           {"--to", &a.to, NULL},
                                           {"--provider", &a.provider, NULL},
                                           {"--id", &a.id, NULL},
                                           {"--limit", &a.limit, NULL}};
    int files = hitch_options(h, "events", word_count, words, options, sizeof options / sizeof options[0]);
    if (files > 1)
        hitch_say(h, STR_cli_one_file, "events");
    if (files != 1 || !read_request(h, &a, &q))
        return HITCH_FAILED;
    struct etl_reader *r = hitch_open(h, words[0]);
    if (!r)
        return HITCH_FAILED;
    if (!read_times(h, &a, etl_header(r), &q)) {
        etl_close(r);
        return HITCH_FAILED;
    }
    put_events(h, r, &q);
    return hitch_close(h, words[0], r);
}
