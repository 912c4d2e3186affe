#include "runs/snapinfo.h"

#include <stddef.h>
#include <string.h>

#include "base/checked.h"
#include "base/json.h"
#include "etl/etl_findings.h"
#include "runs/run_files.h"
#include "strings/format.h"

#define BYTES_MOST 65536u
#define CLOCK_MOVED_LEAST 20000000
#define FORMAT_NAME "hitchbox-snapshot-1"

int64_t snapinfo_begin(const struct snapinfo *info)
{
    return info->complete_from ? info->complete_from : info->summary.first_time;
}

int64_t snapinfo_span_ms(const struct snapinfo *info)
{
    return (int64_t)(i64_ahead(info->summary.last_time, snapinfo_begin(info)) / 10000);
}

int64_t snapinfo_clock_moved(const struct snapinfo *info)
{
    int64_t moved = info->flushed ? i64_sub_capped(info->summary.last_time, info->flushed) : 0;
    return moved > CLOCK_MOVED_LEAST || moved < -CLOCK_MOVED_LEAST ? moved : 0;
}

/* The last event came when the ring was written. */
int64_t snapinfo_press_in_trace(const struct snapinfo *info)
{
    int64_t pressed = i64_add_capped(info->pressed, snapinfo_clock_moved(info));
    bool inside = pressed >= info->summary.first_time && pressed <= info->summary.last_time;
    return info->pressed && inside ? pressed : info->pressed;
}

int64_t snapinfo_time(const struct snapinfo *info)
{
    return info->pressed ? info->pressed : info->flushed;
}

void snapinfo_set_game(struct snapinfo *info, const char *name)
{
    size_t len = strlen(name);
    memset(info->game, 0, sizeof info->game);
    if (len < sizeof info->game)
        memcpy(info->game, name, len);
}

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

/* The members of snapinfo_words. */
static const struct word {
    const char *key;
    size_t offset;
} word_list[] = {
    {"verdict", offsetof(struct snapinfo_words, verdict)},
    {"judged_game", offsetof(struct snapinfo_words, game)},
    {"cause_en", offsetof(struct snapinfo_words, cause[LANGUAGE_ENGLISH])},
    {"felt_en", offsetof(struct snapinfo_words, felt[LANGUAGE_ENGLISH])},
    {"cause_zh-CN", offsetof(struct snapinfo_words, cause[LANGUAGE_ZH_CN])},
    {"felt_zh-CN", offsetof(struct snapinfo_words, felt[LANGUAGE_ZH_CN])},
};
#define WORDS (sizeof word_list / sizeof word_list[0])

static struct text *word_of(struct snapinfo_words *words, size_t i)
{
    return (struct text *)(void *)((char *)words + word_list[i].offset);
}

void snapinfo_words_done(struct snapinfo_words *words)
{
    for (size_t i = 0; i < WORDS; i++)
        text_done(word_of(words, i));
}

static void add_string(struct text *out, const char *key, const char *value)
{
    if (!*value)
        return;
    text_addf(out, "  \"%s\": ", key);
    json_add_string(out, value);
    text_add(out, ",\n");
}

void snapinfo_write(const struct snapinfo *info, const struct snapinfo_words *words, const struct device_names *devices,
                    struct text *out)
{
    const struct etl_summary *s = &info->summary;
    text_addf(out, "{\n  \"format\": \"" FORMAT_NAME "\",\n  \"state\": \"%s\",\n", etl_state_name(s->state));
    add_time(out, "pressed_utc", info->pressed);
    add_time(out, "flushed_utc", info->flushed);
    add_time(out, "flushed_before_utc", info->flush_before);
    add_time(out, "first_event_utc", s->first_time);
    add_time(out, "last_event_utc", s->last_time);
    add_time(out, "complete_from", snapinfo_begin(info));
    add_number(out, "span_ms", (uint64_t)snapinfo_span_ms(info));
    add_number(out, "bytes", s->bytes);
    add_number(out, "events", s->events);
    add_number(out, "payload_events", s->payload_events);
    add_number(out, "events_lost", s->events_lost);
    add_number(out, "buffers_lost", s->buffers_lost);
    if (info->covered.since) {
        add_number(out, "covered_events_lost", info->covered.events);
        add_number(out, "covered_buffers_lost", info->covered.buffers);
        add_time(out, "covered_since_utc", info->covered.since);
    }
    if (info->foreground)
        add_number(out, "foreground_pid", info->foreground);
    add_string(out, "game", info->game);
    if (info->outside)
        add_number(out, "asked_from_outside", 1);
    add_number(out, "cpus", s->cpus);
    add_number(out, "os_build", s->os_build);
    for (size_t i = 0; words && i < WORDS; i++) {
        const char *at = (const char *)words + word_list[i].offset;
        add_string(out, word_list[i].key, text_str((const struct text *)(const void *)at));
    }
    if (devices)
        device_names_write(devices, out);
    text_addf(out, "  \"ring_mb\": %u\n}\n", (unsigned)info->ring_mb);
}

