#include "tests/support/sim_rig.h"

#include <string.h>

#include "recorder/recorder.h"
#include "tests/sim/sim_client.h"
#include "tests/support/suite.h"

void sim_rig_machine(void)
{
    struct sim_options options = sim_options_default();
    options.manual = true;
    sim_client_reset(&options);
}

void sim_rig_tell(const char *line)
{
    struct text answer = TEXT_EMPTY;
    sim_control_line(sim_client_machine(), line, &answer);
    if (!strstr(text_str(&answer), "ok"))
        fail_msg("%s: %s", line, text_str(&answer));
    text_done(&answer);
}

void sim_rig_init_in(struct rig *r, const char *base)
{
    assert_true(rig_init(r, base, SIM_RIG_MB));
}

void sim_rig_init(struct rig *r, const char *name)
{
    sim_rig_init_in(r, suite_folder(name));
}

void sim_rig_start(struct rig *r, const char *name)
{
    sim_rig_machine();
    sim_rig_init(r, name);
    recorder_start(&r->recorder, &r->started);
    recorder_look_back(&r->recorder, &r->started);
}

void sim_rig_done(struct rig *r)
{
    recorder_stop(&r->recorder);
    rig_done(r);
}

void sim_rig_forget(struct rig *r)
{
    memset(&r->recorder.file, 0, sizeof r->recorder.file);
    memset(&r->recorder.buffer, 0, sizeof r->recorder.buffer);
    sim_rig_done(r);
}

struct outcome sim_rig_snapshot(struct rig *r, struct text *path)
{
    struct outcome result = rig_snapshot(r, path);
    assert_true(r->flushes <= 1);
    return result;
}

bool sim_rig_log_holds(struct rig *r, const char *part)
{
    struct text bytes = TEXT_EMPTY;
    assert_false(outcome_failed(os_file_read(log_path(r->log), 1000000, &bytes)));
    bool found = strstr(text_str(&bytes), part) != NULL;
    text_done(&bytes);
    return found;
}
