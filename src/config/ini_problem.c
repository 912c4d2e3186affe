#include "config/private/ini_problem.h"

void ini_problem_add(struct problems *problems, const char *file, enum ini_fault fault,
                     uint32_t line, const char *str)
{
    static const struct {
        enum string_id what, remedy;
    } texts[] = {
        [INI_OK] = {STR_why_ok, STR_fix_ok},
        [INI_TOO_BIG] = {STR_bad_file_size, STR_mend_put_back},
        [INI_UTF16] = {STR_bad_utf16, STR_mend_utf8},
        [INI_NUL] = {STR_bad_nul, STR_mend_put_back},
        [INI_BAD_UTF8] = {STR_bad_utf8, STR_mend_utf8},
        [INI_LONG_LINE] = {STR_bad_long_line, STR_mend_long_line},
        [INI_BAD_SECTION] = {STR_bad_section, STR_mend_section},
        [INI_NO_EQUALS] = {STR_bad_no_equals, STR_mend_key_value},
        [INI_EMPTY_KEY] = {STR_bad_empty_key, STR_mend_key_value},
        [INI_TOO_MANY] = {STR_bad_entry_count, STR_mend_put_back},
    };
    problems_add(problems, file, line, texts[fault].what, str, texts[fault].remedy);
}

bool ini_bool(const char *str, bool *value)
{
    static const struct {
        const char *word;
        bool value;
    } words[] = {{"yes", true}, {"no", false}, {"true", true}, {"false", false}, {"1", true}, {"0", false}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_equal_nocase(str, words[i].word)) {
            *value = words[i].value;
            return true;
        }
    }
    return false;
}
