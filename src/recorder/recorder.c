#include "recorder/recorder.h"

#include <string.h>

#include "runs/retention.h"
#include "runs/ring_mark.h"
#include "runs/run_files.h"
#include "runs/runs.h"
#include "base/checked.h"
#include "etl/etl_reader.h"
#include "report/report.h"
#include "verdict/verdict.h"

#define MB (1024u * 1024u)

struct outcome recorder_init(struct recorder *r, const struct settings *settings, const struct providers *providers,
                             struct log *log, const char *base, const char *folder)
{
    memset(r, 0, sizeof *r);
    r->settings = settings;
    r->providers = providers;
    r->log = log;
    text_add(&r->base, base);
    text_add(&r->folder, folder);
    r->kept = log_open_kept(); /* without memory a press logs into the file */
    return outcome_of(r->base.failed || r->folder.failed ? WHY_out_of_memory : WHY_ok, 0);
}

void recorder_done(struct recorder *r)
{
    os_hold_close(r->hold);
    text_done(&r->base);
    text_done(&r->folder);
    text_done(&r->key_file);
    log_close(r->kept);
    text_done(&r->next);
    text_done(&r->next_part);
    text_done(&r->recovered);
    text_done(&r->cut);
    for (size_t i = 0; i < r->unsettled_count; i++) {
        text_done(&r->unsettled[i].part);
        text_done(&r->unsettled[i].path);
    }
}

bool recorder_is_busy(const struct recorder *r)
{
    return r->busy && r->busy(r->busy_ctx);
}

bool recorder_is_rushed(const struct recorder *r)
{
    return r->rushed && r->rushed(r->busy_ctx);
}

static struct retention_limits limits_of(const struct recorder *r)
{
    struct retention_limits limits = {0};
    limits.bytes_most = (uint64_t)r->settings->keep_gb * 1024 * MB;
    limits.snapshots_most = (uint32_t)r->settings->keep_count;
    limits.days_most = (uint32_t)r->settings->keep_days;
    limits.outside_only = r->outside;
    return limits;
}

uint64_t recorder_room(const struct recorder *r, const struct session *ring)
{
    return ((uint64_t)recorder_ring_mb(ring) + (uint64_t)r->settings->reserve_mb) * MB;
}

/* Old snapshots make room first. */
struct outcome recorder_make_room(struct recorder *r, const struct session *ring)
{
    uint64_t need = recorder_room(r, ring), bytes;
    if (outcome_failed(os_free_space(text_str(&r->folder), &bytes)) || bytes >= need)
        return outcome_ok();
    log_event(r->log, "disk_low", "free=%llu need=%llu", (unsigned long long)bytes, (unsigned long long)need);
    struct retention_limits limits = limits_of(r);
    limits.free_least = need;
    struct retention_result made = retention_apply(text_str(&r->base), text_str(&r->folder), &limits, os_utc_now(), r->log);
    return made.free_bytes >= need ? outcome_ok() : outcome_of(WHY_disk_full, ERROR_DISK_FULL);
}

static void query_both(struct recorder *r)
{
    struct session *sessions[] = {&r->file, &r->buffer};
    for (size_t i = 0; i < 2; i++) {
        struct session *s = sessions[i];
        if (s->origin == SESSION_NONE)
            continue;
        struct outcome asked = session_query(s);
        log_outcome(r->log, "session_query", asked, "name=%s events_lost=%u buffers_lost=%u", session_name(s->kind),
                    (unsigned)s->facts.events_lost, (unsigned)s->facts.buffers_lost);
    }
}

struct outcome recorder_note_complete(const char *path, struct snapinfo *info)
{
    struct etl_reader *reader = NULL;
    struct etl_complete complete;
    struct outcome result = etl_open(path, &reader);
    if (!outcome_failed(result))
        result = etl_complete_from(reader, info->flush_before, &complete);
    etl_close(reader);
    if (!outcome_failed(result) && complete.wrapped && complete.filetime > info->summary.first_time)
        info->complete_from = complete.filetime < info->summary.last_time ? complete.filetime : info->summary.last_time;
    return result;
}

