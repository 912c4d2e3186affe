#include "recorder/recorder.h"

#include <string.h>

#include "runs/retention.h"
#include "runs/run_files.h"

/* One provider that is slow must not use up the time of the others. */
#define CAPTURE_CALL_MS 250

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
        if (left_ms <= 0 || recorder_is_rushed(r)) {
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

static struct recorder_loss loss_of(const struct session *s)
{
    struct recorder_loss loss = {s->facts.events_lost, s->facts.buffers_lost};
    return loss;
}

static struct loss_count count_of(const struct session *s)
{
    struct loss_count now = {os_ticks_ns(), s->facts.events_lost, s->facts.buffers_lost};
    return now;
}

void recorder_count_loss_anew(struct recorder *r)
{
    r->lost_before = loss_of(&r->buffer);
    r->flushed = 0;
    loss_log_begin(&r->losses, count_of(&r->buffer));
}

void recorder_note_loss(struct recorder *r)
{
    loss_log_add(&r->losses, count_of(&r->buffer));
}

static void note_flush(struct recorder *r, struct recorder_flush *f)
{
    struct outcome asked = session_query(&r->buffer);
    if (outcome_failed(asked)) /* then what was lost last shows in the next snapshot */
        log_outcome(r->log, "session_query", asked, "name=%s", session_name(SESSION_BUFFER));
    struct recorder_loss all = loss_of(&r->buffer);
    f->lost.events = all.events - r->lost_before.events;
    f->lost.buffers = all.buffers - r->lost_before.buffers;
    f->whole = count_of(&r->buffer);
    f->before = r->flushed;
    r->lost_before = all;
    r->flushed = f->time;
    recorder_note_loss(r);
}

/* What a snapshot could not tell, the next one tells. The ring was written all
 * the same, so r->flushed stays. */
static void give_back_loss(struct recorder *r, struct recorder_loss lost)
{
    r->lost_before.events -= lost.events;
    r->lost_before.buffers -= lost.buffers;
}

static struct outcome look_up_names(struct recorder *r)
{
    text_clear(&r->next);
    struct outcome found = run_files_free(text_str(&r->folder), RUN_FILES_SNAP, 1, &r->next);
    if (!outcome_failed(found))
        run_files_part(text_str(&r->next), &r->next_part);
    if (!outcome_failed(found) && (r->next.failed || r->next_part.failed)) {
        text_clear(&r->next);
        found = outcome_of(WHY_out_of_memory, 0);
    }
    return found;
}

void recorder_prepare(struct recorder *r)
{
    uint64_t bytes;
    look_up_names(r); /* what fails now is tried again at the press, and told then */
    r->room_low = !outcome_failed(os_free_space(text_str(&r->folder), &bytes)) && bytes < recorder_room(r, &r->buffer);
}

/* Where looking ahead found no name or no room, the press has to. */
static struct outcome make_ready(struct recorder *r, struct recorder_part *p)
{
    struct outcome result = r->next.len ? outcome_ok() : look_up_names(r);
    if (!outcome_failed(result) && r->room_low)
        result = recorder_make_room(r, &r->buffer);
    text_set(&p->path, text_str(&r->next));
    text_set(&p->part, text_str(&r->next_part));
    if (!outcome_failed(result) && (p->path.failed || p->part.failed))
        result = outcome_of(WHY_out_of_memory, 0);
    return result;
}

/* From here to the FLUSH no file is touched. */
static struct outcome write_ring(struct recorder *r, struct outcome there, void (*flushing)(void *ctx), void *ctx,
                                 struct recorder_part *p)
{
    struct log *log = r->log;
    if (r->kept)
        r->log = r->kept;
    if (outcome_failed(there))
        log_outcome(r->log, "capture_state_left_out", there, "name=%s", session_name(SESSION_BUFFER));
    else
        capture_state(r);
    flushing(ctx);
    struct outcome result = recorder_flush_part(r, &r->buffer, p);
    if (!outcome_failed(result))
        note_flush(r, &p->flush);
    r->log = log;
    log_pour(r->kept, r->log);
    return result;
}

static void part_done(struct recorder_part *p)
{
    text_done(&p->part);
    text_done(&p->path);
}

/* Before it has its name: a program that is killed leaves no unmarked one. */
static void mark_outside(struct recorder *r, const char *path)
{
    struct outcome marked = retention_mark_outside(path);
    if (outcome_failed(marked)) /* then it counts as one by key */
        log_outcome(r->log, "mark_failed", marked, "path=\"%s\" outside=1", path);
}

/* The name that was looked up may be another's by now, and its mark too. */
static void mark_again(struct recorder *r, const char *marked, const char *path, bool stands)
{
    struct text mark = TEXT_EMPTY;
    if (stands && str_equal(marked, path))
        return;
    run_files_outside(marked, &mark);
    os_remove(text_str(&mark));
    if (stands)
        mark_outside(r, path);
    text_done(&mark);
}

static struct outcome settle_marked(struct recorder *r, struct recorder_part *p, bool hasty)
{
    struct text marked = TEXT_EMPTY;
    text_set(&marked, text_str(&p->path));
    mark_outside(r, text_str(&marked));
    struct outcome result = recorder_settle_part(r, p, hasty);
    if (result.why != WHY_given_up)
        mark_again(r, text_str(&marked), text_str(&p->path), !outcome_failed(result) || r->part_left);
    text_done(&marked);
    return result;
}

/* Takes p over. */
static struct outcome settle(struct recorder *r, struct recorder_part *p, struct text *path)
{
    bool hasty = r->unsettled_count < RECORDER_UNSETTLED;
    struct outcome result = p->outside ? settle_marked(r, p, hasty) : recorder_settle_part(r, p, hasty);
    text_set(path, text_str(&p->path));
    r->flush = p->flush;
    if (result.why == WHY_given_up) {
        r->unsettled[r->unsettled_count++] = *p;
        return result;
    }
    if (outcome_failed(result))
        give_back_loss(r, p->flush.lost);
    part_done(p);
    return result;
}

struct outcome recorder_snapshot(struct recorder *r, void (*flushing)(void *ctx), void *ctx, struct text *path)
{
    struct recorder_part p = {0};
    p.outside = r->outside;
    if (r->buffer.origin == SESSION_NONE)
        return outcome_of(WHY_session_gone, 0);
    struct outcome there = session_query(&r->buffer);
    if (there.why == WHY_session_gone)
        return there;
    struct outcome result = make_ready(r, &p);
    text_set(path, text_str(&p.path));
    bool ready = !outcome_failed(result);
    if (ready)
        result = write_ring(r, there, flushing, ctx, &p);
    if (ready && outcome_failed(result))
        recorder_set_aside(r, &p, result);
    if (outcome_failed(result))
        part_done(&p);
    else
        result = settle(r, &p, path);
    recorder_prepare(r);
    return result;
}

struct outcome recorder_settle(struct recorder *r, struct text *path)
{
    struct recorder_part p = r->unsettled[0];
    r->unsettled_count--;
    memmove(&r->unsettled[0], &r->unsettled[1], r->unsettled_count * sizeof r->unsettled[0]);
    return settle(r, &p, path);
}
