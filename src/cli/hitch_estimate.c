#include "cli/hitch.h"

#include "cli/cli_providers.h"
#include "cli/estimate_table.h"
#include "etl/etl_kernel.h"
#include "os/os.h"
#include "os/os_live.h"

#include <stdlib.h>
#include <string.h>

#define USUAL_SECONDS 300u
#define SECONDS_MOST 86400u
#define TELL_EVERY_MS 30000u
#define WAIT_MS 500u
#define TICKS_PER_S 1e7

/* ---- a file ---- */

static int estimate_file(struct hitch *h, const char *file)
{
    struct price price;
    struct etl_event e = {0};
    struct hitch_progress progress;
    int64_t first = 0, last = 0;
    bool any = false;
    struct etl_reader *r = hitch_open(h, file);
    if (!r)
        return HITCH_FAILED;
    if (!price_init(&price)) {
        etl_close(r);
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), file);
        return HITCH_FAILED;
    }
    hitch_progress_begin(&progress, h, etl_len(r));
    while (etl_next_stored(r, &e)) {
        if (hitch_progress_wants(&progress))
            hitch_progress_step(&progress, etl_progress(r));
        price_add(&price, &e);
        /* Not the header's own records, which are as old as the session. */
        if (!e.has_time || guid_equal(&e.provider, &etl_guid_event_trace))
            continue;
        int64_t time = etl_event_filetime(r, &e);
        first = !any || time < first ? time : first;
        last = !any || time > last ? time : last;
        any = true;
    }
    hitch_progress_end(&progress);
    price.seconds = (double)(last - first) / TICKS_PER_S;
    price.lost = (uint64_t)etl_header(r)->events_lost + etl_header(r)->buffers_lost;
    price_put(h, &price, NULL);
    price_done(&price);
    return hitch_close(h, file, r);
}

/* ---- what is said now ---- */

/* One session's part: events up to `upto` are counted already. */
struct part {
    int64_t upto;   /* FILETIME; 0: nothing was counted yet */
    double seconds; /* that the counted events cover */
};

/* Two snapshots of a ring may overlap; a ring that wrapped has a gap. Only what
 * is newer counts, over the time that it covers. */
static struct outcome add_newer(struct price *price, struct part *part, const char *path, int64_t began)
{
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    int64_t first = INT64_MAX, last = part->upto;
    struct outcome o = etl_open(path, &r);
    if (outcome_failed(o)) {
        etl_close(r);
        return o;
    }
    while (etl_next_stored(r, &e)) {
        int64_t time = e.kind == ETL_EVENT ? etl_event_filetime(r, &e) : 0;
        if (time <= part->upto || time < began)
            continue;
        price_add(price, &e);
        first = time < first ? time : first;
        last = time > last ? time : last;
    }
    o = etl_error(r);
    etl_close(r);
    if (first != INT64_MAX && !outcome_failed(o)) {
        /* Without a gap the quiet before the first event counts too. */
        int64_t from = part->upto && first - part->upto < (int64_t)TICKS_PER_S ? part->upto : first;
        part->seconds += (double)(last - from) / TICKS_PER_S;
        part->upto = last;
    }
    return o;
}

struct live {
    struct hitch *hitch;
    struct os_live *recording;
    struct os_live_files files;
    struct price file_price, buffer_price;
    struct part file, buffer;
    struct providers providers;
    int64_t began;
};

static void put_live(struct live *l, enum cli_string_id when)
{
    struct hitch *h = l->hitch;
    l->file_price.seconds = l->file.seconds;
    l->buffer_price.seconds = l->buffer.seconds;
    fputc('\n', h->out);
    hitch_print(h, when, (double)(os_utc_now() - l->began) / TICKS_PER_S);
    fprintf(h->out, "\n\n== %s\n", cli_string(h->language, CLI_estimate_file));
    price_put(h, &l->file_price, &l->providers);
    fprintf(h->out, "\n== %s\n", cli_string(h->language, CLI_estimate_buffer));
    price_put(h, &l->buffer_price, &l->providers);
    fflush(h->out);
}

