#include "tests/support/suite.h"

#include <string.h>

#include "strings/strings.h"
#include "tests/support/text_conversions.h"

static const char *name_of(enum string_id id)
{
    static const char *const names[] = {
#define STRING(name, english) #name,
#include "strings/strings_list.h"
#undef STRING
    };
    return names[id];
}

static void every_language_has_every_text(void **state)
{
    (void)state;
    for (int language = 0; language < LANGUAGE_count; language++)
        for (int id = 0; id < STR_count; id++) {
            const char *own = string_own((enum language)language, (enum string_id)id);
            if (!own || (!*own && (id != STR_sentence_gap)))
                fail_msg("language %d lacks %s", language, name_of((enum string_id)id));
        }
}

static void translations_have_the_same_conversions(void **state)
{
    (void)state;
    struct text english = TEXT_EMPTY, other = TEXT_EMPTY;
    for (int id = 0; id < STR_count; id++) {
        text_conversions(string_own(LANGUAGE_ENGLISH, (enum string_id)id), &english);
        text_conversions(string_get(LANGUAGE_ZH_CN, (enum string_id)id), &other);
        if (strcmp(text_str(&english), text_str(&other)) != 0)
            fail_msg("%s: %s against %s", name_of((enum string_id)id), text_str(&english), text_str(&other));
    }
    text_done(&english);
    text_done(&other);
}

static void explanations_name_thing_remedy_and_number(void **state)
{
    (void)state;
    for (int language = 0; language < LANGUAGE_count; language++)
        for (int why = 0; why < WHY_count; why++) {
            struct text t = TEXT_EMPTY;
            string_explain((enum language)language, outcome_of((enum why)why, 1450), "Thing", &t);
            assert_non_null(strstr(text_str(&t), "1450"));
            assert_null(strstr(text_str(&t), "%"));
            assert_true(t.len > 20);
            assert_true(utf8_valid(text_str(&t), t.len));
            text_done(&t);
        }
}

/* Each number that Windows may answer, with the cause that it is known by. */
static void each_number_of_windows_has_its_cause_and_remedy(void **state)
{
    (void)state;
    static const struct {
        enum why why;
        uint32_t os;
        enum string_id cause, remedy;
    } cases[] = {
        {WHY_session_start, 3, STR_os_3, STR_os_3_remedy},
        {WHY_folder_create, 3, STR_os_3, STR_os_3_remedy},
        {WHY_session_start, 5, STR_os_5_session, STR_os_5_session_remedy},
        {WHY_file_open, 5, STR_os_5_file, STR_os_5_file_remedy},
        {WHY_session_start, 8, STR_os_8, STR_os_8_remedy},
        {WHY_session_query, 24, STR_os_24, STR_os_24_remedy},
        {WHY_file_open, 32, STR_os_32, STR_os_32_remedy},
        {WHY_provider_enable, 50, STR_os_50, STR_os_50_remedy},
        {WHY_session_start, 87, STR_os_87_session, STR_os_87_session_remedy},
        {WHY_provider_enable, 87, STR_os_87_provider, STR_os_87_provider_remedy},
        {WHY_session_flush, 112, STR_os_112, STR_os_112_remedy},
        {WHY_disk_full, 112, STR_os_112, STR_os_112_remedy},
        {WHY_session_start, 123, STR_os_123, STR_os_123_remedy},
        {WHY_session_flush, 161, STR_os_161, STR_os_161_remedy},
        {WHY_session_start, 183, STR_os_183, STR_os_183_remedy},
        {WHY_session_start, 206, STR_os_206, STR_os_206_remedy},
        {WHY_session_query, 234, STR_os_234, STR_os_234_remedy},
        {WHY_viewer_start, 1223, STR_os_1223, STR_os_1223_remedy},
        {WHY_hotkey_taken, 1409, STR_os_1409, STR_os_1409_remedy},
        {WHY_session_start, 1450, STR_os_1450_session, STR_os_1450_session_remedy},
        {WHY_provider_enable, 1450, STR_os_1450_provider, STR_os_1450_provider_remedy},
        {WHY_capture_state, 1460, STR_os_1460, STR_os_1460_remedy},
        {WHY_session_stop, 2402, STR_os_2402, STR_os_2402_remedy},
        {WHY_session_gone, 4201, STR_os_4201, STR_os_4201_remedy},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int language = 0; language < LANGUAGE_count; language++) {
            struct text t = TEXT_EMPTY, number = TEXT_EMPTY;
            string_explain((enum language)language, outcome_of(cases[i].why, cases[i].os), "Thing", &t);
            assert_non_null(strstr(text_str(&t), string_get((enum language)language, cases[i].cause)));
            assert_non_null(strstr(text_str(&t), string_get((enum language)language, cases[i].remedy)));
            text_addf(&number, string_get((enum language)language, STR_os_number), (unsigned)cases[i].os);
            assert_true(str_ends(text_str(&t), text_str(&number)));
            text_done(&t);
            text_done(&number);
        }
}

static void tags_choose_the_language(void **state)
{
    (void)state;
    static const char *const chinese[] = {"zh", "zh-CN", "ZH-cn", "zh-SG", "zh-Hans", "zh-Hans-CN"};
    static const char *const english[] = {"en", "en-US", "de-DE", "", "zh-TW", "zh-Hant", "zh-HK", "x"};
    for (size_t i = 0; i < sizeof chinese / sizeof chinese[0]; i++)
        assert_int_equal(language_from_tag(chinese[i]), LANGUAGE_ZH_CN);
    for (size_t i = 0; i < sizeof english / sizeof english[0]; i++)
        assert_int_equal(language_from_tag(english[i]), LANGUAGE_ENGLISH);
    assert_int_equal(language_from_tag(NULL), LANGUAGE_ENGLISH);
}

void suite_strings(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_language_has_every_text),
        cmocka_unit_test(translations_have_the_same_conversions),
        cmocka_unit_test(explanations_name_thing_remedy_and_number),
        cmocka_unit_test(each_number_of_windows_has_its_cause_and_remedy),
        cmocka_unit_test(tags_choose_the_language),
    };
    SUITE_RUN("strings", tests);
}
