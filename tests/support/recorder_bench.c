#include "tests/support/recorder_bench.h"

#include <string.h>

#include "runs/runs.h"
#include "tests/sim/sim_client.h"
#include "tests/support/suite.h"
#include "tests/support/source_file.h"
#include "win/win.h"

static void fresh_machine(void)
{
    struct sim_options options = sim_options_default();
    options.manual = true;
    sim_client_reset(&options);
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

static void read_over(struct recorder_bench *b, const struct text *settings, const struct text *providers)
{
    struct problems problems;
    problems_init(&problems);
    if (settings)
        settings_read(&b->settings, "hitchbox.ini", text_str(settings), settings->len, &problems);
    if (providers)
        providers_read(&b->providers, "providers.ini", text_str(providers), providers->len, 22631, &problems);
    problems_done(&problems);
}

void recorder_bench_start(struct recorder_bench *b, const char *base)
{
    recorder_bench_start_with(b, base, NULL, NULL);
}

void recorder_bench_start_with(struct recorder_bench *b, const char *base, const struct text *settings,
                               const struct text *providers)
{
    struct text path = TEXT_EMPTY;
    memset(b, 0, sizeof *b);
    fresh_machine();
    settings_init(&b->settings);
    b->settings.ring_mb = 8;
    b->settings.reserve_mb = 0;
    providers_init(&b->providers);
    read_providers(&b->providers);
    read_over(b, settings, providers);
    if (b->settings.ring_mb > 8)
        b->settings.ring_mb = 8; /* hundreds of rings are written */
    b->settings.capture_state_ms = 0;
    text_set(&b->base, base);
    assert_false(outcome_failed(runs_begin(base, os_utc_now(), NULL, NULL, &b->folder)));
    text_addf(&path, "%s%cmain.log", text_str(&b->folder), os_separator);
    assert_false(outcome_failed(log_open(text_str(&path), &b->log)));
    recorder_init(&b->recorder, &b->settings, &b->providers, b->log, text_str(&b->base), text_str(&b->folder));
    recorder_start(&b->recorder, &b->started);
    assert_false(outcome_failed(b->started.file));
    assert_false(outcome_failed(b->started.buffer));
    text_done(&path);
}

void recorder_bench_done(struct recorder_bench *b)
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

static void flushing(void *ctx)
{
    (void)ctx;
}

struct outcome recorder_bench_save(struct recorder_bench *b, struct text *path)
{
    sim_advance_by(sim_client_machine(), 2);
    text_clear(path);
    return recorder_snapshot(&b->recorder, flushing, NULL, path);
}

void recorder_bench_tell(const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), line, &answer);
    if (!strstr(text_str(&answer), "ok"))
        fail_msg("%s: %s", line, text_str(&answer));
    text_done(&answer);
}
