#include "cli/hitch.h"

#include "cli/evidence.h"
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
    while (etl_next_stored(r, &e))
        (void)etl_tally_add(&s->tally, &e);
    etl_close(r);
    if (!etl_tally_rows(&s->tally, &s->rows, &s->count))
        return false;
    struct outcome o = verdict_open(file, NULL, NULL, &s->verdict);
    if (outcome_failed(o))
        hitch_complain(h, o, file);
    return !outcome_failed(o);
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

static int most_removed(const void *a, const void *b)
{
    uint64_t x = removed(a), y = removed(b);
    return x > y ? -1 : x < y;
}

static int most_kept(const void *a, const void *b)
{
    uint64_t x = ((const struct pair *)a)->kept, y = ((const struct pair *)b)->kept;
    return x > y ? -1 : x < y;
}

static void put_pair(FILE *out, const struct pair *p)
{
    struct text name = TEXT_EMPTY;
    const char *known = etl_name_of_guid(&p->full->provider);
    if (known)
        text_add(&name, known);
    else
        guid_add(&name, &p->full->provider);
    fprintf(out, p->full->kind <= ETL_PERFINFO ? "  %10" PRIu64 " -> %10" PRIu64 "  %s 0x%04x\n"
                                               : "  %10" PRIu64 " -> %10" PRIu64 "  %s %u\n",
            p->full->count, p->kept, text_str(&name), p->full->id);
    text_done(&name);
}

static void put_words(struct hitch *h, enum string_id id, const char *first, const char *second)
{
    struct text t = TEXT_EMPTY;
    text_addf(&t, string_get(h->language, id), first, second);
    fprintf(h->out, "%s\n", text_str(&t));
    text_done(&t);
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
    verdict_sentence(v, h->language, &sentence);
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
    fputs(text_str(&lines), h->out);
    put_words(h, says[s], name, "");
    text_done(&lines);
}

static void side_done(struct side *s)
{
    etl_tally_done(&s->tally);
    free(s->rows);
    verdict_close(s->verdict);
}

/* scenario.json beside the full trace. */
static void find_scenario(const char *full, struct what *what)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    struct scenario_info *info = malloc(sizeof *info);
    size_t folder = 0;
    for (size_t i = 0; full[i]; i++) {
        if (full[i] == '/' || full[i] == os_separator)
            folder = i + 1;
    }
    text_add_bytes(&path, full, folder);
    text_add(&path, SCENARIO_FILE);
    if (info) {
        scenario_info_init(info);
        if (!outcome_failed(os_file_read(text_str(&path), SCENARIO_MAX_BYTES, &bytes)) &&
            scenario_info_read(text_str(&bytes), bytes.len, info)) {
            what->known = true;
            what->kind = info->kind;
            what->from = info->effect_from;
            what->to = info->effect_to + AFTERWARDS;
        }
        scenario_info_done(info);
    }
    free(info);
    text_done(&path);
    text_done(&bytes);
}

static bool name_scenario(struct hitch *h, const char *name, struct what *what)
{
    enum scenario_kind kind;
    if (!name)
        return true;
    if (!scenario_of_name(name, &kind)) {
        hitch_say(h, STR_cli_bad_scenario, name);
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
    find_scenario(full_file, &what);
    if (!name_scenario(h, scenario, &what) || !read_side(h, full_file, &full) || !read_side(h, filtered_file, &filtered))
        goto out;
    merge_versions(&full);
    merge_versions(&filtered);
    pairs = calloc(full.count + 1, sizeof *pairs);
    if (!pairs) {
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), NULL);
        goto out;
    }
    put_pairs(h, &full, &filtered, pairs);
    put_verdicts(h, &full, &filtered);
    if (what.known)
        put_scenario(h, &full, &filtered, &what);
    code = HITCH_WHOLE;
out:
    free(pairs);
    side_done(&full);
    side_done(&filtered);
    return code;
}

int hitch_compare(struct hitch *h, int word_count, char **words)
{
    const char *scenario = NULL;
    const struct hitch_option options[] = {{"--scenario", &scenario, NULL}};
    struct text full = TEXT_EMPTY, filtered = TEXT_EMPTY;
    struct os_stat st;
    int code = HITCH_FAILED, files = hitch_options(h, "compare", word_count, words, options, 1);
    if (files == 1 && !outcome_failed(os_stat(words[0], &st)) && st.is_folder) {
        text_addf(&full, "%s%c" SCENARIO_FULL, words[0], os_separator);
        text_addf(&filtered, "%s%c" SCENARIO_FILTERED, words[0], os_separator);
        code = compare(h, text_str(&full), text_str(&filtered), scenario);
    } else if (files == 2) {
        code = compare(h, words[0], words[1], scenario);
    } else if (files >= 0) {
        hitch_say(h, STR_cli_two_files);
    }
    text_done(&full);
    text_done(&filtered);
    return code;
}
