#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/config_check.h"
#include "tests/support/source_file.h"

static void the_shipped_file_is_what_the_program_writes(void **state)
{
    (void)state;
    struct text written = TEXT_EMPTY, shipped = TEXT_EMPTY;
    assert_true(source_read("config/hitchbox.ini", &shipped));
    settings_write_default(&written);
    assert_string_equal(text_str(&shipped), text_str(&written));
    text_done(&written);
    text_done(&shipped);
}

static void the_shipped_file_gives_the_defaults(void **state)
{
    (void)state;
    struct text shipped = TEXT_EMPTY;
    struct settings s;
    struct problems problems;
    assert_true(source_read("config/hitchbox.ini", &shipped));
    settings_init(&s);
    problems_init(&problems);
    text_set(&s.hotkey, "F1");
    s.ring_mb = 8;
    s.sound = false;
    assert_true(settings_read(&s, "test.ini", shipped.bytes, shipped.len, &problems));
    assert_int_equal(problems.count, 0);
    struct settings standard;
    settings_init(&standard);
#define SETTING_NUMBER(key, std, least, most, unit, en, zh) assert_int_equal(s.key, standard.key);
#define SETTING_BOOL(key, std, en, zh) assert_int_equal(s.key, standard.key);
#define SETTING_TEXT(key, std, en, zh) assert_string_equal(text_str(&s.key), text_str(&standard.key));
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
    settings_done(&standard);
    settings_done(&s);
    problems_done(&problems);
    text_done(&shipped);
}

