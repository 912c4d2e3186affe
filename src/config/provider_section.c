#include "config/private/provider_section.h"

#include <string.h>

#include "config/private/ini_problem.h"

#define BUILD_LEAST 10240u /* the first Windows 10 */
#define BUILD_MOST 99999u
#define FIRST_CHANNEL_BIT ((uint64_t)1 << 48)
#define MAX_WORDS 4u

/* A key or a mask cut into words; `str` holds them one behind the other. */
struct words {
    const char *item[MAX_WORDS];
    uint32_t count; /* MAX_WORDS + 1: there were more */
};

void section_complain(struct section_log *log, uint32_t line, enum string_id what,
                      const char *value, enum string_id remedy)
{
    log->good = false;
    problems_add(log->problems, log->file, line, what, value, remedy);
}

void section_short_of_memory(struct section_log *log)
{
    log->good = false;
    log->problems->short_of_memory = true;
}

/* The next word of a text that is cut by blanks, or NULL; *len is its length. */
static const char *next_word(const char **at, size_t *len)
{
    while (**at == ' ' || **at == '\t')
        (*at)++;
    const char *word = *at;
    while (**at && **at != ' ' && **at != '\t')
        (*at)++;
    *len = (size_t)(*at - word);
    return *len ? word : NULL;
}

/* False without memory for the copy. */
static bool cut(const char *key, struct text *copy, struct words *words)
{
    struct words w = {{NULL}, 0};
    size_t start[MAX_WORDS], len;
    const char *at = key, *word;
    while (w.count <= MAX_WORDS && (word = next_word(&at, &len)) != NULL) {
        if (w.count < MAX_WORDS) {
            start[w.count] = copy->len;
            text_add_bytes(copy, word, len);
            text_add_char(copy, 0);
        }
        w.count++;
    }
    if (copy->failed)
        return false;
    for (uint32_t i = 0; i < w.count && i < MAX_WORDS; i++)
        w.item[i] = copy->bytes + start[i];
    *words = w;
    return true;
}

static bool read_build(struct provider_section *s, const char *str, uint32_t line, uint32_t *build)
{
    uint64_t value;
    if (!str_to_u64(str, &value) || value < BUILD_LEAST || value > BUILD_MOST) {
        section_complain(s->log, line, STR_bad_build, str, STR_mend_build);
        return false;
    }
    *build = (uint32_t)value;
    return true;
}

static bool first_time(struct provider_section *s, bool *has, const struct ini_entry *e)
{
    if (*has)
        section_complain(s->log, e->line, STR_bad_twice, e->key, STR_mend_twice);
    bool first = !*has;
    *has = true;
    return first;
}