static struct outcome look(struct live *l)
{
    struct outcome o = os_live_look(l->recording, &l->files);
    if (!outcome_failed(o))
        o = add_newer(&l->file_price, &l->file, text_str(&l->files.file), l->began);
    if (!outcome_failed(o))
        o = add_newer(&l->buffer_price, &l->buffer, text_str(&l->files.buffer), l->began);
    l->file_price.lost = l->files.file_lost;
    l->buffer_price.lost = l->files.buffer_lost;
    return o;
}

static struct outcome watch(struct live *l, uint32_t seconds)
{
    struct outcome o = outcome_ok();
    bool wanted = true;
    int64_t start = os_ticks_ns(), next = TELL_EVERY_MS;
    while (wanted && !outcome_failed(o)) {
        int64_t ms = (os_ticks_ns() - start) / 1000000;
        if (ms >= (int64_t)seconds * 1000)
            break;
        if (ms >= next) {
            next += TELL_EVERY_MS;
            o = look(l);
            if (!outcome_failed(o))
                put_live(l, CLI_estimate_so_far);
        }
        wanted = os_live_wait(l->recording, WAIT_MS);
    }
    if (!outcome_failed(o))
        o = look(l);
    if (!outcome_failed(o))
        put_live(l, wanted ? CLI_estimate_in_all : CLI_estimate_ended_early);
    return o;
}

static int estimate_live(struct hitch *h, const char *list, uint32_t seconds)
{
    struct live l;
    uint32_t refused = 0;
    memset(&l, 0, sizeof l);
    l.hitch = h;
    providers_init(&l.providers);
    int code = HITCH_FAILED;
    bool fine = price_init(&l.file_price) && price_init(&l.buffer_price);
    if (!fine)
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), NULL);
    else if (cli_providers_read(h, list, os_live_build(), &l.providers)) {
        l.began = os_utc_now();
        struct outcome o = os_live_open(&l.providers, &l.recording, &refused);
        if (!outcome_failed(o)) {
            hitch_say(h, STR_cli_listening, (unsigned)seconds, (unsigned)refused);
            o = watch(&l, seconds);
        }
        os_live_close(l.recording);
        if (o.why == WHY_exists)
            hitch_say(h, STR_cli_live_taken);
        else if (outcome_failed(o))
            hitch_complain(h, o, "Hitchbox-File");
        else
            code = HITCH_WHOLE;
    }
    text_done(&l.files.file);
    text_done(&l.files.buffer);
    price_done(&l.file_price);
    price_done(&l.buffer_price);
    providers_done(&l.providers);
    return code;
}

static bool read_seconds(struct hitch *h, const char *word, uint32_t *seconds)
{
    uint64_t value = USUAL_SECONDS;
    if (word && (!str_to_u64(word, &value) || value < 1 || value > SECONDS_MOST)) {
        hitch_say(h, STR_cli_bad_seconds, word, SECONDS_MOST);
        return false;
    }
    *seconds = (uint32_t)value;
    return true;
}

int hitch_estimate(struct hitch *h, int word_count, char **words)
{
    const char *list = NULL, *seconds_word = NULL;
    bool live = false;
    uint32_t seconds;
    const struct hitch_option options[] = {
        {"--live", NULL, &live}, {"--seconds", &seconds_word, NULL}, {"--providers", &list, NULL}};
    int files = hitch_options_alone(h, "estimate", word_count, words, options, 3);
    if (files < 0 || !read_seconds(h, seconds_word, &seconds))
        return HITCH_FAILED;
    if (files != (live ? 0 : 1)) {
        hitch_say(h, STR_cli_estimate_files);
        return HITCH_FAILED;
    }
    return live ? estimate_live(h, list, seconds) : estimate_file(h, words[0]);
}
