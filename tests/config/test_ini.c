#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "config/ini.h"
#include "base/text.h"

struct seen {
    struct text entries; /* "line[section]key=value;" */
    enum ini_fault fault;
    uint32_t fault_line;
    size_t faults;
};

static bool see_entry(void *ctx, const struct ini_entry *e)
{
    struct seen *s = ctx;
    text_addf(&s->entries, "%u[%s]%s=%s;", (unsigned)e->line, e->section, e->key ? e->key : "", e->value ? e->value : "");
    return true;
}

static bool see_fault(void *ctx, enum ini_fault fault, uint32_t line, const char *str)
{
    struct seen *s = ctx;
    (void)str;
    s->fault = fault;
    s->fault_line = line;
    s->faults++;
    return true;
}

static void check(const char *bytes, size_t len, const char *entries, enum ini_fault fault, uint32_t line)
{
    struct seen s = {TEXT_EMPTY, INI_OK, 0, 0};
    bool whole = ini_read(bytes, len, see_entry, see_fault, &s);
    assert_int_equal(s.fault, fault);
    assert_int_equal(s.fault_line, line);
    assert_int_equal(whole, fault == INI_OK);
    if (entries)
        assert_string_equal(text_str(&s.entries), entries);
    text_done(&s.entries);
}

#define CHECK(str, entries, fault, line) check(str, sizeof(str) - 1, entries, fault, line)

static void reads_sections_keys_and_comments(void **state)
{
    (void)state;
    CHECK("a = 1\r\n; note\n# note\n\n [ s x ] \n b c =\t d = e ; f \n", "1[]a=1;5[s x]=;6[s x]b c=d = e ; f;", INI_OK, 0);
    CHECK("", "", INI_OK, 0);
    CHECK("\n\n", "", INI_OK, 0);
    CHECK("k=", "1[]k=;", INI_OK, 0);
}

static void skips_a_byte_order_mark(void **state)
{
    (void)state;
    CHECK("\xEF\xBB\xBF" "k=\xE4\xBD\xA0", "1[]k=\xE4\xBD\xA0;", INI_OK, 0);
}

static void names_the_line_of_each_fault_and_goes_on(void **state)
{
    (void)state;
    CHECK("a=1\nnonsense\nb=2", "1[]a=1;3[]b=2;", INI_NO_EQUALS, 2);
    CHECK("[open\nb=2", "2[]b=2;", INI_BAD_SECTION, 1);
    CHECK("[ ]\nb=2", "2[]b=2;", INI_BAD_SECTION, 1);
    CHECK("[", "", INI_BAD_SECTION, 1);
    CHECK("\n = 5\nb=2", "3[]b=2;", INI_EMPTY_KEY, 2);
    CHECK("a=\xFF\nb=2", "2[]b=2;", INI_BAD_UTF8, 1);
}

static void refuses_what_is_no_text_file(void **state)
{
    (void)state;
    CHECK("\xFF\xFE" "a\0", "", INI_UTF16, 1);
    CHECK("\xFE\xFF\0a", "", INI_UTF16, 1);
    CHECK("a=1\nb=\0", "", INI_NUL, 2);
}

static void bounds_file_line_and_count(void **state)
{
    (void)state;
    size_t len = INI_MAX_BYTES + 1;
    char *bytes = malloc(len);
    assert_non_null(bytes);
    memset(bytes, ' ', len);
    check(bytes, len, "", INI_TOO_BIG, 0);
    check(bytes, INI_MAX_BYTES, "", INI_LONG_LINE, 1);
    memset(bytes, 'k', INI_MAX_LINE + 1);
    bytes[1] = '=';
    check(bytes, INI_MAX_LINE, NULL, INI_OK, 0);
    check(bytes, INI_MAX_LINE + 1, "", INI_LONG_LINE, 1);
    for (size_t i = 0; i + 4 <= (INI_MAX_ENTRIES + 1) * 4; i += 4)
        memcpy(bytes + i, "k=1\n", 4);
    check(bytes, INI_MAX_ENTRIES * 4, NULL, INI_OK, 0);
    check(bytes, (INI_MAX_ENTRIES + 1) * 4, NULL, INI_TOO_MANY, INI_MAX_ENTRIES + 1);
    free(bytes);
}

void suite_ini(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_sections_keys_and_comments),
        cmocka_unit_test(skips_a_byte_order_mark),
        cmocka_unit_test(names_the_line_of_each_fault_and_goes_on),
        cmocka_unit_test(refuses_what_is_no_text_file),
        cmocka_unit_test(bounds_file_line_and_count),
    };
    SUITE_RUN("ini", tests);
}
