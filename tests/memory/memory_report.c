/* The verdict, and every form in which it is told. */
#include "tests/memory/memory.h"

#include <string.h>

#include "config/providers.h"
#include "os/os.h"
#include "report/report.h"
#include "tests/memory/memory_files.h"

typedef void report_fn(const struct verdict *v, enum language language, struct text *out);

static void read_list(struct providers *p)
{
    char path[MEMORY_PATH_MOST];
    struct text bytes = TEXT_EMPTY;
    struct problems problems;
    problems_init(&problems);
    providers_init(p);
    memory_path(path, "list.ini");
    if (!outcome_failed(os_file_read(path, 100000, &bytes)))
        providers_read(p, "list.ini", text_str(&bytes), bytes.len, 22631, &problems);
    problems_done(&problems);
    text_done(&bytes);
}

static struct outcome open_verdict(const char *name, const struct providers *p, bool may_fail, struct verdict **v)
{
    char path[MEMORY_PATH_MOST], keys[MEMORY_PATH_MOST];
    struct verdict_options options = {0};
    options.providers = p;
    memory_path(path, name);
    memory_path(keys, "keys.etl");
    if (may_fail)
        memory_on();
    struct outcome o = verdict_open(path, keys, &options, v);
    memory_off();
    return o;
}

/* What the verdict found is read from its reports, made with memory. */
static void came_verdict(struct memory_answer *a, const struct verdict *v)
{
    struct text t = TEXT_EMPTY;
    report_text(v, LANGUAGE_ENGLISH, &t);
    report_json(v, LANGUAGE_ENGLISH, &t);
    memory_came_text(a, &t);
    text_done(&t);
}

static void judge_file(struct memory_answer *a, const char *name)
{
    struct providers p;
    struct verdict *v = NULL;
    read_list(&p);
    struct outcome o = open_verdict(name, &p, true, &v);
    memory_came_outcome(a, o);
    if (v)
        came_verdict(a, v);
    verdict_close(v);
    providers_done(&p);
}

static void verdict_of_played(struct memory_answer *a)
{
    judge_file(a, "snap.etl");
}

static void verdict_of_packed(struct memory_answer *a)
{
    judge_file(a, "packed.etl");
}

static void verdict_of_kinds(struct memory_answer *a)
{
    judge_file(a, "kinds.etl");
}

/* One verdict for all cases of an operation; it is the process's. */
static void tell(struct memory_answer *a, report_fn *report, enum language language)
{
    static struct providers p;
    static struct verdict *v;
    struct text t = TEXT_EMPTY;
    if (!v) {
        read_list(&p);
        if (outcome_failed(open_verdict("snap.etl", &p, false, &v))) {
            memory_wrong(a, "no verdict", "");
            return;
        }
    }
    memory_on();
    report(v, language, &t);
    memory_off();
    memory_came_text(a, &t);
    text_done(&t);
}

#define TELLS(name, report)                          \
    static void name##_en(struct memory_answer *a)   \
    {                                                \
        tell(a, report, LANGUAGE_ENGLISH);           \
    }                                                \
    static void name##_zh(struct memory_answer *a)   \
    {                                                \
        tell(a, report, LANGUAGE_ZH_CN);             \
    }
TELLS(sentence, report_sentence)
TELLS(page, report_text)
TELLS(html, report_html)
TELLS(json, report_json)
TELLS(crash, report_crash)

const struct memory_op memory_ops_report[] = {
    {"verdict: with key events", verdict_of_played},
    {"verdict: packed", verdict_of_packed},
    {"verdict: all kinds", verdict_of_kinds},
    {"report: sentence", sentence_en},
    {"report: sentence, Chinese", sentence_zh},
    {"report: text", page_en},
    {"report: text, Chinese", page_zh},
    {"report: page", html_en},
    {"report: page, Chinese", html_zh},
    {"report: JSON", json_en},
    {"report: JSON, Chinese", json_zh},
    {"report: crash", crash_en},
    {"report: crash, Chinese", crash_zh},
    {NULL, NULL},
};