static bool keyword_name_fits(const char *name)
{
    size_t len = strlen(name);
    if (!len || len > SECTION_MAX_NAME || str_equal(name, "ALL"))
        return false;
    for (const char *at = name; *at; at++) {
        bool letter = (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z');
        if (!letter && !(*at >= '0' && *at <= '9') && *at != '_' && *at != '-' && *at != ':')
            return false;
    }
    return true;
}

static const struct section_keyword *find_keyword(const struct provider_section *s,
                                                  const char *name, size_t len)
{
    for (uint32_t i = 0; i < s->keyword_count; i++)
        if (strlen(s->keywords[i].name) == len && memcmp(s->keywords[i].name, name, len) == 0)
            return &s->keywords[i];
    return NULL;
}

static void read_keyword(struct provider_section *s, const char *name, const struct ini_entry *e)
{
    uint64_t bit;
    if (!keyword_name_fits(name))
        section_complain(s->log, e->line, STR_bad_keyword_name, name, STR_mend_keyword_name);
    else if (find_keyword(s, name, strlen(name)))
        section_complain(s->log, e->line, STR_bad_twice, e->key, STR_mend_twice);
    else if (!str_to_u64(e->value, &bit) || !bit || (bit & (bit - 1)))
        section_complain(s->log, e->line, STR_bad_keyword, e->value, STR_mend_keyword);
    else if (bit >= FIRST_CHANNEL_BIT && !str_starts(name, "CHANNEL_"))
        section_complain(s->log, e->line, STR_bad_keyword_channel, e->value,
                         STR_mend_keyword_channel);
    else if (s->keyword_count == SECTION_MAX_KEYWORDS)
        section_complain(s->log, e->line, STR_bad_keyword_count, name, STR_mend_put_back);
    else {
        struct section_keyword *k = &s->keywords[s->keyword_count++];
        memcpy(k->name, name, strlen(name) + 1);
        k->bit = bit;
    }
}

static void read_mask(struct provider_section *s, uint32_t from, const struct ini_entry *e)
{
    for (uint32_t i = 0; i < s->mask_count; i++) {
        if (s->masks[i].from == from) {
            section_complain(s->log, e->line, STR_bad_twice, e->key, STR_mend_twice);
            return;
        }
    }
    if (!*e->value)
        section_complain(s->log, e->line, STR_bad_empty, e->key, STR_mend_no_mask);
    else if (s->mask_count == SECTION_MAX_MASKS)
        section_complain(s->log, e->line, STR_bad_mask_count, e->key, STR_mend_put_back);
    else {
        struct section_mask *m = &s->masks[s->mask_count++];
        m->from = from;
        m->line = e->line;
        text_init(&m->names);
        text_set(&m->names, e->value);
    }
}

static struct story *story_of(struct provider_section *s, uint16_t id, const struct ini_entry *e)
{
    struct provider *p = s->provider;
    for (uint32_t i = 0; i < p->story_count; i++)
        if (p->stories[i].id == id)
            return &p->stories[i];
    if (p->story_count == PROVIDER_MAX_IDS) {
        section_complain(s->log, e->line, STR_bad_id_count, e->key, STR_mend_id_count);
        return NULL;
    }
    s->story_lines[p->story_count] = e->line;
    struct story *story = &p->stories[p->story_count++];
    memset(story, 0, sizeof *story);
    story->id = id;
    return story;
}

/* Returns false where `what` is none of en, zh and from. */
static bool read_id(struct provider_section *s, const char *number, const char *what,
                    const struct ini_entry *e)
{
    bool english = str_equal(what, "en"), from = str_equal(what, "from");
    if (!english && !from && !str_equal(what, "zh"))
        return false;
    uint64_t id;
    if (!str_to_u64(number, &id) || id < 1 || id > 65535) {
        section_complain(s->log, e->line, STR_bad_id, number, STR_mend_id);
        return true;
    }
    struct story *story = story_of(s, (uint16_t)id, e);
    if (!story)
        return true;
    struct text *sentence = english ? &story->english : &story->chinese;
    if (from ? story->first_build != 0 : sentence->len != 0)
        section_complain(s->log, e->line, STR_bad_twice, e->key, STR_mend_twice);
    else if (!*e->value)
        section_complain(s->log, e->line, STR_bad_empty, e->key, STR_mend_empty);
    else if (from)
        read_build(s, e->value, e->line, &story->first_build);
    else
        text_set(sentence, e->value);
    return true;
}

static void read_plain(struct provider_section *s, const struct ini_entry *e)
{
    static const struct guid none = {0};
    struct provider *p = s->provider;
    uint64_t level;
    uint32_t from;
    if (str_equal(e->key, "guid")) {
        if (first_time(s, &s->has_guid, e) &&
            (!guid_parse(e->value, &p->guid) || guid_equal(&p->guid, &none)))
            section_complain(s->log, e->line, STR_bad_guid, e->value, STR_mend_guid);
    } else if (str_equal(e->key, "level")) {
        if (!first_time(s, &s->has_level, e))
            return;
        if (!str_to_u64(e->value, &level) || level > 255)
            section_complain(s->log, e->line, STR_bad_level, e->value, STR_mend_level);
        else
            p->level = (uint8_t)level;
    } else if (str_equal(e->key, "rundown")) {
        if (first_time(s, &s->has_rundown, e) && !ini_bool(e->value, &p->capture_state))
            section_complain(s->log, e->line, STR_bad_bool, e->value, STR_mend_bool);
    } else if (str_equal(e->key, "from")) {
        if (first_time(s, &s->has_from, e) && read_build(s, e->value, e->line, &from))
            p->skipped = s->build < from;
    } else if (str_equal(e->key, "mask")) {
        read_mask(s, 0, e);
    } else if (str_starts(e->key, "keyword.")) {
        read_keyword(s, e->key + strlen("keyword."), e);
    } else {
        section_complain(s->log, e->line, STR_bad_provider_key, e->key, STR_mend_provider_key);
    }
}

void provider_section_begin(struct provider_section *s, struct provider *provider,
                            struct section_log *log, uint32_t build)
{
    memset(s, 0, sizeof *s);
    s->provider = provider;
    s->log = log;
    s->build = build;
}

void provider_section_entry(struct provider_section *s, const struct ini_entry *e)
{
    struct text copy = TEXT_EMPTY;
    struct words w = {{NULL}, 0};
    uint32_t from;
    if (!cut(e->key, &copy, &w)) {
        section_short_of_memory(s->log);
    } else if (w.count == 1) {
        read_plain(s, e);
    } else if (w.count == 3 && str_equal(w.item[0], "mask") && str_equal(w.item[1], "from")) {
        if (read_build(s, w.item[2], e->line, &from))
            read_mask(s, from, e);
    } else if (w.count != 3 || !str_equal(w.item[0], "id") ||
               !read_id(s, w.item[1], w.item[2], e)) {
        section_complain(s->log, e->line, STR_bad_provider_key, e->key, STR_mend_provider_key);
    }
    text_done(&copy);
}

/* Every mask's names are checked, whichever build it is for. */
static uint64_t mask_bits(struct provider_section *s, const struct section_mask *m)
{
    uint64_t bits = 0;
    size_t len;
    /* No names would be no filter. */
    if (m->names.failed)
        section_short_of_memory(s->log);
    const char *at = text_str(&m->names), *word;
    if (str_equal(at, "ALL"))
        return 0;
    while ((word = next_word(&at, &len)) != NULL) {
        const struct section_keyword *k = find_keyword(s, word, len);
        if (k) {
            bits |= k->bit;
            continue;
        }
        struct text name = TEXT_EMPTY;
        text_add_bytes(&name, word, len);
        section_complain(s->log, m->line, STR_bad_mask_name, text_str(&name), STR_mend_mask_name);
        text_done(&name);
    }
    return bits;
}

static void resolve_mask(struct provider_section *s)
{
    bool found = false, plain = false;
    uint32_t newest = 0;
    for (uint32_t i = 0; i < s->mask_count; i++) {
        const struct section_mask *m = &s->masks[i];
        uint64_t bits = mask_bits(s, m);
        plain = plain || m->from == 0;
        if (m->from > s->build || (found && m->from < newest))
            continue;
        found = true;
        newest = m->from;
        s->provider->mask = bits;
    }
    if (!plain)
        section_complain(s->log, s->provider->line, STR_bad_no_mask,
                         text_str(&s->provider->name), STR_mend_no_mask);
}

static void check_stories(struct provider_section *s)
{
    struct provider *p = s->provider;
    for (uint32_t i = 0; i < p->story_count; i++) {
        const struct story *story = &p->stories[i];
        struct text id = TEXT_EMPTY;
        text_addf(&id, "%u", (unsigned)story->id);
        if (text_is_empty(&story->english))
            section_complain(s->log, s->story_lines[i], STR_bad_story_english, text_str(&id),
                             STR_mend_story_english);
        if (text_is_empty(&story->chinese))
            section_complain(s->log, s->story_lines[i], STR_bad_story_chinese, text_str(&id),
                             STR_mend_story_chinese);
        text_done(&id);
    }
    for (uint32_t i = 1; i < p->story_count; i++) {
        struct story moved = p->stories[i];
        uint32_t at = i;
        for (; at > 0 && p->stories[at - 1].id > moved.id; at--)
            p->stories[at] = p->stories[at - 1];
        p->stories[at] = moved;
    }
}

void provider_section_end(struct provider_section *s)
{
    struct provider *p = s->provider;
    if (!p)
        return;
    const char *name = text_str(&p->name);
    if (!s->has_guid)
        section_complain(s->log, p->line, STR_bad_no_guid, name, STR_mend_guid);
    if (!s->has_level)
        section_complain(s->log, p->line, STR_bad_no_level, name, STR_mend_level);
    if (p->session == SESSION_FILE && !p->story_count)
        section_complain(s->log, p->line, STR_bad_no_ids, name, STR_mend_no_ids);
    resolve_mask(s);
    check_stories(s);
    for (uint32_t i = 0; i < s->mask_count; i++)
        text_done(&s->masks[i].names);
    s->provider = NULL;
}
