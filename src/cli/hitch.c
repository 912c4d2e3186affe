#include "cli/hitch.h"

#include "base/text.h"
#include "strings/strings.h"
#include "os/os.h"

#include <stdarg.h>
#include <string.h>

/* As res/hitch.rc has it. */
#define HB_VERSION "1.0.0"
#define MANY_BYTES (64u * 1024u * 1024u)
#define DRAW_EVERY_NS 200000000
#define LOOK_EVERY 4096u

struct verb {
    const char *name;
    int (*run)(struct hitch *h, int word_count, char **words);
    enum cli_string_id brief, help;
};

static const struct verb verbs[] = {
    {"count", hitch_count, CLI_brief_count, CLI_help_count},
    {"check", hitch_check, CLI_brief_check, CLI_help_check},
    {"events", hitch_events, CLI_brief_events, CLI_help_events},
    {"report", hitch_report, CLI_brief_report, CLI_help_report},
    {"crash", hitch_crash, CLI_brief_crash, CLI_help_crash},
    {"compare", hitch_compare, CLI_brief_compare, CLI_help_compare},
    {"whitelist", hitch_whitelist, CLI_brief_whitelist, CLI_help_whitelist},
    {"estimate", hitch_estimate, CLI_brief_estimate, CLI_help_estimate},
};
#define VERBS (sizeof verbs / sizeof verbs[0])

static void usage(FILE *to, enum language language)
{
    fputs(cli_string(language, CLI_usage_head), to);
    for (size_t i = 0; i < VERBS; i++)
        fprintf(to, "  hitch %-9s %s\n", verbs[i].name, cli_string(language, verbs[i].brief));
    fputs(cli_string(language, CLI_usage_tail), to);
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "/?") == 0;
}

static bool wants_help(int word_count, char **words)
{
    for (int i = 0; i < word_count && strcmp(words[i], "--") != 0; i++) {
        if (is_help(words[i]))
            return true;
    }
    return false;
}

static int run_verb(struct hitch *h, const struct verb *verb, int word_count, char **words)
{
    if (wants_help(word_count, words)) {
        fputs(cli_string(h->language, verb->help), h->out);
        return HITCH_WHOLE;
    }
    int code = verb->run(h, word_count, words);
    if (fflush(h->out) != 0 || ferror(h->out)) {
        hitch_say(h, STR_cli_not_written);
        return HITCH_FAILED;
    }
    return code;
}

static bool is_language(const char *tag)
{
    return language_from_tag(tag) != LANGUAGE_ENGLISH || strcmp(tag, "en") == 0 || strncmp(tag, "en-", 3) == 0;
}

/* --lang comes first, wherever it stands, so that help and what is wrong with
 * the rest are said in it; it is taken out of the words. */
static bool read_language(struct hitch *h, int *word_count, char **words)
{
    for (int i = 0; i < *word_count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--lang") != 0 || i + 1 == *word_count)
            continue;
        if (!is_language(words[i + 1])) {
            hitch_say(h, STR_cli_bad_language, words[i + 1]);
            return false;
        }
        h->language = language_from_tag(words[i + 1]);
        *word_count -= 2;
        memmove(&words[i], &words[i + 2], (size_t)(*word_count - i) * sizeof *words);
        i--;
    }
    return true;
}

int hitch_run(struct hitch *h, int word_count, char **words)
{
    if (!read_language(h, &word_count, words))
        return HITCH_FAILED;
    if (word_count < 1) {
        usage(h->err, h->language);
        return HITCH_FAILED;
    }
    if (strcmp(words[0], "--version") == 0) {
        fprintf(h->out, "hitch " HB_VERSION "\n");
        return HITCH_WHOLE;
    }
    if (is_help(words[0]) || strcmp(words[0], "help") == 0) {
        usage(h->out, h->language);
        return HITCH_WHOLE;
    }
    for (size_t i = 0; i < VERBS; i++) {
        if (strcmp(words[0], verbs[i].name) == 0)
            return run_verb(h, &verbs[i], word_count - 1, words + 1);
    }
    hitch_say(h, STR_cli_no_verb, words[0]);
    return HITCH_FAILED;
}

