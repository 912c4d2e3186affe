#include "tests/support/suite.h"

#include <string.h>

#include "etl/private/etl_body.h"
#include "tests/support/etl_pack.h"
#include "tests/support/etl_sample.h"

/* Offsets in a buffer header. */
enum {
    AT_SIZE = 0x00,
    AT_SAVED = 0x04,
    AT_CURRENT = 0x08,
    AT_REFERENCES = 0x0C,
    AT_TIME = 0x10,
    AT_SEQUENCE = 0x18,
    AT_CLOCK = 0x20,
    AT_CPU = 0x28,
    AT_LOGGER = 0x2A,
    AT_STATE = 0x2C,
    AT_OFFSET = 0x30,
    AT_FLAGS = 0x34,
    AT_TYPE = 0x36,
    AT_REFERENCE_TIME = 0x38
};
/* Header fields of the file. */
enum { AT_MODE = 0x88, AT_BUFFERS_WRITTEN = 0x8C, AT_END_TIME = 0x78 };

#define EVENTS 500u

/* A trace of 2 CPUs; its third buffer is the one that gets damaged. */
static struct etlw_file file;
static struct text packed;

static uint8_t *fresh(void)
{
    etlw_file_done(&file);
    sample_trace(&file, 2, EVENTS);
    return (uint8_t *)file.bytes.bytes + 2 * SAMPLE_UNIT;
}

static uint8_t *header(void)
{
    return (uint8_t *)file.bytes.bytes;
}

static struct sample_seen see(void)
{
    return sample_see(file.bytes.bytes, file.bytes.len);
}

static uint32_t get_u32(const uint8_t *b)
{
    return (uint32_t)(b[0] | b[1] << 8 | b[2] << 16) | (uint32_t)b[3] << 24;
}

/* Events in one full buffer of sample events, which are 80 bytes. */
static uint64_t in_buffer(void)
{
    return (SAMPLE_UNIT - ETLW_BUFFER_HEADER) / 80;
}

static int done(void **state)
{
    (void)state;
    etlw_file_done(&file);
    text_done(&packed);
    return 0;
}

static void reads_a_whole_trace(void **state)
{
    (void)state;
    fresh();
    struct sample_seen seen = see();
    assert_int_equal(seen.state, ETL_WHOLE);
    assert_int_equal(seen.events, EVENTS + 1);
    assert_int_equal(seen.findings.buffers, file.bytes.len / SAMPLE_UNIT);
    assert_int_equal(seen.findings.first_fault, ETL_FAULT_NONE);
    assert_int_equal(seen.findings.sequence_gaps, 0);
    assert_int_equal(seen.findings.segments, 1);
    assert_int_equal(seen.disorder, 0);
}

static void skips_a_slot_with_a_wrong_size(void **state)
{
    (void)state;
    const uint32_t sizes[] = {0, 1, 71, 72, SAMPLE_UNIT - 8, SAMPLE_UNIT + 8, 2 * SAMPLE_UNIT, 0x80000000, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        etlw_u32(fresh() + AT_SIZE, sizes[i]);
        struct sample_seen seen = see();
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_int_equal(seen.events, EVENTS + 1 - in_buffer());
        assert_int_equal(seen.findings.buffers_skipped, 1);
        assert_int_equal(seen.findings.first_fault, ETL_FAULT_BUFFER_SIZE);
        assert_int_equal(seen.findings.first_fault_offset, 2 * SAMPLE_UNIT);
    }
}

static void takes_the_saved_offset_where_the_offset_cannot_be(void **state)
{
    (void)state;
    const uint32_t offsets[] = {0, 71, SAMPLE_UNIT + 1, UINT32_MAX};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        etlw_u32(fresh() + AT_OFFSET, offsets[i]);
        struct sample_seen seen = see();
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_int_equal(seen.events, EVENTS + 1);
        assert_int_equal(seen.findings.first_fault, ETL_FAULT_BUFFER_FILL);
    }
}

static void reads_to_the_filler_where_neither_offset_can_be(void **state)
{
    (void)state;
    uint8_t *b = fresh();
    etlw_u32(b + AT_OFFSET, 0);
    etlw_u32(b + AT_SAVED, UINT32_MAX);
    struct sample_seen seen = see();
    assert_int_equal(seen.state, ETL_DAMAGED);
    assert_int_equal(seen.events, EVENTS + 1);
}

