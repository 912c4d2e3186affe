/* Small traces that tests, fuzzing seeds and measurements share, made with the
 * writer, and a look at what the reader finds in some bytes. */
#ifndef HB_TESTS_SUPPORT_ETL_SAMPLE_H
#define HB_TESTS_SUPPORT_ETL_SAMPLE_H

#include "etl/etl_reader.h"
#include "tests/support/etl_write.h"

#define SAMPLE_UNIT 4096u

extern const struct guid sample_provider;

/* A plain event record of sample_provider at `time`, without payload. */
struct etlw_record sample_event(uint16_t id, int64_t time);
/* One record of each kind, with items, stacks, counters and options. */
#define SAMPLE_KINDS 16u
struct etlw_record sample_kind(uint32_t which, int64_t time);

/* Facts with 4 KB buffers, `cpus` CPUs, QPC at 10 MHz from raw 1000. */
struct etlw_facts sample_facts(uint32_t cpus);

/* A closed trace of `events` events on `cpus` CPUs in turn, 10 ticks apart,
 * ids counting up. Its owner calls etlw_file_done. */
void sample_trace(struct etlw_file *w, uint32_t cpus, uint32_t events);
/* `count` plain events more, the first `from_ms` after the start, the last
 * before `to_ms`. */
void sample_spread(struct etlw_file *w, uint16_t id, int64_t from_ms, int64_t to_ms, unsigned count);
/* A closed trace of one CPU with every kind of record, `rounds` times. */
void sample_kinds_trace(struct etlw_file *w, uint32_t rounds);

/* What a pass finds. Both passes are made, and must find the same. */
struct sample_seen {
    bool opened; /* a logfile header stood there */
    enum etl_state state;
    uint64_t events;
    uint64_t disorder; /* events earlier than the one before, in time order */
    struct etl_findings findings;
    struct etl_header header;
};
struct sample_seen sample_see(const void *bytes, size_t len);

/* The first `room` events of a trace in time order; returns how many. The
 * views live as long as *reader, which the caller closes (plain traces). */
size_t sample_events(const void *bytes, size_t len, struct etl_event *events, size_t room, struct etl_reader **reader);

#endif
