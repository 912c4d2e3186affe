#include "tests/support/suite.h"

#include <string.h>

#include "os/os.h"
#include "tests/support/etl_corpus.h"
#include "tests/support/etl_pack.h"
#include "tests/support/etl_ring.h"
#include "tests/support/gunzip.h"

#define MOST 128u
#define SEQUENTIAL 1u

enum { AT_SEQUENCE = 0x18 };

static struct etlw_file file;
static struct ring_buffer plan[MOST];
static size_t planned;

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    planned = 0;
    return 0;
}

/* `count` buffers of a CPU, one after the other without a pause. */
static void plan_cpu(uint32_t cpu, double from, double each, size_t count)
{
    for (size_t i = 0; i < count; i++, from += each) {
        struct ring_buffer b = {cpu, 0, from, from + each - 0.001, from + each - 0.0005, 0};
        assert_true(planned < MOST);
        plan[planned++] = b;
    }
}

/* Orders the plan by filling and numbers it. */
static void number_plan(int64_t from)
{
    for (size_t i = 1; i < planned; i++) {
        for (size_t k = i; k && plan[k].stamp < plan[k - 1].stamp; k--) {
            struct ring_buffer swap = plan[k];
            plan[k] = plan[k - 1];
            plan[k - 1] = swap;
        }
    }
    for (size_t i = 0; i < planned; i++)
        plan[i].sequence = from + (int64_t)i;
}

/* Three CPUs, one of them ten times faster, from 0 to 60 s. */
static void plan_three(void)
{
    planned = 0;
    plan_cpu(0, 0.1, 2, 30);
    plan_cpu(1, 0.2, 20, 3);
    plan_cpu(2, 0.3, 15, 4);
    number_plan(1);
}

enum order { OLDEST_FIRST, NEWEST_FIRST, MIXED, orders };

static void put(uint32_t mode, enum order order)
{
    struct etlw_facts f = ring_facts(mode);
    uint32_t seed = 5;
    for (size_t i = 0; i < planned; i++) {
        seed = seed * 1664525 + 1013904223;
        size_t k = order == MIXED ? (seed >> 8) % planned : planned - 1 - i;
        if (order == OLDEST_FIRST || (order == NEWEST_FIRST && k <= i))
            continue;
        struct ring_buffer swap = plan[i];
        plan[i] = plan[k];
        plan[k] = swap;
    }
    etlw_file_done(&file);
    ring_put(&file, &f, plan, planned);
}

static uint8_t *slot(size_t planned_index)
{
    return (uint8_t *)file.bytes.bytes + (planned_index + 1) * SAMPLE_UNIT;
}

static size_t where(uint32_t cpu, double inside)
{
    for (size_t i = 0; i < planned; i++) {
        if (plan[i].cpu == cpu && plan[i].first <= inside && inside <= plan[i].last)
            return i;
    }
    fail();
    return 0;
}

static struct etl_holes ask_bytes(const void *bytes, size_t len)
{
    struct etl_holes h;
    struct etl_reader *r = NULL;
    struct etl_event e;
    assert_false(outcome_failed(etl_open_memory(bytes, len, &r)));
    while (etl_next(r, &e)) {
    }
    assert_int_equal(etl_holes(r, &h).why, WHY_ok);
    etl_close(r);
    return h;
}

static struct etl_holes ask(void)
{
    return ask_bytes(file.bytes.bytes, file.bytes.len);
}

static void expect_hole(const struct etl_hole *h, enum etl_hole_cause cause, uint64_t cpus, double from, double to)
{
    assert_int_equal(h->cause, cause);
    assert_int_equal(h->cpus, cpus);
    if (h->from != ring_raw(from) || h->to != ring_raw(to))
        fail_msg("%.4f to %.4f, not %.4f to %.4f", ring_second(h->from), ring_second(h->to), from, to);
}

static void expect_one(enum etl_hole_cause cause, uint64_t cpus, double from, double to)
{
    struct etl_holes h = ask();
    assert_int_equal(h.count, 1);
    expect_hole(&h.list[0], cause, cpus, from, to);
}

