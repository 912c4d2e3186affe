/* Counts over the recordings of scenarios: how often each event came while
 * nothing was done, while a scenario ran, and how often the product's filter
 * kept it. */
#ifndef HB_EXPORT_SCENARIO_COUNT_H
#define HB_EXPORT_SCENARIO_COUNT_H

#include "base/guid.h"
#include "etl/etl_event.h"
#include "export/scenario_info.h"

/* What follows from a side effect may come a little later. */
#define SCENARIO_TAIL_TICKS INT64_C(20000000)
#define SCENARIO_COUNT_MOST 65536u

/* One event, all its versions. */
struct scenario_row {
    struct guid provider;
    uint16_t id;
    uint8_t level;     /* of the last one seen */
    uint64_t keyword;
    uint64_t bytes;    /* of all */
    uint64_t quiet;    /* before side effects, of all recordings */
    uint64_t total;
    uint64_t during[SCENARIO_kinds]; /* in the time of a side effect */
    uint64_t kept[SCENARIO_kinds];   /* the same, in filtered.etl */
    uint64_t telling[SCENARIO_kinds]; /* of `during`: its payload is about what was done */
};

struct scenario_sums {
    uint32_t folders;
    double window_s; /* of side effects, with the tail */
    uint64_t events, kept, lost;
    uint64_t full_bytes, filtered_bytes;
};

/* What tells a recording from every other: only one is made at a time. */
struct scenario_span {
    enum scenario_kind kind;
    int64_t started, ended;
};

struct scenario_count {
    struct scenario_span *spans; /* of the recordings that were counted */
    uint32_t span_count;
    struct scenario_row *rows;
    uint32_t row_count, row_room;
    uint32_t *slots; /* index + 1 into rows */
    uint32_t slot_count;
    struct scenario_sums sums[SCENARIO_kinds];
    double quiet_s;
    uint64_t others; /* events beyond SCENARIO_COUNT_MOST different ones */
    uint32_t os_build;
    bool short_of_memory;
};

void scenario_count_init(struct scenario_count *c);
void scenario_count_done(struct scenario_count *c);

/* The event's row, a new one where it was not met yet. NULL where there are too many
 * different ones, or memory ran out (c->short_of_memory). */
struct scenario_row *scenario_count_row(struct scenario_count *c, const struct etl_event *e);

/* What a figure was in the quiet time, on average. */
struct scenario_usual {
    uint64_t value, samples;
};

/* What is known of one recording while its events pass in time order. */
struct scenario_evidence {
    const struct scenario_info *info;
    struct scenario_usual memory; /* half of what was available before, in pages */
    struct scenario_usual clock;  /* delivered performance, in percent */
};

enum scenario_phase { SCENARIO_PHASE_QUIET, SCENARIO_PHASE_WINDOW, SCENARIO_PHASE_AFTER };

enum scenario_phase scenario_phase_of(const struct scenario_info *info, int64_t time);

/* Adds an event of full.etl. */
void scenario_count_full(struct scenario_count *c, struct scenario_evidence *v, enum scenario_phase phase,
                         const struct etl_event *e);

#endif
