#include "cli/hitch.h"

#include "base/json.h"
#include "cli/cli_explain.h"
#include "cli/cli_time.h"
#include "base/checked.h"
#include "etl/etl_check.h"
#include "strings/format.h"

#include <inttypes.h>
#include <string.h>

#define HOLES_IN_LINE 3u

static void add_size(struct text *t, uint64_t bytes)
{
    if (bytes < 1024 * 1024)
        text_addf(t, "%llu.%llu KB", (unsigned long long)(bytes >> 10), (unsigned long long)((bytes & 1023) * 10 >> 10));
    else
        text_addf(t, "%llu.%llu MB", (unsigned long long)(bytes >> 20),
                  (unsigned long long)((bytes & 0xFFFFF) * 10 >> 20));
}

struct checked {
    struct etl_summary sum;
    struct etl_complete complete;
    struct etl_holes holes;
    const struct etl_clock_base *clock;
};

/* What it covers: all of its events, of a ring those from when it is complete. */
static uint64_t span_of(const struct checked *c)
{
    bool is_later = c->complete.wrapped && c->complete.filetime > c->sum.first_time;
    return i64_ahead(c->sum.last_time, is_later ? c->complete.filetime : c->sum.first_time);
}

/* "1 event" or "1,501 events". */
static void add_number(struct text *t, enum language language, enum cli_string_id one, enum cli_string_id many,
                       uint64_t count)
{
    struct text number = TEXT_EMPTY;
    format_count(&number, count);
    text_addf(t, cli_string(language, count == 1 ? one : many), text_str(&number));
    text_done(&number);
}

static void add_gist(struct text *t, enum language language, const struct checked *c, const struct etl_header *h)
{
    const struct etl_summary *s = &c->sum;
    const char *comma = cli_string(language, CLI_check_comma);
    cli_time_add_span(t, language, span_of(c));
    text_add(t, comma);
    add_number(t, language, CLI_check_event, CLI_check_events, s->events);
    text_add(t, comma);
    add_number(t, language, CLI_check_lost, CLI_check_lost, s->events_lost);
    if (s->buffers_lost)
        add_number(t, language, CLI_check_buffer_lost, CLI_check_buffers_lost, s->buffers_lost);
    text_add(t, comma);
    add_number(t, language, CLI_check_cpu, CLI_check_cpus, s->cpus);
    text_add(t, comma);
    add_size(t, s->bytes);
    text_add(t, comma);
    text_addf(t, cli_string(language, CLI_check_windows), h->os_major, h->os_minor, h->os_build);
}

static const char *first_fault(const struct etl_header *h, const struct etl_findings *f)
{
    return f->first_fault == ETL_FAULT_HEADER ? h->reason : etl_fault_name(f->first_fault);
}

static void add_trouble(struct text *t, enum language language, const struct etl_summary *s,
                        const struct etl_header *h, const struct etl_findings *f)
{
    uint64_t present = f->buffers + f->buffers_skipped;
    if (f->first_fault != ETL_FAULT_NONE)
        text_addf(t, cli_string(language, CLI_check_at), (unsigned long long)f->first_fault_offset,
                  cli_fault(language, first_fault(h, f)));
    if (f->buffers_skipped || f->buffers_broken || f->events_broken)
        text_addf(t, cli_string(language, CLI_check_broken), (unsigned long long)f->buffers_skipped,
                  (unsigned long long)f->buffers_broken, (unsigned long long)f->events_broken,
                  (unsigned long long)f->bytes_skipped);
    if (s->state == ETL_TRUNCATED && present < h->buffers_written)
        text_addf(t, cli_string(language, CLI_check_present), (unsigned long long)present, h->buffers_written);
    if (s->state == ETL_WRAPPED)
        text_addf(t, cli_string(language, CLI_check_kept), (unsigned long long)present, h->buffers_written);
    if (f->sequence_gaps && s->state != ETL_DAMAGED)
        text_addf(t, cli_string(language, CLI_check_missing), (unsigned long long)f->sequence_gaps);
}

static const char *state_word(enum language language, enum etl_state state)
{
    static const enum cli_string_id ids[] = {[ETL_WHOLE] = CLI_state_whole, [ETL_NOT_CLOSED] = CLI_state_not_closed,
                                             [ETL_WRAPPED] = CLI_state_wrapped, [ETL_TRUNCATED] = CLI_state_truncated,
                                             [ETL_DAMAGED] = CLI_state_damaged, [ETL_NOT_ETL] = CLI_state_not_etl};
    return cli_string(language, ids[state]);
}

static void add_cpus(struct text *t, enum language language, uint64_t cpus)
{
    const char *before = cli_string(language, (cpus & (cpus - 1)) ? CLI_check_on_cpus : CLI_check_on_cpu);
    if (cpus == UINT64_MAX) {
        text_add(t, cli_string(language, CLI_check_on_all));
        return;
    }
    for (unsigned i = 0; i < 64; i++) {
        if (!(cpus >> i & 1))
            continue;
        text_addf(t, i < 63 ? "%s%u" : cli_string(language, CLI_check_and_above), before, i);
        before = cli_string(language, CLI_check_and_cpu);
    }
}

