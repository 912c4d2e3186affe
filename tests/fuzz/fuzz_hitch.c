/* The driver: of each mutant every verb of hitch and every form of its report, in
 * both languages, by way of files as a user would have them, and what is tried
 * below the verbs. Runs in the folder that HITCHBOX_FUZZ_FOLDER names; the verbs may
 * write to run/ in it and nowhere else.
 *
 * A find ends the program: a sanitizer's, an answer that no file may cause, a
 * byte written elsewhere, a verb that computes for over a second. libFuzzer ends
 * by itself; HITCHBOX_FUZZ_SECONDS and _MUTANTS, where they are given, end it
 * when both are over. */
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/hitch.h"
#include "os/os.h"
#include "tests/fuzz/answers.h"
#include "tests/fuzz/parts.h"
#include "tests/fuzz/pieces.h"
#include "tests/fuzz/walls.h"
#include "tests/support/etl_sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

#define WORDS_MOST 12
#define VERB_SECONDS 1.0
#define PIECE_MOST 2048u
#define FILE_MOST (64u << 20)

#define TRACE "run/full.etl"
#define KEYS "run/filtered.etl"
#define GOOD "good/full.etl"

static const char *const file_names[PART_count] = {TRACE, KEYS, "run/full.json", "run/scenario.json", "run/providers.ini"};
/* What the verbs write, beside these. */
#define PAGE "run/out.html"
#define DATA "run/out.json"

struct call {
    enum answer_form form; /* of what is answered */
    bool piped;            /* the trace comes by standard input */
    const char *words[WORDS_MOST];
};
static const struct call calls[] = {
    {ANSWER_TEXT, false, {"count", TRACE}},
    {ANSWER_TEXT, false, {"check", "run"}},
    {ANSWER_JSON, false, {"check", "--json", TRACE, "--lang", "zh-CN"}},
    {ANSWER_TEXT, false, {"events", "--limit", "200", TRACE}},
    {ANSWER_TEXT, true, {"events", "--from", "+0.5", "--to", "+2", "--provider", "Microsoft-Windows-DXGI", "--lang", "zh-CN", "-"}},
    {ANSWER_TEXT, false, {"report", "--html", PAGE, "--json", DATA, TRACE, KEYS}},
    {ANSWER_TEXT, true, {"report", "--lang", "zh-CN", "--html", PAGE, "--json", DATA, "-"}},
    {ANSWER_JSON, false, {"report", "--at", "+1.5", "--json", "-", "--providers", "run/providers.ini", KEYS, TRACE}},
    {ANSWER_TEXT, false, {"crash", TRACE}},
    {ANSWER_TEXT, true, {"crash", "--lang", "zh-CN", "-"}},
    {ANSWER_TEXT, false, {"compare", "--scenario", "disk-burst", "--lang", "zh-CN", GOOD, TRACE}},
    {ANSWER_TEXT, false, {"compare", "run"}},
    {ANSWER_TEXT, false, {"whitelist", "--lang", "zh-CN", "run"}},
    {ANSWER_TEXT, false, {"whitelist", "--providers", "run/providers.ini", "run", "good"}},
    {ANSWER_TEXT, false, {"estimate", TRACE}},
    {ANSWER_TEXT, true, {"estimate", "--lang", "zh-CN", "--providers", "run/providers.ini", "-"}},
};

static uint64_t tried, wanted_mutants;
static double wanted_seconds, began;

static double clock_of(clockid_t id)
{
    struct timespec ts;
    clock_gettime(id, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void find(const struct call *c, const char *what, const struct answer *a)
{
    fprintf(stderr, "hitch");
    for (size_t i = 0; c->words[i]; i++)
        fprintf(stderr, " %s", c->words[i]);
    fprintf(stderr, "%s: %s (code %d)\n%.2000s\n%.2000s\n", c->piped ? " < trace" : "", what, a->code, a->out, a->err);
    abort();
}

/* What a report wrote into a file is looked at like an answer. */
static void look_at_file(const struct call *c, const char *name, enum answer_form form)
{
    struct text bytes = TEXT_EMPTY;
    bool read = !outcome_failed(os_file_read(name, FILE_MOST, &bytes));
    struct answer a = {HITCH_WHOLE, text_str(&bytes), "", bytes.len, 0};
    const char *fault = read ? answer_fault(&a, form) : "wrote nothing";
    if (fault)
        find(c, fault, &a);
    text_done(&bytes);
}

static bool has_word(const struct call *c, const char *word)
{
    for (size_t i = 0; c->words[i]; i++) {
        if (strcmp(c->words[i], word) == 0)
            return true;
    }
    return false;
}

static void look(const struct call *c, const struct answer *a)
{
    const char *fault = answer_fault(a, c->form);
    if (fault)
        find(c, fault, a);
    if (a->code != HITCH_FAILED && has_word(c, PAGE))
        look_at_file(c, PAGE, ANSWER_HTML);
    if (a->code != HITCH_FAILED && has_word(c, DATA))
        look_at_file(c, DATA, ANSWER_JSON);
}

static void run(const struct call *c, const uint8_t *data, size_t size)
{
    char *words[WORDS_MOST], *out = NULL, *err = NULL;
    struct answer a = {0};
    int count = 0;
    for (; c->words[count]; count++)
        words[count] = (char *)(uintptr_t)c->words[count];
    FILE *out_file = open_memstream(&out, &a.out_len), *err_file = open_memstream(&err, &a.err_len);
    FILE *in = c->piped && size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (!out_file || !err_file || (c->piped && size && !in))
        abort();
    struct hitch h = {out_file, err_file, false, "home", LANGUAGE_ENGLISH, in, TEXT_EMPTY, false, false};
    double before = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    walls_set("run");
    a.code = hitch_run(&h, count, words);
    walls_set(NULL);
    double seconds = clock_of(CLOCK_PROCESS_CPUTIME_ID) - before;
    fclose(out_file);
    fclose(err_file);
    if (in)
        fclose(in);
    a.out = out;
    a.err = err;
    if (seconds > VERB_SECONDS)
        find(c, "over a second", &a);
    look(c, &a);
    free(out);
    free(err);
}

static void put(const char *name, const uint8_t *bytes, size_t len)
{
    FILE *f = fopen(name, "wb");
    if (!f || (len && fwrite(bytes, 1, len, f) != len) || fclose(f) != 0) {
        perror(name);
        _exit(3); /* no find: the folder is full */
    }
}

static bool is_of(const char *path, const char *name)
{
    return strcmp(strrchr(path, '/') + 1, name) == 0;
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < PART_count; i++) {
        if (is_of(file_names[i], name))
            return true;
    }
    return is_of(PAGE, name) || is_of(DATA, name) || name[0] == '.';
}

static void look_for_strangers(void)
{
    DIR *folder = opendir("run");
    if (!folder)
        abort();
    for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        if (is_known(e->d_name))
            continue;
        fprintf(stderr, "a verb left %s behind\n", e->d_name);
        abort();
    }
    closedir(folder);
}

