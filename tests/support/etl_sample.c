#include "tests/support/etl_sample.h"

#include <string.h>

#define START_RAW 1000
#define TICKS_A_MS 10000

const struct guid sample_provider = {0x22fb2cd6, 0x0e7b, 0x422b, {0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16}};

static const struct guid classic_class = {0x9e814aad, 0x3204, 0x11d2, {0x9a, 0x82, 0x00, 0x60, 0x08, 0xa8, 0x69, 0x39}};
static const uint8_t payload[] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0,
                                  'a', 0, 'b', 0, 0, 0, 7};
static const uint8_t related[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
static const uint8_t stack64[24] = {1, 0, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0xF8, 0xFF, 0xFF, 0x20};
static const uint8_t stack32[16] = {1, 0, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0x20, 0, 0, 0};
static const uint8_t traits[] = {12, 0, 'M', 'y', '-', 'T', 'r', 'a', 'c', 'e', 'r', 0};
static const uint8_t schema[] = {14, 0, 0x80, 0x01, 'F', 'r', 'a', 'm', 'e', 0, 'n', 0, 8, 0};
static const struct etlw_item rich[] = {
    {1, sizeof related, related}, {0xC, sizeof traits, traits}, {0xB, sizeof schema, schema}, {6, sizeof stack64, stack64}};
static const struct etlw_item narrow[] = {{5, sizeof stack32, stack32}};

struct etlw_record sample_event(uint16_t id, int64_t time)
{
    struct etlw_record r = {0};
    r.kind = ETLW_EVENT64;
    r.time = time;
    r.tid = 12;
    r.pid = 8;
    r.guid = sample_provider;
    r.id = id;
    r.version = 2;
    r.level = 4;
    r.opcode = 1;
    r.task = 3;
    r.keyword = 0x8000000000000010u;
    return r;
}

struct etlw_record sample_kind(uint32_t which, int64_t time)
{
    struct etlw_record r = sample_event((uint16_t)which, time);
    r.kind = (enum etlw_kind)(which < 13 ? which : which == 13 ? ETLW_EVENT64 : ETLW_WPP);
    r.payload = payload;
    r.payload_len = sizeof payload - which % 8;
    r.hook = 0x0524;
    if (r.kind >= ETLW_FULL64 && r.kind <= ETLW_INSTANCE32)
        r.guid = classic_class;
    if (which == ETLW_SYSTEM64)
        r.hook = 0x0303;
    if (which == ETLW_SYSTEM32)
        r.hook = 0x1820;
    if (which == ETLW_PERFINFO64) {
        r.version = 0x8204; /* version 4, two counters and a PEBS index */
        r.extra_count = 3;
        r.extras[0] = 0xAB;
    }
    if (which == ETLW_EVENT32) {
        r.items = narrow;
        r.item_count = 1;
    }
    if (which == 13) {
        r.items = rich;
        r.item_count = 4;
    }
    r.wpp_options = ETLW_WPP_SEQUENCE | ETLW_WPP_GUID | ETLW_WPP_TIMESTAMP | ETLW_WPP_SYSTEMINFO | ETLW_WPP_POINTER64;
    if (which == 14)
        r.wpp_options = ETLW_WPP_COMPONENT;
    if (which == 15)
        r.wpp_options = ETLW_WPP_COMPONENT | ETLW_WPP_GUID | ETLW_WPP_TIMESTAMP;
    return r;
}

struct etlw_facts sample_facts(uint32_t cpus)
{
    struct etlw_facts f = etlw_facts_default(cpus);
    f.buffer_size = SAMPLE_UNIT;
    f.start_raw = START_RAW;
    f.perf_freq = TICKS_A_MS * 1000;
    f.partition_info = false;
    f.logger_name = "Sample";
    f.file_name = "C:\\sample.etl";
    return f;
}

void sample_trace(struct etlw_file *w, uint32_t cpus, uint32_t events)
{
    struct etlw_facts f = sample_facts(cpus);
    etlw_file_init(w, &f);
    for (uint32_t i = 0; i < events; i++) {
        struct etlw_record r = sample_event((uint16_t)i, f.start_raw + 10 * ((int64_t)i + 1));
        etlw_file_add(w, i % cpus, &r);
    }
    etlw_file_finish(w);
}

void sample_spread(struct etlw_file *w, uint16_t id, int64_t from_ms, int64_t to_ms, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct etlw_record r = sample_event(id, START_RAW + (from_ms + (to_ms - from_ms) * i / count) * TICKS_A_MS);
        etlw_file_add(w, 0, &r);
    }
}

void sample_kinds_trace(struct etlw_file *w, uint32_t rounds)
{
    struct etlw_facts f = sample_facts(1);
    etlw_file_init(w, &f);
    for (uint32_t i = 0; i < rounds * SAMPLE_KINDS; i++) {
        struct etlw_record r = sample_kind(i % SAMPLE_KINDS, f.start_raw + 10 * ((int64_t)i + 1));
        etlw_file_add(w, 0, &r);
    }
    etlw_file_finish(w);
}

struct sample_seen sample_see(const void *bytes, size_t len)
{
    struct sample_seen seen;
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    int64_t last = INT64_MIN;
    uint32_t segment = 0;
    memset(&seen, 0, sizeof seen);
    seen.opened = !outcome_failed(etl_open_memory(bytes, len, &r));
    if (!r)
        return seen;
    while (etl_next(r, &e)) {
        if (e.has_time) {
            seen.disorder += e.time < last && segment == etl_segment(r);
            last = e.time;
            segment = etl_segment(r);
        }
        seen.events++;
    }
    seen.findings = *etl_findings(r);
    seen.header = *etl_header(r);
    seen.state = seen.opened ? etl_state_of(etl_header(r), etl_findings(r)) : ETL_NOT_ETL;
    etl_rewind(r);
    uint64_t stored = 0;
    while (etl_next_stored(r, &e))
        stored++;
    /* Two ways through one file that differ are worse than any count. */
    if (stored != seen.events || memcmp(&seen.findings, etl_findings(r), sizeof seen.findings) != 0)
        seen.events = UINT64_MAX;
    etl_close(r);
    return seen;
}

size_t sample_events(const void *bytes, size_t len, struct etl_event *events, size_t room, struct etl_reader **reader)
{
    struct etl_event e = {0};
    size_t count = 0;
    *reader = NULL;
    if (outcome_failed(etl_open_memory(bytes, len, reader)))
        return 0;
    while (etl_next(*reader, &e)) {
        if (count < room)
            events[count] = e;
        count++;
    }
    return count;
}
