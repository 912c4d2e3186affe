/* The matrix's lower half: one recorder on one simulated machine for each case. */
#include "tests/faults/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/runs.h"
#include "tests/sim/sim_client.h"
#include "win/recorder.h"

#define RING_MB 8

struct bench {
    struct settings settings;
    struct providers providers;
    struct text base, folder;
    struct log *log;
    struct recorder recorder;
    struct recorder_started started;
};

static unsigned bench_number;
static bool counting;
static uint32_t counted_calls[CALL_count]; /* by the step of the last case without a fault */

void fault_wrong(struct fault_result *r, const char *fmt, ...)
{
    va_list args;
    if (r->wrong.len)
        text_add(&r->wrong, "; ");
    va_start(args, fmt);
    text_vaddf(&r->wrong, fmt, args);
    va_end(args);
}

static void read_providers(struct providers *providers)
{
    struct text bytes = TEXT_EMPTY;
    struct problems problems;
    const char *path = getenv("HITCHBOX_PROVIDERS");
    problems_init(&problems);
    if (outcome_failed(os_file_read(path ? path : "config/providers.ini", 1000000, &bytes)) ||
        !providers_read(providers, "providers.ini", text_str(&bytes), bytes.len, 22631, &problems)) {
        fprintf(stderr, "config/providers.ini cannot be read\n");
        exit(2);
    }
    problems_done(&problems);
    text_done(&bytes);
}

/* A file that a fault holds for ever is not waited for here. */
static bool no_pause(void *ctx, uint32_t ms)
{
    (void)ctx;
    (void)ms;
    return true;
}

static void bench_init(struct bench *b, const char *base)
{
    struct text path = TEXT_EMPTY;
    memset(b, 0, sizeof *b);
    settings_init(&b->settings);
    b->settings.ring_mb = RING_MB;
    b->settings.post_roll_s = 0;
    b->settings.reserve_mb = 0;
    providers_init(&b->providers);
    read_providers(&b->providers);
    text_set(&b->base, base);
    runs_begin(base, os_utc_now(), NULL, NULL, &b->folder);
    text_addf(&path, "%s%cmain.log", text_str(&b->folder), os_separator);
    log_open(text_str(&path), &b->log);
    recorder_init(&b->recorder, &b->settings, &b->providers, b->log, base, text_str(&b->folder));
    b->recorder.pause = no_pause;
    text_done(&path);
}

static void bench_done(struct bench *b)
{
    recorder_done(&b->recorder);
    log_close(b->log);
    text_done(&b->base);
    text_done(&b->folder);
    recorder_started_done(&b->started);
    settings_done(&b->settings);
    providers_done(&b->providers);
}

static void fresh_machine(void)
{
    struct sim_options options = sim_options_default();
    options.manual = true;
    sim_client_reset(&options);
}

static void pass(double seconds)
{
    sim_advance_by(sim_client_machine(), seconds);
}

static bool runs(const char *session)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), "sessions", &answer);
    bool there = strstr(text_str(&answer), session) != NULL;
    text_done(&answer);
    return there;
}

static void note_flush(void *ctx)
{
    ++*(int *)ctx;
}

static struct outcome snapshot(struct bench *b, struct text *path)
{
    int flushes = 0;
    text_clear(path);
    return recorder_snapshot(&b->recorder, note_flush, &flushes, path);
}

/* ---- what must hold whatever failed ---- */

struct looker {
    const char *folder;
    bool tidy;
    struct fault_result *result;
};

static bool look_at(void *ctx, const char *name, const struct os_stat *st)
{
    struct looker *l = ctx;
    struct etl_summary summary = {0};
    struct text path = TEXT_EMPTY;
    bool claims = (str_starts(name, "snap") || str_starts(name, "recovered")) && str_ends(name, ".etl");
    (void)st;
    text_addf(&path, "%s%c%s", l->folder, os_separator, name);
    if (claims) {
        struct outcome seen = etl_summarise(text_str(&path), &summary);
        if (outcome_failed(seen) || !summary.payload_events || summary.state == ETL_NOT_ETL ||
            summary.state == ETL_DAMAGED || summary.state == ETL_TRUNCATED)
            fault_wrong(l->result, "%s claims to be a trace: state %d, %u events", name, summary.state,
                        (unsigned)summary.payload_events);
    }
    if (l->tidy && (str_ends(name, ".part") || str_ends(name, ".tmp")))
        fault_wrong(l->result, "%s was left behind", name);
    text_done(&path);
    return true;
}

