#include "cli/hitch.h"

#include "core/verdict.h"
#include "etl/etl_names.h"
#include "etl/etl_tally.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TOLD 20u

struct side {
    struct etl_tally tally;
    struct etl_tally_row *rows;
    size_t count;
    enum suspect_kind top;
    struct text sentence;
};

struct pair {
    const struct etl_tally_row *full;
    uint64_t kept;
};

static bool read_side(struct hitch *h, const char *file, struct side *s)
{
    struct etl_reader *r = hitch_open(h, file);
    struct etl_event e = {0};
    struct verdict *v = NULL;
    if (!r)
        return false;
    while (etl_next_stored(r, &e))
        (void)etl_tally_add(&s->tally, &e);
    etl_close(r);
    if (!etl_tally_rows(&s->tally, &s->rows, &s->count))
        return false;
    struct outcome o = verdict_open(file, NULL, NULL, &v);
    if (outcome_failed(o)) {
        hitch_complain(h, o, file);
        return false;
    }
    s->top = verdict_top(v);
    verdict_sentence(v, LANGUAGE_ENGLISH, &s->sentence);
    verdict_close(v);
    return true;
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

static void put_pairs(FILE *out, const struct side *full, const struct side *filtered, struct pair *pairs)
{
    for (size_t i = 0; i < full->count; i++) {
        const struct etl_tally_row *same = bsearch(&full->rows[i], filtered->rows, filtered->count, sizeof *filtered->rows, by_event);
        pairs[i].full = &full->rows[i];
        pairs[i].kept = same ? same->count : 0;
    }
    fprintf(out, "events: %" PRIu64 " -> %" PRIu64 "\n\nremoved most:\n", full->tally.events, filtered->tally.events);
    qsort(pairs, full->count, sizeof *pairs, most_removed);
    for (size_t i = 0; i < full->count && i < TOLD && removed(&pairs[i]); i++)
        put_pair(out, &pairs[i]);
    fprintf(out, "\nkept most:\n");
    qsort(pairs, full->count, sizeof *pairs, most_kept);
    for (size_t i = 0; i < full->count && i < TOLD && pairs[i].kept; i++)
        put_pair(out, &pairs[i]);
}

static void put_verdicts(FILE *out, const struct side *full, const struct side *filtered)
{
    fprintf(out, "\nverdict of the first:  %s: %s\nverdict of the second: %s: %s\n", suspect_name(full->top),
            text_str(&full->sentence), suspect_name(filtered->top), text_str(&filtered->sentence));
    if (full->top != SUSPECT_none)
        fprintf(out, "the evidence of %s %s.\n", suspect_name(full->top),
                full->top == filtered->top ? "survived" : "did not survive");
}

static void side_done(struct side *s)
{
    etl_tally_done(&s->tally);
    free(s->rows);
    text_done(&s->sentence);
}

int hitch_compare(struct hitch *h, int word_count, char **words)
{
    struct side full = {0}, filtered = {0};
    struct pair *pairs = NULL;
    int code = HITCH_FAILED, files = hitch_options(h, "compare", word_count, words, NULL, 0);
    if (files >= 0 && files != 2)
        fprintf(h->err, "hitch compare: two files, the full one first.\n");
    if (files != 2)
        return HITCH_FAILED;
    etl_tally_init(&full.tally);
    etl_tally_init(&filtered.tally);
    if (!read_side(h, words[0], &full) || !read_side(h, words[1], &filtered))
        goto out;
    merge_versions(&full);
    merge_versions(&filtered);
    pairs = calloc(full.count + 1, sizeof *pairs);
    if (!pairs) {
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), NULL);
        goto out;
    }
    put_pairs(h->out, &full, &filtered, pairs);
    put_verdicts(h->out, &full, &filtered);
    code = HITCH_WHOLE;
out:
    free(pairs);
    side_done(&full);
    side_done(&filtered);
    return code;
}
