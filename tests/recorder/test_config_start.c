/* No broken configuration file keeps the recorder from recording: it starts and
 * a snapshot is saved with more than two hundred of them, taken evenly from
 * every kind. */
#include "tests/support/suite.h"

#include "tests/support/bad_config.h"
#include "tests/support/recorder_bench.h"
#include "recorder/recorder.h"

struct starts {
    struct text base;
    uint32_t every, turn, started;
};

static void records(void *ctx, enum config_kind kind, const struct text *bytes, uint32_t line, enum string_id what)
{
    struct starts *s = ctx;
    struct recorder_bench b;
    struct text path = TEXT_EMPTY;
    struct os_stat st;
    (void)line;
    (void)what;
    if (s->turn++ % s->every)
        return;
    recorder_bench_start_with(&b, text_str(&s->base), kind == CONFIG_SETTINGS ? bytes : NULL,
                              kind == CONFIG_PROVIDERS ? bytes : NULL);
    assert_int_equal(recorder_bench_save(&b, &path).why, WHY_ok);
    assert_false(outcome_failed(os_stat(text_str(&path), &st)));
    os_remove(text_str(&path));
    recorder_bench_done(&b);
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
