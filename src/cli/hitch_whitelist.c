#include "cli/hitch.h"

#include "cli/cli_providers.h"
#include "cli/scenario_add.h"
#include "events/provider_names.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An event stands out where it comes this many standard deviations more often
 * than while nothing is done, and at least twice as often. With some thousand
 * kinds of events and six scenarios, 5 lets one in by chance in a thousand runs
 * where events are independent; bursts are not, so two numbers have to agree. */
#define STANDS_OUT 5.0
#define TIMES_MORE 2.0
#define NOISE_SHOWN 20u

enum rank { CLASS_SIGNAL, CLASS_SHARED, CLASS_NOISE, CLASS_ONCE, CLASS_UNSEEN };
/* Of a line of the list. */
static const enum cli_string_id class_words[] = {CLI_whitelist_line_defended, CLI_whitelist_line_defended,
                                                 CLI_whitelist_line_alike, CLI_whitelist_line_once, CLI_whitelist_line_unseen};

#define NAME_WIDTH 24
#define PART_WIDTH 8
#define VERDICT_WIDTH 9

struct judged {
    const struct scenario_row *row;
    enum rank class;
    enum scenario_kind best; /* where it stands out most */
    double score[SCENARIO_kinds];
    bool stands_out[SCENARIO_kinds];
    enum cli_string_id let_in; /* CLI_whitelist_in_file, _in_buffer or _not_in */
};

struct whitelist {
    struct scenario_count count;
    struct providers providers;
    struct judged *judged;
};

static double expected(const struct scenario_count *c, const struct scenario_row *row, int kind)
{
    return c->quiet_s > 0 ? (double)row->quiet / c->quiet_s * c->sums[kind].window_s : 0;
}

static void judge_kind(const struct scenario_count *c, struct judged *j, int kind)
{
    double n = (double)j->row->during[kind], usual = expected(c, j->row, kind);
    j->score[kind] = (n - usual) / sqrt(usual + 1);
    j->stands_out[kind] = j->row->telling[kind] > 0 || (n >= 2 && n >= TIMES_MORE * usual && j->score[kind] >= STANDS_OUT);
    /* What never comes otherwise needs no great number. */
    if (!j->row->quiet && n >= 2 && j->row->total == j->row->during[kind])
        j->stands_out[kind] = true;
}

static struct judged judge(const struct scenario_count *c, const struct scenario_row *row)
{
    struct judged j = {0};
    unsigned out = 0;
    j.row = row;
    for (int kind = 0; kind < SCENARIO_kinds; kind++) {
        judge_kind(c, &j, kind);
        out += j.stands_out[kind];
        bool better = j.stands_out[kind] == j.stands_out[j.best] ? j.score[kind] > j.score[j.best] : j.stands_out[kind];
        if (better)
            j.best = (enum scenario_kind)kind;
    }
    j.class = out == 1 ? CLASS_SIGNAL : out ? CLASS_SHARED : row->total > 1 ? CLASS_NOISE : CLASS_ONCE;
    return j;
}

static bool lists(const struct provider *p, uint16_t id)
{
    for (uint32_t i = 0; i < p->story_count; i++) {
        if (p->stories[i].id == id)
            return true;
    }
    return p->story_count == 0;
}

/* The provider's own test, then the list of ids. */
static bool lets_in(const struct provider *p, const struct scenario_row *row)
{
    bool level_fits = row->level == 0 || p->level == 0 || row->level <= p->level;
    bool keyword_fits = row->keyword == 0 || p->mask == 0 || (row->keyword & p->mask);
    return !p->skipped && guid_equal(&p->guid, &row->provider) && level_fits && keyword_fits && lists(p, row->id);
}

static enum cli_string_id let_in_by(const struct providers *all, const struct scenario_row *row)
{
    enum cli_string_id which = CLI_whitelist_not_in;
    for (size_t i = 0; i < all->count; i++) {
        if (!lets_in(&all->items[i], row))
            continue;
        if (all->items[i].session == SESSION_FILE)
            return CLI_whitelist_in_file;
        which = CLI_whitelist_in_buffer;
    }
    return which;
}

static const struct provider *provider_of(const struct providers *all, const struct guid *guid)
{
    for (size_t i = 0; i < all->count; i++) {
        if (guid_equal(&all->items[i].guid, guid))
            return &all->items[i];
    }
    return NULL;
}

static void put_name(FILE *out, const struct whitelist *w, const struct guid *guid, uint32_t id)
{
    const struct provider *p = provider_of(&w->providers, guid);
    const char *known = p ? text_str(&p->name) : provider_names_of_guid(guid);
    char room[GUID_ROOM];
    const char *shown = known ? known : guid_str(guid, room);
    if (str_starts(shown, "Microsoft-Windows-"))
        shown += strlen("Microsoft-Windows-");
    cli_put_column(out, shown, NAME_WIDTH);
    fprintf(out, " %5u", (unsigned)id);
}

/* ---- what is printed ---- */

struct column {
    enum cli_string_id title;
    int width; /* as cli_put_column takes it; 0: the last, two blanks away */
};

