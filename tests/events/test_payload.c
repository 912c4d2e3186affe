#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "events/payload.h"
#include "tests/support/payload_rows.h"
#include "tests/support/play.h"

#define NAME "\\Device\\Long\\name.sys"

static void add_number(struct text *t, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        play_u8(t, i < 8 ? (uint8_t)(value >> 8 * i) : 0);
}

static void add_field(struct text *t, char type, uint64_t value, unsigned ptr_size)
{
    static const uint8_t sid[12] = {1, 1, 0, 0, 0, 0, 0, 16, 0, 0x30, 0, 0};
    switch (type) {
    case 'P':
        add_number(t, value, ptr_size);
        break;
    case 'G':
        add_number(t, value, 4);
        add_number(t, 0, 12);
        break;
    case 'S':
        text_add_bytes(t, sid, sizeof sid);
        break;
    case 'w': /* a user with a token and a SID */
        add_number(t, 1, ptr_size);
        add_number(t, 0, ptr_size);
        text_add_bytes(t, sid, sizeof sid);
        break;
    case 'z': /* no user */
        add_number(t, 0, 4);
        break;
    case 'U':
        play_utf16(t, NAME);
        break;
    case 'C':
        play_u16(t, (uint16_t)strlen(NAME));
        for (const char *at = NAME; *at; at++)
            play_u16(t, (uint8_t)*at);
        break;
    case 'A':
        text_add_bytes(t, NAME, sizeof NAME);
        break;
    case 'B': /* an address with its length before it */
        add_number(t, 16, 4);
        add_number(t, 0x77, 16);
        break;
    default:
        add_number(t, value, (unsigned)(type - '0'));
        break;
    }
}

/* The payload of a row, and what its decoder should answer. */
static bool build(const struct row *row, unsigned ptr_size, struct text *t, uint64_t *expected)
{
    uint64_t value = 0x21;
    bool has_name = false;
    for (const char *at = row->layout; *at; at++) {
        if (*at == ' ')
            continue;
        char type = *at;
        add_field(t, type, value, ptr_size);
        if (at[1] >= 'a' && at[1] <= 'e')
            expected[*++at - 'a'] = value;
        else if (at[1] == 'n' && at++)
            has_name = true;
        value += 2;
    }
    return has_name;
}

static void compare(const struct row *row, const uint64_t *out, const uint64_t *expected, const struct text *name, bool has_name)
{
    for (unsigned i = 0; i < 5; i++) {
        bool flag = payload_row_is_flag(row, i);
        if (!flag && out[i] != expected[i])
            fail_msg("%u v%u: field %c is %llu, not %llu", row->id, row->version, 'a' + (int)i, (unsigned long long)out[i],
                     (unsigned long long)expected[i]);
    }
    if (has_name)
        assert_string_equal(text_str(name), NAME);
}

static void check_row(const struct row *row, unsigned ptr_size)
{
    struct text t = TEXT_EMPTY, name = TEXT_EMPTY;
    uint64_t expected[5] = {0};
    bool has_name = build(row, ptr_size, &t, expected), good = false;
    size_t whole = t.len;
    add_number(&t, 0, 16); /* a longer payload, as a newer version has it */
    for (size_t len = 0; len <= whole + 16; len++) {
        uint8_t *exact = malloc(len ? len : 1); /* so that a read too far is seen */
        struct etl_event e = {0};
        uint64_t out[5] = {0};
        memcpy(exact, text_str(&t), len);
        e.id = row->id;
        e.version = row->version;
        e.ptr_size = (uint8_t)ptr_size;
        e.payload = exact;
        e.payload_len = (uint32_t)len;
        text_clear(&name);
        bool now = row->run(&e, out, &name);
        if (good && !now)
            fail_msg("%u v%u: %zu bytes are refused, fewer are not", row->id, row->version, len);
        if (now)
            compare(row, out, expected, &name, has_name);
        good = now;
        if (len == 0 && now)
            fail_msg("%u v%u: an empty payload is taken", row->id, row->version);
        if (len == whole && !now)
            fail_msg("%u v%u: its whole payload is refused", row->id, row->version);
        free(exact);
    }
    text_done(&t);
    text_done(&name);
}

static void each_event_and_version_is_read_and_short_ones_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < payload_row_count; i++) {
        check_row(&payload_rows[i], 8);
        check_row(&payload_rows[i], 4);
    }
}

