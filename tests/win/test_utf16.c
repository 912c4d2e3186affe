#include "win/utf16.h"

#include <string.h>

#include "tests/support/suite.h"
#include "win/win.h"

#define HORSE_UTF8 "\xF0\x9F\x90\x8E" /* U+1F40E, two units */

static void assert_wide(const struct wide *w, const wchar_t *expected)
{
    assert_false(w->failed);
    if (wcscmp(wide_str(w), expected) != 0)
        fail_msg("got \"%ls\", expected \"%ls\"", wide_str(w), expected);
    assert_int_equal(w->count, wcslen(expected));
}

static void text_goes_to_utf16_and_back_unchanged(void **state)
{
    static const char *const samples[] = {"", "a", "plain text", "\xE5\xBF\xAB\xE7\x85\xA7",
                                          HORSE_UTF8 "x" HORSE_UTF8, "\xC3\xA4\xC3\x9F\xE2\x82\xAC"};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        struct wide w = WIDE_EMPTY;
        struct text t = TEXT_EMPTY;
        wide_add_utf8(&w, samples[i]);
        text_add_wide(&t, wide_str(&w));
        assert_string_equal(text_str(&t), samples[i]);
        assert_int_equal(t.len, strlen(samples[i]));
        wide_done(&w);
        text_done(&t);
    }
}

static void additions_join_and_a_reservation_takes_what_was_filled(void **state)
{
    struct wide w = WIDE_EMPTY;
    (void)state;
    assert_wide(&w, L"");
    wide_add(&w, L"one");
    wide_add_units(&w, L"twothree", 3);
    wide_add_utf8(&w, "\xC3\xA4");
    wchar_t *to = wide_reserve(&w, 100);
    assert_non_null(to);
    to[0] = L'!';
    wide_filled(&w, 1);
    assert_wide(&w, L"onetwo\x00E4!");
    wide_clear(&w);
    assert_wide(&w, L"");
    wide_done(&w);
    for (int i = 0; i < 3000; i++)
        wide_add(&w, L"0123456789");
    assert_int_equal(w.count, 30000);
    wide_done(&w);
}

static void bad_input_becomes_the_replacement_character(void **state)
{
    static const wchar_t lone[] = {L'a', 0xD83D, L'b', 0};
    struct wide w = WIDE_EMPTY;
    struct text t = TEXT_EMPTY;
    (void)state;
    wide_add_utf8(&w, "a\xFF" "b");
    assert_wide(&w, L"a\xFFFD" L"b");
    text_add_wide(&t, lone);
    assert_string_equal(text_str(&t), "a\xEF\xBF\xBD" "b");
    wide_done(&w);
    text_done(&t);
}

static void a_field_is_cut_at_a_whole_character(void **state)
{
    wchar_t field[5];
    (void)state;
    assert_true(utf16_copy_cut(field, 5, "abcd"));
    assert_int_equal(wcscmp(field, L"abcd"), 0);
    assert_false(utf16_copy_cut(field, 5, "abcde"));
    assert_int_equal(wcscmp(field, L"abcd"), 0);
    assert_false(utf16_copy_cut(field, 5, "abc" HORSE_UTF8));
    assert_int_equal(wcscmp(field, L"abc"), 0);
    assert_true(utf16_copy_cut(field, 5, "ab" HORSE_UTF8));
    assert_int_equal(wcslen(field), 4);
    assert_true(utf16_copy_cut(field, 5, ""));
    assert_int_equal(field[0], 0);
    assert_false(utf16_copy_cut(field, 1, "x"));
    assert_int_equal(field[0], 0);
}

static void assert_path(const char *path, const wchar_t *expected)
{
    struct wide w = WIDE_EMPTY;
    wide_add_path(&w, path);
    assert_wide(&w, expected);
    wide_done(&w);
}

static void paths_are_made_absolute_with_backslashes(void **state)
{
    struct wide w = WIDE_EMPTY;
    wchar_t folder[MAX_PATH];
    (void)state;
    assert_path("C:/a/b.etl", L"C:\\a\\b.etl");
    assert_path("C:\\a\\..\\b\\.\\c.etl", L"C:\\b\\c.etl");
    assert_path("\\\\server\\share\\a.etl", L"\\\\server\\share\\a.etl");
    assert_path("\\\\?\\C:\\a/b", L"\\\\?\\C:\\a/b");
    assert_path("C:\\\xE5\xBF\xAB\\x", L"C:\\\x5FEB\\x");
    assert_path("", L"");
    assert_true(GetCurrentDirectoryW(MAX_PATH, folder) > 0);
    wide_add_path(&w, "here.etl");
    assert_int_equal(wcsncmp(wide_str(&w), folder, wcslen(folder)), 0);
    assert_int_equal(wcscmp(wide_str(&w) + w.count - 9, L"\\here.etl"), 0);
    wide_done(&w);
}

/* A path of `count` units that begins with `start`. */
static void make_long(struct text *path, const char *start, size_t count)
{
    text_add(path, start);
    while (path->len < count)
        text_add_char(path, path->len % 40 == 39 && path->len + 1 < count ? '/' : 'x');
}

static void a_long_path_gets_the_extended_form_and_a_short_one_does_not(void **state)
{
    (void)state;
    for (int share = 0; share < 2; share++) {
        const char *start = share ? "//server/share/" : "C:/";
        for (size_t count = 246; count <= 400; count += count < 249 ? 1 : 50) {
            struct text path = TEXT_EMPTY, back = TEXT_EMPTY;
            struct wide w = WIDE_EMPTY;
            make_long(&path, start, count);
            wide_add_path(&w, text_str(&path));
            assert_false(w.failed);
            bool extended = wcsncmp(wide_str(&w), L"\\\\?\\", 4) == 0;
            assert_int_equal(extended, count >= 248);
            assert_int_equal(wcsncmp(wide_str(&w), L"\\\\?\\UNC\\server\\", 15) == 0, extended && share);
            assert_null(wcschr(wide_str(&w), L'/'));
            /* What people read is the path they gave. */
            text_add_wide_path(&back, wide_str(&w));
            for (char *c = path.bytes; *c; c++)
                *c = *c == '/' ? '\\' : *c;
            assert_string_equal(text_str(&back), text_str(&path));
            text_done(&path);
            text_done(&back);
            wide_done(&w);
        }
    }
}

void suite_utf16(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_goes_to_utf16_and_back_unchanged),
        cmocka_unit_test(additions_join_and_a_reservation_takes_what_was_filled),
        cmocka_unit_test(bad_input_becomes_the_replacement_character),
        cmocka_unit_test(a_field_is_cut_at_a_whole_character),
        cmocka_unit_test(paths_are_made_absolute_with_backslashes),
        cmocka_unit_test(a_long_path_gets_the_extended_form_and_a_short_one_does_not),
    };
    SUITE_RUN("utf16", tests);
}