static const struct hitch_option *option_named(const struct hitch_option *options, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(options[i].name, word) == 0)
            return &options[i];
    }
    return NULL;
}

int hitch_options_alone(struct hitch *h, const char *verb, int word_count, char **words,
                        const struct hitch_option *options, size_t option_count)
{
    int files = 0;
    bool options_end = false;
    for (int i = 0; i < word_count; i++) {
        if (options_end || strncmp(words[i], "--", 2) != 0) {
            words[files++] = words[i];
            continue;
        }
        if (!words[i][2]) {
            options_end = true;
            continue;
        }
        if (strcmp(words[i], "--lang") == 0) {
            hitch_say(h, STR_cli_no_value, verb, words[i], verb);
            return -1;
        }
        const struct hitch_option *o = option_named(options, option_count, words[i]);
        if (!o || (o->value && i + 1 == word_count)) {
            hitch_say(h, o ? STR_cli_no_value : STR_cli_no_option, verb, words[i], verb);
            return -1;
        }
        if (o->value)
            *o->value = words[++i];
        else
            *o->flag = true;
    }
    return files;
}

int hitch_options(struct hitch *h, const char *verb, int word_count, char **words,
                  const struct hitch_option *options, size_t option_count)
{
    int files = hitch_options_alone(h, verb, word_count, words, options, option_count);
    if (!files)
        hitch_say(h, STR_cli_no_file, verb, verb);
    return files ? files : -1;
}

void hitch_say(struct hitch *h, enum string_id id, ...)
{
    struct text t = TEXT_EMPTY;
    va_list args;
    va_start(args, id);
    text_vaddf(&t, string_get(h->language, id), args);
    va_end(args);
    fprintf(h->err, "%s\n", text_str(&t));
    text_done(&t);
}

void hitch_print(struct hitch *h, enum cli_string_id id, ...)
{
    va_list args;
    va_start(args, id);
    vfprintf(h->out, cli_string(h->language, id), args);
    va_end(args);
}

void hitch_complain_of(struct hitch *h, struct outcome o, const char *file, const char *reason)
{
    struct text t = TEXT_EMPTY;
    struct os_stat st;
    if (file && !outcome_failed(os_stat(file, &st)) && st.is_folder)
        text_addf(&t, string_get(h->language, STR_cli_folder), file);
    else
        string_explain(h->language, o, file, &t);
    fprintf(h->err, reason ? "hitch%s%s (at 0x0: %s)\n" : "hitch%s%s\n", string_get(h->language, STR_colon), text_str(&t), reason);
    text_done(&t);
}

void hitch_complain(struct hitch *h, struct outcome o, const char *file)
{
    hitch_complain_of(h, o, file, NULL);
}

void hitch_complain_at(struct hitch *h, const char *file, uint64_t offset, const char *what)
{
    fprintf(h->err, "hitch: %s: at 0x%llx: %s.\n", file, (unsigned long long)offset, what);
}

void hitch_progress_begin(struct hitch_progress *p, struct hitch *h, uint64_t whole)
{
    memset(p, 0, sizeof *p);
    p->hitch = h;
    p->whole = h->err_is_terminal && whole > MANY_BYTES ? whole : 0;
}

bool hitch_progress_wants(struct hitch_progress *p)
{
    return p->whole && ++p->calls % LOOK_EVERY == 0;
}

void hitch_progress_step(struct hitch_progress *p, uint64_t done)
{
    int64_t now = os_ticks_ns();
    if (now < p->next_ns)
        return;
    p->next_ns = now + DRAW_EVERY_NS;
    p->drawn = true;
    fprintf(p->hitch->err, "\r%3u %% of %llu MB", (unsigned)(done * 100 / p->whole),
            (unsigned long long)(p->whole >> 20));
    fflush(p->hitch->err);
}

void hitch_progress_end(struct hitch_progress *p)
{
    if (p->drawn)
        fprintf(p->hitch->err, "\r%*s\r", 32, "");
    p->drawn = false;
}
