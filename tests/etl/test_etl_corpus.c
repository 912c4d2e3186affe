/* The reader on real traces of Vista to Windows 11, and on damaged ones. */
#include "tests/support/suite.h"

#include <string.h>

#include "etl/etl_check.h"
#include "os/os.h"
#include "tests/support/etl_corpus.h"
#include "tests/support/etl_sample.h"
#include "tests/support/hitch_call.h"

#define REAL_FILES 22u

static const char *corpus(void)
{
    const char *path = suite_corpus();
    if (!path)
        SUITE_SKIP("there is no corpus beside the checkout (HITCHBOX_CORPUS)");
    return path;
}

static void count_equals(void *ctx, const char *path)
{
    static const char *const sums[] = {"S\ttotal_events\t", "S\tmin_raw\t", "S\tmax_raw\t", "S\tmin_filetime\t",
                                       "S\tmax_filetime\t", "S\tbuffers_read\t", "S\terrors\t"};
    struct hitch_answer a = {0, TEXT_EMPTY, TEXT_EMPTY};
    struct text got = TEXT_EMPTY, want = TEXT_EMPTY, got_sums = TEXT_EMPTY, want_sums = TEXT_EMPTY;
    unsigned *compared = ctx;
    if (!corpus_lines(path, 'C', &want))
        return;
    hitch_call(&a, "count", path, NULL);
    assert_int_equal(a.code, 0);
    assert_int_equal(a.err.len, 0);
    corpus_pick(text_str(&a.out), 'C', &got);
    assert_string_equal(text_str(&got), text_str(&want));
    corpus_lines(path, 'S', &want_sums);
    corpus_pick(text_str(&a.out), 'S', &got_sums);
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        corpus_value(text_str(&got_sums), sums[i], &got);
        corpus_value(text_str(&want_sums), sums[i], &want);
        assert_string_equal(text_str(&got), text_str(&want));
    }
    text_clear(&got);
    text_clear(&want);
    corpus_lines(path, 'H', &want);
    corpus_pick(text_str(&a.out), 'H', &got);
    assert_string_equal(text_str(&got), text_str(&want));
    (*compared)++;
    text_done(&got);
    text_done(&want);
    text_done(&got_sums);
    text_done(&want_sums);
    hitch_answer_done(&a);
}

static void counts_real_traces_as_expected(void **state)
{
    (void)state;
    unsigned compared = 0;
    assert_int_equal(corpus_each(corpus(), "real", count_equals, &compared), REAL_FILES);
    assert_int_equal(compared, REAL_FILES);
}

static void counts_the_hand_made_kernel_trace_as_expected(void **state)
{
    (void)state;
    unsigned compared = 0;
    corpus_each(corpus(), "damaged", count_equals, &compared);
    assert_int_equal(compared, 1);
}

static void reads_in_order(void *ctx, const char *path)
{
    struct os_map map;
    (void)ctx;
    assert_false(outcome_failed(os_map_open(path, &map)));
    struct sample_seen seen = sample_see(map.bytes, (size_t)map.len);
    os_map_close(&map);
    assert_int_equal(seen.state, ETL_WHOLE);
    assert_int_equal(seen.disorder, 0);
    assert_int_equal(seen.findings.stray_times, 0);
}

static void reads_real_traces_in_time_order(void **state)
{
    (void)state;
    assert_int_equal(corpus_each(corpus(), "real", reads_in_order, NULL), REAL_FILES);
}

static void expect_damage(const char *folder, const char *line)
{
    struct text path = TEXT_EMPTY;
    struct etl_summary s;
    char name[64], state_name[16];
    unsigned events;
    assert_int_equal(sscanf(line, "%63s %15s %u", name, state_name, &events), 3);
    text_addf(&path, "%s/damaged/%s", folder, name);
    assert_false(outcome_failed(etl_summarise(text_str(&path), &s)));
    text_done(&path);
    assert_string_equal(etl_state_name(s.state), state_name);
    if (strcmp(name, "compressed-trunc.etl") == 0)
        assert_true(s.events >= events);
    else
        assert_int_equal(s.events, events);
}

static void judges_damaged_traces_as_their_manifest(void **state)
{
    (void)state;
    struct text path = TEXT_EMPTY, manifest = TEXT_EMPTY;
    const char *folder = corpus();
    unsigned lines = 0;
    text_addf(&path, "%s/damaged/MANIFEST.tsv", folder);
    assert_false(outcome_failed(os_file_read(text_str(&path), 1 << 20, &manifest)));
    const char *line = strchr(text_str(&manifest), '\n');
    for (; line && line[1]; line = strchr(line + 1, '\n')) {
        expect_damage(folder, line + 1);
        lines++;
    }
    assert_int_equal(lines, 11);
    text_done(&path);
    text_done(&manifest);
}

static void survives_bytes_flipped(void *ctx, const char *path)
{
    struct text bytes = TEXT_EMPTY;
    uint32_t seed = 12345;
    (void)ctx;
    /* The small ones: each is read some hundred times. */
    if (outcome_failed(os_file_read(path, 300000, &bytes)))
        return;
    for (unsigned round = 0; round < 100 && bytes.len; round++) {
        char kept[8];
        size_t at[8];
        for (size_t i = 0; i < 8; i++) {
            seed = seed * 1664525 + 1013904223;
            at[i] = (seed >> 4) % bytes.len;
            kept[i] = bytes.bytes[at[i]];
            bytes.bytes[at[i]] = (char)(kept[i] ^ (1 << (seed >> 29)));
        }
        assert_true(sample_see(bytes.bytes, bytes.len).events != UINT64_MAX);
        for (size_t i = 8; i-- > 0;)
            bytes.bytes[at[i]] = kept[i];
    }
    text_done(&bytes);
}

static void reads_flipped_bits_the_same_both_ways(void **state)
{
    (void)state;
    corpus_each(corpus(), "real", survives_bytes_flipped, NULL);
    corpus_each(corpus(), "damaged", survives_bytes_flipped, NULL);
}

void suite_etl_corpus(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_real_traces_as_expected),
        cmocka_unit_test(counts_the_hand_made_kernel_trace_as_expected),
        cmocka_unit_test(reads_real_traces_in_time_order),
        cmocka_unit_test(judges_damaged_traces_as_their_manifest),
        cmocka_unit_test(reads_flipped_bits_the_same_both_ways),
    };
    SUITE_RUN("etl_corpus", tests);
}
