#include "runs/snapinfo.h"

#include <string.h>

#include "strings/format.h"

int64_t snapinfo_span_ms(const struct snapinfo *info)
{
    int64_t span = info->summary.last_time - info->summary.first_time;
    return span > 0 ? span / 10000 : 0;
}

int64_t snapinfo_time(const struct snapinfo *info)
{
    return info->pressed ? info->pressed : info->flushed;
}

static const char *const state_names[] = {"whole", "not-closed", "wrapped", "truncated", "damaged", "not-etl"};

static void add_time(struct text *out, const char *key, int64_t filetime)
{
    if (!filetime)
        return;
    text_addf(out, "  \"%s\": \"", key);
    format_utc(out, filetime);
    text_add(out, "\",\n");
}

static void add_number(struct text *out, const char *key, uint64_t value)
{
    text_addf(out, "  \"%s\": %llu,\n", key, (unsigned long long)value);
}

static void add_json_string(struct text *out, const char *str)
{
    text_add_char(out, '"');
    for (; *str; str++) {
        if (*str == '"' || *str == '\\')
            text_addf(out, "\\%c", *str);
        else if ((unsigned char)*str < ' ')
            text_addf(out, "\\u%04x", (unsigned)(unsigned char)*str);
        else
            text_add_char(out, *str);
    }
    text_add_char(out, '"');
}

void snapinfo_write(const struct snapinfo *info, const char *verdict, struct text *out)
{
    const struct etl_summary *s = &info->summary;
    text_addf(out, "{\n  \"format\": \"hitchbox-snapshot-1\",\n  \"state\": \"%s\",\n", state_names[s->state]);
    add_time(out, "pressed_utc", info->pressed);
    add_time(out, "flushed_utc", info->flushed);
    add_time(out, "first_event_utc", s->first_time);
    add_time(out, "last_event_utc", s->last_time);
    add_number(out, "span_ms", (uint64_t)snapinfo_span_ms(info));
    add_number(out, "bytes", s->bytes);
    add_number(out, "events", s->events);
    add_number(out, "payload_events", s->payload_events);
    add_number(out, "events_lost", s->events_lost);
    add_number(out, "buffers_lost", s->buffers_lost);
    add_number(out, "cpus", s->cpus);
    add_number(out, "os_build", s->os_build);
    if (verdict) {
        text_add(out, "  \"verdict\": ");
        add_json_string(out, verdict);
        text_add(out, ",\n");
    }
    text_addf(out, "  \"ring_mb\": %u\n}\n", (unsigned)info->ring_mb);
}

void snapinfo_verdict(const char *bytes, size_t len, struct text *out)
{
    static const char key[] = "\n  \"verdict\": \"";
    struct text json = TEXT_EMPTY;
    text_add_bytes(&json, bytes, len);
    const char *at = json.failed ? NULL : strstr(text_str(&json), key);
    for (at = at ? at + sizeof key - 1 : ""; *at && *at != '"'; at++) {
        if (*at == '\\' && at[1])
            at++;
        text_add_char(out, *at);
    }
    text_done(&json);
}

/* The token after "key": up to , or } or a line end; for a string without its
 * quotes. */
static bool find_member(const char *json, const char *key, struct text *value)
{
    struct text quoted = TEXT_EMPTY;
    text_addf(&quoted, "\"%s\"", key);
    const char *at = quoted.failed ? NULL : strstr(json, text_str(&quoted));
    size_t skip = quoted.len;
    text_done(&quoted);
    if (!at)
        return false;
    at += skip;
    while (*at == ' ' || *at == ':' || *at == '"')
        at++;
    size_t len = 0;
    while (at[len] && !strchr(",}\"\r\n ", at[len]))
        len++;
    text_clear(value);
    text_add_bytes(value, at, len);
    return !value->failed;
}

static bool get_number(const char *json, const char *key, struct text *scratch, uint64_t *value)
{
    return find_member(json, key, scratch) && str_to_u64(text_str(scratch), value);
}

static void get_time(const char *json, const char *key, struct text *scratch, int64_t *value)
{
    if (find_member(json, key, scratch))
        format_utc_parse(text_str(scratch), value);
}

static bool get_state(const char *json, struct text *scratch, enum etl_state *state)
{
    if (!find_member(json, "state", scratch))
        return false;
    for (size_t i = 0; i < sizeof state_names / sizeof state_names[0]; i++)
        if (str_equal(text_str(scratch), state_names[i])) {
            *state = (enum etl_state)i;
            return true;
        }
    return false;
}

bool snapinfo_read(const char *bytes, size_t len, struct snapinfo *info)
{
    struct text json = TEXT_EMPTY, scratch = TEXT_EMPTY;
    struct snapinfo fresh = {0};
    struct etl_summary *s = &fresh.summary;
    uint64_t cpus = 0, build = 0, ring = 0;
    text_add_bytes(&json, bytes, len);
    const char *str = text_str(&json);
    bool good = !json.failed && strstr(str, "\"hitchbox-snapshot-1\"") && get_state(str, &scratch, &s->state) &&
                get_number(str, "bytes", &scratch, &s->bytes) && get_number(str, "events", &scratch, &s->events) &&
                get_number(str, "payload_events", &scratch, &s->payload_events) &&
                get_number(str, "events_lost", &scratch, &s->events_lost) &&
                get_number(str, "buffers_lost", &scratch, &s->buffers_lost) &&
                get_number(str, "cpus", &scratch, &cpus) && get_number(str, "os_build", &scratch, &build) &&
                get_number(str, "ring_mb", &scratch, &ring);
    if (good) {
        s->cpus = (uint32_t)cpus;
        s->os_build = (uint32_t)build;
        fresh.ring_mb = (uint32_t)ring;
        get_time(str, "pressed_utc", &scratch, &fresh.pressed);
        get_time(str, "flushed_utc", &scratch, &fresh.flushed);
        get_time(str, "first_event_utc", &scratch, &s->first_time);
        get_time(str, "last_event_utc", &scratch, &s->last_time);
        *info = fresh;
    }
    text_done(&json);
    text_done(&scratch);
    return good;
}
