#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "etl/private/etl_xpress.h"
#include "tests/support/etl_pack.h"
#include "tests/support/etl_write.h"

static enum etl_unpacked unpack(const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len, size_t *made)
{
    /* On the heap, so that a read or write past either end is seen. */
    uint8_t *a = malloc(in_len ? in_len : 1), *b = malloc(out_len ? out_len : 1);
    assert_non_null(a);
    assert_non_null(b);
    memcpy(a, in, in_len);
    *made = SIZE_MAX;
    enum etl_unpacked how = etl_xpress_unpack(a, in_len, b, out_len, made);
    assert_true(*made <= out_len);
    memcpy(out, b, *made);
    free(a);
    free(b);
    return how;
}

static void unpacks_the_published_examples(void **state)
{
    (void)state;
    /* MS-XCA 3.1: 26 letters are literals; 300 times "abc" is one long match. */
    static const uint8_t letters[] = "\x3f\x00\x00\x00" "abcdefghijklmnopqrstuvwxyz";
    static const uint8_t abc[] = {0xff, 0xff, 0xff, 0x1f, 0x61, 0x62, 0x63, 0x17, 0x00, 0x0f, 0xff, 0x26, 0x01};
    uint8_t out[300];
    size_t made;
    assert_int_equal(unpack(letters, 30, out, 26, &made), ETL_UNPACKED_WHOLE);
    assert_memory_equal(out, "abcdefghijklmnopqrstuvwxyz", 26);
    assert_int_equal(unpack(abc, sizeof abc, out, 300, &made), ETL_UNPACKED_WHOLE);
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(out[i], "abc"[i % 3]);
}

static void round_trips_every_length_and_distance(void **state)
{
    (void)state;
    static const size_t lens[] = {0, 1, 2, 3, 9, 10, 11, 24, 25, 26, 27, 279, 280, 281, 300, 65535, 65570, 66000, 140000};
    for (size_t i = 0; i < sizeof lens / sizeof lens[0]; i++) {
        for (size_t period = 1; period < 9000; period = period * 3 + 1) {
            size_t len = lens[i], made;
            uint8_t *in = malloc(len + 1), *packed = malloc(pack_room(len)), *out = malloc(len + 1);
            assert_true(in && packed && out);
            uint32_t seed = 1;
            for (size_t k = 0; k < len; k++) {
                seed = seed * 1664525 + 1013904223;
                in[k] = k < period ? (uint8_t)(seed >> 24) : in[k - period];
            }
            size_t packed_len = pack_xpress(in, len, packed);
            assert_int_equal(unpack(packed, packed_len, out, len, &made), ETL_UNPACKED_WHOLE);
            assert_memory_equal(out, in, len);
            free(in);
            free(packed);
            free(out);
        }
    }
}

static void says_short_when_the_input_ends(void **state)
{
    (void)state;
    uint8_t in[600], packed[1024], out[600];
    size_t made, whole;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i < 50 ? i * 7 : in[i - 50]);
    whole = pack_xpress(in, sizeof in, packed);
    for (size_t len = 0; len + 1 < whole; len++) {
        enum etl_unpacked how = unpack(packed, len, out, sizeof out, &made);
        assert_int_equal(how, ETL_UNPACKED_SHORT);
        assert_memory_equal(out, in, made);
    }
}

static void stops_when_the_output_is_full(void **state)
{
    (void)state;
    static const uint8_t letters[] = "\x3f\x00\x00\x00" "abcdefghijklmnopqrstuvwxyz";
    uint8_t out[26];
    size_t made;
    assert_int_equal(unpack(letters, 30, out, 5, &made), ETL_UNPACKED_WHOLE);
    assert_int_equal(made, 5);
    assert_int_equal(unpack(letters, 30, out, 0, &made), ETL_UNPACKED_WHOLE);
    assert_int_equal(made, 0);
}

/* One literal, then one match with the given words behind it. */
static enum etl_unpacked match(uint16_t v, const uint8_t *rest, size_t rest_len, size_t out_len)
{
    uint8_t in[64] = {0, 0, 0, 0x40, 'a'}, out[400];
    size_t made;
    etlw_u16(in + 5, v);
    memcpy(in + 7, rest, rest_len);
    return unpack(in, 7 + rest_len, out, out_len, &made);
}

static void refuses_a_distance_before_the_start(void **state)
{
    (void)state;
    assert_int_equal(match(0 << 3, (const uint8_t *)"xxxxxxxxx", 9, 4), ETL_UNPACKED_WHOLE);
    assert_int_equal(match(1 << 3, (const uint8_t *)"xxxxxxxxx", 9, 4), ETL_UNPACKED_BAD);
    assert_int_equal(match(0x1FFF << 3, (const uint8_t *)"xxxxxxxxx", 9, 4), ETL_UNPACKED_BAD);
}

static void refuses_a_match_past_the_end(void **state)
{
    (void)state;
    assert_int_equal(match(0, (const uint8_t *)"xxxxxxxxx", 9, 3), ETL_UNPACKED_BAD);
}

static void refuses_a_long_length_below_its_least(void **state)
{
    (void)state;
    static const uint8_t low[] = {15, 255, 21, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const uint8_t least[] = {15, 255, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    assert_int_equal(match(7, low, sizeof low, 300), ETL_UNPACKED_BAD);
    assert_int_equal(match(7, least, sizeof least, 1 + 25), ETL_UNPACKED_WHOLE);
}

static void refuses_a_length_that_overflows(void **state)
{
    (void)state;
    static const uint8_t huge[] = {15, 255, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8};
    assert_int_equal(match(7, huge, sizeof huge, 300), ETL_UNPACKED_BAD);
}

static void takes_a_written_out_length_in_both_widths(void **state)
{
    (void)state;
    static const uint8_t wide[] = {15, 255, 0, 0, 22, 0, 0, 0, 1};
    assert_int_equal(match(7, wide, sizeof wide, 1 + 25), ETL_UNPACKED_WHOLE);
}

void suite_etl_xpress(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpacks_the_published_examples),
        cmocka_unit_test(round_trips_every_length_and_distance),
        cmocka_unit_test(says_short_when_the_input_ends),
        cmocka_unit_test(stops_when_the_output_is_full),
        cmocka_unit_test(refuses_a_distance_before_the_start),
        cmocka_unit_test(refuses_a_match_past_the_end),
        cmocka_unit_test(refuses_a_long_length_below_its_least),
        cmocka_unit_test(refuses_a_length_that_overflows),
        cmocka_unit_test(takes_a_written_out_length_in_both_widths),
    };
    SUITE_RUN("etl_xpress", tests);
}
