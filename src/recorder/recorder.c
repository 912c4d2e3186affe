#include "recorder/recorder.h"

#include <string.h>

#include "runs/retention.h"
#include "runs/ring_mark.h"
#include "runs/runs.h"
#include "verdict/verdict.h"

#define MB (1024u * 1024u)
/* One provider that is slow must not use up the time of the others. */
#define CAPTURE_CALL_MS 250
/* A quiet machine may be silent for so long, in 100 ns. */
#define CLOCK_MOVED_LEAST 20000000

void recorder_init(struct recorder *r, const struct settings *settings, const struct providers *providers,
                   struct log *log, const char *base, const char *folder)
{
    memset(r, 0, sizeof *r);
    r->settings = settings;
    r->providers = providers;
    r->log = log;
    text_add(&r->base, base);
    text_add(&r->folder, folder);
}

void recorder_done(struct recorder *r)
{
    os_hold_close(r->hold);
    text_done(&r->base);
    text_done(&r->folder);
    text_done(&r->key_file);
}

bool recorder_is_busy(const struct recorder *r)
{
    return r->busy && r->busy(r->busy_ctx);
}

static bool is_rushed(const struct recorder *r)
{
    return r->rushed && r->rushed(r->busy_ctx);
}

/* The handle is another session's when ours is gone, so after a call that
 * failed, or took its time, the session is asked for first. */
static void capture_state(struct recorder *r)
{
    int64_t end = os_ticks_ns() + (int64_t)r->settings->capture_state_ms * 1000000;
    for (size_t i = 0; i < r->providers->count; i++) {
        const struct provider *p = &r->providers->items[i];
        if (p->session != SESSION_BUFFER || p->skipped || !p->capture_state)
            continue;
        int64_t left_ms = (end - os_ticks_ns()) / 1000000;
        if (left_ms <= 0 || is_rushed(r)) {
            log_event(r->log, "capture_state_cut", "from=%s", text_str(&p->name));
            return;
        }
        struct outcome captured = session_capture(&r->buffer, p, (uint32_t)(left_ms < CAPTURE_CALL_MS ? left_ms : CAPTURE_CALL_MS));
        if (!outcome_failed(captured))
            continue;
        log_outcome(r->log, "capture_state_failed", captured, "name=%s", text_str(&p->name));
        if (outcome_failed(session_query(&r->buffer)))
            return;
    }
}

static struct retention_limits limits_of(const struct recorder *r)
{
    struct retention_limits limits = {0};
    limits.bytes_most = (uint64_t)r->settings->keep_gb * 1024 * MB;
    limits.snapshots_most = (uint32_t)r->settings->keep_count;
    limits.days_most = (uint32_t)r->settings->keep_days;
    return limits;
}

/* A full ring and the reserve must fit. Old snapshots make room first. */
struct outcome recorder_make_room(struct recorder *r, const struct session *ring)
{
    uint64_t need = ((uint64_t)recorder_ring_mb(ring) + (uint64_t)r->settings->reserve_mb) * MB, bytes;
    if (outcome_failed(os_free_space(text_str(&r->folder), &bytes)) || bytes >= need)
        return outcome_ok();
    log_event(r->log, "disk_low", "free=%llu need=%llu", (unsigned long long)bytes, (unsigned long long)need);
    struct retention_limits limits = limits_of(r);
    limits.free_least = need;
    struct retention_result made = retention_apply(text_str(&r->base), text_str(&r->folder), &limits, os_utc_now(), r->log);
    return made.free_bytes >= need ? outcome_ok() : outcome_of(WHY_disk_full, ERROR_DISK_FULL);
}

static struct recorder_loss loss_of(const struct session *s)
{
    struct recorder_loss loss = {s->facts.events_lost, s->facts.buffers_lost};
    return loss;
}

void recorder_count_loss_anew(struct recorder *r)
{
    r->lost_before = loss_of(&r->buffer);
}

static void take_loss(struct recorder *r)
{
    session_query(&r->buffer);
    struct recorder_loss all = loss_of(&r->buffer);
    r->lost.events = all.events - r->lost_before.events;
    r->lost.buffers = all.buffers - r->lost_before.buffers;
    r->lost_before = all;
}