static void a_whole_trace_has_none(void **state)
{
    (void)state;
    const uint32_t modes[] = {SEQUENTIAL, ETL_MODE_BUFFERING, ETL_MODE_CIRCULAR};
    for (int i = 0; i < 3; i++) {
        for (int order = 0; order < orders; order++) {
            plan_three();
            put(modes[i], (enum order)order);
            struct etl_holes h = ask();
            assert_int_equal(h.count, 0);
            assert_int_equal(h.missing_bytes, 0);
            assert_int_equal(h.whole_bytes, file.bytes.len);
        }
    }
}

/* The CPU that lost a buffer is known by its silence, fast or slow. */
static void a_slot_of_zeros_is_a_hole_of_its_cpu(void **state)
{
    (void)state;
    const struct {
        uint32_t cpu;
        double inside, from, to;
    } lost[] = {{0, 31, 30.099, 32.1}, {1, 30, 20.199, 40.2}, {2, 20, 15.299, 30.3}};
    for (int i = 0; i < 3; i++) {
        for (int order = 0; order < orders; order++) {
            plan_three();
            put(i % 2 ? SEQUENTIAL : ETL_MODE_BUFFERING, (enum order)order);
            memset(slot(where(lost[i].cpu, lost[i].inside)), 0, SAMPLE_UNIT);
            expect_one(ETL_HOLE_ZEROS, (uint64_t)1 << lost[i].cpu, lost[i].from, lost[i].to);
            struct etl_holes h = ask();
            assert_int_equal(h.list[0].buffers, 1);
            assert_int_equal(h.list[0].bytes, SAMPLE_UNIT);
            assert_int_equal(h.missing_bytes, SAMPLE_UNIT);
            assert_int_equal(h.whole_bytes, file.bytes.len);
        }
    }
}

static void a_slot_of_nonsense_is_one_of_another_cause(void **state)
{
    (void)state;
    for (int order = 0; order < orders; order++) {
        plan_three();
        put(ETL_MODE_BUFFERING, (enum order)order);
        memset(slot(where(0, 31)), 0xA5, SAMPLE_UNIT);
        expect_one(ETL_HOLE_DAMAGED, 1, 30.099, 32.1);
    }
}

static void buffers_that_were_never_in_the_file_are_one(void **state)
{
    (void)state;
    for (int order = 0; order < orders; order++) {
        plan_three();
        /* Two of CPU 0 in a row. */
        for (int i = 0; i < 2; i++) {
            size_t at = where(0, 31 + 2 * i);
            memmove(&plan[at], &plan[at + 1], (--planned - at) * sizeof plan[0]);
        }
        put(ETL_MODE_BUFFERING, (enum order)order);
        expect_one(ETL_HOLE_MISSING, 1, 30.099, 34.1);
        assert_int_equal(ask().missing_bytes, 0);
    }
}

static void numbers_left_out_where_nobody_was_silent_are_none(void **state)
{
    (void)state;
    plan_three();
    for (size_t i = planned / 2; i < planned; i++)
        plan[i].sequence += 3;
    put(SEQUENTIAL, OLDEST_FIRST);
    assert_int_equal(ask().count, 0);
    /* As in a file with one damaged number. */
    plan_three();
    put(SEQUENTIAL, OLDEST_FIRST);
    etlw_u64(slot(where(0, 31)) + AT_SEQUENCE, (uint64_t)1 << 40);
    assert_int_equal(ask().count, 0);
}

/* An idle CPU is silent for ten seconds between two of its buffers; one of the
 * busy CPU is lost in that time. */
static void an_idle_cpus_silence_is_not_taken_for_it(void **state)
{
    (void)state;
    planned = 0;
    plan_cpu(0, 0.1, 1, 60);
    plan_cpu(1, 0.1, 25, 1);
    plan_cpu(1, 35.1, 20, 1);
    number_plan(1);
    put(ETL_MODE_BUFFERING, OLDEST_FIRST);
    memset(slot(where(0, 30)), 0, SAMPLE_UNIT);
    expect_one(ETL_HOLE_ZEROS, 1, 29.099, 30.1);
}