static void each_setting_says_type_range_and_default_in_the_file(void **state)
{
    (void)state;
    struct text written = TEXT_EMPTY, line = TEXT_EMPTY;
    settings_write_default(&written);
#define HAS(...)                                                       \
    do {                                                               \
        text_clear(&line);                                             \
        text_addf(&line, __VA_ARGS__);                                 \
        assert_non_null(strstr(text_str(&written), text_str(&line)));  \
    } while (0)
#define SETTING_NUMBER(key, standard, least, most, unit, en, zh)                                 \
    HAS("\n; %s\n; %s\n; Number, %d to %d%s%s; default %d.\n", en, zh, least, most, *unit ? " " : "", unit, standard); \
    HAS("\n%s = %d\n", #key, standard);
#define SETTING_BOOL(key, standard, en, zh) HAS("\n; %s\n; %s\n; yes or no; default", en, zh);
#define SETTING_TEXT(key, standard, en, zh) HAS("\n; %s\n; %s\n; Text; ", en, zh);
#include "config/settings_list.h"
#undef SETTING_NUMBER
#undef SETTING_BOOL
#undef SETTING_TEXT
    text_done(&line);
    text_done(&written);
}

#define REFUSES(str, line, what, value) \
    config_refuses(CONFIG_SETTINGS, str, sizeof(str) - 1, line, STR_##what, value)

static void each_broken_line_is_named_with_a_remedy(void **state)
{
    (void)state;
    REFUSES("\nring_mb = 64\nring = 3\n", 3, bad_setting, "ring");
    REFUSES("Ring_mb = 64\n", 1, bad_setting, "Ring_mb");
    REFUSES("ring_mb = 64\n\nring_mb = 64\n", 3, bad_twice, "ring_mb");
    REFUSES("ring_mb = many\n", 1, bad_number, "many");
    REFUSES("ring_mb =\n", 1, bad_number, "");
    REFUSES("ring_mb = 64 MB\n", 1, bad_number, "64 MB");
    REFUSES("ring_mb = 7\n", 1, bad_range, "ring_mb = 7 (8 ... 2048)");
    REFUSES("ring_mb = 2049\n", 1, bad_range, "2049");
    REFUSES("ring_mb = -8\n", 1, bad_range, "-8");
    REFUSES("ring_mb = 4294967304\n", 1, bad_range, "4294967304");
    REFUSES("ring_mb = 99999999999999999999\n", 1, bad_number, "99999999999999999999");
    REFUSES("sound = maybe\n", 1, bad_bool, "maybe");
    REFUSES("sound =\n", 1, bad_bool, "");
    REFUSES("sounds = loud\n", 1, bad_sounds, "loud");
    REFUSES("sound_volume = 101\n", 1, bad_range, "sound_volume = 101 (0 ... 100)");
    REFUSES("hotkey =\n", 1, bad_empty, "hotkey");
    REFUSES("folder = logs ; my snapshots\n", 1, bad_comment, "logs ; my snapshots");
    REFUSES("hotkey = F9 # mine\n", 1, bad_comment, "F9 # mine");
    REFUSES("folder = ~/hitchbox\n", 1, bad_tilde, "~/hitchbox");
    REFUSES("viewer = ~\n", 1, bad_tilde, "~");
    REFUSES("language = klingon\n", 1, bad_language, "klingon");
    REFUSES("click = wpa\n", 1, bad_click, "wpa");
    REFUSES("\n\nclick =\n", 3, bad_empty, "click");
    REFUSES("viewer = \"C:\\wpa.exe\"\n", 1, bad_quotes, "C:\\wpa.exe");
    REFUSES("[hitchbox]\nring_mb = 64\n", 1, bad_settings_section, "hitchbox");
    REFUSES("ring_mb 64\n", 1, bad_no_equals, "ring_mb 64");
    REFUSES("= 64\n", 1, bad_empty_key, "64");
    REFUSES("[x\n", 1, bad_section, "[x");
}

static void a_wrong_line_keeps_the_value_that_stood(void **state)
{
    (void)state;
    static const char bytes[] = "ring_mb = 5000\r\nflush_s = 30\r\nsound = perhaps\r\nlanguage = de\r\nfolder = D:\\traces\r\n";
    struct settings s;
    struct problems problems;
    settings_init(&s);
    problems_init(&problems);
    s.ring_mb = 128;
    s.sound = false;
    text_set(&s.language, "zh-CN");
    assert_false(settings_read(&s, "test.ini", bytes, sizeof bytes - 1, &problems));
    assert_int_equal(problems.count, 3);
    assert_int_equal(problems.items[2].line, 4);
    assert_int_equal(s.ring_mb, 128);
    assert_false(s.sound);
    assert_string_equal(text_str(&s.language), "zh-CN");
    assert_int_equal(s.flush_s, 30);
    assert_string_equal(text_str(&s.folder), "D:\\traces");
    settings_done(&s);
    problems_done(&problems);
}

static void edges_of_ranges_and_words_for_yes_are_taken(void **state)
{
    (void)state;
    static const char bytes[] = "\xEF\xBB\xBFring_mb = 8\nfile_mb = 8192\nsound = FALSE\nlanguage = ZH-cn\nviewer =\npost_roll_s = 0";
    struct settings s;
    struct problems problems;
    settings_init(&s);
    problems_init(&problems);
    assert_true(settings_read(&s, "test.ini", bytes, sizeof bytes - 1, &problems));
    assert_int_equal(s.ring_mb, 8);
    assert_int_equal(s.file_mb, 8192);
    assert_int_equal(s.post_roll_s, 0);
    assert_false(s.sound);
    settings_done(&s);
    problems_done(&problems);
}

/* Windows would take them from a folder or drive that happens to be current. */
static void a_folder_is_a_full_path_or_one_beside_the_program(void **state)
{
    (void)state;
    static const char *const good[] = {"logs", "my logs\\of games", "..\\logs", "D:\\traces", "d:/traces", "\\\\server\\share"};
    static const char *const bad[] = {"D:traces", "D:", "\\traces", "/traces", "\\\\", "1:\\x"};
    for (size_t i = 0; i < sizeof good / sizeof good[0] + sizeof bad / sizeof bad[0]; i++) {
        bool is_good = i < sizeof good / sizeof good[0];
        const char *value = is_good ? good[i] : bad[i - sizeof good / sizeof good[0]];
        struct settings s;
        struct problems problems;
        struct text t = TEXT_EMPTY;
        settings_init(&s);
        problems_init(&problems);
        text_addf(&t, "sound = no\nfolder = %s\n", value);
        assert_int_equal(settings_read(&s, "hitchbox.ini", text_str(&t), t.len, &problems), is_good);
        assert_string_equal(text_str(&s.folder), is_good ? value : "logs");
        assert_int_equal(s.lines.folder, is_good ? 2 : 0);
        if (!is_good) {
            assert_int_equal(problems.items[0].line, 2);
            assert_int_equal(problems.items[0].what, STR_bad_folder);
            assert_string_equal(text_str(&problems.items[0].value), value);
        }
        text_done(&t);
        problems_done(&problems);
        settings_done(&s);
    }
}

static void sizes_of_buffers_are_whole_pages_and_that_is_said(void **state)
{
    (void)state;
    static const char bytes[] = "buffer_kb = 250\nfile_buffer_kb = 64\nring_mb = 33\n";
    struct settings s;
    struct problems problems;
    struct text t = TEXT_EMPTY;
    settings_init(&s);
    problems_init(&problems);
    assert_false(settings_read(&s, "hitchbox.ini", bytes, sizeof bytes - 1, &problems));
    assert_int_equal(s.buffer_kb, 252);
    assert_int_equal(s.file_buffer_kb, 64);
    assert_int_equal(s.ring_mb, 33);
    assert_int_equal(problems.count, 1);
    assert_int_equal(problems.items[0].line, 1);
    assert_true(problems.items[0].advice);
    problem_explain(&problems.items[0], LANGUAGE_ENGLISH, &t);
    assert_non_null(strstr(text_str(&t), "buffer_kb = 250 -> 252"));
    text_done(&t);
    settings_done(&s);
    problems_done(&problems);
}

static bool home_alone(void *ctx, const char *name, struct text *value)
{
    (void)ctx;
    if (!str_equal(name, "HOME"))
        return false;
    text_add(value, "C:\\my home");
    return true;
}

static void variables_are_replaced_and_unknown_ones_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"%", "%%", "%HOME", "a%NOTHING%b", "%HOME%%"};
    struct text t = TEXT_EMPTY;
    assert_true(settings_expand("%HOME%\\logs", home_alone, NULL, &t));
    assert_string_equal(text_str(&t), "C:\\my home\\logs");
    text_clear(&t);
    assert_true(settings_expand("D:\\plain", home_alone, NULL, &t));
    assert_string_equal(text_str(&t), "D:\\plain");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        text_clear(&t);
        assert_false(settings_expand(bad[i], home_alone, NULL, &t));
    }
    text_done(&t);
}