struct outcome recorder_snapshot(struct recorder *r, void (*flushing)(void *ctx), void *ctx, struct text *path)
{
    if (r->buffer.origin == SESSION_NONE)
        return outcome_of(WHY_session_gone, 0);
    struct outcome there = session_query(&r->buffer);
    if (there.why == WHY_session_gone)
        return there;
    struct outcome result = runs_snapshot_path(text_str(&r->folder), path);
    if (!outcome_failed(result))
        result = recorder_make_room(r, &r->buffer);
    if (outcome_failed(result))
        return result;
    if (outcome_failed(there))
        log_outcome(r->log, "capture_state_left_out", there, "name=%s", session_name(SESSION_BUFFER));
    else
        capture_state(r);
    flushing(ctx);
    result = recorder_flush_ring(r, &r->buffer, path);
    r->flushed = os_utc_now();
    if (!outcome_failed(result))
        take_loss(r);
    return result;
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

/* The last event came when the ring was written; if the trace says another
 * time, the clock was set meanwhile. */
static int64_t press_in_trace(struct recorder *r, const struct snapinfo *info)
{
    int64_t moved = info->summary.last_time - r->flushed, pressed = info->pressed + moved;
    bool far_off = moved > CLOCK_MOVED_LEAST || moved < -CLOCK_MOVED_LEAST;
    if (!info->pressed || !far_off || pressed < info->summary.first_time || pressed > info->summary.last_time)
        return info->pressed;
    log_event(r->log, "clock_moved", "by_ms=%lld", (long long)(moved / -10000));
    return pressed;
}

static struct outcome judge(struct recorder *r, const char *path, const struct snapinfo *info, struct text *sentence)
{
    struct verdict *v = NULL;
    struct verdict_options options = {press_in_trace(r, info), 0, r->providers, r->busy, r->busy_ctx};
    struct text html = TEXT_EMPTY, html_path = TEXT_EMPTY;
    struct outcome result = verdict_open(path, r->key_file.len ? text_str(&r->key_file) : NULL, &options, &v);
    if (!outcome_failed(result)) {
        verdict_sentence(v, r->language, sentence);
        verdict_html(v, r->language, &html);
        text_add_bytes(&html_path, path, strlen(path) - (str_ends(path, ".etl") ? 4 : 0));
        text_add(&html_path, ".html");
        result = html.failed || html_path.failed ? outcome_of(WHY_out_of_memory, 0)
                                                 : os_file_replace(text_str(&html_path), html.bytes, html.len);
    }
    log_outcome(r->log, "verdict", result, "suspect=%s sentence=\"%s\"", v ? suspect_name(verdict_top(v)) : "none", text_str(sentence));
    verdict_close(v);
    text_done(&html);
    text_done(&html_path);
    return result;
}

struct outcome recorder_check(struct recorder *r, const char *path, struct snapinfo *info, struct text *verdict)
{
    struct text json = TEXT_EMPTY, json_path = TEXT_EMPTY;
    info->flushed = r->flushed;
    info->ring_mb = recorder_ring_mb(&r->buffer);
    if (r->file.origin != SESSION_NONE) {
        struct outcome flushed = session_flush(&r->file, NULL);
        if (outcome_failed(flushed))
            log_outcome(r->log, "file_flush_failed", flushed, "name=%s", session_name(SESSION_FILE));
    }
    query_both(r);
    struct outcome result = etl_summarise_unless(path, r->busy, r->busy_ctx, &info->summary);
    if (outcome_failed(result))
        goto out;
    info->summary.events_lost = r->lost.events;
    info->summary.buffers_lost = r->lost.buffers;
    if (r->started) {
        SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST);
        struct outcome judged = judge(r, path, info, verdict);
        SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_NORMAL);
        if (judged.why == WHY_given_up) {
            result = judged;
            goto out;
        }
    }
    snapinfo_write(info, verdict->len ? text_str(verdict) : NULL, &json);
    runs_info_path(path, &json_path);
    struct outcome written = json.failed || json_path.failed
                                 ? outcome_of(WHY_out_of_memory, 0)
                                 : os_file_replace(text_str(&json_path), json.bytes, json.len);
    if (outcome_failed(written))
        log_outcome(r->log, "info_failed", written, "path=\"%s\"", text_str(&json_path));
    struct retention_limits limits = limits_of(r);
    retention_apply(text_str(&r->base), text_str(&r->folder), &limits, os_utc_now(), r->log);
out:
    text_done(&json);
    text_done(&json_path);
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
    recorder_take_parts(r, text_str(&r->folder));
    struct outcome ended = runs_mark_ended(text_str(&r->folder));
    if (outcome_failed(ended))
        log_outcome(r->log, "mark_failed", ended, "running=0");
}
