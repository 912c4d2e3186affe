#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/etl_pack.h"
#include "tests/support/etl_ring.h"

#define MOST 64u
#define RING ETL_MODE_BUFFERING
#define FLUSH 200.0 /* when the snapshot was taken */

static struct etlw_file file;

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    return 0;
}

static struct etl_complete ask(double flush_before)
{
    struct etl_complete c;
    struct etl_reader *r = NULL;
    int64_t flush = flush_before > 0 ? file.facts.start_time + (int64_t)(flush_before * 10000000) : 0;
    assert_false(outcome_failed(etl_open_memory(file.bytes.bytes, file.bytes.len, &r)));
    assert_int_equal(etl_complete_from(r, flush, &c).why, WHY_ok);
    assert_true(c.filetime == etl_filetime(&etl_header(r)->clock, c.raw));
    etl_close(r);
    return c;
}

/* From buffers: what is gone may have that very stamp, so a tick later. */
static void expect(enum etl_from by, double second)
{
    struct etl_complete c = ask(0);
    assert_int_equal(c.by, by);
    assert_true(c.raw == ring_raw(second) + (by == ETL_FROM_BUFFERS));
    assert_true(c.wrapped == (by != ETL_FROM_BEGIN));
}

/* ---- a ring that turned, in every shape its file may have ---- */

enum order { OLDEST_FIRST, NEWEST_FIRST, MIXED, orders };
enum stamps { AT_FILLING, AT_FLUSH, stamp_kinds };

/* By when a buffer was filled; the open ones, filled at the FLUSH, come last. */
static void arrange(struct ring_buffer *b, size_t count, enum order order)
{
    uint32_t seed = 77;
    for (size_t i = 1; i < count; i++) {
        for (size_t k = i; k && b[k].stamp < b[k - 1].stamp; k--) {
            struct ring_buffer swap = b[k];
            b[k] = b[k - 1];
            b[k - 1] = swap;
        }
    }
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525 + 1013904223;
        size_t k = order == MIXED ? (seed >> 8) % count : count - 1 - i;
        if (order == OLDEST_FIRST || (order == NEWEST_FIRST && k <= i))
            continue;
        struct ring_buffer swap = b[i];
        b[i] = b[k];
        b[k] = swap;
    }
}

static void put(const struct ring_buffer *from, size_t count, enum order order, enum stamps stamps, int64_t number)
{
    struct etlw_facts f = ring_facts(RING);
    struct ring_buffer b[MOST];
    memcpy(b, from, count * sizeof *b);
    arrange(b, count, OLDEST_FIRST);
    for (size_t i = 0; i < count && stamps == AT_FILLING; i++)
        b[i].sequence = number + (int64_t)i;
    arrange(b, count, order);
    for (size_t i = 0; i < count && stamps == AT_FLUSH; i++) {
        b[i].sequence = 1 + (int64_t)i;
        b[i].stamp = FLUSH;
    }
    etlw_file_done(&file);
    ring_put(&file, &f, b, count);
}

/* A CPU whose buffers follow each other without a pause, `each` seconds long,
 * the last one open at the FLUSH. */
static size_t cpu_of(struct ring_buffer *b, size_t count, uint32_t cpu, double from, double each)
{
    while (from < FLUSH) {
        double to = from + each < FLUSH ? from + each - 0.001 : FLUSH - 0.001;
        struct ring_buffer one = {cpu, 0, from, to, from + each < FLUSH ? from + each - 0.0005 : FLUSH, 0};
        assert_true(count < MOST);
        b[count++] = one;
        from += each;
    }
    return count;
}

/* Each CPU reuses its own: all have four buffers, and begin far apart. */
static size_t each_its_own(struct ring_buffer *b)
{
    size_t count = cpu_of(b, 0, 0, 196, 1); /* ten times faster than the next */
    count = cpu_of(b, count, 1, 160, 10);
    return cpu_of(b, count, 2, 180.25, 5);
}