static void a_loss_is_before_the_buffer_that_tells_of_it(void **state)
{
    (void)state;
    for (int order = 0; order < orders; order++) {
        planned = 0;
        plan_cpu(0, 0.1, 2, 10);
        plan_cpu(0, 25, 2, 10); /* nothing from 20.099 on */
        plan_cpu(1, 0.2, 20, 2);
        number_plan(1);
        plan[where(0, 26)].flags = ETLW_BUFFER_EVENTS_LOST;
        put(ETL_MODE_BUFFERING, (enum order)order);
        expect_one(ETL_HOLE_EVENTS_LOST, 1, 20.099, 25);
    }
    plan[where(0, 26)].flags = ETLW_BUFFER_BUFFER_LOST;
    put(ETL_MODE_BUFFERING, OLDEST_FIRST);
    expect_one(ETL_HOLE_BUFFERS_LOST, 1, 20.099, 25);
}

static void a_loss_may_be_inside_the_buffer_that_tells_of_it(void **state)
{
    (void)state;
    planned = 0;
    plan_cpu(0, 0.1, 2, 10);
    number_plan(1);
    size_t at = where(0, 9);
    plan[at].flags = ETLW_BUFFER_EVENTS_LOST;
    put(SEQUENTIAL, OLDEST_FIRST);
    /* Its last six events come late, but before the next buffer. */
    uint32_t step = 80; /* of a record without payload */
    for (uint32_t k = 5; k < RING_EVENTS; k++)
        etlw_u64(slot(at) + ETLW_BUFFER_HEADER + k * step + 0x10, (uint64_t)ring_raw(9.9 + 0.01 * k));
    expect_one(ETL_HOLE_EVENTS_LOST, 1, 8.099, 9.95);
}

static void a_loss_in_a_buffer_without_order_ends_behind_its_begin(void **state)
{
    (void)state;
    planned = 0;
    plan_cpu(0, 0.1, 2, 10);
    number_plan(1);
    size_t at = where(0, 9);
    plan[at].flags = ETLW_BUFFER_EVENTS_LOST;
    put(SEQUENTIAL, OLDEST_FIRST);
    /* The first event comes last, and the longest gap lies before it and before
     * the buffer before. */
    uint32_t step = 80;
    for (uint32_t k = 0; k < RING_EVENTS; k++) {
        double second = k == 0 ? 9.9 : k == 1 ? 3 : 6.5 + 0.01 * k;
        etlw_u64(slot(at) + ETLW_BUFFER_HEADER + k * step + 0x10, (uint64_t)ring_raw(second));
    }
    expect_one(ETL_HOLE_EVENTS_LOST, 1, 3, 9.9);
}

static void the_rest_of_a_broken_buffer_is_a_hole(void **state)
{
    (void)state;
    for (int order = 0; order < orders; order++) {
        plan_three();
        put(ETL_MODE_BUFFERING, (enum order)order);
        etlw_u16(slot(where(0, 31)) + ETLW_BUFFER_HEADER + 5 * 80, 3);
        expect_one(ETL_HOLE_DAMAGED, 1, 30.1 + 4 * 0.1999, 32.1);
        assert_int_equal(ask().missing_bytes, 6 * 80);
    }
}

static void a_file_cut_short_has_one_at_its_end(void **state)
{
    (void)state;
    plan_three();
    put(SEQUENTIAL, OLDEST_FIRST);
    struct etl_holes h;
    size_t whole = file.bytes.len;
    /* Some ten slots, and most of one more of CPU 0: its first two events stay. */
    size_t cut = planned - 10;
    while (plan[cut].cpu != 0)
        cut--;
    file.bytes.len = (cut + 1) * SAMPLE_UNIT + ETLW_BUFFER_HEADER + 2 * 80;
    h = ask();
    assert_int_equal(h.count, 1);
    assert_int_equal(h.list[0].cause, ETL_HOLE_CUT);
    assert_true(h.list[0].cpus & 1);
    assert_true(h.list[0].from <= ring_raw(plan[cut].first + 0.2));
    assert_true(h.list[0].to == ring_raw(61.299));
    assert_int_equal(h.missing_bytes, whole - file.bytes.len);
    assert_int_equal(h.whole_bytes, whole);
    file.bytes.len = (cut + 1) * SAMPLE_UNIT;
    h = ask();
    assert_int_equal(h.count, 1);
    assert_int_equal(h.missing_bytes, (planned - cut) * SAMPLE_UNIT);
    file.bytes.len = whole;
}