void fault_look_at_files(const char *folder, bool tidy, struct fault_result *r)
{
    struct looker l = {folder, tidy, r};
    os_folder_list(folder, look_at, &l);
}

/* The bytes of the log from `from` on. */
static void log_since(struct bench *b, size_t from, struct text *out)
{
    struct text bytes = TEXT_EMPTY;
    if (!outcome_failed(os_file_read(log_path(b->log), 10000000, &bytes)) && bytes.len > from)
        text_add_bytes(out, bytes.bytes + from, bytes.len - from);
    text_done(&bytes);
}

static size_t log_len(struct bench *b)
{
    struct os_stat st = {0};
    os_stat(log_path(b->log), &st);
    return (size_t)st.len;
}

/* Both languages say something with the number in it. */
static void sentence_stands(struct fault_result *r, struct outcome o)
{
    char number[16];
    if (!outcome_failed(o) || !o.os)
        return;
    snprintf(number, sizeof number, "%u", (unsigned)o.os);
    for (int language = 0; language < LANGUAGE_count; language++) {
        struct text sentence = TEXT_EMPTY;
        string_explain_lines((enum language)language, o, "x", &sentence);
        if (!strstr(text_str(&sentence), number))
            fault_wrong(r, "no number in the sentence for %s %s", outcome_name(o.why), number);
        text_done(&sentence);
    }
}

/* ---- the steps ---- */

struct play {
    struct bench old, b;
    struct text path;  /* of the snapshot of the step or before it */
    struct outcome step;
    struct recorder_watched watched;
    struct snapinfo info;
    struct text verdict;
};

static void before_step(struct play *p, enum fault_step step, const char *base)
{
    struct session thief = {0};
    fresh_machine();
    if (step == STEP_TAKE_OVER) {
        bench_init(&p->old, base);
        recorder_start(&p->old.recorder, &p->old.started);
        pass(1);
    }
    bench_init(&p->b, base);
    if (step <= STEP_CROWDED)
        return;
    recorder_start(&p->b.recorder, &p->b.started);
    pass(1);
    if (step == STEP_STOLEN) {
        if (!outcome_failed(session_find(&thief, SESSION_BUFFER, NULL)))
            session_stop(&thief);
        if (!outcome_failed(session_find(&thief, SESSION_FILE, NULL)))
            session_stop(&thief);
    }
    if (step == STEP_CHECK)
        snapshot(&p->b, &p->path);
}

