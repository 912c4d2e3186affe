/* The matrix's lower half: one recorder on one simulated machine for each case. */
#include "tests/faults/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs/run_files.h"
#include "runs/runs.h"
#include "tests/support/folder.h"
#include "tests/support/rig.h"

#define RING_MB 8

/* A file that a fault holds for ever is not waited for here. */
static bool no_pause(void *ctx, uint32_t ms)
{
    (void)ctx;
    (void)ms;
    return true;
}

static void rig_make(struct rig *r, const char *base)
{
    if (!rig_init(r, base, RING_MB)) {
        fprintf(stderr, "no recorder can be put together in %s\n", base);
        exit(2);
    }
    r->recorder.pause = no_pause;
}

/* Between the key and the FLUSH nothing waits for a disk, or for plug and play. */
static void note_flush(void *ctx)
{
    static const enum fault_call waits[] = {CALL_CREATE_FILE, CALL_WRITE_FILE,    CALL_MOVE_FILE,  CALL_DELETE_FILE,
                                            CALL_MAKE_FOLDER, CALL_ATTRIBUTES_EX, CALL_ATTRIBUTES, CALL_FIND_FIRST,
                                            CALL_FREE_SPACE,  CALL_MAPPING,       CALL_FULL_PATH,   CALL_LIBRARY,
                                            CALL_DEVICE_NODE};
    const char **waited = ctx;
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++)
        if (fault_count(waits[i]))
            *waited = fault_kinds[waits[i]].name;
}

static struct outcome snapshot(struct rig *b, struct text *path, const char **waited)
{
    text_clear(path);
    *waited = NULL;
    return recorder_snapshot(&b->recorder, note_flush, waited, path);
}

/* ---- the steps ---- */

struct play {
    struct rig old, b;
    struct text path;  /* of the snapshot of the step or before it */
    const char *waited; /* a call for a file that came before its FLUSH; NULL without one */
    struct outcome step;
    struct recorder_watched watched;
    struct snapinfo info;
    struct text verdict;
};

static void before_step(struct play *p, enum fault_step step, const char *base)
{
    struct session thief = {0};
    fault_machine_fresh();
    if (step == STEP_TAKE_OVER) {
        rig_make(&p->old, base);
        recorder_start(&p->old.recorder, &p->old.started);
        recorder_look_back(&p->old.recorder, &p->old.started);
        fault_machine_pass(PASS_S);
    }
    rig_make(&p->b, base);
    if (step <= STEP_CROWDED)
        return;
    recorder_start(&p->b.recorder, &p->b.started);
    recorder_look_back(&p->b.recorder, &p->b.started);
    fault_machine_pass(PASS_S);
    if (step == STEP_STOLEN) {
        if (!outcome_failed(session_find(&thief, SESSION_BUFFER, NULL)))
            session_stop(&thief);
        if (!outcome_failed(session_find(&thief, SESSION_FILE, NULL)))
            session_stop(&thief);
    }
    if (step == STEP_CHECK)
        snapshot(&p->b, &p->path, &p->waited);
}

static void do_step(struct play *p, enum fault_step step)
{
    switch (step) {
    case STEP_START:
    case STEP_TAKE_OVER:
    case STEP_CROWDED:
        recorder_start(&p->b.recorder, &p->b.started);
        recorder_look_back(&p->b.recorder, &p->b.started);
        p->step = outcome_failed(p->b.started.buffer) ? p->b.started.buffer : p->b.started.file;
        break;
    case STEP_WATCH:
    case STEP_STOLEN:
        p->watched = recorder_watch(&p->b.recorder);
        p->step = outcome_failed(p->watched.buffer) ? p->watched.buffer : p->watched.file;
        break;
    case STEP_SNAPSHOT:
        p->step = snapshot(&p->b, &p->path, &p->waited);
        break;
    case STEP_CHECK:
        p->step = recorder_check(&p->b.recorder, text_str(&p->path), &p->info, &p->verdict);
        break;
    case STEP_STOP:
        recorder_stop(&p->b.recorder);
        break;
    default:
        break;
    }
}

static uint32_t state_of(struct play *p, enum fault_step step)
{
    const struct recorder_started *s = &p->b.started;
    struct text json = TEXT_EMPTY;
    uint32_t ends = 0;
    if (step == STEP_STOP)
        return fault_machine_runs("Hitchbox-File") || fault_machine_runs("Hitchbox-Buffer") ? STILL_RUNS : 0;
    ends |= p->b.recorder.file.origin == SESSION_NONE ? NO_FILE : 0;
    ends |= p->b.recorder.buffer.origin == SESSION_NONE ? NO_RING : 0;
    if (p->b.recorder.buffer.origin != SESSION_NONE && recorder_ring_mb(&p->b.recorder.buffer) < RING_MB)
        ends |= SMALL_RING;
    ends |= p->b.recorder.missing ? NO_PROVIDER : 0;
    ends |= s->adopted ? ADOPTED : 0;
    if (step == STEP_TAKE_OVER && !s->recovered.len)
        ends |= NOT_RECOVERED;
    if (step == STEP_CROWDED) /* where the ring is missing as ever */
        ends = (ends & ~(uint32_t)NO_RING) | (s->sessions.len ? 0 : NO_NAMES);
    if (step == STEP_SNAPSHOT && outcome_failed(p->step))
        ends |= NOT_SAVED;
    if (step == STEP_CHECK) {
        run_files_info(text_str(&p->path), &json);
        ends |= outcome_failed(p->step) ? NOT_CHECKED : 0;
        ends |= path_stands(text_str(&json)) ? 0 : NO_INFO;
    }
    text_done(&json);
    return ends;
}

