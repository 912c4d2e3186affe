#include "cli/hitch.h"

#include "base/text.h"
#include "core/strings.h"
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
    const char *brief;
    const char *help;
};

static const struct verb verbs[] = {
    {"count", hitch_count, "how many events of each kind a trace holds",
     "hitch count FILE\n"
     "\n"
     "Prints tab-separated lines:\n"
     "  H name value                    a field of the logfile header\n"
     "  S name value                    a total: buffers_read, total_events, min_raw, max_raw,\n"
     "                                  min_filetime, max_filetime (100 ns since 1601, UTC), errors\n"
     "  C kind guid id version count    events alike, sorted\n"
     "Exit: 0 the file is whole, 1 it is readable but not whole, 2 it is not readable.\n"},
    {"check", hitch_check, "is a trace whole, what span does it cover, what was lost",
     "hitch check [--json] FILE...\n"
     "\n"
     "One line for each file: state, span, events, lost events, CPUs, size, Windows build.\n"
     "  whole       closed and complete\n"
     "  not-closed  its session never stopped (crash, power loss, or still running)\n"
     "  wrapped     a ring that overwrote its oldest buffers\n"
     "  truncated   the file is shorter than what was written\n"
     "  damaged     some buffers or events cannot be read; the rest was\n"
     "  not-etl     no trace of Windows Vista or later\n"
     "  --json      one JSON object for each file and line instead\n"
     "Exit: 0 all whole, 1 one is readable but not whole, 2 one is not readable.\n"},
    {"events", hitch_events, "the events of a trace in time order",
     "hitch events [options] FILE\n"
     "\n"
     "Prints tab-separated lines in time order: local time, UTC, CPU, process id, thread id,\n"
     "provider, id, version, opcode, level, size in bytes.\n"
     "  --from TIME      from this time on, and\n"
     "  --to TIME        up to this time: UTC as 2026-01-31T12:34:56.789 or seconds from the\n"
     "                   trace's start as +12.5\n"
     "  --provider NAME  only this provider: its GUID, or a name as this command prints it\n"
     "  --id N           only events with this id (kernel events: their hook, as 0x0524)\n"
     "  --limit N        stop after so many\n"
     "Exit: 0 the file is whole, 1 it is readable but not whole, 2 it is not readable.\n"},
    {"report", hitch_report, "what most likely made the game stutter",
     "hitch report [options] FILE [KEYEVENTS]\n"
     "\n"
     "A page of text: the verdict, its evidence, what to do next, and what the trace could\n"
     "not have shown. KEYEVENTS is keyevents.etl of the same run.\n"
     "  --at TIME         look only around this moment: UTC as 2026-01-31T12:34:56.789 or\n"
     "                    seconds from the trace's start as +12.5\n"
     "  --html OUT        the same as one self-contained page for a browser\n"
     "  --json OUT        the same for programs\n"
     "  --lang TAG        en or zh-CN\n"
     "  --providers FILE  where the stories of key events stand (providers.ini)\n"
     "Exit: 0 the report was made, 2 a file could not be read or written.\n"},
    {"crash", hitch_crash, "which programs ended, and how",
     "hitch crash [--lang TAG] FILE\n"
     "\n"
     "Every process that ended, with its exit code: normally (0), with an error code, or by a\n"
     "crash (an error NTSTATUS such as STATUS_ACCESS_VIOLATION). Then what happened last, the\n"
     "memory that was left and what the recording lost. Meant for keyevents.etl after a crash.\n"
     "Exit: 0 the answer was given, 2 the file could not be read.\n"},
    {"compare", hitch_compare, "what a filter left of a trace",
     "hitch compare [--scenario NAME] FULL FILTERED\n"
     "hitch compare FOLDER\n"
     "\n"
     "Counts of each event in both traces, those that the filter removed most and those that\n"
     "it kept most, whether both lead to the same verdict, and whether the evidence of a\n"
     "scenario survived. A scenario's FOLDER holds full.etl, filtered.etl and scenario.json,\n"
     "which is also looked for beside FULL.\n"
     "  --scenario NAME  process-crash, disk-burst, cpu-saturation, cpu-throttling,\n"
     "                   memory-pressure or network-disconnect\n"
     "  --lang TAG       en or zh-CN\n"
     "Exit: 0 the answer was given, 2 a file could not be read.\n"},
    {"whitelist", hitch_whitelist, "which events stand out when something happens",
     "hitch whitelist [--providers FILE] FOLDER...\n"
     "\n"
     "Goes over the recordings of scenarios (scenario.json, full.etl, filtered.etl; or a folder\n"
     "of such folders) and says of each event whether it came more often while something was\n"
     "done to the computer than in the quiet time before.\n"
     "  signal    stands out in one scenario only: worth its place in the list\n"
     "  shared    stands out in several\n"
     "  alike     comes as often whether anything happens or not\n"
     "  telling   so many of them were about what was done (its processes, its memory)\n"
     "Then each line of providers.ini: defended by a scenario, alike, once, or not seen.\n"
     "  --providers FILE  the list to compare with; else providers.ini beside hitch\n"
     "Exit: 0 the answer was given, 2 a file could not be read.\n"},
    {"estimate", hitch_estimate, "what the providers of a trace cost, on disk and in memory",
     "hitch estimate FILE\n"
     "hitch estimate --live [--seconds N] [--providers FILE]\n"
     "\n"
     "Events and KB a second for each provider and in all, lost events, MB an hour and a year\n"
     "against what a usual SSD stands, and how many minutes rings of 64 to 1024 MB hold.\n"
     "  --live            what this computer says now, on Windows and as administrator, through\n"
     "                    the recorder's own two sessions; end Hitchbox first. Prints every 30 s\n"
     "                    and at the end; Ctrl+C ends early\n"
     "  --seconds N       how long to listen, 1 to 86400 (300)\n"
     "  --providers FILE  what to listen to; else providers.ini beside hitch\n"
     "Exit: 0 the answer was given, 1 the file is not whole, 2 it could not be done.\n"},
};
#define VERBS (sizeof verbs / sizeof verbs[0])

static void usage(FILE *to)
{
    fprintf(to, "hitch reads Windows traces (.etl).\n\n");
    for (size_t i = 0; i < VERBS; i++)
        fprintf(to, "  hitch %-9s %s\n", verbs[i].name, verbs[i].brief);
    fprintf(to, "\nhitch VERB --help tells more; hitch --version tells which this is.\n"
                "Every verb takes --lang en or --lang zh-CN: report, crash and compare answer in it,\n"
                "the others only say in it what went wrong.\n");
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
        fputs(verb->help, h->out);
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

/* --lang comes first, so that what is wrong with the rest is said in it; it is
 * taken out of the words. */
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
        usage(h->err);
        return HITCH_FAILED;
    }
    if (strcmp(words[0], "--version") == 0) {
        fprintf(h->out, "hitch " HB_VERSION "\n");
        return HITCH_WHOLE;
    }
    if (is_help(words[0]) || strcmp(words[0], "help") == 0) {
        usage(h->out);
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
