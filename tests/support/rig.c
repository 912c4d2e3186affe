#include "tests/support/rig.h"

#include <string.h>

#include "recorder/recorder.h"
#include "runs/runs.h"
#include "tests/support/folder.h"
#include "tests/support/source_file.h"

#define WINDOWS_BUILD 22631u

static bool read_providers(struct providers *providers)
{
    struct text bytes = TEXT_EMPTY;
    struct problems problems;
    problems_init(&problems);
    bool good = source_read("config/providers.ini", &bytes) &&
                providers_read(providers, "providers.ini", text_str(&bytes), bytes.len, WINDOWS_BUILD, &problems);
    problems_done(&problems);
    text_done(&bytes);
    return good;
}

static bool open_log(struct rig *r)
{
    struct text path = TEXT_EMPTY;
    folder_join(&path, text_str(&r->folder), "main.log");
    struct outcome opened = log_open(text_str(&path), &r->log);
    text_done(&path);
    return !outcome_failed(opened);
}

bool rig_init(struct rig *r, const char *base, int32_t ring_mb)
{
    memset(r, 0, sizeof *r);
    settings_init(&r->settings);
    r->settings.ring_mb = ring_mb;
    r->settings.post_roll_s = 0;
    r->settings.reserve_mb = 0;
    providers_init(&r->providers);
    text_set(&r->base, base);
    bool ready = read_providers(&r->providers) &&
                 !outcome_failed(runs_begin(base, os_utc_now(), NULL, NULL, &r->folder)) && open_log(r);
    struct outcome made = recorder_init(&r->recorder, &r->settings, &r->providers, r->log, base, text_str(&r->folder));
    return ready && !outcome_failed(made);
}

void rig_done(struct rig *r)
{
    recorder_done(&r->recorder);
    log_close(r->log);
    text_done(&r->base);
    text_done(&r->folder);
    recorder_started_done(&r->started);
    settings_done(&r->settings);
    providers_done(&r->providers);
}

static void note_flush(void *ctx)
{
    ++*(int *)ctx;
}

struct outcome rig_snapshot(struct rig *r, struct text *path)
{
    r->flushes = 0;
    text_clear(path);
    return recorder_snapshot(&r->recorder, note_flush, &r->flushes, path);
}
