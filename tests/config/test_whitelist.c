#include "tests/support/suite.h"

#include <string.h>

#include "config/providers.h"
#include "tests/support/source_file.h"

static const uint32_t builds[] = {19045, 22000, 22631, 26100};
#define BUILD_COUNT (sizeof builds / sizeof builds[0])

struct fact {
    const char *provider;
    uint32_t id;
    uint32_t level;
    uint64_t keyword;
    uint32_t first_build, last_build;
};

#define LISTED(name, id, level, keyword, channel, first) {name, id, level, keyword, first, 99999},
static const struct fact listed[] = {
#include "tests/config/facts_config.h"
};
#define BUSY(name, id, level, keyword, what) {name, id, level, keyword, 0, 99999},
static const struct fact busy[] = {
#include "tests/config/facts_config.h"
};
#define WANTED(name, id, level, keyword, first, last) {name, id, level, keyword, first, last},
static const struct fact wanted[] = {
#include "tests/config/facts_config.h"
};
#define UNWANTED(name, id, level, keyword) {name, id, level, keyword, 0, 99999},
static const struct fact unwanted[] = {
#include "tests/config/facts_config.h"
};
#define SEED(name, id) {name, id, 0, 0, 0, 99999},
static const struct fact seed[] = {
#include "tests/config/facts_config.h"
};
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct providers shipped(uint32_t build)
{
    struct text ini = TEXT_EMPTY;
    struct providers p;
    struct problems problems;
    assert_true(source_read("config/providers.ini", &ini));
    providers_init(&p);
    problems_init(&problems);
    bool good = providers_read(&p, "providers.ini", ini.bytes, ini.len, build, &problems);
    for (size_t i = 0; i < problems.count; i++) {
        struct text t = TEXT_EMPTY;
        problem_explain(&problems.items[i], LANGUAGE_ENGLISH, &t);
        print_error("%s\n", text_str(&t));
        text_done(&t);
    }
    assert_true(good);
    assert_true(ini.len < 64 * 1024);
    problems_done(&problems);
    text_done(&ini);
    return p;
}

static const struct provider *find(const struct providers *p, enum session_kind session, const char *name)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->items[i].session == session && str_equal(text_str(&p->items[i].name), name))
            return &p->items[i];
    return NULL;
}

static const struct story *has_id(const struct provider *p, uint32_t id)
{
    for (uint32_t i = 0; i < p->story_count; i++)
        if (p->stories[i].id == id)
            return &p->stories[i];
    return NULL;
}

/* What a provider asks before it logs (EnableTraceEx2, MatchAllKeyword 0). */
static bool provider_logs(const struct provider *p, const struct fact *f)
{
    bool level_fits = f->level == 0 || p->level == 0 || f->level <= p->level;
    bool keyword_fits = f->keyword == 0 || p->mask == 0 || (f->keyword & p->mask);
    return level_fits && keyword_fits;
}

static void every_listed_event_passes_its_own_mask_and_level(void **state)
{
    (void)state;
    for (size_t b = 0; b < BUILD_COUNT; b++) {
        struct providers p = shipped(builds[b]);
        for (size_t i = 0; i < COUNT(listed); i++) {
            const struct fact *f = &listed[i];
            if (f->first_build > builds[b])
                continue;
            const struct provider *item = find(&p, SESSION_FILE, f->provider);
            assert_non_null(item);
            if (!has_id(item, f->id) || !provider_logs(item, f))
                fail_msg("%s %u does not pass on build %u", f->provider, (unsigned)f->id, (unsigned)builds[b]);
        }
        providers_done(&p);
    }
}

/* The oldest build of the facts about an event, or 0 where there is none. */
static uint32_t known_from(const char *provider, uint32_t id)
{
    uint32_t first = 0;
    for (size_t i = 0; i < COUNT(listed); i++)
        if (str_equal(listed[i].provider, provider) && listed[i].id == id && (!first || listed[i].first_build < first))
            first = listed[i].first_build;
    return first;
}

