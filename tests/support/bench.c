#include "tests/support/bench.h"

#include <string.h>

#include "runs/runs.h"
#include "tests/sim/sim_client.h"
#include "tests/support/suite.h"
#include "tests/support/source_file.h"
#include "recorder/recorder.h"

void bench_tell(const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), line, &answer);
    if (!strstr(text_str(&answer), "ok"))
        fail_msg("%s: %s", line, text_str(&answer));
    text_done(&answer);
}

static void read_providers(struct providers *providers)
{
    struct text bytes = source_read("config/providers.ini");
    struct problems problems;
    problems_init(&problems);
    assert_true(providers_read(providers, "providers.ini", text_str(&bytes), bytes.len, 22631, &problems));
    problems_done(&problems);
    text_done(&bytes);
}

void bench_init_in(struct bench *b, const char *folder)
{
    struct text path = TEXT_EMPTY;
    memset(b, 0, sizeof *b);
    settings_init(&b->settings);
    b->settings.ring_mb = 8;
    b->settings.post_roll_s = 0;
    providers_init(&b->providers);
    read_providers(&b->providers);
    b->settings.reserve_mb = 0;
    text_set(&b->base, folder);
    assert_false(outcome_failed(runs_begin(text_str(&b->base), os_utc_now(), NULL, NULL, &b->folder)));
    text_addf(&path, "%s%cmain.log", text_str(&b->folder), os_separator);
    assert_false(outcome_failed(log_open(text_str(&path), &b->log)));
    const char *base = text_str(&b->base);
    recorder_init(&b->recorder, &b->settings, &b->providers, b->log, base, text_str(&b->folder));
    text_done(&path);
}

void bench_init(struct bench *b, const char *name)
{
    bench_init_in(b, suite_folder(name));
}

void bench_machine(void)
{
    struct sim_options options = sim_options_default();
    options.manual = true;
    sim_client_reset(&options);
}

void bench_start(struct bench *b, const char *name)
{
    bench_machine();
    bench_init(b, name);
    recorder_start(&b->recorder, &b->started);
}

void bench_done(struct bench *b)
{
    recorder_stop(&b->recorder);
    recorder_done(&b->recorder);
    log_close(b->log);
    text_done(&b->base);
    text_done(&b->folder);
    recorder_started_done(&b->started);
    settings_done(&b->settings);
    providers_done(&b->providers);
}

void bench_forget(struct bench *b)
{
    memset(&b->recorder.file, 0, sizeof b->recorder.file);
    memset(&b->recorder.buffer, 0, sizeof b->recorder.buffer);
    bench_done(b);
}

static void note_flush(void *ctx)
{
    ++*(int *)ctx;
}

struct outcome bench_snapshot(struct bench *b, struct text *path)
{
    int flushes = 0;
    text_clear(path);
    struct outcome result = recorder_snapshot(&b->recorder, note_flush, &flushes, path);
    assert_true(flushes <= 1);
    return result;
}

bool bench_stands(const char *path)
{
    struct os_stat st;
    return !outcome_failed(os_stat(path, &st));
}

bool bench_log_holds(struct bench *b, const char *part)
{
    struct text bytes = TEXT_EMPTY;
    assert_false(outcome_failed(os_file_read(log_path(b->log), 1000000, &bytes)));
    bool found = strstr(text_str(&bytes), part) != NULL;
    text_done(&bytes);
    return found;
}
