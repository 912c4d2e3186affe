/* Every verb of hitch, with what it writes. Told is: exit code 2 and the
 * sentence of the language. */
#include "tests/memory/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/hitch.h"
#include "tests/memory/memory_files.h"
#include "tests/support/folder.h"

#define WORDS_MOST 12
#define OUT "written"

struct stream {
    FILE *to;
    char *bytes;
    size_t len;
};

static void stream_open(struct stream *s)
{
    s->bytes = NULL;
    s->len = 0;
    s->to = open_memstream(&s->bytes, &s->len);
}

static void stream_done(struct stream *s)
{
    memory_free_foreign(s->bytes);
}

/* A written file is whole or not there; nothing else lies beside it. */
static bool see_file(void *ctx, const char *name, const struct os_stat *st)
{
    struct memory_answer *a = ctx;
    (void)st;
    if (os_file_replaced_len(name))
        memory_wrong(a, "left over:", name);
    memory_came(a, name, strlen(name));
    return true;
}

static void see_written(struct memory_answer *a)
{
    char folder[MEMORY_PATH_MOST], path[MEMORY_PATH_MOST];
    static const char *const names[] = {OUT "/report.html", OUT "/report.json"};
    memory_path(folder, OUT);
    os_folder_list(folder, see_file, a);
    for (size_t i = 0; i < 2; i++) {
        struct text bytes = TEXT_EMPTY;
        memory_path(path, names[i]);
        if (!outcome_failed(os_file_read(path, 10000000, &bytes))) {
            memory_came(a, text_str(&bytes), bytes.len);
            bool whole = str_ends(text_str(&bytes), i ? "}\n" : "</html>\n");
            if (!whole)
                memory_wrong(a, "half a file:", names[i]);
        }
        text_done(&bytes);
    }
}

static void make_written(void)
{
    char folder[MEMORY_PATH_MOST];
    memory_path(folder, OUT);
    folder_remove(folder);
    os_folder_make(folder);
}

/* Words that begin with @ are files of the folder; what comes in is a trace. */
static void call(struct memory_answer *a, enum language language, const char *const *given)
{
    static char room[WORDS_MOST][MEMORY_PATH_MOST], home[MEMORY_PATH_MOST], in[MEMORY_PATH_MOST];
    char *words[WORDS_MOST];
    struct stream out, err;
    int count = 0;
    for (; given[count]; count++) {
        if (given[count][0] == '@')
            memory_path(room[count], given[count] + 1);
        else
            memcpy(room[count], given[count], strlen(given[count]) + 1);
        words[count] = room[count];
    }
    make_written();
    stream_open(&out);
    stream_open(&err);
    memory_path(home, "");
    memory_path(in, "snap.etl");
    struct hitch h = {out.to, err.to, false, home, language, fopen(in, "rb"), TEXT_EMPTY, false, false};
    memory_on();
    int code = hitch_run(&h, count, words);
    memory_off();
    if (h.in)
        fclose(h.in);
    fclose(out.to);
    fclose(err.to);
    a->told = code == HITCH_FAILED && strstr(err.bytes, string_get(h.language, STR_why_out_of_memory)) != NULL;
    if (code == HITCH_FAILED && !strchr(err.bytes, '\n'))
        memory_wrong(a, "no sentence, but code", "2");
    see_written(a);
    memory_came_number(a, (uint64_t)code);
    memory_came(a, out.bytes, out.len);
    memory_came(a, err.bytes, err.len);
    stream_done(&out);
    stream_done(&err);
}

