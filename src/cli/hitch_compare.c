#include "cli/hitch.h"

#include "cli/cli_explain.h"
#include "base/checked.h"
#include "export/evidence.h"
#include "strings/nearest.h"
#include "report/report.h"
#include "strings/format.h"
#include "events/provider_names.h"
#include "etl/etl_tally.h"
#include "os/os.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TOLD 20u
#define AFTERWARDS INT64_C(20000000) /* what follows from a scenario may come a little later */

struct side {
    struct etl_tally tally;
    struct etl_tally_row *rows;
    size_t count;
    struct verdict *verdict;
};

/* What was done while both were recorded; of scenario.json, or by name only. */
struct what {
    bool known;
    enum scenario_kind kind;
    int64_t from, to;
};

struct pair {
    const struct etl_tally_row *full;
    uint64_t kept;
};

static bool read_side(struct hitch *h, const char *file, struct side *s)
{
    struct etl_reader *r = hitch_open(h, file);
    struct etl_event e = {0};
    if (!r)
        return false;
    bool whole = true;
    while (etl_next_stored(r, &e))
        whole &= etl_tally_add(&s->tally, &e);
    struct outcome o = etl_error(r);
    etl_close(r);
    if (!outcome_failed(o) && !(whole && etl_tally_rows(&s->tally, &s->rows, &s->count)))
        o = outcome_of(WHY_out_of_memory, 0);
    if (outcome_failed(o)) {
        hitch_complain(h, o, file);
        return false;
    }
    s->verdict = hitch_verdict(h, file, NULL, NULL);
    return s->verdict != NULL;
}

/* One event in all its versions is one line. */
static int by_event(const void *a, const void *b)
{
    const struct etl_tally_row *x = a, *y = b;
    int order = memcmp(&x->provider, &y->provider, sizeof x->provider);
    return order ? order : (int)x->id - (int)y->id;
}

static void merge_versions(struct side *s)
{
    size_t kept = 0;
    qsort(s->rows, s->count, sizeof *s->rows, by_event);
    for (size_t i = 0; i < s->count; i++) {
        if (kept && by_event(&s->rows[kept - 1], &s->rows[i]) == 0)
            s->rows[kept - 1].count += s->rows[i].count;
        else
            s->rows[kept++] = s->rows[i];
    }
    s->count = kept;
}

static uint64_t removed(const struct pair *p)
{
    return p->full->count > p->kept ? p->full->count - p->kept : 0;
}

/* Of equals the order of events has the last word. */
static int by_number(uint64_t x, uint64_t y, const struct pair *a, const struct pair *b)
{
    return x != y ? (x > y ? -1 : 1) : by_event(a->full, b->full);
}

static int most_removed(const void *a, const void *b)
{
    return by_number(removed(a), removed(b), a, b);
}

static int most_kept(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    return by_number(p->kept, q->kept, p, q);
}

static void put_pair(FILE *out, const struct pair *p)
{
    char guid[GUID_ROOM];
    const char *known = provider_names_of_guid(&p->full->provider);
    fprintf(out, p->full->kind <= ETL_PERFINFO ? "  %10" PRIu64 " -> %10" PRIu64 "  %s 0x%04x\n"
                                               : "  %10" PRIu64 " -> %10" PRIu64 "  %s %u\n",
            p->full->count, p->kept, known ? known : guid_str(&p->full->provider, guid), p->full->id);
}

static void put_words(struct hitch *h, enum string_id id, const char *first, const char *second)
{
    struct text t = TEXT_EMPTY;
    text_addf(&t, string_get(h->language, id), first, second);
    text_add_char(&t, '\n');
    hitch_put(h, &t);
    text_done(&t);
}

/* The state of a file that is not whole; true then. */
static bool put_state(struct hitch *h, const char *file, const struct verdict *v)
{
    struct text lines = TEXT_EMPTY;
    report_state(v, h->language, &lines);
    if (!text_is_empty(&lines)) {
        fprintf(h->out, "%s\n", file);
        text_add_char(&lines, '\n');
        hitch_put(h, &lines);
    }
    text_done(&lines);
    return verdict_is_of_faulty(v);
}

static void put_events(struct hitch *h, uint64_t before, uint64_t after)
{
    struct text a = TEXT_EMPTY, b = TEXT_EMPTY;
    format_count(&a, before);
    format_count(&b, after);
    put_words(h, STR_compare_events, text_str(&a), text_str(&b));
    text_done(&a);
    text_done(&b);
}

static void put_pairs(struct hitch *h, const struct side *full, const struct side *filtered, struct pair *pairs)
{
    for (size_t i = 0; i < full->count; i++) {
        const struct etl_tally_row *same = bsearch(&full->rows[i], filtered->rows, filtered->count, sizeof *filtered->rows, by_event);
        pairs[i].full = &full->rows[i];
        pairs[i].kept = same ? same->count : 0;
    }
    put_events(h, full->tally.events, filtered->tally.events);
    fprintf(h->out, "\n%s\n", string_get(h->language, STR_compare_removed));
    qsort(pairs, full->count, sizeof *pairs, most_removed);
    for (size_t i = 0; i < full->count && i < TOLD && removed(&pairs[i]); i++)
        put_pair(h->out, &pairs[i]);
    fprintf(h->out, "\n%s\n", string_get(h->language, STR_compare_kept));
    qsort(pairs, full->count, sizeof *pairs, most_kept);
    for (size_t i = 0; i < full->count && i < TOLD && pairs[i].kept; i++)
        put_pair(h->out, &pairs[i]);
}

