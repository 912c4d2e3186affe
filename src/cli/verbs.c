#include "cli/verbs.h"

#include <string.h>

#include "cli/hitch.h"

#define NOTHING CLI_count

static const struct verb verbs[] = {
    {"count", hitch_count, 1, 1, false, CLI_brief_count, CLI_usage_count, CLI_about_count, CLI_exits_file, {{NULL, 0, 0}}},
    {"check", hitch_check, 1, VERB_ANY_NUMBER, true, CLI_brief_check, CLI_usage_check, CLI_about_check, CLI_exits_files,
     {{"--json", NOTHING, CLI_check_json}}},
    {"events", hitch_events, 1, 1, false, CLI_brief_events, CLI_usage_events, CLI_about_events, CLI_exits_events,
     {{"--from", CLI_value_time, CLI_events_from},
      {"--to", CLI_value_time, CLI_events_to},
      {"--provider", CLI_value_name, CLI_events_provider},
      {"--id", CLI_value_number, CLI_events_id},
      {"--limit", CLI_value_number, CLI_events_limit}}},
    {"report", hitch_report, 1, 2, false, CLI_brief_report, CLI_usage_report, CLI_about_report, CLI_exits_report,
     {{"--at", CLI_value_time, CLI_report_at},
      {"--game", CLI_value_name, CLI_report_game},
      {"--html", CLI_value_out, CLI_report_html},
      {"--json", CLI_value_out, CLI_report_json},
      {"--providers", CLI_value_file, CLI_report_providers}}},
    {"frames", hitch_frames, 1, VERB_ANY_NUMBER, true, CLI_brief_frames, CLI_usage_frames, CLI_about_frames, CLI_exits_answer,
     {{"--csv", CLI_value_out, CLI_frames_csv}, {"--columns", CLI_value_number, CLI_frames_columns}}},
    {"crash", hitch_crash, 1, 1, false, CLI_brief_crash, CLI_usage_crash, CLI_about_crash, CLI_exits_answer, {{NULL, 0, 0}}},
    {"compare", hitch_compare, 1, 2, false, CLI_brief_compare, CLI_usage_compare, CLI_about_compare, CLI_exits_answer,
     {{"--scenario", CLI_value_name, CLI_compare_scenario}}},
    {"whitelist", hitch_whitelist, 1, VERB_ANY_NUMBER, false, CLI_brief_whitelist, CLI_usage_whitelist,
     CLI_about_whitelist, CLI_exits_answer, {{"--providers", CLI_value_file, CLI_whitelist_providers}}},
    {"estimate", hitch_estimate, 0, 1, false, CLI_brief_estimate, CLI_usage_estimate, CLI_about_estimate,
     CLI_exits_estimate,
     {{"--live", NOTHING, CLI_estimate_live},
      {"--seconds", CLI_value_number, CLI_estimate_seconds},
      {"--providers", CLI_value_file, CLI_estimate_providers}}},
    {"autostart", hitch_autostart, 1, 1, false, CLI_brief_autostart, CLI_usage_autostart, CLI_about_autostart,
     CLI_exits_autostart, {{NULL, 0, 0}}},
    {"save", hitch_save, 0, 0, false, CLI_brief_save, CLI_usage_save, CLI_about_save, CLI_exits_save,
     {{"--no-wait", NOTHING, CLI_save_no_wait}, {"--seconds", CLI_value_number, CLI_save_seconds}}},
};
#define VERBS (sizeof verbs / sizeof verbs[0])

/* What every verb takes; hitch_run reads it. */
static const struct verb_option common = {"--lang", CLI_value_tag, CLI_common_lang};

const struct verb *verbs_at(size_t index)
{
    return index < VERBS ? &verbs[index] : NULL;
}

const struct verb *verbs_find(const char *name)
{
    for (size_t i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    }
    return NULL;
}

void verbs_put_usage(FILE *to, enum language language)
{
    fputs(cli_string(language, CLI_usage_head), to);
    for (size_t i = 0; i < VERBS; i++)
        fprintf(to, "  hitch %-9s %s\n", verbs[i].name, cli_string(language, verbs[i].brief));
    fputs(cli_string(language, CLI_usage_tail), to);
}

/* What stands for it in help: its name, and a word for its value. */
static int places(enum language language, const struct verb_option *o)
{
    return cli_places(o->name) + (o->value == NOTHING ? 0 : 1 + cli_places(cli_string(language, o->value)));
}

static void put_option(FILE *to, enum language language, const struct verb_option *o, int width)
{
    bool takes = o->value != NOTHING;
    const char *at = cli_string(language, o->help);
    fprintf(to, "  %s%s%s%*s", o->name, takes ? " " : "", takes ? cli_string(language, o->value) : "",
            width - places(language, o), "");
    for (const char *end = strchr(at, '\n'); end; end = strchr(at, '\n')) {
        fprintf(to, "%.*s\n%*s", (int)(end - at), at, width + 2, "");
        at = end + 1;
    }
    fprintf(to, "%s\n", at);
}

void verbs_put_help(FILE *to, enum language language, const struct verb *verb)
{
    int width = places(language, &common);
    for (const struct verb_option *o = verb->options; o->name; o++)
        width = places(language, o) > width ? places(language, o) : width;
    width += 2;
    fprintf(to, "%s\n%s", cli_string(language, verb->usage), cli_string(language, verb->about));
    for (const struct verb_option *o = verb->options; o->name; o++)
        put_option(to, language, o, width);
    put_option(to, language, &common, width);
    fputs(cli_string(language, verb->exits), to);
}