/* Newest first: what is cut off is the begin, and a ring that turned has none. */
static void a_snapshot_written_newest_first_loses_its_begin(void **state)
{
    (void)state;
    struct etl_complete c;
    struct etl_reader *r = NULL;
    plan_three();
    number_plan(500);
    put(ETL_MODE_BUFFERING, NEWEST_FIRST);
    size_t whole = file.bytes.len;
    file.bytes.len = 20 * SAMPLE_UNIT + ETLW_BUFFER_HEADER + 5 * 80;
    assert_false(outcome_failed(etl_open_memory(file.bytes.bytes, file.bytes.len, &r)));
    assert_int_equal(etl_complete_from(r, 0, &c).why, WHY_ok);
    etl_close(r);
    struct etl_holes h = ask();
    for (uint32_t i = 0; i < h.count; i++)
        assert_true(h.list[i].cause == ETL_HOLE_CUT && h.list[i].to <= c.raw + ring_raw(2) - ring_raw(0));
    assert_int_equal(h.missing_bytes, SAMPLE_UNIT - ETLW_BUFFER_HEADER - 5 * 80);
    file.bytes.len = whole;
}

/* Each CPU reuses its own: old numbers of the slow one, then none, then all. */
static void what_a_ring_has_overwritten_is_no_hole(void **state)
{
    (void)state;
    for (int order = 0; order < orders; order++) {
        plan_three();
        size_t kept = 0;
        for (size_t i = 0; i < planned; i++) {
            plan[i].sequence += 700;
            if (plan[i].cpu != 0 || plan[i].first > 53)
                plan[kept++] = plan[i];
        }
        planned = kept;
        put(ETL_MODE_BUFFERING, (enum order)order);
        assert_int_equal(ask().count, 0);
    }
}

static void the_list_is_bounded_and_in_order(void **state)
{
    (void)state;
    planned = 0;
    plan_cpu(0, 0.1, 1, MOST);
    number_plan(1);
    for (size_t i = 1; i < planned; i++)
        plan[i].flags = ETLW_BUFFER_EVENTS_LOST;
    put(SEQUENTIAL, MIXED);
    struct etl_holes h = ask();
    assert_true(h.count > 1 && h.count <= ETL_HOLES_MOST);
    for (uint32_t i = 1; i < h.count; i++)
        assert_true(h.list[i].from >= h.list[i - 1].from);
    assert_true(h.list[0].from <= ring_raw(1.1) && h.list[h.count - 1].to >= ring_raw(127.1));
}

static void a_packed_buffer_that_cannot_be_unpacked_is_one(void **state)
{
    (void)state;
    struct text packed = TEXT_EMPTY;
    plan_three();
    put(SEQUENTIAL, OLDEST_FIRST);
    pack_trace(&file.bytes, &packed);
    uint8_t *b = (uint8_t *)packed.bytes;
    for (size_t i = 0; i <= where(0, 31); i++)
        b += (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16;
    /* The first thing copied lies before the buffer. */
    etlw_u32(b + ETLW_BUFFER_HEADER, 0xFFFFFFFF);
    struct etl_holes h = ask_bytes(packed.bytes, packed.len);
    assert_int_equal(h.count, 1);
    expect_hole(&h.list[0], ETL_HOLE_DAMAGED, 1, 30.099, 32.1);
    text_done(&packed);
}

/* A case of the corpus; `seen` is a pass over it. */
static struct etl_holes ask_case(const char *name, struct sample_seen *seen)
{
    struct text path = TEXT_EMPTY, bytes = TEXT_EMPTY;
    const char *corpus = suite_corpus();
    if (!corpus)
        SUITE_SKIP("the corpus is not there");
    text_addf(&path, "%s/cases/%s.etl.gz", corpus, name);
    bool is_there = gunzip(text_str(&path), &bytes);
    text_done(&path);
    if (!is_there)
        SUITE_SKIP("the corpus has no such case");
    struct etl_holes h = ask_bytes(bytes.bytes, bytes.len);
    *seen = sample_see(bytes.bytes, bytes.len);
    text_done(&bytes);
    return h;
}

static int64_t in_case(const struct sample_seen *seen, double second)
{
    return seen->header.t0 + (int64_t)(second * 10000000);
}

static void a_trace_with_zeros_in_its_middle_has_its_hole_there(void **state)
{
    (void)state;
    struct sample_seen seen;
    struct etl_holes h = ask_case("05_hole", &seen);
    assert_int_equal(seen.state, ETL_DAMAGED);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.list[0].cause, ETL_HOLE_ZEROS);
    assert_true(h.list[0].from > in_case(&seen, 5.9) && h.list[0].from < in_case(&seen, 6));
    assert_true(h.list[0].to > in_case(&seen, 12) && h.list[0].to < in_case(&seen, 12.1));
    assert_true(h.missing_bytes == 65536 && h.whole_bytes == 262144);
}