static void add_hole(struct text *t, enum language language, const struct checked *c, const struct etl_hole *h)
{
    int64_t from = etl_filetime(c->clock, h->from), to = etl_filetime(c->clock, h->to);
    struct text span = TEXT_EMPTY, begin = TEXT_EMPTY, cpus = TEXT_EMPTY;
    const char *cause = cli_fault(language, etl_hole_cause_name(h->cause));
    cli_time_add_span(&span, language, i64_ahead(to, from));
    cli_time_add_utc(&begin, from);
    add_cpus(&cpus, language, h->cpus);
    if (c->clock->clock != ETL_CLOCK_UNKNOWN)
        text_addf(t, cli_string(language, CLI_check_hole), text_str(&span), text_str(&begin), text_str(&cpus), cause);
    else
        text_addf(t, cli_string(language, CLI_check_hole_somewhen), text_str(&cpus), cause);
    text_done(&span);
    text_done(&begin);
    text_done(&cpus);
}

static void add_missing(struct text *t, enum language language, const struct etl_holes *h)
{
    struct text missing = TEXT_EMPTY, whole = TEXT_EMPTY;
    uint64_t permille = u64_mul_capped(h->missing_bytes, 1000) / h->whole_bytes;
    add_size(&missing, h->missing_bytes);
    add_size(&whole, h->whole_bytes);
    text_addf(t, cli_string(language, CLI_check_share), text_str(&missing), text_str(&whole),
              (unsigned long long)(permille / 10), (unsigned long long)(permille % 10));
    text_done(&missing);
    text_done(&whole);
}

static void add_gaps(struct text *t, enum language language, const struct checked *c, const struct etl_findings *f)
{
    const struct etl_holes *h = &c->holes;
    if (c->complete.wrapped && c->complete.filetime) {
        struct text from = TEXT_EMPTY;
        cli_time_add_utc(&from, c->complete.filetime);
        text_addf(t, cli_string(language, CLI_check_complete), text_str(&from));
        text_done(&from);
    }
    if (f->stray_times)
        text_addf(t, cli_string(language, CLI_check_stray), (unsigned long long)f->stray_times);
    if (h->missing_bytes)
        add_missing(t, language, h);
    for (uint32_t i = 0; i < h->count && i < HOLES_IN_LINE; i++)
        add_hole(t, language, c, &h->list[i]);
    if (h->count > HOLES_IN_LINE)
        text_addf(t, cli_string(language, CLI_check_more_holes), h->count - HOLES_IN_LINE);
}

static void put_line(struct hitch *h, const char *file, const struct checked *c, struct etl_reader *r)
{
    const struct etl_summary *s = &c->sum;
    struct text t = TEXT_EMPTY;
    text_addf(&t, "%s%s%s%s", file, string_get(h->language, STR_colon), state_word(h->language, s->state),
              cli_string(h->language, CLI_check_comma));
    if (s->state == ETL_NOT_ETL) {
        text_add(&t, cli_fault(h->language, etl_header(r)->reason));
    } else {
        add_gist(&t, h->language, c, etl_header(r));
        add_trouble(&t, h->language, s, etl_header(r), etl_findings(r));
        add_gaps(&t, h->language, c, etl_findings(r));
    }
    text_add_char(&t, '\n');
    hitch_put(h, &t);
    text_done(&t);
}

static void add_json_number(struct text *t, const char *name, uint64_t value)
{
    text_addf(t, ",\"%s\":%llu", name, (unsigned long long)value);
}

static void add_json_time(struct text *t, const char *name, int64_t filetime)
{
    text_addf(t, ",\"%s\":", name);
    if (!filetime) {
        text_add(t, "null");
        return;
    }
    text_add(t, "\"");
    cli_time_add_utc(t, filetime);
    text_add(t, "\"");
}

static void add_json_findings(struct text *t, const struct etl_header *h, const struct etl_findings *f)
{
    add_json_number(t, "buffers", f->buffers);
    add_json_number(t, "buffers_written", h->buffers_written);
    add_json_number(t, "buffers_skipped", f->buffers_skipped);
    add_json_number(t, "buffers_broken", f->buffers_broken);
    add_json_number(t, "events_broken", f->events_broken);
    add_json_number(t, "bytes_skipped", f->bytes_skipped);
    add_json_number(t, "buffer_numbers_missing", f->sequence_gaps);
    add_json_number(t, "sessions", f->segments);
    text_add(t, ",\"first_fault\":");
    if (f->first_fault == ETL_FAULT_NONE) {
        text_add(t, "null");
        return;
    }
    text_addf(t, "{\"offset\":%llu,\"what\":", (unsigned long long)f->first_fault_offset);
    json_add_string(t, first_fault(h, f));
    text_add(t, "}");
}