static void put_verdict(struct hitch *h, enum string_id id, const struct verdict *v)
{
    struct text sentence = TEXT_EMPTY;
    report_sentence(v, h->language, &sentence);
    put_words(h, id, suspect_name(verdict_top(v)), text_str(&sentence));
    text_done(&sentence);
}

static void put_verdicts(struct hitch *h, const struct side *full, const struct side *filtered)
{
    enum suspect_kind a = verdict_top(full->verdict), b = verdict_top(filtered->verdict);
    fputc('\n', h->out);
    put_verdict(h, STR_compare_first, full->verdict);
    put_verdict(h, STR_compare_second, filtered->verdict);
    if (a != SUSPECT_none)
        put_words(h, a == b ? STR_compare_whole : STR_compare_gone, suspect_name(a), "");
}

static void put_scenario(struct hitch *h, const struct side *full, const struct side *filtered, const struct what *what)
{
    static const enum string_id says[] = {STR_compare_whole, STR_compare_part, STR_compare_gone, STR_compare_absent};
    struct text lines = TEXT_EMPTY;
    const char *name = scenario_name(what->kind);
    enum survival s = evidence_compare(full->verdict, filtered->verdict, what->kind, what->from, what->to, h->language, &lines);
    fputc('\n', h->out);
    put_words(h, STR_compare_scenario, name, "");
    hitch_put(h, &lines);
    put_words(h, says[s], name, "");
    text_done(&lines);
}

static void side_done(struct side *s)
{
    etl_tally_done(&s->tally);
    free(s->rows);
    verdict_close(s->verdict);
}

/* scenario.json beside the full trace. False without memory to look. */
static bool find_scenario(struct hitch *h, const char *full, struct what *what)
{
    struct outcome o = outcome_of(WHY_out_of_memory, 0);
    struct text path = TEXT_EMPTY;
    if (hitch_is_standard(full))
        return true;
    struct scenario_info *info = malloc(sizeof *info);
    text_add_bytes(&path, full, os_path_folder_len(full));
    text_add(&path, SCENARIO_FILE);
    if (info) {
        scenario_info_init(info);
        o = scenario_info_load(text_str(&path), info);
        if (!outcome_failed(o)) {
            what->known = true;
            what->kind = info->kind;
            what->from = info->effect_from;
            what->to = i64_add_capped(info->effect_to, AFTERWARDS);
        }
        scenario_info_done(info);
    }
    free(info);
    text_done(&path);
    h->short_of_memory = h->short_of_memory || o.why == WHY_out_of_memory;
    return o.why != WHY_out_of_memory;
}

static bool name_scenario(struct hitch *h, const char *name, struct what *what)
{
    enum scenario_kind kind;
    if (!name)
        return true;
    if (!scenario_of_name(name, &kind)) {
        struct nearest near;
        nearest_init(&near, name);
        for (int i = 0; i < SCENARIO_kinds; i++)
            nearest_try(&near, scenario_name((enum scenario_kind)i));
        cli_say_near(h, nearest_name(&near), CLI_bad_scenario, name);
        return false;
    }
    if (what->known && what->kind == kind)
        return true;
    what->known = true;
    what->kind = kind;
    what->from = what->to = 0;
    return true;
}

static int compare(struct hitch *h, const char *full_file, const char *filtered_file, const char *scenario)
{
    struct side full = {0}, filtered = {0};
    struct what what = {0};
    struct pair *pairs = NULL;
    int code = HITCH_FAILED;
    etl_tally_init(&full.tally);
    etl_tally_init(&filtered.tally);
    if (!find_scenario(h, full_file, &what) || !name_scenario(h, scenario, &what) || !read_side(h, full_file, &full) ||
        !read_side(h, filtered_file, &filtered))
        goto out;
    merge_versions(&full);
    merge_versions(&filtered);
    pairs = calloc(full.count + 1, sizeof *pairs);
    if (!pairs) {
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), NULL);
        goto out;
    }
    code = HITCH_WHOLE;
    if (put_state(h, full_file, full.verdict))
        code = HITCH_NOT_WHOLE;
    if (put_state(h, filtered_file, filtered.verdict))
        code = HITCH_NOT_WHOLE;
    put_pairs(h, &full, &filtered, pairs);
    put_verdicts(h, &full, &filtered);
    if (what.known)
        put_scenario(h, &full, &filtered, &what);
out:
    free(pairs);
    side_done(&full);
    side_done(&filtered);
    return code;
}

int hitch_compare(struct hitch *h, const struct words *words)
{
    const char *scenario = words_value(words, "--scenario"), *first = words_file(words, 0), *second = words_file(words, 1);
    struct text full = TEXT_EMPTY, filtered = TEXT_EMPTY;
    struct os_stat st;
    int code = HITCH_FAILED;
    if (second) {
        code = compare(h, first, second, scenario);
    } else if (!outcome_failed(os_stat(first, &st)) && st.is_folder) {
        os_path_join(first, SCENARIO_FULL, &full);
        os_path_join(first, SCENARIO_FILTERED, &filtered);
        code = compare(h, text_str(&full), text_str(&filtered), scenario);
    } else {
        cli_say(h, CLI_two_files, first);
    }
    text_done(&full);
    text_done(&filtered);
    return code;
}