/* What has to be there for its verbs to go on, where the mutant has none. */
static const char usual_scenario[] =
    "{\n  \"format\": \"hitchbox-scenario-1\",\n  \"scenario\": \"process-crash\",\n"
    "  \"started_utc\": \"2024-01-17T21:20:00.0000000Z\",\n  \"effect_from_utc\": \"2024-01-17T21:20:00.5000000Z\",\n"
    "  \"effect_to_utc\": \"2024-01-17T21:20:01.5000000Z\",\n  \"ended_utc\": \"2024-01-17T21:20:03.0000000Z\",\n"
    "  \"children\": [\n    {\"pid\": 4000, \"exit_code\": 3221225477, \"from_utc\": \"2024-01-17T21:20:00.6000000Z\", "
    "\"to_utc\": \"2024-01-17T21:20:01.0000000Z\"}\n  ]\n}\n";
static const char usual_providers[] =
    "[file Microsoft-Windows-Kernel-Process]\nguid = {22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}\nlevel = 4\nmask = ALL\n"
    "id 1 en = A program started.\nid 1 zh = .\nid 2 en = A program ended.\nid 2 zh = .\n";

static void put_parts(const uint8_t *data, size_t size, struct fuzz_parts *parts)
{
    fuzz_parts_split(data, size, parts);
    if (!parts->of[PART_KEYEVENTS].bytes)
        parts->of[PART_KEYEVENTS] = parts->of[PART_TRACE];
    if (!parts->of[PART_SCENARIO].bytes) {
        parts->of[PART_SCENARIO].bytes = (const uint8_t *)usual_scenario;
        parts->of[PART_SCENARIO].len = sizeof usual_scenario - 1;
    }
    if (!parts->of[PART_PROVIDERS].bytes) {
        parts->of[PART_PROVIDERS].bytes = (const uint8_t *)usual_providers;
        parts->of[PART_PROVIDERS].len = sizeof usual_providers - 1;
    }
    for (size_t i = 0; i < PART_count; i++) {
        if (parts->of[i].bytes)
            put(file_names[i], parts->of[i].bytes, parts->of[i].len);
        else
            unlink(file_names[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_parts parts;
    put_parts(data, size, &parts);
    const uint8_t *trace = parts.of[PART_TRACE].bytes;
    size_t len = parts.of[PART_TRACE].len, piece = len < PIECE_MOST ? len : PIECE_MOST;
    try_check(TRACE);
    try_reader(trace, len);
    try_xpress(trace + (len - piece), piece);
    try_cursor(trace + (len - piece), piece);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        run(&calls[i], trace, len);
    look_for_strangers();
    tried++;
    if (wanted_mutants && tried >= wanted_mutants && clock_of(CLOCK_MONOTONIC) - began >= wanted_seconds) {
        wanted_mutants = 0;
        raise(SIGUSR1);
    }
    return 0;
}

static void make_world(void)
{
    static const char *const folders[] = {"home", "good", "run"};
    struct etlw_file w;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        (void)mkdir(folders[i], 0700);
    sample_trace(&w, 2, 40);
    put(GOOD, (const uint8_t *)w.bytes.bytes, w.bytes.len);
    put("good/filtered.etl", (const uint8_t *)w.bytes.bytes, w.bytes.len);
    etlw_file_done(&w);
    put("good/scenario.json", (const uint8_t *)usual_scenario, sizeof usual_scenario - 1);
    put("home/providers.ini", (const uint8_t *)usual_providers, sizeof usual_providers - 1);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *folder = getenv("HITCHBOX_FUZZ_FOLDER"), *seconds = getenv("HITCHBOX_FUZZ_SECONDS"),
               *mutants = getenv("HITCHBOX_FUZZ_MUTANTS");
    (void)argc;
    (void)argv;
    if (!folder || chdir(folder) != 0) {
        fprintf(stderr, "HITCHBOX_FUZZ_FOLDER names no folder\n");
        exit(3);
    }
    make_world();
    wanted_seconds = seconds ? strtod(seconds, NULL) : 0;
    wanted_mutants = mutants ? strtoull(mutants, NULL, 10) : 0;
    began = clock_of(CLOCK_MONOTONIC);
    return 0;
}