static void the_fastest_cpu_bounds_a_ring_of_rings(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t count = each_its_own(b);
    for (int order = 0; order < orders; order++) {
        for (int stamps = 0; stamps < stamp_kinds; stamps++) {
            put(b, count, (enum order)order, (enum stamps)stamps, 900);
            expect(ETL_FROM_BUFFERS, 196);
        }
    }
}

/* The oldest is reused first, whatever its CPU: all that was filled after 190 is
 * there. CPU 1's oldest buffer began long before. */
static size_t eldest_first(struct ring_buffer *b)
{
    size_t count = cpu_of(b, 0, 0, 190, 1);
    return cpu_of(b, count, 1, 171, 20);
}

static void what_was_filled_last_of_all_gone_bounds_a_common_ring(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t count = eldest_first(b);
    for (int order = 0; order < orders; order++) {
        put(b, count, (enum order)order, AT_FLUSH, 0);
        expect(ETL_FROM_BUFFERS, 191);
        put(b, count, (enum order)order, AT_FILLING, 900);
        expect(ETL_FROM_BUFFERS, 191 - 0.0005);
    }
}

static void a_stamp_that_cannot_be_says_nothing(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t count = eldest_first(b);
    struct etlw_facts f = ring_facts(RING);
    const double stamps[] = {190, 190.5, 190.9, 0, -5};
    for (size_t i = 0; i < count; i++) {
        b[i].sequence = 900 + (int64_t)i;
        b[i].stamp = FLUSH;
    }
    for (size_t k = 0; k < 5; k++) {
        b[0].stamp = stamps[k];
        etlw_file_done(&file);
        ring_put(&file, &f, b, count);
        expect(ETL_FROM_BUFFERS, 191);
    }
    b[0].stamp = 190.9995;
    etlw_file_done(&file);
    ring_put(&file, &f, b, count);
    expect(ETL_FROM_BUFFERS, 190.9995);
}

static void a_parked_or_idle_cpu_moves_nothing(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t count = each_its_own(b);
    const struct ring_buffer parked = {5, 0, 20, 20.5, 20.5, 0}, woken = {6, 0, 199.5, 199.9, FLUSH, 0};
    b[count++] = parked;
    b[count++] = woken;
    for (int order = 0; order < orders; order++) {
        for (int stamps = 0; stamps < stamp_kinds; stamps++) {
            put(b, count, (enum order)order, (enum stamps)stamps, 900);
            expect(ETL_FROM_BUFFERS, 196);
        }
    }
}

static void without_a_second_buffer_the_flush_before_counts(void **state)
{
    (void)state;
    const struct ring_buffer b[] = {{0, 0, 190, 199, FLUSH, 0}, {1, 0, 185, 198, FLUSH, 0}, {2, 0, 192.5, 193, FLUSH, 0}};
    put(b, 3, MIXED, AT_FLUSH, 0);
    expect(ETL_FROM_FIRST, 192.5);
    struct etl_complete c = ask(184.75);
    assert_int_equal(c.by, ETL_FROM_FLUSH);
    assert_true(c.wrapped && c.raw == ring_raw(184.75));
}

static void a_flush_before_plays_no_part_beside_two_buffers(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    put(b, each_its_own(b), OLDEST_FIRST, AT_FILLING, 900);
    assert_true(ask(150).raw == ring_raw(196) + 1);
}

/* ---- one that did not ---- */

/* An idle CPU's only buffer may begin at any time. */
static void a_ring_that_has_not_turned_is_complete_from_its_begin(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t count = cpu_of(b, 0, 0, 0.5, 20);
    count = cpu_of(b, count, 1, 90, 150);
    for (int order = 0; order < orders; order++) {
        put(b, count, (enum order)order, AT_FILLING, 1);
        expect(ETL_FROM_BEGIN, 0);
        put(b, count, (enum order)order, AT_FILLING, 2);
        expect(ETL_FROM_BEGIN, 0);
        put(b, count, (enum order)order, AT_FLUSH, 0);
        expect(ETL_FROM_BEGIN, 0);
    }
    count = cpu_of(b, count, 2, 60, 70);
    put(b, count, OLDEST_FIRST, AT_FILLING, 3);
    expect(ETL_FROM_BUFFERS, 60);
}

