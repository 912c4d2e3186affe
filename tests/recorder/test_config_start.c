/* No broken configuration file keeps the recorder from recording: it starts and
 * a snapshot is saved with more than two hundred of them, taken evenly from
 * every kind. */
#include "tests/support/suite.h"

#include "tests/sim/sim_client.h"
#include "tests/support/bad_config.h"
#include "tests/support/folder.h"
#include "tests/support/sim_rig.h"
#include "recorder/recorder.h"

struct starts {
    struct text base;
    uint32_t every, turn, started;
};

/* As Hitchbox takes them: a line of the settings that is wrong has its default,
 * and providers that are wrong give way to the shipped ones. */
static void read_over(struct rig *r, enum config_kind kind, const struct text *bytes)
{
    struct problems problems;
    problems_init(&problems);
    if (kind == CONFIG_SETTINGS)
        settings_read(&r->settings, "hitchbox.ini", text_str(bytes), bytes->len, &problems);
    else
        providers_read(&r->providers, "providers.ini", text_str(bytes), bytes->len, 22631, &problems);
    problems_done(&problems);
    if (r->settings.ring_mb > SIM_RIG_MB)
        r->settings.ring_mb = SIM_RIG_MB; /* hundreds of rings are written */
    r->settings.capture_state_ms = 0;
}

static void records(void *ctx, enum config_kind kind, const struct text *bytes, uint32_t line, enum string_id what)
{
    struct starts *s = ctx;
    struct rig b;
    struct text path = TEXT_EMPTY;
    (void)line;
    (void)what;
    if (s->turn++ % s->every)
        return;
    sim_rig_machine();
    sim_rig_init_in(&b, text_str(&s->base));
    read_over(&b, kind, bytes);
    recorder_start(&b.recorder, &b.started);
    assert_false(outcome_failed(b.started.file));
    assert_false(outcome_failed(b.started.buffer));
    sim_advance_by(sim_client_machine(), 2);
    assert_int_equal(sim_rig_snapshot(&b, &path).why, WHY_ok);
    assert_true(path_stands(text_str(&path)));
    os_remove(text_str(&path));
    sim_rig_done(&b);
    text_done(&path);
    s->started++;
}

static void all_record(enum config_kind kind, uint32_t every)
{
    struct starts s = {TEXT_EMPTY, every, 0, 0};
    text_set(&s.base, suite_folder(kind == CONFIG_SETTINGS ? "settings" : "providers"));
    bad_config_each(kind, records, &s);
    print_message("%u recorders started with broken files\n", (unsigned)s.started);
    assert_true(s.started >= 100);
    text_done(&s.base);
}

static void with_every_third_broken_hitchbox_ini_the_recorder_runs(void **state)
{
    (void)state;
    all_record(CONFIG_SETTINGS, 3);
}

static void with_every_twelfth_broken_providers_ini_the_recorder_runs(void **state)
{
    (void)state;
    all_record(CONFIG_PROVIDERS, 12);
}

void suite_config_start(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_every_third_broken_hitchbox_ini_the_recorder_runs),
        cmocka_unit_test(with_every_twelfth_broken_providers_ini_the_recorder_runs),
    };
    SUITE_RUN("config_start", tests);
}
