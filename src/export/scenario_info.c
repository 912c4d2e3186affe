#include "export/scenario_info.h"

#include <string.h>

#include "base/json.h"
#include "strings/format.h"

#define BYTES_MOST (256u * 1024u)
#define FORMAT_NAME "hitchbox-scenario-1"

static const char *const names[SCENARIO_kinds] = {
    "process-crash", "disk-burst", "cpu-saturation", "cpu-throttling", "memory-pressure", "network-disconnect",
};

void scenario_info_init(struct scenario_info *info)
{
    memset(info, 0, sizeof *info);
}

void scenario_info_done(struct scenario_info *info)
{
    text_done(&info->note);
    info->child_count = 0;
}

const char *scenario_name(enum scenario_kind kind)
{
    return names[kind];
}

bool scenario_of_name(const char *name, enum scenario_kind *kind)
{
    for (size_t i = 0; i < SCENARIO_kinds; i++) {
        if (str_equal(name, names[i])) {
            *kind = (enum scenario_kind)i;
            return true;
        }
    }
    return false;
}

static void add_string(struct text *out, const char *key, const char *value)
{
    text_addf(out, "  \"%s\": ", key);
    json_add_string(out, value);
    text_add(out, ",\n");
}

static void add_time(struct text *out, const char *before, const char *key, int64_t filetime, const char *after)
{
    text_addf(out, "%s\"%s\": \"", before, key);
    format_utc(out, filetime);
    text_addf(out, "\"%s", after);
}

static void add_number(struct text *out, const char *key, uint64_t value)
{
    text_addf(out, "  \"%s\": %llu,\n", key, (unsigned long long)value);
}

void scenario_info_write(const struct scenario_info *info, struct text *out)
{
    text_add(out, "{\n");
    add_string(out, "format", FORMAT_NAME);
    add_string(out, "scenario", names[info->kind]);
    add_string(out, "note", text_str(&info->note));
    text_addf(out, "  \"cut_short\": %s,\n", info->cut_short ? "true" : "false");
    add_time(out, "  ", "started_utc", info->started, ",\n");
    add_time(out, "  ", "effect_from_utc", info->effect_from, ",\n");
    add_time(out, "  ", "effect_to_utc", info->effect_to, ",\n");
    add_time(out, "  ", "ended_utc", info->ended, ",\n");
    add_number(out, "os_build", info->os_build);
    add_number(out, "cpus", info->cpus);
    add_number(out, "full_lost", info->full_lost);
    add_number(out, "filtered_lost", info->filtered_lost);
    text_add(out, "  \"children\": [\n");
    for (uint32_t i = 0; i < info->child_count; i++) {
        const struct scenario_child *c = &info->children[i];
        text_addf(out, "    {\"pid\": %u, \"exit_code\": %u", (unsigned)c->pid, (unsigned)c->exit_code);
        add_time(out, ", ", "from_utc", c->from, "");
        add_time(out, ", ", "to_utc", c->to, "}");
        text_add(out, i + 1 < info->child_count ? ",\n" : "\n");
    }
    text_add(out, "  ]\n}\n");
}

static bool get_u32(const char *at, const char *end, const char *key, struct text *scratch, uint32_t *value)
{
    uint64_t wide;
    if (!json_find_u64(at, end, key, scratch, &wide) || wide > UINT32_MAX)
        return false;
    *value = (uint32_t)wide;
    return true;
}

static bool get_time(const char *at, const char *end, const char *key, struct text *scratch, int64_t *value)
{
    return json_find(at, end, key, scratch) && format_utc_parse(text_str(scratch), value);
}

/* A child that lacks a member is damage, not a child. */
static bool read_children(const char *at, struct text *scratch, struct scenario_info *info)
{
    while ((at = strstr(at, "{\"pid\":")) != NULL && info->child_count < SCENARIO_MAX_CHILDREN) {
        struct scenario_child *c = &info->children[info->child_count++];
        const char *end = strchr(at, '}');
        if (!end || !get_u32(at, end, "pid", scratch, &c->pid) || !get_u32(at, end, "exit_code", scratch, &c->exit_code) ||
            !get_time(at, end, "from_utc", scratch, &c->from) || !get_time(at, end, "to_utc", scratch, &c->to))
            return false;
        at = end;
    }
    return true;
}

static bool read_members(const char *at, struct text *scratch, struct scenario_info *info)
{
    const char *end = at + strlen(at);
    bool good = json_find(at, end, "format", scratch) && str_equal(text_str(scratch), FORMAT_NAME) &&
                json_find(at, end, "scenario", scratch) && scenario_of_name(text_str(scratch), &info->kind) &&
                get_time(at, end, "started_utc", scratch, &info->started) &&
                get_time(at, end, "effect_from_utc", scratch, &info->effect_from) &&
                get_time(at, end, "effect_to_utc", scratch, &info->effect_to) &&
                get_time(at, end, "ended_utc", scratch, &info->ended) && info->started <= info->effect_from &&
                info->effect_from <= info->effect_to && info->effect_to <= info->ended;
    if (!good || !read_children(at, scratch, info))
        return false;
    info->cut_short = json_find(at, end, "cut_short", scratch) && str_equal(text_str(scratch), "true");
    get_u32(at, end, "os_build", scratch, &info->os_build);
    get_u32(at, end, "cpus", scratch, &info->cpus);
    json_find_u64(at, end, "full_lost", scratch, &info->full_lost);
    json_find_u64(at, end, "filtered_lost", scratch, &info->filtered_lost);
    json_find(at, end, "note", &info->note);
    return true;
}

/* A file that was cut off may still have every member; the end of a child looks
 * like the end of all, so braces are counted, but for those between quotes. */
static bool is_closed(const struct text *json)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < json->len; i++) {
        char c = json->bytes[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (c == '{') - (c == '}');
    }
    return json->len > 0 && depth == 0 && !quoted;
}

static struct outcome read_object(const struct text *json, struct scenario_info *info)
{
    struct text scratch = TEXT_EMPTY;
    struct scenario_info fresh;
    scenario_info_init(&fresh);
    bool good = is_closed(json) && read_members(text_str(json), &scratch, &fresh);
    bool short_of_memory = scratch.failed || fresh.note.failed;
    text_done(&scratch);
    if (!good || short_of_memory) {
        scenario_info_done(&fresh);
        return outcome_of(short_of_memory ? WHY_out_of_memory : WHY_config_invalid, 0);
    }
    scenario_info_done(info);
    *info = fresh;
    return outcome_ok();
}

struct outcome scenario_info_read(const char *bytes, size_t len, struct scenario_info *info)
{
    struct text json = TEXT_EMPTY;
    text_add_bytes(&json, bytes, len);
    struct outcome result = json.failed ? outcome_of(WHY_out_of_memory, 0) : read_object(&json, info);
    text_done(&json);
    return result;
}

struct outcome scenario_info_load(const char *path, struct scenario_info *info)
{
    struct text bytes = TEXT_EMPTY;
    struct outcome o = os_file_read(path, BYTES_MOST, &bytes);
    if (!outcome_failed(o))
        o = scenario_info_read(text_str(&bytes), bytes.len, info);
    text_done(&bytes);
    return o;
}