/* All others have turned, and the FLUSH gave the numbers. */
static void a_parked_cpu_that_kept_its_first_buffer_makes_no_begin(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t own = each_its_own(b);
    const struct ring_buffer parked = {5, 0, 0.01, 150, FLUSH, 0};
    b[own] = parked;
    for (int order = 0; order < orders; order++) {
        put(b, own + 1, (enum order)order, AT_FLUSH, 0);
        expect(ETL_FROM_BUFFERS, 196);
    }
    size_t common = eldest_first(b);
    b[common] = parked;
    put(b, common + 1, MIXED, AT_FLUSH, 0);
    expect(ETL_FROM_BUFFERS, 191);
}

/* It was the first to fill a buffer, which was the first to go; what it said
 * next tells when. */
static void a_cpu_that_lost_all_but_one_makes_no_begin(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t count = cpu_of(b, 0, 0, 0.5, 20);
    const struct ring_buffer rest = {1, 0, 5, 6, FLUSH, 0};
    b[count++] = rest;
    put(b, count, OLDEST_FIRST, AT_FLUSH, 0);
    expect(ETL_FROM_BUFFERS, 20.5);
}

/* Numbers given at the FLUSH begin at 1 in every file. */
static void numbers_alone_do_not_make_a_begin(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t count = cpu_of(b, 0, 0, 1.5, 20);
    put(b, count, OLDEST_FIRST, AT_FLUSH, 0);
    expect(ETL_FROM_BUFFERS, 21.5);
    b[0].first = 1.0;
    put(b, count, OLDEST_FIRST, AT_FLUSH, 0);
    expect(ETL_FROM_BEGIN, 0);
    count = cpu_of(b, 0, 0, -3, 20);
    put(b, count, OLDEST_FIRST, AT_FLUSH, 0);
    expect(ETL_FROM_BUFFERS, 17);
}

/* A parked CPU keeps the begin in its only buffer, and the FLUSH gave numbers
 * from the start: the other CPUs' buffers have turned all the same. */
static void a_parked_cpu_does_not_make_a_begin(void **state)
{
    (void)state;
    static const struct ring_buffer b[] = {
        {1, 1, 0.1, 190.0, 200.0, 0},
        {0, 2, 140.0, 159.0, 160.0, 0},
        {0, 3, 160.0, 179.0, 180.0, 0},
        {0, 4, 180.0, 199.0, 200.0, 0},
    };
    struct etlw_facts f = ring_facts(RING);
    ring_put(&file, &f, b, 4);
    struct etl_complete c = ask(0);
    assert_true(c.wrapped);
    assert_true(c.raw >= ring_raw(140.0));
}

static void a_circular_file_goes_by_its_numbers(void **state)
{
    (void)state;
    struct etlw_facts f = ring_facts(ETL_MODE_CIRCULAR);
    struct ring_buffer b[MOST];
    size_t count = each_its_own(b);
    for (size_t i = 0; i < count; i++)
        b[i].sequence = 2 + (int64_t)i;
    ring_put(&file, &f, b, count);
    expect(ETL_FROM_BEGIN, 0);
    etlw_file_done(&file);
    /* The newest stand where the oldest were. */
    for (size_t i = 0; i < count; i++)
        b[i].sequence = 500 + (int64_t)((i + 3) % count);
    ring_put(&file, &f, b, count);
    expect(ETL_FROM_BUFFERS, 196);
}

static void other_files_are_complete_from_their_begin(void **state)
{
    (void)state;
    struct etlw_facts f = ring_facts(1);
    struct ring_buffer b[MOST];
    size_t count = each_its_own(b);
    for (size_t i = 0; i < count; i++)
        b[i].sequence = 500 + (int64_t)i;
    ring_put(&file, &f, b, count);
    expect(ETL_FROM_BEGIN, 0);
    etlw_file_done(&file);
    f.log_file_mode = RING;
    ring_put(&file, &f, b, 0);
    expect(ETL_FROM_BEGIN, 0);
}

