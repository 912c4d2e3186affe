/* Every number of Windows in every place where it can arise: a sentence, what
 * to do, and the number, in each language. */
#include "tests/support/suite.h"

#include <string.h>

#include "strings/private/error_meaning.h"

#define WHYS_MOST 12

/* Where the number says more than the place's own sentence. */
static const struct {
    uint32_t os;
    enum why whys[WHYS_MOST]; /* ends with WHY_ok */
    enum string_id cause;
} ways[] = {
    {3, {WHY_session_start, WHY_session_flush, WHY_folder_create, WHY_not_found, WHY_file_open, WHY_file_rename, WHY_viewer_start}, STR_os_3},
    {5, {WHY_session_start, WHY_session_query, WHY_session_flush, WHY_session_stop, WHY_provider_enable, WHY_capture_state}, STR_os_5_session},
    {5, {WHY_file_open, WHY_file_read, WHY_file_write, WHY_file_map, WHY_file_rename, WHY_file_remove, WHY_folder_create, WHY_folder_read}, STR_os_5_file},
    {8, {WHY_session_start, WHY_provider_enable, WHY_file_map, WHY_folder_create, WHY_viewer_start, WHY_folder_rights}, STR_os_8},
    {14, {WHY_session_start, WHY_file_map, WHY_folder_rights}, STR_os_8},
    {24, {WHY_session_start, WHY_session_query, WHY_session_flush, WHY_session_stop}, STR_os_24},
    {32, {WHY_file_open, WHY_file_write, WHY_file_rename, WHY_file_remove, WHY_session_start, WHY_session_flush}, STR_os_32},
    {33, {WHY_file_open, WHY_file_write, WHY_file_rename, WHY_file_remove, WHY_session_flush}, STR_os_33},
    {50, {WHY_session_start, WHY_session_flush, WHY_provider_enable, WHY_capture_state}, STR_os_50},
    {87, {WHY_session_start, WHY_session_query, WHY_session_flush, WHY_session_stop}, STR_os_87_session},
    {87, {WHY_provider_enable, WHY_capture_state}, STR_os_87_provider},
    {112, {WHY_session_start, WHY_session_flush, WHY_file_write, WHY_disk_full, WHY_folder_create, WHY_file_open}, STR_os_112},
    {448, {WHY_folder_create, WHY_file_open}, STR_os_448},
    {123, {WHY_session_start, WHY_session_flush, WHY_folder_create, WHY_file_open}, STR_os_123},
    {161, {WHY_session_start, WHY_session_query, WHY_session_flush}, STR_os_161},
    {183, {WHY_session_start, WHY_session_flush, WHY_exists}, STR_os_183},
    {234, {WHY_session_query, WHY_session_flush, WHY_session_stop}, STR_os_234},
    {1058, {WHY_viewer_start}, STR_os_1058},
    {1223, {WHY_viewer_start}, STR_os_1223},
    {1409, {WHY_hotkey_taken, WHY_hotkey_register}, STR_os_1409},
    {1450, {WHY_session_start, WHY_session_query, WHY_session_flush, WHY_session_stop}, STR_os_1450_session},
    {1450, {WHY_provider_enable, WHY_capture_state}, STR_os_1450_provider},
    {1450, {WHY_file_open, WHY_file_write, WHY_file_map, WHY_file_rename, WHY_viewer_start, WHY_hotkey_register}, STR_os_8},
    {1460, {WHY_session_flush, WHY_provider_enable, WHY_capture_state}, STR_os_1460},
    {2402, {WHY_session_stop}, STR_os_2402},
    {4201, {WHY_session_gone, WHY_session_query, WHY_session_flush, WHY_session_stop, WHY_provider_enable, WHY_capture_state}, STR_os_4201},
};

static void names_cause_and_number(enum why why, uint32_t os, enum string_id cause)
{
    for (int language = 0; language < LANGUAGE_count; language++) {
        struct text t = TEXT_EMPTY, number = TEXT_EMPTY;
        string_explain((enum language)language, outcome_of(why, os), "Thing", &t);
        text_addf(&number, string_get((enum language)language, STR_os_number), (unsigned)os);
        if (!strstr(text_str(&t), string_get((enum language)language, cause)) || !str_ends(text_str(&t), text_str(&number)))
            fail_msg("%s %u: %s", outcome_name(why), (unsigned)os, text_str(&t));
        text_done(&t);
        text_done(&number);
    }
}

static void each_number_is_explained_in_each_place_where_it_arises(void **state)
{
    uint32_t pairs = 0;
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        for (size_t w = 0; w < WHYS_MOST && ways[i].whys[w] != WHY_ok; w++, pairs++)
            names_cause_and_number(ways[i].whys[w], ways[i].os, ways[i].cause);
    assert_true(pairs > 80);
}

/* Also where nobody has seen it yet: every cause with every number. */
static void any_number_in_any_place_comes_with_sentence_remedy_and_number(void **state)
{
    static const uint32_t codes[] = {3, 5, 24, 32, 33, 50, 87, 112, 123, 161, 183, 234, 448, 1058, 1223, 1409, 1450, 1460, 2402, 4201,
                                     1, 2, 1722, 4242, 0xC0000022u, UINT32_MAX};
    static const struct {
        enum string_id why, fix;
    } own[] = {
#define WHY(name) {STR_why_##name, STR_fix_##name},
        WHY_LIST(WHY)
#undef WHY
    };
    (void)state;
    for (int why = WHY_ok + 1; why < WHY_count; why++)
        for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
            struct outcome o = outcome_of((enum why)why, codes[i]);
            struct error_meaning cause;
            bool found = error_meaning_find(o, &cause);
            names_cause_and_number(o.why, o.os, found ? cause.remedy : own[why].fix);
            if (found)
                names_cause_and_number(o.why, o.os, cause.cause);
        }
}

void suite_error_meaning(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_number_is_explained_in_each_place_where_it_arises),
        cmocka_unit_test(any_number_in_any_place_comes_with_sentence_remedy_and_number),
    };
    SUITE_RUN("error_meaning", tests);
}
