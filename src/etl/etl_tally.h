/* How many events of each kind, provider, id and version a trace holds.
 *
 * Bounded: ETL_TALLY_TOP different ones (12 MB at worst while growing); events
 * of any further ones are only counted in `others`. */
#ifndef HB_ETL_ETL_TALLY_H
#define HB_ETL_ETL_TALLY_H

#include "etl/etl_event.h"

#define ETL_TALLY_TOP 131072u

struct etl_tally_row {
    struct guid provider;
    uint16_t id;
    uint16_t version;
    enum etl_kind kind;
    uint64_t count;
};

struct etl_tally {
    struct etl_tally_slot *slots;
    uint32_t slot_count; /* a power of two */
    uint32_t row_count;
    uint64_t others;
    uint64_t events; /* all that were added */
    bool has_time;
    int64_t min_time, max_time; /* raw, of all events with a time stamp */
};

void etl_tally_init(struct etl_tally *tally);
void etl_tally_done(struct etl_tally *tally);
/* False where memory ran out; the event is then counted in `others`. */
bool etl_tally_add(struct etl_tally *tally, const struct etl_event *event);

/* The rows, in no order, for qsort: *rows is the caller's to free. False where
 * memory ran out. */
bool etl_tally_rows(const struct etl_tally *tally, struct etl_tally_row **rows, size_t *count);

#endif