static void put_head(struct hitch *h, const struct column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(!i ? "" : columns[i].width ? " " : "  ", h->out);
        cli_put_column(h->out, cli_string(h->language, columns[i].title), columns[i].width);
    }
    fputc('\n', h->out);
}

static void put_word(struct hitch *h, enum cli_string_id id, int width)
{
    cli_put_column(h->out, cli_string(h->language, id), width);
}

static void put_recordings(struct hitch *h, const struct scenario_count *c)
{
    static const struct column columns[] = {
        {CLI_column_scenario, 19}, {CLI_column_folders, -8}, {CLI_column_seconds, -9},   {CLI_column_events, -10},
        {CLI_column_kept, -10},    {CLI_column_full, -10},   {CLI_column_filtered, -12}, {CLI_column_lost, -6}};
    put_head(h, columns, sizeof columns / sizeof columns[0]);
    for (int i = 0; i < SCENARIO_kinds; i++) {
        const struct scenario_sums *s = &c->sums[i];
        if (s->folders)
            fprintf(h->out, "%-19s %8u %9.1f %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %12" PRIu64 " %6" PRIu64 "\n",
                    scenario_name((enum scenario_kind)i), (unsigned)s->folders, s->window_s, s->events, s->kept,
                    s->full_bytes / 1024, s->filtered_bytes / 1024, s->lost);
    }
    hitch_print(h, CLI_whitelist_quiet, c->quiet_s, (unsigned)c->os_build, (unsigned)c->row_count);
    if (c->others)
        hitch_print(h, CLI_whitelist_others, (unsigned long long)c->others);
}

static int by_scenario(const void *a, const void *b)
{
    const struct judged *x = a, *y = b;
    if (x->class != y->class)
        return (int)x->class - (int)y->class;
    if (x->class == CLASS_NOISE)
        return x->row->quiet < y->row->quiet ? 1 : -(x->row->quiet > y->row->quiet);
    if (x->best != y->best)
        return (int)x->best - (int)y->best;
    return x->score[x->best] < y->score[y->best] ? 1 : -(x->score[x->best] > y->score[y->best]);
}

static void put_scenarios(FILE *out, const struct judged *j)
{
    const char *before = "";
    for (int kind = 0; kind < SCENARIO_kinds; kind++) {
        if (!j->stands_out[kind])
            continue;
        fprintf(out, "%s%s", before, scenario_name((enum scenario_kind)kind));
        before = ", ";
    }
}

static void put_signal(struct hitch *h, const struct whitelist *w, const struct judged *j)
{
    const struct scenario_row *row = j->row;
    const struct scenario_count *c = &w->count;
    put_name(h->out, w, &row->provider, row->id);
    fputc(' ', h->out);
    put_word(h, j->let_in, PART_WIDTH);
    fprintf(h->out, " %8" PRIu64 " %9.1f %9.3f %8" PRIu64 " %8" PRIu64 "  ", row->during[j->best],
            expected(c, row, j->best), c->quiet_s > 0 ? (double)row->quiet / c->quiet_s : 0, row->telling[j->best],
            row->kept[j->best]);
    put_scenarios(h->out, j);
    fputc('\n', h->out);
}

static void put_class(struct hitch *h, const struct whitelist *w, enum rank class, enum cli_string_id title, uint32_t most)
{
    static const struct column columns[] = {
        {CLI_column_provider, NAME_WIDTH}, {CLI_column_id, -5},         {CLI_column_let_in, PART_WIDTH},
        {CLI_column_during, -8},           {CLI_column_expected, -9},   {CLI_column_quiet_rate, -9},
        {CLI_column_telling, -8},          {CLI_column_kept, -8},       {CLI_column_stands_out, 0}};
    uint32_t shown = 0, all = 0;
    for (uint32_t i = 0; i < w->count.row_count; i++)
        all += w->judged[i].class == class;
    fputc('\n', h->out);
    hitch_print(h, title, (unsigned)all);
    fputc('\n', h->out);
    if (all)
        put_head(h, columns, sizeof columns / sizeof columns[0]);
    for (uint32_t i = 0; i < w->count.row_count && shown < most; i++) {
        if (w->judged[i].class != class)
            continue;
        put_signal(h, w, &w->judged[i]);
        shown++;
    }
    if (shown < all)
        hitch_print(h, CLI_whitelist_more, (unsigned)(all - shown));
}

static const struct judged *judged_of(const struct whitelist *w, const struct guid *guid, uint16_t id)
{
    for (uint32_t i = 0; i < w->count.row_count; i++) {
        if (w->judged[i].row->id == id && guid_equal(&w->judged[i].row->provider, guid))
            return &w->judged[i];
    }
    return NULL;
}

struct tally {
    unsigned lines, defended, alike, once, unseen, missing;
};

static enum cli_string_id line_verdict(const struct judged *j, struct tally *t)
{
    enum rank class = j ? j->class : CLASS_UNSEEN;
    t->lines++;
    t->defended += class <= CLASS_SHARED;
    t->alike += class == CLASS_NOISE;
    t->once += class == CLASS_ONCE;
    t->unseen += class == CLASS_UNSEEN;
    return class_words[class];
}

