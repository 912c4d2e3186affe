#include "win/recorder.h"

#include <string.h>

#include "core/runs.h"

void recorder_init(struct recorder *r, const struct settings *settings, const struct providers *providers,
                   struct log *log, const char *folder)
{
    memset(r, 0, sizeof *r);
    r->settings = settings;
    r->providers = providers;
    r->log = log;
    text_add(&r->folder, folder);
}

void recorder_done(struct recorder *r)
{
    text_done(&r->folder);
}

static uint32_t granted_mb(const struct session *session)
{
    return (uint32_t)((uint64_t)session->facts.buffers * session->facts.buffer_kb / 1024);
}

static void log_session(struct recorder *r, const char *event, const struct session *s)
{
    log_event(r->log, event, "name=%s buffers=%u buffer_kb=%u mode=0x%x independent=%d", session_name(s->kind),
              (unsigned)s->facts.buffers, (unsigned)s->facts.buffer_kb, (unsigned)s->facts.mode, s->independent);
}

/* Where an earlier run's ring belongs: beside its keyevents.etl, if that folder
 * still stands, else into the present run. */
static void recovered_path(const struct recorder *r, const char *old_file, struct text *path)
{
    struct os_stat st;
    const char *end = old_file + strlen(old_file);
    while (end > old_file && end[-1] != '\\' && end[-1] != '/')
        end--;
    struct text folder = TEXT_EMPTY;
    if (end > old_file)
        text_add_bytes(&folder, old_file, (size_t)(end - old_file) - 1);
    if (folder.len == 0 || outcome_failed(os_stat(text_str(&folder), &st)) || !st.is_folder || st.is_link)
        text_set(&folder, text_str(&r->folder));
    text_addf(path, "%s%crecovered.etl", text_str(&folder), os_separator);
    for (unsigned n = 2; n < 100 && !outcome_failed(os_stat(text_str(path), &st)); n++) {
        text_clear(path);
        text_addf(path, "%s%crecovered-%u.etl", text_str(&folder), os_separator, n);
    }
    text_done(&folder);
}

/* Sessions that an earlier process left behind. The ring is saved before
 * anything is stopped: it holds what led up to that process's end. */
static void take_over(struct recorder *r, struct recorder_started *started)
{
    struct session file = {0}, buffer = {0};
    struct text old_file = TEXT_EMPTY, path = TEXT_EMPTY;
    bool file_found = !outcome_failed(session_find(&file, SESSION_FILE, &old_file));
    bool buffer_found = !outcome_failed(session_find(&buffer, SESSION_BUFFER, NULL));
    if (buffer_found) {
        log_session(r, "session_found", &buffer);
        recovered_path(r, text_str(&old_file), &path);
        struct outcome saved = session_flush(&buffer, text_str(&path));
        if (!outcome_failed(saved))
            saved = etl_glance(text_str(&path));
        log_outcome(r->log, "recovered", saved, "path=\"%s\"", text_str(&path));
        if (!outcome_failed(saved))
            text_set(&started->recovered, text_str(&path));
        struct outcome stopped = session_stop(&buffer);
        log_outcome(r->log, "session_stopped", stopped, "name=%s", session_name(SESSION_BUFFER));
    }
    if (file_found) {
        log_session(r, "session_found", &file);
        struct outcome stopped = session_stop(&file);
        log_outcome(r->log, "session_stopped", stopped, "name=%s file=\"%s\"", session_name(SESSION_FILE), text_str(&old_file));
    }
    text_done(&old_file);
    text_done(&path);
}

static void enable_providers(struct recorder *r, const struct session *session, struct recorder_started *started)
{
    for (size_t i = 0; i < r->providers->count; i++) {
        const struct provider *p = &r->providers->items[i];
        if (p->session != session->kind || p->skipped)
            continue;
        struct outcome enabled = session_enable(session, p);
        if (!outcome_failed(enabled))
            continue;
        log_outcome(r->log, "provider_failed", enabled, "session=%s name=%s", session_name(session->kind), text_str(&p->name));
        if (started->providers_failed++ == 0) {
            started->provider = enabled;
            text_set(&started->provider_name, text_str(&p->name));
        }
    }
}

/* What the File session's providers know at the start (processes, interfaces,
 * connections) goes into its file once, so that later events have names.
 * Nobody waits for it. */
static void capture_start_state(struct recorder *r)
{
    for (size_t i = 0; i < r->providers->count; i++) {
        const struct provider *p = &r->providers->items[i];
        if (p->session != SESSION_FILE || p->skipped || !p->capture_state)
            continue;
        struct outcome asked = session_capture(&r->file, p, 0);
        if (outcome_failed(asked))
            log_outcome(r->log, "capture_state_failed", asked, "session=%s name=%s", session_name(SESSION_FILE), text_str(&p->name));
    }
}

