/* Holds what a case gave against the rules. */
#include <stdio.h>
#include <string.h>

#include "strings/private/error_meaning.h"
#include "tests/faults/fault_rules.h"

/* Each cause's sentence and remedy, as strings/strings.h pairs them. */
static const struct {
    enum string_id why, fix;
} sentences[] = {
#define WHY(name) {STR_why_##name, STR_fix_##name},
    WHY_LIST(WHY)
#undef WHY
};

/* Some numbers have a cause of their own: that a file is absent, that the disk
 * is full, that a session is gone. Some failures are told with another number
 * than the system's: where it claims success and did nothing, and where what
 * was asked for gives none. */
static struct outcome expected(const struct fault_rule *rule, const struct fault_case *c, const char *role)
{
    enum why why = rule->why;
    uint32_t code = c->code;
    bool of_file = why == WHY_file_open || why == WHY_open_to_write || why == WHY_file_write || why == WHY_file_rename ||
                   why == WHY_folder_create || why == WHY_folder_read || why == WHY_file_remove;
    if (why == WHY_folder_create && c->call == CALL_ATTRIBUTES)
        return outcome_of(why, 183);
    if (why == WHY_folder_create && c->call == CALL_MAKE_FOLDER && c->on && code == 112 && strcmp(role, "runs") == 0)
        return outcome_of(WHY_disk_full, code); /* the second place has no "logs" yet */
    if (why == WHY_folder_create && (c->call == CALL_CREATE_FILE || strcmp(role, "logs") != 0))
        return outcome_of(why, code); /* said of the folder, whatever the number */
    if (why == WHY_folder_rights && c->call == CALL_VOLUME)
        return outcome_of(why, 50);
    if (of_file && code == 112)
        return outcome_of(WHY_disk_full, code);
    if (why == WHY_file_open && (code == 2 || code == 3))
        return outcome_of(WHY_not_found, code);
    if (why == WHY_open_to_write)
        return outcome_of(code == 80 ? WHY_exists : WHY_file_open, code);
    if (why == WHY_file_rename && (code == 2 || code == 80 || code == 183))
        return outcome_of(code == 2 ? WHY_not_found : WHY_exists, code);
    if (why == WHY_hotkey_register && code == 1409)
        return outcome_of(WHY_hotkey_taken, code);
    if (why == WHY_session_start && (code == 0 || code == 183))
        return outcome_of(code ? WHY_exists : WHY_session_hollow, code);
    if ((why == WHY_session_flush || why == WHY_session_query) && code == 4201)
        return outcome_of(WHY_session_gone, code);
    if (why == WHY_session_flush && code == 0)
        return outcome_of(WHY_snapshot_missing, 2);
    if (why == WHY_exists && c->call == CALL_QUERY)
        return outcome_of(why, 183);
    if (why == WHY_disk_full && code == 0)
        return outcome_of(why, 112);
    if (why == WHY_viewer_missing || why == WHY_folder_foreign || (why == WHY_viewer_shell && c->call == CALL_WINDOW_OWNER))
        return outcome_of(why, 0);
    if (why == WHY_viewer_shell && code == 5 &&
        (c->call == CALL_OPEN_PROCESS || c->call == CALL_OPEN_TOKEN || c->call == CALL_COPY_TOKEN))
        return outcome_of(WHY_viewer_account, code);
    if (why == WHY_viewer_shell && c->call == CALL_TOKEN_INFORMATION)
        return outcome_of(why, 5);
    if (why == WHY_autostart_account || why == WHY_autostart_unknown)
        return outcome_of(why, 0);
    if (why == WHY_not_found && c->call == CALL_ATTRIBUTES_EX)
        return outcome_of(why, 3);
    if (why == WHY_not_found && c->call == CALL_ATTRIBUTES)
        return outcome_of(why, 2);
    return outcome_of(why, code);
}

static bool holds_format(const char *text, const char *format)
{
    const char *gap = strstr(format, "%s");
    struct text head = TEXT_EMPTY;
    text_add_bytes(&head, format, gap ? (size_t)(gap - format) : strlen(format));
    bool holds = strstr(text, text_str(&head)) && (!gap || strstr(text, gap + 2));
    text_done(&head);
    return holds;
}

/* Does the text say what failed, what the number means, what to do, and the
 * number? */