static void put_file_provider(struct hitch *h, const struct whitelist *w, const struct provider *p, struct tally *t)
{
    for (uint32_t i = 0; i < p->story_count; i++) {
        const struct judged *j = judged_of(w, &p->guid, p->stories[i].id);
        put_word(h, CLI_whitelist_in_file, PART_WIDTH);
        fputc(' ', h->out);
        put_name(h->out, w, &p->guid, p->stories[i].id);
        fputc(' ', h->out);
        put_word(h, line_verdict(j, t), VERDICT_WIDTH);
        fprintf(h->out, " %9.3f  ", j && w->count.quiet_s > 0 ? (double)j->row->quiet / w->count.quiet_s : 0);
        if (j && j->class <= CLASS_SHARED)
            put_scenarios(h->out, j);
        fputc('\n', h->out);
    }
}

/* A line of the Buffer session is a mask: it is defended by any event that
 * stands out and gets through. */
static void put_buffer_provider(struct hitch *h, const struct whitelist *w, const struct provider *p, struct tally *t)
{
    const struct judged *best = NULL;
    unsigned kinds = 0, standing_out = 0;
    double quiet = 0;
    for (uint32_t i = 0; i < w->count.row_count; i++) {
        const struct judged *j = &w->judged[i];
        if (!lets_in(p, j->row))
            continue;
        kinds++;
        standing_out += j->class <= CLASS_SHARED;
        quiet += (double)j->row->quiet;
        if (!best || j->class < best->class)
            best = j;
    }
    const char *shown = text_str(&p->name);
    shown += str_starts(shown, "Microsoft-Windows-") ? strlen("Microsoft-Windows-") : 0;
    put_word(h, CLI_whitelist_in_buffer, PART_WIDTH);
    fputc(' ', h->out);
    cli_put_column(h->out, shown, NAME_WIDTH);
    fputc(' ', h->out);
    put_word(h, CLI_whitelist_mask, -5);
    fputc(' ', h->out);
    put_word(h, line_verdict(best, t), VERDICT_WIDTH);
    fprintf(h->out, " %9.3f  ", w->count.quiet_s > 0 ? quiet / w->count.quiet_s : 0);
    hitch_print(h, CLI_whitelist_kinds, kinds, standing_out);
}

static void put_list(struct hitch *h, const struct whitelist *w)
{
    static const struct column columns[] = {{CLI_column_part, PART_WIDTH},       {CLI_column_provider, NAME_WIDTH},
                                            {CLI_column_id, -5},                 {CLI_column_verdict, VERDICT_WIDTH},
                                            {CLI_column_quiet_rate, -9},         {CLI_column_stands_out, 0}};
    struct tally t = {0};
    fprintf(h->out, "\n%s\n", cli_string(h->language, CLI_whitelist_list));
    put_head(h, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < w->providers.count; i++) {
        const struct provider *p = &w->providers.items[i];
        if (p->skipped)
            continue;
        if (p->session == SESSION_FILE)
            put_file_provider(h, w, p, &t);
        else
            put_buffer_provider(h, w, p, &t);
    }
    for (uint32_t i = 0; i < w->count.row_count; i++)
        t.missing += w->judged[i].class == CLASS_SIGNAL && w->judged[i].let_in == CLI_whitelist_not_in;
    fputc('\n', h->out);
    hitch_print(h, CLI_whitelist_sum, t.lines, t.defended, t.alike, t.once, t.unseen, t.missing);
}

static bool judge_all(struct whitelist *w)
{
    w->judged = calloc((size_t)w->count.row_count + 1, sizeof *w->judged);
    if (!w->judged)
        return false;
    for (uint32_t i = 0; i < w->count.row_count; i++) {
        w->judged[i] = judge(&w->count, &w->count.rows[i]);
        w->judged[i].let_in = let_in_by(&w->providers, &w->count.rows[i]);
    }
    qsort(w->judged, w->count.row_count, sizeof *w->judged, by_scenario);
    return true;
}

int hitch_whitelist(struct hitch *h, const struct words *words)
{
    struct whitelist w;
    int code = HITCH_FAILED;
    memset(&w, 0, sizeof w);
    scenario_count_init(&w.count);
    providers_init(&w.providers);
    for (size_t i = 0; words_file(words, i); i++) {
        if (!scenario_add(h, &w.count, words_file(words, i)))
            goto out;
    }
    if (!cli_providers_read(h, words_value(words, "--providers"), w.count.os_build, &w.providers))
        goto out;
    if (!judge_all(&w)) {
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), NULL);
        goto out;
    }
    put_recordings(h, &w.count);
    put_class(h, &w, CLASS_SIGNAL, CLI_whitelist_signal, UINT32_MAX);
    put_class(h, &w, CLASS_SHARED, CLI_whitelist_shared, UINT32_MAX);
    put_class(h, &w, CLASS_NOISE, CLI_whitelist_alike, NOISE_SHOWN);
    put_list(h, &w);
    code = HITCH_WHOLE;
out:
    free(w.judged);
    scenario_count_done(&w.count);
    providers_done(&w.providers);
    return code;
}
