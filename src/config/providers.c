#include "config/providers.h"

#include <stdlib.h>
#include <string.h>

#include "config/private/ini_problem.h"
#include "config/private/provider_section.h"

#define NAME_MOST 128u

struct providers_reader {
    struct providers providers;
    struct section_log log;
    uint32_t build;
    struct provider_section section;
    bool in_section; /* even one that is passed over */
};

void providers_init(struct providers *p)
{
    memset(p, 0, sizeof *p);
}

static void provider_done(struct provider *p)
{
    text_done(&p->name);
    for (uint32_t i = 0; i < p->story_count; i++) {
        text_done(&p->stories[i].english);
        text_done(&p->stories[i].chinese);
    }
}

void providers_done(struct providers *p)
{
    for (size_t i = 0; i < p->count; i++)
        provider_done(&p->items[i]);
    free(p->items);
    providers_init(p);
}

static struct provider *add(struct providers *p)
{
    if (p->count == p->room) {
        size_t room = p->room ? p->room * 2 : 16;
        struct provider *items = realloc(p->items, room * sizeof *items);
        if (!items)
            return NULL;
        p->items = items;
        p->room = room;
    }
    struct provider *item = &p->items[p->count++];
    memset(item, 0, sizeof *item);
    return item;
}

static bool name_fits(const char *name)
{
    if (!*name || strlen(name) > NAME_MOST)
        return false;
    for (const char *at = name; *at; at++) {
        bool letter = (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z');
        if (!letter && !(*at >= '0' && *at <= '9') && !strchr("-_./ ", *at))
            return false;
    }
    return true;
}

/* "file NAME" or "buffer NAME"; the name, or NULL. */
static const char *split_section(const char *section, enum session_kind *session)
{
    static const struct {
        const char *word;
        enum session_kind session;
    } words[] = {{"file", SESSION_FILE}, {"buffer", SESSION_BUFFER}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t len = strlen(words[i].word);
        if (!str_starts(section, words[i].word) || (section[len] != ' ' && section[len] != '\t'))
            continue;
        const char *name = section + len;
        while (*name == ' ' || *name == '\t')
            name++;
        *session = words[i].session;
        return name_fits(name) ? name : NULL;
    }
    return NULL;
}

static bool has_name(const struct providers *p, enum session_kind session, const char *name)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->items[i].session == session && str_equal_nocase(text_str(&p->items[i].name), name))
            return true;
    return false;
}

static void begin_section(struct providers_reader *r, const struct ini_entry *e)
{
    enum session_kind session = SESSION_FILE;
    const char *name = split_section(e->section, &session);
    provider_section_end(&r->section);
    r->in_section = true;
    if (!name)
        section_complain(&r->log, e->line, STR_bad_session, e->section, STR_mend_session);
    else if (has_name(&r->providers, session, name))
        section_complain(&r->log, e->line, STR_bad_provider_twice, name, STR_mend_provider_twice);
    else if (r->providers.count == PROVIDERS_MAX)
        section_complain(&r->log, e->line, STR_bad_provider_count, name, STR_mend_provider_count);
    else {
        struct provider *p = add(&r->providers);
        if (!p) {
            section_short_of_memory(&r->log);
            return;
        }
        text_set(&p->name, name);
        p->session = session;
        p->line = e->line;
        provider_section_begin(&r->section, p, &r->log, r->build);
    }
}

static bool on_entry(void *ctx, const struct ini_entry *e)
{
    struct providers_reader *r = ctx;
    if (!e->key)
        begin_section(r, e);
    else if (r->section.provider)
        provider_section_entry(&r->section, e);
    else if (!r->in_section)
        section_complain(&r->log, e->line, STR_bad_outside, e->key, STR_mend_outside);
    return true;
}

static bool on_fault(void *ctx, enum ini_fault fault, uint32_t line, const char *str)
{
    struct providers_reader *r = ctx;
    r->log.good = false;
    ini_problem_add(r->log.problems, r->log.file, fault, line, str);
    /* What follows belongs to a provider whose name is not known. */
    if (fault == INI_BAD_SECTION) {
        provider_section_end(&r->section);
        r->in_section = true;
    }
    return true;
}

static void check_guids(struct providers_reader *r)
{
    static const struct guid none = {0};
    const struct providers *p = &r->providers;
    for (size_t i = 1; i < p->count; i++) {
        const struct provider *late = &p->items[i];
        for (size_t k = 0; k < i; k++) {
            const struct provider *early = &p->items[k];
            if (early->session != late->session || guid_equal(&late->guid, &none) ||
                !guid_equal(&early->guid, &late->guid))
                continue;
            section_complain(&r->log, late->line, STR_bad_provider_twice, text_str(&early->name),
                             STR_mend_provider_twice);
            break;
        }
    }
}

/* Texts that could not be had would be missing stories or names. */
static bool texts_whole(const struct providers *p)
{
    for (size_t i = 0; i < p->count; i++) {
        bool failed = p->items[i].name.failed;
        for (uint32_t k = 0; k < p->items[i].story_count; k++)
            failed = failed || p->items[i].stories[k].english.failed ||
                     p->items[i].stories[k].chinese.failed;
        if (failed)
            return false;
    }
    return true;
}

bool providers_read(struct providers *p, const char *name, const char *bytes, size_t len,
                    uint32_t build, struct problems *problems)
{
    struct providers_reader *r = calloc(1, sizeof *r);
    if (!r) {
        problems->short_of_memory = true;
        return false;
    }
    r->log.problems = problems;
    r->log.file = name;
    r->log.good = true;
    r->build = build;
    bool whole = ini_read(bytes, len, on_entry, on_fault, r);
    provider_section_end(&r->section);
    check_guids(r);
    if (!texts_whole(&r->providers) || (!whole && r->log.good))
        section_short_of_memory(&r->log);
    if (r->log.good && !r->providers.count)
        section_complain(&r->log, 0, STR_bad_no_providers, NULL, STR_mend_put_back);
    bool good = r->log.good;
    if (good) {
        providers_done(p);
        *p = r->providers;
    } else {
        providers_done(&r->providers);
    }
    free(r);
    return good;
}

const struct story *providers_story(const struct providers *p, const struct guid *guid, uint16_t id)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct provider *item = &p->items[i];
        if (!guid_equal(&item->guid, guid))
            continue;
        for (uint32_t k = 0; k < item->story_count; k++)
            if (item->stories[k].id == id)
                return &item->stories[k];
    }
    return NULL;
}
