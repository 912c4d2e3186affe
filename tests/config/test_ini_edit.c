#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "config/ini.h"
#include "config/ini_edit.h"
#include "config/settings.h"

static const char *const order[] = {"a", "b", "c", "d", NULL};

static struct outcome edit_one(const char *from, const char *key, const char *value, struct text *out)
{
    struct ini_change change = {key, value};
    return ini_edit(from, strlen(from), &change, 1, order, out);
}

static void check(const char *from, const char *key, const char *value, const char *to)
{
    struct text out = TEXT_EMPTY;
    assert_int_equal(edit_one(from, key, value, &out).why, WHY_ok);
    assert_string_equal(text_str(&out), to);
    text_done(&out);
}

static void refuses(const char *from, const char *key, const char *value, enum why why)
{
    struct text out = TEXT_EMPTY;
    assert_int_equal(edit_one(from, key, value, &out).why, why);
    assert_int_equal(out.len, 0);
    text_done(&out);
}

static void all_but_the_value_stays(void **state)
{
    (void)state;
    check("a = 1\n", "a", "2", "a = 2\n");
    check("a=1", "a", "2", "a=2");
    check("  a\t=\t1  \n", "a", "22", "  a\t=\t22  \n");
    check("; a = 0\n# a = 0\n\n nonsense\na = 1\n; end", "a", "2", "; a = 0\n# a = 0\n\n nonsense\na = 2\n; end");
    check("x = y = z\r\na = 1\r\nb = 3\n", "a", "2", "x = y = z\r\na = 2\r\nb = 3\n");
    check("\xEF\xBB\xBF" "a = 1\r\n", "a", "2", "\xEF\xBB\xBF" "a = 2\r\n");
    check("a = \xE4\xBD\xA0\n", "a", "D:\\\xE5\xBD\x95 = ; #", "a = D:\\\xE5\xBD\x95 = ; #\n");
}

static void a_value_that_stands_there_changes_nothing(void **state)
{
    (void)state;
    check("  a =   1 \r\n\n\n", "a", "1", "  a =   1 \r\n\n\n");
    check("a =\n", "a", "", "a =\n");
}

static void an_empty_value_can_be_filled_and_a_full_one_emptied(void **state)
{
    (void)state;
    check("a =\nb = 1\n", "a", "x", "a = x\nb = 1\n");
    check("a =\r\n", "a", "x", "a = x\r\n");
    check("a =", "a", "x", "a = x");
    check("a=\n", "a", "x", "a=x\n");
    check("a = \n", "a", "x", "a = x\n");
    check("a = x y\n", "a", "", "a = \n");
    check("b = 1\n", "a", "", "b = 1\na =\n");
}

static void of_a_key_that_stands_twice_the_first_counts(void **state)
{
    (void)state;
    check("a = 1\na = 2\n", "a", "3", "a = 3\na = 2\n");
    check("a = 1\na = 2\n", "a", "2", "a = 2\na = 2\n");
    check("A = 1\na = 2\n", "a", "3", "A = 1\na = 3\n");
}

static void a_missing_key_goes_behind_those_before_it(void **state)
{
    (void)state;
    check("a = 1\n\n; of d\nd = 4\n", "b", "2", "a = 1\nb = 2\n\n; of d\nd = 4\n");
    check("a = 1\r\nb = 2\r\nd = 4\r\n", "c", "3", "a = 1\r\nb = 2\r\nc = 3\r\nd = 4\r\n");
    check("d = 4\n", "a", "1", "d = 4\na = 1\n");
    check("d = 4\r\n", "unheard", "1", "d = 4\r\nunheard = 1\r\n");
    check("a = 1", "d", "4", "a = 1\nd = 4");
    check("x = 0\r\na = 1", "d", "4", "x = 0\r\na = 1\r\nd = 4");
    check("", "a", "1", "a = 1\n");
    check("\n", "a", "1", "\na = 1\n");
    check("\xEF\xBB\xBF", "a", "1", "\xEF\xBB\xBF" "a = 1\n");
    check("; a = 1", "a", "1", "; a = 1\na = 1");
}

