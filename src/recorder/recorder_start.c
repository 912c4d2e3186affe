#include "recorder/recorder.h"

#include <string.h>

#include "runs/ring_mark.h"
#include "runs/run_files.h"
#include "runs/runs.h"
#include "runs/stale_temp.h"

uint32_t recorder_ring_mb(const struct session *session)
{
    return (uint32_t)((uint64_t)session->facts.buffers * session->facts.buffer_kb / 1024);
}

void recorder_log_session(struct recorder *r, const char *event, const struct session *s)
{
    log_event(r->log, event, "name=%s buffers=%u buffer_kb=%u mode=0x%x independent=%d", session_name(s->kind),
              (unsigned)s->facts.buffers, (unsigned)s->facts.buffer_kb, (unsigned)s->facts.mode, s->independent);
}

static void enable_providers(struct recorder *r, const struct session *session, struct recorder_started *started)
{
    for (size_t i = 0; i < r->providers->count; i++) {
        const struct provider *p = &r->providers->items[i];
        if (p->session != session->kind || p->skipped)
            continue;
        struct outcome enabled = session_enable(session, p);
        r->missing &= ~((uint64_t)1 << i);
        if (!outcome_failed(enabled))
            continue;
        r->missing |= (uint64_t)1 << i;
        log_outcome(r->log, "provider_failed", enabled, "session=%s name=%s", session_name(session->kind), text_str(&p->name));
        if (started->providers_failed++ == 0) {
            started->provider = enabled;
            text_set(&started->provider_name, text_str(&p->name));
        }
    }
}

/* By handle, so only while the session is still there. */
void recorder_enable_missing(struct recorder *r)
{
    struct session *sessions[SESSION_kinds] = {&r->file, &r->buffer};
    bool there[SESSION_kinds] = {false};
    for (size_t i = 0; r->missing && i < SESSION_kinds; i++)
        there[i] = sessions[i]->origin != SESSION_NONE && !outcome_failed(session_query(sessions[i]));
    for (size_t i = 0; i < r->providers->count; i++) {
        const struct provider *p = &r->providers->items[i];
        const struct session *session = sessions[p->session];
        if (!(r->missing >> i & 1) || !there[p->session] || outcome_failed(session_enable(session, p)))
            continue;
        r->missing &= ~((uint64_t)1 << i);
        log_event(r->log, "provider_enabled", "session=%s name=%s", session_name(session->kind), text_str(&p->name));
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

static bool for_want_of_memory(struct outcome result)
{
    return result.why == WHY_session_start &&
           (result.os == ERROR_NOT_ENOUGH_MEMORY || result.os == ERROR_OUTOFMEMORY || result.os == ERROR_NO_SYSTEM_RESOURCES);
}

static struct outcome start_ring(struct recorder *r, struct session_plan *plan, struct recorder_started *started)
{
    struct outcome result = session_start(&r->buffer, plan);
    for (int halving = 0; halving < 2 && for_want_of_memory(result); halving++) {
        if (r->told[SESSION_BUFFER].os != result.os)
            log_outcome(r->log, "ring_refused", result, "ring_mb=%u", (unsigned)plan->ring_mb);
        plan->ring_mb /= 2;
        struct outcome smaller = session_start(&r->buffer, plan);
        started->ring_reduced = !outcome_failed(smaller);
        if (!for_want_of_memory(smaller))
            result = smaller;
    }
    return result;
}

void recorder_mark_ring(struct recorder *r)
{
    struct outcome marked = ring_mark_write(text_str(&r->folder), &r->buffer.guid);
    if (outcome_failed(marked))
        log_outcome(r->log, "mark_failed", marked, "ring=1");
}

struct outcome recorder_start_one(struct recorder *r, enum session_kind kind, struct recorder_started *started)
{
    SYSTEM_INFO system;
    struct text file = TEXT_EMPTY;
    struct session_plan plan = {0};
    struct session *session = kind == SESSION_FILE ? &r->file : &r->buffer;
    struct outcome result;
    GetSystemInfo(&system);
    plan.kind = kind;
    plan.cpus = system.dwNumberOfProcessors;
    if (kind == SESSION_FILE) {
        /* A session that starts again within a run must not write over what it wrote. */
        result = run_files_free(text_str(&r->folder), RUN_FILES_KEYS, r->files + 1, &file);
        plan.file = text_str(&file);
        plan.file_mb = (uint32_t)r->settings->file_mb;
        plan.flush_s = (uint32_t)r->settings->flush_s;
        plan.buffer_kb = (uint32_t)r->settings->file_buffer_kb;
        if (!outcome_failed(result))
            result = session_start(session, &plan);
        r->files += !outcome_failed(result);
        if (!outcome_failed(result))
            text_move(&r->key_file, &file);
    } else {
        plan.buffer_kb = (uint32_t)r->settings->buffer_kb;
        plan.ring_mb = (uint32_t)r->settings->ring_mb;
        result = start_ring(r, &plan, started);
    }
    text_done(&file);
    bool told = r->told[kind].why == result.why && r->told[kind].os == result.os;
    r->told[kind] = result;
    if (outcome_failed(result)) {
        if (!told)
            log_outcome(r->log, "session_failed", result, "name=%s", session_name(kind));
        return result;
    }
    recorder_log_session(r, "session_started", session);
    if (!session->independent)
        log_event(r->log, "independent_refused", "name=%s", session_name(kind));
    enable_providers(r, session, started);
    if (kind == SESSION_FILE) {
        capture_start_state(r);
    } else {
        struct loss_count none = {os_ticks_ns(), 0, 0};
        memset(&r->lost_before, 0, sizeof r->lost_before);
        r->flushed = 0;
        loss_log_begin(&r->losses, none);
        recorder_mark_ring(r);
    }
    return result;
}

static bool lacks_resources(struct outcome o)
{
    return outcome_failed(o) && o.os == ERROR_NO_SYSTEM_RESOURCES;
}

void recorder_start(struct recorder *r, struct recorder_started *started)
{
    r->started = true;
    struct outcome held = os_hold_open(text_str(&r->folder), &r->hold);
    if (outcome_failed(held))
        log_outcome(r->log, "folder_not_held", held, "path=\"%s\"", text_str(&r->folder));
    struct outcome marked = runs_mark_running(text_str(&r->folder));
    if (outcome_failed(marked))
        log_outcome(r->log, "mark_failed", marked, "running=1");
    recorder_take_over(r, started);
    if (r->file.origin == SESSION_NONE)
        started->file = recorder_start_one(r, SESSION_FILE, started);
    if (r->buffer.origin == SESSION_NONE)
        started->buffer = recorder_start_one(r, SESSION_BUFFER, started);
    started->ring_mb = recorder_ring_mb(&r->buffer);
    r->seen_ns = os_ticks_ns();
    if (lacks_resources(started->file) || lacks_resources(started->buffer) || lacks_resources(started->provider)) {
        uint32_t count = 0;
        struct outcome listed = session_list_names(&started->sessions, &count);
        log_outcome(r->log, "sessions_running", listed, "count=%u names=\"%s\"", (unsigned)count, text_str(&started->sessions));
    }
    recorder_prepare(r);
}

void recorder_started_done(struct recorder_started *started)
{
    text_done(&started->provider_name);
    text_done(&started->recovered);
    text_done(&started->unclean);
    text_done(&started->sessions);
}
