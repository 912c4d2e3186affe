#include "cli/words.h"

#include <string.h>

#include "cli/cli_explain.h"
#include "cli/hitch.h"
#include "strings/nearest.h"
#include "os/os.h"

static int option_index(const struct verb *verb, const char *word)
{
    for (int i = 0; verb->options[i].name; i++) {
        if (strcmp(verb->options[i].name, word) == 0)
            return i;
    }
    return -1;
}

static void say_no_option(struct hitch *h, const struct verb *verb, const char *word)
{
    struct nearest near;
    nearest_init(&near, word);
    nearest_try(&near, "--lang");
    nearest_try(&near, "--help");
    for (int i = 0; verb->options[i].name; i++)
        nearest_try(&near, verb->options[i].name);
    cli_say_near(h, nearest_name(&near), CLI_no_option, verb->name, word, verb->name);
}

static void add_file(struct os_names *files, const struct verb *verb, const char *word)
{
    struct os_stat st;
    struct os_names matched;
    os_names_init(&matched);
    if (os_names_is_pattern(word))
        os_names_add_pattern(&matched, word);
    else
        os_names_add(&matched, word);
    for (size_t i = 0; i < matched.count; i++) {
        const char *name = text_str(&matched.list[i]);
        bool folder = verb->folders && !outcome_failed(os_stat(name, &st)) && st.is_folder;
        if (folder)
            os_names_add_below(files, name, ".etl");
        else
            os_names_add(files, name);
    }
    if (outcome_failed(matched.failed) && !outcome_failed(files->failed))
        files->failed = matched.failed;
    os_names_done(&matched);
}

/* Says what is wrong with a word that stands for no file at all. */
static bool take_file(struct hitch *h, struct words *w, const char *word)
{
    size_t before = w->files.count;
    add_file(&w->files, w->verb, word);
    if (outcome_failed(w->files.failed)) {
        hitch_complain(h, w->files.failed, word);
        return false;
    }
    if (w->files.count > before)
        return true;
    cli_say(h, os_names_is_pattern(word) ? CLI_no_match : CLI_no_traces, w->verb->name, word);
    return false;
}

static bool take_option(struct hitch *h, struct words *w, int *at, int word_count, char **words)
{
    const char *word = words[*at];
    int i = option_index(w->verb, word);
    bool wants = strcmp(word, "--lang") == 0 || (i >= 0 && w->verb->options[i].value != CLI_count);
    if (wants && (i < 0 || *at + 1 == word_count)) {
        cli_say(h, CLI_no_value, w->verb->name, word, w->verb->name);
        return false;
    }
    if (i < 0) {
        say_no_option(h, w->verb, word);
        return false;
    }
    w->values[i] = wants ? words[++*at] : "";
    return true;
}

static bool check_number(struct hitch *h, const struct words *w)
{
    const struct verb *v = w->verb;
    if (w->files.count < v->files_least)
        cli_say(h, CLI_no_file, v->name, v->name);
    else if (w->files.count > v->files_most)
        cli_say(h, CLI_file_too_many, v->name, text_str(&w->files.list[v->files_most]), v->name);
    else
        return true;
    return false;
}

bool words_read(struct hitch *h, const struct verb *verb, int word_count, char **words, struct words *read)
{
    bool options_end = false;
    memset(read, 0, sizeof *read);
    read->verb = verb;
    os_names_init(&read->files);
    for (int i = 0; i < word_count; i++) {
        bool option = !options_end && strncmp(words[i], "--", 2) == 0;
        if (option && !words[i][2])
            options_end = true;
        else if (!(option ? take_option(h, read, &i, word_count, words) : take_file(h, read, words[i])))
            return false;
    }
    return check_number(h, read);
}

void words_done(struct words *words)
{
    os_names_done(&words->files);
}

const char *words_value(const struct words *words, const char *option)
{
    int i = option_index(words->verb, option);
    return i < 0 ? NULL : words->values[i];
}

const char *words_file(const struct words *words, size_t index)
{
    return index < words->files.count ? text_str(&words->files.list[index]) : NULL;
}