static void lines_that_cannot_be_read_are_nobodys(void **state)
{
    char line[INI_MAX_LINE + 100];
    struct text from = TEXT_EMPTY, to = TEXT_EMPTY;
    (void)state;
    memset(line, 'x', sizeof line);
    memcpy(line, "a = ", 4);
    line[sizeof line - 1] = 0;
    text_addf(&from, "%s\na = \xFF\na = 1\n", line);
    text_addf(&to, "%s\na = \xFF\na = 2\n", line);
    check(text_str(&from), "a", "2", text_str(&to));
    text_done(&from);
    text_done(&to);
}

static void what_a_line_cannot_hold_is_refused(void **state)
{
    (void)state;
    static const char *const keys[] = {"", " a", "a ", "[a", ";a", "#a", "a=b", "a\nb", "a\r", "\xFF"};
    static const char *const values[] = {" 1", "1 ", "\t", "1\n2", "1\r", "\xC0"};
    char value[INI_MAX_LINE + 1];
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        refuses("a = 1\n", keys[i], "1", WHY_bad_argument);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        refuses("a = 1\n", "a", values[i], WHY_bad_argument);
    memset(value, 'x', sizeof value);
    value[sizeof value - 1] = 0;
    refuses("a = 1\n", "a", value, WHY_bad_argument);
    refuses("a = 1\n", "a", text_lost, WHY_out_of_memory);
    refuses(text_lost, "a", "1", WHY_out_of_memory);
}

static void a_file_that_is_no_text_is_left_alone(void **state)
{
    struct ini_change change = {"a", "1"};
    struct text out = TEXT_EMPTY, full = TEXT_EMPTY;
    (void)state;
    assert_int_equal(ini_edit("a = \0 1", 7, &change, 1, order, &out).why, WHY_config_invalid);
    assert_int_equal(ini_edit("\xFF\xFE" "a", 3, &change, 1, order, &out).why, WHY_config_invalid);
    while (full.len < INI_MAX_BYTES)
        text_add(&full, "; as full as a file can be\n");
    text_cut(&full, INI_MAX_BYTES);
    assert_int_equal(ini_edit(text_str(&full), full.len, &change, 1, order, &out).why, WHY_config_invalid);
    text_clear(&full);
    for (unsigned i = 0; i < INI_MAX_ENTRIES; i++)
        text_add(&full, "x = 1\n");
    assert_int_equal(ini_edit(text_str(&full), full.len, &change, 1, order, &out).why, WHY_config_invalid);
    assert_int_equal(out.len, 0);
    text_done(&full);
}

static void several_changes_are_one_text(void **state)
{
    static const struct ini_change changes[] = {{"b", "2"}, {"a", "9"}, {"c", "3"}, {"b", "8"}};
    struct text out = TEXT_EMPTY;
    (void)state;
    assert_int_equal(ini_edit("; x\na = 1\n", 10, changes, 4, order, &out).why, WHY_ok);
    assert_string_equal(text_str(&out), "; x\na = 9\nb = 8\nc = 3\n");
    text_done(&out);
}

/* --- many files --- */

struct entries {
    struct text all; /* "key=value;" of each line but the one that counts of `key` */
    const char *key;
    struct text value;
    bool met;
};

static bool take(void *ctx, const struct ini_entry *e)
{
    struct entries *s = ctx;
    if (e->key && !s->met && str_equal(e->key, s->key)) {
        s->met = true;
        text_set(&s->value, e->value);
        return true;
    }
    text_addf(&s->all, "[%s]%s=%s;", e->section, e->key ? e->key : "", e->value ? e->value : "");
    return true;
}

