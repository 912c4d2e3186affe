#include "cli/scenario_add.h"

#include "os/os.h"

#include <stdlib.h>

/* One pass in time order; the logfile header's own record is not counted. */
static bool count_file(struct hitch *h, struct scenario_count *c, const struct scenario_info *info, const char *path,
                       bool full)
{
    struct scenario_evidence v = {info, {0, 0}, {0, 0}};
    struct etl_event e = {0};
    struct hitch_progress progress;
    struct scenario_sums *sums = &c->sums[info->kind];
    struct etl_reader *r = hitch_open(h, path);
    if (!r)
        return false;
    hitch_progress_begin(&progress, h, etl_len(r));
    while (etl_next(r, &e)) {
        if (hitch_progress_wants(&progress))
            hitch_progress_step(&progress, etl_progress(r));
        if (e.kind != ETL_EVENT)
            continue;
        enum scenario_phase phase = scenario_phase_of(info, etl_event_filetime(r, &e));
        if (full) {
            sums->events++;
            scenario_count_full(c, &v, phase, &e);
        } else {
            struct scenario_row *row = scenario_count_row(c, &e);
            sums->kept++;
            if (row)
                row->kept[info->kind] += phase == SCENARIO_PHASE_WINDOW;
        }
    }
    hitch_progress_end(&progress);
    *(full ? &sums->full_bytes : &sums->filtered_bytes) += etl_len(r);
    c->os_build = etl_header(r)->os_build;
    struct outcome o = c->short_of_memory ? outcome_of(WHY_out_of_memory, 0) : etl_error(r);
    if (outcome_failed(o))
        hitch_complain(h, o, path);
    etl_close(r);
    return !outcome_failed(o);
}

static bool count_recording(struct hitch *h, struct scenario_count *c, const char *folder,
                            const struct scenario_info *info)
{
    struct text full = TEXT_EMPTY, filtered = TEXT_EMPTY;
    struct scenario_sums *sums = &c->sums[info->kind];
    os_path_join(folder, SCENARIO_FULL, &full);
    os_path_join(folder, SCENARIO_FILTERED, &filtered);
    sums->folders++;
    sums->lost += info->full_lost + info->filtered_lost;
    sums->window_s += (double)(info->effect_to - info->effect_from + SCENARIO_TAIL_TICKS) / 1e7;
    c->quiet_s += (double)(info->effect_from - info->started) / 1e7;
    bool good = count_file(h, c, info, text_str(&full), true) && count_file(h, c, info, text_str(&filtered), false);
    text_done(&full);
    text_done(&filtered);
    return good;
}

/* WHY_not_found where the folder has no scenario.json. */
static struct outcome read_info(const char *folder, struct text *path, struct scenario_info *info)
{
    text_clear(path);
    os_path_join(folder, SCENARIO_FILE, path);
    return scenario_info_load(text_str(path), info);
}

/* Counted twice, what came once would seem to come again. */
static bool is_counted(const struct scenario_count *c, const struct scenario_info *info)
{
    for (uint32_t i = 0; i < c->span_count; i++) {
        const struct scenario_span *s = &c->spans[i];
        if (s->kind == info->kind && s->started == info->started && s->ended == info->ended)
            return true;
    }
    return false;
}

static bool remember(struct hitch *h, struct scenario_count *c, const struct scenario_info *info)
{
    struct scenario_span *spans = realloc(c->spans, ((size_t)c->span_count + 1) * sizeof *spans);
    if (!spans) {
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), NULL);
        return false;
    }
    c->spans = spans;
    struct scenario_span *s = &c->spans[c->span_count++];
    s->kind = info->kind;
    s->started = info->started;
    s->ended = info->ended;
    return true;
}

static bool add_folder(struct hitch *h, struct scenario_count *c, const char *folder, bool *found)
{
    struct scenario_info *info = malloc(sizeof *info);
    struct text path = TEXT_EMPTY;
    bool good = info != NULL;
    if (!good)
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), folder);
    if (good) {
        scenario_info_init(info);
        struct outcome o = read_info(folder, &path, info);
        *found = o.why != WHY_not_found;
        if (o.why == WHY_config_invalid)
            hitch_say(h, STR_cli_scenario_bad, text_str(&path));
        else if (outcome_failed(o) && *found)
            hitch_complain(h, o, text_str(&path));
        if (!outcome_failed(o) && info->cut_short)
            hitch_say(h, STR_cli_scenario_cut, folder);
        else if (!outcome_failed(o) && is_counted(c, info))
            hitch_say(h, STR_cli_scenario_twice, folder);
        else if (*found)
            good = !outcome_failed(o) && remember(h, c, info) && count_recording(h, c, folder, info);
        scenario_info_done(info);
    }
    free(info);
    text_done(&path);
    return good;
}

struct below {
    struct hitch *hitch;
    struct scenario_count *count;
    const char *folder;
    bool good, found;
};

static bool add_below(void *ctx, const char *name, const struct os_stat *st)
{
    struct below *b = ctx;
    struct text path = TEXT_EMPTY;
    bool found = false;
    if (!st->is_folder || st->is_link)
        return true;
    os_path_join(b->folder, name, &path);
    b->good = add_folder(b->hitch, b->count, text_str(&path), &found);
    b->found |= found;
    text_done(&path);
    return b->good;
}

bool scenario_add(struct hitch *h, struct scenario_count *c, const char *folder)
{
    struct below below = {h, c, folder, true, false};
    bool found = false;
    if (!add_folder(h, c, folder, &found))
        return false;
    if (found)
        return true;
    struct outcome o = os_folder_list(folder, add_below, &below);
    if (outcome_failed(o)) {
        hitch_complain(h, o, folder);
        return false;
    }
    if (below.good && !below.found)
        hitch_say(h, STR_cli_scenario_none, folder);
    return below.good && below.found;
}
