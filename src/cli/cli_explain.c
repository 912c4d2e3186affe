#include "cli/cli_explain.h"

#include <string.h>

#include "cli/hitch.h"

/* From here on the list holds nothing else. */
#define FIRST_FAULT CLI_fault_header

static const struct {
    enum string_id theirs;
    enum cli_string_id own;
} remedies[] = {
    {STR_fix_folder_create, CLI_remedy_temp},
    {STR_fix_folder_rights, CLI_remedy_temp},
    {STR_fix_folder_link, CLI_remedy_temp},
    {STR_fix_folder_foreign, CLI_remedy_temp},
    {STR_fix_not_elevated, CLI_remedy_elevate},
    {STR_fix_file_special, CLI_remedy_special},
    {STR_os_3_remedy, CLI_remedy_place},
    {STR_os_8_remedy, CLI_remedy_memory},
    {STR_os_87_session_remedy, CLI_remedy_session},
    {STR_os_123_remedy, CLI_remedy_name},
    {STR_os_161_remedy, CLI_remedy_session},
    {STR_os_206_remedy, CLI_remedy_short},
    {STR_os_1450_session_remedy, CLI_remedy_session},
};

static const char *remedy(enum language language, enum string_id theirs)
{
    for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++) {
        if (remedies[i].theirs == theirs)
            return cli_string(language, remedies[i].own);
    }
    return string_get(language, theirs);
}

void cli_explain(enum language language, struct outcome outcome, const char *what, struct text *out)
{
    const char *gap = string_get(language, STR_sentence_gap);
    struct explanation e = string_explanation(outcome);
    string_fill(out, string_get(language, e.sentence), what);
    if (e.cause != STR_count)
        text_addf(out, "%s%s", gap, string_get(language, e.cause));
    text_addf(out, "%s%s", gap, remedy(language, e.remedy));
    if (outcome.os)
        text_addf(out, string_get(language, STR_os_number), (unsigned)outcome.os);
}

static void say(struct hitch *h, const char *near, enum cli_string_id id, va_list args)
{
    struct text t = TEXT_EMPTY;
    text_vaddf(&t, cli_string(h->language, id), args);
    if (near) {
        text_add(&t, string_get(h->language, STR_sentence_gap));
        text_addf(&t, cli_string(h->language, CLI_did_you_mean), near);
    }
    hitch_put_error(h, &t);
}

void cli_say(struct hitch *h, enum cli_string_id id, ...)
{
    va_list args;
    va_start(args, id);
    say(h, NULL, id, args);
    va_end(args);
}

void cli_say_near(struct hitch *h, const char *near, enum cli_string_id id, ...)
{
    va_list args;
    va_start(args, id);
    say(h, near, id, args);
    va_end(args);
}

const char *cli_fault(enum language language, const char *english)
{
    for (int id = FIRST_FAULT; id < CLI_count; id++) {
        if (strcmp(cli_string(LANGUAGE_ENGLISH, (enum cli_string_id)id), english) == 0)
            return cli_string(language, (enum cli_string_id)id);
    }
    return english;
}
