#include "runs/device_names.h"

#include <string.h>

#include "base/json.h"

void device_names_done(struct device_names *names)
{
    for (uint32_t i = 0; i < names->count; i++) {
        text_done(&names->list[i].id);
        text_done(&names->list[i].name);
    }
    names->count = 0;
    names->short_of_memory = false;
}

/* Its place, or the count for one that is not there. */
static uint32_t place_of(const struct device_names *names, const char *id)
{
    uint32_t at = 0;
    while (at < names->count && !str_equal_nocase(text_str(&names->list[at].id), id))
        at++;
    return at;
}

bool device_names_has(const struct device_names *names, const char *id)
{
    return place_of(names, id) < names->count;
}

/* One blank between words, none at the ends; "" where no character says anything. */
static void add_words(struct text *out, const char *line)
{
    bool says = false;
    for (const char *at = line; *at; at++) {
        if (*at == ' ' && (!out->len || at[1] == ' ' || !at[1]))
            continue;
        says = says || (*at != ' ' && *at != '?');
        text_add_char(out, *at);
    }
    if (!says && !out->failed)
        text_clear(out);
}

/* Of "@input.inf,%name%;Words" the words are what the file's author wrote. */
static const char *own_words(const char *name)
{
    const char *words = *name == '@' ? strrchr(name, ';') : NULL;
    return words ? words + 1 : name;
}

static void add_clean(struct text *out, const char *name)
{
    struct text line = TEXT_EMPTY;
    text_add(&line, own_words(name));
    text_clean(&line, 0);
    text_cut(&line, DEVICE_NAME_BYTES);
    if (!strchr(text_str(&line), '\\'))
        add_words(out, text_str(&line));
    text_share_loss(out, text_str(&line));
    text_done(&line);
}

bool device_names_add(struct device_names *names, const char *id, const char *name)
{
    struct text kept = TEXT_EMPTY, words = TEXT_EMPTY;
    size_t len = strlen(id);
    if (!len || len > DEVICE_ID_BYTES || names->count == DEVICE_NAMES_MOST || device_names_has(names, id))
        return false;
    text_add(&kept, id);
    add_clean(&words, name);
    if (kept.failed || words.failed) {
        names->short_of_memory = true;
        text_done(&kept);
        text_done(&words);
        return false;
    }
    names->list[names->count].id = kept;
    names->list[names->count].name = words;
    names->count++;
    return true;
}

const char *device_names_find(void *of, const char *id)
{
    const struct device_names *names = of;
    uint32_t at = place_of(names, id);
    return at < names->count && names->list[at].name.len ? text_str(&names->list[at].name) : NULL;
}

void device_names_write(const struct device_names *names, struct text *out)
{
    uint32_t told = 0;
    for (uint32_t i = 0; i < names->count; i++) {
        if (!names->list[i].name.len)
            continue;
        text_add(out, told++ ? ",\n    {\"id\": " : "  \"devices\": [\n    {\"id\": ");
        json_add_string(out, text_str(&names->list[i].id));
        text_add(out, ", \"name\": ");
        json_add_string(out, text_str(&names->list[i].name));
        text_add(out, "}");
    }
    if (told)
        text_add(out, "],\n");
}

void device_names_read(struct device_names *names, const char *json, const char *end)
{
    struct text id = TEXT_EMPTY, name = TEXT_EMPTY;
    const char *object = NULL, *object_end = NULL;
    while (names->count < DEVICE_NAMES_MOST && json_next_object(json, end, "devices", &object, &object_end)) {
        if (json_find(object, object_end, "id", &id) && json_find(object, object_end, "name", &name))
            (void)device_names_add(names, text_str(&id), text_str(&name));
    }
    names->short_of_memory = names->short_of_memory || id.failed || name.failed;
    text_done(&id);
    text_done(&name);
}