static void add_json_holes(struct text *t, const struct checked *c)
{
    const struct etl_holes *h = &c->holes;
    add_json_number(t, "missing_bytes", h->missing_bytes);
    add_json_number(t, "whole_bytes", h->whole_bytes);
    text_add(t, ",\"holes\":[");
    for (uint32_t i = 0; i < h->count; i++) {
        const struct etl_hole *hole = &h->list[i];
        text_addf(t, "%s{\"cause\":", i ? "," : "");
        json_add_string(t, etl_hole_cause_name(hole->cause));
        add_json_time(t, "from", etl_filetime(c->clock, hole->from));
        add_json_time(t, "to", etl_filetime(c->clock, hole->to));
        text_addf(t, ",\"cpus\":\"0x%llx\"", (unsigned long long)hole->cpus);
        add_json_number(t, "buffers", hole->buffers);
        add_json_number(t, "bytes", hole->bytes);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
}

static void put_json(struct hitch *h, const char *file, const struct checked *c, struct etl_reader *r)
{
    const struct etl_summary *s = &c->sum;
    struct text t = TEXT_EMPTY;
    text_add(&t, "{\"file\":");
    json_add_string(&t, file);
    text_addf(&t, ",\"state\":\"%s\"", etl_state_name(s->state));
    add_json_number(&t, "bytes", s->bytes);
    if (s->state == ETL_NOT_ETL) {
        text_add(&t, ",\"why\":");
        json_add_string(&t, etl_header(r)->reason);
    } else {
        add_json_number(&t, "events", s->events);
        add_json_number(&t, "payload_events", s->payload_events);
        add_json_number(&t, "events_lost", s->events_lost);
        add_json_number(&t, "buffers_lost", s->buffers_lost);
        add_json_time(&t, "first", s->first_time);
        add_json_time(&t, "last", s->last_time);
        add_json_number(&t, "span_ms", span_of(c) / 10000);
        add_json_time(&t, "complete_from", c->complete.filetime);
        text_addf(&t, ",\"wrapped\":%s", c->complete.wrapped ? "true" : "false");
        add_json_number(&t, "stray_times", etl_findings(r)->stray_times);
        add_json_holes(&t, c);
        add_json_number(&t, "cpus", s->cpus);
        add_json_number(&t, "os_build", s->os_build);
        add_json_findings(&t, etl_header(r), etl_findings(r));
    }
    text_add(&t, "}\n");
    hitch_put(h, &t);
    text_done(&t);
}

static void draw(void *ctx, uint64_t done)
{
    struct hitch_progress *p = ctx;
    if (p->whole)
        hitch_progress_step(p, done);
}

/* A reader that ran to its end also knows what is missing. */
static struct outcome look(struct hitch *h, struct etl_reader *r, struct checked *c)
{
    struct hitch_progress progress;
    memset(c, 0, sizeof *c);
    hitch_progress_begin(&progress, h, etl_len(r));
    etl_summarise_reader(r, draw, &progress, &c->sum);
    hitch_progress_end(&progress);
    c->clock = &etl_header(r)->clock;
    if (c->sum.state == ETL_NOT_ETL)
        return outcome_ok();
    struct outcome o = etl_complete_from(r, 0, &c->complete);
    return outcome_failed(o) ? o : etl_holes(r, &c->holes);
}

/* That a ring has overwritten what was old is its trade, no fault. */
static int code_of(const struct checked *c)
{
    if (c->sum.state == ETL_NOT_ETL)
        return HITCH_FAILED;
    bool is_sound = c->sum.state == ETL_WHOLE || c->sum.state == ETL_WRAPPED;
    return is_sound && !c->holes.count ? HITCH_WHOLE : HITCH_NOT_WHOLE;
}

static int check_file(struct hitch *h, const char *file, bool json)
{
    struct etl_reader *r = NULL;
    struct checked c;
    struct outcome o = hitch_open_any(h, file, &r);
    if (r)
        o = look(h, r, &c);
    if (!r || outcome_failed(o)) {
        hitch_complain(h, o, file);
        etl_close(r);
        return HITCH_FAILED;
    }
    if (json)
        put_json(h, file, &c, r);
    else
        put_line(h, file, &c, r);
    if (c.sum.state == ETL_NOT_ETL)
        hitch_complain_of(h, outcome_of(WHY_etl_not_etl, 0), file, etl_header(r)->reason);
    etl_close(r);
    return code_of(&c);
}

int hitch_check(struct hitch *h, const struct words *words)
{
    bool json = words_value(words, "--json") != NULL;
    int worst = HITCH_WHOLE;
    for (size_t i = 0; words_file(words, i); i++) {
        int code = check_file(h, words_file(words, i), json);
        if (code > worst)
            worst = code;
    }
    return worst;
}
