#include "cli/hitch.h"

#include "cli/cli_time.h"
#include "runs/runs.h"
#include "verdict/verdict.h"

#include <string.h>

#define CONFIG_LIMIT (1024u * 1024u)

struct request {
    const char *at, *json, *html, *providers;
    struct verdict_options options;
    struct providers stories;
};

/* snap.json beside the trace knows when the key was pressed. */
static int64_t pressed_time(const char *file)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct snapinfo info;
    int64_t pressed = 0;
    runs_info_path(file, &path);
    if (!outcome_failed(os_file_read(text_str(&path), CONFIG_LIMIT, &bytes)) &&
        snapinfo_read(text_str(&bytes), bytes.len, &info))
        pressed = info.pressed;
    text_done(&path);
    text_done(&bytes);
    return pressed;
}

/* The stories are in providers.ini, beside the program or where the source lies. */
static bool read_stories(struct hitch *h, struct request *q)
{
    static const char *const places[] = {"providers.ini", "config/providers.ini"};
    struct text bytes = TEXT_EMPTY;
    struct problems problems;
    bool good = true;
    problems_init(&problems);
    for (size_t i = 0; i < 2; i++) {
        const char *path = q->providers ? q->providers : places[i];
        struct outcome o = os_file_read(path, CONFIG_LIMIT, &bytes);
        if (outcome_failed(o) && q->providers) {
            hitch_complain(h, o, path);
            good = false;
        }
        if (!outcome_failed(o) && providers_read(&q->stories, path, text_str(&bytes), bytes.len, UINT32_MAX, &problems))
            q->options.providers = &q->stories;
        if (q->providers || q->options.providers)
            break;
        text_clear(&bytes);
    }
    problems_done(&problems);
    text_done(&bytes);
    return good;
}

static bool read_time(struct hitch *h, const char *file, const char *at, int64_t *time)
{
    struct etl_reader *r = hitch_open(h, file);
    if (!r)
        return false;
    bool good = cli_time_parse(at, etl_header(r)->start_time, time);
    etl_close(r);
    if (!good)
        hitch_say(h, STR_cli_bad_time, "report", "--at", at);
    return good;
}

/* How each kind of report begins. */
static const char html_head[] = "<!doctype html>\n";
static const char json_head[] = "{\n  \"verdict\": ";

/* A report takes the place of an older one or of nothing: a slip of the words
 * must not cost the trace. */
static bool may_write(struct hitch *h, const char *path, const char *head)
{
    struct os_map old;
    struct outcome o = os_map_open(path, &old);
    if (o.why == WHY_not_found)
        return true;
    if (!outcome_failed(o)) {
        size_t len = strlen(head);
        if (old.len && (old.len < len || memcmp(old.bytes, head, len) != 0))
            o = outcome_of(WHY_exists, 0);
        os_map_close(&old);
    } else {
        o.why = WHY_file_write;
    }
    if (outcome_failed(o))
        hitch_complain(h, o, path);
    return !outcome_failed(o);
}

static int write_file(struct hitch *h, const char *path, const char *head, const struct text *t)
{
    /* Asked once more, for both reports may go by one name. */
    if (!may_write(h, path, head))
        return HITCH_FAILED;
    struct outcome o = t->failed ? outcome_of(WHY_out_of_memory, 0) : os_file_replace(path, text_str(t), t->len);
    if (!outcome_failed(o))
        return HITCH_WHOLE;
    /* What stands in the way of a new file is no missing file. */
    if (o.why == WHY_not_found || o.why == WHY_file_open)
        o.why = WHY_file_write;
    hitch_complain(h, o, path);
    return HITCH_FAILED;
}

static int put_reports(struct hitch *h, const struct request *q, const struct verdict *v, enum language language)
{
    struct text t = TEXT_EMPTY;
    int code = HITCH_WHOLE;
    verdict_text(v, language, &t);
    fwrite(text_str(&t), 1, t.len, h->out);
    if (q->json) {
        text_clear(&t);
        verdict_json(v, language, &t);
        code = write_file(h, q->json, json_head, &t);
    }
    if (q->html && code == HITCH_WHOLE) {
        text_clear(&t);
        verdict_html(v, language, &t);
        code = write_file(h, q->html, html_head, &t);
    }
    text_done(&t);
    return code;
}

int hitch_report(struct hitch *h, int word_count, char **words)
{
    struct request q = {0};
    const struct hitch_option options[] = {{"--at", &q.at, NULL},
                                           {"--json", &q.json, NULL},
                                           {"--html", &q.html, NULL},
                                           {"--providers", &q.providers, NULL}};
    struct verdict *v = NULL;
    int code = HITCH_FAILED;
    int files = hitch_options(h, "report", word_count, words, options, sizeof options / sizeof options[0]);
    if (files > 2)
        hitch_say(h, STR_cli_report_files);
    if (files < 1 || files > 2)
        return HITCH_FAILED;
    providers_init(&q.stories);
    if ((q.json && !may_write(h, q.json, json_head)) || (q.html && !may_write(h, q.html, html_head)))
        goto out;
    if (!hitch_can_open(h, words[0]) || !read_stories(h, &q) || (q.at && !read_time(h, words[0], q.at, &q.options.at)))
        goto out;
    q.options.pressed = pressed_time(words[0]);
    struct outcome o = verdict_open(words[0], files > 1 ? words[1] : NULL, &q.options, &v);
    if (outcome_failed(o)) {
        hitch_complain(h, o, words[0]);
        goto out;
    }
    code = put_reports(h, &q, v, h->language);
out:
    verdict_close(v);
    providers_done(&q.stories);
    return code;
}
