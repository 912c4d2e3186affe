#include "cli/hitch.h"

#include "cli/cli_explain.h"
#include "cli/cli_providers.h"
#include "base/checked.h"
#include "cli/estimate_table.h"
#include "etl/etl_kernel.h"
#include "gather/file_state.h"
#include "os/os.h"
#include "os/os_live.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#define USUAL_SECONDS 300u
#define SECONDS_MOST 86400u
#define TELL_EVERY_MS 30000u
#define WAIT_MS 500u
#define TICKS_PER_S 1e7

/* ---- a file ---- */

/* Behind a whole pass. Why it could not be told hitch_close says. */
static bool put_state(struct hitch *h, struct etl_reader *r, struct file_state *state)
{
    struct text lines = TEXT_EMPTY;
    struct outcome o = file_state_end(r, state);
    h->short_of_memory = h->short_of_memory || o.why == WHY_out_of_memory;
    if (outcome_failed(o))
        return true;
    report_file_state(state, &etl_header(r)->clock, h->language, &lines);
    if (!text_is_empty(&lines)) {
        text_add_char(&lines, '\n');
        hitch_put(h, &lines);
    }
    text_done(&lines);
    return file_state_is_faulty(state);
}

/* Of a ring that turned, what is older lacks some CPUs' events. */
static bool is_early(const struct file_state *state, const struct etl_event *e)
{
    return state->complete.wrapped && e->time < state->complete.raw;
}

static int estimate_file(struct hitch *h, const char *file)
{
    struct estimate_table price;
    struct etl_event e = {0};
    struct hitch_progress progress;
    struct file_state state = {0};
    int64_t first = 0, last = 0;
    bool any = false;
    struct etl_reader *r = hitch_open(h, file);
    if (!r)
        return HITCH_FAILED;
    struct outcome o = file_state_begin(r, 0, &state);
    if (!outcome_failed(o) && !estimate_table_init(&price))
        o = outcome_of(WHY_out_of_memory, 0);
    if (outcome_failed(o)) {
        etl_close(r);
        hitch_complain(h, o, file);
        return HITCH_FAILED;
    }
    hitch_progress_begin(&progress, h, etl_len(r));
    while (etl_next_stored(r, &e)) {
        if (hitch_progress_wants(&progress))
            hitch_progress_step(&progress, etl_progress(r));
        if (is_early(&state, &e))
            continue;
        estimate_table_add(&price, &e);
        /* Not the header's own records, which are as old as the session. */
        if (!e.has_time || guid_equal(&e.provider, &etl_classes[ETL_CLASS_EVENT_TRACE].guid))
            continue;
        int64_t time = etl_event_filetime(r, &e);
        first = !any || time < first ? time : first;
        last = !any || time > last ? time : last;
        any = true;
    }
    hitch_progress_end(&progress);
    bool faulty = put_state(h, r, &state);
    price.seconds = (double)i64_ahead(last, first) / TICKS_PER_S;
    price.lost = (uint64_t)etl_header(r)->events_lost + etl_header(r)->buffers_lost;
    bool rated = estimate_table_rated(&price);
    if (rated)
        estimate_table_put(h, &price, NULL);
    else
        cli_say(h, CLI_no_rate, file);
    estimate_table_done(&price);
    int code = hitch_close(h, file, r);
    if (!rated)
        return HITCH_FAILED;
    return code == HITCH_WHOLE && faulty ? HITCH_NOT_WHOLE : code;
}

/* ---- what is said now ---- */

/* One session's part: events up to `upto` are counted already. */
struct part {
    int64_t upto;   /* FILETIME; 0: nothing was counted yet */
    double seconds; /* that the counted events cover */
};

/* Two snapshots of a ring may overlap; a ring that wrapped has a gap. Only what
 * is newer counts, over the time that it covers. */
static struct outcome add_newer(struct estimate_table *price, struct part *part, const char *path, int64_t began)
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
        estimate_table_add(price, &e);
        first = time < first ? time : first;
        last = time > last ? time : last;
    }
    o = etl_error(r);
    etl_close(r);
    if (first != INT64_MAX && !outcome_failed(o)) {
        /* Without a gap the quiet before the first event counts too. */
        int64_t from = part->upto && i64_ahead(first, part->upto) < (uint64_t)TICKS_PER_S ? part->upto : first;
        part->seconds += (double)i64_ahead(last, from) / TICKS_PER_S;
        part->upto = last;
    }
    return o;
}

struct live {
    struct hitch *hitch;
    struct os_live *recording;
    struct os_live_files files;
    struct estimate_table file_price, buffer_price;
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
    estimate_table_put(h, &l->file_price, &l->providers);
    fprintf(h->out, "\n== %s\n", cli_string(h->language, CLI_estimate_buffer));
    estimate_table_put(h, &l->buffer_price, &l->providers);
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
    bool fine = estimate_table_init(&l.file_price) && estimate_table_init(&l.buffer_price);
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
    estimate_table_done(&l.file_price);
    estimate_table_done(&l.buffer_price);
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

int hitch_estimate(struct hitch *h, const struct words *words)
{
    const char *file = words_file(words, 0);
    bool live = words_value(words, "--live") != NULL;
    uint32_t seconds;
    if (!read_seconds(h, words_value(words, "--seconds"), &seconds))
        return HITCH_FAILED;
    if (live == (file != NULL) || (!live && words_value(words, "--seconds"))) {
        hitch_say(h, STR_cli_estimate_files);
        return HITCH_FAILED;
    }
    return live ? estimate_live(h, words_value(words, "--providers"), seconds) : estimate_file(h, file);
}
