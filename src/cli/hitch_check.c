#include "cli/hitch.h"

#include "cli/cli_time.h"
#include "etl/etl_check.h"

#include <inttypes.h>
#include <string.h>

static void add_grouped(struct text *t, uint64_t n)
{
    struct text digits = TEXT_EMPTY;
    text_addf(&digits, "%llu", (unsigned long long)n);
    for (size_t i = 0; i < digits.len; i++) {
        if (i && (digits.len - i) % 3 == 0)
            text_add_char(t, ',');
        text_add_char(t, digits.bytes[i]);
    }
    text_done(&digits);
}

static void add_size(struct text *t, uint64_t bytes)
{
    if (bytes < 1024 * 1024)
        text_addf(t, "%llu.%llu KB", (unsigned long long)(bytes >> 10), (unsigned long long)((bytes & 1023) * 10 >> 10));
    else
        text_addf(t, "%llu.%llu MB", (unsigned long long)(bytes >> 20),
                  (unsigned long long)((bytes & 0xFFFFF) * 10 >> 20));
}

static uint64_t span_of(const struct etl_summary *s)
{
    return s->last_time > s->first_time ? (uint64_t)s->last_time - (uint64_t)s->first_time : 0;
}

static void add_gist(struct text *t, const struct etl_summary *s, const struct etl_header *h)
{
    cli_time_add_span(t, span_of(s));
    text_add(t, ", ");
    add_grouped(t, s->events);
    text_add(t, s->events == 1 ? " event, " : " events, ");
    add_grouped(t, s->events_lost);
    text_add(t, " lost");
    if (s->buffers_lost)
        text_addf(t, " and %llu buffers lost", (unsigned long long)s->buffers_lost);
    text_addf(t, s->cpus == 1 ? ", %u CPU, " : ", %u CPUs, ", s->cpus);
    add_size(t, s->bytes);
    text_addf(t, ", Windows %u.%u build %u", h->os_major, h->os_minor, h->os_build);
}

static const char *first_fault(const struct etl_header *h, const struct etl_findings *f)
{
    return f->first_fault == ETL_FAULT_HEADER ? h->reason : etl_fault_name(f->first_fault);
}

static void add_trouble(struct text *t, const struct etl_summary *s, const struct etl_header *h,
                        const struct etl_findings *f)
{
    uint64_t present = f->buffers + f->buffers_skipped;
    if (f->first_fault != ETL_FAULT_NONE)
        text_addf(t, "; at 0x%llx: %s", (unsigned long long)f->first_fault_offset, first_fault(h, f));
    if (f->buffers_skipped || f->buffers_broken || f->events_broken)
        text_addf(t, "; %llu buffers skipped, %llu broken, %llu broken events, %llu bytes not read",
                  (unsigned long long)f->buffers_skipped, (unsigned long long)f->buffers_broken,
                  (unsigned long long)f->events_broken, (unsigned long long)f->bytes_skipped);
    if (s->state == ETL_TRUNCATED && present < h->buffers_written)
        text_addf(t, "; %llu of %u buffers are there", (unsigned long long)present, h->buffers_written);
    if (s->state == ETL_WRAPPED)
        text_addf(t, "; the last %llu of %u buffers are kept", (unsigned long long)present, h->buffers_written);
    if (f->sequence_gaps && s->state != ETL_DAMAGED)
        text_addf(t, "; note: %llu buffer numbers are missing", (unsigned long long)f->sequence_gaps);
}

static void put_line(FILE *out, const char *file, const struct etl_summary *s, struct etl_reader *r)
{
    struct text t = TEXT_EMPTY;
    text_addf(&t, "%s: %s, ", file, etl_state_name(s->state));
    if (s->state == ETL_NOT_ETL) {
        text_add(&t, etl_header(r)->reason);
    } else {
        add_gist(&t, s, etl_header(r));
        add_trouble(&t, s, etl_header(r), etl_findings(r));
    }
    fprintf(out, "%s\n", text_str(&t));
    text_done(&t);
}

static void add_json_string(struct text *t, const char *str)
{
    text_add_char(t, '"');
    for (; *str; str++) {
        unsigned char c = (unsigned char)*str;
        if (c == '"' || c == '\\')
            text_add_char(t, '\\');
        if (c < 0x20)
            text_addf(t, "\\u%04x", c);
        else
            text_add_char(t, (char)c);
    }
    text_add_char(t, '"');
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
    add_json_string(t, first_fault(h, f));
    text_add(t, "}");
}

static void put_json(FILE *out, const char *file, const struct etl_summary *s, struct etl_reader *r)
{
    struct text t = TEXT_EMPTY;
    text_add(&t, "{\"file\":");
    add_json_string(&t, file);
    text_addf(&t, ",\"state\":\"%s\"", etl_state_name(s->state));
    add_json_number(&t, "bytes", s->bytes);
    if (s->state == ETL_NOT_ETL) {
        text_add(&t, ",\"why\":");
        add_json_string(&t, etl_header(r)->reason);
    } else {
        add_json_number(&t, "events", s->events);
        add_json_number(&t, "payload_events", s->payload_events);
        add_json_number(&t, "events_lost", s->events_lost);
        add_json_number(&t, "buffers_lost", s->buffers_lost);
        add_json_time(&t, "first", s->first_time);
        add_json_time(&t, "last", s->last_time);
        add_json_number(&t, "span_ms", span_of(s) / 10000);
        add_json_number(&t, "cpus", s->cpus);
        add_json_number(&t, "os_build", s->os_build);
        add_json_findings(&t, etl_header(r), etl_findings(r));
    }
    fprintf(out, "%s}\n", text_str(&t));
    text_done(&t);
}

static void draw(void *ctx, uint64_t done)
{
    struct hitch_progress *p = ctx;
    if (p->whole)
        hitch_progress_step(p, done);
}

static int check_file(struct hitch *h, const char *file, bool json)
{
    struct etl_reader *r = NULL;
    struct etl_summary s;
    struct hitch_progress progress;
    struct outcome o = etl_open(file, &r);
    if (!r) {
        hitch_complain(h, o, file);
        return HITCH_FAILED;
    }
    hitch_progress_begin(&progress, h, etl_len(r));
    etl_summarise_reader(r, draw, &progress, &s);
    hitch_progress_end(&progress);
    if (json)
        put_json(h->out, file, &s, r);
    else
        put_line(h->out, file, &s, r);
    if (s.state == ETL_NOT_ETL)
        hitch_complain_of(h, outcome_of(WHY_etl_not_etl, 0), file, etl_header(r)->reason);
    etl_close(r);
    if (s.state == ETL_NOT_ETL)
        return HITCH_FAILED;
    return s.state == ETL_WHOLE ? HITCH_WHOLE : HITCH_NOT_WHOLE;
}

int hitch_check(struct hitch *h, int word_count, char **words)
{
    bool json = false;
    const struct hitch_option options[] = {{"--json", NULL, &json}};
    int files = hitch_options(h, "check", word_count, words, options, 1);
    int worst = HITCH_WHOLE;
    if (files < 0)
        return HITCH_FAILED;
    for (int i = 0; i < files; i++) {
        int code = check_file(h, words[i], json);
        if (code > worst)
            worst = code;
    }
    return worst;
}
