#include "tests/support/suite.h"

#include <string.h>

#include "cli/cli_strings.h"
#include "tests/support/text_conversions.h"

static const char *name_of(int id)
{
    static const char *const names[] = {
#define CLI_STRING(name, english) #name,
#include "cli/cli_strings_list.h"
#undef CLI_STRING
    };
    return names[id];
}

static void the_console_has_every_text_in_every_language(void **state)
{
    (void)state;
    for (int language = 0; language < LANGUAGE_count; language++)
        for (int id = 0; id < CLI_count; id++) {
            const char *own = cli_string_own((enum language)language, (enum cli_string_id)id);
            if (!own || !*own || !utf8_valid(own, strlen(own)))
                fail_msg("language %d lacks %s", language, name_of(id));
        }
}

/* The same ends of line too: some texts are whole lines, some are part of one. */
static void translations_of_the_console_have_the_same_conversions(void **state)
{
    (void)state;
    struct text english = TEXT_EMPTY, other = TEXT_EMPTY;
    for (int id = 0; id < CLI_count; id++) {
        const char *one = cli_string(LANGUAGE_ENGLISH, (enum cli_string_id)id);
        const char *two = cli_string(LANGUAGE_ZH_CN, (enum cli_string_id)id);
        text_conversions(one, &english);
        text_conversions(two, &other);
        if (strcmp(text_str(&english), text_str(&other)) != 0 || str_ends(one, "\n") != str_ends(two, "\n"))
            fail_msg("%s: %s against %s", name_of(id), text_str(&english), text_str(&other));
    }
    text_done(&english);
    text_done(&other);
}

void suite_cli_strings(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_console_has_every_text_in_every_language),
        cmocka_unit_test(translations_of_the_console_have_the_same_conversions),
    };
    SUITE_RUN("cli_strings", tests);
}
