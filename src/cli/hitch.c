#include "cli/hitch.h"

#include "base/text.h"
#include "cli/cli_explain.h"
#include "strings/nearest.h"
#include "strings/strings.h"
#include "os/os.h"

#include <stdarg.h>
#include <string.h>

/* As res/hitch.rc has it. */
#define HB_VERSION "1.0.0"
#define MANY_BYTES (64u * 1024u * 1024u)
#define DRAW_EVERY_NS 200000000
#define LOOK_EVERY 4096u

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
        verbs_put_help(h->out, h->language, verb);
        return HITCH_WHOLE;
    }
    struct words read;
    int code = words_read(h, verb, word_count, words, &read) ? verb->run(h, &read) : HITCH_FAILED;
    words_done(&read);
    return code;
}

static int say_no_verb(struct hitch *h, const char *word)
{
    struct nearest near;
    nearest_init(&near, word);
    for (size_t i = 0; verbs_at(i); i++)
        nearest_try(&near, verbs_at(i)->name);
    cli_say_near(h, nearest_name(&near), CLI_no_verb, word);
    return HITCH_FAILED;
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

static int run_words(struct hitch *h, int word_count, char **words)
{
    bool help = word_count > 0 && (is_help(words[0]) || strcmp(words[0], "help") == 0);
    if (word_count < 1 || (help && word_count == 1)) {
        verbs_put_usage(help ? h->out : h->err, h->language);
        return help ? HITCH_WHOLE : HITCH_FAILED;
    }
    if (strcmp(words[0], "--version") == 0) {
        fprintf(h->out, "hitch " HB_VERSION "\n");
        return HITCH_WHOLE;
    }
    const struct verb *verb = verbs_find(words[help]);
    if (!verb)
        return say_no_verb(h, words[help]);
    if (!help)
        return run_verb(h, verb, word_count - 1, words + 1);
    verbs_put_help(h->out, h->language, verb);
    return HITCH_WHOLE;
}

int hitch_run(struct hitch *h, int word_count, char **words)
{
    int code = read_language(h, &word_count, words) ? run_words(h, word_count, words) : HITCH_FAILED;
    text_done(&h->input);
    h->input_read = false;
    if (fflush(h->out) != 0 || ferror(h->out)) {
        hitch_say(h, STR_cli_not_written);
        code = HITCH_FAILED;
    }
    if (!h->short_of_memory)
        return code;
    fprintf(h->err, "hitch%s%s%s%s\n", string_get(h->language, STR_colon), string_get(h->language, STR_why_out_of_memory),
            string_get(h->language, STR_sentence_gap), string_get(h->language, STR_fix_out_of_memory));
    return HITCH_FAILED;
}

void hitch_put(struct hitch *h, const struct text *t)
{
    if (t->failed)
        h->short_of_memory = true;
    else
        fwrite(text_str(t), 1, t->len, h->out);
}

void hitch_put_error(struct hitch *h, struct text *t)
{
    text_add_char(t, '\n');
    if (t->failed)
        h->short_of_memory = true;
    else
        fwrite(text_str(t), 1, t->len, h->err);
    text_done(t);
}

void hitch_say(struct hitch *h, enum string_id id, ...)
{
    struct text t = TEXT_EMPTY;
    va_list args;
    va_start(args, id);
    text_vaddf(&t, string_get(h->language, id), args);
    va_end(args);
    hitch_put_error(h, &t);
}

void hitch_print(struct hitch *h, enum cli_string_id id, ...)
{
    va_list args;
    va_start(args, id);
    vfprintf(h->out, cli_string(h->language, id), args);
    va_end(args);
}

static const char *shown(const struct hitch *h, const char *file)
{
    return file && hitch_is_standard(file) ? cli_string(h->language, CLI_standard_input) : file;
}

void hitch_complain_of(struct hitch *h, struct outcome o, const char *file, const char *reason)
{
    struct text t = TEXT_EMPTY;
    struct os_stat st;
    text_addf(&t, "hitch%s", string_get(h->language, STR_colon));
    if (file && o.why != WHY_out_of_memory && !hitch_is_standard(file) && !outcome_failed(os_stat(file, &st)) && st.is_folder)
        text_addf(&t, string_get(h->language, STR_cli_folder), file);
    else
        cli_explain(h->language, o, shown(h, file), &t);
    if (reason)
        text_addf(&t, cli_string(h->language, CLI_at_start), cli_fault(h->language, reason));
    hitch_put_error(h, &t);
}

void hitch_complain(struct hitch *h, struct outcome o, const char *file)
{
    hitch_complain_of(h, o, file, NULL);
}

void hitch_complain_at(struct hitch *h, const char *file, uint64_t offset, const char *what)
{
    fprintf(h->err, cli_string(h->language, CLI_at_offset), shown(h, file), (unsigned long long)offset,
            cli_fault(h->language, what), string_get(h->language, STR_fix_etl_damaged));
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