static void garbage_is_never_read_past_its_end(void **state)
{
    (void)state;
    uint32_t noise = 1;
    struct text name = TEXT_EMPTY;
    for (unsigned round = 0; round < 200; round++) {
        for (size_t i = 0; i < payload_row_count; i++) {
            size_t len = (noise >> 10) % 160;
            uint8_t *exact = malloc(len ? len : 1);
            struct etl_event e = {0};
            uint64_t out[5] = {0};
            for (size_t k = 0; k < len; k++) {
                noise = noise * 1664525u + 1013904223u;
                exact[k] = noise >> 28 ? (uint8_t)(noise >> 16) : 0;
            }
            noise = noise * 1664525u + 1013904223u;
            e.id = payload_rows[i].id;
            e.version = (uint16_t)(noise >> 29);
            e.ptr_size = round & 1 ? 4 : 8;
            e.payload = exact;
            e.payload_len = (uint32_t)len;
            text_clear(&name);
            (void)payload_rows[i].run(&e, out, &name);
            assert_true(utf8_valid(text_str(&name), name.len));
            free(exact);
        }
    }
    text_done(&name);
}

static void memory_is_counted_with_lists_and_with_single_values(void **state)
{
    (void)state;
    for (unsigned version = 0; version < 2; version++) {
        for (unsigned levels = 1; levels <= 8; levels += 7) {
            struct text t = TEXT_EMPTY;
            struct memory_info m;
            struct etl_event e = {0};
            play_u8(&t, (uint8_t)levels);
            for (unsigned i = 0; i < 5; i++)
                play_u64(&t, 100 + i);
            for (unsigned i = 0; i < 2 * levels; i++)
                play_u64(&t, i < levels ? 10 : 1000);
            for (unsigned i = 0; version && i < 5; i++)
                play_u64(&t, 7 + i);
            e.id = 1;
            e.version = (uint16_t)version;
            e.ptr_size = 8;
            e.payload = (const uint8_t *)text_str(&t);
            e.payload_len = (uint32_t)t.len;
            assert_true(payload_memory_info(&e, &m));
            assert_int_equal(m.free, 201);
            assert_int_equal(m.modified, 205);
            assert_int_equal(m.standby, 10 * levels);
            assert_int_equal(m.commit, version ? 11 : 0);
            e.payload_len = 40;
            assert_false(payload_memory_info(&e, &m));
            text_done(&t);
        }
    }
}

static void names_from_a_trace_become_harmless(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    text_add(&t, "a\x01" "b\n\x80" "c");
    payload_clean(&t, 0);
    assert_string_equal(text_str(&t), "a b ?c");
    /* A terminal's control sequence in one byte, and a name that reads backwards. */
    text_set(&t, "\xC2\x9B" "2Jgame\xE2\x80\xAE" "fdp.exe\xE2\x81\xA6\xD8\x9C\xE2\x80\xA8\x7F");
    payload_clean(&t, 0);
    assert_string_equal(text_str(&t), "?2Jgame?fdp.exe??? ");
    assert_int_equal(t.len, strlen(text_str(&t)));
    /* Other writing stays, also next to what goes. */
    text_set(&t, "\xC2\xA0\xD8\x9B\xE2\x80\x93\xE2\x81\xA5\xE5\xBF\xAB\xF0\x9F\x8E\xAE");
    payload_clean(&t, 0);
    assert_string_equal(text_str(&t), "\xC2\xA0\xD8\x9B\xE2\x80\x93\xE2\x81\xA5\xE5\xBF\xAB\xF0\x9F\x8E\xAE");
    text_clear(&t);
    text_add(&t, "\n");
    payload_clean(&t, 1);
    assert_string_equal(text_str(&t), "\n");
    text_clear(&t);
    for (unsigned i = 0; i < 200; i++)
        text_add(&t, "\xE9\xA9\xB1");
    payload_clean(&t, 0);
    assert_true(t.len <= 256 && t.len > 200 && utf8_valid(text_str(&t), t.len));
    text_done(&t);
}

void suite_payload(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(each_event_and_version_is_read_and_short_ones_refused),
                                              cmocka_unit_test(garbage_is_never_read_past_its_end),
                                              cmocka_unit_test(memory_is_counted_with_lists_and_with_single_values),
                                              cmocka_unit_test(names_from_a_trace_become_harmless)};
    SUITE_RUN("payload", tests);
}