bool snapinfo_read_words(const char *bytes, size_t len, struct snapinfo_words *words)
{
    struct text json = TEXT_EMPTY, found = TEXT_EMPTY;
    text_add_bytes(&json, bytes, len);
    const char *str = text_str(&json);
    for (size_t i = 0; i < WORDS; i++) {
        struct text *word = word_of(words, i);
        if (json_find(str, str + strlen(str), word_list[i].key, &found))
            text_set(word, text_str(&found));
        found.failed = found.failed || word->failed;
    }
    bool whole = !json.failed && !found.failed;
    text_done(&json);
    text_done(&found);
    return whole;
}

static void get_time(const char *json, const char *end, const char *key, struct text *scratch, int64_t *value)
{
    if (json_find(json, end, key, scratch))
        format_utc_parse(text_str(scratch), value);
}

static bool get_state(const char *json, const char *end, struct text *scratch, enum etl_state *state)
{
    if (!json_find(json, end, "state", scratch))
        return false;
    for (int i = ETL_WHOLE; i <= ETL_NOT_ETL; i++)
        if (str_equal(text_str(scratch), etl_state_name((enum etl_state)i))) {
            *state = (enum etl_state)i;
            return true;
        }
    return false;
}

/* Files of earlier versions have none of it. */
static void get_covered(const char *json, const char *end, struct text *scratch, struct snapinfo *info)
{
    int64_t since = 0;
    get_time(json, end, "complete_from", scratch, &info->complete_from);
    if (info->complete_from <= info->summary.first_time)
        info->complete_from = 0;
    get_time(json, end, "flushed_before_utc", scratch, &info->flush_before);
    get_time(json, end, "covered_since_utc", scratch, &since);
    if (json_find_u64(json, end, "covered_events_lost", scratch, &info->covered.events) &&
        json_find_u64(json, end, "covered_buffers_lost", scratch, &info->covered.buffers))
        info->covered.since = since;
}

static void get_game(const char *json, const char *end, struct text *scratch, struct snapinfo *info)
{
    uint64_t pid = 0, outside = 0;
    info->outside = json_find_u64(json, end, "asked_from_outside", scratch, &outside) && outside == 1;
    if (json_find_u64(json, end, "foreground_pid", scratch, &pid) && pid <= UINT32_MAX)
        info->foreground = (uint32_t)pid;
    if (json_find(json, end, "game", scratch))
        snapinfo_set_game(info, text_str(scratch));
}

static struct outcome read_object(const char *str, struct snapinfo *info)
{
    struct text scratch = TEXT_EMPTY;
    struct snapinfo fresh = {0};
    struct etl_summary *s = &fresh.summary;
    uint64_t cpus = 0, build = 0, ring = 0;
    const char *end = str + strlen(str);
    bool good = json_find(str, end, "format", &scratch) && str_equal(text_str(&scratch), FORMAT_NAME) &&
                get_state(str, end, &scratch, &s->state) &&
                json_find_u64(str, end, "bytes", &scratch, &s->bytes) && json_find_u64(str, end, "events", &scratch, &s->events) &&
                json_find_u64(str, end, "payload_events", &scratch, &s->payload_events) &&
                json_find_u64(str, end, "events_lost", &scratch, &s->events_lost) &&
                json_find_u64(str, end, "buffers_lost", &scratch, &s->buffers_lost) &&
                json_find_u64(str, end, "cpus", &scratch, &cpus) && json_find_u64(str, end, "os_build", &scratch, &build) &&
                json_find_u64(str, end, "ring_mb", &scratch, &ring);
    if (good) {
        s->cpus = (uint32_t)cpus;
        s->os_build = (uint32_t)build;
        fresh.ring_mb = (uint32_t)ring;
        get_time(str, end, "pressed_utc", &scratch, &fresh.pressed);
        get_time(str, end, "flushed_utc", &scratch, &fresh.flushed);
        get_time(str, end, "first_event_utc", &scratch, &s->first_time);
        get_time(str, end, "last_event_utc", &scratch, &s->last_time);
        get_covered(str, end, &scratch, &fresh);
        get_game(str, end, &scratch, &fresh);
    }
    struct outcome result = outcome_of(scratch.failed ? WHY_out_of_memory : good ? WHY_ok : WHY_config_invalid, 0);
    if (!outcome_failed(result))
        *info = fresh;
    text_done(&scratch);
    return result;
}

struct outcome snapinfo_read(const char *bytes, size_t len, struct snapinfo *info)
{
    struct text json = TEXT_EMPTY;
    text_add_bytes(&json, bytes, len);
    struct outcome result = json.failed ? outcome_of(WHY_out_of_memory, 0) : read_object(text_str(&json), info);
    text_done(&json);
    return result;
}

struct outcome snapinfo_load(const char *trace, struct snapinfo *info, struct snapinfo_words *words,
                             struct device_names *devices)
{
    struct text path = TEXT_EMPTY, json = TEXT_EMPTY;
    run_files_info(trace, &path);
    struct outcome result = os_file_read(text_str(&path), BYTES_MOST, &json);
    if (!outcome_failed(result))
        result = snapinfo_read(text_str(&json), json.len, info);
    if (!outcome_failed(result) && words && !snapinfo_read_words(text_str(&json), json.len, words))
        result = outcome_of(WHY_out_of_memory, 0);
    if (!outcome_failed(result) && devices) {
        device_names_read(devices, text_str(&json), text_str(&json) + json.len);
        if (devices->short_of_memory)
            result = outcome_of(WHY_out_of_memory, 0);
    }
    text_done(&path);
    text_done(&json);
    return result;
}
