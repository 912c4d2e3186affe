#include "tests/scenarios/scenario.h"

#include <string.h>

#include "strings/strings.h"
#include "os/os.h"
#include "tests/scenarios/record.h"

#define MB (1024u * 1024u)
/* ETW wants 200 MB free beside a file on the system's disk. */
#define DISK_RESERVE_MB 1024u
/* Longer than the slowest undoing; then the sessions end in any case. */
#define SESSIONS_GUARD_S 300u

static const char *const briefs[SCENARIO_kinds] = {
    "starts three processes: one ends well, one with an error code, one by a real access violation",
    "writes a file past the cache and reads it again, as fast as the disk can",
    "keeps every processor busy",
    "caps the processors by a power plan of its own; the plan that was in use comes back",
    "fills memory up to a share of what there is, and gives it back",
    "switches the network adapter off and on again",
};

const char *scenario_brief(enum scenario_kind kind)
{
    return briefs[kind];
}

struct paths {
    struct text folder, full, filtered, json;
};

static void paths_of(const struct scenario_plan *plan, struct paths *p)
{
    text_addf(&p->folder, "%s%c%s", plan->folder, os_separator, scenario_name(plan->kind));
    text_addf(&p->full, "%s%c" SCENARIO_FULL, text_str(&p->folder), os_separator);
    text_addf(&p->filtered, "%s%c" SCENARIO_FILTERED, text_str(&p->folder), os_separator);
    text_addf(&p->json, "%s%c" SCENARIO_FILE, text_str(&p->folder), os_separator);
}

static void paths_done(struct paths *p)
{
    text_done(&p->folder);
    text_done(&p->full);
    text_done(&p->filtered);
    text_done(&p->json);
}

static void complain(const struct scenario_plan *plan, struct outcome o, const char *what)
{
    struct text t = TEXT_EMPTY;
    string_explain(LANGUAGE_ENGLISH, o, what, &t);
    fprintf(plan->out, "  %s\n", text_str(&t));
    text_done(&t);
}

static bool has_room(const struct scenario_plan *plan, const struct effect *e)
{
    uint64_t space = 0;
    uint64_t need = (uint64_t)(RECORD_FULL_MB + RECORD_FILTERED_MB + DISK_RESERVE_MB) * MB + effect_disk_bytes(e);
    struct outcome o = os_free_space(plan->folder, &space);
    if (outcome_failed(o)) {
        complain(plan, o, plan->folder);
        return false;
    }
    if (space < need)
        fprintf(plan->out, "  refused: %s has %u MB free, %u MB are needed. Make room, or choose another disk with --out.\n",
                plan->folder, (unsigned)(space / MB), (unsigned)(need / MB));
    return space >= need;
}

/* What an earlier run wrote is not written over. */
static bool is_fresh(const struct scenario_plan *plan, const struct paths *p)
{
    struct os_stat st;
    if (os_stat(text_str(&p->folder), &st).why == WHY_not_found)
        return true;
    fprintf(plan->out, "  refused: %s stands already. Choose another folder with --out.\n", text_str(&p->folder));
    return false;
}

static bool may_begin(const struct scenario_plan *plan, const struct effect *e, const struct paths *p)
{
    struct text refusal = TEXT_EMPTY;
    struct outcome made = os_folder_make(plan->folder);
    if (outcome_failed(made)) {
        complain(plan, made, plan->folder);
        return false;
    }
    if (!is_fresh(plan, p) || !has_room(plan, e))
        return false;
    bool ready = effect_ready(e, &refusal);
    if (!ready)
        fprintf(plan->out, "  refused: %s\n", text_str(&refusal));
    text_done(&refusal);
    return ready;
}

/* Says how far it is, once a second. */
static bool wait_telling(const struct scenario_plan *plan, const char *what, uint32_t seconds)
{
    for (uint32_t left = seconds; left > 0; left--) {
        fprintf(plan->out, "\r  %s: %u s   ", what, (unsigned)left);
        fflush(plan->out);
        if (!effect_wait(1000))
            break;
    }
    fprintf(plan->out, "\r  %s: done      \n", what);
    return !effect_was_cancelled();
}