static void every_listed_event_is_known_and_says_from_which_build(void **state)
{
    (void)state;
    struct providers p = shipped(26100);
    for (size_t i = 0; i < p.count; i++) {
        for (uint32_t k = 0; k < p.items[i].story_count; k++) {
            const struct story *story = &p.items[i].stories[k];
            uint32_t first = known_from(text_str(&p.items[i].name), story->id);
            if (!first || story->first_build != (first > builds[0] ? first : 0))
                fail_msg("%s %u: first build %u in the file, %u in the facts", text_str(&p.items[i].name),
                         (unsigned)story->id, (unsigned)story->first_build, (unsigned)first);
        }
    }
    providers_done(&p);
}

static void no_event_that_comes_all_the_time_reaches_the_file_session(void **state)
{
    (void)state;
    for (size_t b = 0; b < BUILD_COUNT; b++) {
        struct providers p = shipped(builds[b]);
        for (size_t i = 0; i < COUNT(busy); i++) {
            const struct provider *item = find(&p, SESSION_FILE, busy[i].provider);
            if (item && provider_logs(item, &busy[i]) && has_id(item, busy[i].id))
                fail_msg("%s %u is let in on build %u", busy[i].provider, (unsigned)busy[i].id, (unsigned)builds[b]);
        }
        providers_done(&p);
    }
}

static void the_masks_of_the_file_session_need_each_of_their_bits(void **state)
{
    (void)state;
    for (size_t b = 0; b < BUILD_COUNT; b++) {
        struct providers p = shipped(builds[b]);
        for (size_t i = 0; i < p.count; i++) {
            const struct provider *item = &p.items[i];
            uint64_t used = 0;
            for (size_t k = 0; k < COUNT(listed); k++)
                if (str_equal(listed[k].provider, text_str(&item->name)) && listed[k].first_build <= builds[b])
                    used |= listed[k].keyword;
            if (item->session == SESSION_FILE && (!item->mask || (item->mask & ~used)))
                fail_msg("%s has a bit that no listed event carries on build %u", text_str(&item->name), (unsigned)builds[b]);
        }
        providers_done(&p);
    }
}

static void channel_bits_are_only_where_events_carry_nothing_else(void **state)
{
    (void)state;
    static const char *const with_channels[] = {"Microsoft-Windows-Kernel-Processor-Power", "Microsoft-Windows-Kernel-Power",
                                                "Microsoft-Windows-Kernel-Disk", "Microsoft-Windows-Audio"};
    struct providers p = shipped(22631);
    size_t count = 0;
    for (size_t i = 0; i < p.count; i++) {
        if (!(p.items[i].mask >> 48))
            continue;
        assert_int_equal(p.items[i].session, SESSION_BUFFER);
        bool found = false;
        for (size_t k = 0; k < COUNT(with_channels); k++)
            found = found || str_equal(with_channels[k], text_str(&p.items[i].name));
        assert_true(found);
        count++;
    }
    assert_int_equal(count, COUNT(with_channels));
    providers_done(&p);
}

static void the_buffer_session_hears_what_verdicts_need(void **state)
{
    (void)state;
    for (size_t b = 0; b < BUILD_COUNT; b++) {
        struct providers p = shipped(builds[b]);
        for (size_t i = 0; i < COUNT(wanted); i++) {
            const struct fact *f = &wanted[i];
            if (builds[b] < f->first_build || builds[b] > f->last_build)
                continue;
            const struct provider *item = find(&p, SESSION_BUFFER, f->provider);
            if (!item || item->story_count || !provider_logs(item, f))
                fail_msg("%s %u is not heard on build %u", f->provider, (unsigned)f->id, (unsigned)builds[b]);
        }
        for (size_t i = 0; i < COUNT(unwanted); i++) {
            const struct provider *item = find(&p, SESSION_BUFFER, unwanted[i].provider);
            assert_non_null(item);
            if (provider_logs(item, &unwanted[i]))
                fail_msg("%s %u is let in on build %u", unwanted[i].provider, (unsigned)unwanted[i].id, (unsigned)builds[b]);
        }
        providers_done(&p);
    }
}

static void every_guid_is_the_providers_own(void **state)
{
    (void)state;
    static const struct {
        const char *name, *guid;
    } known[] = {
#define PROVIDER(name, guid) {name, guid},
#include "tests/config/facts_config.h"
    };
    struct providers p = shipped(19045);
    for (size_t i = 0; i < p.count; i++) {
        bool found = false;
        for (size_t k = 0; k < COUNT(known); k++) {
            struct guid g;
            if (!str_equal(known[k].name, text_str(&p.items[i].name)))
                continue;
            found = true;
            assert_true(guid_parse(known[k].guid, &g));
            assert_true(guid_equal(&g, &p.items[i].guid));
        }
        assert_true(found);
    }
    providers_done(&p);
}