static void drops_the_event_that_a_short_offset_cuts(void **state)
{
    (void)state;
    etlw_u32(fresh() + AT_OFFSET, ETLW_BUFFER_HEADER + 80 * 3 + 8);
    struct sample_seen seen = see();
    assert_int_equal(seen.state, ETL_DAMAGED);
    assert_int_equal(seen.events, EVENTS + 1 - in_buffer() + 3);
    assert_int_equal(seen.findings.first_fault, ETL_FAULT_EVENT_SIZE);
}

static void does_not_look_at_fields_that_mean_nothing_on_disk(void **state)
{
    (void)state;
    const struct {
        uint32_t at, len;
    } fields[] = {{AT_SAVED, 4}, {AT_CURRENT, 4}, {AT_REFERENCES, 4}, {AT_CLOCK, 8}, {AT_STATE, 4}, {AT_REFERENCE_TIME, 16}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        memset(fresh() + fields[i].at, 0xA5, fields[i].len);
        struct sample_seen seen = see();
        assert_int_equal(seen.state, ETL_WHOLE);
        assert_int_equal(seen.events, EVENTS + 1);
        assert_int_equal(seen.disorder, 0);
    }
}

static void keeps_the_order_with_a_damaged_flush_time(void **state)
{
    (void)state;
    const uint64_t times[] = {0, 1, UINT64_MAX, (uint64_t)INT64_MAX, (uint64_t)INT64_MIN};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        etlw_u64(fresh() + AT_TIME, times[i]);
        struct sample_seen seen = see();
        assert_int_equal(seen.state, ETL_WHOLE);
        assert_int_equal(seen.events, EVENTS + 1);
        assert_int_equal(seen.disorder, 0);
    }
}

static void gives_every_event_with_a_damaged_sequence_number(void **state)
{
    (void)state;
    const uint64_t numbers[] = {0, UINT64_MAX, (uint64_t)INT64_MAX, (uint64_t)INT64_MIN, 1u << 30};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        etlw_u64(fresh() + AT_SEQUENCE, numbers[i]);
        assert_int_equal(see().events, EVENTS + 1);
    }
}

static void notes_a_gap_in_the_sequence_but_calls_it_no_loss(void **state)
{
    (void)state;
    fresh();
    uint8_t *last = header() + file.bytes.len - SAMPLE_UNIT;
    etlw_u64(last + AT_SEQUENCE, (uint64_t)get_u32(last + AT_SEQUENCE) + 3);
    struct sample_seen seen = see();
    assert_int_equal(seen.state, ETL_WHOLE);
    assert_int_equal(seen.findings.sequence_gaps, 3);
}

static void masks_the_cpu_as_its_windows_wrote_it(void **state)
{
    (void)state;
    fresh();
    uint8_t *last = header() + file.bytes.len - SAMPLE_UNIT;
    struct etl_event events[EVENTS + 1];
    struct etl_reader *r = NULL;
    etlw_u16(last + AT_CPU, 0xF807);
    assert_int_equal(sample_events(file.bytes.bytes, file.bytes.len, events, EVENTS + 1, &r), EVENTS + 1);
    assert_int_equal(events[EVENTS].cpu, 7);
    etl_close(r);
    etlw_u16(last + AT_CPU, 0x0803);
    etlw_u16(last + AT_FLAGS, 0);
    sample_events(file.bytes.bytes, file.bytes.len, events, EVENTS + 1, &r);
    assert_int_equal(events[EVENTS].cpu, 3);
    etl_close(r);
}

static void gives_every_event_with_a_damaged_cpu_logger_or_type(void **state)
{
    (void)state;
    const uint32_t fields[] = {AT_CPU, AT_LOGGER, AT_TYPE};
    for (size_t i = 0; i < 3; i++) {
        etlw_u16(fresh() + fields[i], 0xFFFF);
        assert_int_equal(see().events, EVENTS + 1);
    }
}

static void refuses_to_unpack_in_a_file_that_names_no_format(void **state)
{
    (void)state;
    etlw_u16(fresh() + AT_FLAGS, ETLW_BUFFER_PROC_INDEX | ETLW_BUFFER_COMPRESSED);
    struct sample_seen seen = see();
    assert_int_equal(seen.state, ETL_DAMAGED);
    assert_int_equal(seen.events, EVENTS + 1 - in_buffer());
    assert_int_equal(seen.findings.first_fault, ETL_FAULT_FORMAT_NONE);
}