/* What the fault left, a later start without it puts in order. */
static void later_start(struct play *p, struct fault_result *r)
{
    struct rig next;
    fault_machine_pass(PASS_S); /* the press may have emptied the ring */
    rig_make(&next, text_str(&p->b.base));
    recorder_start(&next.recorder, &next.started);
    recorder_look_back(&next.recorder, &next.started);
    if (p->b.started.adopted && (!next.started.recovered.len || next.started.adopted))
        fault_wrong(r, "what was adopted is not taken over by the next start");
    recorder_stop(&next.recorder);
    rig_done(&next);
}

/* The fault is over. After the watch has looked once, all must be well. */
static void after_step(struct play *p, enum fault_step step, struct fault_result *r)
{
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY;
    struct snapinfo info = {0};
    struct rig next;
    recorder_watch(&p->b.recorder);
    if (step == STEP_STOP) {
        /* Whatever was left: the next start gets it in order. */
        rig_make(&next, text_str(&p->b.base));
        recorder_start(&next.recorder, &next.started);
        recorder_look_back(&next.recorder, &next.started);
        fault_machine_pass(PASS_S);
        struct outcome saved = snapshot(&next, &path, &p->waited);
        if (outcome_failed(saved))
            fault_wrong(r, "the next start's press: %s %u", outcome_name(saved.why), (unsigned)saved.os);
        recorder_stop(&next.recorder);
        rig_done(&next);
    } else {
        fault_machine_pass(PASS_S);
        struct outcome saved = snapshot(&p->b, &path, &p->waited);
        if (outcome_failed(saved))
            fault_wrong(r, "the next press: %s %u", outcome_name(saved.why), (unsigned)saved.os);
        else if (outcome_failed(recorder_check(&p->b.recorder, text_str(&path), &info, &verdict)) || !info.summary.payload_events)
            fault_wrong(r, "the next press's file does not pass its check");
        recorder_stop(&p->b.recorder);
    }
    if (step == STEP_TAKE_OVER)
        later_start(p, r); /* only what a process started is stopped at its exit */
    if (fault_machine_runs("Hitchbox-File") || fault_machine_runs("Hitchbox-Buffer"))
        fault_wrong(r, "a session goes on after the exit");
    text_done(&path);
    text_done(&verdict);
}

/* The ring of the killed process is on disk, or still in its session. */
static void old_ring_lives(struct play *p, struct fault_result *r)
{
    struct text path = TEXT_EMPTY;
    struct session found = {0};
    text_addf(&path, "%s%crecovered.etl", text_str(&p->old.folder), os_separator);
    bool saved = p->b.started.recovered.len > 0 || path_stands(text_str(&path));
    bool lives = !outcome_failed(session_find(&found, SESSION_BUFFER, NULL)) && found.handle == p->old.recorder.buffer.handle;
    if (!saved && !lives)
        fault_wrong(r, "the ring of the killed process is lost");
    text_done(&path);
}

/* The File session that starts again writes a file of its own. */
static void first_file_stands(struct play *p, struct fault_result *r)
{
    struct text path = TEXT_EMPTY;
    struct etl_summary summary = {0};
    text_addf(&path, "%s%ckeyevents.etl", text_str(&p->b.folder), os_separator);
    if (outcome_failed(etl_summarise(text_str(&path), &summary)) || summary.state != ETL_WHOLE)
        fault_wrong(r, "keyevents.etl of the session that was stopped was written over");
    text_done(&path);
}

void faults_recorder_case(const struct fault_case *c, struct fault_result *r)
{
    struct play p;
    struct text base = TEXT_EMPTY;
    memset(&p, 0, sizeof p);
    fault_place_make(&base);
    before_step(&p, c->step, text_str(&base));
    size_t from = fault_log_len(log_path(p.b.log));
    fault_count_reset();
    if (c->step == STEP_CROWDED)
        fault_arm(1, CALL_START, 2, true, 1450);
    if (c->call != CALL_count)
        fault_arm(0, c->call, c->nth, c->on, c->code);
    do_step(&p, c->step);
    fault_disarm();
    fault_harness_enter();
    r->role = fault_hit_role(0);
    r->outcome = p.step;
    r->ends = state_of(&p, c->step);
    if (c->step == STEP_SNAPSHOT && p.waited)
        fault_wrong(r, "%s is called between the key and the FLUSH", p.waited);
    fault_log_since(log_path(p.b.log), from, &r->log);
    fault_look_at_files(text_str(&p.b.folder), false, r);
    if (c->step == STEP_STOLEN)
        first_file_stands(&p, r);
    if (c->step == STEP_TAKE_OVER) {
        old_ring_lives(&p, r);
        fault_look_at_files(text_str(&p.old.folder), false, r);
    }
    after_step(&p, c->step, r);
    fault_look_at_files(text_str(&p.b.folder), true, r);
    if (c->step == STEP_TAKE_OVER) {
        fault_look_at_files(text_str(&p.old.folder), true, r);
        rig_done(&p.old);
    }
    rig_done(&p.b);
    text_done(&p.path);
    text_done(&p.verdict);
    fault_place_remove(&base);
    fault_harness_leave();
}