/* What was lost since it is complete: the count of the
 * last question before that moment is the nearest that is known. */
static struct outcome note_covered(const struct recorder *r, const char *path, struct snapinfo *info)
{
    info->flush_before = r->flush.before ? i64_add_capped(r->flush.before, snapinfo_clock_moved(info)) : 0;
    struct outcome result = recorder_note_complete(path, info);
    if (outcome_failed(result))
        return result;
    uint64_t age_ns = u64_mul_capped(i64_ahead(info->summary.last_time, snapinfo_begin(info)), 100);
    struct loss_count before = loss_log_at(&r->losses, i64_down_capped(r->flush.whole.ns, age_ns));
    info->covered.events = r->flush.whole.events - before.events;
    info->covered.buffers = r->flush.whole.buffers - before.buffers;
    info->covered.since = i64_down_capped(info->summary.last_time, i64_ahead(r->flush.whole.ns, before.ns) / 100);
    return result;
}

static bool is_no_game(void *ctx, const char *name)
{
    return no_games_has(ctx, name);
}

static struct verdict_options options_of(const struct recorder *r, const struct snapinfo *info, struct device_names *devices)
{
    struct verdict_options options = {0};
    options.pressed = snapinfo_press_in_trace(info);
    options.providers = r->providers;
    options.game = info->game;
    options.foreground = info->foreground;
    options.is_no_game = r->no_games ? is_no_game : NULL;
    options.is_no_game_ctx = r->no_games;
    options.device_name = device_names_find;
    options.device_name_ctx = devices;
    options.give_up = r->busy;
    options.give_up_ctx = r->busy_ctx;
    options.flush_before = info->flush_before;
    options.loss_known = info->covered.since != 0;
    options.lost_events = info->covered.events;
    options.lost_buffers = info->covered.buffers;
    options.lost_since = info->covered.since;
    return options;
}

static struct outcome tell_verdict(const struct recorder *r, const char *path, const struct verdict *v,
                                   struct snapinfo_words *words)
{
    struct text html = TEXT_EMPTY, html_path = TEXT_EMPTY;
    report_sentence(v, r->language, &words->verdict);
    for (int i = 0; i < LANGUAGE_count; i++) {
        text_clear(&words->game); /* a name, in no language */
        report_pieces(v, (enum language)i, &words->game, &words->cause[i], &words->felt[i]);
    }
    report_html(v, r->language, &html);
    run_files_report(path, &html_path);
    struct outcome result = html.failed || html_path.failed ? outcome_of(WHY_out_of_memory, 0)
                                                            : os_file_replace(text_str(&html_path), html.bytes, html.len);
    text_done(&html);
    text_done(&html_path);
    return result;
}

/* Plug and play locks its lists for whoever asks it for a name, so that is for no
 * thread that seldom gets a processor. */
struct outcome recorder_judge(struct recorder *r, const char *path, const char *keys, const struct snapinfo *info,
                              struct snapinfo_words *words, struct device_names *devices)
{
    struct verdict *v = NULL;
    struct verdict_options options = options_of(r, info, devices);
    if (options.pressed != info->pressed)
        log_event(r->log, "clock_moved", "by_ms=%lld", (long long)(snapinfo_clock_moved(info) / -10000));
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST);
    struct outcome result = verdict_open(path, keys, &options, &v);
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_NORMAL);
    if (!outcome_failed(result) && !recorder_name_devices(r, v, devices))
        result = outcome_of(WHY_given_up, 0);
    if (!outcome_failed(result))
        result = tell_verdict(r, path, v, words);
    log_outcome(r->log, "verdict", result, "suspect=%s sentence=\"%s\"", v ? suspect_name(verdict_top(v)) : "none",
                text_str(&words->verdict));
    verdict_close(v);
    return result;
}