static void names_the_fault_that_stands_first_in_the_file(void **state)
{
    (void)state;
    fresh();
    etlw_u16(header() + 5 * SAMPLE_UNIT + ETLW_BUFFER_HEADER, 3);
    etlw_u16(header() + 3 * SAMPLE_UNIT + ETLW_BUFFER_HEADER, 3);
    etlw_u32(header() + 4 * SAMPLE_UNIT, 3);
    struct sample_seen seen = sample_see(file.bytes.bytes, file.bytes.len - 100);
    assert_int_equal(seen.findings.first_fault, ETL_FAULT_EVENT_SIZE);
    assert_int_equal(seen.findings.first_fault_offset, 3 * SAMPLE_UNIT + ETLW_BUFFER_HEADER);
    assert_true(seen.findings.cut);
}

/* Found by fuzzing: of two faults at one offset, each way kept its own. */
static void keeps_the_same_fault_in_whatever_order_they_come(void **state)
{
    (void)state;
    const struct {
        enum etl_fault fault;
        uint64_t offset;
    } faults[] = {{ETL_FAULT_EVENT_KIND, 432}, {ETL_FAULT_UNPACK, 432}, {ETL_FAULT_CUT, 72}, {ETL_FAULT_EVENT_SIZE, 5000}};
    for (size_t first = 0; first < 4; first++) {
        for (size_t step = 1; step < 4; step += 2) {
            struct etl_findings f;
            memset(&f, 0, sizeof f);
            for (size_t i = 0; i < 4; i++)
                etl_findings_fault(&f, faults[(first + i * step) % 4].fault, faults[(first + i * step) % 4].offset);
            assert_int_equal(f.first_fault, ETL_FAULT_UNPACK);
            assert_int_equal(f.first_fault_offset, 432);
        }
    }
}

static void counts_the_buffers_that_follow_a_loss(void **state)
{
    (void)state;
    etlw_u16(fresh() + AT_FLAGS, ETLW_BUFFER_PROC_INDEX | ETLW_BUFFER_EVENTS_LOST);
    assert_int_equal(see().findings.lossy_buffers, 1);
    assert_int_equal(see().state, ETL_WHOLE);
}

static void reads_what_is_there_at_every_cut(void **state)
{
    (void)state;
    fresh();
    size_t whole = file.bytes.len;
    uint64_t before = 0;
    for (size_t len = SAMPLE_UNIT; len < whole; len += 37) {
        struct sample_seen seen = sample_see(file.bytes.bytes, len);
        assert_int_equal(seen.state, ETL_TRUNCATED);
        assert_int_equal(seen.findings.cut, len % SAMPLE_UNIT != 0);
        assert_true(seen.events >= before);
        before = seen.events;
        uint64_t rest = len % SAMPLE_UNIT;
        uint64_t least = 1 + (len / SAMPLE_UNIT - 1) * in_buffer() + (rest > 72 ? (rest - 72) / 80 : 0);
        if (len / SAMPLE_UNIT < whole / SAMPLE_UNIT - 2)
            assert_int_equal(seen.events, least);
    }
}

static void takes_zeros_at_the_end_for_reserved_room(void **state)
{
    (void)state;
    static const char zeros[3 * SAMPLE_UNIT + 100] = {0};
    fresh();
    text_add_bytes(&file.bytes, zeros, sizeof zeros);
    assert_int_equal(see().state, ETL_WHOLE);
    assert_int_equal(see().findings.zero_slots, 4);
    etlw_u64(header() + AT_END_TIME, 0);
    assert_int_equal(see().state, ETL_NOT_CLOSED);
    assert_int_equal(see().events, EVENTS + 1);
}

static void takes_zeros_before_a_buffer_for_a_hole(void **state)
{
    (void)state;
    memset(fresh(), 0, SAMPLE_UNIT);
    struct sample_seen seen = see();
    assert_int_equal(seen.state, ETL_DAMAGED);
    assert_int_equal(seen.findings.first_fault, ETL_FAULT_HOLE);
    assert_int_equal(seen.findings.first_fault_offset, 2 * SAMPLE_UNIT);
    assert_int_equal(seen.findings.bytes_skipped, SAMPLE_UNIT);
    assert_int_equal(seen.events, EVENTS + 1 - in_buffer());
}

