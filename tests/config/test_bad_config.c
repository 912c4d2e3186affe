/* Every broken file is refused by file, line and remedy. */
#include "tests/support/suite.h"

#include "tests/support/bad_config.h"

static void is_refused(void *ctx, enum config_kind kind, const struct text *bytes, uint32_t line, enum string_id what)
{
    (void)ctx;
    config_refuses(kind, bytes->bytes, bytes->len, line, what, NULL);
}

static void all_are_refused(enum config_kind kind)
{
    uint32_t cases = bad_config_each(kind, is_refused, NULL);
    print_message("%u broken files refused\n", (unsigned)cases);
    assert_true(cases >= 200);
}

static void every_spoilt_setting_is_named(void **state)
{
    (void)state;
    all_are_refused(CONFIG_SETTINGS);
}

static void every_spoilt_provider_line_is_named(void **state)
{
    (void)state;
    all_are_refused(CONFIG_PROVIDERS);
}

void suite_bad_config(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spoilt_setting_is_named),
        cmocka_unit_test(every_spoilt_provider_line_is_named),
    };
    SUITE_RUN("bad_config", tests);
}
