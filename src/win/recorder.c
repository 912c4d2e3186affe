#include "win/recorder.h"

#include <string.h>

#include "core/format.h"
#include "core/retention.h"
#include "core/runs.h"
#include "core/verdict.h"

#define MB (1024u * 1024u)

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
}

static void capture_state(struct recorder *r)
{
    int64_t end = os_ticks_ns() + (int64_t)r->settings->capture_state_ms * 1000000;
    for (size_t i = 0; i < r->providers->count; i++) {
        const struct provider *p = &r->providers->items[i];
        if (p->session != SESSION_BUFFER || p->skipped || !p->capture_state)
            continue;
        int64_t left_ms = (end - os_ticks_ns()) / 1000000;
        if (left_ms <= 0) {
            log_event(r->log, "capture_state_cut", "from=%s", text_str(&p->name));
            return;
        }
        struct outcome captured = session_capture(&r->buffer, p, (uint32_t)left_ms);
        if (outcome_failed(captured))
            log_outcome(r->log, "capture_state_failed", captured, "name=%s", text_str(&p->name));
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

struct outcome recorder_snapshot(struct recorder *r, void (*flushing)(void *ctx), void *ctx, struct text *path)
{
    if (r->buffer.origin == SESSION_NONE)
        return outcome_of(WHY_session_gone, 0);
    struct outcome result = runs_snapshot_path(text_str(&r->folder), path);
    if (!outcome_failed(result))
        result = recorder_make_room(r, &r->buffer);
    if (outcome_failed(result))
        return result;
    capture_state(r);
    flushing(ctx);
    return recorder_flush_ring(r, &r->buffer, path);
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

/* The newest file of key events of this run, to be joined with the snapshot. */
static void key_events(const struct recorder *r, struct text *path)
{
    struct os_stat st;
    struct text next = TEXT_EMPTY;
    text_addf(path, "%s%ckeyevents.etl", text_str(&r->folder), os_separator);
    for (unsigned n = 2; n < 1000; n++) {
        text_clear(&next);
        text_addf(&next, "%s%ckeyevents-%u.etl", text_str(&r->folder), os_separator, n);
        if (outcome_failed(os_stat(text_str(&next), &st)))
            break;
        text_set(path, text_str(&next));
    }
    text_done(&next);
}

static struct outcome judge(struct recorder *r, const char *path, const struct snapinfo *info, struct text *sentence)
{
    struct verdict *v = NULL;
    struct verdict_options options = {info->pressed, 0, r->providers, r->busy, r->busy_ctx};
    struct text keys = TEXT_EMPTY, html = TEXT_EMPTY, html_path = TEXT_EMPTY;
    key_events(r, &keys);
    struct outcome result = verdict_open(path, text_str(&keys), &options, &v);
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
    text_done(&keys);
    text_done(&html);
    text_done(&html_path);
    return result;
}

struct outcome recorder_check(struct recorder *r, const char *path, struct snapinfo *info, struct text *verdict)
{
    struct text json = TEXT_EMPTY, json_path = TEXT_EMPTY;
    info->flushed = os_utc_now();
    info->ring_mb = recorder_ring_mb(&r->buffer);
    if (r->file.origin != SESSION_NONE) {
        struct outcome flushed = session_flush(&r->file, NULL);
        if (outcome_failed(flushed))
            log_outcome(r->log, "file_flush_failed", flushed, "name=%s", session_name(SESSION_FILE));
    }
    query_both(r);
    struct outcome result = etl_summarise(path, &info->summary);
    if (outcome_failed(result))
        goto out;
    if (r->buffer.facts.events_lost > info->summary.events_lost)
        info->summary.events_lost = r->buffer.facts.events_lost;
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

/* The mode bits that ETW may add on its own do not count. */
static bool is_changed(const struct session *s, uint32_t mode_before)
{
    uint32_t kinds = EVENT_TRACE_BUFFERING_MODE | EVENT_TRACE_FILE_MODE_CIRCULAR | EVENT_TRACE_FILE_MODE_SEQUENTIAL |
                     EVENT_TRACE_FILE_MODE_NEWFILE | EVENT_TRACE_REAL_TIME_MODE;
    return (s->facts.mode & kinds) != (mode_before & kinds);
}

static struct outcome watch_one(struct recorder *r, struct session *s, enum session_kind kind, bool *changed)
{
    struct recorder_started started = {0};
    uint32_t mode = s->facts.mode;
    if (s->origin != SESSION_NONE) {
        struct outcome asked = session_query(s);
        bool gone = asked.why == WHY_session_gone;
        if (!gone && (s->origin != SESSION_MINE || outcome_failed(asked) || !is_changed(s, mode)))
            return outcome_ok();
        log_outcome(r->log, gone ? "session_gone" : "session_changed", asked, "name=%s mode=0x%x before=0x%x",
                    session_name(kind), (unsigned)s->facts.mode, (unsigned)mode);
        *changed = true;
        if (!gone)
            session_stop(s);
        memset(s, 0, sizeof *s);
    }
    struct outcome again = recorder_start_one(r, kind, &started);
    *changed = *changed || !outcome_failed(again);
    recorder_started_done(&started);
    return again;
}

/* A session of our name stands in the way of starting ours: its ring could not
 * be saved, or it could not be stopped. Tried again, ever less often. */
static void clear_the_way(struct recorder *r)
{
    struct recorder_started started = {0};
    bool file = r->file.origin == SESSION_NONE && r->told[SESSION_FILE].why == WHY_exists;
    bool buffer = r->buffer.origin == SESSION_NONE && r->told[SESSION_BUFFER].why == WHY_exists;
    if (!file && !buffer) {
        r->in_the_way = 0;
        return;
    }
    uint32_t n = r->in_the_way++;
    if ((n & (n - 1)) == 0 || n % 64 == 0)
        recorder_take_over(r, &started);
    recorder_started_done(&started);
}

static uint32_t count_bits(uint64_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

struct recorder_watched recorder_watch(struct recorder *r)
{
    struct recorder_watched w = {0};
    uint64_t missing = r->missing;
    if (!r->started)
        return w;
    w.from = r->seen;
    clear_the_way(r);
    recorder_enable_missing(r);
    w.file = watch_one(r, &r->file, SESSION_FILE, &w.changed);
    w.buffer = watch_one(r, &r->buffer, SESSION_BUFFER, &w.changed);
    w.to = os_utc_now();
    if (w.changed) {
        struct text from = TEXT_EMPTY, to = TEXT_EMPTY;
        format_utc(&from, w.from);
        format_utc(&to, w.to);
        log_event(r->log, "gap", "from=%s to=%s file=%s buffer=%s", text_str(&from), text_str(&to),
                  outcome_name(w.file.why), outcome_name(w.buffer.why));
        text_done(&from);
        text_done(&to);
    }
    if (!outcome_failed(w.file) && !outcome_failed(w.buffer))
        r->seen = w.to;
    w.providers_missing = count_bits(r->missing);
    w.providers_changed = r->missing != missing;
    return w;
}

void recorder_stop(struct recorder *r)
{
    struct session *sessions[] = {&r->buffer, &r->file};
    r->started = false;
    for (size_t i = 0; i < 2; i++) {
        if (sessions[i]->origin != SESSION_MINE)
            continue;
        enum session_kind kind = sessions[i]->kind;
        struct outcome stopped = session_stop(sessions[i]);
        log_outcome(r->log, "session_stopped", stopped, "name=%s", session_name(kind));
    }
    recorder_take_parts(r, text_str(&r->folder));
    struct outcome ended = runs_mark_ended(text_str(&r->folder));
    if (outcome_failed(ended))
        log_outcome(r->log, "mark_failed", ended, "running=0");
}