static bool play(const struct scenario_plan *plan, const struct effect *e)
{
    struct text trouble = TEXT_EMPTY;
    bool fine = true;
    e->info->effect_from = e->info->effect_to = effect_utc_now();
    if (!wait_telling(plan, "quiet time before", plan->before_s))
        return true;
    fprintf(plan->out, "  %s ...\n", scenario_name(plan->kind));
    fflush(plan->out);
    e->info->effect_from = effect_utc_now();
    fine = effect_run(e, &trouble);
    e->info->effect_to = effect_utc_now();
    if (!fine)
        fprintf(plan->out, "  failed: %s\n", text_str(&trouble));
    else if (e->info->note.len)
        fprintf(plan->out, "  %s\n", text_str(&e->info->note));
    text_done(&trouble);
    if (!effect_was_cancelled())
        wait_telling(plan, "quiet time after", plan->after_s);
    return fine;
}

static struct outcome write_info(const struct paths *p, const struct scenario_info *info)
{
    struct text json = TEXT_EMPTY;
    scenario_info_write(info, &json);
    struct outcome o = json.failed ? outcome_of(WHY_out_of_memory, 0)
                                   : os_file_replace(text_str(&p->json), json.bytes, json.len);
    text_done(&json);
    return o;
}

/* Where somebody else's session of that name runs, only its owner may end it. */
static void complain_start(const struct scenario_plan *plan, struct outcome o)
{
    if (o.why == WHY_exists)
        fprintf(plan->out, "  refused: Hitchbox records already. End it from its menu; if it does not run, clear what was left "
                           "with: logman stop Hitchbox-File -ets\n");
    else
        complain(plan, o, "Hitchbox-File");
}

/* Both sessions end with this program, however it ends. */
static void guard_sessions(const struct scenario_plan *plan, const struct record *record)
{
    struct text words = TEXT_EMPTY;
    record_undo_words(record, &words);
    if (!effect_guard(text_str(&words), plan->before_s + plan->seconds + plan->after_s + SESSIONS_GUARD_S))
        fprintf(plan->out, "  note: if this program is killed, the recording goes on: logman stop Hitchbox-File -ets ends it\n");
    text_done(&words);
}

static enum scenario_end record_and_play(const struct scenario_plan *plan, const struct effect *e, const struct paths *p)
{
    struct record record;
    struct scenario_info *info = e->info;
    struct outcome o = record_start(&record, plan->providers, text_str(&p->full), text_str(&p->filtered));
    if (outcome_failed(o)) {
        complain_start(plan, o);
        os_remove(text_str(&p->filtered));
        os_remove(text_str(&p->full));
        os_remove(text_str(&p->folder));
        return SCENARIO_REFUSED;
    }
    guard_sessions(plan, &record);
    record_enable(&record);
    fprintf(plan->out, "  recording: %u providers, %u of them refused\n", (unsigned)(record.enabled + record.refused),
            (unsigned)record.refused);
    info->started = effect_utc_now();
    bool fine = play(plan, e);
    info->cut_short = effect_was_cancelled() || !fine;
    o = record_stop(&record, &info->full_lost, &info->filtered_lost);
    info->ended = effect_utc_now();
    effect_unguard();
    if (outcome_failed(o))
        complain(plan, o, "Hitchbox-File");
    struct outcome written = write_info(p, info);
    if (outcome_failed(written))
        complain(plan, written, text_str(&p->json));
    if (!fine || outcome_failed(o) || outcome_failed(written))
        return SCENARIO_BROKEN;
    return info->cut_short ? SCENARIO_CUT_SHORT : SCENARIO_DONE;
}

enum scenario_end scenario_run(const struct scenario_plan *plan, struct scenario_info *info)
{
    struct paths p = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY};
    struct effect e = {0};
    enum scenario_end end = SCENARIO_REFUSED;
    paths_of(plan, &p);
    info->kind = plan->kind;
    info->os_build = effect_os_build();
    info->cpus = effect_cpus();
    e.kind = plan->kind;
    e.folder = text_str(&p.folder);
    e.seconds = plan->seconds;
    e.memory_percent = plan->memory_percent;
    e.info = info;
    if (may_begin(plan, &e, &p)) {
        struct outcome made = os_folder_make(text_str(&p.folder));
        if (outcome_failed(made))
            complain(plan, made, text_str(&p.folder));
        else
            end = record_and_play(plan, &e, &p);
    }
    paths_done(&p);
    return end;
}
