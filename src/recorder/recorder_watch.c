#include "recorder/recorder.h"

#include <string.h>

#include "strings/format.h"

/* The mode bits that ETW may add on its own do not count. */
static bool is_changed(const struct session *s)
{
    uint32_t kinds = EVENT_TRACE_BUFFERING_MODE | EVENT_TRACE_FILE_MODE_CIRCULAR | EVENT_TRACE_FILE_MODE_SEQUENTIAL |
                     EVENT_TRACE_FILE_MODE_NEWFILE | EVENT_TRACE_REAL_TIME_MODE;
    return (s->facts.mode & kinds) != (s->mode & kinds);
}

/* Of tries 0, 1, 2, ...: ever less often, but never given up. */
static bool is_due(uint32_t n)
{
    return (n & (n - 1)) == 0 || n % 64 == 0;
}

/* What led up to the change is in the ring still. */
static struct outcome end_changed(struct recorder *r, struct session *s)
{
    enum session_kind kind = s->kind;
    struct recorder_started started = {0};
    struct outcome saved = kind == SESSION_BUFFER ? recorder_rescue(r, s, "", &started) : outcome_ok();
    recorder_started_done(&started);
    if (outcome_failed(saved) && saved.why != WHY_snapshot_empty && saved.why != WHY_session_gone)
        return saved;
    struct outcome stopped = session_stop(s);
    log_outcome(r->log, "session_stopped", stopped, "name=%s changed=1", session_name(kind));
    return stopped;
}

/* False while a session that was changed goes on, with the reason in *result. */
static bool make_way(struct recorder *r, struct session *s, struct outcome asked, bool *changed, struct outcome *result)
{
    enum session_kind kind = s->kind;
    const char *event = asked.why != WHY_session_gone ? "session_changed" : asked.os ? "session_gone" : "session_replaced";
    if (asked.why != WHY_session_gone && !is_due(r->tries[kind]++)) {
        *result = r->told[kind];
        return false;
    }
    log_outcome(r->log, event, asked, "name=%s mode=0x%x before=0x%x", session_name(kind), (unsigned)s->facts.mode,
                (unsigned)s->mode);
    *result = asked.why == WHY_session_gone ? outcome_ok() : end_changed(r, s);
    if (outcome_failed(*result)) {
        *changed = r->told[kind].why != result->why || r->told[kind].os != result->os;
        r->told[kind] = *result;
        return false;
    }
    r->tries[kind] = 0;
    memset(s, 0, sizeof *s);
    *changed = true;
    return true;
}

/* A session runs until Windows says that it does not. Where Windows says
 * nothing, the log has that once. */
static void note_unseen(struct recorder *r, enum session_kind kind, struct outcome asked)
{
    if (outcome_failed(asked) && asked.os != r->unseen[kind])
        log_outcome(r->log, "session_query", asked, "name=%s", session_name(kind));
    r->unseen[kind] = asked.os;
}

static struct outcome watch_one(struct recorder *r, struct session *s, enum session_kind kind, struct recorder_watched *w)
{
    struct recorder_started started = {0};
    struct outcome result;
    bool found = false;
    if (s->origin != SESSION_NONE) {
        struct outcome asked = session_query(s);
        bool gone = asked.why == WHY_session_gone;
        if (!gone)
            note_unseen(r, kind, asked);
        if (kind == SESSION_BUFFER && !outcome_failed(asked))
            recorder_note_loss(r);
        if (!gone && (s->origin != SESSION_MINE || outcome_failed(asked) || !is_changed(s)))
            return outcome_ok();
        bool away = make_way(r, s, asked, &found, &result);
        r->ran[kind] = r->ran[kind] || found;
        w->changed = w->changed || found;
        w->interrupted = w->interrupted || found;
        if (!away)
            return result;
    }
    result = recorder_start_one(r, kind, &started);
    recorder_started_done(&started);
    if (!outcome_failed(result)) {
        w->changed = true;
        w->interrupted = w->interrupted || r->ran[kind];
    }
    return result;
}

/* A session of our name stands in the way of starting ours: its ring could not
 * be saved, or it could not be stopped. */
static void clear_the_way(struct recorder *r)
{
    struct recorder_started started = {0};
    bool file = r->file.origin == SESSION_NONE && r->told[SESSION_FILE].why == WHY_exists;
    bool buffer = r->buffer.origin == SESSION_NONE && r->told[SESSION_BUFFER].why == WHY_exists;
    if (!file && !buffer) {
        r->in_the_way = 0;
        return;
    }
    if (is_due(r->in_the_way++))
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
    if (!recorder_is_busy(r))
        clear_the_way(r);
    if (!recorder_is_busy(r))
        recorder_enable_missing(r);
    w.file = watch_one(r, &r->file, SESSION_FILE, &w);
    w.buffer = watch_one(r, &r->buffer, SESSION_BUFFER, &w);
    int64_t now_ns = os_ticks_ns();
    w.to = os_utc_now();
    w.from = w.to - (now_ns - r->seen_ns) / 100;
    if (w.changed) {
        struct text from = TEXT_EMPTY, to = TEXT_EMPTY;
        format_utc(&from, w.from);
        format_utc(&to, w.to);
        log_event(r->log, w.interrupted ? "gap" : "begun_late", "from=%s to=%s file=%s buffer=%s", text_str(&from),
                  text_str(&to), outcome_name(w.file.why), outcome_name(w.buffer.why));
        text_done(&from);
        text_done(&to);
    }
    if (!outcome_failed(w.file) && !outcome_failed(w.buffer))
        r->seen_ns = now_ns;
    if (r->part_left && !recorder_is_busy(r))
        recorder_take_parts(r, text_str(&r->folder));
    if (!recorder_is_busy(r))
        recorder_prepare(r);
    w.providers_missing = count_bits(r->missing);
    w.providers_changed = r->missing != missing;
    return w;
}