static void a_call_that_failed_on_a_line_is_said_with_cause_remedy_and_number(void **state)
{
    (void)state;
    struct problems problems;
    problems_init(&problems);
    problems_add_outcome(&problems, "hitchbox.ini", 12, outcome_of(WHY_folder_create, 5), "D:\\x");
    for (int language = 0; language < LANGUAGE_count; language++) {
        struct text t = TEXT_EMPTY;
        problem_explain(&problems.items[0], (enum language)language, &t);
        assert_true(str_starts(text_str(&t), "hitchbox.ini"));
        assert_non_null(strstr(text_str(&t), "12"));
        assert_non_null(strstr(text_str(&t), "D:\\x"));
        assert_non_null(strstr(text_str(&t), string_get((enum language)language, STR_os_5_file)));
        assert_non_null(strstr(text_str(&t), string_get((enum language)language, STR_os_5_file_remedy)));
        text_done(&t);
    }
    problems_done(&problems);
}

static void what_a_setting_has_can_be_written_and_read_again(void **state)
{
    struct settings s, back;
    struct problems problems;
    struct text ini = TEXT_EMPTY;
    const char *const *keys = settings_keys();
    size_t count = 0;
    (void)state;
    settings_init(&s);
    settings_init(&back);
    problems_init(&problems);
    s.ring_mb = 999;
    s.sound = false;
    text_set(&s.folder, "D:\\traces");
    for (; keys[count]; count++) {
        text_addf(&ini, "%s = ", keys[count]);
        assert_true(settings_value(&s, keys[count], &ini));
        text_add_char(&ini, '\n');
    }
    assert_true(count >= 19);
    assert_true(settings_read(&back, "test.ini", text_str(&ini), ini.len, &problems));
    assert_int_equal(back.ring_mb, 999);
    assert_false(back.sound);
    assert_string_equal(text_str(&back.folder), "D:\\traces");
    assert_false(settings_value(&s, "unheard", &ini));
    settings_done(&s);
    settings_done(&back);
    text_done(&ini);
}

static void a_copy_owns_its_texts(void **state)
{
    struct settings from, to;
    (void)state;
    settings_init(&from);
    settings_init(&to);
    text_set(&from.game, "game.exe");
    from.keep_days = 9;
    from.lines.game = 3;
    assert_true(settings_copy(&to, &from));
    text_set(&from.game, "other.exe");
    settings_done(&from);
    assert_string_equal(text_str(&to.game), "game.exe");
    assert_string_equal(text_str(&to.hotkey), "Ctrl+Alt+F9");
    assert_int_equal(to.keep_days, 9);
    assert_int_equal(to.lines.game, 3);
    settings_done(&to);
}

static void problems_of_a_file_that_was_read_anew_are_forgotten(void **state)
{
    struct problems p;
    (void)state;
    problems_init(&p);
    for (unsigned i = 0; i < 20; i++)
        problems_add(&p, i % 3 ? "hitchbox.ini" : "providers.ini", i, STR_bad_setting, "x", STR_mend_setting);
    problems_drop(&p, "hitchbox.ini");
    assert_int_equal(p.count, 7);
    for (size_t i = 0; i < p.count; i++) {
        assert_string_equal(text_str(&p.items[i].file), "providers.ini");
        assert_int_equal(p.items[i].line, 3 * i);
    }
    problems_done(&p);
}

void suite_settings(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_file_is_what_the_program_writes),
        cmocka_unit_test(the_shipped_file_gives_the_defaults),
        cmocka_unit_test(each_setting_says_type_range_and_default_in_the_file),
        cmocka_unit_test(each_broken_line_is_named_with_a_remedy),
        cmocka_unit_test(a_wrong_line_keeps_the_value_that_stood),
        cmocka_unit_test(edges_of_ranges_and_words_for_yes_are_taken),
        cmocka_unit_test(a_folder_is_a_full_path_or_one_beside_the_program),
        cmocka_unit_test(sizes_of_buffers_are_whole_pages_and_that_is_said),
        cmocka_unit_test(variables_are_replaced_and_unknown_ones_refused),
        cmocka_unit_test(a_call_that_failed_on_a_line_is_said_with_cause_remedy_and_number),
        cmocka_unit_test(what_a_setting_has_can_be_written_and_read_again),
        cmocka_unit_test(a_copy_owns_its_texts),
        cmocka_unit_test(problems_of_a_file_that_was_read_anew_are_forgotten),
    };
    SUITE_RUN("settings", tests);
}