static void judge_sentence(struct fault_result *r, const char *text, struct outcome outcome)
{
    enum why why = outcome.why;
    uint32_t code = outcome.os;
    struct error_meaning cause;
    struct text number = TEXT_EMPTY;
    bool known = error_meaning_find(outcome, &cause);
    enum language l = r->language;
    text_addf(&number, string_get(l, STR_os_number), (unsigned)code);
    if (!holds_format(text, string_get(l, sentences[why].why)))
        fault_wrong(r, "\"%s\" does not say %s", text, outcome_name(why));
    else if (known && !strstr(text, string_get(l, cause.cause)))
        fault_wrong(r, "\"%s\" does not say what %u means", text, (unsigned)code);
    else if (!strstr(text, string_get(l, known ? cause.remedy : sentences[why].fix)))
        fault_wrong(r, "\"%s\" has another remedy", text);
    else if (code && !strstr(text, text_str(&number)))
        fault_wrong(r, "\"%s\" lacks the number", text);
    text_done(&number);
}

/* A line "... <event> ... why=<why> os=<code>". */
static bool log_says(const char *log, const char *event, enum why why, uint32_t code)
{
    struct text head = TEXT_EMPTY, tail = TEXT_EMPTY;
    bool found = false;
    text_addf(&head, "Z %s ", event);
    text_addf(&tail, " why=%s os=%u\r\n", outcome_name(why), (unsigned)code);
    for (const char *at = strstr(log, text_str(&head)); at && !found; at = strstr(at + 1, text_str(&head))) {
        const char *end = strchr(at, '\n'), *says = strstr(at, text_str(&tail));
        found = end && says && says < end;
    }
    text_done(&head);
    text_done(&tail);
    return found;
}

/* The line "kind title: text" of what was said. */
static const char *find_said(const char *said, enum string_id title, struct text *line)
{
    struct text mark = TEXT_EMPTY;
    text_addf(&mark, " [%u] ", (unsigned)title);
    const char *at = strstr(said, text_str(&mark));
    if (at) {
        const char *end = strchr(at, '\n');
        text_add_bytes(line, at + mark.len, end ? (size_t)(end - at) - mark.len : strlen(at) - mark.len);
    }
    text_done(&mark);
    return at ? text_str(line) : NULL;
}

/* Titles whose text explains a failure. */
static bool explains(enum string_id title)
{
    return title == STR_balloon_trouble || title == STR_balloon_failed || title == STR_balloon_saved_doubt ||
           title == STR_box_title || title == STR_box_config;
}

/* What people would read of it, in both languages. */
static void judge_words(struct fault_result *r, struct outcome outcome)
{
    enum language played = r->language;
    for (int l = 0; l < LANGUAGE_count; l++) {
        struct text words = TEXT_EMPTY;
        string_explain((enum language)l, outcome, "x", &words);
        r->language = (enum language)l;
        judge_sentence(r, text_str(&words), outcome);
        text_done(&words);
    }
    r->language = played;
}

static void judge_told(const struct fault_rule *rule, struct outcome outcome, struct fault_result *r)
{
    struct text line = TEXT_EMPTY;
    const char *said = find_said(text_str(&r->said), rule->told, &line);
    if (!said)
        fault_wrong(r, "\"%s\" is not said", string_get(r->language, rule->told));
    else if (outcome_failed(outcome) && explains(rule->told))
        judge_sentence(r, said, outcome);
    text_done(&line);
}

void fault_judge(const struct fault_case *c, struct fault_result *r)
{
    bool of_app = c->step >= STEP_FIRST_OF_APP;
    uint32_t shown = of_app ? 0 : SHOWN;
    const struct fault_rule *rule = fault_rule_of(c, r->role);
    if (!fault_hits(0))
        fault_wrong(r, "the call did not come");
    if (!rule) {
        fault_wrong(r, "no rule");
        return;
    }
    uint32_t open = rule->may | shown;
    if ((r->ends & ~open) != (rule->ends & ~open))
        fault_wrong(r, "ends in another state than the rule names (%s)", rule->reason);
    if (rule->why == WHY_ok) {
        if (of_app && rule->told != STR_count)
            judge_told(rule, outcome_ok(), r);
        return;
    }
    struct outcome outcome = expected(rule, c, r->role);
    judge_words(r, outcome);
    bool by_outcome = rule->event && rule->event[0] == '=';
    const char *event = by_outcome ? rule->event + 1 : rule->event;
    if (by_outcome && !of_app) {
        if (r->outcome.os != outcome.os || r->outcome.why != outcome.why)
            fault_wrong(r, "the outcome is %s %u, not %s", outcome_name(r->outcome.why), (unsigned)r->outcome.os,
                        outcome_name(outcome.why));
    } else if (event && !log_says(text_str(&r->log), event, outcome.why, outcome.os)) {
        fault_wrong(r, "the log has no %s with %s %u", event, outcome_name(outcome.why), (unsigned)outcome.os);
    }
    if (of_app && rule->told != STR_count)
        judge_told(rule, outcome, r);
}
