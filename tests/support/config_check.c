#include "tests/support/config_check.h"

#include <string.h>

#include "tests/support/suite.h"

#define GOOD_PROVIDER                                                                  \
    "[buffer Good]\nguid = {11111111-2222-3333-4444-555555555555}\nlevel = 4\nmask = ALL\n"

static bool read_settings(const char *bytes, size_t len, struct problems *problems)
{
    struct settings s;
    settings_init(&s);
    bool good = settings_read(&s, "test.ini", bytes, len, problems);
    settings_done(&s);
    return good;
}

static bool read_providers(const char *bytes, size_t len, struct problems *problems)
{
    struct providers p;
    providers_init(&p);
    assert_true(providers_read(&p, "test.ini", GOOD_PROVIDER, sizeof GOOD_PROVIDER - 1, 19045, problems));
    struct provider *before = p.items;
    bool good = providers_read(&p, "test.ini", bytes, len, 19045, problems);
    if (!good) {
        assert_ptr_equal(p.items, before);
        assert_int_equal(p.count, 1);
        assert_string_equal(text_str(&p.items[0].name), "Good");
    }
    providers_done(&p);
    return good;
}

static void explains_itself(const struct problem *problem)
{
    struct text says = TEXT_EMPTY;
    for (int l = 0; l < LANGUAGE_count; l++) {
        enum language language = (enum language)l;
        text_clear(&says);
        problem_explain(problem, language, &says);
        assert_non_null(strstr(text_str(&says), "test.ini"));
        assert_non_null(string_own(language, problem->what));
        const char *remedy = string_own(language, problem->remedy);
        assert_non_null(remedy);
        assert_true(strlen(remedy) > 5);
        assert_true(str_ends(text_str(&says), remedy));
        assert_null(strstr(text_str(&says), "%s"));
        if (problem->value.len && strstr(string_get(language, problem->what), "%s"))
            assert_non_null(strstr(text_str(&says), text_str(&problem->value)));
    }
    text_done(&says);
}

void config_refuses(enum config_kind kind, const char *bytes, size_t len, uint32_t line,
                    enum string_id what, const char *value)
{
    struct problems problems;
    problems_init(&problems);
    bool good = kind == CONFIG_SETTINGS ? read_settings(bytes, len, &problems)
                                        : read_providers(bytes, len, &problems);
    assert_false(good);
    assert_true(problems.count > 0);
    const struct problem *first = &problems.items[0];
    assert_string_equal(text_str(&first->file), "test.ini");
    assert_int_equal(first->line, line);
    if (what != STR_count)
        assert_string_equal(string_get(LANGUAGE_ENGLISH, first->what), string_get(LANGUAGE_ENGLISH, what));
    if (value)
        assert_non_null(strstr(text_str(&first->value), value));
    for (size_t i = 0; i < problems.count; i++)
        explains_itself(&problems.items[i]);
    problems_done(&problems);
}