#define VERB(name, language, ...)                              \
    static void name(struct memory_answer *a)                  \
    {                                                          \
        static const char *const words[] = {__VA_ARGS__, NULL}; \
        call(a, LANGUAGE_##language, words);                   \
    }
VERB(usage, ENGLISH, "help")
VERB(help_zh, ENGLISH, "estimate", "--help", "--lang", "zh-CN")
VERB(near_verb, ENGLISH, "reprot")
VERB(near_provider, ENGLISH, "events", "--provider", "kernel-proces", "@snap.etl")
VERB(near_id, ENGLISH, "events", "--id", "60000", "@snap.etl")
VERB(near_scenario, ENGLISH, "compare", "--scenario", "disk-brust", "@snap.etl", "@keys.etl")
VERB(bad_language, ENGLISH, "check", "--lang", "xx", "@snap.etl")
VERB(check_input, ENGLISH, "check", "-")
VERB(check_folder, ENGLISH, "check", "@scenarios")
VERB(check_pattern, ENGLISH, "check", "@sc*/*/f*.etl")
VERB(check_no_match, ENGLISH, "check", "@sc*/nothing/f*.etl")
VERB(count_input, ENGLISH, "count", "-")
VERB(report_input, ENGLISH, "report", "-", "--json", "-")
VERB(report_known, ENGLISH, "report", "@known/snap.etl")
VERB(report_wall, ENGLISH, "report", "@snap.etl", "--at", "00:00:01")
VERB(report_over, ENGLISH, "report", "@snap.etl", "--json", "@list.ini")
VERB(help, ENGLISH, "report", "--help")
VERB(unknown, ENGLISH, "nothing")
VERB(absent, ENGLISH, "check", "@absent.etl")
VERB(folder, ENGLISH, "count", "@scenarios")
VERB(no_trace, ENGLISH, "count", "@no.etl")
VERB(option, ENGLISH, "events", "--nothing", "@snap.etl")
VERB(bad_time, ENGLISH, "events", "--from", "yesterday", "@snap.etl")
VERB(count, ENGLISH, "count", "@kinds.etl")
VERB(count_packed, ENGLISH, "count", "@packed.etl")
VERB(check, ENGLISH, "check", "@snap.etl", "@damaged.etl", "@ring.etl", "@no.etl")
VERB(check_packed, ENGLISH, "check", "@packed.etl")
VERB(check_json, ENGLISH, "check", "--json", "@snap.etl", "@damaged.etl")
VERB(events, ENGLISH, "events", "@kinds.etl")
VERB(events_some, ENGLISH, "events", "--from", "+0", "--provider", "Microsoft-Windows-Kernel-Process", "--limit", "40", "@snap.etl")
VERB(events_packed, ENGLISH, "events", "@packed.etl")
VERB(report, ENGLISH, "report", "@snap.etl", "@keys.etl", "--providers", "@list.ini", "--html", "@" OUT "/report.html", "--json", "@" OUT "/report.json")
VERB(report_zh, ZH_CN, "report", "@snap.etl", "--at", "+3")
VERB(report_packed, ENGLISH, "report", "@packed.etl")
VERB(crash, ENGLISH, "crash", "@snap.etl")
VERB(crash_zh, ZH_CN, "crash", "@keys.etl")
VERB(compare, ENGLISH, "compare", "@snap.etl", "@keys.etl", "--scenario", "disk-burst")
VERB(compare_folder, ENGLISH, "compare", "@scenarios/one")
VERB(whitelist, ENGLISH, "whitelist", "--providers", "@list.ini", "@scenarios")
VERB(whitelist_zh, ZH_CN, "whitelist", "--providers", "@list.ini", "@scenarios/one")
VERB(estimate, ENGLISH, "estimate", "@snap.etl")
VERB(estimate_packed, ENGLISH, "estimate", "@packed.etl")
VERB(estimate_live, ENGLISH, "estimate", "--live", "--providers", "@list.ini", "--seconds", "1")
VERB(estimate_bad, ENGLISH, "estimate", "--live", "--providers", "@bad.ini")

const struct memory_op memory_ops_hitch[] = {
    {"hitch help", usage},
    {"hitch estimate --help, Chinese", help_zh},
    {"hitch reprot", near_verb},
    {"hitch events: a near provider", near_provider},
    {"hitch events: a near id", near_id},
    {"hitch compare: a near scenario", near_scenario},
    {"hitch check: bad language", bad_language},
    {"hitch check -", check_input},
    {"hitch check: a folder", check_folder},
    {"hitch check: a pattern", check_pattern},
    {"hitch check: no match", check_no_match},
    {"hitch count -", count_input},
    {"hitch report - --json -", report_input},
    {"hitch report: snap.json", report_known},
    {"hitch report --at, wall clock", report_wall},
    {"hitch report: over another file", report_over},
    {"hitch report --help", help},
    {"hitch nothing", unknown},
    {"hitch check: absent", absent},
    {"hitch count: a folder", folder},
    {"hitch count: no trace", no_trace},
    {"hitch events --nothing", option},
    {"hitch events: bad time", bad_time},
    {"hitch count", count},
    {"hitch count: packed", count_packed},
    {"hitch check", check},
    {"hitch check: packed", check_packed},
    {"hitch check --json", check_json},
    {"hitch events", events},
    {"hitch events: some", events_some},
    {"hitch events: packed", events_packed},
    {"hitch report --html --json", report},
    {"hitch report --at, Chinese", report_zh},
    {"hitch report: packed", report_packed},
    {"hitch crash", crash},
    {"hitch crash, Chinese", crash_zh},
    {"hitch compare", compare},
    {"hitch compare: a folder", compare_folder},
    {"hitch whitelist", whitelist},
    {"hitch whitelist, Chinese", whitelist_zh},
    {"hitch estimate", estimate},
    {"hitch estimate: packed", estimate_packed},
    {"hitch estimate --live", estimate_live},
    {"hitch estimate: bad list", estimate_bad},
    {NULL, NULL},
};