static void do_step(struct play *p, enum fault_step step)
{
    switch (step) {
    case STEP_START:
    case STEP_TAKE_OVER:
    case STEP_CROWDED:
        recorder_start(&p->b.recorder, &p->b.started);
        p->step = outcome_failed(p->b.started.buffer) ? p->b.started.buffer : p->b.started.file;
        break;
    case STEP_WATCH:
    case STEP_STOLEN:
        p->watched = recorder_watch(&p->b.recorder);
        p->step = outcome_failed(p->watched.buffer) ? p->watched.buffer : p->watched.file;
        break;
    case STEP_SNAPSHOT:
        p->step = snapshot(&p->b, &p->path);
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

static bool stands(const char *path)
{
    struct os_stat st;
    return !outcome_failed(os_stat(path, &st));
}

static uint32_t state_of(struct play *p, enum fault_step step)
{
    const struct recorder_started *s = &p->b.started;
    struct text json = TEXT_EMPTY;
    uint32_t ends = 0;
    if (step == STEP_STOP)
        return runs("Hitchbox-File") || runs("Hitchbox-Buffer") ? STILL_RUNS : 0;
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
        runs_info_path(text_str(&p->path), &json);
        ends |= outcome_failed(p->step) ? NOT_CHECKED : 0;
        ends |= stands(text_str(&json)) ? 0 : NO_INFO;
    }
    text_done(&json);
    return ends;
}

/* What the fault left, a later start without it puts in order. */
static void later_start(struct play *p, struct fault_result *r)
{
    struct bench next;
    bench_init(&next, text_str(&p->b.base));
    recorder_start(&next.recorder, &next.started);
    if (p->b.started.adopted && (!next.started.recovered.len || next.started.adopted))
        fault_wrong(r, "what was adopted is not taken over by the next start");
    recorder_stop(&next.recorder);
    bench_done(&next);
}

/* The fault is over. After the watch has looked once, all must be well. */
static void after_step(struct play *p, enum fault_step step, struct fault_result *r)
{
    struct text path = TEXT_EMPTY, verdict = TEXT_EMPTY;
    struct snapinfo info = {0};
    struct bench next;
    recorder_watch(&p->b.recorder);
    if (step == STEP_STOP) {
        /* Whatever was left: the next start gets it in order. */
        bench_init(&next, text_str(&p->b.base));
        recorder_start(&next.recorder, &next.started);
        pass(1);
        struct outcome saved = snapshot(&next, &path);
        if (outcome_failed(saved))
            fault_wrong(r, "the next start's press: %s %u", outcome_name(saved.why), (unsigned)saved.os);
        recorder_stop(&next.recorder);
        bench_done(&next);
    } else {
        pass(1);
        struct outcome saved = snapshot(&p->b, &path);
        if (outcome_failed(saved))
            fault_wrong(r, "the next press: %s %u", outcome_name(saved.why), (unsigned)saved.os);
        else if (outcome_failed(recorder_check(&p->b.recorder, text_str(&path), &info, &verdict)) || !info.summary.payload_events)
            fault_wrong(r, "the next press's file does not pass its check");
        recorder_stop(&p->b.recorder);
    }
    if (step == STEP_TAKE_OVER)
        later_start(p, r); /* only what a process started is stopped at its exit */
    if (runs("Hitchbox-File") || runs("Hitchbox-Buffer"))
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
    bool saved = p->b.started.recovered.len > 0 || stands(text_str(&path));
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

struct remover {
    const char *folder;
};

static bool remove_one(void *ctx, const char *name, const struct os_stat *st)
{
    const struct remover *r = ctx;
    struct text path = TEXT_EMPTY;
    text_addf(&path, "%s%c%s", r->folder, os_separator, name);
    struct remover deeper = {text_str(&path)};
    if (st->is_folder && !st->is_link)
        os_folder_list(text_str(&path), remove_one, &deeper);
    os_remove(text_str(&path));
    text_done(&path);
    return true;
}

static void new_base(struct text *base)
{
    const char *folder = getenv("HITCHBOX_TEST_FOLDER");
    text_addf(base, "%s\\f%lld-%u", folder ? folder : "build\\test-files", (long long)os_utc_now(), bench_number++);
    if (outcome_failed(os_folder_make(text_str(base)))) {
        fprintf(stderr, "cannot make the folder %s\n", text_str(base));
        exit(2);
    }
}

void fault_case_run(const struct fault_case *c, struct fault_result *r)
{
    struct play p;
    struct text base = TEXT_EMPTY;
    char os[24];
    memset(&p, 0, sizeof p);
    new_base(&base);
    before_step(&p, c->step, text_str(&base));
    size_t from = log_len(&p.b);
    fault_count_reset();
    if (c->step == STEP_CROWDED)
        fault_arm(1, CALL_START, 2, true, 1450);
    if (c->call != CALL_count)
        fault_arm(0, c->call, c->nth, c->on, c->code);
    do_step(&p, c->step);
    fault_disarm();
    for (int i = 0; counting && i < CALL_count; i++)
        counted_calls[i] = fault_count((enum fault_call)i);
    r->outcome = p.step;
    r->ends = state_of(&p, c->step);
    log_since(&p.b, from, &r->log);
    snprintf(os, sizeof os, " os=%u\r\n", (unsigned)c->code);
    r->said = strstr(text_str(&r->log), os) != NULL;
    sentence_stands(r, p.step);
    sentence_stands(r, p.b.started.provider);
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
        bench_done(&p.old);
    }
    bench_done(&p.b);
    text_done(&p.path);
    text_done(&p.verdict);
    struct remover remover = {text_str(&base)};
    os_folder_list(text_str(&base), remove_one, &remover);
    os_remove(text_str(&base));
    text_done(&base);
}

uint32_t fault_positions(enum fault_step step, enum fault_call call)
{
    static uint32_t known[STEP_count][CALL_count];
    static bool counted[STEP_count];
    if (!counted[step]) {
        struct fault_case none = {0};
        struct fault_result result = {0};
        none.step = step;
        none.call = CALL_count;
        counting = true;
        fault_case_run(&none, &result);
        counting = false;
        memcpy(known[step], counted_calls, sizeof counted_calls);
        text_done(&result.log);
        text_done(&result.wrong);
        counted[step] = true;
    }
    return known[step][call];
}