static bool pass(void *ctx, enum ini_fault fault, uint32_t line, const char *str)
{
    struct entries *s = ctx;
    (void)line;
    text_addf(&s->all, "!%d%s;", fault, str);
    return true;
}

static void read_all(struct entries *s, const struct text *t)
{
    ini_read(text_str(t), t->len, take, pass, s);
}

static uint32_t dice;

static uint32_t roll(uint32_t sides)
{
    dice = dice * 1664525u + 1013904223u;
    return (dice >> 8) % sides;
}

static void add_junk(struct text *t)
{
    static const char *const pieces[] = {"a", "b", "c", "d", "=", " = ", "=", "\n", "\n", "\r\n", " ", "\t", "; ", "#", "[x]", "[",
                                         "\xE4\xBD\xA0", "\xFF", "1", "value", "\xEF\xBB\xBF", "\r"};
    for (uint32_t i = roll(60); i > 0; i--)
        text_add(t, pieces[roll(sizeof pieces / sizeof pieces[0])]);
}

/* What stands in both at the beginning and at the end is all but one place. */
static void only_one_place_differs(const struct text *from, const struct text *to, const char *key, const char *value)
{
    size_t head = 0, tail = 0, most = from->len < to->len ? from->len : to->len;
    while (head < most && from->bytes[head] == to->bytes[head])
        head++;
    while (tail < most - head && from->bytes[from->len - 1 - tail] == to->bytes[to->len - 1 - tail])
        tail++;
    assert_true(to->len - head - tail <= strlen(key) + strlen(value) + 5);
}

static void of_any_file_nothing_but_that_value_changes(void **state)
{
    static const char *const values[] = {"1", "", "value", "a = b", "\xE4\xBD\xA0", "long and with blanks"};
    (void)state;
    for (uint32_t round = 0; round < 20000; round++) {
        struct text from = TEXT_EMPTY, to = TEXT_EMPTY;
        dice = round * 2654435761u + 7;
        add_junk(&from);
        struct ini_change change = {order[roll(4)], values[roll(6)]};
        struct outcome result = ini_edit(text_str(&from), from.len, &change, 1, roll(4) ? order : NULL, &to);
        struct entries before = {TEXT_EMPTY, change.key, TEXT_EMPTY, false}, after = before;
        read_all(&before, &from);
        read_all(&after, &to);
        if (result.why == WHY_config_invalid) {
            assert_true(from.len >= 2 && (unsigned char)from.bytes[0] == 0xFF); /* its first bytes said UTF-16 */
        } else {
            assert_int_equal(result.why, WHY_ok);
            assert_true(after.met);
            assert_string_equal(text_str(&after.value), change.value);
            if (before.met)
                assert_string_equal(text_str(&before.all), text_str(&after.all));
            if (before.met && str_equal(text_str(&before.value), change.value))
                assert_string_equal(text_str(&from), text_str(&to));
            only_one_place_differs(&from, &to, change.key, change.value);
        }
        text_done(&from);
        text_done(&to);
        text_done(&before.all);
        text_done(&before.value);
        text_done(&after.all);
        text_done(&after.value);
    }
}

void suite_ini_edit(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_but_the_value_stays),
        cmocka_unit_test(a_value_that_stands_there_changes_nothing),
        cmocka_unit_test(an_empty_value_can_be_filled_and_a_full_one_emptied),
        cmocka_unit_test(of_a_key_that_stands_twice_the_first_counts),
        cmocka_unit_test(a_missing_key_goes_behind_those_before_it),
        cmocka_unit_test(lines_that_cannot_be_read_are_nobodys),
        cmocka_unit_test(what_a_line_cannot_hold_is_refused),
        cmocka_unit_test(a_file_that_is_no_text_is_left_alone),
        cmocka_unit_test(several_changes_are_one_text),
        cmocka_unit_test(of_any_file_nothing_but_that_value_changes),
    };
    SUITE_RUN("ini_edit", tests);
}