void recorder_save_info(const struct recorder *r, const char *trace, const struct snapinfo *info,
                        const struct snapinfo_words *words, const struct device_names *devices)
{
    struct text json = TEXT_EMPTY, path = TEXT_EMPTY;
    snapinfo_write(info, words, devices, &json);
    run_files_info(trace, &path);
    struct outcome written = json.failed || path.failed ? outcome_of(WHY_out_of_memory, 0)
                                                        : os_file_replace(text_str(&path), json.bytes, json.len);
    if (outcome_failed(written))
        log_outcome(r->log, "info_failed", written, "path=\"%s\"", text_str(&path));
    text_done(&json);
    text_done(&path);
}

struct outcome recorder_check(struct recorder *r, const char *path, struct snapinfo *info, struct text *verdict)
{
    struct snapinfo_words words = {0};
    struct device_names devices = {0};
    if (recorder_is_busy(r))
        return outcome_of(WHY_given_up, 0);
    info->flushed = r->flush.time;
    info->ring_mb = recorder_ring_mb(&r->buffer);
    snapinfo_set_game(info, text_str(&r->settings->game));
    if (r->file.origin != SESSION_NONE) {
        struct outcome flushed = session_flush(&r->file, NULL);
        if (outcome_failed(flushed))
            log_outcome(r->log, "file_flush_failed", flushed, "name=%s", session_name(SESSION_FILE));
    }
    query_both(r);
    struct outcome result = etl_summarise_unless(path, r->busy, r->busy_ctx, &info->summary);
    if (outcome_failed(result))
        return result;
    info->summary.events_lost = r->flush.lost.events;
    info->summary.buffers_lost = r->flush.lost.buffers;
    struct outcome covered = note_covered(r, path, info);
    if (outcome_failed(covered)) {
        log_outcome(r->log, "verdict", covered, "suspect=none sentence=\"\"");
    } else if (r->started) {
        struct outcome judged = recorder_judge(r, path, text_is_empty(&r->key_file) ? NULL : text_str(&r->key_file), info, &words,
                                               &devices);
        if (judged.why == WHY_given_up) {
            snapinfo_words_done(&words);
            device_names_done(&devices);
            return judged;
        }
    }
    recorder_save_info(r, path, info, &words, &devices);
    text_move(verdict, &words.verdict);
    snapinfo_words_done(&words);
    device_names_done(&devices);
    if (!recorder_is_busy(r)) { /* else the next check does it */
        recorder_take_parts(r, text_str(&r->folder));
        struct retention_limits limits = limits_of(r);
        retention_apply(text_str(&r->base), text_str(&r->folder), &limits, os_utc_now(), r->log);
    }
    return result;
}

/* Only what this process started is stopped. What was adopted beside an
 * anti-cheat could not be started again, so it goes on; the next start saves
 * its ring and takes it over. */
static bool end_one(struct recorder *r, struct session *session)
{
    enum session_kind kind = session->kind;
    if (session->origin == SESSION_NONE)
        return true;
    if (session->origin == SESSION_MINE) {
        struct outcome stopped = session_stop(session);
        log_outcome(r->log, "session_stopped", stopped, "name=%s", session_name(kind));
        return !outcome_failed(stopped);
    }
    struct outcome flushed = kind == SESSION_FILE ? session_flush(session, NULL) : session_query(session);
    log_outcome(r->log, "session_left_running", flushed, "name=%s found=1", session_name(kind));
    return flushed.why == WHY_session_gone;
}

void recorder_stop(struct recorder *r)
{
    r->started = false;
    struct outcome unmarked = end_one(r, &r->buffer) ? ring_mark_remove(text_str(&r->folder)) : outcome_ok();
    if (outcome_failed(unmarked) && unmarked.why != WHY_not_found)
        log_outcome(r->log, "mark_failed", unmarked, "ring=0");
    end_one(r, &r->file);
    struct outcome ended = runs_mark_ended(text_str(&r->folder));
    if (outcome_failed(ended))
        log_outcome(r->log, "mark_failed", ended, "running=0");
    recorder_take_parts(r, text_str(&r->folder));
}