static struct outcome start_one(struct recorder *r, struct session *session, const struct session_plan *plan,
                                struct recorder_started *started)
{
    struct outcome result = session_start(session, plan);
    if (outcome_failed(result)) {
        log_outcome(r->log, "session_failed", result, "name=%s", session_name(plan->kind));
        return result;
    }
    log_session(r, "session_started", session);
    if (!session->independent)
        log_event(r->log, "independent_refused", "name=%s", session_name(plan->kind));
    enable_providers(r, session, started);
    return result;
}

void recorder_start(struct recorder *r, struct recorder_started *started)
{
    SYSTEM_INFO system;
    struct text file = TEXT_EMPTY;
    struct session_plan plan = {0};
    GetSystemInfo(&system);
    take_over(r, started);
    text_addf(&file, "%s%ckeyevents.etl", text_str(&r->folder), os_separator);
    plan.kind = SESSION_FILE;
    plan.file = text_str(&file);
    plan.file_mb = (uint32_t)r->settings->file_mb;
    plan.flush_s = (uint32_t)r->settings->flush_s;
    plan.buffer_kb = (uint32_t)r->settings->file_buffer_kb;
    plan.cpus = system.dwNumberOfProcessors;
    started->file = start_one(r, &r->file, &plan, started);
    plan.kind = SESSION_BUFFER;
    plan.file = NULL;
    plan.buffer_kb = (uint32_t)r->settings->buffer_kb;
    plan.ring_mb = (uint32_t)r->settings->ring_mb;
    started->buffer = start_one(r, &r->buffer, &plan, started);
    started->ring_mb = granted_mb(&r->buffer);
    if (r->file.origin != SESSION_NONE)
        capture_start_state(r);
    text_done(&file);
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

/* What is no trace must not stand there as one, and is not thrown away either. */
static void set_aside(struct recorder *r, const char *path)
{
    struct os_stat st;
    struct text bad = TEXT_EMPTY;
    if (outcome_failed(os_stat(path, &st)))
        return;
    text_addf(&bad, "%s.bad", path);
    struct outcome moved = os_rename(path, text_str(&bad));
    log_outcome(r->log, "set_aside", moved, "path=\"%s\"", text_str(&bad));
    text_done(&bad);
}

static struct outcome look_at(const char *path)
{
    struct outcome seen = etl_glance(path);
    if (seen.why == WHY_not_found)
        return outcome_of(WHY_snapshot_missing, seen.os);
    return seen.why == WHY_etl_not_etl ? outcome_of(WHY_snapshot_not_etl, seen.os) : seen;
}

struct outcome recorder_snapshot(struct recorder *r, void (*flushing)(void *ctx), void *ctx, struct text *path)
{
    if (r->buffer.origin == SESSION_NONE)
        return outcome_of(WHY_session_gone, 0);
    capture_state(r);
    struct outcome result = runs_snapshot_path(text_str(&r->folder), path);
    if (outcome_failed(result))
        return result;
    flushing(ctx);
    log_event(r->log, "flush_issued", "path=\"%s\"", text_str(path));
    result = session_flush(&r->buffer, text_str(path));
    log_event(r->log, "flush_returned", "code=%u", (unsigned)result.os);
    if (!outcome_failed(result))
        result = look_at(text_str(path));
    if (outcome_failed(result))
        set_aside(r, text_str(path));
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

struct outcome recorder_check(struct recorder *r, const char *path, struct snapinfo *info)
{
    struct text json = TEXT_EMPTY, json_path = TEXT_EMPTY;
    info->flushed = os_utc_now();
    info->ring_mb = granted_mb(&r->buffer);
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
    snapinfo_write(info, &json);
    runs_info_path(path, &json_path);
    struct outcome written = json.failed || json_path.failed
                                 ? outcome_of(WHY_out_of_memory, 0)
                                 : os_file_replace(text_str(&json_path), json.bytes, json.len);
    if (outcome_failed(written))
        log_outcome(r->log, "info_failed", written, "path=\"%s\"", text_str(&json_path));
out:
    text_done(&json);
    text_done(&json_path);
    return result;
}

void recorder_stop(struct recorder *r)
{
    struct session *sessions[] = {&r->buffer, &r->file};
    for (size_t i = 0; i < 2; i++) {
        if (sessions[i]->origin != SESSION_MINE)
            continue;
        enum session_kind kind = sessions[i]->kind;
        struct outcome stopped = session_stop(sessions[i]);
        log_outcome(r->log, "session_stopped", stopped, "name=%s", session_name(kind));
    }
}
