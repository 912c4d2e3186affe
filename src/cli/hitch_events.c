#include "cli/hitch.h"

#include "cli/cli_explain.h"
#include "cli/cli_time.h"
#include "strings/nearest.h"
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

static bool refuse_outside(struct hitch *h, const char *from, const char *to, const struct cli_span *span)
{
    hitch_say_outside(h, from ? "--from" : "--to", from ? from : to, span);
    return false;
}

static bool read_times(struct hitch *h, const struct words *w, struct etl_reader *r, struct request *q)
{
    const char *from_word = words_value(w, "--from"), *to_word = words_value(w, "--to");
    const struct etl_clock_base *clock = &etl_header(r)->clock;
    struct cli_span span = {0, 0};
    int64_t from = INT64_MIN, to = INT64_MAX;
    if ((from_word && !hitch_time(h, r, "--from", from_word, &span, &from)) ||
        (to_word && !hitch_time(h, r, "--to", to_word, &span, &to)))
        return false;
    if (from_word && to_word && from > to) {
        cli_say(h, CLI_from_after_to, from_word, to_word);
        return false;
    }
    if (from_word && !cli_time_touches(&span, from, INT64_MAX))
        return refuse_outside(h, from_word, NULL, &span);
    if (to_word && !cli_time_touches(&span, INT64_MIN, to))
        return refuse_outside(h, NULL, to_word, &span);
    q->filter.has_from = from_word != NULL;
    q->filter.has_to = to_word != NULL;
    if (from_word)
        q->filter.from = etl_raw_time(clock, from);
    /* The last tick that still rounds down to this time. */
    if (to_word)
        q->filter.to = to == INT64_MAX ? to : etl_raw_time(clock, to + 1) - 1;
    return true;
}

static bool read_number(struct hitch *h, const struct words *w, const char *option, uint64_t most,
                        enum cli_string_id wrong, uint64_t least, uint64_t *number)
{
    const char *word = words_value(w, option);
    if (!word || (str_to_u64(word, number) && *number >= least && *number <= most))
        return true;
    cli_say(h, wrong, word);
    return false;
}

static bool read_request(struct hitch *h, const struct words *w, struct request *q)
{
    const char *provider = words_value(w, "--provider");
    uint64_t id = 0;
    q->limit = UINT64_MAX;
    if (!read_number(h, w, "--limit", UINT64_MAX, CLI_bad_limit, 1, &q->limit) ||
        !read_number(h, w, "--id", UINT16_MAX, CLI_bad_id, 0, &id))
        return false;
    q->has_id = words_value(w, "--id") != NULL;
    q->id = (uint16_t)id;
    if (provider) {
        const struct guid *known = provider_names_find(provider);
        q->has_provider = known || guid_parse(provider, &q->provider);
        if (known)
            q->provider = *known;
        if (!q->has_provider)
            q->provider_name = provider;
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
        const char *name = provider_names_of_event(e);
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

static void put_event(struct hitch *h, struct text *t, const struct etl_reader *r, const struct etl_event *e)
{
    text_clear(t);
    put_times(t, r, e);
    text_addf(t, "\t%u\t", e->cpu);
    if (e->has_thread)
        text_addf(t, "%u\t%u\t", e->pid, e->tid);
    else
        text_add(t, "-\t-\t");
    const char *name = provider_names_of_event(e);
    size_t from = t->len;
    if (name)
        text_add(t, name);
    else
        guid_add(t, &e->provider);
    /* The name comes from the file: nothing in it may break the line. */
    text_clean(t, from);
    text_addf(t, etl_is_kernel(e) ? "\t0x%04x" : "\t%u", e->id);
    text_addf(t, "\t%u\t%u\t%u\t%u\n", e->version, e->opcode, e->level, e->size);
    hitch_put(h, t);
}

/* Gives how many. */
static uint64_t put_events(struct hitch *h, struct etl_reader *r, const struct request *q)
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
            put_event(h, &line, r, &e);
            given++;
        }
        if (hitch_progress_wants(&progress))
            hitch_progress_step(&progress, etl_progress(r));
    }
    hitch_progress_end(&progress);
    text_done(&line);
    return given;
}

static bool is_of_provider(const struct request *q, const struct etl_event *e)
{
    struct request only = *q;
    only.has_id = false;
    return wanted(&only, e);
}

/* Another pass, over all of the trace, for what comes nearest to what is not there. */
static void say_nothing_found(struct hitch *h, const char *file, struct etl_reader *r, const struct request *q,
                              const struct words *w)
{
    static const struct etl_filter all = {0};
    struct nearest near;
    struct guid last = {0};
    struct etl_event e = {0};
    const char *provider = words_value(w, "--provider"), *id = words_value(w, "--id");
    bool provider_there = false, id_there = false;
    uint32_t nearest_id = 0, far = UINT32_MAX;
    nearest_init(&near, provider ? provider : "");
    etl_rewind(r);
    etl_set_filter(r, &all);
    while (etl_next_stored(r, &e)) {
        uint32_t distance = e.id > q->id ? (uint32_t)e.id - q->id : (uint32_t)q->id - e.id;
        if (provider && !guid_equal(&last, &e.provider) && provider_names_of_event(&e))
            nearest_try(&near, provider_names_of_event(&e));
        last = e.provider;
        if (!is_of_provider(q, &e))
            continue;
        provider_there = true;
        id_there |= distance == 0;
        if (distance < far) {
            far = distance;
            nearest_id = e.id;
        }
    }
    bool near_here = nearest_name(&near) != NULL;
    for (size_t i = 0; provider && !near_here && provider_names_at(i); i++)
        nearest_try(&near, provider_names_at(i));
    if (provider && !provider_there)
        cli_say_near(h, nearest_name(&near), CLI_no_provider, provider, file, file);
    else if (id && !id_there && far != UINT32_MAX)
        cli_say(h, CLI_no_id, id, file, (unsigned)nearest_id, file);
    else
        cli_say(h, CLI_none_between, file);
}

int hitch_events(struct hitch *h, const struct words *words)
{
    struct request q = {0};
    const char *file = words_file(words, 0);
    if (!read_request(h, words, &q))
        return HITCH_FAILED;
    struct etl_reader *r = hitch_open(h, file);
    if (!r)
        return HITCH_FAILED;
    if (!read_times(h, words, r, &q)) {
        etl_close(r);
        return HITCH_FAILED;
    }
    uint64_t given = put_events(h, r, &q);
    bool asked = q.filter.has_from || q.filter.has_to || q.has_id || q.has_provider || q.provider_name;
    if (!given && asked && !outcome_failed(etl_error(r))) {
        say_nothing_found(h, file, r, &q, words);
        hitch_close(h, file, r);
        return HITCH_FAILED;
    }
    return hitch_close(h, file, r);
}
