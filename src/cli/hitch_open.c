#include "cli/hitch.h"

#include <string.h>

#include "cli/cli_explain.h"
#include "etl/etl_check.h"

#define READ_AT_ONCE 65536u

bool hitch_is_standard(const char *file)
{
    return strcmp(file, "-") == 0;
}

/* A reader wants all bytes at hand, and some verbs go over them twice. */
static struct outcome read_input(struct hitch *h)
{
    static char part[READ_AT_ONCE];
    size_t len = 1;
    if (h->input_read)
        return outcome_ok();
    while (h->in && len && !h->input.failed) {
        len = fread(part, 1, sizeof part, h->in);
        text_add_bytes(&h->input, part, len);
    }
    if (h->input.failed)
        return outcome_of(WHY_out_of_memory, 0);
    if (h->in && ferror(h->in))
        return outcome_of(WHY_file_read, 0);
    h->input_read = true;
    return outcome_ok();
}

struct outcome hitch_open_any(struct hitch *h, const char *file, struct etl_reader **reader)
{
    if (!hitch_is_standard(file))
        return etl_open(file, reader);
    struct outcome o = read_input(h);
    return outcome_failed(o) ? o : etl_open_memory(h->input.bytes, h->input.len, reader);
}

struct etl_reader *hitch_open(struct hitch *h, const char *file)
{
    struct etl_reader *r = NULL;
    struct outcome o = hitch_open_any(h, file, &r);
    if (!outcome_failed(o))
        return r;
    hitch_complain_of(h, o, file, r ? etl_header(r)->reason : NULL);
    etl_close(r);
    return NULL;
}

bool hitch_can_open(struct hitch *h, const char *file)
{
    struct etl_reader *r = hitch_open(h, file);
    etl_close(r);
    return r != NULL;
}

static void say_fault(struct hitch *h, const char *file, struct etl_reader *r)
{
    const struct etl_findings *f = etl_findings(r);
    if (f->first_fault == ETL_FAULT_HEADER)
        hitch_complain_at(h, file, f->first_fault_offset, etl_header(r)->reason);
    else if (f->first_fault != ETL_FAULT_NONE)
        hitch_complain_at(h, file, f->first_fault_offset, etl_fault_name(f->first_fault));
}

int hitch_close(struct hitch *h, const char *file, struct etl_reader *r)
{
    struct outcome o = etl_error(r);
    enum etl_state state = etl_state_of(etl_header(r), etl_findings(r));
    if (outcome_failed(o))
        hitch_complain(h, o, file);
    say_fault(h, file, r);
    etl_close(r);
    if (outcome_failed(o))
        return HITCH_FAILED;
    return state == ETL_WHOLE || state == ETL_WRAPPED ? HITCH_WHOLE : HITCH_NOT_WHOLE;
}

struct verdict *hitch_verdict(struct hitch *h, const char *file, const char *keyevents,
                              const struct verdict_options *options)
{
    struct verdict *v = NULL;
    struct outcome o;
    if (hitch_is_standard(file)) {
        o = read_input(h);
        if (!outcome_failed(o))
            o = verdict_open_memory(cli_string(h->language, CLI_standard_input), h->input.bytes, h->input.len, keyevents, options, &v);
    } else {
        o = verdict_open(file, keyevents, options, &v);
    }
    if (outcome_failed(o))
        hitch_complain(h, o, file);
    return v;
}

void hitch_say_outside(struct hitch *h, const char *option, const char *value, const struct cli_span *span)
{
    struct text from = TEXT_EMPTY, to = TEXT_EMPTY;
    cli_time_add_local(&from, span->first);
    cli_time_add_local(&to, span->last);
    cli_say(h, CLI_outside, option, value, text_str(&from), text_str(&to));
    text_done(&from);
    text_done(&to);
}

bool hitch_time(struct hitch *h, struct etl_reader *r, const char *option, const char *value,
                struct cli_span *span, int64_t *time)
{
    struct etl_summary s;
    if (etl_header(r)->clock.clock == ETL_CLOCK_UNKNOWN) {
        cli_say(h, CLI_no_clock, option, value);
        return false;
    }
    if (!span->first) {
        etl_summarise_reader(r, NULL, NULL, &s);
        struct outcome walked = etl_error(r);
        etl_rewind(r);
        if (walked.why == WHY_out_of_memory) {
            hitch_complain(h, walked, NULL);
            return false;
        }
        span->first = s.first_time;
        span->last = s.last_time;
    }
    if (!span->first)
        cli_say(h, CLI_no_events, option, value);
    else if (!cli_time_parse(value, span, time))
        cli_say(h, CLI_bad_time, option, value);
    else
        return true;
    return false;
}