static void a_truncated_trace_says_how_much_of_it_is_missing(void **state)
{
    (void)state;
    struct sample_seen seen;
    struct etl_holes h = ask_case("05_truncated", &seen);
    assert_int_equal(seen.state, ETL_TRUNCATED);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.list[0].cause, ETL_HOLE_CUT);
    assert_true(h.list[0].from > in_case(&seen, 6) && h.list[0].from < in_case(&seen, 6.1));
    assert_true(h.missing_bytes == 130072 && h.whole_bytes == 262144);
}

static void one_stray_stamp_is_counted_and_no_hole(void **state)
{
    (void)state;
    struct sample_seen seen;
    struct etl_holes h = ask_case("07_bit62", &seen);
    assert_int_equal(seen.state, ETL_WHOLE);
    assert_int_equal(seen.findings.stray_times, 1);
    assert_int_equal(h.count, 0);
}

static void real_traces_have_none(void *ctx, const char *path)
{
    struct text bytes = TEXT_EMPTY;
    (void)ctx;
    assert_false(outcome_failed(os_file_read(path, UINT64_MAX, &bytes)));
    struct etl_holes h = ask_bytes(bytes.bytes, bytes.len);
    assert_int_equal(h.count, 0);
    assert_int_equal(h.missing_bytes, 0);
    text_done(&bytes);
}

static void no_real_trace_has_a_hole(void **state)
{
    (void)state;
    if (!suite_corpus())
        SUITE_SKIP("the corpus is not there");
    assert_true(corpus_each(suite_corpus(), "real", real_traces_have_none, NULL) > 0);
}

void suite_etl_holes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_whole_trace_has_none, done),
        cmocka_unit_test_teardown(a_slot_of_zeros_is_a_hole_of_its_cpu, done),
        cmocka_unit_test_teardown(a_slot_of_nonsense_is_one_of_another_cause, done),
        cmocka_unit_test_teardown(buffers_that_were_never_in_the_file_are_one, done),
        cmocka_unit_test_teardown(numbers_left_out_where_nobody_was_silent_are_none, done),
        cmocka_unit_test_teardown(an_idle_cpus_silence_is_not_taken_for_it, done),
        cmocka_unit_test_teardown(a_loss_is_before_the_buffer_that_tells_of_it, done),
        cmocka_unit_test_teardown(a_loss_may_be_inside_the_buffer_that_tells_of_it, done),
        cmocka_unit_test_teardown(a_loss_in_a_buffer_without_order_ends_behind_its_begin, done),
        cmocka_unit_test_teardown(the_rest_of_a_broken_buffer_is_a_hole, done),
        cmocka_unit_test_teardown(a_file_cut_short_has_one_at_its_end, done),
        cmocka_unit_test_teardown(a_snapshot_written_newest_first_loses_its_begin, done),
        cmocka_unit_test_teardown(what_a_ring_has_overwritten_is_no_hole, done),
        cmocka_unit_test_teardown(the_list_is_bounded_and_in_order, done),
        cmocka_unit_test_teardown(a_packed_buffer_that_cannot_be_unpacked_is_one, done),
        cmocka_unit_test(a_trace_with_zeros_in_its_middle_has_its_hole_there),
        cmocka_unit_test(a_truncated_trace_says_how_much_of_it_is_missing),
        cmocka_unit_test(one_stray_stamp_is_counted_and_no_hole),
        cmocka_unit_test(no_real_trace_has_a_hole),
    };
    SUITE_RUN("etl_holes", tests);
}