static void a_stray_first_stamp_is_passed_over(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    put(b, each_its_own(b), OLDEST_FIRST, AT_FLUSH, 0);
    /* The ring's oldest buffers stand first: each one's first record. */
    for (size_t i = 1; i < 4; i++)
        etlw_u64((uint8_t *)file.bytes.bytes + i * SAMPLE_UNIT + ETLW_BUFFER_HEADER + 0x10, (uint64_t)1 << 62);
    struct etl_complete c = ask(0);
    assert_int_equal(c.by, ETL_FROM_BUFFERS);
    assert_true(c.raw >= ring_raw(196) && c.raw <= ring_raw(196.2));
}

static void packed_buffers_count_alike(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    struct text packed = TEXT_EMPTY;
    struct etl_complete c;
    struct etl_reader *r = NULL;
    put(b, each_its_own(b), MIXED, AT_FLUSH, 0);
    pack_trace(&file.bytes, &packed);
    assert_false(outcome_failed(etl_open_memory(packed.bytes, packed.len, &r)));
    assert_int_equal(etl_complete_from(r, 0, &c).why, WHY_ok);
    assert_int_equal(c.by, ETL_FROM_BUFFERS);
    assert_true(c.raw == ring_raw(196) + 1);
    etl_close(r);
    text_done(&packed);
}

static void what_is_no_trace_has_no_such_moment(void **state)
{
    (void)state;
    struct etl_complete c;
    struct etl_reader *r = NULL;
    memset(&c, 0x5A, sizeof c);
    assert_int_equal(etl_open_memory("MZ", 2, &r).why, WHY_etl_not_etl);
    assert_int_equal(etl_complete_from(r, 0, &c).why, WHY_etl_not_etl);
    assert_true(c.raw == 0x5A5A5A5A5A5A5A5A);
    etl_close(r);
}

/* Numbers that the FLUSH gave in the order of the file, newest first, must not
 * turn a CPU's time round. */
static void events_of_a_snapshot_come_in_time_order_whatever_their_numbers(void **state)
{
    (void)state;
    struct ring_buffer b[MOST];
    size_t count = each_its_own(b);
    for (int order = 0; order < orders; order++) {
        for (int stamps = 0; stamps < stamp_kinds; stamps++) {
            put(b, count, (enum order)order, (enum stamps)stamps, 900);
            struct sample_seen seen = sample_see(file.bytes.bytes, file.bytes.len);
            assert_int_equal(seen.disorder, 0);
            assert_int_equal(seen.events, 1 + count * RING_EVENTS);
        }
    }
}

void suite_etl_complete(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_fastest_cpu_bounds_a_ring_of_rings, done),
        cmocka_unit_test_teardown(what_was_filled_last_of_all_gone_bounds_a_common_ring, done),
        cmocka_unit_test_teardown(a_stamp_that_cannot_be_says_nothing, done),
        cmocka_unit_test_teardown(a_parked_or_idle_cpu_moves_nothing, done),
        cmocka_unit_test_teardown(without_a_second_buffer_the_flush_before_counts, done),
        cmocka_unit_test_teardown(a_flush_before_plays_no_part_beside_two_buffers, done),
        cmocka_unit_test_teardown(a_ring_that_has_not_turned_is_complete_from_its_begin, done),
        cmocka_unit_test_teardown(a_parked_cpu_that_kept_its_first_buffer_makes_no_begin, done),
        cmocka_unit_test_teardown(a_cpu_that_lost_all_but_one_makes_no_begin, done),
        cmocka_unit_test_teardown(numbers_alone_do_not_make_a_begin, done),
        cmocka_unit_test_teardown(a_parked_cpu_does_not_make_a_begin, done),
        cmocka_unit_test_teardown(a_circular_file_goes_by_its_numbers, done),
        cmocka_unit_test_teardown(other_files_are_complete_from_their_begin, done),
        cmocka_unit_test_teardown(a_stray_first_stamp_is_passed_over, done),
        cmocka_unit_test_teardown(packed_buffers_count_alike, done),
        cmocka_unit_test(what_is_no_trace_has_no_such_moment),
        cmocka_unit_test_teardown(events_of_a_snapshot_come_in_time_order_whatever_their_numbers, done),
    };
    SUITE_RUN("etl_complete", tests);
}