static void tells_a_ring_that_turned_from_a_file_that_was_cut(void **state)
{
    (void)state;
    fresh();
    size_t buffers = file.bytes.len / SAMPLE_UNIT;
    etlw_u32(header() + AT_MODE, ETL_MODE_CIRCULAR);
    etlw_u32(header() + AT_BUFFERS_WRITTEN, (uint32_t)buffers + 5);
    assert_int_equal(see().state, ETL_TRUNCATED);
    for (size_t i = 1; i < buffers; i++) {
        uint8_t *b = header() + i * SAMPLE_UNIT;
        etlw_u64(b + AT_SEQUENCE, (uint64_t)get_u32(b + AT_SEQUENCE) + 5);
    }
    assert_int_equal(see().state, ETL_WRAPPED);
    assert_int_equal(see().events, EVENTS + 1);
}

/* ---- packed files ---- */

static uint8_t *fresh_packed(uint32_t buffer)
{
    fresh();
    text_done(&packed);
    pack_trace(&file.bytes, &packed);
    uint8_t *b = (uint8_t *)packed.bytes;
    for (uint32_t i = 0; i < buffer; i++)
        b += get_u32(b);
    return b;
}

static struct sample_seen see_packed(void)
{
    return sample_see(packed.bytes, packed.len);
}

static void reads_packed_buffers(void **state)
{
    (void)state;
    fresh_packed(0);
    assert_int_equal(see_packed().state, ETL_WHOLE);
    assert_int_equal(see_packed().events, EVENTS + 1);
    assert_int_equal(see_packed().disorder, 0);
}

static void finds_the_next_packed_buffer_behind_a_wrong_size(void **state)
{
    (void)state;
    const uint32_t sizes[] = {0, 1, 80, 2000, SAMPLE_UNIT, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        etlw_u32(fresh_packed(2) + AT_SIZE, sizes[i]);
        struct sample_seen seen = see_packed();
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_true(seen.events >= EVENTS + 1 - in_buffer());
    }
}

static void does_not_take_a_header_that_disagrees_with_itself(void **state)
{
    (void)state;
    /* Inside the damaged buffer stands what looks like a header, but for one field. */
    const struct {
        uint32_t at, value;
    } wrong[] = {{AT_SAVED, 99}, {AT_REFERENCES, 1}, {AT_OFFSET, 71}, {AT_FLAGS, 0x80}, {AT_FLAGS, 0x80000}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint8_t *b = fresh_packed(2), *fake = b + 100;
        etlw_u32(b + AT_SIZE, 0);
        memset(fake, 0, ETLW_BUFFER_HEADER);
        etlw_u32(fake + AT_SIZE, 100);
        etlw_u32(fake + AT_SAVED, 100);
        etlw_u32(fake + AT_OFFSET, 100);
        etlw_u32(fake + wrong[i].at, wrong[i].value);
        struct sample_seen seen = see_packed();
        assert_int_equal(seen.findings.buffers, file.bytes.len / SAMPLE_UNIT - 1);
        assert_int_equal(seen.findings.buffers_skipped, 1);
    }
}

static void drops_only_the_packed_buffer_with_a_wrong_fill(void **state)
{
    (void)state;
    const uint32_t fills[] = {0, 100, SAMPLE_UNIT + 1, UINT32_MAX};
    for (size_t i = 0; i < sizeof fills / sizeof fills[0]; i++) {
        etlw_u32(fresh_packed(2) + AT_OFFSET, fills[i]);
        struct sample_seen seen = see_packed();
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_true(seen.events >= EVENTS + 1 - in_buffer());
    }
}

static void names_the_formats_it_does_not_know(void **state)
{
    (void)state;
    const struct {
        uint32_t format;
        enum etl_fault fault;
    } cases[] = {{0, ETL_FAULT_FORMAT_NONE}, {2, ETL_FAULT_FORMAT_LZNT1}, {4, ETL_FAULT_FORMAT_HUFFMAN}, {9, ETL_FAULT_FORMAT_OTHER}};
    for (size_t i = 0; i < 4; i++) {
        etlw_u32(fresh_packed(0) + AT_STATE, cases[i].format);
        struct sample_seen seen = see_packed();
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_int_equal(seen.events, 1);
        assert_int_equal(seen.findings.first_fault, cases[i].fault);
    }
}

static void recovers_a_packed_trace_from_a_damaged_first_size(void **state)
{
    (void)state;
    const uint32_t sizes[] = {0, 100, SAMPLE_UNIT + 1, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        etlw_u32(fresh_packed(0) + AT_SIZE, sizes[i]);
        struct sample_seen seen = see_packed();
        assert_int_equal(seen.state, ETL_DAMAGED);
        assert_int_equal(seen.events, EVENTS + 1);
    }
}