/* Does `line` hold the number as a word? */
static bool line_has(const char *line, size_t len, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= len; i++)
        if (memcmp(line + i, word, n) == 0 && (i == 0 || line[i - 1] == ' ') && (i + n == len || line[i + n] == ' '))
            return true;
    return false;
}

/* Is there a row "| provider | ... id ... | in or out |" in the page? */
static bool page_tells(const char *page, const char *provider, uint32_t id, const char *which)
{
    struct text begin = TEXT_EMPTY, number = TEXT_EMPTY;
    text_addf(&begin, "\n| %s | ", provider + strlen("Microsoft-Windows-"));
    text_addf(&number, "%u", (unsigned)id);
    bool found = false;
    for (const char *at = page; !found && (at = strstr(at, text_str(&begin))) != NULL;) {
        at += begin.len;
        const char *end = strstr(at, " | ");
        assert_non_null(end);
        found = line_has(at, (size_t)(end - at), text_str(&number)) && str_starts(end + 3, which);
    }
    text_done(&begin);
    text_done(&number);
    return found;
}

static bool in_seed(const char *provider, uint32_t id)
{
    for (size_t i = 0; i < COUNT(seed); i++)
        if (seed[i].id == id && str_equal(seed[i].provider, provider))
            return true;
    return false;
}

static void every_change_of_the_list_has_its_reason_in_the_docs(void **state)
{
    (void)state;
    struct text page = TEXT_EMPTY;
    struct providers p = shipped(26100);
    assert_true(source_read("docs/whitelist.md", &page));
    assert_int_equal(COUNT(seed), 119);
    for (size_t i = 0; i < COUNT(seed); i++) {
        const struct provider *item = find(&p, SESSION_FILE, seed[i].provider);
        assert_non_null(item);
        bool out = page_tells(text_str(&page), seed[i].provider, seed[i].id, "out |");
        if (out == (has_id(item, seed[i].id) != NULL))
            fail_msg("%s %u: the page and the list differ", seed[i].provider, (unsigned)seed[i].id);
    }
    for (size_t i = 0; i < p.count; i++) {
        for (uint32_t k = 0; k < p.items[i].story_count; k++) {
            const char *name = text_str(&p.items[i].name);
            uint32_t id = p.items[i].stories[k].id;
            if (page_tells(text_str(&page), name, id, "in |") == in_seed(name, id))
                fail_msg("%s %u: the page and the list differ", name, (unsigned)id);
        }
    }
    providers_done(&p);
    text_done(&page);
}

static void stories_are_sentences_of_their_own(void **state)
{
    (void)state;
    struct providers p = shipped(19045);
    for (size_t i = 0; i < p.count; i++) {
        const struct provider *item = &p.items[i];
        for (uint32_t k = 0; k < item->story_count; k++) {
            const struct story *s = &item->stories[k];
            assert_true(str_ends(text_str(&s->english), "."));
            assert_true(str_ends(text_str(&s->chinese), "\xE3\x80\x82"));
            for (uint32_t m = 0; m < k; m++) {
                assert_string_not_equal(text_str(&s->english), text_str(&item->stories[m].english));
                assert_string_not_equal(text_str(&s->chinese), text_str(&item->stories[m].chinese));
            }
        }
    }
    providers_done(&p);
}

void suite_whitelist(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_listed_event_passes_its_own_mask_and_level),
        cmocka_unit_test(every_listed_event_is_known_and_says_from_which_build),
        cmocka_unit_test(no_event_that_comes_all_the_time_reaches_the_file_session),
        cmocka_unit_test(the_masks_of_the_file_session_need_each_of_their_bits),
        cmocka_unit_test(channel_bits_are_only_where_events_carry_nothing_else),
        cmocka_unit_test(the_buffer_session_hears_what_verdicts_need),
        cmocka_unit_test(every_guid_is_the_providers_own),
        cmocka_unit_test(every_change_of_the_list_has_its_reason_in_the_docs),
        cmocka_unit_test(stories_are_sentences_of_their_own),
    };
    SUITE_RUN("whitelist", tests);
}