static void recovers_the_whole_events_of_a_cut_packed_buffer(void **state)
{
    (void)state;
    size_t second = (size_t)((const char *)fresh_packed(2) - packed.bytes);
    struct sample_seen seen = sample_see(packed.bytes, second - 20);
    assert_int_equal(seen.state, ETL_TRUNCATED);
    assert_true(seen.events > 1 && seen.events < 1 + in_buffer());
}

static void unpacks_no_more_than_its_budget(void **state)
{
    (void)state;
    fresh_packed(0);
    struct etl_header h;
    struct etl_findings f;
    struct etl_scan scan;
    struct etl_buffer b;
    struct etl_body body;
    struct etl_event e = {0};
    const uint8_t *bytes = (const uint8_t *)packed.bytes;
    assert_true(etl_header_read(&h, bytes, packed.len));
    etl_scan_init(&scan, bytes, packed.len, &h, &f);
    etl_body_init(&body, &h);
    assert_true(etl_scan_next(&scan, &b) && etl_scan_next(&scan, &b));
    size_t budget = b.filled - 1;
    etl_body_open(&body, &scan, &b, &budget, &f);
    assert_int_equal(f.first_fault, ETL_FAULT_MEMORY);
    assert_false(etl_body_next(&body, &e, &f));
    budget = b.filled;
    etl_body_open(&body, &scan, &b, &budget, &f);
    assert_true(etl_body_next(&body, &e, &f));
    assert_int_equal(budget, 0);
    etl_body_done(&body, &budget);
    assert_int_equal(budget, b.filled);
}

void suite_etl_scan(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(reads_a_whole_trace, done),
        cmocka_unit_test_teardown(skips_a_slot_with_a_wrong_size, done),
        cmocka_unit_test_teardown(takes_the_saved_offset_where_the_offset_cannot_be, done),
        cmocka_unit_test_teardown(reads_to_the_filler_where_neither_offset_can_be, done),
        cmocka_unit_test_teardown(drops_the_event_that_a_short_offset_cuts, done),
        cmocka_unit_test_teardown(does_not_look_at_fields_that_mean_nothing_on_disk, done),
        cmocka_unit_test_teardown(keeps_the_order_with_a_damaged_flush_time, done),
        cmocka_unit_test_teardown(gives_every_event_with_a_damaged_sequence_number, done),
        cmocka_unit_test_teardown(notes_a_gap_in_the_sequence_but_calls_it_no_loss, done),
        cmocka_unit_test_teardown(masks_the_cpu_as_its_windows_wrote_it, done),
        cmocka_unit_test_teardown(gives_every_event_with_a_damaged_cpu_logger_or_type, done),
        cmocka_unit_test_teardown(refuses_to_unpack_in_a_file_that_names_no_format, done),
        cmocka_unit_test_teardown(names_the_fault_that_stands_first_in_the_file, done),
        cmocka_unit_test_teardown(keeps_the_same_fault_in_whatever_order_they_come, done),
        cmocka_unit_test_teardown(counts_the_buffers_that_follow_a_loss, done),
        cmocka_unit_test_teardown(reads_what_is_there_at_every_cut, done),
        cmocka_unit_test_teardown(takes_zeros_at_the_end_for_reserved_room, done),
        cmocka_unit_test_teardown(takes_zeros_before_a_buffer_for_a_hole, done),
        cmocka_unit_test_teardown(tells_a_ring_that_turned_from_a_file_that_was_cut, done),
        cmocka_unit_test_teardown(reads_packed_buffers, done),
        cmocka_unit_test_teardown(finds_the_next_packed_buffer_behind_a_wrong_size, done),
        cmocka_unit_test_teardown(does_not_take_a_header_that_disagrees_with_itself, done),
        cmocka_unit_test_teardown(drops_only_the_packed_buffer_with_a_wrong_fill, done),
        cmocka_unit_test_teardown(names_the_formats_it_does_not_know, done),
        cmocka_unit_test_teardown(recovers_a_packed_trace_from_a_damaged_first_size, done),
        cmocka_unit_test_teardown(recovers_the_whole_events_of_a_cut_packed_buffer, done),
        cmocka_unit_test_teardown(unpacks_no_more_than_its_budget, done),
    };
    SUITE_RUN("etl_scan", tests);
}
